/* api/http - questions that are asked once. */
import { organiser, pref } from "../prefs.js";
import { house } from "../site/house.js";
import { addressOf } from "./keys.js";
import { provider } from "./provider.js";
import type {
  AnalysisPoint,
  Clock,
  Game,
  GameInfo,
  Games,
  Match,
  MoveValue,
  Odds,
  Refusal,
  Review,
  State,
  Summary,
} from "./types.js";

/** What the server refused; text/say words it. */
export class Refused extends Error {
  readonly code: string;
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
    this.code = refusal.code;
  }
}

export async function ask<T>(path: string, init?: RequestInit): Promise<T> {
  const token = organiser();
  const answer = await provider.request(
    path,
    token ? { ...init, headers: { Authorization: `Bearer ${token}`, ...init?.headers } } : init,
  );
  const body = (await answer.json().catch(() => null)) as (T & { error?: Refusal }) | null;
  if (!answer.ok || body === null)
    throw new Refused(body?.error ?? { code: String(answer.status), message: answer.statusText });
  return body;
}

export type NewSeat =
  | { kind: "person"; name?: string; avatar?: string; account?: string }
  | { kind: "open" }
  | { kind: "engine"; engine?: string; level?: string; time?: number; name?: string }
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

export const post = <T>(path: string, body: unknown, headers: Record<string, string> = {}): Promise<T> =>
  ask(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

export const createMatch = (match: NewMatch): Promise<Created> =>
  post("/api/matches", pref("password") ? { ...match, password: pref("password") } : match);

/** The serial devices; refused ("no-contest", "not-organiser") unless the person may start a contest. */
export interface Ports {
  ports: { device: string; driver: string; description: string }[];
  speeds: number[];
  usual: number;
}
export const getPorts = (): Promise<Ports> => ask("/api/ports");
/** The line of a real board, to which the server listens. */
export interface LineState {
  link: string;
  name: string;
  state: "none" | "waiting" | "open" | "failed";
  why: string | null;
}
export const listenTo = (path: string, link: string): Promise<LineState> => post(path, { link });
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

/** A match by its address, as the lists show it. */
export async function getSummary(address: string): Promise<Summary & { address: string }> {
  const match = await ask<Match>(`/api/matches/${address}`);
  const { verdict } = match;
  return {
    id: match.id,
    address,
    game: match.game,
    title: match.title,
    rules: match.rules,
    seats: match.seats,
    begun: match.begun ?? "",
    over: verdict !== null,
    winner: verdict?.winner ?? null,
    reason: verdict?.reason ?? null,
    detail: verdict?.detail ?? null,
    score: match.state.score,
    moves: match.moves.length,
    state: match.state,
  };
}

export const getState = async (id: number, at: number): Promise<State> => {
  const answer = await ask<State | { state: State }>(`/api/matches/${addressOf(id)}/state?at=${at}`);
  return "state" in answer ? answer.state : answer;
};
export const recordAddress = (id: number): string => `/api/matches/${addressOf(id)}/record`;
/** The record of a match, as text. */
export const getRecord = async (id: number): Promise<Blob> => {
  const answer = await provider.request(recordAddress(id));
  if (!answer.ok) throw new Refused({ code: String(answer.status), message: answer.statusText });
  return answer.blob();
};
export interface Thought {
  best: string | null;
  score: number | null;
  exact: boolean;
  unit: string;
  depth: number;
  line: string[];
  for: number;
  note: string;
  /** The best moves with what follows, if more than one was asked for. */
  lines?: { score: number; line: string[] }[];
}
/** A game so far: where it started, and the moves from there. */
export interface Line {
  game: Game;
  rules: string;
  start: string;
  moves: string[];
}

/** How long after its time an answer of this browser may come before the server is asked. */
const GRACE_MS = 20_000;
/** Whether a served page thinks itself; not any more once it has failed, as under a strict policy or without memory. */
let able = !SITE && SITE_FILES.house !== undefined;
/** Hidden dice stay with the server, which also has the tables that play best with them. */
export const thinksHere = (game: Game): boolean => able && gameInfo(game)?.features.hidden === false;

/** A question to an engine: in this browser if it can, else to the server. */
async function think<T>(path: string, question: Line & { time: number }): Promise<T> {
  if (!thinksHere(question.game)) return post(path, question);
  const late = new Promise<null>((resolve) => setTimeout(resolve, GRACE_MS + 4 * question.time, null));
  const asked = house.request(path, { body: JSON.stringify(question) }).catch(() => null);
  const answer = await Promise.race([asked, late]);
  const body = (await answer?.json().catch(() => null)) as T | null;
  if (answer?.ok && body) return body;
  if (!answer || answer.status >= 500) able = false;
  return post(path, question); // it also says why a question is refused
}

/** What an engine makes of a position. */
export const analyse = (question: Line & { time: number; lines?: number }): Promise<Thought> =>
  think("/api/analyse", question);
/** A position with its legal moves, for the seat on turn, and what the rules call the seats. */
export const lookAt = (
  game: Game,
  rules: string,
  start: string,
  moves: string[],
): Promise<{ state: State; sides: string[] }> => post("/api/position", { game, rules, start, moves });
export const positionOf = async (game: Game, rules: string, start: string, moves: string[]): Promise<State> =>
  (await lookAt(game, rules, start, moves)).state;

/** A record, a position or moves, as somebody pasted them. */
export interface Pasted {
  game: Game;
  rules: string;
  start: string;
  moves: string[];
  notes: { after: number; text: string }[];
}
export const readPasted = (game: Game, rules: string, text: string): Promise<Pasted> =>
  post("/api/paste", { game, rules, text });

/** A move that was played from a position in matches of this arena; `won` by the side that made it. */
export interface Explored {
  move: string;
  games: number;
  won: number;
  drawn: number;
  match: number;
}
/** `left`: matches that are not counted yet. */
export const explore = (
  game: Game,
  rules: string,
  start: string,
  moves: string[],
): Promise<{ moves: Explored[]; left: number }> => post("/api/explore", { game, rules, start, moves });
export const oddsOf = async (game: Game, rules: string, start: string): Promise<Odds[]> =>
  (await ask<{ bids: Odds[] }>(`/api/odds?${new URLSearchParams({ game, rules, start })}`)).bids;
/** What each move of a position is worth, if the engine can tell. */
export const moveValues = (
  game: Game,
  rules: string,
  start: string,
  moves: string[],
  time: number,
): Promise<{ values: MoveValue[]; unit: string }> =>
  think("/api/analyse", { game, rules, start, moves, time, values: true } as Line & { time: number });

/** The review of a match, so far. */
export interface Analysis {
  points: (AnalysisPoint | null)[];
  done: boolean;
  of: number;
  review?: Review;
}
/** The matches whose review is made here: the server has none. */
const reviewedHere = new Set<number>();
/** The server's review of a match, if it has one or this browser cannot think; else one that is made here. */
export async function getAnalysis(id: number, time: number, played: Line): Promise<Analysis> {
  const address = `/api/matches/${addressOf(id)}/analysis`;
  if (thinksHere(played.game)) {
    if (!reviewedHere.has(id)) {
      const there = await ask<Analysis & { unknown?: true }>(`${address}?known=1`);
      if (!there.unknown) return there;
      reviewedHere.add(id);
    }
    const here = await think<Analysis>("/api/review", { ...played, time });
    if (thinksHere(played.game)) return here;
  }
  return ask(`${address}?time=${time}`);
}
