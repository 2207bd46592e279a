/* games/perudo/course/it - the course in Italian. */
import type { StepWords } from "../../course.js";

export const it: StepWords[] = [
  {
    title: "La prima dichiarazione",
    lead: "Vedi solo i tuoi cinque dadi; l'altro ne ha altri cinque. Una dichiarazione dice quanti dadi di una faccia ci sono sotto tutti i bicchieri. I lama (gli uno) valgono ogni faccia. Apri con qualcosa di probabile.",
    right: "Un buon inizio: quasi tutto l'hai tu.",
    wrong: "È più del probabile. Circa un dado su tre è la tua faccia o un lama.",
  },
  {
    title: "Rilancia",
    lead: "L'altro dichiara tre quattro. Devi rilanciare o dubitare. Più alto è la stessa faccia con più dadi, o una faccia maggiore con almeno gli stessi. Rilancia su ciò che hai.",
    right: "Hai due cinque e un lama: tre cinque sono sicuri.",
    wrong: "Guarda i tuoi cinque e il lama.",
  },
  {
    title: "I lama contano",
    lead: "La dichiarazione è quattro cinque. Con tre lama e un cinque li hai tutti tu. Dubiteresti? Fai la mossa migliore.",
    right: "Giusto: la dichiarazione regge di sicuro, quindi rilanci.",
    wrong: "Conta di nuovo: anche i lama sono cinque. E non esagerare.",
  },
  {
    title: "Dubito!",
    lead: "Dichiarano sei cinque. Tu non ne hai e l'altro ha solo cinque dadi. Di' che non ci credi.",
    right:
      "Si alzano i bicchieri e si contano i dadi. Chi ha dichiarato perde un dado; se fosse stata giusta, lo avresti perso tu.",
    wrong: "Sei cinque sono impossibili: premi Dudo.",
  },
  {
    title: "Che cosa è probabile?",
    lead: "Di cinque dadi coperti, uno o più mostrano una data faccia o un lama l'87 % delle volte, due o più il 54 %, tre o più il 21 %, quattro o più il 5 %. Dichiarano cinque cinque e ne hai uno. Decidi.",
    right: "Ne servirebbero quattro su cinque: 5 %. Il dubbio vince 95 volte su 100.",
    wrong: "Dovrebbero andar bene quattro dei cinque coperti. È raro.",
  },
  {
    title: "Dichiarare lama",
    lead: "Una dichiarazione sui lama richiede solo la metà, arrotondata per eccesso: su cinque sei puoi dichiarare tre lama. Ne hai due. È una buona via d'uscita.",
    right: "Un lama fra cinque dadi coperti: 60 %.",
    wrong: "Scegli il lama come faccia e tre come numero.",
  },
  {
    title: "Tornare dai lama",
    lead: "Tornare a un'altra faccia richiede il doppio più uno: su due lama, almeno cinque di una faccia. Hai due sei, due tre e un lama. Rilancia così.",
    right: "Tre tuoi e ne servono due su cinque coperti: 54 %.",
    wrong: "Dichiara cinque di una faccia che hai.",
  },
  {
    title: "Leggi gli altri",
    lead: "Le dichiarazioni dicono qualcosa: chi dichiara cinque spesso ne ha; perciò una dichiarazione è più probabile del puro caso, e perciò un bluff funziona. «Probabilità» in partita mostra i numeri. Vince l'ultimo con dadi.",
    right: "Siediti e gioca!",
  },
];
