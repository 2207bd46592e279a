/* boards - a board for each game. */
import type { Board, BoardHost } from "./board.js";
import { DamasBoard } from "./damas/board.js";
import { DotsBoard } from "./dots/board.js";
import { PerudoBoard } from "./perudo/board.js";
import { TraxBoard } from "./trax/board.js";

export function makeBoard(host: BoardHost): Board {
  switch (host.game) {
    case "damas":
      return new DamasBoard(host);
    case "trax":
      return new TraxBoard(host);
    case "perudo":
      return new PerudoBoard(host);
    case "dots":
      return new DotsBoard(host);
  }
}
