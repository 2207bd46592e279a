/* games/trax/editor - tiles; the field grows with them. */
import { s } from "../../dom.js";
import { GridEditor, type MakeEditor, editorWithTurn } from "../editor.js";
import { own } from "./text/index.js";
import { makeTile } from "./tile.js";
import type { TraxState, White } from "./types.js";

/** The digit of a tile: the sides that black joins, left 1, down 2, right 4, up 8. */
const DIGITS: Record<White, string> = { NS: "5", EW: "a", NE: "3", SE: "9", SW: "c", NW: "6" };
const BRUSHES: White[] = ["NS", "EW", "NE", "SE", "SW", "NW"];

export const editTrax: MakeEditor<TraxState> = (state, sides, changed) => {
  const tiles = new Map<string, White>(state.tiles.map((tile) => [`${tile.x},${tile.y}`, tile.white]));
  let turn = state.turn ?? 0,
    left = 0,
    top = 0,
    columns = 0,
    rows = 0;
  /** Always a space free around the tiles, so that one more can be laid anywhere beside them. */
  const measure = (): void => {
    const places = [...tiles.keys()].map((key) => key.split(",").map(Number));
    const xs = places.map(([x = 0]) => x),
      ys = places.map(([, y = 0]) => y);
    left = Math.min(0, ...xs) - 1;
    top = Math.min(0, ...ys) - 1;
    columns = Math.max(0, ...xs) + 2 - left;
    rows = Math.max(0, ...ys) + 2 - top;
  };
  measure();
  const editor = new GridEditor(
    {
      kind: "trax-editor",
      grid: {
        get columns() {
          return columns;
        },
        get rows() {
          return rows;
        },
        at: (x, y) => tiles.get(`${x + left},${y + top}`) ?? "",
        put: (x, y, content) => {
          const place = `${x + left},${y + top}`;
          if (content) tiles.set(place, content as White);
          else tiles.delete(place);
          measure();
        },
      },
      brushes: [
        ...BRUSHES.map((white) => ({ content: white as string, words: own().tileCalled(white) })),
        { content: "", words: own().eraser },
      ],
      picture: (content) =>
        content
          ? s(
              "svg",
              { viewBox: "0 0 100 100", "aria-hidden": "true" },
              makeTile(0, 0, content as White, "laid"),
            )
          : null,
      name: (x, y) => `${x + left},${y + top}`,
    },
    changed,
  );
  return {
    element: editorWithTurn(editor, sides, turn, (seat) => {
      turn = seat;
      changed();
    }),
    clear: () => {
      tiles.clear();
      measure();
      editor.draw();
    },
    text: () => {
      const side = turn === 0 ? "W" : "B";
      if (tiles.size === 0) return `- ${side}`;
      const lines: string[] = [];
      for (let y = top + 1; y < top + rows - 1; y++) {
        let text = "";
        for (let x = left + 1; x < left + columns - 1; x++) {
          const tile = tiles.get(`${x},${y}`);
          text += tile ? DIGITS[tile] : ".";
        }
        lines.push(text);
      }
      // the origin need not hold a tile: rows and columns without any are left out
      while (/^\.*$/.test(lines[0] ?? "x")) lines.shift();
      while (/^\.*$/.test(lines.at(-1) ?? "x")) lines.pop();
      const first = Math.min(...lines.map((line) => line.search(/[^.]/)).filter((n) => n >= 0));
      return `${lines.map((line) => line.slice(first).replace(/\.+$/, "") || ".").join("/")} ${side}`;
    },
  };
};
