/* games/trax/course - learning Trax: forced tiles, loops, threats, lines. */
import { anything, type Course, oneOf } from "../../course.js";
import type { TraxState } from "../types.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fa } from "./fa.js";
import { it } from "./it.js";

export const course: Course<TraxState> = {
  words: { en, es, it, fa },
  steps: [
    { good: [anything] },
    { moves: ["@0+", "B1+"], good: [anything] },
    { moves: ["@0/", "B1+"], good: [({ places }) => places.length > 0] },
    { moves: ["@0/", "A0\\", "A3+", "A0/"], good: [oneOf("@3\\")] },
    { moves: ["@0+", "@1+", "A2\\", "@2+"], good: [oneOf("C0\\")] },
    {
      moves: ["@0/", "B1\\", "A0+", "@2+"],
      good: [oneOf("A3\\", "B3/", "B3\\", "B3+", "C3/", "C3\\", "C3+")],
    },
    {
      moves: ["@0/", "B1/", "B0\\", "A3\\", "C1\\", "B0+", "A1/", "@2\\", "B0+", "C5+"],
      good: [oneOf("E2/"), oneOf("E5\\")],
      then: [["C1/"]],
    },
    { moves: ["@0+", "A2+", "A3+", "A4+", "A5+", "A6+", "A7+", "B1+"], good: [oneOf("A8+")] },
    {},
  ],
};
