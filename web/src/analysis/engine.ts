/* analysis/engine - what the engine makes of a position: its best lines with scores and depth, deeper and deeper for as
 * long as the position is looked at. In a game of bids, also how likely each bid is. */
import { analyse, gameInfo, oddsOf, type Thought } from "../api/http.js";
import type { Game, Odds, State } from "../api/types.js";
import { fill, h } from "../dom.js";
import { viewOf } from "../games/index.js";
import { icon } from "../icons.js";
import { inWords, standing } from "../match/evaluation.js";
import { moveWords } from "../match/moves.js";
import { pref, setPref } from "../prefs.js";
import { known, number, percent, t } from "../text/index.js";
import { capital, whyNot } from "../text/say.js";

/** Each round thinks longer than the one before. */
const ROUNDS_MS = [250, 1000, 3000, 8000, 16000];
const LINE_SHOWN = 8;
const ODDS_SHOWN = 8;

/** What an engine without a score notes about its move. */
function noteInWords(note: string): string {
  const share = /^chosen (\d+) %/.exec(note)?.[1];
  if (share) return t.analysis.chosen(percent(Number(share) / 100));
  return note === "its own dice are not known" ? t.analysis.ownDice : "";
}

export interface Looked {
  rules: string;
  start: string;
  moves: string[];
  state: State;
  sides: string[];
}

export class EnginePanel {
  readonly element: HTMLElement;
  #game: Game;
  #follow: (moves: string[]) => void;
  #looked: Looked | null = null;
  #visit = 0;
  #thought: Thought | null = null;
  #odds: Odds[] = [];
  #busy = false;
  #wrong = "";
  #head = h("div", { class: "row wrap" });
  #found = h("ol", { class: "engine-lines" });
  #score = h("p", { class: "engine-score", "aria-live": "polite" });

  /** `follow` is called with a line that was pressed. */
  constructor(game: Game, follow: (moves: string[]) => void) {
    this.#game = game;
    this.#follow = follow;
    this.element = h(
      "section",
      { class: "engine-panel", "aria-label": t.engine },
      this.#head,
      this.#score,
      this.#found,
    );
    this.#draw();
  }

  dispose(): void {
    this.#visit++;
  }

  /** Another position is shown. */
  look(looked: Looked): void {
    this.#looked = looked;
    this.#thought = null;
    this.#odds = [];
    this.#wrong = "";
    void this.#think();
  }

  async #think(): Promise<void> {
    const visit = ++this.#visit,
      looked = this.#looked;
    const on = pref("engine") && looked !== null && looked.state.turn !== null && looked.state.turn >= 0;
    this.#busy = on;
    this.#draw();
    if (!on) return;
    const { rules, start, moves, state } = looked;
    if (gameInfo(this.#game)?.features.odds)
      void oddsOf(this.#game, rules, state.text).then(
        (odds) => {
          if (visit !== this.#visit) return;
          this.#odds = odds;
          this.#draw();
        },
        () => undefined, // a position without bids has no odds
      );
    for (const time of ROUNDS_MS) {
      try {
        const thought = await analyse({
          game: this.#game,
          rules,
          start,
          moves,
          time,
          lines: pref("engineLines"),
        });
        if (visit !== this.#visit) return;
        this.#thought = thought;
        this.#draw();
        if (thought.exact || thought.score === null) break;
      } catch (e) {
        if (visit !== this.#visit) return;
        this.#wrong = whyNot(e);
        break;
      }
    }
    this.#busy = false;
    this.#draw();
  }

  #draw(): void {
    const on = pref("engine"),
      lines = pref("engineLines");
    const held = document.activeElement?.getAttribute("data-engine");
    fill(
      this.#head,
      h(
        "button",
        {
          class: "button tool",
          "data-engine": "on",
          "aria-pressed": String(on),
          onclick: () => {
            setPref("engine", !on);
            this.#thought = null;
            this.#odds = [];
            void this.#think();
          },
        },
        icon("evaluate"),
        h("span", null, capital(t.engine)),
      ),
      h(
        "label",
        { class: "row engine-lines-wanted" },
        t.analysis.lines,
        h(
          "select",
          {
            "data-engine": "lines",
            onchange: (e: Event) => {
              setPref("engineLines", Number((e.target as HTMLSelectElement).value));
              void this.#think();
            },
          },
          [1, 2, 3, 4, 5].map((n) => h("option", { value: n, selected: n === lines }, number(n))),
        ),
      ),
      this.#thought && on
        ? h("span", { class: "quiet", "data-part": "depth" }, t.analysis.depth(number(this.#thought.depth)))
        : null,
      this.#busy ? h("span", { class: "engine-busy", role: "img", "aria-label": t.match.thinking }) : null,
    );
    if (held) this.#head.querySelector<HTMLElement>(`[data-engine="${held}"]`)?.focus();
    fill(this.#score, on ? this.#wrong || this.#summary() : null);
    fill(this.#found, on ? this.#lines() : null, on && this.#odds.length > 0 ? this.#drawOdds() : null);
  }

  /** A score for the seat that moves, as one of seat 0, with what that seat has already. */
  #ofFirst(thought: Thought, score: number): number {
    const state = this.#looked?.state;
    const lead = state && viewOf(this.#game).leads ? (state.score[0] ?? 0) - (state.score[1] ?? 0) : 0;
    return (thought.for === 0 ? score : -score) + lead;
  }

  #summary(): string {
    const thought = this.#thought,
      sides = this.#looked?.sides ?? [];
    if (!thought || thought.score === null || sides.length !== 2) return noteInWords(thought?.note ?? "");
    if (gameInfo(this.#game)?.features.hidden) return "";
    const score = this.#ofFirst(thought, thought.score);
    const words = inWords(score, thought.unit, known(t.called, sides[score > 0 ? 0 : 1] ?? ""));
    return thought.exact ? `${words} (${t.review.proven})` : words;
  }

  #lines(): HTMLElement[] {
    const thought = this.#thought;
    if (!thought?.best) return [];
    const scored = thought.score !== null && !gameInfo(this.#game)?.features.hidden;
    const lines = thought.lines ?? [
      { score: thought.score ?? 0, line: thought.line.length > 0 ? thought.line : [thought.best] },
    ];
    return lines.map(({ score, line }) => {
      const words = line
        .slice(0, LINE_SHOWN)
        .map((text) => moveWords(this.#game, { seat: 0, text, used: 0 }))
        .join(" ");
      return h(
        "li",
        null,
        h(
          "button",
          {
            class: "engine-line",
            dir: "ltr",
            "data-line": line[0] ?? "",
            onclick: () => this.#follow(line.slice(0, LINE_SHOWN)),
          },
          scored ? h("b", null, standing(this.#ofFirst(thought, score), thought.unit)) : null,
          h("span", null, words),
        ),
      );
    });
  }

  #drawOdds(): HTMLElement {
    return h(
      "li",
      { class: "engine-odds", dir: "ltr" },
      this.#odds.slice(0, ODDS_SHOWN).map((one) =>
        h(
          "button",
          {
            class: "button tool",
            "data-odds": one.text,
            disabled: !this.#looked?.state.moves.some((move) => move.text === one.text),
            onclick: () => this.#follow([one.text]),
          },
          one.text,
          h("small", null, ` ${percent(one.probability)}`),
        ),
      ),
    );
  }
}
