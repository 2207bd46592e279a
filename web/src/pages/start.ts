/* pages/start - the games, running matches, and matches to replay. */
import { GAMES, viewOf, wordsOf } from "../games/index.js";
import { getMatches } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Summary } from "../api/types.js";
import { fill, h } from "../dom.js";
import { pref, setPref } from "../prefs.js";
import { link, type Page } from "../shell.js";
import { t } from "../text/index.js";
import { matchRow } from "./lists.js";
import { Miniature } from "./miniature.js";
import { dailyCard } from "./puzzles.js";
import { playNow } from "./setup.js";

const SHOWN = 6;

/** On the first visit. */
function welcome(): HTMLElement {
  const element = h(
    "section",
    { class: "first-visit" },
    h("span", { class: "grow" }, t.learn.first),
    GAMES.filter((game) => viewOf(game).course).map((game) =>
      link(`/learn/${game}`, { class: "button tool" }, wordsOf(game).title),
    ),
    h(
      "button",
      {
        class: "button tool",
        "data-action": "later",
        onclick: () => {
          setPref("welcomed", true);
          element.remove();
        },
      },
      t.learn.later,
    ),
  );
  return element;
}

export function startPage(): Page {
  const miniatures = GAMES.map((game) => new Miniature(game));
  const daily = dailyCard(GAMES);
  const running = h("ul", { class: "match-rows" }),
    over = h("ul", { class: "match-rows" });
  const none = (words: string): HTMLElement => h("li", { class: "quiet none" }, words);
  const askOver = async (): Promise<void> => {
    try {
      const matches = await getMatches({ state: "over", limit: SHOWN });
      fill(over, matches.length > 0 ? matches.map(matchRow) : none(t.start.noReplays));
    } catch {
      fill(over, none(t.noServer));
    }
  };
  let before = "";
  const stop = socket().list((matches: Summary[]) => {
    const live = matches.filter((match) => !match.over);
    fill(running, live.length > 0 ? live.slice(0, SHOWN).map(matchRow) : none(t.start.nothingRunning));
    // Whose match ends leaves its board to the next one.
    for (const [i, game] of GAMES.entries())
      miniatures[i]?.follow(
        live.find((match) => match.game === game && !match.seats.some((seat) => seat.kind === "open")) ??
          null,
      );
    const now = live.map((match) => match.id).join(" ");
    if (now !== before) void askOver();
    before = now;
  });
  fill(running, none(t.start.nothingRunning));
  void askOver();
  const element = h(
    "div",
    { class: "start" },
    h(
      "section",
      { class: "hero" },
      h("h1", null, t.start.headline),
      h("p", null, SITE ? t.start.siteLead : t.start.lead),
    ),
    pref("welcomed") ? null : welcome(),
    h(
      "section",
      { class: "cards", "aria-label": t.play },
      GAMES.map((game, i) =>
        h(
          "article",
          { class: `card ${game}` },
          link(
            `/play/${game}`,
            { class: "card-board", tabindex: "-1", "aria-hidden": "true" },
            miniatures[i]?.element,
          ),
          h(
            "div",
            { class: "card-words" },
            h("h2", null, wordsOf(game).title),
            h("p", null, wordsOf(game).summary),
            miniatures[i]?.caption,
            h(
              "div",
              { class: "card-buttons" },
              h(
                "button",
                { class: "button strong grow", "data-play": game, onclick: () => void playNow(game) },
                t.start.playNow,
              ),
              link(`/play/${game}`, { class: "button", "data-options": game }, t.start.options),
              viewOf(game).course
                ? link(`/learn/${game}`, { class: "button", "data-learn": game }, t.learn.learn)
                : null,
              link(`/puzzles/${game}`, { class: "button", "data-puzzle-of": game }, t.puzzles.all),
              link(`/analysis/${game}`, { class: "button", "data-analyse": game }, t.analysis.analyse),
            ),
          ),
        ),
      ),
    ),
    daily.element,
    h(
      "div",
      { class: "lists" },
      h("section", null, h("h2", null, t.start.running), running),
      h(
        "section",
        null,
        h("h2", null, t.start.replays),
        over,
        h("p", null, link("/watch", { class: "more" }, t.start.allMatches)),
      ),
    ),
  );
  return {
    element,
    title: "",
    dispose: () => {
      stop();
      for (const miniature of miniatures) miniature.dispose();
      daily.dispose();
    },
  };
}
