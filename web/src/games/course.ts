/* games/course - what a course of a game is: steps on the real board, each with words in every language.
 *
 * A step shows a position. If it has a task, it says which moves are good, one after the other; anything
 * else is corrected. What is legal comes from the server as in a match. */
import type { StateBase } from "../api/types.js";
import type { Language } from "../text/index.js";

/** Whether a move is good in a position. A method, so that a course of one game is a course. */
type Judge<S extends StateBase> = { good(move: S["moves"][number], state: S): boolean }["good"];

export interface Step<S extends StateBase = StateBase> {
  rules?: string;
  /** The position; the start of a game without it. */
  start?: string;
  /** Moves that lead from there to what is shown. */
  moves?: string[];
  /** Whether a move is good, for each move that the person has to make; none: only to read. */
  good?: Judge<S>[];
  /** What follows each good move. */
  then?: string[][];
}

export interface StepWords {
  title: string;
  lead: string;
  /** After the task. */
  right?: string;
  /** After another move. */
  wrong?: string;
}

export interface Course<S extends StateBase = StateBase> {
  steps: Step<S>[];
  words: Record<Language, StepWords[]>;
}

/** Good if it is one of these. */
export const oneOf =
  (...texts: string[]) =>
  (move: { text: string }): boolean =>
    texts.includes(move.text);
export const anything = (): boolean => true;
