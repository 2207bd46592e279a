/* match/review_panel - after a match: every move judged, variations on the board, and "find a better move".
 *
 * The server looks at the positions in the background and keeps the result for everyone who asks; this polls
 * until it is done. Moves made on the board from then on are a variation that leaves the match as it was. */
import { getAnalysis, moveValues, positionOf } from "../api/http.js";
import type { AnalysisPoint, Judged, Review, State } from "../api/types.js";
import { fill, h } from "../dom.js";
import { viewOf } from "../games/index.js";
import { notice, say } from "../shell.js";
import { number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { graph, measure } from "./evaluation.js";
import type { MatchModel } from "./model.js";
import { inWords, isFault, table } from "./review.js";

/** For each position. */
const ANALYSIS_MS = 100;
const POLL_MS = 900;
/** For the values of all moves of a position in which a better one is looked for. */
const VALUES_MS = 600;
/** As good as the best: within this of it, in what the engine counts in. */
const AS_GOOD = 0.3;

interface Variation {
  from: number;
  moves: string[];
  state: State | null;
}

export class ReviewPanel {
  readonly element = h("section", { class: "review", hidden: true, "aria-label": t.review.title });
  review: Review | null = null;
  #model: MatchModel;
  #hidden: boolean;
  /** The board has something else to show, or the list other marks. */
  #changed: () => void;
  #points: (AnalysisPoint | null)[] = [];
  #done = 0;
  #timer = 0;
  #visit = 0;
  #open = false;
  /** From the position that is shown on; without moves it is that position with its legal moves. */
  #variation: Variation | null = null;
  /** Which of the faults is asked about, and what became of it. */
  #task: { fault: Judged; said: "" | "right" | "wrong" | "shown" } | null = null;

  constructor(model: MatchModel, hidden: boolean, changed: () => void) {
    this.#model = model;
    this.#hidden = hidden;
    this.#changed = changed;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#visit++;
  }

  get isOpen(): boolean {
    return this.#open;
  }

  /** What the board shows instead of the match, with moves that can be tried. */
  get state(): State | null {
    const { at } = this.#model;
    return this.#variation?.from === at ? this.#variation.state : null;
  }

  start(): void {
    if (this.#open) return;
    this.#open = true;
    this.element.hidden = false;
    void this.#poll();
    this.looked();
  }

  /** Another position of the match is shown. */
  looked(): void {
    if (!this.#open || this.#variation?.from === this.#model.at) return this.draw();
    if (this.#task && this.#task.fault.at !== this.#model.at) this.#task = null;
    void this.#explore([]);
  }

  /** Tries a move on the board. */
  async play(text: string): Promise<void> {
    const before = this.#variation?.moves ?? [];
    if (this.#task?.said === "" && before.length === 0) await this.#answer(this.#task.fault, text);
    await this.#explore([...before, text]);
  }

  async #poll(): Promise<void> {
    const { match } = this.#model;
    if (!match) return;
    try {
      const answer = await getAnalysis(match.id, ANALYSIS_MS, await this.#model.played());
      // what is still to come, plus what is there
      const lead = viewOf(match.game).leads?.(await this.#model.start(), match.moves) ?? [];
      this.#points = answer.points.map(
        (point) => point && { ...point, score: (point.score ?? 0) + (lead[point.at] ?? 0) },
      );
      this.#done = answer.points.length / answer.of;
      this.review = answer.review ?? null;
      if (!answer.done) this.#timer = window.setTimeout(() => void this.#poll(), POLL_MS);
      else say(t.review.ready);
      this.draw();
      if (this.review) this.#changed();
    } catch (e) {
      notice(whyNot(e));
    }
  }

  /** Asks for the position after these moves from the one that is shown. */
  async #explore(moves: string[]): Promise<void> {
    const { match, at } = this.#model;
    if (!match) return;
    this.#variation = { from: at, moves, state: null };
    this.draw();
    if (this.#hidden) return;
    const visit = ++this.#visit;
    try {
      const played = match.moves.slice(0, at).map((move) => move.text);
      const state = await positionOf(match.game, match.rules, await this.#model.startText(), [
        ...played,
        ...moves,
      ]);
      if (visit !== this.#visit) return;
      this.#variation = { from: at, moves, state };
      this.#changed();
    } catch {
      this.#variation = null; // a position that is over has nothing to try
    }
    this.draw();
  }

  async #answer(fault: Judged, text: string): Promise<void> {
    const { match } = this.#model;
    if (!match) return;
    let right = text === fault.best;
    if (!right) {
      const played = match.moves.slice(0, fault.at).map((move) => move.text);
      const { values, unit } = await moveValues(
        match.game,
        match.rules,
        await this.#model.startText(),
        played,
        VALUES_MS,
      ).catch(() => ({ values: [], unit: "" }));
      const worth = (move: string): number | null => values.find((one) => one.move === move)?.value ?? null;
      const best = worth(fault.best),
        mine = worth(text);
      right = best !== null && mine !== null && mine >= best - AS_GOOD * measure(unit).one;
    }
    this.#task = { fault, said: right ? "right" : "wrong" };
  }

  /** The faults of this person; of everyone for a spectator. */
  #faults(): Judged[] {
    const { match } = this.#model;
    return (this.review?.moves ?? []).filter(
      (one) => isFault(one) && (match?.you === null || one.seat === match?.you),
    );
  }

  #askAbout(fault: Judged | undefined): void {
    this.#task = fault ? { fault, said: "" } : null;
    this.#variation = null;
    if (fault) void this.#model.look(fault.at);
    this.looked();
    this.#changed();
    // On a phone the button lies far below the board.
    if (fault)
      this.element.closest(".match")?.querySelector(".stage-row")?.scrollIntoView({ block: "nearest" });
  }

  draw(): void {
    const { match, at } = this.#model;
    if (!this.#open || !match) return;
    const review = this.review,
      judged = review?.moves.find((one) => one.at === at - 1),
      scored = this.#points.some((point) => point?.unit),
      unit = this.#points.find((point) => point?.unit)?.unit ?? "";
    fill(
      this.element,
      review ? table(match, review) : this.#progress(),
      scored && !this.#hidden
        ? graph(this.#points, match.at, unit, at, (to) => void this.#model.look(to), review?.moves)
        : null,
      this.#task ? this.#drawTask(this.#task) : judged ? this.#drawJudged(judged) : null,
      this.#variation && this.#variation.moves.length > 0 ? this.#drawVariation(this.#variation) : null,
      !this.#task && review && !this.#hidden && this.#faults().length > 0
        ? h(
            "button",
            { class: "button", "data-action": "learn", onclick: () => this.#askAbout(this.#faults()[0]) },
            t.review.learn(number(this.#faults().length)),
          )
        : null,
    );
  }

  #progress(): HTMLElement {
    return h(
      "p",
      { class: "review-progress" },
      t.match.analysing,
      " ",
      h("progress", { max: 1, value: this.#done, "aria-label": t.match.analysing }),
    );
  }

  #drawJudged(judged: Judged): HTMLElement {
    const show = (): void => {
      void this.#model.look(judged.at).then(() => this.#explore([judged.best]));
    };
    return h(
      "p",
      { class: `judged ${judged.class}` },
      h("span", { class: "grow" }, inWords(judged)),
      isFault(judged) && judged.best && !this.#hidden
        ? h("button", { class: "button tool", "data-action": "show-best", onclick: show }, t.review.showBest)
        : null,
    );
  }

  #drawVariation(variation: Variation): HTMLElement {
    return h(
      "p",
      { class: "variation" },
      h("span", { class: "grow", dir: "ltr" }, variation.moves.join(" ")),
      h(
        "button",
        { class: "button tool", "data-action": "to-match", onclick: () => void this.#explore([]) },
        t.review.toMatch,
      ),
    );
  }

  #drawTask(task: { fault: Judged; said: string }): HTMLElement {
    const faults = this.#faults(),
      next = faults[faults.findIndex((one) => one.at === task.fault.at) + 1];
    const played = this.#model.match?.moves[task.fault.at]?.text ?? "";
    const button = (action: string, words: string, press: () => void, strong = false): HTMLElement =>
      h(
        "button",
        { class: `button tool ${strong ? "strong" : ""}`, "data-action": action, onclick: press },
        words,
      );
    const show = (): void => {
      this.#task = { fault: task.fault, said: "shown" };
      void this.#explore([task.fault.best]);
    };
    const over = task.said === "right" || task.said === "shown";
    return h(
      "div",
      { class: `lesson-said task ${task.said}` },
      h(
        "p",
        null,
        task.said === "right"
          ? t.review.better
          : task.said === "wrong"
            ? t.review.notBetter
            : task.said === "shown"
              ? t.match.best(task.fault.best)
              : t.review.find(played),
      ),
      h(
        "div",
        { class: "row wrap" },
        over
          ? next
            ? button("next-fault", t.learn.next, () => this.#askAbout(next), true)
            : null
          : button("show", t.review.showBest, show),
        task.said === "wrong" ? button("retry", t.learn.retry, () => this.#askAbout(task.fault), true) : null,
        button("end-learn", t.close, () => this.#askAbout(undefined)),
      ),
    );
  }
}
