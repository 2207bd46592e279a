/* games/board - what every board is to the pages that show one.
 *
 * A board draws one state after another and lets the person whose turn it is make a legal move. It
 * knows no rules: what is legal, what a move captures or forces stands in the state's moves. */
import type { Game, MoveValue, State } from "../api/types.js";

export interface BoardHost {
  game: Game;
  rules: string;
  seats: { name: string; side: string; avatar?: string | null | undefined }[];
  /** The seat of this person, or null for one who looks on. */
  you: number | null;
  /** A small picture of a board: no labels, no input. */
  miniature: boolean;
  /** The person has decided. */
  play(move: string): void;
  /** To be read out by a screen reader. */
  say(words: string): void;
  /** Who one is at the bar (Perudo): those others are, whether to begin with it, and where it is said. */
  guest?: { taken: () => number[]; opening: boolean; sitDown(guest: number): void };
  /** The probability of each bid, from the server (Perudo). */
  odds?(): Promise<{ text: string; count: number; face: number; probability: number }[]>;
}

export interface Shown<S extends State = State> {
  state: S;
  /** Whether the person may move now. */
  interactive: boolean;
  /** Whether dice that were shown are still being looked at: what follows from them comes after (Perudo). */
  held?: boolean;
  /** Whether the change from the last state is to be seen as motion. */
  animate: boolean;
  hint: string | null;
  values: MoveValue[] | null;
}

/** A button of the board's own, beside it. */
export interface Tool {
  label: string;
  icon: string;
  pressed?: boolean;
  press(): void;
}

export interface Board {
  element: HTMLElement;
  show(shown: Shown): void;
  /** Others are called otherwise now, or look otherwise; a board without it is made anew. */
  reseat?(seats: BoardHost["seats"]): void;
  tools(): Tool[];
  dispose(): void;
}

/** The value of one setting in a rules text such as "size=4x4,pass=on". */
export function ruleOf(rules: string, key: string): string | undefined {
  for (const part of rules.split(",")) {
    const [name, value] = part.split("=");
    if (name?.trim() === key) return value?.trim();
  }
  return undefined;
}

/** What the game calls a seat: "White", "Player 2". Summaries do not say it. */
export function sideName(game: Game, rules: string, seat: number): string {
  if (game === "dots" || game === "perudo") return `Player ${seat + 1}`;
  const blackFirst = game === "damas" && ["english", "pool"].includes(ruleOf(rules, "variant") ?? "");
  return (seat === 0) !== blackFirst ? "White" : "Black";
}
