/* games/board - what every board is to the pages that show one.
 *
 * A board draws one state after another and lets the person whose turn it is make a legal move. It
 * knows no rules: what is legal, captured or forced is in the moves of the state. */
import type { Game, MoveValue, StateBase } from "../api/types.js";

export interface BoardHost {
  game: Game;
  rules: string;
  seats: { name: string; side: string; avatar?: string | null | undefined }[];
  /** The seat of this person; null for a spectator. */
  you: number | null;
  /** A small picture of a board: no labels, no input. */
  miniature: boolean;
  /** In two dimensions, whatever this person prefers. */
  flat?: boolean;
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
  /** Whether to animate the change from the last state. */
  animate: boolean;
  hint: string | null;
  values: MoveValue[] | null;
}

/** A button that the board adds to the match page. */
export interface Tool {
  label: string;
  icon: string;
  pressed?: boolean;
  press(): void;
}

export interface Board<S extends StateBase = StateBase> {
  element: HTMLElement;
  show(shown: Shown<S>): void;
  /** Names or faces have changed; a board without this is made again. */
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
