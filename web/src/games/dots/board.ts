/* games/dots/board - Dots and Boxes: a slate with brass dots.
 *
 * The area in which a line is hit is the diamond between its two dots and the centres of the boxes
 * beside it: they tile the board, so every point belongs to the nearest line. The keyboard moves a
 * cursor from open line to open line. */
import { h, keyed, s, set } from "../../dom.js";
import { pref, setPref } from "../../prefs.js";
import { number } from "../../text/index.js";
import type { Board, BoardHost, Shown, Tool } from "../board.js";
import type { DotsLine, DotsState } from "./types.js";
import { own } from "./text/index.js";

const CELL = 100;
const MARGIN = 62;
/** Lines closer than this on the screen are drawn with two taps of a finger: one to aim, one to draw. */
const FINGER = 38;

const at = (n: number): number => MARGIN + n * CELL;

export class DotsBoard implements Board<DotsState> {
  readonly element: HTMLElement;
  #host: BoardHost;
  #svg: SVGSVGElement;
  #chains = s("g", { class: "dots-chains" });
  #boxes = s("g");
  #lines = s("g");
  #values = s("g", { class: "dots-values" });
  #dots = s("g", { class: "dots-dots" });
  #boxElements = new Map<string, SVGGElement>();
  #lineElements = new Map<string, SVGGElement>();
  #shown: Shown<DotsState> | null = null;
  #size = "";
  #cursor: string | null = null;
  #aimed: string | null = null;

