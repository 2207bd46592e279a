/* prefs - what the browser remembers: the name, the language, how things are shown, seat tokens. */

/** What was chosen for the last match of a game. */
export interface LastSetup {
  engine: string;
  level: string;
  side: number;
  players: number;
  clock: string;
  /** Of a clock of one's own: minutes for the game, seconds for each move. */
  own?: { minutes: number; seconds: number };
  rules: string;
}

/** How well this person solves the puzzles of a game (puzzles/rating). */
export interface SolverRecord {
  rating: number;
  deviation: number;
  solved: number;
  tried: number;
  done: number[];
}

interface Prefs {
  name: string;
  /** The account of this person, with its secret (api/account); "": none. */
  account: { name: string; secret: string };
  /** With which the operator lets people begin matches. */
  password: string;
  avatar: number;
  /** The last match in which this person sat down as that guest; 0: none yet. */
  seated: number;
  language: string;
  sound: boolean;
  notify: boolean;
  numbering: boolean;
  chains: boolean;
  flat: boolean;
  /** By game. */
  setups: Record<string, LastSetup>;
  /** By game: how many steps of its course are done. */
  learned: Record<string, number>;
  /** Whether the courses were offered once. */
  welcomed: boolean;
  /** By game: wins (above 0) or losses (below) in a row against a level. */
  streaks: Record<string, { level: string; count: number }>;
  /** At an analysis: whether the engine thinks, and how many lines it shows. */
  engine: boolean;
  engineLines: number;
  /** By game. */
  solver: Record<string, SolverRecord>;
}
const usual: Prefs = {
  name: "",
  account: { name: "", secret: "" },
  password: "",
  avatar: 0,
  seated: 0,
  language: "",
  sound: true,
  notify: false,
  numbering: true,
  chains: true,
  flat: false,
  setups: {},
  learned: {},
  welcomed: false,
  streaks: {},
  engine: true,
  engineLines: 3,
  solver: {},
};
const PREFIX = "damero.";
const TOKENS_KEPT = 200;

function read<T>(key: string, usually: T): T {
  try {
    const text = localStorage.getItem(PREFIX + key);
    return text === null ? usually : (JSON.parse(text) as T);
  } catch {
    return usually; // no storage, or another program's text in it
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(PREFIX + key, JSON.stringify(value));
  } catch {
    /* a full or forbidden storage: it is remembered until the page is left */
  }
}

const held: Partial<Prefs> = {};
export function pref<K extends keyof Prefs>(key: K): Prefs[K] {
  const value = held[key] ?? read(key, usual[key]);
  return value as Prefs[K];
}
export function setPref<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
  held[key] = value;
  write(key, value);
}

/** The organiser's token, from the link that the server printed: for as long as this tab is open. */
const ORGANISER = `${PREFIX}organiser`;
let organiserToken = "";
export function organiser(): string {
  try {
    return organiserToken || (sessionStorage.getItem(ORGANISER) ?? "");
  } catch {
    return organiserToken; // no storage
  }
}
export function keepOrganiser(token: string): void {
  organiserToken = token;
  try {
    sessionStorage.setItem(ORGANISER, token);
  } catch {
    /* it is remembered until the page is left */
  }
}

/** Tokens of this person's seats, newest last. The token is the key to the seat. */
type Tokens = [match: string, token: string][];
const tokens: Tokens = read<Tokens>("tokens", []);
export const tokenOf = (match: number | string): string | undefined =>
  tokens.find(([id]) => id === String(match))?.[1];
export function keepToken(match: number | string, token: string): void {
  const at = tokens.findIndex(([id]) => id === String(match));
  if (at >= 0) tokens.splice(at, 1);
  tokens.push([String(match), token]);
  write("tokens", tokens.slice(-TOKENS_KEPT));
}
/** Addresses of matches that this person played, newest last: listed or not. */
const mine: string[] = read<string[]>("mine", []);
export const myMatches = (): string[] => [...mine].reverse();
export function keepMine(address: string): void {
  const at = mine.indexOf(address);
  if (at >= 0) mine.splice(at, 1);
  mine.push(address);
  write("mine", mine.slice(-TOKENS_KEPT));
}
/** The tokens to share with the other people of a match that this person made, by seat. */
export const keepInvitation = (match: number, seat: number, token: string): void =>
  keepToken(`${match}!${seat}`, token);
/** The tokens of people who play at this screen together, by seat. */
export const keepScreenSeat = (match: number, seat: number, token: string): void =>
  keepToken(`${match}*${seat}`, token);
export const screenSeat = (match: number, seat: number): string | undefined => tokenOf(`${match}*${seat}`);
export const invitationOf = (match: number, seat: number): string | undefined => tokenOf(`${match}!${seat}`);
