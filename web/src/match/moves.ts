/* match/moves - the list of moves to click through, and the keys of a video recorder. */
import type { Game, PlayedMove, Review } from "../api/types.js";
import { fill, h } from "../dom.js";
import { viewOf } from "../games/index.js";
import { icon } from "../icons.js";
import { number, t } from "../text/index.js";
import type { MatchModel } from "./model.js";
import { isFault, MARKS } from "./review.js";

const AUTOPLAY_MS = 1100;
const KEYS: Record<string, number> = {
  ",": -1,
  ".": 1,
  "<": -Infinity,
  ">": Infinity,
  ArrowLeft: -1,
  ArrowRight: 1,
  Home: -Infinity,
  End: Infinity,
};

/** A move in the game's words, or as it is written. */
export const moveWords = (game: Game, move: PlayedMove): string =>
  viewOf(game).moveWords?.(move) ?? move.text;

/** "+0.35/12", as records have it; "" if the player reported nothing. */
export function opinion(move: PlayedMove): string {
  if (move.score === undefined) return "";
  const score = `${move.score < 0 ? "−" : "+"}${Math.abs(move.score).toFixed(2)}`;
  return move.depth ? `${score}/${move.depth}` : score;
}

const seconds = (ms: number): string => number(Math.round(ms) / 1000);

export class MoveList {
  readonly element: HTMLElement;
  #model: MatchModel;
  #list = h("ol", { class: "move-list" });
  #buttons: HTMLButtonElement[] = [];
  #drawn: string[] = [];
  #play: HTMLButtonElement;
  #timer = 0;

  constructor(model: MatchModel) {
    this.#model = model;
    const key = (name: string, label: string, press: () => void): HTMLButtonElement =>
      h(
        "button",
        { class: "button round", title: label, "aria-label": label, "data-replay": name, onclick: press },
        icon(name),
      );
    this.#play = key("play", t.match.autoplay, () => this.#toggle());
    this.element = h(
      "section",
      { class: "moves", "aria-label": t.match.moves },
      this.#list,
      h(
        "div",
        { class: "recorder", dir: "ltr" },
        key("first", t.match.firstMove, () => this.#go(0)),
        key("back", t.match.back, () => this.#go(this.#beside(-1))),
        this.#play,
        key("forward", t.match.forward, () => this.#go(this.#beside(1))),
        key("latest", t.match.latest, () => this.#go(Infinity)),
      ),
    );
    this.#list.addEventListener("click", (e) => {
      const at = (e.target as Element).closest<HTMLElement>("[data-at]")?.dataset["at"];
      if (at !== undefined) this.#go(Number(at));
    });
  }

  dispose(): void {
    clearTimeout(this.#timer);
  }

  #go(at: number): void {
    this.#stop();
    void this.#model.look(at);
  }

  /** The next position that the list shows, in either direction. */
  #beside(step: number): number {
    let at = this.#model.at + step;
    while (this.#buttons[at]?.parentElement?.hidden) at += step;
    return at;
  }

  /** Keys that work anywhere on the page: arrows or comma and full stop for one move, Home, End or Shift for
   * all. */
  key(event: KeyboardEvent): boolean {
    const step = KEYS[event.key];
    if (step === undefined) return false;
    this.#go(Math.abs(step) === 1 ? this.#beside(step) : this.#model.at + step);
    return true;
  }

  #toggle(): void {
    if (this.#timer) return this.#stop();
    const model = this.#model;
    if (model.match && model.at >= model.match.at) void model.look(0);
    this.#look("pause", t.match.pause);
    const step = (): void => {
      if (!model.match || model.at >= model.match.at) return this.#stop();
      void model.look(this.#beside(1));
      this.#timer = window.setTimeout(step, AUTOPLAY_MS);
    };
    this.#timer = window.setTimeout(step, AUTOPLAY_MS / 2);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = 0;
    this.#look("play", t.match.autoplay);
  }

  #look(name: string, label: string): void {
    fill(this.#play, icon(name));
    this.#play.title = label;
    this.#play.setAttribute("aria-label", label);
  }

  update(): void {
    const match = this.#model.match;
    if (!match) return;
    const words = match.moves.map((move) => `${move.seat}${moveWords(match.game, move)} ${opinion(move)}`);
    let same = 0;
    while (same < words.length && same < this.#drawn.length && words[same] === this.#drawn[same]) same++;
    if (this.#buttons.length === 0) this.#append(match.game, 0, null);
    while (this.#buttons.length > same + 1) this.#buttons.pop()?.parentElement?.remove();
    this.#buttons.at(-1)?.parentElement?.removeAttribute("hidden");
    for (let i = same; i < match.moves.length; i++) this.#append(match.game, i + 1, match.moves[i] ?? null);
    this.#drawn = words;
    this.#buttons.forEach((button, at) => {
      const current = at === this.#model.at;
      if (current === (button.getAttribute("aria-current") === "step")) return;
      if (current) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    });
    const current = this.#buttons[this.#model.at];
    if (current && !current.parentElement?.hidden)
      requestAnimationFrame(() => {
        const list = this.#list.getBoundingClientRect(),
          row = current.getBoundingClientRect();
        if (row.top < list.top || row.bottom > list.bottom)
          this.#list.scrollTop += row.top - list.top - list.height / 2;
      });
  }

  /** Marks moves as a review judges them. */
  mark(review: Review): void {
    for (const judged of review.moves) {
      const button = this.#buttons[judged.at + 1];
      if (!button || button.querySelector(".mark") || !isFault(judged)) continue;
      button.classList.add(judged.class);
      button.append(
        h("span", { class: "mark", "aria-label": t.review.classes[judged.class] }, MARKS[judged.class]),
      );
    }
  }

  #append(game: Game, at: number, move: PlayedMove | null): void {
    const button = move
      ? h(
          "button",
          { "data-at": at, class: move.seat < 0 ? "chance" : `by-${move.seat}` },
          h("span", { class: "ordinal" }, number(at)),
          h("span", { class: "text", dir: "auto" }, moveWords(game, move)),
          move.score === undefined
            ? null
            : h(
                "span",
                {
                  class: "opinion",
                  dir: "ltr",
                  title: t.match.opinion(seconds(move.used)),
                  "aria-label": `${t.match.opinionIs} ${opinion(move)}`,
                },
                opinion(move),
              ),
        )
      : h("button", { "data-at": 0, class: "origin" }, t.match.start);
    // of several rolls in a row only the last one is shown
    const before = this.#buttons.at(-1);
    if (
      move &&
      move.seat < 0 &&
      before?.classList.contains("chance") &&
      before.querySelector(".text")?.textContent === moveWords(game, move)
    )
      before.parentElement?.setAttribute("hidden", "");
    this.#buttons.push(button);
    this.#list.append(h("li", null, button));
  }
}
