/* pages/finale - the end of a match as an event: the result in words over the board, and what to do next. */
import { gameInfo } from "../api/http.js";
import type { Match } from "../api/types.js";
import { h, lessMotion, setVars } from "../dom.js";
import { icon } from "../icons.js";
import { pref, setPref } from "../prefs.js";
import { known, t } from "../text/index.js";
import { setupAgain } from "./setup.js";

const CONFETTI = 36;
/** Wins or losses in a row after which another level is offered first. */
const STREAK = 2;

/** The engine of this match against one person; undefined if there is another kind of opponent. */
function opponent(match: Match): { level: string; levels: string[] } | undefined {
  const engines = match.seats.filter((seat) => seat.kind === "engine");
  if (match.you === null || engines.length !== match.seats.length - 1 || !engines[0]) return undefined;
  const level = engines[0].name;
  const of = gameInfo(match.game)?.engines.find((engine) => engine.levels.some((one) => one.name === level));
  return { level, levels: of?.levels.filter((one) => !one.style).map((one) => one.name) ?? [] };
}

/** Counts this result, and says which other level to offer: the next one up or down. */
function nextLevel(match: Match): { level: string; up: boolean; first: boolean } | undefined {
  const against = opponent(match),
    winner = match.verdict?.winner ?? null;
  if (!against || winner === null || winner < 0) return undefined;
  const won = winner === match.you,
    before = pref("streaks")[match.game];
  const same = before?.level === against.level && before.count > 0 === won;
  const count = (same ? before.count : 0) + (won ? 1 : -1);
  setPref("streaks", { ...pref("streaks"), [match.game]: { level: against.level, count } });
  const at = against.levels.indexOf(against.level),
    level = at < 0 ? undefined : against.levels[at + (won ? 1 : -1)];
  return level ? { level, up: won, first: Math.abs(count) >= STREAK } : undefined;
}

function confetti(): HTMLElement {
  const pieces = Array.from({ length: CONFETTI }, (_, i) => {
    const piece = h("i", { class: `seat-${i % 7}` });
    setVars(piece, {
      "--x": `${Math.round(Math.random() * 100)}%`,
      "--late": `${Math.round(Math.random() * 900)}ms`,
      "--turn": `${Math.round(Math.random() * 720)}deg`,
    });
    return piece;
  });
  return h("div", { class: "confetti", "aria-hidden": "true" }, pieces);
}

/** The card over the board. */
export function finale(match: Match, headline: string, why: string, review: () => void): HTMLElement {
  const winner = match.verdict?.winner ?? null;
  const kind =
    match.you === null || winner === null || winner < 0 ? "even" : winner === match.you ? "won" : "lost";
  const next = nextLevel(match);
  const again = h(
    "button",
    {
      class: `button ${next?.first ? "" : "strong"}`,
      "data-action": "rematch",
      onclick: () => void setupAgain(match),
    },
    icon("again"),
    t.match.again,
  );
  const other = next
    ? h(
        "button",
        {
          class: `button ${next.first ? "strong" : ""}`,
          "data-action": "next-level",
          onclick: () => void setupAgain(match, next.level),
        },
        icon(next.up ? "up" : "down"),
        (next.up ? t.match.harder : t.match.easier)(known(t.levels, next.level)),
      )
    : null;
  const element = h(
    "section",
    { class: `finale ${kind}`, "aria-label": headline },
    kind === "won" && !lessMotion() ? confetti() : null,
    h(
      "div",
      { class: "finale-card" },
      h(
        "button",
        { class: "button round close", "aria-label": t.close, onclick: () => element.remove() },
        "×",
      ),
      h("h2", null, headline),
      h("p", null, why),
      kind === "even"
        ? null
        : h("p", { class: "quiet" }, kind === "won" ? t.match.wellPlayed : t.match.nextTime),
      h(
        "div",
        { class: "row wrap" },
        next?.first ? [other, again] : [again, other],
        h(
          "button",
          { class: "button", "data-action": "review-now", onclick: review },
          icon("evaluate"),
          t.review.title,
        ),
      ),
    ),
  );
  return element;
}
