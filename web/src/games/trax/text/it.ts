/* games/trax/text/it - the words of Trax in Italian. */
import type { Words } from "./en.js";

export const it: Words = {
  title: "Trax",
  summary: "Posa tessere con binari bianchi e neri; chiudi un anello o una linea tua.",
  engines: {
    trax: "Ricerca",
    codesign: "Co-design",
    accelerator: "Acceleratore",
  },
  notes: {
    trax: "Dimostra vittorie forzate con minacce e cerca con alfa-beta e pesi tarati.",
    "trax.beginner": "vede ciò che vince o perde subito, e spesso nemmeno quello",
    "trax.casual": "guarda due turni avanti, e sbaglia",
    "trax.club": "guarda tre turni avanti e dimostra attacchi brevi",
    "trax.expert": "guarda cinque turni avanti e dimostra attacchi più lunghi",
    "trax.full": "tanto a fondo quanto il tempo permette",
    codesign: "Guarda un turno avanti e conta minacce e angoli, come il co-design.",
    "codesign.standard": "un turno avanti, per minacce e angoli, come gioca il co-design",
    accelerator: "Gioca come il co-design, attraverso i registri del suo acceleratore.",
    "accelerator.8x8": "sul piano più piccolo dell'acceleratore",
    "accelerator.16x16": "sul piano delle figure della fonte",
    "accelerator.32x32": "sul piano che chiede il suo lavoro futuro",
    "accelerator.64x64": "sul piano più grande",
  },
  errors: {
    "trax-not-a-turn":
      "«{1}» non è una mossa: scrivi colonna, riga e forma, come @0/ o B2+ (le forme sono / \\ +)",
    "trax-first-turn": "{1}: la prima mossa è @0/ o @0+",
    "trax-too-far": "{1}: troppo lontano: le tessere occupano {2} colonne e {4} righe",
    "trax-taken": "{1}: lì c'è già una tessera",
    "trax-no-neighbour": "{1}: accanto a quello spazio non c'è una tessera",
    "trax-beyond": "{1}: oltre le otto colonne e righe di questa variante",
    "trax-over": "{1}: la partita è finita",
    "trax-colours": "{1}: i colori non combaciano con le tessere accanto",
    "trax-forced": "{1}: illegale: le tessere forzate portano tre tratti di un colore in uno spazio",
  },
  outcomes: {
    line: "linea",
    loop: "anello",
    "no legal move": "nessuna mossa legale",
    "the board's capacity is reached (1024 tiles, or 88 rows or columns)":
      "si è raggiunta la capienza del piano (1024 tessere, o 88 righe o colonne)",
  },
  settings: {
    variant: "Variante",
    nomove: "Chi non può muovere",
  },
  values: {
    unlimited: "senza fine",
    "8x8": "8 per 8",
    loop: "vincono solo gli anelli",
    modern: "ha vinto",
    classic: "patta",
  },
  meanings: {
    variant: "il piano: senza fine, al massimo otto righe e colonne, o senza fine e vincono solo gli anelli",
    nomove: "chi non può muovere ha vinto, o la partita è patta",
  },
  closer: "Avvicina",
  further: "Allontana",
  whole: "Tutto",
  space: (where, n) => `Spazio ${where}, ${n} tessere adatte`,
  shape: (i, n) => `Tessera ${i} di ${n}`,
  forces: (n, count) => (n === 1 ? "forza 1 tessera" : `forza ${count} tessere`),
  next: "Altra tessera",
  lay: "Posa",
  choose: "Scegli uno spazio; ogni altro tocco mostra la tessera adatta seguente.",
  loop: "Anello",
};
