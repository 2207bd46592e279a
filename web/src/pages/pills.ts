/* pages/pills - one of several values as a row of buttons, with a note on the chosen one. */
import { h } from "../dom.js";

export type Option = [value: string, words: string, note?: string];

export function pills(
  name: string,
  title: string,
  options: Option[],
  value: string,
  chosen: (value: string) => void,
): HTMLElement {
  const about = options.find(([key]) => key === value)?.[2];
  return h(
    "fieldset",
    { class: "choice" },
    h("legend", null, title),
    h(
      "div",
      { class: "pills" },
      options.map(([key, words, note]) =>
        h(
          "label",
          { title: note ?? null },
          h("input", {
            type: "radio",
            name,
            id: `${name}-${key}`,
            value: key,
            checked: key === value,
            onchange: () => chosen(key),
          }),
          h("span", null, words),
        ),
      ),
    ),
    about ? h("small", { class: "means" }, about) : null,
  );
}
