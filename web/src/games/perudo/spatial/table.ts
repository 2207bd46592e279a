/* games/perudo/spatial/table - a match of Perudo in the bar: motion from the difference of two states. */
import { guestNumber } from "../avatars.js";
import type { BoardHost } from "../../board.js";
import { die } from "../dice.js";
import { afterCall, roundNotes, utterance } from "../table.js";
import type { PerudoView } from "../view.js";
import { h } from "../../../dom.js";
import { number } from "../../../text/index.js";
import { type Hand, Stage } from "./stage.js";
import type { PerudoState } from "../types.js";
import { own } from "../text/index.js";

export class SpatialTable implements PerudoView {
  readonly element: HTMLElement;
  #stage: Stage;
  #host: BoardHost;
  #before: PerudoState | null = null;
  #seated = "";
  #opened = false;
  #pick: ((guest: number) => void) | null = null;

  constructor(host: BoardHost, lost: () => void) {
    this.#host = host;
    this.#stage = new Stage(own().table, lost);
    this.element = this.#stage.element;
    this.element.addEventListener("click", (e) => {
      const guest = this.#pick && this.#stage.guestAt(e);
      if (typeof guest === "number") this.#pick?.(guest);
    });
  }

  dispose(): void {
    this.#stage.dispose();
  }

  open(scene: "title" | "avatar", guest: number, pick: (guest: number) => void): void {
    this.#opened = true;
    this.#pick = scene === "avatar" ? pick : null;
    this.#before = null;
    this.#seated = "";
    this.#stage.seat([], null, false);
    this.#stage.caption();
    this.#stage.turn(null);
    this.#stage.offerGuests(scene === "avatar" ? guest : null);
    void this.#stage.go(scene, true);
  }

  update(now: PerudoState, animate: boolean, held = false): void {
    // The last dice are looked at before the end.
    const state = held ? { ...now, over: false } : now,
      before = this.#before,
      fresh = this.#opened;
    this.#before = state;
    this.#opened = false;
    this.#pick = null;
    const seated = JSON.stringify([state.players.length, this.#host.seats]);
    if (seated !== this.#seated) this.#sit(state, animate || fresh, before === null);
    this.#seated = seated;
    const newRound =
      before?.round !== state.round || (before?.result !== undefined && state.result === undefined);
    if (newRound) {
      this.#stage.calm();
      this.#stage.hush();
    }
    if (state.result) {
      // once: drawn again, it would be cut short
      if (before?.result === undefined) this.#reveal(state, animate);
    } else {
      if (newRound || !sameDice(before, state))
        this.#stage.deal(hands(state), (animate && newRound && before !== null) || fresh);
      this.#speak(state, animate ? (before?.history.length ?? 0) : state.history.length);
      if (!state.over) void this.#stage.go(state.history.length > 0 ? "bids" : "round", animate || fresh);
    }
    this.#stage.turn(
      state.over || state.result ? null : state.turn !== null && state.turn >= 0 ? state.turn : null,
    );
    this.#write(state);
    if (state.over && !before?.over) this.#finish(state, animate);
  }

  #name(seat: number | null | undefined): string {
    return seat === null || seat === undefined || seat < 0 ? "" : (this.#host.seats[seat]?.name ?? "");
  }

  #sit(state: PerudoState, animate: boolean, first: boolean): void {
    this.#stage.seat(
      state.players.map((player) => ({
        name: this.#name(player.seat),
        guest: guestNumber(this.#host.seats[player.seat]?.avatar, player.seat),
      })),
      this.#host.you,
      animate,
    );
    if (first) void this.#stage.go("join", false);
    this.#stage.deal(hands(state), false);
  }

  #speak(state: PerudoState, known: number): void {
    state.history.forEach((one, i) => this.#stage.say(one.seat, utterance(one.text), i >= known));
  }

  #reveal(state: PerudoState, animate: boolean): void {
    const { result } = state;
    if (!result) return;
    const counts = (face: number): boolean => face === result.bid.face || (face === 1 && !state.palifico);
    this.#speak(state, animate ? state.history.length - 1 : state.history.length);
    void this.#stage.go("reveal", animate);
    void this.#stage.lift(hands(state), counts, animate).then(() => {
      if (this.#before?.round !== state.round) return;
      if (result.loser !== null && result.loser >= 0) this.#stage.feel(result.loser, "sad");
      if (result.winner !== null && result.winner >= 0) this.#stage.feel(result.winner, "glad");
    });
  }

  #write(state: PerudoState): void {
    const line = (...words: (Node | string)[]): HTMLElement =>
      h("span", { class: "bar-bid", dir: "auto" }, words);
    if (state.over)
      return this.#stage.caption(
        ...(this.#host.you === null
          ? []
          : [line(state.winner === this.#host.you ? own().youWin : own().gameOver)]),
        h("span", { class: "bar-note", dir: "auto" }, state.winner === null ? "" : this.#name(state.winner)),
      );
    if (state.result) {
      const { counted, bid } = state.result;
      return this.#stage.caption(
        line(own().counted(number(counted), number(bid.count)), " ", die(bid.face, "tiny")),
        h(
          "span",
          { class: "bar-note", dir: "auto" },
          afterCall(state.result, (seat) => this.#name(seat)),
        ),
      );
    }
    this.#stage.caption(
      state.bid ? line(number(state.bid.count), " × ", die(state.bid.face, "tiny")) : line(own().noBid),
      h("span", { class: "bar-note", dir: "auto" }, roundNotes(state)),
    );
  }

  #finish(state: PerudoState, animate: boolean): void {
    const lost = this.#host.you !== null && state.winner !== this.#host.you;
    void this.#stage.go("end", animate);
    this.#stage.finish(state.winner, lost, animate);
  }
}

const hands = (state: PerudoState): Hand[] =>
  state.players.map((player) => ({
    dice: player.dice,
    faces: player.cup && player.cup.length > 0 ? player.cup : null,
    out: player.out,
  }));

function sameDice(a: PerudoState | null, b: PerudoState): boolean {
  return (
    a !== null &&
    b.players.every((player, i) => {
      const other = a.players[i];
      return (
        other !== undefined &&
        other.dice === player.dice &&
        other.out === player.out &&
        (other.cup ?? []).join() === (player.cup ?? []).join()
      );
    })
  );
}
