/* games/trax/text/es - the words of Trax in Spanish. */
import type { Words } from "./en.js";

export const es: Words = {
  title: "Trax",
  summary: "Coloca losetas con vías blancas y negras; cierra un bucle o una línea tuya.",
  engines: {
    trax: "Búsqueda",
    codesign: "Codiseño",
    accelerator: "Acelerador",
  },
  notes: {
    trax: "Demuestra victorias forzadas con amenazas y busca con alfa-beta y pesos ajustados.",
    "trax.beginner": "ve lo que gana o pierde al momento, y a menudo ni eso",
    "trax.casual": "mira dos turnos adelante, y yerra",
    "trax.club": "mira tres turnos adelante y demuestra ataques cortos",
    "trax.expert": "mira cinco turnos adelante y demuestra ataques más largos",
    "trax.full": "tan hondo como deje el tiempo",
    codesign: "Mira un turno adelante y cuenta amenazas y esquinas, como el codiseño.",
    "codesign.standard": "un turno adelante, por amenazas y esquinas, como juega el codiseño",
    accelerator: "Juega como el codiseño, a través de los registros de su acelerador.",
    "accelerator.8x8": "en el tablero más pequeño del acelerador",
    "accelerator.16x16": "en el tablero de las figuras de la fuente",
    "accelerator.32x32": "en el tablero que pide su trabajo futuro",
    "accelerator.64x64": "en el tablero más grande",
  },
  errors: {
    "trax-not-a-turn":
      "«{1}» no es una jugada: escribe columna, fila y forma, como @0/ o B2+ (las formas son / \\ +)",
    "trax-first-turn": "{1}: la primera jugada es @0/ o @0+",
    "trax-too-far": "{1}: demasiado lejos: las losetas ocupan {2} columnas y {4} filas",
    "trax-taken": "{1}: ahí ya hay una loseta",
    "trax-no-neighbour": "{1}: junto a ese hueco no hay ninguna loseta",
    "trax-beyond": "{1}: fuera de las ocho columnas y filas de esta variante",
    "trax-over": "{1}: la partida ha terminado",
    "trax-colours": "{1}: los colores no encajan con las losetas vecinas",
    "trax-forced": "{1}: ilegal: las losetas forzadas llevan tres vías de un color a un mismo hueco",
  },
  outcomes: {
    line: "línea",
    loop: "bucle",
    "no legal move": "sin jugada legal",
    "the board's capacity is reached (1024 tiles, or 88 rows or columns)":
      "se alcanzó la capacidad del tablero (1024 losetas, u 88 filas o columnas)",
  },
  settings: {
    variant: "Variante",
    nomove: "Quien no puede jugar",
  },
  values: {
    unlimited: "sin fin",
    "8x8": "de 8x8",
    loop: "solo ganan los bucles",
    modern: "gana",
    classic: "hace tablas",
  },
  meanings: {
    variant: "el tablero: sin fin, de ocho filas y columnas como mucho, o sin fin y solo ganan los bucles",
    nomove: "quien no puede mover gana, o la partida es tablas",
  },
  closer: "Acercar",
  further: "Alejar",
  whole: "Todo",
  space: (where, n) => `Hueco ${where}, encajan ${n} losetas`,
  shape: (i, n) => `Loseta ${i} de ${n}`,
  forces: (n, count) => (n === 1 ? "fuerza 1 loseta" : `fuerza ${count} losetas`),
  next: "Otra loseta",
  lay: "Colocar",
  choose: "Elige un hueco; cada pulsación muestra la siguiente loseta que encaja.",
  loop: "Bucle",
};
