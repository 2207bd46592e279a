/* match/seats - the seats: name, connection, score, clock. */
import type { Game, Match, Seat } from "../api/types.js";
import { gameInfo } from "../api/http.js";
import { viewOf } from "../games/index.js";
import { h, set } from "../dom.js";
import { known, number, t, time } from "../text/index.js";
import type { MatchModel } from "./model.js";

/** Below these a running clock is red: of a whole game, of one move. */
const LOW_MS = 15_000,
  LOW_MOVE_MS = 3_000;

/** Someone on a seat, as a match or a summary has it. */
export type Sitting = Pick<Seat, "name" | "called" | "kind" | "avatar" | "side">;

type Table = { game: Game; rules: string; seats: Sitting[] };

const sideOf = (match: Table, seat: number): string => match.seats[seat]?.side ?? "";

/** Sides that are colours, and their class names. */
const COLOURS: Record<string, string> = { White: "chip-white", Black: "chip-black" };
const colourOf = (match: Table, seat: number): string | undefined => COLOURS[sideOf(match, seat)];

/** A line without a team's name is called by how it is reached. */
export const isSpec = (name: string): boolean =>
  name === "" || /^(pty|serial:|tcp:|listen:|program:)/.test(name);

/** The face of a seat, in a game that has them. */
const faceOf = (match: Table, seat: number): number =>
  viewOf(match.game).faces?.of(match.seats)[seat] ?? seat;

/** The name shown for a seat: the person's name, an engine's level, or the game's name for the seat. */
export function nameOf(match: Table, seat: number | null): string {
  const one = seat === null ? undefined : match.seats[seat];
  if (!one || seat === null) return "";
  if (one.kind === "open") return t.waitingFor;
  const { faces } = viewOf(match.game);
  if (one.kind === "engine") return faces?.name(faceOf(match, seat)) || known(t.levels, one.name);
  if (one.kind === "link")
    return isSpec(one.name) ? (one.called || one.name).replace(/^serial:/, "") : one.name;
  return one.called || one.name || known(t.called, sideOf(match, seat));
}

/** The seats as boards want them. */
export const boardSeats = (
  match: Table,
): { name: string; side: string; avatar: string | null | undefined }[] =>
  match.seats.map((seat, i) => ({
    name: seat.kind === "open" ? `${known(t.called, sideOf(match, i))}…` : nameOf(match, i),
    side: sideOf(match, i),
    avatar: viewOf(match.game).faces ? String(faceOf(match, i)) : null,
  }));

/** The colour in which a seat plays: a class name. */
export const chipClass = (match: Table, seat: number): string => colourOf(match, seat) ?? `seat-${seat}`;

/** The score, if it shows who is ahead. */
export const scoreOf = (game: Game, score: number[] | undefined): number[] | undefined =>
  gameInfo(game)?.features.scores ? score : undefined;

export class SeatBar {
  readonly element: HTMLElement;
  #name = h("span", { class: "seat-name" });
  #note = h("span", { class: "seat-note" });
  #clock = h("span", { class: "seat-clock", role: "timer" });
  #score = h("span", { class: "seat-score" });
  #dot = h("span", { class: "seat-dot" });
  #chip: HTMLElement;

  constructor(
    readonly seat: number,
    match: Table,
  ) {
    const face = viewOf(match.game).faces?.picture(faceOf(match, seat));
    this.#chip = face
      ? h("span", { class: "avatar-frame" }, face)
      : h("span", { class: `seat-chip ${chipClass(match, seat)}` });
    this.element = h(
      "div",
      { class: "seat-bar", "data-seat": seat },
      this.#chip,
      this.#dot,
      this.#name,
      this.#note,
      this.#score,
      this.#clock,
    );
  }

  /** `score` is that of the position that is shown. */
  update(match: Match, score: number[]): void {
    const seat = match.seats[this.seat];
    if (!seat) return;
    this.#name.textContent = nameOf(match, this.seat);
    const notes = [
      match.you === this.seat ? t.you : "",
      seat.kind === "engine"
        ? viewOf(match.game).faces
          ? known(t.levels, seat.name)
          : t.engine
        : seat.kind === "link"
          ? seat.called && seat.called !== this.#name.textContent
            ? seat.called
            : t.board
          : "",
      colourOf(match, this.seat) ? known(t.called, sideOf(match, this.seat)) : "",
    ].filter((note) => note !== "" && note !== this.#name.textContent);
    this.#note.textContent = notes.join(" · ");
    const away = seat.connected === false;
    this.#dot.className = `seat-dot ${seat.kind === "open" ? "open" : away ? "away" : "here"}`;
    set(this.#dot, {
      title: away ? t.disconnected : t.connected,
      "aria-label": away ? t.disconnected : t.connected,
      role: "img",
      hidden: seat.kind === "engine" || match.verdict !== null,
    });
    const mine = scoreOf(match.game, score)?.[this.seat];
    this.#score.textContent = mine === undefined ? "" : number(mine);
    this.element.classList.toggle("on-turn", !match.verdict && match.state.turn === this.seat);
    this.element.classList.toggle("winner", match.verdict?.winner === this.seat);
  }

  tick(model: MatchModel): void {
    const { left, move, running } = model.clockNow();
    const shown = [left[this.seat], move[this.seat]].filter((ms): ms is number => typeof ms === "number");
    this.#clock.hidden = shown.length === 0;
    this.element.classList.toggle("timed", shown.length > 0);
    const words = shown.map(time).join(" · ");
    if (this.#clock.textContent !== words) this.#clock.textContent = words;
    this.#clock.classList.toggle("running", running === this.seat);
    const low = (left[this.seat] ?? Infinity) < LOW_MS || (move[this.seat] ?? Infinity) < LOW_MOVE_MS;
    this.#clock.classList.toggle("low", low && running === this.seat);
  }
}
