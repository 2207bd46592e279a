/* boards/trax_tile - a tile with its two tracks, 100 units wide. */
import type { White } from "../api/types.js";
import { s } from "../dom.js";

export const TILE = 100;

/** The track that joins two sides; it reaches a hair into the next tile, so that no seam shows. */
export const TRACK: Record<White, string> = {
  NS: "M50 -.7V100.7",
  EW: "M-.7 50H100.7",
  NE: "M50 -.7V0A50 50 0 0 0 100 50h.7",
  SE: "M50 100.7V100A50 50 0 0 1 100 50h.7",
  SW: "M50 100.7V100A50 50 0 0 0 0 50h-.7",
  NW: "M50 -.7V0A50 50 0 0 1 0 50h-.7",
};

/** The sides that black joins where white joins these. */
export const OTHER: Record<White, White> = { NS: "EW", EW: "NS", NE: "SW", SW: "NE", SE: "NW", NW: "SE" };

export const trackOf = (white: White, seat: number): string => TRACK[seat === 0 ? white : OTHER[white]];

export function makeTile(x: number, y: number, white: White, kind: string): SVGGElement {
  const track = (name: string, d: string): SVGElement[] => [
    s("path", { class: `track-edge ${name}`, d }), s("path", { class: `track ${name}`, d })];
  return s("g", { class: `trax-tile ${kind}`, transform: `translate(${x * TILE} ${y * TILE})` },
    s("g", { class: "body" },
      s("rect", { class: "face", x: 1, y: 1, width: 98, height: 98, rx: 7 }),
      s("path", { class: "bevel", d: "M5 95V8a3 3 0 0 1 3-3H95" }),
      track("black", TRACK[OTHER[white]]), track("white", TRACK[white])));
}
