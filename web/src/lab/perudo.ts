/* lab/perudo - the Perudo board: four buttons, and the table that its serial line feeds. */
import { avatarPicture } from "../boards/avatars.js";
import type { BoardHost } from "../boards/board.js";
import { die } from "../boards/dice.js";
import { PerudoTable } from "../boards/perudo_table.js";
import { type PerudoView, spatialTable } from "../boards/perudo_view.js";
import { fill, h } from "../dom.js";
import { pref } from "../prefs.js";
import { type Page, say } from "../shell.js";
import { number, t } from "../text/index.js";
import { BoardLine } from "./line.js";
import { PerudoStream } from "./perudo_stream.js";

const BUTTONS = ["previous", "next", "enter", "doubt"] as const;
const BYTES_KEPT = 160;
const SEATS = 8;

export function perudoLab(): Page {
  const stream = new PerudoStream();
  const stage = h("div", { class: "perudo-stage" }), words = h("div", { class: "lab-words", role: "status" }), bytes = h("code", { class: "bytes lab-bytes", dir: "ltr", "aria-label": t.labs.stream });
  const closed = h("p", { class: "quiet lab-closed", role: "status" }, t.labs.closed);
  let view: PerudoView | null = null, seated = "", over = false;
  // the seats change as players join: a new table is laid then
  const sit = async (): Promise<void> => {
    const seats = Array.from({ length: SEATS }, (_, i) => ({ name: t.setup.avatars[(stream.avatar + i) % SEATS] ?? "", side: `Player ${i + 1}`, avatar: String((stream.avatar + i) % SEATS) }));
    const host: BoardHost = { game: "perudo", rules: "", seats, you: 0, miniature: false, play: () => undefined, say };
    view?.dispose();
    view = new PerudoTable(host);
    fill(stage, view.element);
    if (!spatialTable || pref("flat")) return;
    const flat = view;
    try {
      const spatial = await spatialTable(host);
      if (over || view !== flat) return spatial.dispose();
      flat.dispose();
      view = spatial;
      fill(stage, spatial.element);
      spatial.update(stream.state(), false);
    } catch {
      /* the flat one stays */
    }
  };
  const draw = (animate: boolean): void => {
    const playing = stream.step === "play" || stream.step === "shown" || stream.step === "end";
    const key = playing ? `${stream.avatar} ${stream.players}` : "";
    if (playing && key !== seated) void sit();
    seated = key;
    if (playing) view?.update(stream.state(), animate);
    else {
      view?.dispose();
      view = null;
      fill(stage, h("div", { class: "lab-title" }, stream.step === "title" ? h("h2", null, t.games.perudo.title)
        : Array.from({ length: stream.step === "join" ? stream.players : 1 }, (_, i) => h("span", { class: "avatar-frame" }, avatarPicture((stream.avatar + i) % SEATS)))));
    }
    fill(words, stream.step === "avatar" ? t.setup.avatars[stream.avatar] ?? "" : stream.step === "join" ? `${t.setup.players}: ${number(stream.players)}`
      : stream.choosing ? [`${t.perudo.bid}: `, stream.choosing === "count" ? `${number(stream.count)} × ` : "", die(stream.face, "tiny")] : "");
    words.classList.toggle("illegal", stream.illegal);
    stage.dataset["step"] = stream.step;
  };
  const line = new BoardLine("perudo", {
    state: (open) => (closed.hidden = open),
    bytes: (heard) => {
      bytes.textContent = ((bytes.textContent ?? "") + String.fromCharCode(...heard)).slice(-BYTES_KEPT);
      let complete = false;
      for (const byte of heard) complete = stream.feed(byte) || complete;
      if (complete) draw(true);
    },
  });
  const press = (name: string): HTMLElement => {
    const button = h("button", { class: `lab-button ${name}`, "data-button": name }, t.labs[name as (typeof BUTTONS)[number]]);
    line.hold(button, (down) => line.send({ do: "button", name, down }));
    return button;
  };
  draw(false);
  const element = h("div", { class: "lab" },
    h("div", null, h("h1", null, t.labs.perudo), h("p", { class: "quiet" }, t.labs.perudoLead), closed),
    h("div", { class: "lab-bench perudo-bench" },
      h("div", { class: "board-frame perudo" }, stage, words),
      h("div", { class: "lab-side" }, h("div", { class: "lab-buttons", role: "group" }, BUTTONS.map(press)),
        h("button", { class: "button danger", onclick: () => {
          line.send({ do: "reset" });
          stream.feed("U".charCodeAt(0));
          draw(false);
        } }, t.labs.reset),
        h("p", { class: "quiet" }, t.labs.stream), bytes)));
  return { element, title: t.labs.perudo, dispose: () => {
    over = true;
    line.dispose();
    view?.dispose();
  } };
}
