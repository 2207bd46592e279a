/* match/review - the judgement of a match's moves: marks, words, and the graph with them. */
import type { Judged, Match, Review } from "../api/types.js";
import { h } from "../dom.js";
import { number, percent, t } from "../text/index.js";
import { chipClass, nameOf } from "./seats.js";

/** What is written behind a move, as in books. */
export const MARKS: Record<Judged["class"], string> = {
  best: "",
  good: "",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
export const isFault = (judged: Judged): boolean => MARKS[judged.class] !== "";

/** "Mistake, −18 %. Best was 22-18." */
export function inWords(judged: Judged): string {
  const words = t.review.classes[judged.class];
  if (!isFault(judged) && judged.class !== "good") return words;
  const cost = t.review.cost(percent(judged.cost));
  const best = judged.best ? ` ${t.match.best(judged.best)}` : "";
  return `${words}, ${cost}.${best}${judged.exact ? ` (${t.review.proven})` : ""}`;
}

/** How accurately each seat played, and how often it erred. */
export function table(match: Match, review: Review): HTMLElement {
  return h(
    "div",
    { class: "review-table" },
    match.seats.map((_, i) => {
      const accuracy = review.accuracy[i];
      if (accuracy === null || accuracy === undefined) return null;
      const count = (kind: Judged["class"]): number =>
        review.moves.filter((one) => one.seat === i && one.class === kind).length;
      return h(
        "div",
        { class: "review-seat", "data-seat": i },
        h("i", { class: `seat-chip small ${chipClass(match, i)}` }),
        h("strong", null, nameOf(match, i)),
        h("span", { class: "review-accuracy", title: t.review.accuracy }, percent(accuracy / 100)),
        (["inaccuracy", "mistake", "blunder"] as const).map((kind) =>
          h(
            "span",
            { class: `review-count ${kind}`, title: t.review.classes[kind] },
            `${number(count(kind))} ${MARKS[kind]}`,
          ),
        ),
      );
    }),
  );
}
