/* games/perudo/lab - the Perudo board: four buttons, and the table that its serial line feeds. */
import { avatarPicture } from "./avatars.js";
import { die } from "./dice.js";
import { PerudoTable } from "./table.js";
import { canDraw3d } from "./view.js";
import { fill, h } from "../../dom.js";
import type { StreamTable } from "./spatial/perudo3d.js";
import { pref } from "../../prefs.js";
import { type Page, say } from "../../shell.js";
import { number, t } from "../../text/index.js";
import { BoardLine } from "../../lab/line.js";
import { type Heard, PerudoHeard } from "./lab_heard.js";
import { own } from "./text/index.js";

const BUTTONS = ["previous", "next", "enter", "doubt"] as const;
const BYTES_KEPT = 160;
const SEATS = 8;

/** The table without a third dimension: avatars until there is a round, then as in a match. */
class FlatBar {
  readonly element = h("div", { class: "perudo-stage" });
  #table: PerudoTable | null = null;
  #seated = "";

  show(table: PerudoHeard, animate: boolean): void {
    const guest = (i: number): number => (table.avatar + i) % SEATS;
    const playing = table.step === "play" || table.step === "shown" || table.step === "end",
      key = playing ? `${table.avatar} ${table.players}` : "";
    this.element.dataset["step"] = table.step;
    if (!playing)
      fill(
        this.element,
        h(
          "div",
          { class: "lab-title" },
          table.step === "title"
            ? h("h2", null, own().title)
            : Array.from({ length: table.step === "join" ? table.players : 1 }, (_, i) =>
                h("span", { class: "avatar-frame" }, avatarPicture(guest(i))),
              ),
        ),
      );
    else if (key !== this.#seated) {
      const seats = Array.from({ length: SEATS }, (_, i) => ({
        name: own().avatars[guest(i)] ?? "",
        side: `Player ${i + 1}`,
        avatar: String(guest(i)),
      }));
      this.#table = new PerudoTable({
        game: "perudo",
        rules: "",
        seats,
        you: 0,
        miniature: false,
        play: () => undefined,
        say,
      });
      fill(this.element, this.#table.element);
    }
    this.#seated = key;
    if (playing) this.#table?.update(table.state(), animate);
  }
}

export function perudoLab(): Page {
  const table = new PerudoHeard(),
    flat = new FlatBar(),
    stage = h("div", null, flat.element);
  const words = h("div", { class: "lab-words", role: "status" }),
    bytes = h("code", { class: "bytes lab-bytes", dir: "ltr", "aria-label": own().lab.stream });
  const closed = h("p", { class: "quiet lab-closed", role: "status" }, t.labs.closed);
  const log: Heard[] = []; // what the other view has to hear, once it is there
  let spatial: StreamTable | null = null,
    over = false;
  const hear = (heard: Heard): void => {
    table.hear(heard);
    if (spatial) spatial.hear(heard);
    else {
      if (heard.event === "sync" || heard.event === "game") log.length = 0;
      log.push(heard);
      flat.show(table, true);
    }
    fill(
      words,
      table.step === "avatar"
        ? (own().avatars[table.avatar] ?? "")
        : table.step === "join"
          ? `${t.setup.players}: ${number(table.players)}`
          : table.choosing
            ? [
                `${own().bid}: `,
                table.choosing === "count" ? `${number(table.count)} × ` : "",
                die(table.face, "tiny"),
              ]
            : "",
    );
    words.classList.toggle("illegal", table.illegal);
    stage.dataset["step"] = table.step;
  };
  if (canDraw3d() && !pref("flat"))
    void import("./spatial/perudo3d.js").then(
      (module) => {
        if (over) return;
        spatial = new module.StreamTable();
        fill(stage, spatial.element);
        for (const heard of log) spatial.hear(heard);
      },
      () => undefined,
    );
  const line = new BoardLine<Heard>("perudo", {
    state: (open) => (closed.hidden = open),
    bytes: (sent) =>
      (bytes.textContent = ((bytes.textContent ?? "") + String.fromCharCode(...sent)).slice(-BYTES_KEPT)),
    heard: hear,
  });
  const press = (name: string): HTMLElement => {
    const button = h(
      "button",
      { class: `lab-button ${name}`, "data-button": name },
      own().lab[name as (typeof BUTTONS)[number]],
    );
    line.hold(button, (down) => line.send({ do: "button", name, down }));
    return button;
  };
  hear({ event: "sync" });
  const element = h(
    "div",
    { class: "lab" },
    h("div", null, h("h1", null, own().lab.title), h("p", { class: "quiet" }, own().lab.lead), closed),
    h(
      "div",
      { class: "lab-bench perudo-bench" },
      h("div", { class: "board-frame perudo" }, stage, words),
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
              hear({ event: "sync" });
            },
          },
          t.labs.reset,
        ),
        h("p", { class: "quiet" }, own().lab.stream),
        bytes,
      ),
    ),
  );
  return {
    element,
    title: own().lab.title,
    dispose: () => {
      over = true;
      line.dispose();
      spatial?.dispose();
    },
  };
}
