/* pages/rules_text - the rules of a game: the text that `damero rules` prints, laid out. */
import { h } from "../dom.js";
import { viewOf, wordsOf } from "../games/index.js";
import type { Game } from "../api/types.js";
import { link, type Page } from "../shell.js";
import { language, t, withTerms } from "../text/index.js";
import { playNow } from "./setup.js";

/** Headings, lists, indented examples and paragraphs, as they are written in the text. */
function laidOut(text: string): HTMLElement[] {
  const found: HTMLElement[] = [];
  let list: HTMLElement | null = null;
  for (const line of text.split("\n")) {
    const last = found.at(-1);
    if (line === "") list = null;
    if (line === "") found.push(h("hr", { hidden: true }));
    else if (line.startsWith("# ")) found.push(h("h1", null, line.slice(2)));
    else if (line.startsWith("## ")) found.push(h("h2", null, line.slice(3)));
    else if (line.startsWith("    ")) found.push(h("pre", { dir: "ltr", tabindex: 0 }, line.trim()));
    else if (line.startsWith("- ")) {
      if (!list) found.push((list = h("ul")));
      list.append(h("li", null, withTerms(line.slice(2))));
    } else if (list?.lastElementChild) list.lastElementChild.append(` ${withTerms(line.trim())}`);
    else if (last?.tagName === "P") last.append(` ${withTerms(line)}`);
    else found.push(h("p", null, withTerms(line)));
  }
  return found.filter((one) => one.tagName !== "HR");
}

export async function rulesPage(game: Game): Promise<Page | null> {
  const { rules, course } = viewOf(game);
  const texts = await rules?.();
  if (!texts) return null;
  const element = h(
    "article",
    { class: "rules-text" },
    laidOut(texts[language]),
    h(
      "div",
      { class: "row wrap" },
      h("button", { class: "button strong", onclick: () => void playNow(game) }, t.start.playNow),
      course ? link(`/learn/${game}`, { class: "button" }, t.learn.learn) : null,
    ),
  );
  return { element, title: `${wordsOf(game).title}: ${t.setup.rules}` };
}
