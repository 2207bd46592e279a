/* games/damas/board - draughts on wood.
 *
 * A move is chosen step by step: first the piece, then every square on which it lands, by clicks, by
 * dragging or with the arrow keys. `#steps` holds the squares chosen so far; what can follow is read
 * off the paths of the legal moves that begin so. If touched pieces must move, a chosen piece is played as a
 * touch; it stays chosen, and what is clicked before the server has answered waits in `#next`. */
import { freshId, h, motion, s, set } from "../../dom.js";
import { pref, setPref } from "../../prefs.js";
import { number } from "../../text/index.js";
import { type Board, type BoardHost, ruleOf, type Shown, type Tool } from "../board.js";
import { change, type Place, places, route } from "./path.js";
import { grain } from "./wood.js";
import type { DamasMove, DamasPiece, DamasState, Square } from "./types.js";
import { own } from "./text/index.js";

const CELL = 100;
const FRAME = 46;
const DRAG_FROM = 6;

export class DamasBoard implements Board<DamasState> {
  readonly element: HTMLElement;
  #host: BoardHost;
  #svg: SVGSVGElement;
  #squares = s("g");
  #marks = s("g", { class: "damas-marks" });
  #numbers = s("g"); // above the marks, which would cover them
  #pieces = s("g");
  #cursorMark = s("rect", { class: "damas-cursor", width: CELL - 8, height: CELL - 8, rx: 6 });
  #note = h("p", { class: "board-note" });
  #choice = h("div", { class: "board-choice" });
  #elements = new Map<Square, SVGGElement>();
  #shown: Shown<DamasState> | null = null;
  #places = new Map<Square, Place>();
  #size = 0;
  #turned: boolean | null = null;
  #flipped = false;
  #steps: Square[] = [];
  #cursor: Place = [5, 3];
  #drag: { square: Square; x: number; y: number; on: boolean } | null = null;
  #justDragged = false;
  #played = false;
  #touching = false;
  #next: Square = 0;
  #light: number;
  /** Gradients of its own: those of a board that is hidden are not painted. */
  #dyes = { light: freshId("damas-light"), dark: freshId("damas-dark") };

  constructor(host: BoardHost) {
    this.#host = host;
    this.#light = host.seats.findIndex((seat) => seat.side === "White");
    if (this.#light < 0) this.#light = 0;
    this.#svg = s("svg", {
      class: "board damas",
      role: "application",
      "aria-label": `${own().title}. ${own().keys}`,
      tabindex: host.miniature ? null : 0,
      onpointerdown: (e: PointerEvent) => this.#down(e),
      onpointermove: (e: PointerEvent) => this.#move(e),
      onpointerup: (e: PointerEvent) => this.#up(e),
      onpointercancel: () => this.#dropBack(),
      onclick: (e: MouseEvent) => this.#click(e),
      onkeydown: (e: KeyboardEvent) => this.#key(e),
    });
    this.element = h(
      "div",
      { class: "board-frame wood" },
      this.#svg,
      host.miniature ? null : [this.#choice, this.#note],
    );
  }

  tools(): Tool[] {
    return [
      {
        label: own().numbering,
        icon: "numbers",
        pressed: pref("numbering"),
        press: () => {
          setPref("numbering", !pref("numbering"));
          this.#layOut();
          this.#redraw();
        },
      },
      {
        label: own().turn,
        icon: "turn",
        press: () => {
          this.#flipped = !this.#flipped;
          this.#layOut();
          this.#redraw();
        },
      },
    ];
  }

  dispose(): void {}

