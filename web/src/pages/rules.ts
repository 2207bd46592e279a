/* pages/rules - the settings of a game as fields, each with its explanation and chosen value. */
import type { GameInfo, Setting } from "../api/types.js";
import { freshId, h } from "../dom.js";
import { viewOf, wordsOf } from "../games/index.js";
import { t, withTerms } from "../text/index.js";
import { capital, settingName, valueName } from "../text/say.js";

export class Rules {
  #values = new Map<string, string>();

  /** `rules` as the server writes them: what differs from the usual. */
  constructor(
    readonly game: GameInfo,
    rules = "",
  ) {
    for (const part of rules.split(",").filter(Boolean)) {
      const [key = "", value = ""] = part.split("=");
      if (key !== "players") this.#values.set(key, value);
    }
  }

  /** The fields that matter most, and the others to unfold. `players` has a field of its own. */
  fields(): HTMLElement[] {
    const foremost = (setting: Setting): boolean => viewOf(this.game.name).foremost.includes(setting.key);
    return [
      ...this.game.settings.filter(foremost).map((setting) => this.#field(setting)),
      h(
        "details",
        { class: "rules" },
        h("summary", null, t.setup.rules),
        this.game.settings
          .filter((setting) => !foremost(setting) && setting.key !== "players")
          .map((setting) => this.#field(setting)),
      ),
    ];
  }

  /** As the server reads them: what differs from the usual, and how many play if the game leaves it open. */
  text(players: number): string {
    const changed = [...this.#values].filter(
      ([key, value]) =>
        value.trim() !== "" &&
        value !== String(this.game.settings.find((setting) => setting.key === key)?.default),
    );
    if (this.game.settings.some((setting) => setting.key === "players"))
      changed.unshift(["players", String(players)]);
    return changed.map(([key, value]) => `${key}=${value.trim()}`).join(",");
  }

  #field(setting: Setting): HTMLElement {
    const value = this.#values.get(setting.key) ?? String(setting.default),
      id = freshId("means");
    const keep = (e: Event): void => {
      this.#values.set(setting.key, (e.target as HTMLInputElement | HTMLSelectElement).value);
    };
    const props = { onchange: keep, "data-setting": setting.key, "aria-describedby": id };
    const options = setting.values ?? viewOf(this.game.name).offered?.[setting.key];
    const number = !options && typeof setting.least === "number";
    const control = options
      ? h(
          "select",
          props,
          (options.includes(value) ? options : [value, ...options]).map((word) =>
            h(
              "option",
              { value: word, selected: word === value },
              capital(valueName(this.game.name, setting.key, word)) +
                (word === String(setting.default) ? ` (${t.setup.usual})` : ""),
            ),
          ),
        )
      : h("input", {
          ...props,
          type: number ? "number" : "text",
          min: number ? setting.least : null,
          max: number ? setting.most : null,
          value,
          dir: "ltr",
        });
    return h(
      "label",
      { class: "field" },
      h("span", null, settingName(this.game.name, setting.key)),
      control,
      h(
        "small",
        { class: "means", id },
        withTerms(wordsOf(this.game.name).meanings[setting.key] ?? setting.meaning),
      ),
    );
  }
}
