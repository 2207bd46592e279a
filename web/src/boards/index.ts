/* boards - a board for each game. */
import type { Board, BoardHost } from "./board.js";
import { DamasBoard } from "./damas.js";
import { DotsBoard } from "./dots.js";
import { PerudoBoard } from "./perudo.js";
import { TraxBoard } from "./trax.js";

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
