/* games/trax - Trax to the page. */
import type { GameView } from "../view.js";
import { TraxBoard } from "./board.js";
import "./style.css";
import { own, texts } from "./text/index.js";
import type { TraxState } from "./types.js";

export const trax: GameView<TraxState> = {
  board: (host) => new TraxBoard(host),
  texts,
  course: async () => (await import("./course/index.js")).course,
  rules: async () => (await import("./rules/index.js")).rules,
  editor: async () => (await import("./editor.js")).editTrax,
  foremost: ["variant"],
  lab: {
    title: () => own().lab.title,
    lead: () => own().lab.lead,
    open: async () => (await import("./lab.js")).traxLab(),
  },
};
