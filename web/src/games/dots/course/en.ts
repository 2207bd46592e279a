/* games/dots/course/en - the course in English. */
import type { StepWords } from "../../course.js";

export const en: StepWords[] = [
  {
    title: "A line",
    lead: "Players take turns. In a turn you draw one line between two neighbouring dots. Press a line.",
    right: "Drawn. Now it would be the other player's turn.",
  },
  {
    title: "A box",
    lead: "Whoever draws the fourth side of a box owns it. Complete the box.",
    right: "Yours. And you move again.",
    wrong: "One box already has three sides: draw the fourth.",
  },
  {
    title: "And again",
    lead: "After a box you must move again, and that may complete the next one. Take all three boxes in one turn.",
    right: "A row of boxes that falls together is called a chain.",
    wrong: "Take the box that has three sides.",
  },
  {
    title: "Give nothing away",
    lead: "Whoever draws the third side of a box gives it to the opponent. Draw a line that leaves every box with at most two sides.",
    right: "Safe. Sooner or later nobody has a safe line left.",
    wrong: "That gives a box with three sides to the opponent.",
  },
  {
    title: "The shortest chain",
    lead: "No line is safe here: whatever you draw, the opponent gets a whole chain. There are chains of three, two and one. Give the least.",
    right: "One box only; then the opponent has to open a longer one for you.",
    wrong: "That gives more than one box.",
  },
  {
    title: "The double-cross",
    lead: "The heart of the game. The opponent has opened a chain of four; another chain of four is left. Take two boxes, then leave the last two: draw the far end instead.",
    right:
      "The opponent takes two and must open the other chain: you end up with six of eight. Greed would have given four each.",
    wrong: "Take the first two boxes one by one, then draw the line at the far end of the chain.",
  },
  {
    title: "The harvest",
    lead: "The opponent had to open the last chain. Nothing is left to keep back: take it all.",
    right: "Six to two.",
    wrong: "Take the box with three sides.",
  },
  {
    title: "Who has to open?",
    lead: 'So the fight is about who must open the first long chain (three boxes or more). Count the chains early: if dots plus long chains is even, the first player gets control; if odd, the second. "Values" in a match shows what each line is worth.',
    right: "You know what most people never notice. Play!",
  },
];
