/* games/perudo/lab_bar - the table as a board's serial line describes it: in three dimensions if that can be drawn,
 * flat otherwise. */
import { avatarPicture } from "./avatars.js";
import { die } from "./dice.js";
import { PerudoTable } from "./table.js";
import { canDraw3d } from "./view.js";
import { fill, h } from "../../dom.js";
import type { StreamTable } from "./spatial/perudo3d.js";
import { pref } from "../../prefs.js";
import { say } from "../../shell.js";
import { number, t } from "../../text/index.js";
import { settingName, valueName } from "../../text/say.js";
import { type Heard, PerudoHeard } from "./lab_heard.js";
import { own } from "./text/index.js";

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
            ? [
                h("h2", null, own().title),
                h(
                  "div",
                  { class: "lab-guests" },
                  Array.from({ length: SEATS }, (_, i) =>
                    h("span", { class: "avatar-frame" }, avatarPicture(i)),
                  ),
                ),
                h("p", { class: "invitation" }, own().lab.invitation),
              ]
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

/** A house rule in words: "Palifico: every round". */
const ruleWords = ({ key, value }: { key: string; value: string }): string =>
  `${settingName("perudo", key)}: ${valueName("perudo", key, value)}`;

export class LabBar {
  #flat = new FlatBar();
  #stage = h("div", null, this.#flat.element);
  #words = h("div", { class: "lab-words", role: "status" });
  readonly element = h("div", { class: "board-frame perudo" }, this.#stage, this.#words);
  #table = new PerudoHeard();
  #log: Heard[] = []; // what the other view has to hear, once it is there
  #spatial: StreamTable | null = null;
  #over = false;

  constructor() {
    if (canDraw3d() && !pref("flat"))
      void import("./spatial/perudo3d.js").then(
        (module) => {
          if (this.#over) return;
          this.#spatial = new module.StreamTable();
          fill(this.#stage, this.#spatial.element);
          for (const heard of this.#log) this.#spatial.hear(heard);
        },
        () => undefined,
      );
    this.hear({ event: "sync" });
  }

  dispose(): void {
    this.#over = true;
    this.#spatial?.dispose();
  }

  hear(heard: Heard): void {
    const table = this.#table;
    table.hear(heard);
    if (this.#spatial) this.#spatial.hear(heard);
    else {
      if (heard.event === "sync" || heard.event === "game") this.#log.length = 0;
      this.#log.push(heard);
      this.#flat.show(table, true);
    }
    fill(
      this.#words,
      table.step === "avatar"
        ? (own().avatars[table.avatar] ?? "")
        : table.rule
          ? ruleWords(table.rule)
          : table.step === "join"
            ? `${t.setup.players}: ${number(table.players)}`
            : table.step === "end"
              ? table.winner === 0
                ? own().youWin
                : own().gameOver
              : table.choosing
                ? [
                    `${own().bid}: `,
                    table.choosing === "count" ? `${number(table.count)} × ` : "",
                    die(table.face, "tiny"),
                  ]
                : "",
    );
    this.#words.classList.toggle("illegal", table.illegal);
    this.#stage.dataset["step"] = table.step;
  }
}
