/* games/perudo - Perudo to the page: the bar and its guests, dice under cups. */
import type { GameView } from "../view.js";
import { avatarPicture, guestsOf } from "./avatars.js";
import { PerudoBoard } from "./board.js";
import "./style.css";
import { own, texts } from "./text/index.js";
import type { PerudoState } from "./types.js";

/** Dice that are shown one after the other are moves of chance such as "2=13345". */
const shows = (text: string): boolean => text.includes("=");

export const perudo: GameView<PerudoState> = {
  board: (host) => new PerudoBoard(host),
  texts,
  course: async () => (await import("./course/index.js")).course,
  rules: async () => (await import("./rules/index.js")).rules,
  editor: async () => (await import("./editor.js")).editPerudo,
  foremost: ["preset", "dice"],
  players: 4,
  faces: { of: guestsOf, picture: avatarPicture, name: (guest) => own().avatars[guest] ?? "" },
  moveWords: (move) => (move.seat >= 0 ? undefined : shows(move.text) ? own().show : own().roll),
  reasonOfWinner: true,
  analysed: "13455/????? 1 -",
  between: ({ last }) =>
    last?.startsWith("dudo") || last?.startsWith("calza") || shows(last ?? "") ? own().show : own().roll,
  pause: {
    at: (state) => state.result !== undefined,
    words: ({ result }, name) =>
      !result
        ? ""
        : result.loser !== null
          ? own().loses(name(result.loser))
          : own().gains(name(result.winner)),
    next: () => own().nextRound,
  },
  isOut: ({ players }, seat) => players[seat]?.out === true,
  lab: {
    title: () => own().lab.title,
    lead: () => own().lab.lead,
    open: async (part) =>
      part === "line" ? (await import("./lab_line.js")).perudoLine() : (await import("./lab.js")).perudoLab(),
  },
};
