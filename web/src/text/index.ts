/* text - the page's words in the language of the person. */
import { pref, setPref } from "../prefs.js";
import { en, type Text } from "./en.js";

/** Each by its own name. */
export const languages = { en: "English", es: "Español", it: "Italiano", fa: "فارسی" };
export type Language = keyof typeof languages;

/** English comes with the page; another language is loaded by those who read it. */
const load: Record<Language, () => Promise<Text>> = {
  en: () => Promise.resolve(en),
  es: () => import("./es.js").then(({ es }) => es),
  it: () => import("./it.js").then(({ it }) => it),
  fa: () => import("./fa.js").then(({ fa }) => fa),
};

/** The chosen language, else the first of the browser's that the page has. */
export function wantedLanguage(): Language {
  for (const wish of [pref("language"), ...navigator.languages]) {
    const code = wish.toLowerCase().split("-")[0] ?? "";
    if (Object.hasOwn(languages, code)) return code as Language;
  }
  return "en";
}

export let language: Language = "en";
export let t: Text = en;
let digits = new Intl.NumberFormat("en");
let shares = new Intl.NumberFormat("en", { style: "percent" });

let wanted: Language = "en";

/** Without its words (a server that has gone) the page stays as it is. */
export async function useLanguage(code: Language, remember: boolean): Promise<void> {
  wanted = code;
  const words = await load[code]().catch(() => null);
  if (!words || wanted !== code) return;
  language = code;
  t = words;
  digits = new Intl.NumberFormat(code, { useGrouping: false, maximumFractionDigits: 2 });
  shares = new Intl.NumberFormat(code, { style: "percent", maximumFractionDigits: 0 });
  if (remember) setPref("language", code);
  document.documentElement.lang = code;
  document.documentElement.dir = t.direction;
}

/** Words that are kept elsewhere, in the person's language: call it when they are needed. */
export const inLanguage =
  <T>(all: Record<Language, T>): (() => T) =>
  () =>
    all[language];

/** A number in the language's digits. */
export const number = (value: number): string => digits.format(value);
export const percent = (share: number): string => shares.format(share);
export const date = (ms: number): string =>
  Number.isNaN(new Date(ms).getTime())
    ? "" // a journal that somebody has changed
    : new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(ms);

/** A word of the server in the person's language, or unchanged if the page does not know it. */
export function known(table: Record<string, string>, word: string): string {
  return Object.hasOwn(table, word) ? (table[word] ?? word) : word;
}

/** Words in which terms such as 5+5+3 or /dev/ttyUSB0 stay left to right, also in a language that runs from
 * right to left. */
export const withTerms = (words: string): string =>
  t.direction === "rtl" ? words.replace(/[\w@/](?:[!-~]*[\w/+\]])?/g, "\u2066$&\u2069") : words;

/** m:ss, with tenths when little is left. */
export function time(ms: number): string {
  const two = (n: number): string => (n < 10 ? number(0) : "") + number(n);
  const left = Math.max(0, ms);
  if (left < 10_000)
    return new Intl.NumberFormat(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }).format(
      Math.floor(left / 100) / 10,
    );
  const seconds = Math.floor(left / 1000),
    hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0
    ? `${number(hours)}:${two(minutes)}:${two(seconds % 60)}`
    : `${number(minutes)}:${two(seconds % 60)}`;
}
