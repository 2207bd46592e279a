/* site/mind - a worker that thinks about one question after the other (wasm/house/mind.c). */
import type { FromMind, ToMind } from "./letters.js";
import { Module } from "./module.js";

let module: Module | null = null;
let table: Promise<void> | null = null;
/** The game whose engine has tables that are fetched when they are first needed. */
const WITH_TABLE = "perudo";

const tell = (letter: FromMind): void => self.postMessage(letter);

/** Without it the engine plays too, not quite as well. */
async function fetchTable(into: Module): Promise<void> {
  try {
    const packed = await fetch(new URL(SITE_FILES.table, import.meta.url));
    if (!packed.ok || !packed.body) return;
    const open = packed.body.pipeThrough(new DecompressionStream("gzip"));
    const bytes = new Uint8Array(await new Response(open).arrayBuffer());
    const at = into.put(bytes);
    into.lend([WITH_TABLE], (name = 0) => into.exports.mind_take_table(name, at, bytes.length));
  } catch {
    table = null; // offline: the next question tries again
  }
}

self.onmessage = async (event: MessageEvent<ToMind>) => {
  const letter = event.data;
  if ("module" in letter) {
    module = new Module(letter.module, (own) => ({
      answer: (at, length) => tell({ answer: own.bytes(at, length) }),
    }));
    return;
  }
  const mind = module;
  if (!mind) return;
  if (letter.game === WITH_TABLE) await (table ??= fetchTable(mind));
  mind.lend([letter.question], (at = 0) => mind.exports.mind_think(at, letter.question.length));
  tell({ done: true });
};
