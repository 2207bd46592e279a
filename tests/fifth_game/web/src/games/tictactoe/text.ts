/* games/tictactoe/text - the words of tic-tac-toe. */
import { inLanguage } from "../../text/index.js";

const common = { engines: {}, notes: {}, settings: {}, values: {}, meanings: {} };

export const texts = {
  en: {
    ...common,
    title: "Tic-tac-toe",
    summary: "Take turns; three in a row win.",
    errors: {},
    outcomes: {},
    cell: (name: string) => `Cell ${name}`,
  },
  es: {
    ...common,
    title: "Tres en raya",
    summary: "Jugad por turnos; ganan tres en raya.",
    errors: {
      "tictactoe-not-a-cell": "«{1}» no es una casilla: escribe columna y fila, como b2",
      "tictactoe-taken": "{1} está ocupada",
    },
    outcomes: { "three in a row": "tres en raya", "the board is full": "tablero lleno" },
    cell: (name: string) => `Casilla ${name}`,
  },
  it: {
    ...common,
    title: "Tris",
    summary: "A turno; vincono tre in fila.",
    errors: {
      "tictactoe-not-a-cell": "«{1}» non è una casella: scrivi colonna e riga, come b2",
      "tictactoe-taken": "{1} è occupata",
    },
    outcomes: { "three in a row": "tre in fila", "the board is full": "tavola piena" },
    cell: (name: string) => `Casella ${name}`,
  },
  fa: {
    ...common,
    title: "دوز",
    summary: "به نوبت؛ سه تا در یک ردیف برنده است.",
    errors: {
      "tictactoe-not-a-cell": "«{1}» خانه نیست: ستون و ردیف بنویسید، مانند b2",
      "tictactoe-taken": "{1} پر است",
    },
    outcomes: { "three in a row": "سه در یک ردیف", "the board is full": "تخته پر است" },
    cell: (name: string) => `خانهٔ ${name}`,
  },
};
export const own = inLanguage(texts);
