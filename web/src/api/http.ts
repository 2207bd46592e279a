/* api/http - questions that are asked once. */
import { organiser } from "../prefs.js";
import { addressOf } from "./keys.js";
import type { AnalysisPoint, Clock, Game, GameInfo, Games, Refusal, State, Summary } from "./types.js";

/** What the server refused; text/say words it. */
export class Refused extends Error {
  readonly code: string;
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}

async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const token = organiser();
  const answer = await fetch(
    path,
    token ? { ...init, headers: { ...init?.headers, Authorization: `Bearer ${token}` } } : init,
  );
  const body = (await answer.json().catch(() => null)) as (T & { error?: Refusal }) | null;
  if (!answer.ok || body === null)
    throw new Refused(body?.error ?? { code: String(answer.status), message: answer.statusText });
  return body;
}

export type NewSeat =
  | { kind: "person"; name?: string; avatar?: string }
  | { kind: "open" }
  | { kind: "engine"; engine?: string; level?: string; time?: number }
  | { kind: "link"; spec: string; name?: string };
export interface NewMatch {
  game: Game;
  rules: string;
  start?: string;
  clock?: Clock;
  seats: NewSeat[];
  listed?: boolean;
}
export interface Created {
  match: number;
  key?: string;
  seats: { token?: string }[];
}

let games: Promise<Games> | null = null;
let known: Games | null = null;
/** The games with their features, settings and engines; asked for once. */
export function getGames(): Promise<Games> {
  games ??= ask<Games>("/api/games").then(
    (answer) => (known = answer),
    (e: unknown) => {
      games = null;
      throw e;
    },
  );
  return games;
}
/** A game as the server describes it; undefined as long as it has not answered. */
export const gameInfo = (name: Game): GameInfo | undefined => known?.games.find((game) => game.name === name);

const post = <T>(path: string, body: unknown): Promise<T> =>
  ask(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

export const createMatch = (match: NewMatch): Promise<Created> => post("/api/matches", match);

/** The server's serial devices; refused ("no-contest", "not-organiser") to who may not begin a contest. */
export interface Ports {
  ports: { device: string; driver: string; description: string }[];
  speeds: number[];
  usual: number;
}
export const getPorts = (): Promise<Ports> => ask("/api/ports");
export const abortMatch = (id: number): Promise<{ match: number }> =>
  post(`/api/matches/${addressOf(id)}/abort`, {});

export interface MatchQuery {
  state?: "running" | "over";
  game?: Game;
  before?: number;
  limit?: number;
  states?: 1;
}
export async function getMatches(query: MatchQuery): Promise<Summary[]> {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value));
  return (await ask<{ matches: Summary[] }>(`/api/matches?${search}`)).matches;
}

export const getState = async (id: number, at: number): Promise<State> => {
  const answer = await ask<State | { state: State }>(`/api/matches/${addressOf(id)}/state?at=${at}`);
  return "state" in answer ? answer.state : answer;
};
export const recordAddress = (id: number): string => `/api/matches/${addressOf(id)}/record`;
export interface Thought {
  best: string | null;
  score: number | null;
  exact: boolean;
  unit: string;
  depth: number;
  line: string[];
  for: number;
}
/** What an engine makes of a position: `start`, and the moves from there. */
export const analyse = (question: {
  game: Game;
  rules: string;
  start: string;
  moves: string[];
  time: number;
}): Promise<Thought> => post("/api/analyse", question);
export const getAnalysis = (
  id: number,
  time: number,
): Promise<{ points: (AnalysisPoint | null)[]; done: boolean; of: number }> =>
  ask(`/api/matches/${addressOf(id)}/analysis?time=${time}`);
