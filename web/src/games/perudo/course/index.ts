/* games/perudo/course - learning Perudo: bids, lamas, what is likely. */
import { type Course, oneOf } from "../../course.js";
import type { PerudoMove, PerudoState } from "../types.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fa } from "./fa.js";
import { it } from "./it.js";

/** A bid that holds at least every other time: the five hidden dice bring two of a face, or one lama. */
function likely({ count, face }: PerudoMove, { players }: PerudoState): boolean {
  const held = players[0]?.cup?.filter((one) => one === face || one === 1).length ?? 0;
  return count !== undefined && count <= held + (face === 1 ? 1 : 2);
}
const rules = "players=2,first=1";

export const course: Course<PerudoState> = {
  words: { en, es, it, fa },
  steps: [
    { rules, start: "13355/????? 1", good: [likely] },
    { rules, start: "13355/????? 2 3x4", good: [likely] },
    { rules, start: "11145/????? 2 4x5", good: [likely] },
    {
      rules,
      start: "22346/????? 2 6x5",
      good: [oneOf("dudo")],
      then: [["1=22346", "2=15566"]],
    },
    {
      rules,
      start: "23456/????? 2 5x5",
      good: [oneOf("dudo")],
      then: [["1=23456", "2=24556"]],
    },
    { rules, start: "11336/????? 2 5x6", good: [oneOf("3x1")] },
    { rules, start: "13366/????? 2 2x1", good: [oneOf("5x3", "5x6")] },
    { rules, start: "22345/????? 1" },
  ],
};
