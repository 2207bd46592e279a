/* games/damas/course - learning Spanish draughts. */
import { anything, type Course, oneOf } from "../../course.js";
import type { DamasState } from "../types.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fa } from "./fa.js";
import { it } from "./it.js";

export const course: Course<DamasState> = {
  words: { en, es, it, fa },
  steps: [
    { good: [anything] },
    { start: "W:W14,6:B19,32", good: [oneOf("14x23")] },
    { start: "W:W3,8,14,5:B19,32,29", good: [oneOf("14x23")] },
    { start: "W:W10,8:B14,23,32", good: [({ captured }) => captured.length === 2] },
    { start: "W:W10,12:B13,15,21,32", good: [({ captured }) => captured.length === 2] },
    { start: "W:W7,25:B13", good: [oneOf("25-29")] },
    {
      start: "W:WK1:B32",
      good: [
        ({ from, to }, { numbering }) => {
          const row = (square: typeof from): number =>
            numbering.findIndex((squares) => squares.includes(square));
          return Math.abs(row(from) - row(to)) > 1;
        },
      ],
    },
    { start: "W:WK4:B18,32", good: [({ kind }) => kind === "capture"] },
    {
      start: "W:W10,12,25:B11,14,19,26",
      good: [oneOf("25-29"), ({ captured }) => captured.length > 1],
      then: [["14x5"]],
    },
    { start: "W:W7,8:B16", good: [oneOf("8-12")] },
  ],
};
