/* games/trax/types - positions and moves as the server sends them (docs/api.md). */
import type { StateBase } from "../../api/types.js";

export type White = "NS" | "EW" | "NE" | "SE" | "SW" | "NW";
export interface TraxTile {
  x: number;
  y: number;
  white: White;
  forced?: boolean;
  last?: boolean;
}
export interface TraxMove {
  text: string;
  x: number;
  y: number;
  white: White;
  places: { x: number; y: number; white: White }[];
}
export interface TraxState extends StateBase<TraxMove> {
  tiles: TraxTile[];
  box: { x: number; y: number; columns: number; rows: number };
  win?: { kind: "loop" | "line"; seat: number; tiles: [number, number][] };
}
