/* pages/invite - invitation links, and the dialog for people who open one. */
import type { Match } from "../api/types.js";
import { wordsOf } from "../games/index.js";
import { h } from "../dom.js";
import { icon } from "../icons.js";
import { pref, setPref } from "../prefs.js";
import { t } from "../text/index.js";

export function shareBox(title: string, address: string, note: string): HTMLElement {
  const field = h("input", {
    type: "text",
    readonly: true,
    value: address,
    dir: "ltr",
    "aria-label": title,
    onfocus: () => field.select(),
  });
  const words = h("span", null, t.match.copy);
  const button = h(
    "button",
    {
      class: "button",
      onclick: () => {
        field.select();
        void navigator.clipboard?.writeText(address).catch(() => document.execCommand("copy"));
        words.textContent = t.match.copied;
        setTimeout(() => (words.textContent = t.match.copy), 1800);
      },
    },
    icon("copy"),
    words,
  );
  return h(
    "div",
    { class: "share" },
    h("p", { class: "share-title" }, title),
    h("div", { class: "row" }, field, button),
    note ? h("p", { class: "quiet" }, note) : null,
  );
}

/** Asks the new player for a name, then takes the seat. */
export function invitation(match: Match, take: (name: string, avatar: number) => void): void {
  const field = h("input", {
    type: "text",
    maxlength: 40,
    value: pref("name"),
    autocomplete: "nickname",
    placeholder: t.setup.yourName,
  });
  const form = h(
    "form",
    {
      method: "dialog",
      onsubmit: () => {
        setPref("name", field.value.trim());
        take(field.value.trim(), pref("avatar"));
      },
    },
    h("h2", null, t.match.joinTitle(wordsOf(match.game).title)),
    h("p", { class: "quiet" }, wordsOf(match.game).summary),
    h("label", { class: "field" }, h("span", null, t.setup.yourName), field),
    h("button", { class: "button strong wide", "data-action": "join" }, t.match.join),
  );
  const dialog = h(
    "dialog",
    {
      class: "sheet",
      "aria-label": t.match.joinTitle(wordsOf(match.game).title),
      onclose: () => dialog.remove(),
    },
    form,
  );
  document.body.append(dialog);
  dialog.showModal();
}
