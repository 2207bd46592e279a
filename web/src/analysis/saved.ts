/* analysis/saved - analyses that this browser keeps, newest first. */
import type { Game } from "../api/types.js";
import { fits } from "../prefs.js";

export interface Saved {
  game: Game;
  title: string;
  /** When, in ms since 1970. */
  time: number;
  /** As in the address (tree.ts). */
  code: string;
}
const KEY = "damero.analyses";
const MOST = 100;
const sample = { game: "", title: "", time: 0, code: "" };

export function savedAnalyses(game: Game): Saved[] {
  return all().filter((one) => one.game === game);
}

function all(): Saved[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]") as unknown;
    return Array.isArray(kept) ? kept.filter((one): one is Saved => fits(one, sample)) : [];
  } catch {
    return [];
  }
}

/** Keeps an analysis in place of one with the same title; false if the browser refuses. */
export function saveAnalysis(one: Saved): boolean {
  return write([one, ...all().filter((old) => old.game !== one.game || old.title !== one.title)]);
}

export function forgetAnalysis(one: Saved): boolean {
  return write(all().filter((old) => old.game !== one.game || old.title !== one.title));
}

function write(list: Saved[]): boolean {
  try {
    localStorage.setItem(KEY, JSON.stringify(list.slice(0, MOST)));
    return true;
  } catch {
    return false; // full or forbidden
  }
}
