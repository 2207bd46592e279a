/* pages/miniature - a small live board: a match that is being played, else one from the past that plays
 * itself, else the game that came with the page. */
import { getMatches, getState } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Game, State, Summary } from "../api/types.js";
import type { Board } from "../games/board.js";
import { fill, h, lessMotion } from "../dom.js";
import { showPicture, smallBoard } from "../match/picture.js";
import { boardSeats, nameOf, type Sitting } from "../match/seats.js";
import { folder } from "../place.js";
import { t } from "../text/index.js";

const STEP_MS = 1200;
const REST_MS = 5000;

interface Demo {
  rules: string;
  seats: Sitting[];
  states: State[];
}

export class Miniature {
  readonly element = h("div", { class: "miniature", "aria-hidden": "true", inert: true });
  readonly caption = h("p", { class: "miniature-caption" });
  #game: Game;
  #board: Board | null = null;
  #timer = 0;
  #leave: (() => void) | null = null;
  #over = false;
  #match = 0;

  constructor(game: Game) {
    this.#game = game;
    void this.#begin();
  }

  dispose(): void {
    this.#over = true;
    this.#stop();
    this.#board?.dispose();
  }

  /** Shows a running match of this game; null: there is none. */
  follow(match: Summary | null): void {
    if (this.#over || match?.id === this.#match || (!match && !this.#match)) return;
    this.#stop();
    this.#match = match?.id ?? 0;
    if (match) this.#live(match.id);
    else void this.#begin();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#leave?.();
    this.#leave = null;
  }

  #sit(rules: string, seats: Sitting[]): void {
    this.#board?.dispose();
    this.#board = smallBoard(this.#game, rules, boardSeats({ game: this.#game, rules, seats }));
    fill(this.element, this.#board.element);
  }

  #show(state: State, animate: boolean): void {
    if (this.#board) showPicture(this.#board, state, animate);
  }

  #describe(kind: "live" | "past" | "demo", rules: string, seats: Sitting[]): void {
    const words = kind === "live" ? t.start.live : kind === "past" ? t.start.past : t.start.demo;
    const names = seats.map((_, i) => nameOf({ game: this.#game, rules, seats }, i));
    fill(
      this.caption,
      h("span", { class: `badge ${kind}` }, words),
      kind === "demo" ? "" : ` ${names.length > 2 ? names.join(", ") : names.join(" – ")}`,
    );
  }

  #live(id: number): void {
    this.#leave = socket().watch(id, undefined, (message) => {
      if (message.tell === "match") {
        const { rules, seats } = message.match;
        this.#sit(rules, seats);
        this.#describe("live", rules, seats);
        this.#show(message.match.state, false);
      } else if (message.tell === "move" || message.tell === "undone" || message.tell === "end")
        this.#show(message.state, true);
    });
  }

  async #begin(): Promise<void> {
    try {
      const [old] = await getMatches({ state: "over", game: this.#game, limit: 1 });
      if (this.#over || this.#match) return;
      if (old && old.moves > 5) {
        this.#sit(old.rules, old.seats);
        this.#describe("past", old.rules, old.seats);
        return this.#replay(old.moves, (at) => getState(old.id, at));
      }
    } catch {
      /* no server yet: the game that came with the page */
    }
    try {
      const demo = (await (await fetch(`${folder}demo-${this.#game}.json`)).json()) as Demo;
      if (this.#over || this.#match) return;
      this.#sit(demo.rules, demo.seats);
      this.#describe("demo", demo.rules, demo.seats);
      this.#replay(demo.states.length - 1, (at) => Promise.resolve(demo.states[at] as State));
    } catch {
      /* a picture less */
    }
  }

  /** Replays a match from the middle in a loop; with less motion it shows one position. */
  #replay(last: number, state: (at: number) => Promise<State>): void {
    let at = Math.floor(last * (lessMotion() ? 0.6 : 0.25)),
      fresh = false;
    const step = async (): Promise<void> => {
      if (this.#over) return;
      try {
        if (!document.hidden) {
          const now = await state(at);
          if (this.#over || this.#match) return;
          this.#show(now, fresh);
          fresh = true;
          if (lessMotion()) return;
          at++;
        }
      } catch {
        return;
      }
      const ended = at > last;
      if (ended) {
        at = 0;
        fresh = false;
      }
      this.#timer = window.setTimeout(() => void step(), ended ? REST_MS : STEP_MS);
    };
    void step();
  }
}
