/* games/perudo/spatial/stream - the bar as described by the laboratory board's byte stream.
 *
 * The server hears the stream with the same decoder as the terminal's view (docs/boards.md) and passes
 * its events on. Player 0 is the person at the board; all dice are in the stream, as the board's
 * project has it, and the others' stay covered until the cups are lifted. */
import { die } from "../dice.js";
import { utterance } from "../table.js";
import { h } from "../../../dom.js";
import type { Heard } from "../lab_heard.js";
import { number } from "../../../text/index.js";
import { type Hand, Stage } from "./stage.js";
import { own } from "../text/index.js";

const SEATS = 8;
const LONE = 1;

export class StreamTable {
  readonly element: HTMLElement;
  #stage = new Stage(own().table);
  #avatar = 0;
  #players = LONE;
  #hands: Hand[] = [];
  #dice: number[][] = [];
  /** Who bid and who doubted last. */
  #bidder: number | null = null;
  #caller: number | null = null;

  constructor() {
    this.element = this.#stage.element;
    this.#title();
  }

  dispose(): void {
    this.#stage.dispose();
  }

  hear(heard: Heard): void {
    switch (heard.event) {
      case "sync":
        return this.#title();
      case "game":
        return this.#offer(0);
      case "avatar":
        return this.#offer(heard.avatar ?? 0);
      case "avatar-chosen":
        return this.#sit(heard.avatar ?? this.#avatar, LONE);
      case "join":
      case "leave":
        return this.#sit(this.#avatar, Number(heard.players ?? LONE));
      case "round":
        return this.#roll(heard);
      case "turn":
        return this.#turn(heard.seat ?? 0);
      case "face":
      case "face-chosen":
        return this.#ponder(undefined, heard.face);
      case "count":
      case "illegal":
        return this.#ponder(heard.count, heard.face, heard.event === "illegal");
      case "bid":
        return this.#say(heard.seat ?? 0, `${heard.count}x${heard.face}`, heard);
      case "doubt":
        return this.#say(heard.seat ?? 0, "dudo", heard);
      case "lost":
        return this.#lift(heard);
      case "end":
        return this.#end(heard.winner ?? null);
    }
  }

  #name(seat: number): string {
    return own().avatars[this.#guest(seat)] ?? "";
  }

  /** Player 0 has the chosen avatar, the others those that follow: the same as in the terminal. */
  #guest(seat: number): number {
    return (this.#avatar + seat) % SEATS;
  }

  #title(): void {
    this.#stage.calm();
    this.#stage.turn(null);
    this.#stage.seat([], null, false);
    this.#stage.caption(h("span", { class: "bar-bid invitation", dir: "auto" }, own().lab.invitation));
    this.#stage.offerGuests(null);
    void this.#stage.go("title", true);
  }

  #offer(avatar: number): void {
    this.#avatar = avatar;
    this.#stage.calm();
    this.#stage.turn(null);
    this.#stage.seat([], null, false);
    this.#stage.caption();
    this.#stage.offerGuests(avatar);
    void this.#stage.go("avatar", true);
  }

  #sit(avatar: number, players: number): void {
    this.#avatar = avatar;
    this.#players = Math.min(Math.max(players, LONE), SEATS);
    this.#stage.seat(
      Array.from({ length: this.#players }, (_, seat) => ({
        name: this.#name(seat),
        guest: this.#guest(seat),
      })),
      0,
      true,
    );
    void this.#stage.go("join", true);
  }

  #roll(heard: Heard): void {
    const rolled = Array.isArray(heard.players) ? heard.players : [];
    const players = Math.max(this.#players, ...rolled.map((one) => one.seat + 1));
    if (players !== this.#players || this.#stage.scene === "title") this.#sit(this.#avatar, players);
    this.#dice = Array.from(
      { length: players },
      (_, seat) => rolled.find((one) => one.seat === seat)?.dice ?? [],
    );
    this.#hands = this.#dice.map((dice, seat) => ({
      dice: dice.length,
      faces: seat === 0 && dice.length > 0 ? dice : null,
      out: dice.length === 0,
    }));
    this.#stage.calm();
    this.#stage.hush();
    this.#bidder = this.#caller = null;
    this.#stage.deal(this.#hands, true);
    this.#write(null, own().round(number(heard.round ?? 1)));
    void this.#stage.go("round", true);
  }

  #turn(seat: number): void {
    this.#stage.turn(seat);
    void this.#stage.go("bids", true);
  }

  /** What the person at the board is turning to. */
  #ponder(count: number | undefined, face: number | undefined, refused = false): void {
    if (face === undefined) return;
    this.#stage.say(
      0,
      [`${count === undefined ? "" : number(count)} × `, die(face, "tiny"), refused ? " ✗" : "?"],
      false,
    );
  }

  #say(seat: number, words: string, heard: Heard): void {
    if (heard.event === "doubt") this.#caller = seat;
    else this.#bidder = seat;
    this.#stage.say(seat, utterance(words), true);
    this.#write(heard, this.#name(seat));
  }

  #lift(heard: Heard): void {
    const seat = heard.seat ?? 0,
      face = heard.face,
      right = seat === this.#caller ? this.#bidder : this.#caller;
    this.#hands = this.#dice.map((dice) => ({
      dice: dice.length,
      faces: dice.length > 0 ? dice : null,
      out: dice.length === 0,
    }));
    this.#stage.turn(null);
    void this.#stage.go("reveal", true);
    void this.#stage
      .lift(this.#hands, (one) => one === face || one === 1, true)
      .then(() => {
        this.#stage.feel(seat, "sad");
        if (right !== null) this.#stage.feel(right, "glad");
      });
    this.#write(
      heard.counted === undefined ? null : { event: "", count: heard.counted, face },
      [right === null ? "" : own().gains(this.#name(right)), own().loses(this.#name(seat))]
        .filter(Boolean)
        .join(" · "),
    );
  }

  #end(winner: number | null): void {
    void this.#stage.go("end", true);
    this.#stage.hush();
    this.#stage.finish(winner, winner !== 0, true);
    this.#stage.caption(
      h("span", { class: "bar-bid", dir: "auto" }, winner === 0 ? own().youWin : own().gameOver),
      h("span", { class: "bar-note", dir: "auto" }, winner === null ? "" : this.#name(winner)),
    );
  }

  #write(bid: Heard | null, note: string): void {
    const line =
      bid?.face === undefined
        ? []
        : [
            h(
              "span",
              { class: "bar-bid", dir: "auto" },
              number(bid.count ?? 0),
              " × ",
              die(bid.face, "tiny"),
            ),
          ];
    this.#stage.caption(...line, h("span", { class: "bar-note", dir: "auto" }, note));
  }
}
