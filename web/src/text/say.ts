/* text/say - the server's messages in the person's language, by their codes, never by their English
 * sentences.
 *
 * An error has a code and values (docs/api.md). A language's text for a code has {1}, {2}, ... for the
 * values; {1:seat}, {1:game}, {1:setting}, {1:value} and {1:system} give the kind of a value, so that it is
 * translated too. English has no texts here: the server's message is English. */
import { Refused } from "../api/http.js";
import type { Argument, Game, Refusal, Verdict } from "../api/types.js";
import { GAMES, isGame, wordsOf } from "../games/index.js";
import { known, language, number, t, withTerms } from "./index.js";

/** Device names and moves keep their own direction within a sentence from right to left. */
const isolated = (words: string): string =>
  t.direction === "rtl" && words !== "" ? `\u2068${words}\u2069` : words;

function value(argument: Argument | undefined, as: string): string {
  if (argument === undefined) return "";
  if (typeof argument === "number") return number(argument);
  switch (as) {
    case "seat":
      return known(t.called, argument);
    case "game":
      return isGame(argument) ? wordsOf(argument).title : argument;
    case "setting":
      return settingName(
        GAMES.find((game) => Object.hasOwn(wordsOf(game).settings, argument)),
        argument,
      );
    case "value":
      return GAMES.map((game) => wordsOf(game).values[argument]).find(Boolean) ?? argument;
    case "system":
      return known(t.system, argument);
    default:
      return isolated(argument);
  }
}

/** A form of words with its values in place. */
export const filledIn = (form: string, args: Argument[]): string =>
  form
    .split(/(\{\d(?::\w+)?\})/)
    .map((part, i) => (i % 2 === 0 ? withTerms(part) : value(args[Number(part[1]) - 1], part.slice(3, -1))))
    .join("");

/** The words of an error's code, from the page or from whichever game it belongs to. */
function formOf(code: string): string | undefined {
  for (const table of [t.errors, ...GAMES.map((game) => wordsOf(game).errors)])
    if (Object.hasOwn(table, code)) return table[code];
  return undefined;
}

/** Refusals whose code says little: the server's sentence follows it. */
const VAGUE = new Set(["bad-request", "cannot-begin", "event-refused", "no-position", "store"]);

/** Why something was refused. */
export function sayRefusal({ code, message, reason, args }: Refusal): string {
  const form = reason === undefined ? undefined : formOf(reason);
  if (form !== undefined) return filledIn(form, args ?? []);
  const general = t.refusals[code];
  if (general === undefined) return message || t.wentWrong;
  return VAGUE.has(code) && message ? `${general} (${isolated(message)})` : general;
}

/** Why something failed: refused by the server, or not answered at all. */
export const whyNot = (e: unknown): string =>
  e instanceof Refused && e.code !== "disconnected" ? sayRefusal(e.refusal) : t.noServer;

/** What a verdict says beyond its reason: how the rules ended it, or what went wrong. */
export function sayDetail(
  game: Game,
  { detail, code, args }: Pick<Verdict, "detail" | "code" | "args">,
): string {
  const form = code === undefined ? undefined : formOf(code);
  if (form !== undefined) return filledIn(form, args ?? []);
  const { outcomes } = wordsOf(game);
  return Object.hasOwn(outcomes, detail) ? known(outcomes, detail) : known(t.endings, detail);
}

export const settingName = (game: Game | undefined, key: string): string =>
  game ? known(wordsOf(game).settings, key) : key;

/** The name of a setting's value. */
export function valueName(game: Game, key: string, word: string): string {
  const { values } = wordsOf(game);
  const name = values[`${key}=${word}`] ?? values[word] ?? known(t.values, word);
  return /^\d+$/.test(name) ? number(Number(name)) : name;
}

/** As the first word of a line. */
export const capital = (words: string): string =>
  words.charAt(0).toLocaleUpperCase(language) + words.slice(1);

/** Rules as the server writes them, "size=4x4,pass=on", for people. */
export const rulesInWords = (game: Game, rules: string): string =>
  rules
    .split(",")
    .filter(Boolean)
    .map((rule) => {
      const [key = "", value = ""] = rule.split("=");
      return `${settingName(game, key)}: ${isolated(valueName(game, key, value))}`;
    })
    .join(t.direction === "rtl" ? "، " : ", ");
