/* pages/live_board - a running match, small: its board, its players, and where its boards are expected. */
import { socket } from "../api/socket.js";
import type { Game, Match, State, Tell } from "../api/types.js";
import { fill, h } from "../dom.js";
import type { Board } from "../games/board.js";
import { showPicture, smallBoard } from "../match/picture.js";
import { boardSeats, nameOf } from "../match/seats.js";
import { link } from "../shell.js";
import { t } from "../text/index.js";

export class LiveBoard {
  readonly element = h("li", { class: "live-board" });
  #board: Board | null = null;
  #place = h("div", { class: "miniature", "aria-hidden": "true", inert: true });
  #caption = h("p", { class: "miniature-caption" });
  #leave: () => void;

  constructor(
    readonly id: number,
    game: Game,
    table: string,
  ) {
    this.element.dataset["match"] = String(id);
    fill(
      this.element,
      link(`/match/${id}`, { "aria-label": `${table}: ${t.watch}` }, this.#place),
      h("p", { class: "quiet" }, table),
      this.#caption,
    );
    this.#leave = socket().watch(id, undefined, (message: Tell) => {
      if (message.tell === "match") this.#begin(game, message.match);
      else if (message.tell === "move" || message.tell === "undone" || message.tell === "end")
        this.#show(message.state, message.tell === "move");
      else if (message.tell === "seats") socket().refresh(id);
    });
  }

  dispose(): void {
    this.#leave();
    this.#board?.dispose();
  }

  #begin(game: Game, match: Match): void {
    this.#board?.dispose();
    this.#board = smallBoard(game, match.rules, boardSeats(match));
    fill(this.#place, this.#board.element);
    const names = match.seats.map((_, i) => nameOf(match, i));
    const waiting = match.seats.filter(
      (seat) => seat.kind === "link" && seat.connected === false && match.verdict === null && seat.called,
    );
    fill(
      this.#caption,
      h("bdi", null, names.join(names.length > 2 ? ", " : " – ")),
      waiting.map((seat) =>
        h(
          "span",
          { class: "live-waiting" },
          t.contest.connect(seat.name),
          " ",
          h("code", { dir: "ltr" }, seat.called),
        ),
      ),
    );
    this.#show(match.state, false);
  }

  #show(state: State, animate: boolean): void {
    if (this.#board) showPicture(this.#board, state, animate);
  }
}
