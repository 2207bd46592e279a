/* games/trax/tile - a tile with its two tracks, 100 units wide. */
import { s } from "../../dom.js";
import type { White } from "./types.js";

export const TILE = 100;

/** The track that joins two sides. */
const TRACK: Record<White, string> = {
  NS: "M50 0V100",
  EW: "M0 50H100",
  NE: "M50 0A50 50 0 0 0 100 50",
  SE: "M50 100A50 50 0 0 1 100 50",
  SW: "M50 100A50 50 0 0 0 0 50",
  NW: "M50 0A50 50 0 0 1 0 50",
};

/** Ends that reach a little into the next tile, so that no seam shows where tracks meet. */
const ENDS: Record<string, string> = {
  N: "M50 -1.500V1",
  S: "M50 101.500V99",
  E: "M101.500 50H99",
  W: "M-1.500 50H1",
};

/** The sides that black joins on a tile whose white joins these. */
const OTHER: Record<White, White> = { NS: "EW", EW: "NS", NE: "SW", SW: "NE", SE: "NW", NW: "SE" };

export const trackOf = (white: White, seat: number): string => TRACK[seat === 0 ? white : OTHER[white]];

export function makeTile(x: number, y: number, white: White, kind: string): SVGGElement {
  const track = (name: string, sides: White, d = TRACK[sides]): SVGElement[] => [
    s("path", { class: `track-edge ${name}`, d }),
    s("path", { class: `track ${name}`, d }),
    s("path", { class: `track ${name}`, d: [...sides].map((side) => ENDS[side]).join("") }),
  ];
  return s(
    "g",
    { class: `trax-tile ${kind}`, transform: `translate(${x * TILE} ${y * TILE})` },
    s(
      "g",
      { class: "body" },
      s("rect", { class: "face", x: 1, y: 1, width: 98, height: 98, rx: 7 }),
      s("path", { class: "bevel", d: "M5 95V8a3 3 0 0 1 3-3H95" }),
      track("black", OTHER[white]),
      track("white", white),
    ),
  );
}
