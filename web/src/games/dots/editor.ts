/* games/dots/editor - lines, and the owners of boxes that are closed. Lines and boxes share one grid: dots are at
 * even places, boxes at odd ones. */
import { s } from "../../dom.js";
import { known as inWords, t } from "../../text/index.js";
import { type Content, GridEditor, type MakeEditor, editorWithTurn } from "../editor.js";
import { own } from "./text/index.js";
import type { DotsState } from "./types.js";

export const editDots: MakeEditor<DotsState> = (state, sides, changed) => {
  const { columns, rows } = state;
  const drawn = new Set<string>(),
    owners = new Map<string, string>();
  for (const line of state.lines) if (line.drawn) drawn.add(`${line.x1 + line.x2},${line.y1 + line.y2}`);
  for (const box of state.boxes)
    if (box.owner !== null) owners.set(`${2 * box.x + 1},${2 * box.y + 1}`, String(box.owner + 1));
  let turn = state.turn ?? 0;
  const known = new Set(state.lines.map((line) => `${line.x1 + line.x2},${line.y1 + line.y2}`));
  const closed = (x: number, y: number): boolean =>
    [`${x - 1},${y}`, `${x + 1},${y}`, `${x},${y - 1}`, `${x},${y + 1}`].every((side) => drawn.has(side));
  const isLine = (x: number, y: number): boolean => x % 2 !== y % 2;
  const editor = new GridEditor(
    {
      kind: "dots-editor",
      grid: {
        columns: 2 * columns + 1,
        rows: 2 * rows + 1,
        at: (x, y): Content => {
          if (isLine(x, y)) return known.has(`${x},${y}`) ? (drawn.has(`${x},${y}`) ? "line" : "") : null;
          if (x % 2 === 0) return null;
          return closed(x, y) ? (owners.get(`${x},${y}`) ?? "") : null;
        },
        put: (x, y, content) => {
          const place = `${x},${y}`;
          if (!isLine(x, y)) return void owners.set(place, content);
          if (content) drawn.add(place);
          else drawn.delete(place);
        },
      },
      brushes: [
        { content: "line", words: own().lineBrush },
        ...sides.map((side, i) => ({
          content: String(i + 1),
          words: own().ownedBy(inWords(t.called, side)),
        })),
        { content: "", words: own().eraser },
      ],
      fits: (content, x, y) => content === "" || isLine(x, y) === (content === "line"),
      picture: (content, x) =>
        content === ""
          ? null
          : s(
              "svg",
              { viewBox: "0 0 100 100", class: `mark-${content}`, "aria-hidden": "true" },
              content === "line"
                ? s("path", { d: x >= 0 && x % 2 === 0 ? "M50 0V100" : "M0 50H100" })
                : content === "1"
                  ? s("path", { d: "M50 20L80 50 50 80 20 50z" })
                  : s("circle", { cx: 50, cy: 50, r: 28 }),
            ),
      name: (x, y) => (isLine(x, y) ? own().linePlace : own().boxPlace) + ` ${x},${y}`,
    },
    changed,
  );
  const row = (y: number): string => {
    let text = "";
    for (let x = 0; x < 2 * columns + 1; x++)
      if (isLine(x, y) && known.has(`${x},${y}`))
        text += drawn.has(`${x},${y}`) ? (y % 2 === 0 ? "-" : "|") : ".";
    return text;
  };
  return {
    element: editorWithTurn(editor, sides, turn, (seat) => {
      turn = seat;
      changed();
    }),
    clear: () => {
      drawn.clear();
      owners.clear();
      editor.draw();
    },
    text: () => {
      const lines: string[] = [],
        boxes: string[] = [];
      for (let y = 0; y < 2 * rows + 1; y++) lines.push(row(y));
      for (let y = 1; y < 2 * rows; y += 2) {
        let text = "";
        for (let x = 1; x < 2 * columns; x += 2) text += closed(x, y) ? owners.get(`${x},${y}`) || "." : ".";
        boxes.push(text);
      }
      return `${lines.join("/")} ${turn + 1} ${boxes.join("/")}`;
    },
  };
};
