/* lab/perudo_stream - the table as the Perudo board's bytes tell it (docs/boards.md).
 *
 * Numbers are one byte, value + 48, and a byte means what its place says: after `B5` an `X` is forty
 * fives. The result is a state as any match of Perudo has it, so that the same tables show it. */
import type { PerudoState } from "../api/types.js";

const NUMBER = 48;
const SEATS = 8;
/** How many bytes follow each letter; those after `A` depend on what comes. */
const FOLLOW: Record<string, number> = { T: 1, B: 2, Z: 1 };

export type Step = "title" | "avatar" | "join" | "play" | "shown" | "end";

export class PerudoStream {
  step: Step = "title";
  avatar = 0;
  players = 1;
  /** What player 0 is turning to. */
  face = 1;
  count = 1;
  choosing: "face" | "count" | null = null;
  illegal = false;
  #pending: number[] = [];
  #dice = new Map<number, number[]>();
  #history: { seat: number; text: string }[] = [];
  #turn: number | null = null;
  #loser: number | null = null;
  #round = 0;
  #over = false;

  /** Takes a byte; true where a message became complete. */
  feed(byte: number): boolean {
    this.#pending.push(byte);
    const letter = String.fromCharCode(this.#pending[0] ?? 0);
    if (letter === "A" ? !this.#roundIsWhole() : this.#pending.length <= (FOLLOW[letter] ?? 0)) return false;
    const numbers = this.#pending.slice(1).map((one) => one - NUMBER);
    this.#pending = [];
    this.#take(letter, numbers);
    return true;
  }

  #roundIsWhole(): boolean {
    const [, players, ...rest] = this.#pending.map((one) => one - NUMBER);
    if (players === undefined) return false;
    let at = 0;
    for (let i = 0; i < players; i++) {
      const dice = rest[at + 1];
      if (dice === undefined || rest.length < at + 2 + dice) return false;
      at += 2 + dice;
    }
    return true;
  }

  #take(letter: string, numbers: number[]): void {
    const [first = 0, second = 0] = numbers;
    this.illegal = letter === "e";
    switch (letter) {
      case "U":
        Object.assign(this, new PerudoStream());
        return this.#clear();
      case "I":
        this.#clear();
        this.step = "avatar";
        this.avatar = 0;
        this.players = 1;
        return;
      case "D": return this.#turnTo(1);
      case "S": return this.#turnTo(-1);
      case "O": return this.#confirm();
      case "A": return this.#roll(numbers);
      case "T":
        this.#turn = first;
        this.choosing = first === 0 ? "face" : null;
        this.face = this.count = 1;
        return;
      case "B": return void this.#history.push({ seat: this.#turn ?? 0, text: `${second}x${first}` });
      case "X":
        this.choosing = null;
        return void this.#history.push({ seat: this.#turn ?? 0, text: "dudo" });
      case "Z":
        this.step = "shown";
        this.#loser = first;
        return;
      case "e":
        this.choosing = "face";
        return;
      case "Y":
        this.step = "end";
        this.#over = true;
    }
  }

  #clear(): void {
    this.#dice.clear();
    this.#history = [];
    this.#turn = this.#loser = null;
    this.#round = 0;
    this.#over = false;
    this.choosing = null;
  }

  #turnTo(by: number): void {
    const within = (n: number, least: number, most: number): number => Math.min(most, Math.max(least, n));
    if (this.step === "avatar") this.avatar = (this.avatar + by + SEATS) % SEATS;
    else if (this.step === "join") this.players = within(this.players + by, 1, SEATS);
    else if (this.choosing === "face") this.face = within(this.face + by, 1, 6);
    else if (this.choosing === "count") this.count = within(this.count + by, 1, 40);
  }

  #confirm(): void {
    if (this.step === "avatar") this.step = "join";
    else if (this.choosing === "face") this.choosing = "count";
    else if (this.choosing === "count") {
      this.choosing = null;
      this.#history.push({ seat: 0, text: `${this.count}x${this.face}` });
    }
  }

  #roll(numbers: number[]): void {
    this.step = "play";
    this.#dice.clear();
    this.#history = [];
    this.#loser = null;
    this.#round++;
    for (let at = 1; at < numbers.length;) {
      const seat = numbers[at] ?? 0, dice = numbers[at + 1] ?? 0;
      this.#dice.set(seat, numbers.slice(at + 2, at + 2 + dice));
      this.players = Math.max(this.players, seat + 1);
      at += 2 + dice;
    }
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
      turn: this.#turn, over: this.#over, winner: null, reason: null, score: [], text: "", last: null, moves: [],
      players: Array.from({ length: Math.max(2, this.players) }, (_, seat) => {
        const dice = this.#dice.get(seat) ?? [];
        return { seat, dice: dice.length, cup: seat === 0 || lifted ? dice : null, out: this.#round > 0 && dice.length === 0 };
      }),
      bid, palifico: false, calza: false, starter: null, round: this.#round, history: this.#history,
      ...(bid && (this.step === "shown" || this.step === "end") ? { result: { loser: this.#loser, winner: null, counted, bid, holds: counted >= bid.count, call: "dudo", caller: this.#history.at(-1)?.seat ?? 0 } } : {}),
      commitments: [], reveals: [],
    };
  }
}
