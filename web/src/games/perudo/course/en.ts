/* games/perudo/course/en - the course in English. */
import type { StepWords } from "../../course.js";

export const en: StepWords[] = [
  {
    title: "An opening bid",
    lead: "You see only your own five dice; the other player has five more. A bid says how many dice of a face there are under all cups. Lamas (ones) count as every face. Open with something likely.",
    right: "A sound start: you hold most of it yourself.",
    wrong: "That is more than you can expect there. About one die in three is your face or a lama.",
  },
  {
    title: "Raise",
    lead: "The other player bids three fours. You must bid higher or doubt. Higher is the same face with a higher count, or a higher face with at least the same count. Raise to something you hold.",
    right: "You hold two fives and a lama: three fives are certain.",
    wrong: "Look at your fives and your lama.",
  },
  {
    title: "Lamas count",
    lead: "The bid is four fives. With three lamas and a five you hold all four yourself. Should you doubt? Play the better move.",
    right: "Right: the bid holds for certain, so you raise.",
    wrong: "Count again: lamas are fives too. And do not go too high.",
  },
  {
    title: "Dudo!",
    lead: "Six fives are bid. You hold none, and the other player has only five dice. Say that you do not believe it.",
    right:
      "All cups are lifted and the dice counted. The bidder loses a die; had the bid been right, you would have.",
    wrong: "Six fives are impossible: press Dudo.",
  },
  {
    title: "What is likely?",
    lead: "Of five hidden dice, one or more show a given face or a lama 87 % of the time, two or more 54 %, three or more 21 %, four or more 5 %. Five fives are bid and you hold one. Decide.",
    right: "Four of five would be needed: 5 %. A doubt wins 95 times in 100.",
    wrong: "Four of the five hidden dice would have to fit. That is rare.",
  },
  {
    title: "Bids on lamas",
    lead: "A bid on lamas needs only half the count, rounded up: over five sixes you may bid three lamas. You hold two. It is a good way out.",
    right: "One lama among five hidden dice: 60 %.",
    wrong: "Choose the lama as face, and three as count.",
  },
  {
    title: "Back from lamas",
    lead: "Back to another face needs twice the count plus one: over two lamas at least five of a face. You hold two sixes, two threes and a lama. Raise that way.",
    right: "Three of your own, two of five hidden ones needed: 54 %.",
    wrong: "Bid five of a face you hold.",
  },
  {
    title: "Read the others",
    lead: 'Bids carry information: a player who bids fives often holds fives, so a bid is likelier to hold than chance alone suggests. That is also why a bluff works. "Odds" in a match shows the numbers. The last player with dice wins.',
    right: "Sit down and play!",
  },
];
