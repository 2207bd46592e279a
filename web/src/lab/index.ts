/* lab - the laboratory boards in the page: their keys and switches, what they show and send. */
import { h } from "../dom.js";
import { link, type Page } from "../shell.js";
import { t } from "../text/index.js";

export function labPage(_which: string | undefined): Page {
  const element = h("div", { class: "start" }, h("h1", null, t.labs.title), h("p", null, link("/lab/damas", {}, t.labs.damas)), h("p", null, link("/lab/perudo", {}, t.labs.perudo)));
  return { element, title: t.labs.title };
}
