/* games/dots/text/it - the words of Dots and Boxes in Italian. */
import type { Words } from "./en.js";

export const it: Words = {
  title: "Punti e quadrati",
  summary: "Unisci i punti; chi completa un quadrato lo prende e gioca ancora.",
  engines: {
    dots: "Risolutore",
  },
  notes: {
    dots: "Dimostra ciò che può, e dove non può fa crescere un albero di partite.",
    "dots.beginner": "prende i quadrati che vede, non conta catene, spesso ne regala uno",
    "dots.novice": "di rado regala un quadrato prima del tempo, poi la catena più corta",
    "dots.casual": "cede la catena più corta, a volte conta le catene",
    "dots.club": "spesso conta le catene e conosce la doppia croce",
    "dots.strong": "conta le catene, guarda un poco avanti",
    "dots.expert": "conta le catene, guarda più avanti",
    "dots.master": "lotta presto per il numero di catene, gioca bene i finali",
    "dots.full": "tutto, finché i limiti lo permettono",
  },
  errors: {
    "no-line-to-draw": "con 1x1 e tutto il bordo non resta linea da tracciare",
    "dots-not-a-line":
      "«{1}» non è una linea: scrivi due punti vicini, come 1112 o 1121 (colonne da 1 a {2} da sinistra, righe da 1 a {3} dal basso)",
    "dots-no-pass": "qui non si può passare",
    "dots-drawn": "la linea {1} è già tracciata",
  },
  outcomes: {
    "both passed": "entrambi hanno passato",
    "every line is drawn": "tutte le linee sono tracciate",
  },
  settings: {
    size: "Misura",
    border: "Bordo",
    pass: "Passare",
  },
  values: {
    free: "libero",
    icelandic: "islandese",
    swedish: "svedese",
  },
  lineBrush: "linea",
  eraser: "gomma",
  linePlace: "linea",
  boxPlace: "quadrato",
  ownedBy: (side: string) => `quadrato di ${side}`,
  meanings: {
    size: "quadrati: righe x colonne",
    border: "linee tracciate all'inizio: nessuna, sinistra e basso, o tutto il bordo",
    pass: "se un giocatore può passare (regole di torneo); due passi di fila chiudono la partita",
  },
  line: (name) => `Linea ${name}`,
  worth: (value) => `vale ${value}`,
  chains: "Catene",
  chainOf: (n) => `Catena di ${n} quadrati`,
  loopOf: (n) => `Anello di ${n} quadrati`,
  again: "Tocca ancora per tracciarla",
  noValues: "Un tavoliere così aperto non si risolve sul momento; i valori appaiono quando si riempie.",
  boxes: (n, count) => (n === 1 ? "1 quadrato" : `${count} quadrati`),
  pass: "Passa",
};