  show(shown: Shown<DamasState>): void {
    const before = this.#shown?.state ?? null;
    this.#shown = shown;
    const state = this.#shown.state;
    if (before?.text !== state.text || !this.#shown.interactive)
      this.#steps = state.touched !== undefined && shown.interactive ? [state.touched] : [];
    if (before?.text !== state.text || shown.interactive) this.#touching = false;
    if (this.#size !== state.size || this.#turned === null) {
      this.#size = state.size;
      this.#places = places(state);
      this.#turned = this.#sitsAbove();
      this.#layOut();
    }
    this.#svg.classList.toggle("open", shown.interactive);
    const played = this.#played;
    this.#played = false;
    this.#drawPieces(before, state, shown.animate && before?.text !== state.text, played);
    this.#redraw();
    if (shown.interactive && !this.#host.miniature) this.#help(state);
    const next = this.#next;
    if (!next || !shown.interactive) return;
    this.#next = 0;
    if (state.touched !== undefined) this.#pick(next);
  }

  /** Whether this person's pieces start at the top of the board as it is numbered: those of the first seat
   * start at the bottom. */
  #sitsAbove(): boolean {
    return (this.#host.you ?? this.#light) !== 0;
  }

  get #upsideDown(): boolean {
    return (this.#turned ?? false) !== this.#flipped;
  }

  #corner([row, column]: Place): [x: number, y: number] {
    const last = this.#size - 1;
    const [r, c] = this.#upsideDown ? [last - row, last - column] : [row, column];
    return [FRAME + c * CELL, FRAME + r * CELL];
  }

  #centre(square: Square): [x: number, y: number] {
    const [x, y] = this.#corner(this.#places.get(square) ?? [0, 0]);
    return [x + CELL / 2, y + CELL / 2];
  }

