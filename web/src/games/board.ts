/* games/board - what every board is to the pages that show one.
 *
 * A board draws one state after another and lets the person whose turn it is make a legal move. It
 * knows no rules: what is legal, what a move captures or forces stands in the state's moves. */
import type { Game, MoveValue, StateBase } from "../api/types.js";

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
  /** In a game with faces: those that others have, whether to begin by choosing one, and what was chosen. */
  guest?: { taken: () => number[]; opening: boolean; sitDown(guest: number): void };
  /** The probability of each bid, from the server. */
  odds?(): Promise<{ text: string; count: number; face: number; probability: number }[]>;
}

export interface Shown<S extends StateBase = StateBase> {
  state: S;
  /** Whether the person may move now. */
  interactive: boolean;
  /** The match is held for a look at this position; what follows comes after. */
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

export interface Board<S extends StateBase = StateBase> {
  element: HTMLElement;
  show(shown: Shown<S>): void;
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
