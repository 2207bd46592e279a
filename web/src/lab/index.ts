/* lab - the laboratory boards in the page: their keys and switches, what they show and send. */
import { h } from "../dom.js";
import { GAMES, isGame, viewOf } from "../games/index.js";
import { link, type Page } from "../shell.js";
import { t } from "../text/index.js";

export async function labPage(which: string | undefined, part?: string): Promise<Page> {
  const chosen = isGame(which) ? viewOf(which).lab : undefined;
  if (chosen) return chosen.open(part);
  const cards = GAMES.map((game) => {
    const { lab } = viewOf(game);
    if (!lab) return null;
    return link(
      `/lab/${game}`,
      { class: "card lab-card" },
      h("span", { class: `game-mark ${game}` }),
      h("div", { class: "card-words" }, h("h2", null, lab.title()), h("p", null, lab.lead())),
    );
  });
  const element = h(
    "div",
    { class: "start" },
    h("h1", null, t.labs.title),
    h("div", { class: "lab-cards" }, cards),
  );
  return { element, title: t.labs.title };
}
