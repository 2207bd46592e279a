/* api/types - the server's messages (docs/api.md), as types. Fields of one game are in its folder. */
import type { Game, StateOf } from "../games/index.js";
import type { EventSummary, Tournament } from "./events.js";

export type { Game } from "../games/index.js";

/** What is filled into a message. */
export type Argument = string | number;
/** What was refused: its kind, why (in English), and if there are words for it in every language, which they
 * are. */
export interface Refusal {
  code: string;
  message: string;
  reason?: string;
  args?: Argument[];
  /** Which part of a request is wrong, such as "seats/1". */
  where?: string;
}

export interface Setting {
  key: string;
  meaning: string;
  kind: string;
  values?: string[];
  least?: number | string;
  most?: number | string;
  default: string | number;
}
export interface Level {
  name: string;
  meaning: string;
  /** A way of playing, neither weaker nor stronger than its neighbours in the list. */
  style?: boolean;
}
export interface Engine {
  name: string;
  summary: string;
  unit: string;
  levels: Level[];
}
/** What a game is like (src/games/game.h). */
export interface Features {
  /** Some of it is hidden from some seats. */
  hidden: boolean;
  /** Dice or lots decide some of it. */
  chance: boolean;
  /** A seat may move out of turn under some of its rules. */
  interrupts: boolean;
  /** The score shows who is ahead; otherwise only the result counts. */
  scores: boolean;
  /** It makes sense to offer a draw. */
  draws: boolean;
  /** The server knows the odds of bids. */
  odds: boolean;
}
/** How its boards on lines play. */
export interface BoardLines {
  protocol: string;
  /** `damero board` plays such a board in software. */
  emulated: boolean;
  /** It can be asked for its team's id. */
  team: boolean;
  /** What it has for a move without a clock, in ms. */
  move?: number;
  /** A setting that a match between boards has unless another is chosen, such as "pass=on". */
  rules?: string;
}
export interface GameInfo {
  name: Game;
  title: string;
  summary: string;
  seats: { least: number; most: number; usual: number };
  /** What the usual rules call the seats: "White", "Player 2". */
  sides: string[];
  features: Features;
  boards: BoardLines;
  settings: Setting[];
  engines: Engine[];
}
export interface Games {
  games: GameInfo[];
  version: string;
  contest?: boolean;
  /** Who may begin matches, as the operator has it. */
  begin?: "everybody" | "password" | "nobody";
}

export interface Clock {
  move?: number;
  game?: number;
  increment?: number;
  overage?: number;
}
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
  /** Whether it is the seat of an account, whose name nobody else has. */
  account?: boolean;
}
export interface Clocks {
  running: number | null;
  left: (number | null)[];
  move: (number | null)[];
  at: number;
  paused?: boolean;
  /** The match is paused because moves cannot be saved; it continues automatically. */
  trouble?: Refusal;
}
export interface Verdict {
  winner: number | null;
  reason: string;
  detail: string;
  score: number[];
  culprit?: number | null;
  /** The code of `detail` and its values, if it is translated. */
  code?: string;
  args?: Argument[];
}
export interface PlayedMove {
  seat: number;
  text: string;
  used: number;
  /** What the player reported: its score, for itself, and how deep it looked. Hidden from those who play until
   * the match is over. */
  score?: number;
  depth?: number;
}
export type OfferKind = "draw" | "undo";
export interface Offer {
  seat: number;
  what: OfferKind;
}

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

/** What somebody said at a match: a text, or one of the set phrases. */
export interface ChatLine {
  number: number;
  /** In seconds since 1970. */
  time: number;
  /** Null for a spectator. */
  seat: number | null;
  name: string;
  text?: string;
  phrase?: string;
}
export interface Chat {
  on: boolean;
  lines: ChatLine[];
}

export interface MatchOf<G extends Game> {
  id: number;
  game: G;
  title: string;
  rules: string;
  seats: Seat[];
  you: number | null;
  at: number;
  moves: PlayedMove[];
  clocks: Clocks;
  state: StateOf<G>;
  offers: Offer[];
  verdict: Verdict | null;
  begun?: string;
  clock?: Clock | null;
  listed?: boolean;
  /** Of an unlisted match: the secret part of its address. */
  key?: string;
  /** Open seats are left: nobody can move yet. */
  waiting?: boolean;
  chat?: Chat;
  /** How many watch without a seat. */
  spectators?: number;
  /** The last bytes on the seats' lines; null for seats without one. */
  lines?: ({ in: string; out: string } | null)[];
}
/** A match: `game` says which positions it has. */
export type Match = { [G in Game]: MatchOf<G> }[Game];

export interface StateBase<M extends { text: string } = { text: string }> {
  turn: number | null;
  over: boolean;
  winner: number | null;
  reason: string | null;
  score: number[];
  text: string;
  last: string | null;
  moves: M[];
}

/** A position of whichever game. */
export type State = StateOf<Game>;

export interface MoveValue {
  move: string;
  value: number | null;
}
export interface Odds {
  text: string;
  count: number;
  face: number;
  probability: number;
}
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
export interface AnalysisPoint {
  at: number;
  score: number;
  best: string;
  unit?: string;
  exact?: boolean;
}

/** A move of a match, judged: the one after `at` moves. */
export interface Judged {
  at: number;
  seat: number;
  best: string;
  /** How much of the expected result it gave away, 0 to 1. */
  cost: number;
  class: "best" | "good" | "inaccuracy" | "mistake" | "blunder";
  exact: boolean;
}
export interface Review {
  moves: Judged[];
  accuracy: (number | null)[];
}

/** What the server sends over the socket. */
export type Tell =
  | { tell: "match"; id?: number; match: Match }
  | { tell: "move"; match: number; at: number; move: PlayedMove; clocks: Clocks; state: State }
  | { tell: "undone"; match: number; at: number; clocks: Clocks; state: State }
  | {
      tell: "end";
      match: number;
      verdict: Verdict;
      state: State;
      clocks?: Clocks;
      delay?: number;
      waited?: number;
    }
  | { tell: "seats"; match: number; seats: Seat[] }
  | { tell: "chat"; id?: number; match: number; line?: ChatLine; chat?: Chat }
  | { tell: "spectators"; match: number; count: number }
  | { tell: "offer"; match: number; seat: number; what: OfferKind }
  | { tell: "declined"; match: number; what: OfferKind }
  | { tell: "line"; match: number; seat: number; dir: "in" | "out"; time: number; bytes: string }
  | { tell: "event"; id?: number; event: Tournament; you?: number | null }
  | { tell: "events"; id?: number; events: EventSummary[] }
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
  | { tell: "stopping" }
  | ({ tell: "error"; id?: number; match?: number } & Refusal);
