/* games/perudo/table - the flat table: felt, cups, dice, and what everyone said last. */
import { h, setVars } from "../../dom.js";
import { number } from "../../text/index.js";
import { avatarPicture, guestNumber } from "./avatars.js";
import type { BoardHost } from "../board.js";
import { cup, die, faceName } from "./dice.js";
import type { PerudoView } from "./view.js";
import type { PerudoPlayer, PerudoState } from "./types.js";
import { own } from "./text/index.js";

/** "3x5" as a count and a face; null for what is no bid. */
function readBid(text: string): { count: number; face: number } | null {
  const found = /^(\d+)x(\d)$/.exec(text);
  return found ? { count: Number(found[1]), face: Number(found[2]) } : null;
}

/** What a player said, as words and dice. */
export function utterance(text: string, kind = "tiny"): (Node | string)[] {
  const bid = readBid(text);
  if (bid) return [`${number(bid.count)} × `, die(bid.face, kind)];
  if (text === "dudo") return [own().dudo];
  if (text.startsWith("calza")) return [own().calza];
  return [text];
}

/** The round, the dice in play, a palifico. */
export function roundNotes(state: PerudoState): string {
  const total = state.players.reduce((sum, player) => sum + player.dice, 0);
  const notes = [own().round(number(state.round)), own().onTable(total, number(total))];
  return [...notes, ...(state.palifico ? [own().palifico] : [])].join(" · ");
}

/** Who loses a die after a call, or was right. */
export function afterCall(
  { loser, winner }: NonNullable<PerudoState["result"]>,
  name: (seat: number) => string,
): string {
  if (loser !== null && loser >= 0) return own().loses(name(loser));
  return winner !== null && winner >= 0 ? own().gains(name(winner)) : "";
}

/** How a die is drawn: of shown dice, whether it counts for the bid. */
export function tally(state: PerudoState, face: number): string {
  const bid = state.result?.bid;
  if (!bid) return "";
  return face === bid.face || (face === 1 && !state.palifico) ? "counts" : "idle";
}

export class PerudoTable implements PerudoView {
  readonly element: HTMLElement;
  #host: BoardHost;
  #seats: HTMLElement[] = [];
  #middle = h("div", { class: "perudo-middle" });
  #before: PerudoState | null = null;

  constructor(host: BoardHost) {
    this.#host = host;
    this.element = h(
      "div",
      { class: "perudo-table", role: "group", "aria-label": own().table, "data-picture": "" },
      h("div", { class: "felt" }),
      this.#middle,
    );
  }

  dispose(): void {}

  update(state: PerudoState, animate: boolean): void {
    if (this.#seats.length !== state.players.length) this.#sit(state.players.length);
    state.players.forEach((player, i) => this.#drawSeat(this.#seats[i], player, state, animate));
    this.#drawMiddle(state);
    this.#before = state;
  }

  /** Seats around the table, this person's below, the others counter-clockwise from there. */
  #sit(count: number): void {
    for (const seat of this.#seats) seat.remove();
    const you = this.#host.you ?? 0;
    this.#seats = Array.from({ length: count }, (_, seat) => {
      const angle = Math.PI / 2 - (2 * Math.PI * (seat - you)) / count;
      const element = h("div", { class: "perudo-seat", "data-seat": seat });
      setVars(element, { "--x": Math.cos(angle).toFixed(4), "--y": Math.sin(angle).toFixed(4) });
      this.element.append(element);
      return element;
    });
    this.element.dataset["players"] = String(count);
  }

  #drawSeat(
    element: HTMLElement | undefined,
    player: PerudoPlayer,
    state: PerudoState,
    animate: boolean,
  ): void {
    if (!element) return;
    const seat = this.#host.seats[player.seat];
    const said = [...state.history].reverse().find((one) => one.seat === player.seat)?.text;
    const rolled = animate && player.cup !== null && this.#before?.round !== state.round;
    const lifted = animate && state.result !== undefined && this.#before?.result === undefined;
    element.className = [
      "perudo-seat",
      state.turn === player.seat ? "on-turn" : "",
      player.out ? "out" : "",
      player.seat === this.#host.you ? "you" : "",
      state.result?.loser === player.seat ? "lost" : "",
      rolled ? "rolled" : "",
      lifted ? "lifted" : "",
    ]
      .filter(Boolean)
      .join(" ");
    const dice =
      player.cup && player.cup.length > 0
        ? h(
            "div",
            { class: "dice" },
            player.cup.map((face) => die(face, tally(state, face))),
          )
        : player.out
          ? h("div", { class: "dice" }, own().isOut)
          : h("div", { class: "dice" }, cup(player.dice));
    const words = [
      h("span", { class: "avatar-frame" }, avatarPicture(guestNumber(seat?.avatar, player.seat))),
      h("span", { class: "perudo-name" }, seat?.name ?? ""),
      player.out
        ? null
        : h(
            "span",
            { class: "perudo-dice-left", title: own().diceLeft(player.dice, number(player.dice)) },
            number(player.dice),
          ),
    ];
    const bubble =
      said !== undefined && !player.out
        ? h("div", { class: `bubble ${said === "dudo" ? "shout" : ""}` }, utterance(said))
        : null;
    element.replaceChildren(
      h("div", { class: "perudo-who" }, ...words.filter((word) => word !== null)),
      dice,
      ...(bubble ? [bubble] : []),
    );
  }

  #drawMiddle(state: PerudoState): void {
    const name = (seat: number | null): string => (seat === null ? "" : (this.#host.seats[seat]?.name ?? ""));
    if (state.result) {
      const { bid, counted } = state.result;
      this.#middle.replaceChildren(
        h(
          "div",
          { class: "big-bid found" },
          own().counted(number(counted), number(bid.count)),
          " ",
          die(bid.face),
        ),
        h("p", { class: "perudo-loser" }, afterCall(state.result, name)),
      );
      return;
    }
    const bid = state.bid;
    this.#middle.replaceChildren(
      bid
        ? h(
            "div",
            {
              class: "big-bid",
              "aria-label": own().bidOf(name(bid.seat), number(bid.count), faceName(bid.face)),
            },
            number(bid.count),
            " × ",
            die(bid.face),
          )
        : h("div", { class: "big-bid none" }, own().noBid),
      bid ? h("p", null, name(bid.seat)) : "",
      h("p", { class: "perudo-notes" }, roundNotes(state)),
    );
  }
}
