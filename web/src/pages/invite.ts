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

/** Where a person writes a name, which is remembered; that of an account is changed at its page. */
export function nameField(): HTMLElement {
  const { name } = pref("account");
  if (name) return h("p", { class: "field" }, h("span", null, t.setup.yourName, ": "), h("bdi", null, name));
  const field = h("input", {
    type: "text",
    maxlength: 40,
    value: pref("name"),
    autocomplete: "nickname",
    placeholder: t.setup.yourName,
    oninput: () => setPref("name", field.value.trim()),
  });
  return h("label", { class: "field" }, h("span", null, t.setup.yourName), field);
}

/** Asks the new player for a name, then takes the seat. */
export function invitation(match: Match, take: (name: string, avatar: number) => void): void {
  const form = h(
    "form",
    {
      method: "dialog",
      onsubmit: () => take(pref("name"), pref("avatar")),
    },
    h("h2", null, t.match.joinTitle(wordsOf(match.game).title)),
    h("p", { class: "quiet" }, wordsOf(match.game).summary),
    nameField(),
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
