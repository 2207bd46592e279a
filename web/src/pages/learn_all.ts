/* pages/learn_all - what there is to learn: for each game its course, rules, puzzles and analysis. */
import type { Game } from "../api/types.js";
import { h } from "../dom.js";
import { GAMES, viewOf, wordsOf } from "../games/index.js";
import { pref } from "../prefs.js";
import { solverOf } from "../puzzles/puzzle.js";
import { link, type Page } from "../shell.js";
import { number, t } from "../text/index.js";
import { dailyCard } from "./puzzles.js";

/** The rating of a person who has solved puzzles of a game. */
function ratingIn(game: Game): HTMLElement | null {
  const { tried, rating } = solverOf(game);
  return tried > 0 ? h("p", { class: "means" }, t.puzzles.rating(number(Math.round(rating)))) : null;
}

function card(game: Game): HTMLElement {
  const { course, rules } = viewOf(game);
  return h(
    "article",
    { class: "card study-card" },
    h("span", { class: `game-mark ${game}`, "aria-hidden": "true" }),
    h(
      "div",
      { class: "card-words" },
      h("h2", null, wordsOf(game).title),
      h("p", null, wordsOf(game).summary),
      ratingIn(game),
      h(
        "div",
        { class: "row wrap" },
        course
          ? link(
              `/learn/${game}`,
              { class: pref("learned")[game] ? "button" : "button strong", "data-learn": game },
              t.learn.course,
            )
          : null,
        rules ? link(`/rules/${game}`, { class: "button", "data-rules": game }, t.setup.rules) : null,
        link(`/puzzles/${game}`, { class: "button", "data-puzzles": game }, t.puzzles.all),
        link(`/analysis/${game}`, { class: "button", "data-analyse": game }, t.analysis.analyse),
      ),
    ),
  );
}

export function learnAllPage(): Page {
  const daily = dailyCard([]); // the cards lead to the puzzles of each game
  const element = h(
    "div",
    { class: "start" },
    h("section", { class: "hero" }, h("h1", null, t.learn.learn), h("p", null, t.learn.lead)),
    h("div", { class: "study-cards" }, GAMES.map(card)),
    daily.element,
  );
  return { element, title: t.learn.learn, dispose: daily.dispose };
}
