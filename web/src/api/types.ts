/* api/types - what the server says (docs/api.md), as types. */

export type Game = "damas" | "trax" | "perudo" | "dots";

export interface Setting {
  key: string;
  meaning: string;
  kind: string;
  values?: string[];
  least?: number | string;
  most?: number | string;
  default: string | number;
}
export interface Level { name: string; meaning: string }
export interface Engine { name: string; summary: string; unit: string; levels: Level[] }
export interface GameInfo {
  name: Game;
  title: string;
  summary: string;
  seats: { least: number; most: number; usual: number };
  settings: Setting[];
  engines: Engine[];
}
export interface Games { games: GameInfo[]; version: string; contest?: boolean }

export interface Clock { move?: number; game?: number; increment?: number; overage?: number }
export type SeatKind = "person" | "open" | "engine" | "link";
export interface Seat {
  seat: number;
  name: string;
  kind: SeatKind;
  /** What a board or program calls itself. */
  called: string;
  connected?: boolean;
  avatar?: string | null;
  /** What the game calls the seat: "White", "Player 2". */
  side?: string;
}
export interface Clocks { running: number | null; left: (number | null)[]; move: (number | null)[]; at: number; paused?: boolean; trouble?: string }
export interface Verdict { winner: number | null; reason: string; detail: string; score: number[]; culprit?: number | null }
export interface PlayedMove { seat: number; text: string; used: number }
export type OfferKind = "draw" | "undo";
export interface Offer { seat: number; what: OfferKind }

export interface Summary {
  id: number;
  game: Game;
  title: string;
  rules: string;
  seats: { name: string; kind: SeatKind; called: string; avatar?: string | null; side?: string }[];
  /** By the clock of Greenwich: "2026-11-16 01:27:50". */
  begun: string;
  over: boolean;
  winner: number | null;
  reason: string | null;
  detail: string | null;
  score: number[];
  moves: number;
  state?: State;
}

export interface Match {
  id: number;
  game: Game;
  title: string;
  rules: string;
  seats: Seat[];
  you: number | null;
  at: number;
  moves: PlayedMove[];
  clocks: Clocks;
  state: State;
  offers: Offer[];
  verdict: Verdict | null;
  begun?: string;
  clock?: Clock | null;
  listed?: boolean;
  /** Of an unlisted match: what its address has besides the number. */
  key?: string;
  /** Open seats are left: nobody can move yet. */
  waiting?: boolean;
  /** What passed last on the seats' lines; null for those on none. */
  lines?: ({ in: string; out: string } | null)[];
}

interface StateBase<M> {
  turn: number | null;
  over: boolean;
  winner: number | null;
  reason: string | null;
  score: number[];
  text: string;
  last: string | null;
  moves: M[];
}

export interface DotsMove { text: string }
export interface DotsLine { text: string; x1: number; y1: number; x2: number; y2: number; drawn: boolean }
export interface DotsChain { boxes: [number, number][]; kind: "chain" | "loop"; length: number }
export interface DotsState extends StateBase<DotsMove> {
  columns: number;
  rows: number;
  lines: DotsLine[];
  boxes: { x: number; y: number; owner: number | null }[];
  chains: DotsChain[];
}

export type White = "NS" | "EW" | "NE" | "SE" | "SW" | "NW";
export interface TraxTile { x: number; y: number; white: White; forced?: boolean; last?: boolean }
export interface TraxMove { text: string; x: number; y: number; white: White; places: { x: number; y: number; white: White }[] }
export interface TraxState extends StateBase<TraxMove> {
  tiles: TraxTile[];
  box: { x: number; y: number; columns: number; rows: number };
  win?: { kind: "loop" | "line"; seat: number; tiles: [number, number][] };
}

/** A square by its number, or by its name in the variants that write them so. */
export type Square = number | string;
export interface DamasPiece { square: Square; row: number; column: number; seat: number; king: boolean }
export interface DamasMove {
  text: string;
  from: Square;
  to: Square;
  path: Square[];
  captured: Square[];
  kind: "move" | "capture" | "huff" | "pass";
}
export interface DamasState extends StateBase<DamasMove> {
  size: number;
  pieces: DamasPiece[];
  numbering: Square[][];
  must?: string;
}

export interface PerudoMove { text: string; kind: string; count?: number; face?: number }
export interface PerudoPlayer { seat: number; dice: number; cup: number[] | null; out: boolean }
export interface PerudoBid { seat: number; count: number; face: number }
export interface PerudoState extends StateBase<PerudoMove> {
  players: PerudoPlayer[];
  bid: PerudoBid | null;
  palifico: boolean;
  calza: boolean;
  starter: number | null;
  round: number;
  history: { seat: number; text: string }[];
  result?: { loser: number | null; winner: number | null; counted: number; bid: PerudoBid; holds: boolean; call: string; caller: number };
  /** By the number of the roll among all moves, from 1. */
  commitments: { seat: number; hash: string; move: number }[];
  reveals: { seat: number; key: string; dice: number[] | string; move: number }[];
}

export type State = DotsState | TraxState | DamasState | PerudoState;

export interface MoveValue { move: string; value: number | null }
export interface Odds { text: string; count: number; face: number; probability: number }
export interface Evaluation {
  match: number;
  at: number;
  score: number;
  exact: boolean;
  unit: string;
  depth: number;
  line: string[];
  for: number;
}
export interface AnalysisPoint { at: number; score: number; best: string; unit?: string; exact?: boolean }

/** What the server tells over the socket. */
export type Tell =
  | { tell: "match"; id?: number; match: Match }
  | { tell: "move"; match: number; at: number; move: PlayedMove; clocks: Clocks; state: State }
  | { tell: "undone"; match: number; at: number; clocks: Clocks; state: State }
  | { tell: "end"; match: number; verdict: Verdict; state: State; clocks?: Clocks; delay?: number; waited?: number }
  | { tell: "seats"; match: number; seats: Seat[] }
  | { tell: "offer"; match: number; seat: number; what: OfferKind }
  | { tell: "declined"; match: number; what: OfferKind }
  | { tell: "line"; match: number; seat: number; dir: "in" | "out"; time: number; bytes: string }
  | { tell: "look"; id?: number; match: number; at: number; state: State }
  | { tell: "hint"; id?: number; match: number; at: number; move: string; score: number; note: string }
  | { tell: "values"; id?: number; match: number; at: number; values: MoveValue[]; unit: string }
  | ({ tell: "evaluation" } & Evaluation)
  | { tell: "odds"; id?: number; match: number; at: number; bids: Odds[] }
  | { tell: "list"; id?: number; matches: Summary[] }
  | { tell: "clocks"; match: number; clocks: Clocks; seats?: Seat[] }
  | { tell: "commit"; match: number; move: number; hash: string }
  | { tell: "reveal"; match: number; move: number; key: string; at?: number; state?: State }
  | { tell: "note"; match: number; seat: number; text: string }
  | { tell: "done"; id?: number }
  | { tell: "error"; id?: number; match?: number; code: string; message: string };
