/* games/view_box - looking at a part of a drawing: drag to pan, wheel or pinch to zoom.
 *
 * The view is a rectangle of the drawing. Until a person has moved it, it follows the content
 * (`fit`). A press that became a pan is no click: `wasPan` says so. */
import { lessMotion, set } from "../dom.js";

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const PAN_FROM = 7;
const NARROWEST = 220;
const WIDEST = 6000;

export class ViewBox {
  #svg: SVGSVGElement;
  #view: Box = { x: 0, y: 0, width: 100, height: 100 };
  #goal: Box = this.#view;
  #own = false;
  #pointers = new Map<number, { x: number; y: number }>();
  #start: { x: number; y: number } | null = null;
  #frame = 0;
  wasPan = false;

  constructor(svg: SVGSVGElement) {
    this.#svg = svg;
    svg.addEventListener("wheel", (e) => this.#wheel(e), { passive: false });
    svg.addEventListener("pointerdown", (e) => this.#down(e));
    svg.addEventListener("pointermove", (e) => this.#move(e));
    for (const name of ["pointerup", "pointercancel"] as const)
      svg.addEventListener(name, (e) => this.#up(e));
  }

  /** Shows all of a box, unless a person is looking elsewhere. */
  fit(box: Box, animate: boolean): void {
    this.#fitted = box;
    if (!this.#own) this.#go(this.#shaped(box), animate);
  }
  #fitted: Box | null = null;

  /** Back to seeing everything. */
  home(): void {
    this.#own = false;
    if (this.#fitted) this.#go(this.#shaped(this.#fitted), true);
  }

  zoom(factor: number): void {
    const { x, y, width, height } = this.#goal;
    this.#own = true;
    this.#go(
      this.#bounded({
        x: x + (width - width * factor) / 2,
        y: y + (height - height * factor) / 2,
        width: width * factor,
        height: height * factor,
      }),
      true,
    );
  }

  dispose(): void {
    cancelAnimationFrame(this.#frame);
  }

  /** The box grown to the shape of the element. */
  #shaped(box: Box): Box {
    const rect = this.#svg.getBoundingClientRect();
    const aspect = rect.height > 0 ? rect.width / rect.height : 1;
    const width = Math.max(box.width, box.height * aspect),
      height = width / aspect;
    return { x: box.x + (box.width - width) / 2, y: box.y + (box.height - height) / 2, width, height };
  }

  #bounded(box: Box): Box {
    const width = Math.min(WIDEST, Math.max(NARROWEST, box.width)),
      scale = width / box.width;
    return {
      x: box.x + (box.width - width) / 2,
      y: box.y + (box.height * (1 - scale)) / 2,
      width,
      height: box.height * scale,
    };
  }

  #go(goal: Box, animate: boolean): void {
    cancelAnimationFrame(this.#frame);
    this.#goal = goal;
    const from = this.#view,
      begun = performance.now(),
      lasts = animate && !lessMotion() ? 320 : 0;
    const step = (now: number): void => {
      const part = lasts === 0 ? 1 : Math.min(1, Math.max(0, (now - begun) / lasts)),
        ease = 1 - (1 - part) ** 3;
      const mix = (a: number, b: number): number => a + (b - a) * ease;
      this.#view = {
        x: mix(from.x, goal.x),
        y: mix(from.y, goal.y),
        width: mix(from.width, goal.width),
        height: mix(from.height, goal.height),
      };
      this.#apply();
      if (part < 1) this.#frame = requestAnimationFrame(step);
    };
    step(begun);
  }

  #apply(): void {
    const { x, y, width, height } = this.#view;
    set(this.#svg, { viewBox: `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)} ${height.toFixed(1)}` });
  }

  #scale(): number {
    return this.#view.width / Math.max(1, this.#svg.getBoundingClientRect().width);
  }

  #around(clientX: number, clientY: number, factor: number): void {
    const rect = this.#svg.getBoundingClientRect(),
      view = this.#view;
    const px = view.x + ((clientX - rect.left) / rect.width) * view.width,
      py = view.y + ((clientY - rect.top) / rect.height) * view.height;
    const width = Math.min(WIDEST, Math.max(NARROWEST, view.width * factor)),
      f = width / view.width;
    this.#own = true;
    this.#goal = this.#view = {
      x: px - (px - view.x) * f,
      y: py - (py - view.y) * f,
      width,
      height: view.height * f,
    };
    this.#apply();
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    cancelAnimationFrame(this.#frame);
    this.#around(event.clientX, event.clientY, Math.exp(Math.max(-60, Math.min(60, event.deltaY)) * 0.004));
  }

  #down(event: PointerEvent): void {
    this.#pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.#pointers.size === 1) {
      this.#start = { x: event.clientX, y: event.clientY };
      this.wasPan = false;
    }
  }

  #move(event: PointerEvent): void {
    const last = this.#pointers.get(event.pointerId);
    if (!last) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.#pointers.size === 2) {
      const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (other) {
        const was = Math.hypot(last.x - other.x, last.y - other.y),
          is = Math.hypot(now.x - other.x, now.y - other.y);
        this.wasPan = true;
        if (was > 0 && is > 0) this.#around((now.x + other.x) / 2, (now.y + other.y) / 2, was / is);
      }
    } else if (
      this.wasPan ||
      (this.#start && Math.hypot(now.x - this.#start.x, now.y - this.#start.y) > PAN_FROM)
    ) {
      if (!this.wasPan) this.#svg.setPointerCapture(event.pointerId);
      this.wasPan = true;
      this.#own = true;
      cancelAnimationFrame(this.#frame);
      const scale = this.#scale();
      this.#goal = this.#view = {
        ...this.#view,
        x: this.#view.x - (now.x - last.x) * scale,
        y: this.#view.y - (now.y - last.y) * scale,
      };
      this.#apply();
    }
    this.#pointers.set(event.pointerId, now);
  }

  #up(event: PointerEvent): void {
    this.#pointers.delete(event.pointerId);
    if (this.#pointers.size === 0) this.#start = null;
  }
}
