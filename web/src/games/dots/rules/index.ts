/* games/dots/rules - the rules as text, in every language; `damero rules dots` prints the same files. */
import en from "./en.txt";
import es from "./es.txt";
import fa from "./fa.txt";
import it from "./it.txt";

export const rules = { en, es, it, fa };
