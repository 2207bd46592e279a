/* match/evaluation - the bar beside the board, and the evaluation of a whole match as a graph. */
import type { AnalysisPoint, Evaluation, Judged, Match } from "../api/types.js";
import { h, s, set } from "../dom.js";
import { number, t } from "../text/index.js";
import { nameOf } from "./seats.js";

/** What engines count in: how much of it is one, and how many ones fill three quarters of the half bar. */
export function measure(unit: string): { one: number; much: number } {
  if (unit.startsWith("hundredths")) return { one: 100, much: 2 };
  if (unit.startsWith("boxes")) return { one: 1, much: 4 };
  if (unit.startsWith("of 255")) return { one: 1, much: 60 };
  return { one: 1, much: 3 };
}

/** From here on a score is a result: the game is won (docs/api.md). */
const CERTAIN = 12000;

/** -1 to 1. */
function leaning(score: number, unit: string): number {
  const { one, much } = measure(unit);
  return Math.tanh(score / one / much);
}

/** "Ann ahead by 1.5", "Ann wins": a score in words; `ahead` is the player it favours. */
export function inWords(score: number, unit: string, ahead: string): string {
  const size = Math.abs(score) / measure(unit).one;
  if (Math.abs(score) >= CERTAIN) return t.match.won(ahead);
  return size < 0.05 ? t.match.even : t.match.ahead(ahead, number(Math.round(size * 100) / 100));
}

export class EvaluationBar {
  readonly element: HTMLElement;
  #fill = h("div", { class: "evaluation-fill" });
  #words = h("span", { class: "evaluation-words" });

  constructor() {
    this.element = h(
      "div",
      {
        class: "evaluation",
        role: "meter",
        "aria-label": t.match.evaluate,
        "aria-valuemin": -1,
        "aria-valuemax": 1,
        hidden: true,
      },
      this.#fill,
      this.#words,
    );
  }

  /** The bar fills from the end of seat `first`; `lead` is what seat 0 has already, if the engine scores
   * only what is still to come. */
  update(match: Match, evaluation: Evaluation | null, on: boolean, first: number, lead: number): void {
    this.element.hidden = !on;
    if (!on || !evaluation) return;
    const score =
      (evaluation.for === first ? evaluation.score : -evaluation.score) + (first === 0 ? lead : -lead);
    const lean = leaning(score, evaluation.unit);
    this.#fill.style.setProperty("--lean", (0.5 + lean / 2).toFixed(3));
    const ahead = score > 0 ? first : 1 - first;
    const words = inWords(score, evaluation.unit, nameOf(match, ahead));
    this.#words.textContent = words + (evaluation.exact ? " ✓" : "");
    set(this.element, {
      "aria-valuenow": lean.toFixed(2),
      "aria-valuetext": words,
      title: `${words} · ${evaluation.line?.join(" ") ?? ""}`,
    });
  }
}

/** The label of a point in the graph: the score of seat 0, or the result. */
export function standing(score: number, unit: string): string {
  if (Math.abs(score) >= CERTAIN) return score > 0 ? "1-0" : "0-1";
  return number(Math.round((score / measure(unit).one) * 100) / 100);
}

const WIDE = 600,
  HIGH = 160;

/** The graph of a match: a point for each position, which can be clicked. */
export function graph(
  points: (AnalysisPoint | null)[],
  moves: number,
  unit: string,
  at: number,
  go: (at: number) => void,
  judged: Judged[] = [],
): SVGSVGElement {
  const x = (n: number): number => 10 + (n * (WIDE - 20)) / Math.max(1, moves);
  const y = (score: number): number => HIGH / 2 - leaning(score, unit) * (HIGH / 2 - 12);
  const known = points.filter((point): point is AnalysisPoint => point !== null).sort((a, b) => a.at - b.at);
  const line = known
    .map((point, i) => `${i === 0 ? "M" : "L"}${x(point.at).toFixed(1)} ${y(point.score).toFixed(1)}`)
    .join("");
  const last = known.at(-1),
    first = known[0];
  const area =
    last && first
      ? `${line}L${x(last.at).toFixed(1)} ${HIGH / 2}L${x(first.at).toFixed(1)} ${HIGH / 2}Z`
      : "";
  const svg = s(
    "svg",
    { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t.match.graph },
    s("line", { class: "axis", x1: 10, y1: HIGH / 2, x2: WIDE - 10, y2: HIGH / 2 }),
    s("path", { class: "area", d: area }),
    s("path", { class: "course", d: line }),
    s("line", { class: "now", x1: x(at), y1: 4, x2: x(at), y2: HIGH - 4 }),
    known.map((point) =>
      s(
        "circle",
        {
          class: `point ${judged.find((one) => one.at === point.at - 1)?.class ?? ""}`,
          cx: x(point.at),
          cy: y(point.score),
          r: moves > 80 ? 2.2 : 3.6,
        },
        s("title", null, `${number(point.at)}: ${standing(point.score, unit)} · ${point.best ?? ""}`),
      ),
    ),
  );
  svg.addEventListener("click", (e) => {
    const box = svg.getBoundingClientRect();
    go(Math.round(((((e.clientX - box.left) / box.width) * WIDE - 10) / (WIDE - 20)) * moves));
  });
  return svg;
}
