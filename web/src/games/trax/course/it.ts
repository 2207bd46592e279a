/* games/trax/course/it - the course in Italian. */
import type { StepWords } from "../../course.js";

export const it: StepWords[] = [
  {
    title: "Una tessera",
    lead: "Ogni tessera ha una traccia bianca e una nera. Giochi con il Bianco. Premi lo spazio; ogni pressione mostra un altro modo di posarla. La spunta la posa.",
    right: "Il piano non ha bordi: cresce con le tessere.",
  },
  {
    title: "I colori combaciano",
    lead: "Una nuova tessera ne tocca un'altra, e le tracce che si incontrano devono avere lo stesso colore. Posa una tessera; la pagina offre solo quelle che combaciano.",
    right: "Entrambi usano i due colori; conta quale colore si chiude.",
  },
  {
    title: "Tessere forzate",
    lead: "Se due tracce dello stesso colore entrano in uno spazio, vi combacia una sola tessera, posata subito nel tuo turno. Trova un turno che forza una tessera.",
    right: "Per le tessere forzate un turno può cambiare tutto.",
    wrong: "Nessuna tessera forzata. Prova accanto a due tessere, così che una traccia giri l'angolo.",
  },
  {
    title: "Un anello vince",
    lead: "Un anello chiuso del tuo colore vince. Il Bianco può chiuderne uno: cerca una traccia bianca con le estremità vicine.",
    right: "Chiuso: il Bianco vince.",
    wrong: "Così non si chiude un anello bianco.",
  },
  {
    title: "Un altro anello",
    lead: "Ancora una volta, altrove.",
    right: "Buon occhio.",
    wrong: "Segui una traccia bianca da un'estremità all'altra: quale spazio le unisce?",
  },
  {
    title: "Vedi la minaccia",
    lead: "Ora il Nero minaccia di chiudere un anello. Posa una tessera dopo la quale non possa vincere subito.",
    right: "La minaccia è sparita. Cercale prima di ogni turno.",
    wrong: "Il Nero chiude ancora un anello: guarda la parte in basso.",
  },
  {
    title: "Due minacce insieme",
    lead: "Una minaccia si para, due no. Trova il turno dopo il quale il Bianco vince comunque. Servono due turni: giocali entrambi.",
    right: "Un attacco: così finiscono le partite fra buoni giocatori.",
    wrong: "Il Nero ha una risposta. Guarda il lato destro.",
  },
  {
    title: "Anche una linea vince",
    lead: "Vince anche una traccia del tuo colore che unisce bordi esterni opposti su almeno otto righe o colonne. Completa la linea.",
    right: "Otto righe: il Bianco vince.",
    wrong: "Prosegui diritta la traccia bianca alla sua estremità.",
  },
  {
    title: "Pronto",
    lead: "Se un turno chiude anelli di entrambi i colori, vince chi ha mosso; se chiude solo quello avversario, vince l'avversario. Gli angoli del tuo colore attaccano, quelli dell'altro avvertono. Ora gioca.",
    right: "Gioca!",
  },
];
