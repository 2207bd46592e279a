/* puzzles/puzzle - puzzles as the server sends them (docs/api.md), the one of the day, and the choice of the
 * next one. The answers are plain data that anything can serve: no engine runs while a puzzle is solved. */
import { ask } from "../api/http.js";
import type { Game } from "../api/types.js";
import { pref, setPref, type SolverRecord } from "../prefs.js";
import { rate, UNRATED } from "./rating.js";

export interface Decision {
  /** The right moves; the line goes on with the first. */
  good: string[];
  value: number;
  /** Every other move: the reply that refutes it ("": none), and what it leads to. */
  wrong: Record<string, { reply: string; value: number }>;
  /** The opponent's moves after the first good one. */
  then: string[];
}
export type Goal = "win" | "gain" | "boxes" | "round";
export interface Puzzle {
  game: Game;
  number: number;
  rating: number;
  themes: string[];
  goal: Goal;
  rules: string;
  start: string;
  line: Decision[];
}
export interface PuzzleList {
  game: Game;
  themes: string[];
  puzzles: { rating: number; themes: string[] }[];
}
export const WON = 1000;
export const LOST = -1000;
const NEAREST = 12;
const DAY_MS = 86_400_000;

export const getPuzzle = (game: Game, number: number): Promise<Puzzle> =>
  ask(`/api/puzzles/${game}/${number}`);
export const getPuzzles = (game: Game): Promise<PuzzleList> => ask(`/api/puzzles/${game}`);

/** The puzzle of a day: the games take turns (puzzle_of_day in src/puzzles/puzzle.h). */
export async function dailyPuzzle(now = Date.now()): Promise<{ game: Game; number: number } | null> {
  const { games } = await ask<{ games: { game: Game; count: number }[] }>("/api/puzzles");
  const day = Math.floor(now / DAY_MS),
    of = games[day % games.length];
  return of ? { game: of.game, number: ((Math.floor(day / games.length) * 7919) % of.count) + 1 } : null;
}

export const solverOf = (game: Game): SolverRecord =>
  pref("solver")[game] ?? { ...UNRATED, solved: 0, tried: 0, done: [] };

/** Counts a puzzle, once; returns the change of the rating. */
export function count(puzzle: Puzzle, solved: boolean): number {
  const before = solverOf(puzzle.game),
    after = rate(before, puzzle.rating, solved);
  const done = [...before.done.filter((one) => one !== puzzle.number), puzzle.number];
  setPref("solver", {
    ...pref("solver"),
    [puzzle.game]: { ...after, solved: before.solved + (solved ? 1 : 0), tried: before.tried + 1, done },
  });
  return after.rating - before.rating;
}

/** The number of one that suits the solver: not seen yet if there are such; 0 if none has the theme. */
export function choose(list: PuzzleList, theme: string, not: number): number {
  const { rating, done } = solverOf(list.game),
    seen = new Set(done);
  const all = list.puzzles
    .map((one, i) => ({ number: i + 1, far: Math.abs(one.rating - rating), themes: one.themes }))
    .filter((one) => one.number !== not && (!theme || one.themes.includes(theme)));
  const fresh = all.filter((one) => !seen.has(one.number));
  const near = (fresh.length > 0 ? fresh : all).sort((a, b) => a.far - b.far).slice(0, NEAREST);
  return near[Math.floor(Math.random() * near.length)]?.number ?? not;
}
