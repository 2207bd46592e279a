/* games/perudo/dice - ivory dice whose one is a lama, and a leather cup. */
import { s } from "../../dom.js";
import { number } from "../../text/index.js";
import { own } from "./text/index.js";

export const PIPS: Record<number, [number, number][]> = {
  2: [
    [30, 30],
    [70, 70],
  ],
  3: [
    [28, 28],
    [50, 50],
    [72, 72],
  ],
  4: [
    [30, 30],
    [70, 30],
    [30, 70],
    [70, 70],
  ],
  5: [
    [28, 28],
    [72, 28],
    [50, 50],
    [28, 72],
    [72, 72],
  ],
  6: [
    [30, 26],
    [70, 26],
    [30, 50],
    [70, 50],
    [30, 74],
    [70, 74],
  ],
};
export const LAMA =
  "M37 78V52c-4-3-6-8-6-14l-2-15 7 5h5l6-6-1 12c0 4-1 7-3 9l1 5h18c7 0 10 5 10 11l2 10-4 1-2-7-1 15h-6l-2-13H50l-2 13z";

/** What a face is called: its number, or the lama. */
export const faceName = (face: number): string => (face === 1 ? own().lama : number(face));

export function die(face: number, kind = ""): SVGSVGElement {
  return s(
    "svg",
    { class: `die ${kind}`, viewBox: "0 0 100 100", role: "img", "aria-label": faceName(face) },
    s("rect", { class: "die-side", x: 5, y: 9, width: 90, height: 88, rx: 20 }),
    s("rect", { class: "die-top", x: 5, y: 3, width: 90, height: 88, rx: 20 }),
    s(
      "g",
      { transform: "translate(0 -3)" },
      face === 1
        ? s("path", { class: "lama", d: LAMA })
        : (PIPS[face] ?? []).map(([cx, cy]) => s("circle", { class: "pip", cx, cy, r: 9.5 })),
    ),
  );
}

export function cup(dice: number): SVGSVGElement {
  return s(
    "svg",
    {
      class: "cup",
      viewBox: "0 0 100 100",
      role: "img",
      "aria-label": own().underCup(dice, number(dice)),
    },
    s("ellipse", { class: "cup-shadow", cx: 50, cy: 88, rx: 44, ry: 9 }),
    s("path", { class: "cup-body", d: "M24 14q26-8 52 0l14 70q-40 14-80 0z" }),
    s("path", { class: "cup-light", d: "M30 18q6-2 10-2l-8 70q-8-1-14-3z" }),
    s("path", { class: "cup-band", d: "M12.500 72q37.500 13 75 0l2 9q-39.500 13-79 0z" }),
    s("ellipse", { class: "cup-top", cx: 50, cy: 14, rx: 26, ry: 6.5 }),
    s("text", { class: "cup-count", x: 50, y: 58 }, number(dice)),
  );
}
