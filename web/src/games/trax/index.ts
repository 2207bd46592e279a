/* games/trax - Trax to the page. */
import type { GameView } from "../view.js";
import { TraxBoard } from "./board.js";
import "./style.css";
import { texts } from "./text/index.js";
import type { TraxState } from "./types.js";

export const trax: GameView<TraxState> = {
  board: (host) => new TraxBoard(host),
  texts,
  foremost: ["variant"],
};
