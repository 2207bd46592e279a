/* games/damas/text/en - the words of Damas in English. */
export const en = {
  title: "Damas",
  summary: "Spanish draughts and its relatives: capture everything, or leave no move.",
  engines: {
    damas: "Search with tables",
  },
  /* English is what the server says. The other languages have words for each engine and level ("engine",
   * "engine.level"), for each code of an error, and for each reason by which the rules end a game. */
  notes: {} as Record<string, string>,
  errors: {} as Record<string, string>,
  outcomes: {} as Record<string, string>,
  settings: {
    variant: "Variant",
    profile: "Profile",
    repetition: "Draw by repetition",
    quiet: "Draw by quiet moves",
    "quiet-when": "Quiet moves count",
    river: "River rule",
    endings: "Single endings",
  },
  values: {
    spanish: "Spanish",
    portuguese: "Portuguese",
    italian: "Italian",
    english: "English",
    russian: "Russian",
    brazilian: "Brazilian",
    pool: "Pool",
    czech: "Czech",
    official: "official: capture is obligatory",
    huff: "with huffing",
    lab: "laboratory board",
    "quiet-when=always": "always",
    few: "with few pieces only",
  },
  meanings: {
    variant: "whose draughts on 64 squares",
    profile: "capture obligatory; free, with huffing; or as the laboratory board",
    repetition:
      "the time a position comes up that draws: 2 to 9, off, or auto (3; off for the laboratory board)",
    quiet:
      "moves of each side without capture or man's move that draw: 1 to 1000, off, or auto (20 in Spanish draughts; off for the laboratory board)",
    "quiet-when": "count them always, or only where each side has a king and at most four pieces",
    river:
      "moves that three kings holding the long diagonal have against one: 1 to 200, off, or auto (12 in Spanish draughts; off for the laboratory board)",
    endings:
      "whose shorter counts for endings of few pieces: russian, brazilian, off, or auto (the variant's; off for the laboratory board)",
  },
  keys: "Arrow keys move the cursor, Enter chooses, Escape deselects.",
  numbering: "Numbers",
  turn: "Flip board",
  must: (n: string) => `You must capture, and take as many pieces as possible: ${n}.`,
  mustAny: "You must capture; any capture will do.",
  mayCapture: "You may capture; if you do not, your piece may be huffed.",
  mayHuff: "You may huff the piece that failed to capture: press it.",
  otherMust: (n: string, move: string) =>
    `This piece cannot move now: you must make the largest capture (${n}), such as ${move}.`,
  otherMustAny: (move: string) => `This piece cannot move now: you must capture, such as ${move}.`,
  stuck: "This piece has no move.",
  goOn: "The capture continues: choose the next square.",
  chosen: (what: string) => `Selected: ${what}`,
  stopWith: (move: string) => `Play ${move}`,
  pass: "Do not huff",
  unused: "unused square",
  empty: "empty",
  whiteMan: "white man",
  whiteKing: "white king",
  blackMan: "black man",
  blackKing: "black king",
  lab: {
    title: "The Damas board",
    lead: "Key in row, A, column, A for the origin, then the same for the destination. The picture is what the board sends to its screen.",
    keypad: "Keypad",
    switches: "Switches",
    screen: "Screen of the board",
    run: "Run",
    multiple: "Multiple capture",
    draw1: "Draw, player 1",
    draw2: "Draw, player 2",
  },
};

export type Words = typeof en;
