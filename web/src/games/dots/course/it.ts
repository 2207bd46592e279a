/* games/dots/course/it - the course in Italian. */
import type { StepWords } from "../../course.js";

export const it: StepWords[] = [
  {
    title: "Una linea",
    lead: "Si gioca a turno. In un turno tracci una linea fra due punti vicini. Premi una linea.",
    right: "Tracciata. Ora toccherebbe all'altro.",
  },
  {
    title: "Un quadrato",
    lead: "Chi traccia il quarto lato di un quadrato lo conquista. Completa il quadrato.",
    right: "Tuo. E giochi ancora.",
    wrong: "Un quadrato ha già tre lati: traccia il quarto.",
  },
  {
    title: "E ancora",
    lead: "Dopo un quadrato giochi ancora, e puoi completare il prossimo. Prendi tutti e tre i quadrati in un turno.",
    right: "Una fila di quadrati che cade insieme si chiama catena.",
    wrong: "Prendi il quadrato che ha tre lati.",
  },
  {
    title: "Non regalare nulla",
    lead: "Chi traccia il terzo lato di un quadrato lo regala all'avversario. Traccia una linea che lasci a ogni quadrato al più due lati.",
    right: "Sicura. Prima o poi nessuno ha più linee sicure.",
    wrong: "Così l'avversario riceve un quadrato con tre lati.",
  },
  {
    title: "La catena più corta",
    lead: "Qui nessuna linea è sicura: l'avversario prende una catena intera. Ci sono catene di tre, di due e di uno. Dai il meno possibile.",
    right: "Un solo quadrato; poi l'avversario deve aprirtene una più lunga.",
    wrong: "Così ne dai più di uno.",
  },
  {
    title: "Il doppio scambio",
    lead: "Il cuore del gioco. L'avversario ha aperto una catena di quattro e ne resta un'altra. Prendi due quadrati e lascia gli ultimi due: traccia invece l'estremità lontana.",
    right:
      "L'avversario ne prende due e deve aprire l'altra catena: finisci con sei su otto. L'avidità avrebbe dato quattro a testa.",
    wrong: "Prendi i primi due quadrati uno alla volta, poi traccia la linea all'altra estremità.",
  },
  {
    title: "Il raccolto",
    lead: "L'avversario ha dovuto aprire l'ultima catena. Non c'è nulla da tenere: prendila tutta.",
    right: "Sei a due.",
    wrong: "Prendi il quadrato con tre lati.",
  },
  {
    title: "Chi deve aprire?",
    lead: "La lotta è dunque su chi deve aprire la prima catena lunga (tre o più). Conta presto: se punti più catene lunghe è pari, controlla il primo; se dispari, il secondo. «Valori» in partita mostra quanto vale ogni linea.",
    right: "Ora sai ciò che quasi nessuno nota. Gioca!",
  },
];
