/* match/chat - what people say at a match: set phrases in everybody's own language, or text. */
import type { Chat, ChatLine, Match } from "../api/types.js";
import { fill, h } from "../dom.js";
import { known, t } from "../text/index.js";
import { nameOf } from "./seats.js";

const TEXT_MOST = 200;

export class ChatPanel {
  readonly element: HTMLElement;
  #list = h("ol", { class: "chat-lines", "aria-live": "polite", "aria-label": t.chat.title });
  #drawn = "";

  constructor(say: (what: { text: string } | { phrase: string }) => void) {
    const typed = h("input", {
      type: "text",
      maxlength: TEXT_MOST,
      autocomplete: "off",
      "aria-label": t.chat.type,
      placeholder: t.chat.type,
    });
    const phrases = h(
      "select",
      {
        "aria-label": t.chat.phrases,
        "data-field": "phrase",
        onchange: (e: Event) => {
          const select = e.target as HTMLSelectElement;
          if (select.value) say({ phrase: select.value });
          select.value = "";
        },
      },
      h("option", { value: "" }, t.chat.phrases),
      Object.entries(t.chat.said).map(([phrase, words]) => h("option", { value: phrase }, words)),
    );
    this.element = h(
      "details",
      { class: "chat", hidden: true },
      h("summary", null, t.chat.title),
      this.#list,
      h(
        "form",
        {
          class: "chat-form",
          onsubmit: (e: SubmitEvent) => {
            e.preventDefault();
            if (typed.value.trim()) say({ text: typed.value.trim() });
            typed.value = "";
          },
        },
        typed,
        phrases,
        h("button", { class: "button" }, t.match.send),
      ),
    );
  }

  /** Shown if somebody is there to talk to, or has talked. */
  update(match: Match): void {
    const chat: Chat = match.chat ?? { on: false, lines: [] };
    const people = match.seats.filter((seat) => seat.kind === "person" || seat.kind === "open").length;
    this.element.hidden =
      !chat.on || (people < 2 && (match.spectators ?? 0) === 0 && chat.lines.length === 0);
    const drawn = JSON.stringify([chat.lines.at(-1)?.number, chat.lines.length, match.id]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    fill(
      this.#list,
      chat.lines.map((line) =>
        h(
          "li",
          { class: line.seat === null ? "spectator" : "" },
          h("b", null, who(match, line)),
          " ",
          words(line),
        ),
      ),
    );
    this.#list.scrollTop = this.#list.scrollHeight;
  }
}

const who = (match: Match, line: ChatLine): string =>
  line.seat === null ? line.name || t.chat.spectator : nameOf(match, line.seat);
const words = (line: ChatLine): string => line.text ?? known(t.chat.said, line.phrase ?? "");
