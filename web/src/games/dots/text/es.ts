/* games/dots/text/es - the words of Dots and Boxes in Spanish. */
import type { Words } from "./en.js";

export const es: Words = {
  title: "Timbiriche",
  summary: "Une los puntos; quien completa un cuadro se lo queda y vuelve a jugar.",
  engines: {
    dots: "Resolutor",
  },
  notes: {
    dots: "Demuestra lo que puede, y donde no, hace crecer un árbol de partidas.",
    "dots.beginner": "toma los cuadros que ve, no cuenta cadenas, a menudo regala uno",
    "dots.novice": "rara vez regala un cuadro antes de tiempo, luego la cadena más corta",
    "dots.casual": "entrega la cadena más corta, a veces cuenta cadenas",
    "dots.club": "a menudo cuenta cadenas y conoce el doble cruce",
    "dots.strong": "cuenta cadenas, mira un poco adelante",
    "dots.expert": "cuenta cadenas, mira más adelante",
    "dots.master": "lucha pronto por el número de cadenas, juega bien los finales",
    "dots.full": "todo, mientras lo permitan los límites",
  },
  errors: {
    "no-line-to-draw": "con 1x1 y todo el borde no queda línea que trazar",
    "dots-not-a-line":
      "«{1}» no es una línea: escribe dos puntos vecinos, como 1112 o 1121 (columnas de 1 a {2} desde la izquierda, filas de 1 a {3} desde abajo)",
    "dots-no-pass": "aquí no se puede pasar",
    "dots-drawn": "la línea {1} ya está trazada",
  },
  outcomes: {
    "both passed": "ambos pasaron",
    "every line is drawn": "todas las líneas trazadas",
  },
  settings: {
    size: "Tamaño",
    border: "Borde",
    pass: "Pasar",
  },
  values: {
    free: "libre",
    icelandic: "islandés",
    swedish: "sueco",
  },
  lineBrush: "línea",
  eraser: "borrador",
  linePlace: "línea",
  boxPlace: "caja",
  ownedBy: (side: string) => `caja de ${side}`,
  meanings: {
    size: "cuadros: filas x columnas",
    border: "líneas trazadas al empezar: ninguna, izquierda y abajo, o todo el borde",
    pass: "si un jugador puede pasar (reglas de torneo); dos pases seguidos acaban la partida",
  },
  line: (name) => `Línea ${name}`,
  worth: (value) => `vale ${value}`,
  chains: "Cadenas",
  chainOf: (n) => `Cadena de ${n} cuadros`,
  loopOf: (n) => `Bucle de ${n} cuadros`,
  again: "Toca otra vez para trazarla",
  noValues: "Un tablero tan abierto no se resuelve al momento; los valores aparecen cuando se llena.",
  boxes: (n, count) => (n === 1 ? "1 cuadro" : `${count} cuadros`),
  pass: "Pasar",
};
