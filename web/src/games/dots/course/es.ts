/* games/dots/course/es - the course in Spanish. */
import type { StepWords } from "../../course.js";

export const es: StepWords[] = [
  {
    title: "Una línea",
    lead: "Se juega por turnos. En un turno trazas una línea entre dos puntos vecinos. Pulsa una línea.",
    right: "Trazada. Ahora le tocaría al otro.",
  },
  {
    title: "Una caja",
    lead: "Quien traza el cuarto lado de una caja se la queda. Completa la caja.",
    right: "Tuya. Y juegas otra vez.",
    wrong: "Una caja ya tiene tres lados: traza el cuarto.",
  },
  {
    title: "Y otra vez",
    lead: "Tras una caja juegas otra vez, y eso puede completar la siguiente. Toma las tres cajas en un turno.",
    right: "Una fila de cajas que cae junta se llama cadena.",
    wrong: "Toma la caja que tiene tres lados.",
  },
  {
    title: "No regales nada",
    lead: "Quien traza el tercer lado de una caja se la regala al rival. Traza una línea que deje todas las cajas con dos lados como mucho.",
    right: "Segura. Tarde o temprano a nadie le queda una línea segura.",
    wrong: "Eso le da al rival una caja con tres lados.",
  },
  {
    title: "La cadena más corta",
    lead: "Aquí ninguna línea es segura: el rival se lleva una cadena entera. Hay cadenas de tres, de dos y de una. Da lo mínimo.",
    right: "Solo una caja; luego el rival tiene que abrirte una más larga.",
    wrong: "Eso da más de una caja.",
  },
  {
    title: "El doble cruce",
    lead: "El corazón del juego. El rival ha abierto una cadena de cuatro y queda otra igual. Toma dos cajas y deja las dos últimas: traza el otro extremo.",
    right:
      "El rival toma dos y debe abrir la otra cadena: acabas con seis de ocho. La codicia habría dado cuatro a cada uno.",
    wrong: "Toma las dos primeras cajas una a una y luego traza la línea del otro extremo.",
  },
  {
    title: "La cosecha",
    lead: "El rival tuvo que abrir la última cadena. No hay nada que reservar: tómala entera.",
    right: "Seis a dos.",
    wrong: "Toma la caja con tres lados.",
  },
  {
    title: "¿Quién tiene que abrir?",
    lead: "La lucha es, pues, por quién debe abrir la primera cadena larga (tres cajas o más). Cuenta pronto: si puntos más cadenas largas es par, controla el primero; si es impar, el segundo. «Valores» en una partida muestra cuánto vale cada línea.",
    right: "Ya sabes lo que casi nadie nota. ¡A jugar!",
  },
];
