/* games/damas/course/it - the course in Italian. */
import type { StepWords } from "../../course.js";

export const it: StepWords[] = [
  {
    title: "Le pedine",
    lead: "Giochi con il Bianco, in basso. Una pedina avanza di una casella in diagonale. Premi una pedina con l'anello e poi la casella d'arrivo.",
    right: "Questa è una mossa. I numeri delle caselle le danno il nome.",
  },
  {
    title: "La presa",
    lead: "Una pedina salta un pezzo avversario vicino se la casella dietro è libera. Il pezzo saltato esce dalla damiera. Prendi la pedina nera.",
    right: "Presa. In questo gioco le pedine prendono solo in avanti.",
    wrong: "Salta la pedina nera, sulla casella libera dietro.",
  },
  {
    title: "La presa è obbligatoria",
    lead: "Se puoi prendere, devi: i pezzi obbligati hanno un anello rosso. Prova prima un altro pezzo: la damiera dice perché non può muovere.",
    right: "Giusto. I forti ne approfittano: danno un pezzo per portare il tuo dove vogliono.",
    wrong: "Qui è permessa solo la presa.",
  },
  {
    title: "Più prese in una mossa",
    lead: "Se da dove arriva può prendere ancora, continua nella stessa mossa. Premi ogni casella su cui arriva.",
    right: "Due pezzi in una mossa. Escono dalla damiera quando la mossa è finita.",
    wrong: "Prendili entrambi: prima uno, poi l'altro.",
  },
  {
    title: "Il maggior numero",
    lead: "Fra più prese si deve scegliere quella che prende più pezzi (legge della quantità); a parità, quella con più dame (legge della qualità). Trovala.",
    right: "Due battono una.",
    wrong: "Un altro pezzo può prenderne due.",
  },
  {
    title: "La dama",
    lead: "Una pedina che arriva all'ultima riga diventa dama. Promuovine una.",
    right: "Una dama vale circa tre pedine.",
    wrong: "Una tua pedina è a un passo dall'ultima riga.",
  },
  {
    title: "Le dame volano",
    lead: "Una dama muove di quante caselle vuole in diagonale, in ogni direzione. Muovi la tua di almeno due caselle.",
    right: "Chi tiene la diagonale maggiore è difficile da prendere.",
    wrong: "Era una sola casella: prova più lontano.",
  },
  {
    title: "Le dame prendono da lontano",
    lead: "Una dama prende un pezzo a qualunque distanza se la casella dietro è libera, e si ferma su una casella libera dietro. Prendi.",
    right: "Dove si ferma lo scegli tu, e spesso è ciò che conta.",
    wrong: "Prendi con la dama.",
  },
  {
    title: "Un tiro",
    lead: "Poiché la presa è obbligatoria, dare un pezzo può farne vincere diversi. Una mossa tranquilla lascia prendere una pedina al Nero, poi prendi tutto tu.",
    right: "Una dama nuova che prende tutto: un tiro.",
    wrong: "Cerca una mossa che prima promuova.",
  },
  {
    title: "Come finisce",
    lead: "Perde chi resta senza pezzi o senza mosse. Lascia il Nero senza mosse.",
    right: "Il Nero non può muovere: hai vinto. Se nessuno fa progressi, è patta.",
    wrong: "Il Nero può ancora muovere. Sostieni la pedina che blocca.",
  },
];
