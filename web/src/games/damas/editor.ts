/* games/damas/editor - men and kings on the squares; written as FEN. */
import { s } from "../../dom.js";
import { GridEditor, type MakeEditor, editorWithTurn } from "../editor.js";
import { own } from "./text/index.js";
import type { DamasState, Square } from "./types.js";

const disc = (content: string): SVGSVGElement =>
  s(
    "svg",
    {
      viewBox: "0 0 100 100",
      class: `piece ${content[0] === "W" ? "light" : "dark"}`,
      "aria-hidden": "true",
    },
    s("circle", { cx: 50, cy: 50, r: 40 }),
    content[1] === "K"
      ? s("path", { class: "crown", d: "M28 64h44l5-30-14 10-13-20-13 20-14-10z" })
      : s("circle", { cx: 50, cy: 50, r: 26, class: "ring" }),
  );

/** A square's name; 0 if it is not used. */
const called = (state: DamasState, x: number, y: number): Square => state.numbering[y]?.[x] ?? 0;

export const editDamas: MakeEditor<DamasState> = (state, sides, changed) => {
  const letter = (seat: number): string => (sides[seat] ?? "White").charAt(0);
  const pieces = new Map<Square, string>(
    state.pieces.map((piece) => [piece.square, letter(piece.seat) + (piece.king ? "K" : "M")]),
  );
  let turn = state.turn ?? 0;
  const editor = new GridEditor(
    {
      kind: "damas-editor",
      grid: {
        columns: state.size,
        rows: state.size,
        at: (x, y) => (called(state, x, y) ? (pieces.get(called(state, x, y)) ?? "") : null),
        put: (x, y, content) => void pieces.set(called(state, x, y), content),
      },
      brushes: [
        { content: "WM", words: own().whiteMan },
        { content: "WK", words: own().whiteKing },
        { content: "BM", words: own().blackMan },
        { content: "BK", words: own().blackKing },
        { content: "", words: own().empty },
      ],
      picture: (content) => (content ? disc(content) : null),
      name: (x, y) => String(called(state, x, y)),
    },
    changed,
  );
  const of = (side: string): string =>
    [...pieces]
      .filter(([, content]) => content.startsWith(side))
      .map(([square, content]) => (content[1] === "K" ? `K${square}` : String(square)))
      .join(",");
  return {
    element: editorWithTurn(editor, sides, turn, (seat) => {
      turn = seat;
      changed();
    }),
    clear: () => {
      pieces.clear();
      editor.draw();
    },
    text: () => `${letter(turn)}:W${of("W")}:B${of("B")}`,
  };
};
