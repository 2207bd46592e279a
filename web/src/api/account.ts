/* api/account - people who keep a name: the server's account of them, by a secret that this browser keeps. */
import { pref, setPref } from "../prefs.js";
import { ask, type NewSeat, post } from "./http.js";
import type { Game, Summary } from "./types.js";

export interface Rated {
  /** null: has only won or only lost, so far. */
  rating: number | null;
  error: number | null;
  games: number;
  points: number;
  name: string;
  kind: "person" | "engine";
  engine?: string;
  /** Of an engine: its time for a move, in milliseconds. */
  time?: number;
}
export interface Account {
  name: string;
  made: string;
  ratings: (Rated & { game: Game })[];
  /** Whether ratings are known yet. */
  done: boolean;
}
export type OwnMatch = Summary & { you: number; key?: string; record?: string | null };

/** The secret of this browser's account; undefined: it has none. */
export const mySecret = (): string | undefined => pref("account").secret || undefined;
export const keepAccount = (name: string, secret: string): void => setPref("account", { name, secret });
export const leaveAccount = (): void => keepAccount("", "");

/** This person's own seat of a new match. */
export function mySeat(): NewSeat {
  const account = mySecret();
  return {
    kind: "person",
    name: pref("name"),
    avatar: String(pref("avatar")),
    ...(account ? { account } : {}),
  };
}

const by = (secret: string | undefined): Record<string, string> => ({
  Authorization: `Bearer ${secret ?? ""}`,
});

export async function createAccount(name: string): Promise<void> {
  const password = pref("password");
  const made = await post<{ name: string; secret: string }>("/api/account", {
    name,
    ...(password ? { password } : {}),
  });
  keepAccount(made.name, made.secret);
}
export const getAccount = (secret = mySecret()): Promise<Account> =>
  ask("/api/account", { headers: by(secret) });
/** Another name, or another secret instead of one that somebody may have seen. */
export async function changeAccount(change: { name: string } | { renew: true }): Promise<void> {
  const now = await post<{ name: string; secret?: string }>("/api/account/change", change, by(mySecret()));
  keepAccount(now.name, now.secret ?? mySecret() ?? "");
}
export async function deleteAccount(names: "keep" | "remove"): Promise<void> {
  await ask(`/api/account?names=${names}`, { method: "DELETE", headers: by(mySecret()) });
  leaveAccount();
}
/** As many matches as the server gives at once, with positions or records, before that one. */
export const OWN_PAGE = 20;
export async function ownMatches(what: "states" | "records", before = 0): Promise<OwnMatch[]> {
  const words = `${what}=1&limit=${OWN_PAGE}${before ? `&before=${before}` : ""}`;
  return (await ask<{ matches: OwnMatch[] }>(`/api/account/matches?${words}`, { headers: by(mySecret()) }))
    .matches;
}
/** Everything that the server has of this person. */
export async function exported(): Promise<Account & { matches: OwnMatch[] }> {
  const account = await getAccount();
  const matches: OwnMatch[] = [];
  // A page of long games is short; the one after the last is empty.
  for (let page: OwnMatch[]; ;) {
    matches.push(...(page = await ownMatches("records", matches.at(-1)?.id)));
    if (page.length === 0) return { ...account, matches };
  }
}
export const getRatings = (game: Game): Promise<{ players: Rated[]; done: boolean }> =>
  ask(`/api/ratings?game=${game}`);
