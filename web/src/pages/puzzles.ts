/* pages/puzzles - a position with one right move: try it on the board, see what refutes a wrong one, follow a
 * right one to the end of its line. */
import { gameInfo, positionOf } from "../api/http.js";
import type { Game, State } from "../api/types.js";
import { fill, h, motion } from "../dom.js";
import type { Board } from "../games/board.js";
import { isGame, wordsOf } from "../games/index.js";
import { icon } from "../icons.js";
import { showPicture, smallBoard } from "../match/picture.js";
import {
  choose,
  count,
  dailyPuzzle,
  getPuzzle,
  getPuzzles,
  LOST,
  type Puzzle,
  type PuzzleList,
  solverOf,
  WON,
} from "../puzzles/puzzle.js";
import { rename } from "../place.js";
import { link, notice, type Page } from "../shell.js";
import { known, number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { lessonBoard, REPLY_MS } from "./lesson_board.js";

type Phase = "try" | "busy" | "wrong" | "solved" | "shown";

/** What a value of the puzzle means to the solver. */
function valueWords({ goal }: Puzzle, value: number): string {
  const words = t.puzzles.values;
  if (goal === "win") return value === WON ? words.won : value === LOST ? words.lost : words.open;
  if (goal === "gain")
    return value === LOST
      ? words.lost
      : value === 0
        ? words.nothing
        : (value > 0 ? words.gain : words.lose)(Math.abs(value), number(Math.abs(value)));
  if (goal === "boxes")
    return value === 0
      ? words.drawn
      : (value > 0 ? words.ahead : words.behind)(Math.abs(value), number(Math.abs(value)));
  return words.round((value < 0 ? "−" : "+") + number(Math.abs(value) / 100));
}

class Puzzles implements Page {
  readonly element: HTMLElement;
  readonly title: string;
  #list: PuzzleList;
  #puzzle: Puzzle;
  #daily: boolean;
  #theme = "";
  /** The moves so far, and the decision to make. */
  #moves: string[] = [];
  #at = 0;
  #phase: Phase = "try";
  #said: HTMLElement | null = null;
  /** Whether it has counted for the rating, and by how much that changed. */
  #counted: number | null = null;
  #hints = 0;
  #state: State | null = null;
  #board: Board | null = null;
  #visit = 0;
  #stage = h("div", { class: "stage" });
  #side = h("aside", { class: "lesson puzzle", "aria-live": "polite" });
  #about = h("div", { class: "puzzle-about" });

  constructor(list: PuzzleList, puzzle: Puzzle, daily: boolean) {
    this.#list = list;
    this.#puzzle = puzzle;
    this.#daily = daily;
    this.title = daily ? t.puzzles.daily : t.puzzles.title(wordsOf(puzzle.game).title);
    this.element = h(
      "div",
      { class: "match learn", "data-game": puzzle.game },
      h("div", { class: "stage-row" }, this.#stage),
      h("div", { class: "match-side" }, h("h1", { class: "lesson-of" }, this.title), this.#about, this.#side),
    );
    void this.#open(puzzle);
  }

  dispose(): void {
    this.#visit++;
    this.#board?.dispose();
  }

  async #open(puzzle: Puzzle): Promise<void> {
    this.#puzzle = puzzle;
    this.#moves = [];
    this.#at = 0;
    this.#phase = "try";
    this.#said = null;
    this.#counted = null;
    this.#hints = 0;
    const state = await this.#ask();
    if (!state) return;
    this.#board?.dispose();
    this.#board = lessonBoard(puzzle.game, puzzle.rules, state, (text) => void this.#play(text));
    fill(this.#stage, this.#board.element);
    this.#show(state, false);
    this.#draw();
  }

  async #next(): Promise<void> {
    const visit = ++this.#visit;
    this.#daily = false;
    try {
      const next = await getPuzzle(
        this.#puzzle.game,
        choose(this.#list, this.#theme, this.#puzzle.number) || this.#puzzle.number,
      );
      if (visit !== this.#visit) return;
      rename(`/puzzles/${next.game}/${next.number}`);
      await this.#open(next);
    } catch (e) {
      notice(whyNot(e));
    }
  }

  /** The position after the moves so far; null if the person has gone on meanwhile. */
  async #ask(): Promise<State | null> {
    const visit = ++this.#visit,
      { game, rules, start } = this.#puzzle;
    try {
      const state = await positionOf(game, rules, start, this.#moves);
      return visit === this.#visit ? state : null;
    } catch (e) {
      notice(whyNot(e));
      return null;
    }
  }

  #show(state: State, animate: boolean, hint: string | null = null): void {
    this.#state = state;
    this.#board?.show({
      state,
      interactive: this.#phase === "try" && state.moves.length > 0,
      animate,
      hint,
      values: null,
    });
  }

  /** Plays moves one after the other, each for a while; false if the person has gone on. */
  async #follow(moves: string[]): Promise<boolean> {
    for (const move of moves) {
      const visit = this.#visit;
      await new Promise((done) => setTimeout(done, motion(REPLY_MS)));
      if (visit !== this.#visit) return false;
      this.#moves.push(move);
      const state = await this.#ask();
      if (!state) return false;
      this.#show(state, true);
    }
    return true;
  }

  #count(solved: boolean): void {
    this.#counted ??= count(this.#puzzle, solved);
  }

  async #play(text: string): Promise<void> {
    const decision = this.#puzzle.line[this.#at];
    if (!decision || this.#phase !== "try") return;
    const right = decision.good.includes(text),
      main = text === decision.good[0],
      refuted = decision.wrong[text];
    if (!right && !refuted) return;
    this.#phase = "busy";
    this.#moves.push(text);
    this.#draw();
    const state = await this.#ask();
    if (!state) return;
    this.#show(state, true);
    if (right) {
      this.#at++;
      this.#said = h(
        "p",
        { class: "lesson-said right" },
        icon("check"),
        main ? t.puzzles.right : t.puzzles.alsoRight,
      );
      this.#draw();
      if (main && !(await this.#follow(decision.then))) return;
      const over = !main || this.#at === this.#puzzle.line.length;
      this.#phase = over ? "solved" : "try";
      if (over) this.#count(true);
      if (this.#state) this.#show(this.#state, false);
    } else if (refuted) {
      this.#count(false);
      const words = valueWords(this.#puzzle, refuted.value);
      this.#said = h(
        "p",
        { class: "lesson-said wrong" },
        this.#puzzle.goal === "round"
          ? t.puzzles.notBest(text, words)
          : refuted.reply
            ? t.puzzles.refuted(text, refuted.reply, words)
            : t.puzzles.wrong(text, words),
      );
      this.#draw();
      // A doubt would show dice that nobody has rolled: in a round the answer is only named.
      if (refuted.reply && this.#puzzle.goal !== "round" && !(await this.#follow([refuted.reply]))) return;
      this.#phase = "wrong";
    }
    this.#draw();
  }

  /** Back to the decision that went wrong. */
  async #retry(): Promise<void> {
    const { line } = this.#puzzle;
    this.#moves = line.slice(0, this.#at).flatMap((one) => [one.good[0] ?? "", ...one.then]);
    this.#said = null;
    this.#phase = "try";
    const state = await this.#ask();
    if (!state) return;
    this.#show(state, false);
    this.#draw();
    this.#stage.querySelector<HTMLElement>("svg[tabindex], [tabindex='0']")?.focus({ preventScroll: true });
  }

  /** First what to think of, then the move itself. */
  #hint(): void {
    const { themes, line } = this.#puzzle;
    this.#count(false);
    this.#hints++;
    const first = this.#hints === 1 && themes.length > 0;
    this.#said = h(
      "p",
      { class: "lesson-said" },
      first
        ? t.puzzles.think(themes.map((theme) => known(t.puzzles.themes, theme)).join(", "))
        : t.puzzles.marked(line[this.#at]?.good[0] ?? ""),
    );
    if (!first && this.#state) this.#show(this.#state, false, line[this.#at]?.good[0] ?? null);
    this.#draw();
  }

  async #solution(): Promise<void> {
    this.#count(false);
    const { line } = this.#puzzle,
      rest = line.slice(this.#at).flatMap((one) => [one.good[0] ?? "", ...one.then]);
    this.#moves = line.slice(0, this.#at).flatMap((one) => [one.good[0] ?? "", ...one.then]);
    this.#phase = "busy";
    this.#said = h(
      "p",
      { class: "lesson-said" },
      t.puzzles.solutionIs(rest.join(" "), valueWords(this.#puzzle, line[0]?.value ?? 0)),
    );
    this.#draw();
    const state = await this.#ask();
    if (!state) return;
    this.#show(state, false);
    if (!(await this.#follow(rest))) return;
    this.#phase = "shown";
    this.#draw();
  }

  #drawAbout(): void {
    const { game } = this.#puzzle,
      solver = solverOf(game),
      change = this.#counted;
    const choice = h("select", {
      "aria-label": t.puzzles.theme,
      "data-choice": "theme",
      onchange: (e: Event) => {
        this.#theme = (e.target as HTMLSelectElement).value;
        void this.#next();
      },
    });
    fill(
      choice,
      h("option", { value: "", selected: this.#theme === "" }, t.puzzles.anyTheme),
      this.#list.themes
        .filter((theme) => this.#list.puzzles.some((one) => one.themes.includes(theme)))
        .map((theme) =>
          h("option", { value: theme, selected: theme === this.#theme }, known(t.puzzles.themes, theme)),
        ),
    );
    fill(
      this.#about,
      h(
        "p",
        null,
        t.puzzles.numbered(number(this.#puzzle.number), number(this.#puzzle.rating)),
        " ",
        h(
          "strong",
          { class: "puzzle-rating", "data-rating": Math.round(solver.rating) },
          t.puzzles.rating(number(Math.round(solver.rating))),
          change === null
            ? null
            : h(
                "span",
                { class: change < 0 ? "fell" : "rose" },
                ` (${change < 0 ? "−" : "+"}${number(Math.abs(Math.round(change)))})`,
              ),
        ),
      ),
      this.#daily ? null : choice,
    );
  }

  #draw(): void {
    const puzzle = this.#puzzle,
      over = this.#phase === "solved" || this.#phase === "shown",
      side = this.#state ? (gameInfo(puzzle.game)?.sides[this.#state.turn ?? 0] ?? "") : "";
    this.#drawAbout();
    const button = (action: string, words: string, strong: boolean, press: () => void): HTMLElement =>
      h(
        "button",
        {
          class: strong ? "button strong" : "button",
          "data-action": action,
          disabled: this.#phase === "busy",
          onclick: press,
        },
        words,
      );
    const next = button("next", t.puzzles.next, over, () => void this.#next()),
      retry = button("retry", t.learn.retry, true, () => void this.#retry());
    fill(
      this.#side,
      h("h2", null, t.puzzles.goals[puzzle.goal]),
      puzzle.goal === "round"
        ? h("p", null, t.puzzles.opponent)
        : over || !side
          ? null
          : h("p", null, t.puzzles.toMove(known(t.called, side))),
      this.#said,
      this.#phase === "solved"
        ? h(
            "p",
            { class: "lesson-said right solved" },
            icon("check"),
            t.puzzles.solved(valueWords(puzzle, puzzle.line[0]?.value ?? 0)),
          )
        : null,
      over && puzzle.themes.length > 0
        ? h(
            "p",
            { class: "puzzle-themes" },
            puzzle.themes.map((theme) => h("span", { class: "badge" }, known(t.puzzles.themes, theme))),
          )
        : null,
      h(
        "div",
        { class: "row wrap" },
        this.#phase === "wrong" ? retry : null,
        over
          ? null
          : [
              this.#phase === "wrong" ? null : button("hint", t.puzzles.hint, false, () => this.#hint()),
              button("solution", t.puzzles.solution, false, () => void this.#solution()),
            ],
        next,
        link(`/rules/${puzzle.game}`, { class: "button" }, t.setup.rules),
      ),
    );
    if (over) next.focus({ preventScroll: true });
    else if (this.#phase === "wrong") retry.focus({ preventScroll: true });
  }
}

/** `/puzzles/daily`, `/puzzles/GAME` and `/puzzles/GAME/NUMBER`. */
export async function puzzlesPage(name: string | undefined, part: string | undefined): Promise<Page | null> {
  try {
    if (name === "daily") {
      const of = await dailyPuzzle();
      return of ? new Puzzles(await getPuzzles(of.game), await getPuzzle(of.game, of.number), true) : null;
    }
    if (!isGame(name)) return null;
    const list = await getPuzzles(name);
    if (list.puzzles.length === 0 || (part !== undefined && !/^\d{1,4}$/.test(part))) return null;
    return new Puzzles(list, await getPuzzle(name, part ? Number(part) : choose(list, "", 0)), false);
  } catch (e) {
    notice(whyNot(e));
    return null;
  }
}

/** The puzzle of the day on the start page: its position, and where to solve it and others. */
export function dailyCard(games: readonly Game[]): { element: HTMLElement; dispose(): void } {
  const element = h("section", { class: "daily", hidden: true });
  let board: Board | null = null,
    gone = false;
  const open = async (): Promise<void> => {
    const of = await dailyPuzzle();
    const puzzle = of && (await getPuzzle(of.game, of.number));
    if (!puzzle) return;
    const state = await positionOf(puzzle.game, puzzle.rules, puzzle.start, []);
    if (gone) return;
    const seats = (gameInfo(puzzle.game)?.sides ?? []).map((side, seat) => ({
      name: known(t.called, side),
      side,
      avatar: String(seat),
    }));
    board = smallBoard(puzzle.game, puzzle.rules, seats);
    showPicture(board, state);
    fill(
      element,
      h("div", { class: "miniature", "aria-hidden": "true", inert: true }, board.element),
      h(
        "div",
        { class: "daily-words" },
        h("h2", null, t.puzzles.daily),
        h("p", null, `${wordsOf(puzzle.game).title}. ${t.puzzles.goals[puzzle.goal]}`),
        h(
          "div",
          { class: "row wrap" },
          link("/puzzles/daily", { class: "button strong", "data-daily": puzzle.game }, t.puzzles.solve),
          games.map((game) =>
            link(
              `/puzzles/${game}`,
              { class: "button", "data-puzzles": game },
              t.puzzles.title(wordsOf(game).title),
            ),
          ),
        ),
      ),
    );
    element.hidden = false;
  };
  open().catch(() => undefined); // without a server the page has no puzzle
  return {
    element,
    dispose: () => {
      gone = true;
      board?.dispose();
    },
  };
}
