/* prefs - what the browser remembers: the name, the language, how things are shown, seat tokens. */

interface Prefs {
  name: string;
  avatar: number;
  /** The last table at which this person has sat down as that guest; 0: none yet. */
  seated: number;
  language: string;
  sound: boolean;
  numbering: boolean;
  chains: boolean;
  flat: boolean;
}
const usual: Prefs = {
  name: "",
  avatar: 0,
  seated: 0,
  language: "",
  sound: false,
  numbering: false,
  chains: true,
  flat: false,
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

/** Tokens of this person's seats, the newest last: who has the token has the seat. */
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
/** The tokens to share with the other people of a match that this person made, by seat. */
export const keepInvitation = (match: number, seat: number, token: string): void =>
  keepToken(`${match}!${seat}`, token);
export const invitationOf = (match: number, seat: number): string | undefined => tokenOf(`${match}!${seat}`);
