/* games/tictactoe/board - nine cells to press. */
import type { StateBase } from "../../api/types.js";
import { fill, h } from "../../dom.js";
import type { Board, BoardHost, Shown } from "../board.js";
import { own } from "./text.js";

export interface TictactoeState extends StateBase<{ text: string; cell: number }> {
  /** The seat in each cell, row by row from the top. */
  cells: (number | null)[];
}

const MARKS = ["×", "○"];

export class TictactoeBoard implements Board<TictactoeState> {
  readonly element = h("div", { class: "board tictactoe", role: "group" });

  constructor(private readonly host: BoardHost) {}

  show({ state, interactive }: Shown<TictactoeState>): void {
    fill(
      this.element,
      state.cells.map((owner, cell) => {
        const move = interactive ? state.moves.find((one) => one.cell === cell) : undefined;
        return h(
          "button",
          {
            "data-cell": cell,
            "aria-label": move ? own().cell(move.text) : null,
            disabled: !move,
            onclick: () => move && this.host.play(move.text),
          },
          owner === null ? "" : MARKS[owner],
        );
      }),
    );
  }

  tools(): [] {
    return [];
  }

  dispose(): void {
    this.element.remove();
  }
}
