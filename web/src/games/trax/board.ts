/* games/trax/board - tiles with curved tracks on a board without end.
 *
 * Spaces beside the tiles can be pressed. The first press shows the first tile that fits, with the
 * tiles it would force; each further press the next one. The check mark, or Enter, lays it. */
import { fill, h, keyed, s, set } from "../../dom.js";
import { number, t } from "../../text/index.js";
import type { Board, BoardHost, Shown, Tool } from "../board.js";
import { makeTile, TILE, trackOf } from "./tile.js";
import { ViewBox } from "../view_box.js";
import type { TraxMove, TraxState } from "./types.js";
import { own } from "./text/index.js";

const spot = (x: number, y: number): string => `${x},${y}`;

export class TraxBoard implements Board<TraxState> {
  readonly element: HTMLElement;
  #host: BoardHost;
  #svg: SVGSVGElement;
  #view: ViewBox;
  #tiles = s("g");
  #spaces = s("g");
  #ghosts = s("g", { class: "trax-ghosts" });
  #glow = s("g", { class: "trax-glow" });
  #tileElements = new Map<string, SVGGElement>();
  #spaceElements = new Map<string, SVGGElement>();
  #shown: Shown<TraxState> | null = null;
  #chosen: { space: string; shape: number } | null = null;
  #bar = h("div", { class: "trax-bar", hidden: true });
  #watcher: ResizeObserver;

  constructor(host: BoardHost) {
    this.#host = host;
    this.#svg = s(
      "svg",
      {
        class: "board trax",
        role: "group",
        "aria-label": own().title,
        onkeydown: (e: KeyboardEvent) => this.#key(e),
      },
      this.#tiles,
      this.#spaces,
      this.#ghosts,
      this.#glow,
    );
    this.element = h("div", { class: "board-frame stone" }, this.#svg, host.miniature ? null : this.#bar);
    this.#view = new ViewBox(this.#svg);
    this.#watcher = new ResizeObserver(() => this.#fit(false));
    this.#watcher.observe(this.element);
  }

  tools(): Tool[] {
    return [
      { label: own().closer, icon: "plus", press: () => this.#view.zoom(0.75) },
      { label: own().further, icon: "minus", press: () => this.#view.zoom(1 / 0.75) },
      { label: own().whole, icon: "fit", press: () => this.#view.home() },
    ];
  }

  dispose(): void {
    this.#watcher.disconnect();
    this.#view.dispose();
  }

  show(shown: Shown<TraxState>): void {
    const before = this.#shown?.state;
    this.#shown = shown;
    const state = this.#shown.state;
    if (before?.text !== state.text || before.moves.length !== state.moves.length || !shown.interactive)
      this.#chosen = null;
    this.#svg.classList.toggle("open", shown.interactive);
    this.#drawTiles(state, shown.animate && before !== undefined);
    this.#drawWin(state);
    this.#drawSpaces();
    this.#fit(shown.animate && before !== undefined);
    if (shown.hint && shown.interactive) this.#showHint(shown.hint);
  }

  #fit(animate: boolean): void {
    const state = this.#shown?.state;
    if (!state) return;
    const around = this.#host.miniature ? 0.4 : 1.5,
      { x, y } = state.box;
    // An empty board is the one space of the first tile.
    const columns = Math.max(1, state.box.columns),
      rows = Math.max(1, state.box.rows);
    const least = this.#host.miniature ? 3 : 5;
    const w = Math.max(least, columns + 2 * around),
      g = Math.max(least, rows + 2 * around);
    this.#view.fit(
      {
        x: (x + columns / 2 - w / 2) * TILE,
        y: (y + rows / 2 - g / 2) * TILE,
        width: w * TILE,
        height: g * TILE,
      },
      animate,
    );
  }

  #drawTiles(state: TraxState, animate: boolean): void {
    let late = 0;
    keyed(
      this.#tiles,
      this.#tileElements,
      state.tiles,
      (tile) => `${tile.x},${tile.y},${tile.white}`,
      (tile) => {
        const element = makeTile(tile.x, tile.y, tile.white, animate ? "fresh" : "");
        // forced tiles follow one by one
        if (animate) element.style.setProperty("--late", `${tile.forced ? 120 + 90 * late++ : 0}ms`);
        return element;
      },
      (element, tile) => {
        element.classList.toggle("last", tile.last === true);
        element.classList.toggle("forced", tile.forced === true && !tile.last);
      },
    );
  }

