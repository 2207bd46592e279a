/* games/damas/course/en - the course in English. */
import type { StepWords } from "../../course.js";

export const en: StepWords[] = [
  {
    title: "The men",
    lead: "You play White, at the bottom. A man moves one square diagonally forward. Press one of the ringed men, then the square where it should go.",
    right: "That is a move. The numbers on the squares name it.",
  },
  {
    title: "Capturing",
    lead: "A man jumps over an enemy piece next to it if the square behind is empty. The piece jumped over leaves the board. Capture the black man.",
    right: "Captured. Men of this game capture forward only.",
    wrong: "Jump over the black man, onto the empty square behind it.",
  },
  {
    title: "You must capture",
    lead: "If you can capture, you have to: the pieces that must are ringed in red. Try another piece first if you like; the board says why it cannot move.",
    right: "Right. Strong players use this: they give a piece to pull yours where they want it.",
    wrong: "Only a capture is allowed here.",
  },
  {
    title: "Several in one move",
    lead: "If the piece can capture again from where it lands, it goes on in the same move. Press every square on which it lands.",
    right: "Two pieces in one move. They leave the board when the whole move is over.",
    wrong: "Capture both: first one, then the other.",
  },
  {
    title: "As many as possible",
    lead: "Of several captures you must choose one that takes the most pieces (the law of quantity); of equal ones, one that takes the most kings (the law of quality). Find it.",
    right: "Two beat one.",
    wrong: "Another piece can take two.",
  },
  {
    title: "A king",
    lead: "A man that reaches the last row becomes a king. Crown one.",
    right: "A king is worth about three men.",
    wrong: "One of your men is one step from the last row.",
  },
  {
    title: "Kings fly",
    lead: "A king moves any distance along a diagonal, in any direction. Move yours at least two squares.",
    right: "Whoever holds the long diagonal is hard to catch.",
    wrong: "That was one square: try further.",
  },
  {
    title: "Kings capture from afar",
    lead: "A king captures a piece at any distance if the square behind it is empty, and may land on any free square behind. Capture.",
    right: "Where it lands is your choice, and often what matters.",
    wrong: "Capture with the king.",
  },
  {
    title: "A shot",
    lead: "Because captures are compulsory, giving a piece can win several. One quiet move here lets Black take a man, and then you take everything.",
    right: "A new king that takes everything: a shot.",
    wrong: "Look for a move that makes a king first.",
  },
  {
    title: "How it ends",
    lead: "A player without pieces, or without a move, loses. Leave Black without a move.",
    right: "Black cannot move: you win. If neither side makes progress, the game is a draw.",
    wrong: "Black still has a move. Support the man that blocks.",
  },
];