  #placeAt(event: MouseEvent): Place | null {
    const box = this.#svg.getBoundingClientRect();
    const scale = (2 * FRAME + this.#size * CELL) / box.width;
    const c = Math.floor(((event.clientX - box.left) * scale - FRAME) / CELL);
    const r = Math.floor(((event.clientY - box.top) * scale - FRAME) / CELL);
    if (r < 0 || c < 0 || r >= this.#size || c >= this.#size) return null;
    return this.#upsideDown ? [this.#size - 1 - r, this.#size - 1 - c] : [r, c];
  }

  #squareAt(place: Place | null): Square {
    return place ? (this.#shown?.state.numbering[place[0]]?.[place[1]] ?? 0) : 0;
  }

  #layOut(): void {
    const state = this.#shown?.state;
    if (!state) return;
    const n = this.#size,
      whole = 2 * FRAME + n * CELL;
    const variant = ruleOf(this.#host.rules, "variant") ?? "spanish";
    const onLight = variant === "spanish" || variant === "portuguese";
    set(this.#svg, { viewBox: `0 0 ${whole} ${whole}` });
    const clip = freshId("clip");
    this.#numbers.replaceChildren();
    this.#squares.replaceChildren(
      s("defs", null, s("clipPath", { id: clip }, s("rect", { width: CELL, height: CELL }))),
      s("rect", { class: "damas-rim", width: whole, height: whole, rx: 14 }),
      s("g", { class: "rim-grain" }, grain(99, whole, whole, 34)),
      s("rect", {
        class: "damas-inlay",
        x: FRAME - 7,
        y: FRAME - 7,
        width: n * CELL + 14,
        height: n * CELL + 14,
        rx: 3,
      }),
    );
    for (let row = 0; row < n; row++)
      for (let column = 0; column < n; column++) {
        const square = state.numbering[row]?.[column] ?? 0;
        const [x, y] = this.#corner([row, column]);
        const light = (square !== 0) === onLight;
        const seed = row * n + column;
        this.#squares.append(
          s(
            "g",
            { class: `damas-square ${light ? "light" : "dark"}`, transform: `translate(${x} ${y})` },
            s("rect", { width: CELL, height: CELL, class: `tone-${(seed * 7) % 3}` }),
            s("g", { "clip-path": `url(#${clip})` }, grain(seed, CELL, CELL, 9)),
          ),
        );
        if (square && pref("numbering") && !this.#host.miniature)
          this.#numbers.append(
            s(
              "text",
              { class: `damas-number ${light ? "light" : "dark"}`, x: x + 4, y: y + 19 },
              String(square),
            ),
          );
      }
    if (!this.#host.miniature) this.#drawCoordinates(variant);
    this.#svg.replaceChildren(
      this.#gradients(),
      this.#squares,
      this.#marks,
      this.#numbers,
      this.#pieces,
      this.#cursorMark,
    );
    this.element.style.setProperty("--aspect", "1");
    for (const [square, element] of this.#elements) this.#put(element, square);
  }

  /** Letters and numbers around boards whose squares are called so, rows and columns around the laboratory's,
   * whose keypad takes them. */
  #drawCoordinates(variant: string): void {
    const lettered = ["russian", "brazilian", "czech"].includes(variant);
    if (!lettered && ruleOf(this.#host.rules, "profile") !== "lab") return;
    for (let i = 0; i < this.#size; i++) {
      const [x, y] = this.#corner([i, i]);
      const column = lettered ? ("abcdefgh"[i] ?? "") : String(i),
        row = lettered ? String(this.#size - i) : String(i);
      const far = FRAME + this.#size * CELL + FRAME / 2;
      this.#squares.append(
        s("text", { class: "damas-edge", x: x + CELL / 2, y: far + 8 }, column),
        s("text", { class: "damas-edge", x: FRAME / 2, y: y + CELL / 2 + 8 }, row),
      );
    }
  }

  #gradients(): SVGDefsElement {
    const stops = (id: string, ...colours: [string, string][]): SVGRadialGradientElement =>
      s(
        "radialGradient",
        { id, cx: "42%", cy: "34%", r: "75%" },
        colours.map(([offset, name]) => s("stop", { offset, class: name })),
      );
    return s(
      "defs",
      null,
      stops(this.#dyes.light, ["0", "l0"], ["0.6", "l1"], ["1", "l2"]),
      stops(this.#dyes.dark, ["0", "d0"], ["0.6", "d1"], ["1", "d2"]),
    );
  }

  #makePiece(piece: DamasPiece): SVGGElement {
    const light = piece.seat === this.#light,
      fill = `url(#${light ? this.#dyes.light : this.#dyes.dark})`;
    return s(
      "g",
      { class: `damas-piece ${light ? "light" : "dark"} ${piece.king ? "king" : "man"}` },
      s("ellipse", { class: "shadow", cx: 3, cy: 10, rx: 42, ry: 39 }),
      piece.king
        ? s(
            "g",
            { class: "under" },
            s("circle", { cy: 4, r: 42, class: "edge" }),
            s("circle", { cy: -2, r: 42, fill }),
          )
        : null,
      s(
        "g",
        { transform: piece.king ? "translate(0 -11)" : "" },
        s("circle", { cy: 4, r: 41, class: "edge" }),
        s("circle", { r: 41, fill }),
        s("circle", { r: 33, class: "ring" }),
        s("circle", { r: 25, class: "ring" }),
        piece.king
          ? s("path", { class: "crown", d: "M-19 12h38l4-25-12 9-11-17-11 17-12-9z M-19 17h38v5h-38z" })
          : s("circle", { r: 17, class: "ring" }),
      ),
    );
  }

  #put(element: SVGGElement, square: Square): void {
    const [x, y] = this.#centre(square);
    element.style.transform = `translate(${x}px, ${y}px)`;
  }

  #drawPieces(before: DamasState | null, state: DamasState, animate: boolean, played: boolean): void {
    const what = before && animate ? change(before, state) : null;
    const old = this.#elements;
    this.#elements = new Map();
    const leaving = new Set(old.values());
    if (what?.moved) {
      const element = old.get(what.moved.from.square);
      if (element) this.#travel(element, what.moved.from, what.moved.to, what.gone, state, played);
    }
    for (const piece of state.pieces) {
      const source = what?.moved?.to.square === piece.square ? what.moved.from.square : piece.square;
      let element = old.get(source);
      const same =
        element?.classList.contains(piece.king ? "king" : "man") &&
        element.classList.contains(piece.seat === this.#light ? "light" : "dark");
      if (!element || !same) {
        const fresh = this.#makePiece(piece);
        if (element) fresh.classList.add("crowned");
        this.#pieces.append(fresh);
        element = fresh;
      } else leaving.delete(element);
      element.classList.remove("selected", "dragged");
      this.#put(element, piece.square);
      this.#elements.set(piece.square, element);
    }
    for (const element of leaving) {
      if (!animate || motion(1) === 0) element.remove();
      else {
        element.classList.add("gone");
        setTimeout(() => element.remove(), 500);
      }
    }
  }

  /** Lets a piece go its way over what it captures; one that was put there by hand is there already. */
  #travel(
    element: SVGGElement,
    from: DamasPiece,
    to: DamasPiece,
    gone: DamasPiece[],
    state: DamasState,
    played: boolean,
  ): void {
    if (played || motion(1) === 0) return;
    const walls = state.pieces
      .filter((piece) => piece !== to)
      .map((piece): Place => [piece.row, piece.column]);
    const way = route(
      [from.row, from.column],
      [to.row, to.column],
      gone.map((piece): Place => [piece.row, piece.column]),
      walls,
      this.#size,
    );
    this.#pieces.append(element); // above the others while it moves
    element.animate(
      way.map((place) => {
        const [x, y] = this.#corner(place);
        return { transform: `translate(${x + CELL / 2}px, ${y + CELL / 2}px)` };
      }),
      { duration: motion(190 + 170 * (way.length - 1)), easing: "ease-in-out" },
    );
  }

