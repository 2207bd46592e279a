/* games/dots/text/en - the words of Dots and Boxes in English. */
export const en = {
  title: "Dots and Boxes",
  summary: "Draw lines between dots; complete a box to own it and move again.",
  engines: {
    dots: "Solver",
  },
  /* English is what the server says. The other languages have words for each engine and level ("engine",
   * "engine.level"), for each code of an error, and for each reason by which the rules end a game. */
  notes: {} as Record<string, string>,
  errors: {} as Record<string, string>,
  outcomes: {} as Record<string, string>,
  settings: {
    size: "Size",
    border: "Border",
    pass: "Passing",
  },
  values: {
    free: "free",
    icelandic: "Icelandic",
    swedish: "Swedish",
  },
  lineBrush: "line",
  eraser: "eraser",
  linePlace: "line",
  boxPlace: "box",
  ownedBy: (side: string) => `box of ${side}`,
  meanings: {
    size: "boxes: rows x columns",
    border: "lines drawn at the start: none, left and bottom, or the whole border",
    pass: "whether a player may pass (contest rules); two passes in a row end the game",
  },
  line: (name: string) => `Line ${name}`,
  worth: (value: string) => `worth ${value}`,
  chains: "Chains",
  chainOf: (n: string) => `Chain of ${n} boxes`,
  loopOf: (n: string) => `Loop of ${n} boxes`,
  again: "Tap again to draw it",
  noValues: "The position is too open to solve now; values appear as the board fills.",
  boxes: (n: number, count: string) => (n === 1 ? "1 box" : `${count} boxes`),
  pass: "Pass",
};

export type Words = typeof en;
