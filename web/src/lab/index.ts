/* lab - the laboratory boards in the page: their keys and switches, what they show and send. */
import { h } from "../dom.js";
import { link, type Page } from "../shell.js";
import { t } from "../text/index.js";
import { damasLab } from "../games/damas/lab.js";
import { perudoLab } from "../games/perudo/lab.js";

export function labPage(which: string | undefined): Page {
  if (which === "damas") return damasLab();
  if (which === "perudo") return perudoLab();
  const card = (path: string, kind: string, title: string, words: string): HTMLElement =>
    link(
      path,
      { class: "card lab-card" },
      h("span", { class: `game-mark ${kind}` }),
      h("div", { class: "card-words" }, h("h2", null, title), h("p", null, words)),
    );
  const element = h(
    "div",
    { class: "start" },
    h("h1", null, t.labs.title),
    h(
      "div",
      { class: "lab-cards" },
      card("/lab/damas", "damas", t.labs.damas, t.labs.damasLead),
      card("/lab/perudo", "perudo", t.labs.perudo, t.labs.perudoLead),
    ),
  );
  return { element, title: t.labs.title };
}
