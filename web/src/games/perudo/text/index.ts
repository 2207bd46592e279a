/* games/perudo/text - the words of Perudo in the person's language. */
import { inLanguage } from "../../../text/index.js";
import { en } from "./en.js";
import { es } from "./es.js";
import { fa } from "./fa.js";
import { it } from "./it.js";

export const texts = { en, es, it, fa };
export const own = inLanguage(texts);
