/* games/tictactoe - tic-tac-toe to the page; the fixture of tests/fifth_game. */
import type { GameView } from "../view.js";
import { TictactoeBoard, type TictactoeState } from "./board.js";
import "./style.css";
import { texts } from "./text.js";

export const tictactoe: GameView<TictactoeState> = {
  board: (host) => new TictactoeBoard(host),
  texts,
  foremost: [],
};
