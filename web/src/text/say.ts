/* text/say - the server's sentences and words in the language of the person; in English as they came. */
import { Refused } from "../api/http.js";
import { known, language, number, t, withTerms } from "./index.js";
import { codes, pieces, sentences, type Words } from "./sentences.js";

interface Form {
  key: string;
  pattern: RegExp;
  words: Words;
  literal: number;
}

const COLUMN = { es: 0, it: 1, fa: 2 } as const;
const HOLE = /%[sd]/g;
const escape = (words: string): string => words.replace(/[.*+?^${}()|[\]\\/-]/g, "\\$&");

function compile(key: string, words: Words): Form {
  const holes = key.match(HOLE) ?? [],
    parts = key.split(HOLE);
  const pattern = parts
    .map((part, i) => escape(part) + (i < holes.length ? (holes[i] === "%d" ? "(-?\\d+)" : "(.*?)") : ""))
    .join("");
  return { key, words, pattern: new RegExp(`^${pattern}$`, "s"), literal: parts.join("").length };
}

/* Those that say most come first: "serial:%s is not a serial device" before "%s: %s". */
let forms: Form[] | null = null;
const all = (): Form[] =>
  (forms ??= Object.entries({ ...pieces, ...sentences })
    .filter(([key]) => key.includes("%"))
    .map(([key, words]) => compile(key, words))
    .sort((a, b) => b.literal - a.literal));

const inDigits = (words: string): string => words.replace(/\d/g, (digit) => number(Number(digit)));
/** Device names and moves keep their own direction within a sentence from right to left. */
const isolated = (words: string): string =>
  t.direction === "rtl" && words !== "" ? `\u2068${words}\u2069` : words;

function fillIn(form: Form, found: RegExpExecArray, column: number): string {
  const holes = form.key.match(HOLE) ?? [];
  return form.words[column as 0]
    .split(/(\{[^}]*\})/)
    .map((part) => {
      const [, index, as] = /^\{(\d)(?::(\w+))?\}$/.exec(part) ?? [],
        words = found[Number(index)] ?? "";
      if (index === undefined) return withTerms(part);
      if (as === "say") return sayKnown(words) ?? isolated(words);
      if (as === "list")
        return new Intl.ListFormat(language, { type: "disjunction" }).format(
          words.split(" or ").map((one) => sayKnown(one) ?? isolated(one)),
        );
      if (as === "setting") return known(t.settings, words);
      if (as === "variant") return valueName("variant", words);
      return holes[Number(index) - 1] === "%d" ? inDigits(words) : isolated(words);
    })
    .join("");
}

/** The sentence or word in the person's language; null where the page does not know it. */
function sayKnown(words: string): string | null {
  if (language === "en" || words === "") return words;
  const column = COLUMN[language];
  for (const table of [sentences, pieces])
    if (Object.hasOwn(table, words)) return withTerms(table[words]?.[column] ?? "");
  if (Object.hasOwn(t.called, words)) return known(t.called, words);
  if (Object.hasOwn(t.games, words)) return t.games[words as keyof typeof t.games].title;
  for (const form of all()) {
    const found = form.pattern.exec(words);
    if (found) return fillIn(form, found, column);
  }
  return null;
}

/** What the server says, such as why a match ended; in English where the page does not know it. */
export const sayIt = (sentence: string): string => sayKnown(sentence) ?? sentence;

/** What was refused. A sentence that the page does not know follows what its code says. */
export function sayRefusal(code: string, message: string): string {
  const said = sayKnown(message);
  if (said !== null && said !== "") return said;
  const general = language === "en" ? undefined : codes[code]?.[COLUMN[language]];
  return general && message ? `${general} (${isolated(message)})` : general || message || t.wentWrong;
}

/** A sentence about a seat without the seat, where it stands beside it. */
export const withoutSeat = (sentence: string): string => sentence.replace(/^seat \d+: /, "");

/** Why something failed: refused by the server, or not answered at all. */
export function whyNot(e: unknown): string {
  if (!(e instanceof Refused) || e.code === "disconnected") return t.noServer;
  return sayRefusal(e.code, e.where.startsWith("seats/") ? withoutSeat(e.message) : e.message);
}

/** The name of a setting's value. */
export const valueName = (key: string, word: string): string =>
  known(t.values, `${key}=${word}` in t.values ? `${key}=${word}` : word);

/** As the first word of a line. */
export const capital = (words: string): string =>
  words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/** Rules as the server writes them, "size=4x4,pass=on", for people. */
export const rulesInWords = (rules: string): string =>
  rules
    .split(",")
    .filter(Boolean)
    .map((rule) => {
      const [key = "", value = ""] = rule.split("=");
      return `${known(t.settings, key)}: ${isolated(valueName(key, value))}`;
    })
    .join(t.direction === "rtl" ? "، " : ", ");
