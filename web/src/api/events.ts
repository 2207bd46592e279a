/* api/events - tournaments: their types, and the organiser's requests (docs/api.md). */
import { type NewSeat, post, ask } from "./http.js";
import type { Clock, Game, Refusal } from "./types.js";

export type EventKind = "round-robin" | "double" | "gauntlet" | "swiss" | "knockout" | "tables";
export type EventState = "new" | "running" | "paused" | "over";

export interface EventSummary {
  name: string;
  game: Game;
  kind: EventKind;
  state: EventState;
  /** By the clock of Greenwich. */
  begun: string;
  rules: string;
  /** How many rounds are paired, and how many there are. */
  round: number;
  rounds: number;
  games: number;
  players: number;
}

export interface EventPlayer {
  number: number;
  name: string;
  kind: "engine" | "program" | "board" | "person" | "unknown";
  level?: string;
  line?: string;
  /** For the organiser. */
  seat?: string;
  points: number;
  games: number;
  wins: number;
  draws: number;
  losses: number;
  tiebreaks: Record<string, number>;
  rating: number | null;
  error: number | null;
  withdrawn: boolean;
}

export interface EventGame {
  match: number;
  number: number;
  over: boolean;
  /** An index into the pairing's players. */
  winner: number | null;
  reason: string;
}

export interface Pairing {
  round: number;
  board: number;
  players: number[];
  result: number[];
  over: boolean;
  reason: string;
  games: EventGame[];
  /** While it is played here: waits for the organiser, is due, is being played. */
  state?: "waits" | "due" | "playing";
  played?: number;
  /** The line of each player that shares lines, counted from 1; null: none yet, or it has its own. */
  lines?: (number | null)[];
  why?: Refusal;
}

export interface Tournament extends Omit<EventSummary, "players"> {
  seats: number;
  clock: Clock;
  tiebreaks: string[];
  /** That boards share. */
  lines: string[];
  here: boolean;
  why?: Refusal;
  players: EventPlayer[];
  pairings: Pairing[];
}

export interface NewEvent {
  name: string;
  kind: EventKind;
  game: Game;
  rules: string;
  clock?: Clock;
  rounds?: number;
  games: number;
  seats?: number;
  adjudicate?: boolean;
  lines?: string[];
  players: NewSeat[];
}

export const eventPath = (name: string): string => `/event/${encodeURIComponent(name)}`;
const address = (name: string): string => `/api/events/${encodeURIComponent(name)}`;

export const createEvent = (
  wish: NewEvent,
): Promise<{ name: string; players: { name: string; token?: string }[] }> => post("/api/events", wish);
export const getEvent = (name: string): Promise<Tournament> => ask(address(name));

export type EventChange =
  | { do: "start" | "pause" }
  | { do: "ready" | "swap"; round: number; board: number }
  | { do: "lines"; lines: string[] }
  | { do: "result"; round: number; board: number; result: number[] }
  | { do: "withdraw" | "link"; player: string }
  | { do: "add"; seat: NewSeat }
  | { do: "seat"; player: string; seat: NewSeat };
export const changeEvent = (name: string, change: EventChange): Promise<{ name: string; token?: string }> =>
  post(address(name), change);

/** The player of that number. */
export const playerOf = (event: Tournament, number: number | undefined): EventPlayer | undefined =>
  event.players.find((player) => player.number === number);
export const playerName = (event: Tournament, number: number | undefined): string =>
  playerOf(event, number)?.name ?? "";

/** The game of a pairing that is being played, or undefined. */
export const liveGame = (pairing: Pairing): EventGame | undefined => pairing.games.find((game) => !game.over);
