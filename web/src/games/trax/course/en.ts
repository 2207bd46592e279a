/* games/trax/course/en - the course in English. */
import type { StepWords } from "../../course.js";

export const en: StepWords[] = [
  {
    title: "A tile",
    lead: "Every tile has a white and a black track. You play White. Press the space; each further press shows the other way to lay it. The check mark lays it.",
    right: "The board has no edge: it grows with the tiles.",
  },
  {
    title: "Colours match",
    lead: "A new tile touches another one, and tracks of the same colour must meet. Lay any tile; the page offers only those that fit.",
    right: "Both players use both colours; what counts is whose colour closes.",
  },
  {
    title: "Forced tiles",
    lead: "If two tracks of one colour enter the same space, only one tile fits there, and it is laid at once, as part of your turn. Find a turn that forces a tile.",
    right: "Forced tiles are why one turn can change the whole board.",
    wrong: "No tile was forced. Try a space beside two tiles, so that a track turns a corner.",
  },
  {
    title: "A loop wins",
    lead: "A closed loop of your colour wins. White can close one now: look for a white track whose two ends come close.",
    right: "Closed: White wins.",
    wrong: "That does not close a white loop.",
  },
  {
    title: "Another loop",
    lead: "Once more, in another place.",
    right: "Good eyes.",
    wrong: "Follow a white track from one end to the other: which space joins them?",
  },
  {
    title: "See the threat",
    lead: "Now Black threatens to close a loop next turn. Lay a tile after which Black cannot win at once.",
    right: "The threat is gone. Look for threats before every turn.",
    wrong: "Black still closes a loop: follow its tracks in the lower part.",
  },
  {
    title: "Two threats at once",
    lead: "One threat can be parried, two cannot. Find the turn after which White wins whatever Black does. It takes two turns: play both.",
    right: "An attack: this is how games between good players end.",
    wrong: "Black has an answer to that. Look on the right side.",
  },
  {
    title: "A line wins too",
    lead: "A track of your colour from one outer edge of all tiles to the opposite one wins too, if it spans at least eight rows or columns. Complete the line.",
    right: "Eight rows: White wins.",
    wrong: "Continue the white track straight on at its end.",
  },
  {
    title: "Ready",
    lead: "If a turn closes loops of both colours, the player who moved wins; if it closes only the opponent's, the opponent wins. Corners of your own colour attack, corners of the other one warn. Now play.",
    right: "Play!",
  },
];
