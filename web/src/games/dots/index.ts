/* games/dots - Dots and Boxes to the page. */
import type { GameView } from "../view.js";
import { DotsBoard } from "./board.js";
import { leads } from "./leads.js";
import "./style.css";
import { own, texts } from "./text/index.js";
import type { DotsState } from "./types.js";

const PASS = "0000";

export const dots: GameView<DotsState> = {
  board: (host) => new DotsBoard(host),
  texts,
  course: async () => (await import("./course/index.js")).course,
  rules: async () => (await import("./rules/index.js")).rules,
  editor: async () => (await import("./editor.js")).editDots,
  foremost: ["size"],
  offered: { size: ["3x3", "4x4", "5x5", "6x6", "8x8", "10x10"] },
  values: { none: () => own().noValues },
  leads,
  moveWords: (move) => (move.text === PASS ? own().pass : undefined),
  pass: { move: PASS, words: () => own().pass },
};
