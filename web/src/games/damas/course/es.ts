/* games/damas/course/es - the course in Spanish. */
import type { StepWords } from "../../course.js";

export const es: StepWords[] = [
  {
    title: "Los peones",
    lead: "Juegas con blancas, abajo. Un peón avanza una casilla en diagonal. Pulsa un peón con anillo y luego la casilla de destino.",
    right: "Eso es una jugada. Los números de las casillas le dan nombre.",
  },
  {
    title: "Capturar",
    lead: "Un peón salta sobre una pieza contraria contigua si la casilla de detrás está libre. La pieza saltada sale del tablero. Captura el peón negro.",
    right: "Capturado. En este juego los peones solo capturan hacia delante.",
    wrong: "Salta sobre el peón negro, a la casilla libre de detrás.",
  },
  {
    title: "Capturar es obligatorio",
    lead: "Si puedes capturar, debes hacerlo: las piezas obligadas llevan un anillo rojo. Prueba antes otra pieza: el tablero dice por qué no puede mover.",
    right: "Así es. Los fuertes lo aprovechan: dan una pieza para llevar la tuya donde quieren.",
    wrong: "Aquí solo se permite capturar.",
  },
  {
    title: "Varias en una jugada",
    lead: "Si desde donde cae puede capturar otra vez, sigue en la misma jugada. Pulsa cada casilla en la que cae.",
    right: "Dos piezas en una jugada. Salen del tablero cuando acaba la jugada entera.",
    wrong: "Captura las dos: primero una, luego la otra.",
  },
  {
    title: "Las más posibles",
    lead: "De varias capturas hay que elegir la que toma más piezas (ley de la cantidad); a igualdad, la que toma más damas (ley de la calidad). Encuéntrala.",
    right: "Dos valen más que una.",
    wrong: "Otra pieza puede tomar dos.",
  },
  {
    title: "La dama",
    lead: "Un peón que llega a la última fila se convierte en dama. Corona uno.",
    right: "Una dama vale unos tres peones.",
    wrong: "Uno de tus peones está a un paso de la última fila.",
  },
  {
    title: "Las damas vuelan",
    lead: "Una dama mueve cualquier distancia por una diagonal, en cualquier dirección. Mueve la tuya al menos dos casillas.",
    right: "Quien domina la diagonal larga es difícil de atrapar.",
    wrong: "Eso fue una casilla: prueba más lejos.",
  },
  {
    title: "Las damas capturan de lejos",
    lead: "Una dama captura una pieza a cualquier distancia si la casilla de detrás está libre, y cae en cualquier casilla libre de detrás. Captura.",
    right: "Dónde cae lo eliges tú, y a menudo es lo que importa.",
    wrong: "Captura con la dama.",
  },
  {
    title: "Un golpe",
    lead: "Como capturar es obligatorio, dar una pieza puede ganar varias. Una jugada tranquila deja que el negro tome un peón, y luego tú lo tomas todo.",
    right: "Una dama nueva que lo toma todo: un golpe.",
    wrong: "Busca una jugada que primero corone.",
  },
  {
    title: "Cómo acaba",
    lead: "Pierde quien se queda sin piezas o sin jugadas. Deja al negro sin jugadas.",
    right: "El negro no puede mover: ganas. Si nadie progresa, son tablas.",
    wrong: "El negro aún puede mover. Apoya al peón que bloquea.",
  },
];
