/* games/perudo/course/es - the course in Spanish. */
import type { StepWords } from "../../course.js";

export const es: StepWords[] = [
  {
    title: "La primera apuesta",
    lead: "Solo ves tus cinco dados; el otro tiene cinco más. Una apuesta dice cuántos dados de una cara hay bajo todos los cubiletes. Las llamas (unos) valen por cualquier cara. Abre con algo probable.",
    right: "Buen comienzo: casi todo lo tienes tú.",
    wrong: "Eso es más de lo probable. Cerca de un dado de cada tres es tu cara o una llama.",
  },
  {
    title: "Sube",
    lead: "El otro apuesta tres cuatros. Debes subir o dudar. Más alto es la misma cara con más dados, o una cara mayor con al menos los mismos. Sube a algo que tengas.",
    right: "Tienes dos cincos y una llama: tres cincos son seguros.",
    wrong: "Mira tus cincos y tu llama.",
  },
  {
    title: "Las llamas cuentan",
    lead: "La apuesta es cuatro cincos. Con tres llamas y un cinco tienes los cuatro tú. ¿Dudarías? Haz la mejor jugada.",
    right: "Exacto: la apuesta se cumple seguro, así que subes.",
    wrong: "Cuenta de nuevo: las llamas también son cincos. Y no subas demasiado.",
  },
  {
    title: "¡Dudo!",
    lead: "Apuestan seis cincos. Tú no tienes ninguno y el otro solo tiene cinco dados. Di que no lo crees.",
    right:
      "Se levantan los cubiletes y se cuentan los dados. Quien apostó pierde un dado; de haber sido cierta, lo perderías tú.",
    wrong: "Seis cincos son imposibles: pulsa Dudo.",
  },
  {
    title: "¿Qué es probable?",
    lead: "De cinco dados ocultos, uno o más muestran una cara dada o una llama el 87 % de las veces, dos o más el 54 %, tres o más el 21 %, cuatro o más el 5 %. Apuestan cinco cincos y tienes uno. Decide.",
    right: "Harían falta cuatro de cinco: 5 %. Dudar gana 95 de 100 veces.",
    wrong: "Tendrían que encajar cuatro de los cinco ocultos. Es raro.",
  },
  {
    title: "Apuestas a llamas",
    lead: "Una apuesta a llamas necesita solo la mitad, redondeada hacia arriba: sobre cinco seises puedes apostar tres llamas. Tienes dos. Es una buena salida.",
    right: "Una llama entre cinco dados ocultos: 60 %.",
    wrong: "Elige la llama como cara y tres como cantidad.",
  },
  {
    title: "Volver de las llamas",
    lead: "Volver a otra cara exige el doble más uno: sobre dos llamas, al menos cinco de una cara. Tienes dos seises, dos treses y una llama. Sube así.",
    right: "Tres tuyos y hacen falta dos de cinco ocultos: 54 %.",
    wrong: "Apuesta cinco de una cara que tengas.",
  },
  {
    title: "Lee a los demás",
    lead: "Las apuestas cuentan algo: quien apuesta cincos suele tenerlos; por eso una apuesta es más probable de lo que dice el azar, y por eso funciona un farol. «Probabilidades» en la partida muestra los números. Gana el último con dados.",
    right: "¡Siéntate y juega!",
  },
];