  constructor(host: BoardHost) {
    this.#host = host;
    this.#svg = s("svg", {
      class: "board dots",
      role: "group",
      "aria-label": own().title,
      onkeydown: (e: KeyboardEvent) => this.#key(e),
    });
    this.element = h("div", { class: "board-frame slate" }, this.#svg);
  }

  tools(): Tool[] {
    return [
      {
        label: own().chains,
        icon: "chain",
        pressed: pref("chains"),
        press: () => {
          setPref("chains", !pref("chains"));
          this.#drawChains();
        },
      },
    ];
  }

  dispose(): void {}

  show(shown: Shown<DotsState>): void {
    this.#shown = shown;
    const { state, interactive } = this.#shown;
    const size = `${state.columns}x${state.rows}`;
    if (size !== this.#size) this.#layOut(state);
    this.#size = size;
    this.#svg.classList.toggle("open", interactive);
    this.#aimed = null;
    this.#drawBoxes(state);
    this.#drawLines(state);
    this.#drawChains();
    this.#drawValues();
  }

  #layOut(state: DotsState): void {
    const width = at(state.columns) + MARGIN,
      height = at(state.rows) + MARGIN;
    set(this.#svg, { viewBox: `0 0 ${width} ${height}` });
    this.#boxElements.clear();
    this.#lineElements.clear();
    for (const group of [this.#boxes, this.#lines, this.#dots]) group.replaceChildren();
    for (let y = 0; y <= state.rows; y++)
      for (let x = 0; x <= state.columns; x++) this.#dots.append(s("circle", { cx: at(x), cy: at(y), r: 9 }));
    this.#svg.replaceChildren(this.#boxes, this.#chains, this.#lines, this.#dots, this.#values);
    this.element.style.setProperty("--aspect", String(width / height));
  }

  #drawBoxes(state: DotsState): void {
    const owned = state.boxes.filter((box) => box.owner !== null);
    keyed(
      this.#boxes,
      this.#boxElements,
      owned,
      (box) => `${box.x},${box.y},${box.owner}`,
      (box) =>
        s(
          "g",
          { class: `dots-box seat-${box.owner}` },
          s("rect", { x: at(box.x) + 7, y: at(box.y) + 7, width: CELL - 14, height: CELL - 14, rx: 9 }),
          box.owner === 0
            ? s("path", { class: "mark", d: `M${at(box.x) + 50} ${at(box.y) + 31}l19 19-19 19-19-19z` })
            : s("circle", { class: "mark", cx: at(box.x) + 50, cy: at(box.y) + 50, r: 16 }),
        ),
      () => undefined,
    );
  }

  #label(line: DotsLine): string {
    const value = this.#shown?.values?.find((v) => v.move === line.text)?.value;
    return value === null || value === undefined
      ? own().line(line.text)
      : `${own().line(line.text)}, ${own().worth(signed(value))}`;
  }

  #drawLines(state: DotsState): void {
    const legal = new Set(state.moves.map((move) => move.text));
    const interactive = this.#shown?.interactive ?? false;
    const hint = this.#shown?.hint;
    if (!this.#cursor || !legal.has(this.#cursor))
      this.#cursor = state.moves.find((m) => m.text !== "0000")?.text ?? null;
    keyed(
      this.#lines,
      this.#lineElements,
      state.lines,
      (line) => line.text,
      (line) => this.#makeLine(line),
      (group, line) => {
        const open = interactive && legal.has(line.text);
        const fresh = line.drawn && group.classList.contains("undrawn");
        group.setAttribute(
          "class",
          [
            "dots-line",
            line.drawn ? "drawn" : "undrawn",
            open ? "can" : "",
            line.text === state.last ? "last" : "",
            line.text === hint ? "hint" : "",
            fresh && this.#shown?.animate ? "fresh" : "",
          ]
            .filter(Boolean)
            .join(" "),
        );
        set(group, {
          role: open ? "button" : null,
          tabindex: open ? (line.text === this.#cursor ? 0 : -1) : null,
          "aria-label": open ? this.#label(line) : null,
          "data-move": line.text,
        });
      },
    );
  }

  #makeLine(line: DotsLine): SVGGElement {
    const [x1, y1, x2, y2] = [at(line.x1), at(line.y1), at(line.x2), at(line.y2)];
    const cx = (x1 + x2) / 2,
      cy = (y1 + y2) / 2;
    const [dx, dy] = y1 === y2 ? [0, CELL / 2] : [CELL / 2, 0];
    const group = s(
      "g",
      {
        class: "dots-line",
        onclick: (e: PointerEvent) => this.#click(line, e.pointerType),
        onfocus: () => (this.#cursor = line.text),
      },
      s("polygon", {
        class: "hit",
        points: `${x1},${y1} ${cx + dx},${cy + dy} ${x2},${y2} ${cx - dx},${cy - dy}`,
      }),
      s("line", { class: "groove", x1, y1, x2, y2 }),
      s("line", { class: "stroke", x1, y1, x2, y2, pathLength: 1 }),
    );
    return group;
  }

  #click(line: DotsLine, pointer: string): void {
    const shown = this.#shown;
    if (!shown?.interactive || !shown.state.moves.some((move) => move.text === line.text)) return;
    const narrow = this.#svg.getBoundingClientRect().width / (shown.state.columns + 1.2) < FINGER;
    if (pointer === "touch" && narrow && this.#aimed !== line.text) {
      this.#lineElements.get(this.#aimed ?? "")?.classList.remove("aimed");
      this.#aimed = line.text;
      this.#lineElements.get(line.text)?.classList.add("aimed");
      this.#host.say(own().again);
      return;
    }
    this.#host.play(line.text);
  }

  #key(event: KeyboardEvent): void {
    const shown = this.#shown;
    if (!shown?.interactive || !this.#cursor) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.#host.play(this.#cursor);
      return;
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const next = this.#nearest(shown.state, this.#cursor, way[0] ?? 0, way[1] ?? 0);
    if (!next) return;
    set(this.#lineElements.get(this.#cursor) ?? this.#svg, { tabindex: -1 });
    this.#cursor = next;
    const element = this.#lineElements.get(next);
    element?.setAttribute("tabindex", "0");
    element?.focus();
  }

  /** The open line that lies nearest in a direction, sideways counting double. */
  #nearest(state: DotsState, from: string, dx: number, dy: number): string | null {
    const legal = new Set(state.moves.map((move) => move.text));
    const here = state.lines.find((line) => line.text === from);
    if (!here) return null;
    let best: string | null = null,
      least = Infinity;
    for (const line of state.lines) {
      if (line.text === from || !legal.has(line.text)) continue;
      const x = (line.x1 + line.x2 - here.x1 - here.x2) / 2,
        y = (line.y1 + line.y2 - here.y1 - here.y2) / 2;
      const ahead = x * dx + y * dy,
        aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (ahead <= 0 || ahead + 2 * aside >= least) continue;
      least = ahead + 2 * aside;
      best = line.text;
    }
    return best;
  }

  #drawChains(): void {
    this.#chains.replaceChildren();
    const state = this.#shown?.state;
    if (!state || this.#host.miniature || !pref("chains")) return;
    for (const chain of state.chains) {
      if (chain.length < 3) continue;
      const points = chain.boxes.map(([x, y]) => `${at(x) + CELL / 2},${at(y) + CELL / 2}`);
      const middle = chain.boxes[Math.floor((chain.boxes.length - 1) / 2)];
      if (!middle) continue;
      const shape =
        chain.kind === "loop"
          ? s("polygon", { points: points.join(" ") })
          : s("polyline", { points: points.join(" ") });
      const x = at(middle[0]) + CELL / 2,
        y = at(middle[1]) + CELL / 2;
      this.#chains.append(
        s(
          "g",
          { class: `dots-chain ${chain.kind}` },
          shape,
          s("circle", { cx: x, cy: y, r: 21 }),
          s("text", { x, y: y + 9 }, number(chain.length)),
          s(
            "title",
            null,
            chain.kind === "loop" ? own().loopOf(number(chain.length)) : own().chainOf(number(chain.length)),
          ),
        ),
      );
    }
  }

  #drawValues(): void {
    this.#values.replaceChildren();
    const shown = this.#shown;
    if (!shown?.values) return;
    const best = Math.max(...shown.values.map((v) => v.value ?? -Infinity));
    for (const { move, value } of shown.values) {
      const line = shown.state.lines.find((l) => l.text === move);
      if (!line || line.drawn || value === null) continue;
      const x = (at(line.x1) + at(line.x2)) / 2,
        y = (at(line.y1) + at(line.y2)) / 2;
      const words = signed(value),
        width = 22 + 13 * words.length;
      this.#values.append(
        s(
          "g",
          { class: value >= best ? "best" : "" },
          s("rect", { x: x - width / 2, y: y - 17, width, height: 34, rx: 17 }),
          s("text", { x, y: y + 8 }, words),
        ),
      );
    }
  }
}

/** A value with its sign, in the language's digits. */
function signed(value: number): string {
  const rounded = Math.round(value * 10) / 10;
  return rounded > 0 ? `+${number(rounded)}` : rounded < 0 ? `−${number(-rounded)}` : number(0);
}