  #candidates(): DamasMove[] {
    const moves = this.#shown?.interactive ? this.#shown.state.moves : [];
    return moves.filter(
      (move) =>
        (move.kind === "move" || move.kind === "capture") &&
        this.#steps.every((square, i) => move.path[i] === square),
    );
  }

  /** Marks: the last move, what can be moved, what can be reached, what would be captured. */
  #redraw(): void {
    const shown = this.#shown;
    if (!shown) return;
    const state = shown.state,
      marks: SVGElement[] = [];
    const mark = (square: Square, kind: string): void => {
      const place = this.#places.get(square);
      if (!place) return;
      const [x, y] = this.#corner(place);
      if (kind === "target") marks.push(s("circle", { class: "target", cx: x + 50, cy: y + 50, r: 15 }));
      else if (kind === "taken")
        marks.push(s("path", { class: "taken", d: `M${x + 24} ${y + 24}l52 52M${x + 76} ${y + 24}l-52 52` }));
      else if (kind === "can" || kind === "huff")
        marks.push(s("circle", { class: kind, cx: x + 50, cy: y + 50, r: 46 }));
      else
        marks.push(s("rect", { class: kind, x: x + 2, y: y + 2, width: CELL - 4, height: CELL - 4, rx: 4 }));
    };
    for (const word of (state.last ?? "").replace(/^(huff|touch):/, "").split(/[-x+]/))
      mark(this.#squareNamed(word), "last");
    for (const word of (shown.hint ?? "").split(/[-x+]/)) mark(this.#squareNamed(word), "hint");
    const candidates = this.#candidates();
    if (this.#steps.length === 0) {
      for (const square of new Set(candidates.map((move) => move.from))) mark(square, "can");
      if (shown.interactive)
        for (const move of state.moves) if (move.kind === "huff") mark(move.from, "huff");
    } else {
      mark(this.#steps[0] ?? 0, "from");
      for (const square of new Set(candidates.map((move) => move.path[this.#steps.length] ?? 0)))
        mark(square, "target");
      if (candidates.every((move) => String(move.captured) === String(candidates[0]?.captured)))
        for (const square of candidates[0]?.captured ?? []) mark(square, "taken");
    }
    const must = candidates.some((m) => m.kind === "capture") && !state.moves.some((m) => m.kind === "move");
    for (const element of marks) if (must && element.classList.contains("can")) element.classList.add("must");
    const above = marks.filter((element) => element.classList.contains("taken"));
    this.#marks.replaceChildren(...marks.filter((element) => !above.includes(element)));
    this.#svg.querySelectorAll(":scope > .taken").forEach((element) => element.remove());
    this.#svg.append(...above);
    this.#placeSelected();
    this.#drawCursor();
    this.#offerChoice(candidates);
    for (const square of this.#elements.keys())
      this.#elements
        .get(square)
        ?.classList.toggle("can-move", candidates.some((m) => m.from === square) && this.#steps.length === 0);
  }

  #squareNamed(word: string): Square {
    for (const square of this.#places.keys()) if (String(square) === word) return square;
    return 0;
  }

  /** A piece in the middle of a move is shown on the square of its last step. */
  #placeSelected(): void {
    const [from, ...steps] = this.#steps;
    for (const [square, element] of this.#elements) {
      element.classList.toggle("selected", square === from);
      if (!this.#drag?.on || square !== this.#drag.square)
        this.#put(element, square === from ? (steps.at(-1) ?? square) : square);
    }
  }

  /** If the same squares mean several moves (a stop or a switch), their names are offered. */
  #offerChoice(candidates: DamasMove[]): void {
    const complete =
      this.#steps.length > 1 ? candidates.filter((move) => move.path.length === this.#steps.length) : [];
    const pass = this.#shown?.interactive
      ? this.#shown.state.moves.filter((move) => move.kind === "pass")
      : [];
    this.#choice.replaceChildren(
      ...[...complete, ...pass].map((move) =>
        h(
          "button",
          { class: "button", onclick: () => this.#commit(move) },
          move.kind === "pass" ? own().pass : own().stopWith(move.text),
        ),
      ),
    );
  }

  /** Whether the variant obliges players to make the largest capture. */
  get #majority(): boolean {
    return (
      (ruleOf(this.#host.rules, "profile") ?? "official") === "official" &&
      !["russian", "english", "pool", "czech"].includes(ruleOf(this.#host.rules, "variant") ?? "spanish")
    );
  }

  #help(state: DamasState): void {
    const captures = state.moves.filter((move) => move.kind === "capture");
    const free = state.moves.some((move) => move.kind === "move");
    const huffs = state.moves.filter((move) => move.kind === "huff");
    const most = Math.max(0, ...captures.map((move) => move.captured.length));
    const words =
      state.touched !== undefined
        ? own().mustMove(String(state.touched))
        : captures.length > 0 && !free
          ? this.#majority
            ? own().must(number(most))
            : own().mustAny
          : captures.length > 0
            ? own().mayCapture
            : "";
    this.#note.textContent = [huffs.length > 0 ? own().mayHuff : "", words].filter(Boolean).join(" ");
    this.#note.title = state.must ?? "";
  }

  #commit(move: DamasMove): void {
    this.#played = true;
    this.#steps = [...move.path];
    this.#placeSelected();
    this.#note.textContent = "";
    this.#choice.replaceChildren();
    this.#host.play(move.text);
  }

  #pick(square: Square): boolean {
    const shown = this.#shown;
    if (this.#touching && square) {
      this.#next = square;
      return true;
    }
    if (!shown?.interactive || !square) return false;
    const huff =
      this.#steps.length === 0
        ? shown.state.moves.find((move) => move.kind === "huff" && move.from === square)
        : undefined;
    if (huff) return (this.#host.play(huff.text), true);
    if (this.#steps.length > 0) {
      if (this.#stepTo(square)) return true;
      if (this.#steps.length > 1 && this.#steps.at(-1) === square) return false;
    }
    const touched = shown.state.touched;
    if (touched !== undefined && square !== touched) {
      this.#steps = [touched];
      this.#host.say(own().mustMove(this.#name(touched)));
      this.#redraw();
      return false;
    }
    this.#steps = shown.state.moves.some((move) => move.from === square && move.kind !== "huff")
      ? [square]
      : [];
    if (this.#steps.length === 0) this.#explain(square);
    else this.#host.say(own().chosen(this.#name(square)));
    this.#redraw();
    this.#touch(square);
    return this.#steps.length > 0;
  }

  /** A chosen piece has to move, if the rules say so: the server keeps it. */
  #touch(square: Square): void {
    const touch = this.#shown?.state.moves.find((move) => move.kind === "touch" && move.from === square);
    if (!touch) return;
    this.#touching = true;
    this.#host.play(touch.text);
  }

  #stepTo(square: Square): boolean {
    const candidates = this.#candidates();
    let next = candidates.filter((move) => move.path[this.#steps.length] === square);
    if (next.length === 0) {
      next = candidates.filter((move) => move.to === square && move.path.length > this.#steps.length);
      if (next.length !== 1) return false;
      this.#commit(next[0] as DamasMove);
      return true;
    }
    this.#steps.push(square);
    const only = next.length === 1 ? next[0] : undefined;
    if (only && only.path.length === this.#steps.length) this.#commit(only);
    else {
      this.#host.say(own().goOn);
      this.#redraw();
    }
    return true;
  }

  /** Says why a piece cannot be moved. */
  #explain(square: Square): void {
    const state = this.#shown?.state;
    const piece = state?.pieces.find((p) => p.square === square);
    if (!state || !piece || piece.seat !== this.#host.you) return;
    const captures = state.moves.filter((move) => move.kind === "capture");
    const words =
      captures.length === 0
        ? own().stuck
        : this.#majority
          ? own().otherMust(
              number(Math.max(...captures.map((m) => m.captured.length))),
              captures[0]?.text ?? "",
            )
          : own().otherMustAny(captures[0]?.text ?? "");
    this.#note.textContent = words;
    this.#host.say(words);
    this.#marks.classList.remove("remind");
    requestAnimationFrame(() => this.#marks.classList.add("remind"));
  }

  #down(event: PointerEvent): void {
    if (this.#host.miniature || !this.#shown?.interactive || event.button !== 0) return;
    const square = this.#squareAt(this.#placeAt(event));
    const at = this.#steps.at(-1);
    const own =
      this.#steps.length > 1
        ? square === at
        : this.#shown.state.moves.some((move) => move.from === square && move.kind !== "huff");
    this.#drag = own
      ? {
          square: this.#steps.length > 1 ? (this.#steps[0] ?? square) : square,
          x: event.clientX,
          y: event.clientY,
          on: false,
        }
      : null;
  }

  #move(event: PointerEvent): void {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.on) {
      if (Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_FROM) return;
      drag.on = true;
      this.#svg.setPointerCapture(event.pointerId);
      if (this.#steps.length < 2) this.#steps = [drag.square];
      this.#redraw();
      const element = this.#elements.get(drag.square);
      element?.classList.add("dragged");
      if (element) this.#pieces.append(element);
    }
    const box = this.#svg.getBoundingClientRect(),
      scale = (2 * FRAME + this.#size * CELL) / box.width;
    const element = this.#elements.get(drag.square);
    if (element)
      element.style.transform = `translate(${(event.clientX - box.left) * scale}px, ${(event.clientY - box.top) * scale}px)`;
  }

  #up(event: PointerEvent): void {
    const drag = this.#drag;
    this.#drag = null;
    if (!drag?.on) return;
    this.#justDragged = true;
    setTimeout(() => (this.#justDragged = false), 0);
    this.#elements.get(drag.square)?.classList.remove("dragged");
    if (this.#stepTo(this.#squareAt(this.#placeAt(event)))) return;
    this.#redraw();
    this.#touch(drag.square);
  }

  #dropBack(): void {
    this.#drag = null;
    const touched = this.#shown?.state.touched;
    this.#steps = touched !== undefined ? [touched] : [];
    this.#svg.querySelector(".dragged")?.classList.remove("dragged");
    this.#redraw();
  }

  #click(event: MouseEvent): void {
    if (this.#justDragged || this.#host.miniature) return;
    const place = this.#placeAt(event);
    if (place) this.#cursor = place;
    this.#pick(this.#squareAt(place));
  }

  #key(event: KeyboardEvent): void {
    const way = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key];
    if (way) {
      const turn = this.#upsideDown ? -1 : 1,
        last = this.#size - 1;
      const clamp = (n: number): number => Math.min(last, Math.max(0, n));
      this.#cursor = [
        clamp(this.#cursor[0] + turn * (way[0] ?? 0)),
        clamp(this.#cursor[1] + turn * (way[1] ?? 0)),
      ];
      this.#host.say(this.#describe(this.#cursor));
      this.#drawCursor();
    } else if (event.key === "Enter" || event.key === " ") this.#pick(this.#squareAt(this.#cursor));
    else if (event.key === "Escape") this.#dropBack();
    else return;
    event.preventDefault();
  }

  #drawCursor(): void {
    const [x, y] = this.#corner(this.#cursor);
    set(this.#cursorMark, { x: x + 4, y: y + 4 });
  }

  #name(square: Square): string {
    const place = this.#places.get(square);
    return place ? this.#describe(place) : String(square);
  }

  #describe(place: Place): string {
    const square = this.#squareAt(place);
    const piece = this.#shown?.state.pieces.find((p) => p.square === square);
    const where = square ? String(square) : own().unused;
    if (!piece) return `${where}, ${own().empty}`;
    const light = piece.seat === this.#light;
    return `${where}, ${piece.king ? (light ? own().whiteKing : own().blackKing) : light ? own().whiteMan : own().blackMan}`;
  }
}
