/* games/perudo/lab_heard - the table as decoded from the Perudo board's line.
 *
 * The server hears the bytes with the decoder of the terminal's view (docs/boards.md) and passes on what
 * it heard. The result is a state as any match of Perudo has it, so that the same table shows it. */
import type { PerudoState } from "./types.js";

/** An event of the stream. Which fields there are depends on `event`. */
export interface Heard {
  event: string;
  avatar?: number;
  players?: number | { seat: number; dice: number[] }[];
  round?: number;
  seat?: number;
  face?: number;
  count?: number;
  counted?: number;
  winner?: number;
  /** A house rule that the buttons choose, and its value. */
  rule?: string;
  value?: string;
  /** Of garbled bytes: all of them, in readable form. */
  bytes?: string;
  /** Something before it was lost; it breaks the rules. */
  missed?: boolean;
  against_rules?: boolean;
}

export type Step = "title" | "avatar" | "join" | "play" | "shown" | "end";

export class PerudoHeard {
  step: Step = "title";
  avatar = 0;
  players = 1;
  /** What player 0 is turning to. */
  face = 1;
  count = 1;
  choosing: "face" | "count" | null = null;
  illegal = false;
  /** The house rule being chosen. */
  rule: { key: string; value: string } | null = null;
  get winner(): number | null {
    return this.#winner;
  }
  #dice = new Map<number, number[]>();
  #history: { seat: number; text: string }[] = [];
  #turn: number | null = null;
  #loser: number | null = null;
  #winner: number | null = null;
  #round = 0;
  #over = false;

  hear(heard: Heard): void {
    this.illegal = heard.event === "illegal";
    this.rule = heard.event === "rule" && heard.rule ? { key: heard.rule, value: heard.value ?? "" } : null;
    this.face = heard.face ?? this.face;
    this.count = heard.count ?? this.count;
    switch (heard.event) {
      case "sync":
        return this.#begin("title");
      case "game":
        return this.#begin("avatar");
      case "avatar":
        this.avatar = heard.avatar ?? 0;
        return;
      case "avatar-chosen":
        this.step = "join";
        return;
      case "join":
      case "leave":
        this.players = Number(heard.players);
        return;
      case "round":
        return this.#roll(heard);
      case "turn":
        this.#turn = heard.seat ?? 0;
        this.choosing = this.#turn === 0 ? "face" : null;
        this.face = this.count = 1;
        return;
      case "face-chosen":
        this.choosing = "count";
        return;
      case "illegal":
        this.choosing = "face";
        return;
      case "bid":
        return this.#say(heard.seat ?? 0, `${heard.count}x${heard.face}`);
      case "doubt":
        return this.#say(heard.seat ?? 0, "dudo");
      case "lost":
        this.step = "shown";
        this.#loser = heard.seat ?? null;
        return;
      case "end":
        this.step = "end";
        this.#over = true;
        this.#winner = heard.winner ?? null;
    }
  }

  #begin(step: Step): void {
    this.step = step;
    this.avatar = 0;
    this.players = 1;
    this.#dice.clear();
    this.#history = [];
    this.#turn = this.#loser = this.#winner = null;
    this.#round = 0;
    this.#over = false;
    this.choosing = null;
  }

  #say(seat: number, text: string): void {
    this.choosing = null;
    this.#history = [...this.#history, { seat, text }];
  }

  #roll(heard: Heard): void {
    const rolled = Array.isArray(heard.players) ? heard.players : [];
    this.step = "play";
    this.#history = [];
    this.#loser = null;
    this.#round = heard.round ?? this.#round + 1;
    this.#dice = new Map(rolled.map((one) => [one.seat, one.dice]));
    this.players = Math.max(this.players, ...rolled.map((one) => one.seat + 1));
  }

  /** The table; dice of others are shown when the cups are lifted. */
  state(): PerudoState {
    const bids = this.#history.filter((one) => one.text.includes("x"));
    const last = bids.at(-1);
    const [count = 0, face = 0] = last?.text.split("x").map(Number) ?? [];
    const bid = last ? { seat: last.seat, count, face } : null;
    const doubted = this.#history.at(-1)?.text === "dudo";
    const lifted = this.step === "shown" || this.step === "end" || doubted;
    const counted = [...this.#dice.values()].flat().filter((one) => one === face || one === 1).length;
    return {
      turn: this.#turn,
      over: this.#over,
      winner: this.#winner,
      reason: null,
      score: [],
      text: "",
      last: null,
      moves: [],
      players: Array.from({ length: Math.max(2, this.players) }, (_, seat) => {
        const dice = this.#dice.get(seat) ?? [];
        return {
          seat,
          dice: dice.length,
          cup: seat === 0 || lifted ? dice : null,
          out: this.#round > 0 && dice.length === 0,
        };
      }),
      bid,
      palifico: false,
      calza: false,
      starter: null,
      round: this.#round,
      history: this.#history,
      ...(bid && (this.step === "shown" || this.step === "end")
        ? {
            result: {
              loser: this.#loser,
              winner: null,
              counted,
              bid,
              holds: counted >= bid.count,
              call: "dudo",
              caller: this.#history.at(-1)?.seat ?? 0,
            },
          }
        : {}),
      commitments: [],
      reveals: [],
    };
  }
}
