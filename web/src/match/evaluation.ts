/* match/evaluation - the bar beside the board, and the course of a whole match as a graph. */
import type { AnalysisPoint, Evaluation, Match } from "../api/types.js";
import { h, s, set } from "../dom.js";
import { number, t } from "../text/index.js";
import { nameOf } from "./seats.js";

/** A score of this size fills three quarters of the half bar, by what it is counted in. */
const SCALE: Record<string, number> = { boxes: 4, box: 4, pieces: 1.5, men: 1.5, man: 1.5, win: 0.6, wins: 0.6, dice: 1.5 };

/** -1 to 1, for seat 0. */
export function leaning(score: number, unit: string): number {
  const scale = SCALE[unit] ?? (Math.abs(score) > 20 ? 150 : 2);
  return Math.tanh(score / scale);
}

export class EvaluationBar {
  readonly element: HTMLElement;
  #fill = h("div", { class: "evaluation-fill" });
  #words = h("span", { class: "evaluation-words" });

  constructor() {
    this.element = h("div", { class: "evaluation", role: "meter", "aria-label": t.match.evaluate, "aria-valuemin": -1, "aria-valuemax": 1, hidden: true }, this.#fill, this.#words);
  }

  /** `first` is the seat at whose end of the bar the fill begins. */
  update(match: Match, evaluation: Evaluation | null, on: boolean, first: number): void {
    this.element.hidden = !on;
    if (!on || !evaluation) return;
    const score = evaluation.for === first ? evaluation.score : -evaluation.score;
    const lean = leaning(score, evaluation.unit);
    this.#fill.style.setProperty("--lean", (0.5 + lean / 2).toFixed(3));
    const ahead = score > 0 ? first : 1 - first;
    const words = Math.abs(score) < 0.05 ? t.match.even : t.match.ahead(nameOf(match, ahead), `${number(Math.round(Math.abs(score) * 100) / 100)}${evaluation.unit ? ` ${evaluation.unit}` : ""}`);
    this.#words.textContent = words + (evaluation.exact ? " ✓" : "");
    set(this.element, { "aria-valuenow": lean.toFixed(2), "aria-valuetext": words, title: `${words} · ${evaluation.line?.join(" ") ?? ""}` });
  }
}

const WIDE = 600, HIGH = 160;

/** The graph of a match: a point for each position, to be clicked. */
export function graph(points: (AnalysisPoint | null)[], moves: number, unit: string, at: number, go: (at: number) => void): SVGSVGElement {
  const x = (n: number): number => 10 + (n * (WIDE - 20)) / Math.max(1, moves);
  const y = (score: number): number => HIGH / 2 - leaning(score, unit) * (HIGH / 2 - 12);
  const known = points.filter((point): point is AnalysisPoint => point !== null).sort((a, b) => a.at - b.at);
  const line = known.map((point, i) => `${i === 0 ? "M" : "L"}${x(point.at).toFixed(1)} ${y(point.score).toFixed(1)}`).join("");
  const last = known.at(-1), first = known[0];
  const area = last && first ? `${line}L${x(last.at).toFixed(1)} ${HIGH / 2}L${x(first.at).toFixed(1)} ${HIGH / 2}Z` : "";
  const svg = s("svg", { class: "graph", viewBox: `0 0 ${WIDE} ${HIGH}`, role: "img", "aria-label": t.match.graph },
    s("line", { class: "axis", x1: 10, y1: HIGH / 2, x2: WIDE - 10, y2: HIGH / 2 }),
    s("path", { class: "area", d: area }), s("path", { class: "course", d: line }),
    s("line", { class: "now", x1: x(at), y1: 4, x2: x(at), y2: HIGH - 4 }),
    known.map((point) => s("circle", { class: "point", cx: x(point.at), cy: y(point.score), r: moves > 80 ? 2.2 : 3.600 }, s("title", null, `${number(point.at)}: ${number(point.score)} · ${point.best}`))));
  svg.addEventListener("click", (e) => {
    const box = svg.getBoundingClientRect();
    go(Math.round((((e.clientX - box.left) / box.width) * WIDE - 10) / (WIDE - 20) * moves));
  });
  return svg;
}
