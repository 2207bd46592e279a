/* games/damas - draughts to the page. */
import type { GameView } from "../view.js";
import { DamasBoard } from "./board.js";
import "./style.css";
import { own, texts } from "./text/index.js";
import type { DamasState } from "./types.js";

export const damas: GameView<DamasState> = {
  board: (host) => new DamasBoard(host),
  texts,
  foremost: ["variant", "profile"],
  captures: (text) => text.includes("x"),
  lab: {
    title: () => own().lab.title,
    lead: () => own().lab.lead,
    open: async () => (await import("./lab.js")).damasLab(),
  },
};
