/* games/dots/types - positions and moves as the server sends them (docs/api.md). */
import type { StateBase } from "../../api/types.js";

export interface DotsMove {
  text: string;
}
export interface DotsLine {
  text: string;
  x1: number;
  y1: number;
  x2: number;
  y2: number;
  drawn: boolean;
}
export interface DotsChain {
  boxes: [number, number][];
  kind: "chain" | "loop";
  length: number;
}
export interface DotsState extends StateBase<DotsMove> {
  columns: number;
  rows: number;
  lines: DotsLine[];
  boxes: { x: number; y: number; owner: number | null }[];
  chains: DotsChain[];
}
