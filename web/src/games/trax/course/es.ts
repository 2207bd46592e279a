/* games/trax/course/es - the course in Spanish. */
import type { StepWords } from "../../course.js";

export const es: StepWords[] = [
  {
    title: "Una loseta",
    lead: "Cada loseta tiene una vía blanca y otra negra. Juegas con blancas. Pulsa el espacio; cada pulsación muestra otra forma de ponerla. La marca la coloca.",
    right: "El tablero no tiene borde: crece con las losetas.",
  },
  {
    title: "Los colores coinciden",
    lead: "Una loseta nueva toca otra, y las vías que se tocan deben ser del mismo color. Pon cualquiera; la página solo ofrece las que encajan.",
    right: "Ambos usan los dos colores; lo que cuenta es qué color se cierra.",
  },
  {
    title: "Losetas forzadas",
    lead: "Si dos vías del mismo color entran en un espacio, solo encaja una loseta y se pone al instante, dentro de tu turno. Busca un turno que fuerce una loseta.",
    right: "Las losetas forzadas hacen que un turno cambie todo el tablero.",
    wrong: "No se forzó ninguna loseta. Prueba junto a dos losetas, de modo que una vía doble la esquina.",
  },
  {
    title: "Un lazo gana",
    lead: "Un lazo cerrado de tu color gana. Las blancas pueden cerrar uno: busca una vía blanca cuyos extremos estén cerca.",
    right: "Cerrado: ganan las blancas.",
    wrong: "Eso no cierra un lazo blanco.",
  },
  {
    title: "Otro lazo",
    lead: "Otra vez, en otro sitio.",
    right: "Buen ojo.",
    wrong: "Sigue una vía blanca de un extremo al otro: ¿qué espacio los une?",
  },
  {
    title: "Ve la amenaza",
    lead: "Ahora las negras amenazan con cerrar un lazo. Pon una loseta tras la cual no puedan ganar enseguida.",
    right: "La amenaza ha desaparecido. Búscalas antes de cada turno.",
    wrong: "Las negras aún cierran un lazo: mira la parte de abajo.",
  },
  {
    title: "Dos amenazas a la vez",
    lead: "Una amenaza se para, dos no. Busca el turno tras el cual las blancas ganan hagan lo que hagan las negras. Son dos turnos: juega ambos.",
    right: "Un ataque: así acaban las partidas entre buenos jugadores.",
    wrong: "Las negras tienen respuesta. Mira el lado derecho.",
  },
  {
    title: "Una línea también gana",
    lead: "También gana una vía de tu color que une bordes exteriores opuestos a través de al menos ocho filas o columnas. Completa la línea.",
    right: "Ocho filas: ganan las blancas.",
    wrong: "Continúa recta la vía blanca en su extremo.",
  },
  {
    title: "Listo",
    lead: "Si un turno cierra lazos de ambos colores, gana quien movió; si cierra solo el del rival, gana el rival. Las esquinas de tu color atacan, las del otro avisan. Ahora juega.",
    right: "¡A jugar!",
  },
];
