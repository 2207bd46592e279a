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

/** Whether a value has the shape of a sample: its type, at least its keys, elements like its first. */
export function fits<T>(value: unknown, sample: T): value is T {
  if (Array.isArray(sample))
    return Array.isArray(value) && value.every((one) => fits(one, sample[0] as unknown));
  if (typeof sample !== "object" || sample === null)
    return typeof value === typeof sample && (typeof value !== "number" || Number.isFinite(value));
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    Object.entries(sample).every(([key, part]) => fits((value as Record<string, unknown>)[key], part))
  );
}

/** What is kept by game: whether an entry can be used. */
const setup = { engine: "", level: "", side: 0, players: 0, clock: "", rules: "" };
const usable: Partial<Record<keyof Prefs, (entry: unknown) => boolean>> = {
  setups: (one) =>
    fits(one, setup) && (!("own" in one) || fits(one, { ...setup, own: { minutes: 0, seconds: 0 } })),
  learned: (one) => Number.isSafeInteger(one) && Number(one) >= 0,
  streaks: (one) => fits(one, { level: "", count: 0 }),
  solver: (one) => fits(one, { rating: 0, deviation: 0, solved: 0, tried: 0, done: [0] }),
};

/** Programs of other pages at this address, older versions and people write to the storage too: what does not
 * fit counts as not there. */
function read<T>(key: string, sample: T, usually: T): T {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PREFIX + key) ?? "null");
    return fits(kept, sample) ? kept : usually;
  } catch {
    return usually; // no storage, or no JSON in it
  }
}

function readPref<K extends keyof Prefs>(key: K): Prefs[K] {
  const kept = read(key, usual[key], usual[key]),
    use = usable[key];
  if (typeof kept === "number" && !Number.isSafeInteger(kept)) return usual[key];
  if (!use) return kept;
  return Object.fromEntries(Object.entries(kept).filter(([, entry]) => use(entry))) as Prefs[K];
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
  return (held[key] as Prefs[K] | undefined) ?? readPref(key);
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
const tokens: Tokens = read<Tokens>("tokens", [["", ""]], []);
export const tokenOf = (match: number | string): string | undefined =>
  tokens.find(([id]) => id === String(match))?.[1];
export function keepToken(match: number | string, token: string): void {
  const at = tokens.findIndex(([id]) => id === String(match));
  if (at >= 0) tokens.splice(at, 1);
  tokens.push([String(match), token]);
  write("tokens", tokens.slice(-TOKENS_KEPT));
}
/** Addresses of matches that this person played, newest last: listed or not. */
const mine: string[] = read<string[]>("mine", [""], []);
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
