/* games/view - a game as the page sees it: one object, which games/index.ts lists. A game provides its board,
 * its texts and anything special to it; what any client needs to know (hidden dice, scores, draws) comes
 * from the server (Features in api/types). Everything but the board, its words and `foremost` is optional. */
import type { PlayedMove, StateBase } from "../api/types.js";
import type { Page } from "../shell.js";
import type { Language } from "../text/index.js";
import type { Board, BoardHost } from "./board.js";
import type { Course } from "./course.js";
import type { MakeEditor } from "./editor.js";

/** The texts every game has. In English the server's own replace those that are missing. */
export interface GameWords {
  title: string;
  summary: string;
  /** Names of its engines. */
  engines: Record<string, string>;
  /** What its engines and their levels are like: "engine", "engine.level". */
  notes: Record<string, string>;
  /** Its errors, by code; {1} is the first thing filled in. */
  errors: Record<string, string>;
  /** How its rules end a game, by the reason the server gives. */
  outcomes: Record<string, string>;
  /** Names of its settings, and of their values: a word, or "setting=word" if the same word means two
   * things. */
  settings: Record<string, string>;
  values: Record<string, string>;
  /** What its settings mean. */
  meanings: Record<string, string>;
}

/** Faces for the players instead of coloured chips. */
export interface Faces {
  /** The face of each seat: people have the one they chose, the others get the rest. */
  of(seats: { kind: string; avatar?: string | null | undefined }[]): number[];
  picture(face: number): Element;
  name(face: number): string;
}

export interface GameView<S extends StateBase = StateBase> {
  board(host: BoardHost): Board<S>;
  texts: Record<Language, GameWords>;
  /** The settings that are shown at once; the others are folded away. */
  foremost: string[];
  /** Values to choose from for a setting that the server describes by its limits only. */
  offered?: Record<string, string[]>;
  /** How many sit down if any number may. */
  players?: number;
  faces?: Faces;
  /** The board can show the value of each move; `none` is shown if the engine knows no value. */
  values?: { none(): string };
  /** By how much the first of two seats leads after each move, if the engine's score is only what is to
   * come. */
  leads?(start: S, moves: PlayedMove[]): number[];
  /** A move that is better said in words than in its own text. */
  moveWords?(move: PlayedMove): string | undefined;
  /** Whether a move is a capture, by its text: captures have their own sound. */
  captures?(text: string): boolean;
  /** The text of the move that passes the turn, which gets a button. */
  pass?: { move: string; words(): string };
  /** Why a match ended says something of the winner ("the last with dice"), not of the loser. */
  reasonOfWinner?: true;
  /** What is going on while nobody is to move. */
  between?(state: S): string;
  /** The position with which an analysis begins, if a game begins with chance. */
  analysed?: string;
  /** A position that people need a moment to look at before the match goes on. */
  pause?: {
    at(state: S): boolean;
    words(state: S, name: (seat: number | null) => string): string;
    next(): string;
  };
  /** Whether a seat is out while others play on. */
  isOut?(state: S, seat: number): boolean;
  /** What teaches it step by step. */
  course?(): Promise<Course>;
  /** Its rules as text. */
  rules?(): Promise<Record<Language, string>>;
  /** Sets up a position by hand. */
  editor?(): Promise<MakeEditor<S>>;
  /** Its laboratory board; `part` is the rest of its address. */
  lab?: { title(): string; lead(): string; open(part?: string): Promise<Page> };
}