  #drawWin(state: TraxState): void {
    this.#glow.replaceChildren();
    const win = state.win;
    this.#svg.classList.toggle("won", win !== undefined);
    if (!win) return;
    for (const [x, y] of win.tiles) {
      const tile = state.tiles.find((one) => one.x === x && one.y === y);
      if (!tile) continue;
      const d = trackOf(tile.white, win.seat);
      this.#glow.append(
        s(
          "g",
          { transform: `translate(${x * TILE} ${y * TILE})` },
          s("path", { class: "halo", d }),
          s("path", { class: `track ${win.seat === 0 ? "white" : "black"}`, d }),
          s("path", { class: "spark", d }),
        ),
      );
    }
  }

  #shapes(space: string): TraxMove[] {
    return this.#shown?.state.moves.filter((move) => spot(move.x, move.y) === space) ?? [];
  }

  #drawSpaces(): void {
    const moves = this.#shown?.interactive ? this.#shown.state.moves : [];
    const spaces = [...new Set(moves.map((move) => spot(move.x, move.y)))];
    const focus =
      this.#chosen?.space ??
      (this.#spaceElements.size > 0
        ? [...this.#spaceElements].find(([, e]) => e.getAttribute("tabindex") === "0")?.[0]
        : undefined);
    const holder = focus && spaces.includes(focus) ? focus : spaces[0];
    keyed(
      this.#spaces,
      this.#spaceElements,
      spaces,
      (space) => space,
      (space) => {
        const [x = 0, y = 0] = space.split(",").map(Number);
        return s(
          "g",
          {
            class: "trax-space",
            role: "button",
            transform: `translate(${x * TILE} ${y * TILE})`,
            onclick: () => !this.#view.wasPan && this.#press(space),
            onpointerenter: (e: PointerEvent) => e.pointerType === "mouse" && this.#hover(space),
            onpointerleave: () => this.#hover(null),
          },
          s("rect", { x: 4, y: 4, width: 92, height: 92, rx: 8 }),
          s("path", { class: "plus", d: "M50 36v28M36 50h28" }),
        );
      },
      (element, space) => {
        const shapes = this.#shapes(space);
        element.classList.toggle("chosen", this.#chosen?.space === space);
        set(element, {
          tabindex: space === holder ? 0 : -1,
          "data-space": space,
          "aria-label": own().space(shapes[0]?.text.slice(0, -1) ?? "", number(shapes.length)),
        });
      },
    );
    this.#drawGhosts();
  }

  #current(): TraxMove | undefined {
    return this.#chosen ? this.#shapes(this.#chosen.space)[this.#chosen.shape] : undefined;
  }

  #hover(space: string | null): void {
    if (this.#chosen) return;
    this.#ghosts.replaceChildren();
    const move = space ? this.#shapes(space)[0] : undefined;
    if (move) this.#ghosts.append(makeTile(move.x, move.y, move.white, "ghost hovered"));
  }

  #drawGhosts(): void {
    this.#ghosts.replaceChildren();
    const move = this.#current(),
      chosen = this.#chosen;
    if (!move || !chosen) {
      this.#bar.hidden = this.#host.you === null || (this.#shown?.state.over ?? false);
      return fill(this.#bar, h("span", { class: "grow" }, this.#shown?.interactive ? own().choose : ""));
    }
    for (const place of move.places)
      this.#ghosts.append(makeTile(place.x, place.y, place.white, "ghost forced"));
    this.#ghosts.append(makeTile(move.x, move.y, move.white, "ghost"));
    const shapes = this.#shapes(chosen.space);
    this.#ghosts.append(
      s(
        "g",
        {
          class: "trax-check",
          role: "button",
          "aria-label": own().lay,
          "data-lay": move.text,
          transform: `translate(${move.x * TILE + 92} ${move.y * TILE + 8})`,
          onclick: () => this.#host.play(move.text),
        },
        s("circle", { r: 24 }),
        s("path", { d: "M-10 0l7 8 13-15" }),
      ),
    );
    fill(
      this.#bar,
      h(
        "span",
        { class: "grow" },
        own().shape(number(chosen.shape + 1), number(shapes.length)),
        move.places.length > 0 ? ` · ${own().forces(move.places.length, number(move.places.length))}` : "",
      ),
      shapes.length > 1
        ? h("button", { class: "button", onclick: () => this.#press(chosen.space) }, own().next)
        : null,
      h("button", { class: "button", onclick: () => this.#cancel() }, t.cancel),
      h("button", { class: "button strong", onclick: () => this.#host.play(move.text) }, own().lay),
    );
  }

  #press(space: string): void {
    const shapes = this.#shapes(space);
    if (shapes.length === 0) return;
    const shape = this.#chosen?.space === space ? (this.#chosen.shape + 1) % shapes.length : 0;
    this.#chosen = { space, shape };
    const move = shapes[shape];
    if (move)
      this.#host.say(
        `${move.text}. ${move.places.length > 0 ? own().forces(move.places.length, number(move.places.length)) : ""}`,
      );
    this.#drawSpaces();
  }

  #cancel(): void {
    this.#chosen = null;
    this.#drawSpaces();
  }

  #showHint(hint: string): void {
    const move = this.#shown?.state.moves.find((one) => one.text === hint);
    if (!move) return;
    const space = spot(move.x, move.y);
    this.#chosen = { space, shape: this.#shapes(space).indexOf(move) };
    this.#drawSpaces();
  }

  #key(event: KeyboardEvent): void {
    if (!this.#shown?.interactive) return;
    const focused = [...this.#spaceElements].find(([, element]) => element === document.activeElement)?.[0];
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way && focused) this.#moveFocus(focused, way[0] ?? 0, way[1] ?? 0);
    else if (event.key === " " && focused) this.#press(focused);
    else if (event.key === "Enter") {
      const move = this.#current();
      if (move && (!focused || focused === this.#chosen?.space)) this.#host.play(move.text);
      else if (focused) this.#press(focused);
    } else if (event.key === "Escape") this.#cancel();
    else return;
    event.preventDefault();
  }

  #moveFocus(from: string, dx: number, dy: number): void {
    const [x = 0, y = 0] = from.split(",").map(Number);
    let best: string | null = null,
      least = Infinity;
    for (const space of this.#spaceElements.keys()) {
      const [sx = 0, sy = 0] = space.split(",").map(Number);
      const ahead = (sx - x) * dx + (sy - y) * dy,
        aside = Math.abs((sx - x) * dy) + Math.abs((sy - y) * dx);
      if (space === from || ahead <= 0 || ahead + 2 * aside >= least) continue;
      least = ahead + 2 * aside;
      best = space;
    }
    if (!best) return;
    this.#spaceElements.get(from)?.setAttribute("tabindex", "-1");
    const element = this.#spaceElements.get(best);
    element?.setAttribute("tabindex", "0");
    element?.focus();
  }
}
