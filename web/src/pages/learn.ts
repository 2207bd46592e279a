/* pages/learn - the course of a game: try on the real board, be corrected, understand why. */
import { positionOf } from "../api/http.js";
import type { Game, State } from "../api/types.js";
import { fill, h, motion } from "../dom.js";
import type { Board } from "../games/board.js";
import type { Course, Step, StepWords } from "../games/course.js";
import { viewOf, wordsOf } from "../games/index.js";
import { icon } from "../icons.js";
import { pref, setPref } from "../prefs.js";
import { link, notice, type Page } from "../shell.js";
import { language, number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { lessonBoard, REPLY_MS } from "./lesson_board.js";
import { playNow } from "./setup.js";

class Learn implements Page {
  readonly element: HTMLElement;
  readonly title: string;
  #game: Game;
  #course: Course;
  #words: StepWords[];
  #step = 0;
  /** The moves of this step so far, and how many of them were the person's. */
  #moves: string[] = [];
  #made = 0;
  #phase: "try" | "wrong" | "right" | "read" = "try";
  #state: State | null = null;
  #board: Board | null = null;
  #visit = 0;
  #stage = h("div", { class: "stage" });
  #side = h("aside", { class: "lesson", "aria-live": "polite" });
  #stepList = h("ol", { class: "lesson-steps" });

  constructor(game: Game, course: Course) {
    this.#game = game;
    this.#course = course;
    this.#words = course.words[language];
    this.title = t.learn.title(wordsOf(game).title);
    this.#step = Math.min(pref("learned")[game] ?? 0, course.steps.length - 1);
    this.element = h(
      "div",
      { class: "match learn", "data-game": game },
      h("div", { class: "stage-row" }, this.#stage),
      h(
        "div",
        { class: "match-side" },
        h("h1", { class: "lesson-of" }, this.title),
        this.#stepList,
        this.#side,
      ),
    );
    void this.#begin(this.#step);
  }

  dispose(): void {
    this.#visit++;
    this.#board?.dispose();
  }

  get #now(): Step {
    return this.#course.steps[this.#step] ?? {};
  }

  async #begin(step: number): Promise<void> {
    this.#step = step;
    this.#moves = [];
    this.#made = 0;
    this.#phase = this.#now.good ? "try" : "read";
    const state = await this.#ask();
    if (!state) return;
    this.#board?.dispose();
    this.#board = lessonBoard(this.#game, this.#now.rules ?? "", state, (text) => void this.#play(text));
    fill(this.#stage, this.#board.element);
    this.#show(state, false);
    this.#draw();
  }

  /** The position after this step's moves; null if the person has gone on meanwhile. */
  async #ask(): Promise<State | null> {
    const visit = ++this.#visit,
      { rules = "", start = "", moves = [] } = this.#now;
    try {
      const state = await positionOf(this.#game, rules, start, [...moves, ...this.#moves]);
      return visit === this.#visit ? state : null;
    } catch (e) {
      notice(whyNot(e));
      return null;
    }
  }

  #show(state: State, animate: boolean): void {
    this.#state = state;
    this.#board?.show({
      state,
      interactive: this.#phase === "try" && state.moves.length > 0,
      animate,
      hint: null,
      values: null,
    });
  }

  async #play(text: string): Promise<void> {
    const move = this.#state?.moves.find((one) => one.text === text),
      good = this.#now.good?.[this.#made];
    if (!move || !this.#state || !good || this.#phase !== "try") return;
    const right = good(move, this.#state);
    this.#moves.push(text);
    if (!right) this.#phase = "wrong";
    else if (++this.#made === this.#now.good?.length) this.#phase = "right";
    const state = await this.#ask();
    if (!state) return;
    this.#show(state, true);
    for (const reply of right ? (this.#now.then?.[this.#made - 1] ?? []) : []) {
      const visit = this.#visit;
      await new Promise((done) => setTimeout(done, motion(REPLY_MS)));
      if (visit !== this.#visit) return;
      this.#moves.push(reply);
      const next = await this.#ask();
      if (!next) return;
      this.#show(next, true);
    }
    if (this.#phase === "right") this.#keep();
    this.#draw();
  }

  #keep(): void {
    const done = Math.max(pref("learned")[this.#game] ?? 0, this.#step + 1);
    setPref("learned", { ...pref("learned"), [this.#game]: done });
  }

  #draw(): void {
    const words = this.#words[this.#step],
      last = this.#step === this.#course.steps.length - 1;
    if (!words) return;
    this.element.dataset["made"] = String(this.#made); // how far the step is
    const reached = pref("learned")[this.#game] ?? 0;
    fill(
      this.#stepList,
      this.#words.map((one, i) =>
        h(
          "li",
          null,
          h(
            "button",
            {
              class: i < reached ? "done" : "",
              "data-step": i,
              "aria-label": `${number(i + 1)}. ${one.title}`,
              "aria-current": i === this.#step ? "step" : null,
              title: one.title,
              onclick: () => void this.#begin(i),
            },
            number(i + 1),
          ),
        ),
      ),
    );
    const over = this.#phase === "right" || this.#phase === "read";
    const next = h(
      "button",
      {
        class: "button strong",
        "data-action": last ? "play" : "next",
        onclick: () => {
          if (this.#phase === "read") this.#keep();
          if (last) void playNow(this.#game);
          else void this.#begin(this.#step + 1);
        },
      },
      last ? t.start.playNow : t.learn.next,
    );
    const again = h(
      "button",
      { class: "button strong", "data-action": "retry", onclick: () => void this.#begin(this.#step) },
      icon("again"),
      t.learn.retry,
    );
    fill(
      this.#side,
      h("h2", null, words.title),
      h("p", null, words.lead),
      this.#phase === "right" || (this.#phase === "read" && last)
        ? h("p", { class: "lesson-said right" }, icon("check"), words.right ?? t.match.wellPlayed)
        : this.#phase === "wrong"
          ? h("p", { class: "lesson-said wrong" }, words.wrong ?? t.learn.wrong)
          : null,
      h(
        "div",
        { class: "row wrap" },
        over ? next : this.#phase === "wrong" ? again : null,
        over || last
          ? null
          : h(
              "button",
              { class: "button", "data-action": "skip", onclick: () => void this.#begin(this.#step + 1) },
              t.learn.skip,
            ),
        viewOf(this.#game).rules ? link(`/rules/${this.#game}`, { class: "button" }, t.setup.rules) : null,
      ),
    );
    if (over) next.focus({ preventScroll: true });
    else if (this.#phase === "wrong") again.focus({ preventScroll: true });
  }
}

export async function learnPage(game: Game): Promise<Page | null> {
  const course = await viewOf(game).course?.();
  return course ? new Learn(game, course) : null;
}
