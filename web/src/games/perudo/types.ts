/* games/perudo/types - positions and moves as the server sends them (docs/api.md). */
import type { StateBase } from "../../api/types.js";

export interface PerudoMove {
  text: string;
  kind: string;
  count?: number;
  face?: number;
}
export interface PerudoPlayer {
  seat: number;
  dice: number;
  cup: number[] | null;
  out: boolean;
}
export interface PerudoBid {
  seat: number;
  count: number;
  face: number;
}
export interface PerudoState extends StateBase<PerudoMove> {
  players: PerudoPlayer[];
  bid: PerudoBid | null;
  palifico: boolean;
  calza: boolean;
  starter: number | null;
  round: number;
  history: { seat: number; text: string }[];
  result?: {
    loser: number | null;
    winner: number | null;
    counted: number;
    bid: PerudoBid;
    holds: boolean;
    call: string;
    caller: number;
  };
  /** By the number of the roll among all moves, from 1. */
  commitments: { seat: number; hash: string; move: number }[];
  reveals: { seat: number; key: string; dice: number[] | string; move: number }[];
}
