/* games/damas/lab - the Damas board: its picture, keypad and switches. */
import { h } from "../../dom.js";
import type { Page } from "../../shell.js";
import { language, t } from "../../text/index.js";
import { BoardLine } from "../../lab/line.js";
import { LabSettings } from "../../lab/settings.js";
import { own } from "./text/index.js";

const WIDE = 640,
  HIGH = 480;
/** As the keys lie on the board. */
const KEYS = ["1", "2", "3", "F", "4", "5", "6", "E", "7", "8", "9", "D", "A", "0", "B", "C"];
/** The board's words for the languages of the page. */
const LANGUAGES = { en: "", es: "spanish", it: "italian", fa: "persian" } as const;
const LEDS = 8;
const SWITCHES = ["run", "multiple", "draw1", "draw2"] as const;

/** Bytes of colour * 32 + run - 1 as pixels; the colour's bits are red 4, green 2, blue 1. */
export function unpack(packed: Uint8Array, pixels: Uint8ClampedArray): void {
  let at = 0;
  for (const byte of packed) {
    const red = byte & 128 ? 255 : 0,
      green = byte & 64 ? 255 : 0,
      blue = byte & 32 ? 255 : 0;
    for (let run = (byte & 31) + 1; run > 0 && at < pixels.length; run--, at += 4) {
      pixels[at] = red;
      pixels[at + 1] = green;
      pixels[at + 2] = blue;
      pixels[at + 3] = 255;
    }
  }
}

export function damasLab(): Page {
  const canvas = h("canvas", { width: WIDE, height: HIGH, role: "img", "aria-label": own().lab.screen });
  const context = canvas.getContext("2d");
  const closed = h("p", { class: "quiet lab-closed", role: "status" }, t.labs.closed);
  const switches = new Map<string, HTMLInputElement>();
  const line: BoardLine = new BoardLine("damas", {
    state: (open) => {
      closed.hidden = open;
      if (!open) return;
      // a board that has just been powered on gets its settings and the switches as they are here
      settings.apply(false);
      line.send({
        do: "pins",
        set: Object.fromEntries([...switches].map(([name, box]) => [name, box.checked ? 1 : 0])),
      });
    },
    pins: (pins) => {
      canvas.setAttribute("data-asks", String(pins["asks"] ?? ""));
      const lit = pins["leds"] ?? 0;
      leds.dataset["leds"] = String(lit);
      [...leds.children].forEach((led, i) => led.classList.toggle("on", ((lit >> (LEDS - 1 - i)) & 1) === 1));
    },
    refused: (words) => settings.complain(words),
    picture: (packed) => {
      if (!context) return;
      const image = context.createImageData(WIDE, HIGH);
      unpack(packed, image.data);
      context.putImageData(image, 0, 0);
      canvas.dataset["frames"] = String(Number(canvas.dataset["frames"] ?? 0) + 1);
    },
  });
  const leds = h(
    "div",
    { class: "leds", role: "img", "aria-label": own().lab.leds, title: own().lab.leds, dir: "ltr" },
    Array.from({ length: LEDS }, () => h("span", { class: "led" })),
  );
  const spoken = LANGUAGES[language];
  const settings = new LabSettings(
    () => line,
    [
      {
        key: "rules",
        title: own().lab.rules,
        options: [
          ["lab", own().lab.asBuilt],
          ["official", own().lab.official],
          ["huff", own().lab.huff],
        ],
      },
      {
        key: "kings",
        title: own().lab.kings,
        options: [
          ["crown", own().lab.crown],
          ["stacked", own().lab.stacked],
        ],
      },
    ],
    spoken ? `language=${spoken}` : "",
    own().lab.position,
  );
  const keypad = h(
    "div",
    { class: "keypad", role: "group", "aria-label": own().lab.keypad, dir: "ltr" },
    KEYS.map((key) => {
      const button = h("button", { class: `key ${key === "A" ? "enter" : ""}`, "data-key": key }, key);
      line.hold(button, (down) => line.send({ do: "key", key, down }));
      return button;
    }),
  );
  const reset = h("button", { class: "button danger" }, t.labs.reset);
  line.hold(reset, (down) => line.send({ do: "button", name: "reset", down }));
  const levers = SWITCHES.map((name) => {
    const box = h("input", {
      type: "checkbox",
      role: "switch",
      checked: name === "run",
      "data-switch": name,
      onchange: () => line.send({ do: "pins", set: { [name]: box.checked ? 1 : 0 } }),
    });
    switches.set(name, box);
    return h("label", { class: "lever" }, box, h("span", null, own().lab[name]));
  });
  const keys =
    (down: boolean) =>
    (e: KeyboardEvent): void => {
      const key = e.key === "Enter" ? "A" : e.key.toUpperCase();
      if (
        e.repeat ||
        e.ctrlKey ||
        e.metaKey ||
        !KEYS.includes(key) ||
        (e.target as Element).closest("button, input, select")
      )
        return;
      keypad.querySelector(`[data-key="${key}"]`)?.classList.toggle("down", down);
      if (down) line.send({ do: "key", key, down });
      else setTimeout(() => line.send({ do: "key", key, down }), 60);
    };
  const press = keys(true),
    release = keys(false);
  addEventListener("keydown", press);
  addEventListener("keyup", release);
  const element = h(
    "div",
    { class: "lab" },
    h("div", null, h("h1", null, own().lab.title), h("p", { class: "quiet" }, own().lab.lead), closed),
    h(
      "div",
      { class: "lab-bench" },
      h("div", { class: "monitor" }, canvas, leds),
      h(
        "div",
        { class: "lab-side" },
        keypad,
        h("div", { class: "levers", role: "group", "aria-label": own().lab.switches }, levers, reset),
        settings.element,
      ),
    ),
  );
  return {
    element,
    title: own().lab.title,
    dispose: () => {
      removeEventListener("keydown", press);
      removeEventListener("keyup", release);
      line.dispose();
    },
  };
}
