/* games/perudo/lab_line - a real Perudo board: the bar hears the line that the server listens to.
 *
 * Everybody sees the line and what it carries; the organiser chooses it (docs/boards.md). */
import { listenTo, type LineState } from "../../api/http.js";
import { fill, freshId, h } from "../../dom.js";
import { BoardLine } from "../../lab/line.js";
import { organiser } from "../../prefs.js";
import { link, type Page } from "../../shell.js";
import { t } from "../../text/index.js";
import { whyNot } from "../../text/say.js";
import { Bytes } from "./lab.js";
import { LabBar } from "./lab_bar.js";
import type { Heard } from "./lab_heard.js";
import { own } from "./text/index.js";

const NOTES_KEPT = 8;

/** What the stream had that no board should send, newest first. */
class Complaints {
  #notes = h("ol", { class: "lab-notes", reversed: true });
  #none = h("p", { class: "quiet" }, own().lab.allUnderstood);
  #count = 0;
  readonly element = h(
    "section",
    { class: "lab-complaints" },
    h("h2", null, own().lab.notUnderstood),
    this.#none,
    this.#notes,
  );

  hear(heard: Heard): void {
    const words = own().lab;
    if (heard.event === "garbled") this.#add("garbled", words.garbled, heard.bytes ?? "");
    if (heard.missed) this.#add("missed", words.missed(words.events[heard.event] ?? heard.event));
    if (heard.against_rules) this.#add("against", words.against(words.events[heard.event] ?? heard.event));
  }

  #add(kind: string, words: string, bytes = ""): void {
    this.#count++;
    this.#none.hidden = true;
    this.#notes.start = this.#count;
    this.#notes.prepend(
      h("li", { "data-note": kind }, words, bytes ? [" ", h("code", { dir: "ltr" }, bytes)] : null),
    );
    while (this.#notes.childElementCount > NOTES_KEPT) this.#notes.lastElementChild?.remove();
  }
}

/** Where the organiser names the line. */
function lineForm(): { element: HTMLElement; show(line: LineState): void } {
  const id = freshId("link"),
    wrong = h("small", { class: "wrong", id: freshId("wrong"), role: "alert" });
  const field = h("input", {
    type: "text",
    id,
    "data-field": "link",
    placeholder: "serial:/dev/ttyUSB0@9600",
    autocomplete: "off",
    spellcheck: "false",
    dir: "ltr",
    "aria-describedby": wrong.id,
    oninput: () => (wrong.textContent = ""),
  });
  let touched = false;
  field.addEventListener("input", () => (touched = true));
  const choose = (spec: string): void => {
    wrong.textContent = "";
    listenTo("/api/lab/perudo-view", spec).then(
      () => (touched = false),
      (e: unknown) => {
        wrong.textContent = whyNot(e);
        field.focus();
      },
    );
  };
  const stop = h(
    "button",
    { type: "button", class: "button tool", "data-action": "stop", onclick: () => choose("") },
    own().lab.stop,
  );
  const element = h(
    "form",
    {
      class: "lab-line-form",
      onsubmit: (e: Event) => {
        e.preventDefault();
        choose(field.value.trim());
      },
    },
    h("label", { class: "field" }, h("span", null, own().lab.line), field),
    wrong,
    h("p", { class: "quiet" }, own().lab.lineKinds),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button primary", "data-action": "listen" }, own().lab.listen),
      stop,
    ),
  );
  return {
    element,
    show: (line) => {
      stop.hidden = line.state === "none";
      if (!touched) field.value = line.link;
    },
  };
}

export function perudoLine(): Page {
  const bar = new LabBar(),
    bytes = new Bytes(),
    complaints = new Complaints(),
    form = organiser() ? lineForm() : null;
  const state = h("p", { class: "lab-line-state", role: "status" });
  const show = (line: LineState): void => {
    const words = own().lab.states;
    state.dataset["state"] = line.state;
    fill(
      state,
      h("strong", null, words[line.state]),
      line.name ? [" ", h("code", { dir: "ltr" }, line.name)] : null,
      line.why ? [" ", h("span", { class: "quiet" }, line.why)] : null,
    );
    form?.show(line);
  };
  const closed = h("p", { class: "quiet lab-closed", role: "status" }, t.labs.closed);
  const line = new BoardLine<Heard>("perudo-view", {
    state: (open) => {
      closed.hidden = open;
      // The server tells from the start again.
      if (open) bar.hear({ event: "sync" });
    },
    line: show,
    bytes: (sent) => bytes.add(sent),
    heard: (heard) => {
      bar.hear(heard);
      complaints.hear(heard);
    },
  });
  const element = h(
    "div",
    { class: "lab" },
    h(
      "div",
      null,
      h("h1", null, own().lab.lineTitle),
      h("p", { class: "quiet" }, own().lab.lineLead),
      h("p", null, link("/lab/perudo", {}, own().lab.toBoard)),
      closed,
    ),
    h(
      "div",
      { class: "lab-bench perudo-bench" },
      bar.element,
      h(
        "div",
        { class: "lab-side" },
        state,
        form?.element ??
          h(
            "p",
            { class: "quiet" },
            own().lab.organiserOnly,
            " ",
            h("code", { dir: "ltr" }, "damero serve --perudo-view serial:/dev/ttyUSB0@9600"),
          ),
        h("p", { class: "quiet" }, own().lab.stream),
        bytes.element,
        complaints.element,
      ),
    ),
  );
  return {
    element,
    title: own().lab.lineTitle,
    dispose: () => {
      line.dispose();
      bar.dispose();
    },
  };
}
