/* games/damas - draughts to the page. */
import type { GameView } from "../view.js";
import { DamasBoard } from "./board.js";
import "./style.css";
import { own, texts } from "./text/index.js";
import type { DamasState } from "./types.js";

export const damas: GameView<DamasState> = {
  board: (host) => new DamasBoard(host),
  texts,
  course: async () => (await import("./course/index.js")).course,
  rules: async () => (await import("./rules/index.js")).rules,
  editor: async () => (await import("./editor.js")).editDamas,
  foremost: ["variant", "profile"],
  offered: {
    repetition: ["auto", "off", "2", "3", "4", "5"],
    quiet: ["auto", "off", "10", "15", "20", "25", "30", "50"],
    river: ["auto", "off", "6", "12", "15", "20", "30"],
    endings: ["auto", "off", "russian", "brazilian"],
  },
  captures: (text) => text.includes("x"),
  lab: {
    title: () => own().lab.title,
    lead: () => own().lab.lead,
    open: async () => (await import("./lab.js")).damasLab(),
  },
};
