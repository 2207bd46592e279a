/* site/mind - a worker that thinks about one question after the other (wasm/house/mind.c). */
import type { FromMind, ToMind } from "./letters.js";
import { LIMITS, Module } from "./module.js";

let module: Module | null = null;
/** By game: tables are fetched when they are first needed. */
const tables = new Map<string, Promise<void>>();

const tell = (letter: FromMind): void => self.postMessage(letter);

/** Without it the engine plays too, not quite as well. */
async function fetchTable(into: Module, game: string, name: string): Promise<void> {
  try {
    const packed = await fetch(new URL(name, import.meta.url));
    if (!packed.ok || !packed.body) return;
    const open = packed.body.pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(open).arrayBuffer());
    const at = into.put(bytes);
    into.lend([game], (word = 0) => into.exports.mind_take_table(word, at, bytes.length));
  } catch {
    tables.delete(game); // offline: the next question tries again
  }
}

self.onmessage = async (event: MessageEvent<ToMind>) => {
  const letter = event.data;
  if ("module" in letter) {
    module = new Module(letter.module, LIMITS.mind, (own) => ({
      answer: (at, length) => tell({ answer: own.bytes(at, length) }),
    }));
    return;
  }
  const mind = module;
  if (!mind) return;
  const name = SITE_FILES.tables[letter.game];
  if (name && !tables.has(letter.game)) tables.set(letter.game, fetchTable(mind, letter.game, name));
  await tables.get(letter.game);
  mind.lend([letter.question], (at = 0) => mind.exports.mind_think(at, letter.question.length));
  tell({ done: true });
};
