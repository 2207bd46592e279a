/* games/trax/text/en - the words of Trax in English. */
export const en = {
  title: "Trax",
  summary: "Lay tiles with white and black tracks; close a loop or a line of your colour to win.",
  engines: {
    trax: "Search",
    codesign: "Co-design",
    accelerator: "Accelerator",
  },
  /* English is what the server says. The other languages have words for each engine and level ("engine",
   * "engine.level"), for each code of an error, and for each reason by which the rules end a game. */
  notes: {} as Record<string, string>,
  errors: {} as Record<string, string>,
  outcomes: {} as Record<string, string>,
  settings: {
    variant: "Variant",
    nomove: "Who cannot move",
  },
  values: {
    unlimited: "without end",
    "8x8": "8x8",
    loop: "only loops win",
    modern: "has won",
    classic: "draws",
  },
  meanings: {
    variant: "the board: without end, at most eight rows and columns, or without end and only loops win",
    nomove: "who cannot move has won (modern) or the game is drawn (classic)",
  },
  closer: "Zoom in",
  further: "Zoom out",
  whole: "Fit",
  space: (where: string, n: string) => `Space ${where}, ${n} tiles fit`,
  shape: (i: string, n: string) => `Tile ${i} of ${n}`,
  forces: (n: number, count: string) => (n === 1 ? "forces 1 tile" : `forces ${count} tiles`),
  next: "Next tile",
  lay: "Place tile",
  choose: "Choose a space; press again for the next tile that fits.",
  loop: "Loop",
};

export type Words = typeof en;
