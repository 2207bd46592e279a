/* lab/settings - how a laboratory board is set up: its rules and options, applied by powering it on again. */
import { fill, freshId, h } from "../dom.js";
import { t } from "../text/index.js";
import type { BoardLine } from "./line.js";

/** A setting of the board, with its values and their words; the first is the usual one. */
export interface LabSetting {
  key: string;
  title: string;
  options: [value: string, words: string][];
}

export class LabSettings {
  readonly element: HTMLElement;
  #fields = new Map<string, HTMLSelectElement>();
  #position: HTMLInputElement | null = null;
  #wrong = h("small", { class: "wrong", role: "alert" });

  /** `fixed` are settings that nobody chooses here; `position` is what the field of a position is called, if the
   * board takes one; `changed` hears that another board is there. */
  constructor(
    private line: () => BoardLine<never>,
    settings: LabSetting[],
    private fixed: string,
    position: string | null,
    private changed: () => void = () => undefined,
  ) {
    const field = (title: string, input: HTMLElement): HTMLElement =>
      h("label", { class: "field" }, h("span", null, title), input);
    if (position)
      this.#position = h("input", {
        type: "text",
        id: freshId("position"),
        "data-field": "position",
        placeholder: "W:WK1:B10,19",
        autocomplete: "off",
        spellcheck: "false",
        dir: "ltr",
      });
    this.element = h(
      "details",
      { class: "lab-settings" },
      h("summary", null, t.labs.settings),
      h(
        "form",
        {
          onsubmit: (e: Event) => {
            e.preventDefault();
            this.apply();
          },
        },
        settings.map(({ key, title, options }) => {
          const select = h(
            "select",
            { "data-setting": key },
            options.map(([value, words]) => h("option", { value }, words)),
          );
          this.#fields.set(key, select);
          return field(title, select);
        }),
        this.#position && position ? field(position, this.#position) : null,
        this.#wrong,
        h("button", { class: "button", "data-action": "power" }, t.labs.power),
      ),
    );
  }

  /** Powers a board on with what is chosen; with the usual settings only if `always`. */
  apply(always = true): void {
    const chosen = [...this.#fields]
      .filter(([, select]) => select.selectedIndex > 0)
      .map(([key, select]) => `${key}=${select.value}`);
    const settings = [this.fixed, ...chosen].filter(Boolean).join(","),
      position = this.#position?.value.trim() ?? "";
    if (!always && !settings && !position) return;
    fill(this.#wrong);
    this.line().send({ do: "settings", settings, ...(position ? { position } : {}) });
    this.changed();
  }

  complain(words: string): void {
    fill(this.#wrong, words);
    (this.element as HTMLDetailsElement).open = true;
  }
}
