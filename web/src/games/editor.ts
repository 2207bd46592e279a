/* games/editor - setting up a position by hand. A game provides an Editor; whether the position is legal, and why
 * not, the server says. GridEditor is one for boards of squares: choose a piece, press squares. */
import type { StateBase } from "../api/types.js";
import { fill, h } from "../dom.js";
import { known, t } from "../text/index.js";

export interface Editor {
  element: HTMLElement;
  /** The position as the game writes it. */
  text(): string;
  /** Takes everything off the board. */
  clear?(): void;
}
export type MakeEditor<S extends StateBase = StateBase> = {
  make(state: S, sides: string[], changed: () => void): Editor;
}["make"];

/** What a square holds; "" is empty, null cannot hold anything. */
export type Content = string | null;
export interface Grid {
  columns: number;
  rows: number;
  at(x: number, y: number): Content;
  put(x: number, y: number, content: string): void;
}
export interface Brush {
  content: string;
  words: string;
}
export interface GridLook {
  grid: Grid;
  brushes: Brush[];
  /** A square's picture, and its name for screen readers. */
  picture(content: string, x: number, y: number): Element | string | null;
  name(x: number, y: number): string;
  /** Whether a brush fits a square. */
  fits?(content: string, x: number, y: number): boolean;
  kind: string;
}

export class GridEditor {
  readonly element: HTMLElement;
  #look: GridLook;
  #changed: () => void;
  #brush: string;
  #palette = h("div", { class: "row wrap brushes", role: "group", "aria-label": t.analysis.pieces });
  #board = h("div", { class: "grid-board", dir: "ltr", role: "group", "aria-label": t.analysis.board });
  #focus = "";

  constructor(look: GridLook, changed: () => void) {
    this.#look = look;
    this.#changed = changed;
    this.#brush = look.brushes[0]?.content ?? "";
    this.element = h("div", { class: `grid-editor ${look.kind}` }, this.#palette, this.#board);
    this.#board.addEventListener("click", (e) => this.#press(e));
    this.#board.addEventListener("keydown", (e) => this.#key(e));
    this.draw();
  }

  draw(): void {
    const { grid, brushes, picture, name } = this.#look;
    fill(
      this.#palette,
      brushes.map((brush) =>
        h(
          "button",
          {
            type: "button",
            class: "button brush",
            "data-brush": brush.content || "empty",
            "aria-label": brush.words,
            title: brush.words,
            "aria-pressed": String(brush.content === this.#brush),
            onclick: () => {
              this.#brush = brush.content;
              this.draw();
              this.#palette.querySelector<HTMLElement>("[aria-pressed=true]")?.focus();
            },
          },
          (brush.content && picture(brush.content, -1, -1)) || "✕",
        ),
      ),
    );
    const cells: HTMLElement[] = [];
    for (let y = 0; y < grid.rows; y++)
      for (let x = 0; x < grid.columns; x++) {
        const content = grid.at(x, y),
          place = `${x},${y}`;
        cells.push(
          content === null
            ? h("span", { class: "cell off" })
            : h(
                "button",
                {
                  type: "button",
                  class: "cell",
                  "data-cell": place,
                  tabindex: place === this.#focus ? 0 : -1,
                  "aria-label": `${name(x, y)}: ${this.#words(content)}`,
                },
                picture(content, x, y) ?? "",
              ),
        );
      }
    this.#board.style.setProperty("--columns", String(grid.columns));
    fill(this.#board, cells);
    if (!this.#board.querySelector("[tabindex='0']"))
      this.#board.querySelector(".cell[data-cell]")?.setAttribute("tabindex", "0");
  }

  #words(content: string): string {
    return this.#look.brushes.find((brush) => brush.content === content)?.words ?? t.analysis.empty;
  }

  #press(e: MouseEvent): void {
    const place = (e.target as Element).closest<HTMLElement>("[data-cell]")?.dataset["cell"];
    if (!place) return;
    const [x = 0, y = 0] = place.split(",").map(Number);
    const { grid, fits } = this.#look;
    if (fits && !fits(this.#brush, x, y)) return;
    grid.put(x, y, grid.at(x, y) === this.#brush ? "" : this.#brush);
    this.#focus = place;
    this.draw();
    this.#board.querySelector<HTMLElement>(`[data-cell="${place}"]`)?.focus();
    this.#changed();
  }

  /** The arrow keys go to the next square in that direction that can hold something. */
  #key(e: KeyboardEvent): void {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const place = (e.target as HTMLElement).dataset["cell"];
    if (!step || !place) return;
    e.preventDefault();
    e.stopPropagation();
    const [x = 0, y = 0] = place.split(",").map(Number),
      [dx = 0, dy = 0] = step;
    const cells = [...this.#board.querySelectorAll<HTMLElement>("[data-cell]")];
    const ahead = cells
      .map((cell) => {
        const [cx = 0, cy = 0] = (cell.dataset["cell"] ?? "").split(",").map(Number);
        const along = (cx - x) * dx + (cy - y) * dy,
          aside = Math.abs((cx - x) * dy) + Math.abs((cy - y) * dx);
        return { cell, along, aside };
      })
      .filter((one) => one.along > 0)
      .sort((a, b) => a.along + 1.5 * a.aside - b.along - 1.5 * b.aside);
    const next = ahead[0]?.cell;
    if (!next) return;
    for (const cell of cells) cell.setAttribute("tabindex", cell === next ? "0" : "-1");
    this.#focus = next.dataset["cell"] ?? "";
    next.focus();
  }
}

/** Who is to move. */
const turnField = (sides: string[], turn: number, changed: (turn: number) => void): HTMLElement =>
  h(
    "label",
    { class: "field" },
    t.analysis.toMove,
    h(
      "select",
      {
        "data-field": "turn",
        onchange: (e: Event) => changed(Number((e.target as HTMLSelectElement).value)),
      },
      sides.map((side, i) => h("option", { value: i, selected: i === turn }, known(t.called, side))),
    ),
  );

/** A grid with the seat on turn above it. */
export const editorWithTurn = (
  grid: GridEditor,
  sides: string[],
  turn: number,
  changed: (turn: number) => void,
): HTMLElement => h("div", { class: "editor" }, turnField(sides, turn, changed), grid.element);
