/* games/perudo/lab - the Perudo board: four buttons, and the table that its serial line feeds. */
import { h } from "../../dom.js";
import { link, type Page } from "../../shell.js";
import { known, t } from "../../text/index.js";
import { type PadButton, PadButtons } from "../../lab/gamepad.js";
import { BoardLine } from "../../lab/line.js";
import { LabSettings } from "../../lab/settings.js";
import { LabBar } from "./lab_bar.js";
import type { Heard } from "./lab_heard.js";
import { own } from "./text/index.js";

const BUTTONS = ["previous", "next", "enter", "doubt"] as const;
const BYTES_KEPT = 160;

/** The bytes on a line, the last ones. */
export class Bytes {
  readonly element = h("code", { class: "bytes lab-bytes", dir: "ltr", "aria-label": own().lab.stream });

  add(bytes: Uint8Array): void {
    this.element.textContent = ((this.element.textContent ?? "") + String.fromCharCode(...bytes)).slice(
      -BYTES_KEPT,
    );
  }
}

export function perudoLab(): Page {
  const bar = new LabBar(),
    bytes = new Bytes();
  const closed = h("p", { class: "quiet lab-closed", role: "status" }, t.labs.closed);
  const line = new BoardLine<Heard>("perudo", {
    state: (open) => {
      closed.hidden = open;
      if (open) settings.apply(false);
    },
    refused: (words) => settings.complain(words),
    bytes: (sent) => bytes.add(sent),
    heard: (heard) => bar.hear(heard),
  });
  const settings = new LabSettings(
    () => line as unknown as BoardLine,
    [
      {
        key: "preset",
        title: own().settings.preset,
        options: [
          ["seed", own().values.seed],
          ["perudo", own().values.perudo],
          ["strict", own().values.strict],
        ],
      },
      {
        key: "palifico",
        title: own().settings.palifico,
        options: [
          ["preset", own().values.preset],
          ["on", known(t.values, "on")],
          ["off", known(t.values, "off")],
          ["always", own().values["palifico=always"]],
        ],
      },
      {
        key: "engine",
        title: own().lab.machine,
        options: [
          ["seed", own().engines.seed],
          ["binomial", own().engines.binomial],
          ["perudo", own().engines.perudo],
        ],
      },
      {
        key: "dice",
        title: own().lab.dice,
        options: [
          ["lfsr", own().lab.lfsr],
          ["counters", own().lab.counters],
        ],
      },
    ],
    "",
    null,
    () => bar.hear({ event: "sync" }),
  );
  const holds = new Map<PadButton, (down: boolean) => void>();
  const press = (name: PadButton): HTMLElement => {
    const button = h("button", { class: `lab-button ${name}`, "data-button": name }, own().lab[name]);
    holds.set(
      name,
      line.hold(button, (down) => line.send({ do: "button", name, down })),
    );
    return button;
  };
  const pad = new PadButtons((name, down) => holds.get(name)?.(down));
  const element = h(
    "div",
    { class: "lab" },
    h(
      "div",
      null,
      h("h1", null, own().lab.title),
      h("p", { class: "quiet" }, own().lab.lead),
      h("p", null, link("/lab/perudo/line", { "data-action": "line" }, own().lab.toLine)),
      closed,
    ),
    h(
      "div",
      { class: "lab-bench perudo-bench" },
      bar.element,
      h(
        "div",
        { class: "lab-side" },
        h("div", { class: "lab-buttons", role: "group" }, BUTTONS.map(press)),
        h(
          "button",
          {
            class: "button danger",
            onclick: () => {
              line.send({ do: "reset" });
              bar.hear({ event: "sync" });
            },
          },
          t.labs.reset,
        ),
        settings.element,
        h("p", { class: "quiet" }, own().lab.stream),
        bytes.element,
      ),
    ),
  );
  return {
    element,
    title: own().lab.title,
    dispose: () => {
      pad.dispose();
      line.dispose();
      bar.dispose();
    },
  };
}
