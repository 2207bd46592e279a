/* games/damas/types - positions and moves as the server sends them (docs/api.md). */
import type { StateBase } from "../../api/types.js";

/** A square by its number, or by its name in the variants that write them so. */
export type Square = number | string;
export interface DamasPiece {
  square: Square;
  row: number;
  column: number;
  seat: number;
  king: boolean;
}
export interface DamasMove {
  text: string;
  from: Square;
  to: Square;
  path: Square[];
  captured: Square[];
  kind: "move" | "capture" | "huff" | "touch" | "pass";
}
export interface DamasState extends StateBase<DamasMove> {
  size: number;
  pieces: DamasPiece[];
  numbering: Square[][];
  must?: string;
  /** The piece that was touched and must move. */
  touched?: Square;
}
