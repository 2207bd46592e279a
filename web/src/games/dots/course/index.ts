/* games/dots/course - learning Dots and Boxes, up to the double-cross. */
import { anything, type Course, oneOf } from "../../course.js";
import type { DotsState } from "../types.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fa } from "./fa.js";
import { it } from "./it.js";

/** Two rows of four boxes with all level lines drawn: two chains of four. */
const TWO_CHAINS = "1121 2131 3141 4151 1222 2232 3242 4252 1323 2333 3343 4353".split(" ");

/** How many sides each box next to a line has, with it drawn. */
function sidesAfter(text: string, { lines, boxes }: DotsState): number[] {
  const drawn = lines.filter((line) => line.drawn || line.text === text);
  return boxes
    .map(({ x, y }) =>
      drawn.filter(
        ({ x1, y1, x2, y2 }) =>
          Math.min(x1, x2) >= x &&
          Math.max(x1, x2) <= x + 1 &&
          Math.min(y1, y2) >= y &&
          Math.max(y1, y2) <= y + 1,
      ),
    )
    .filter((sides) => sides.some((line) => line.text === text))
    .map((sides) => sides.length);
}
const takes = (move: { text: string }, state: DotsState): boolean => sidesAfter(move.text, state).includes(4);
const safe = (move: { text: string }, state: DotsState): boolean =>
  sidesAfter(move.text, state).every((sides) => sides < 3);

export const course: Course<DotsState> = {
  words: { en, es, it, fa },
  steps: [
    { rules: "size=2x2", good: [anything] },
    { rules: "size=2x2", moves: ["1121", "1112", "2122"], good: [takes] },
    {
      rules: "size=1x3",
      moves: ["1121", "2131", "3141", "1222", "2232", "3242", "1112"],
      good: [takes, takes, takes],
    },
    { rules: "size=2x3", moves: ["1323", "2333", "1222", "2232"], good: [safe] },
    {
      rules: "size=2x3",
      moves: ["1323", "2333", "3343", "1222", "2232", "3242", "1112", "3132"],
      good: [oneOf("3141", "4142")],
    },
    {
      rules: "size=2x4",
      moves: [...TWO_CHAINS, "1213"],
      good: [oneOf("2223"), oneOf("3233"), oneOf("5253")],
      then: [[], [], ["4243", "1112"]],
    },
    {
      rules: "size=2x4",
      moves: [...TWO_CHAINS, "1213", "2223", "3233", "5253", "4243", "1112"],
      good: [takes, takes, takes, takes],
    },
    { rules: "size=5x5" },
  ],
};
