/* site/mind - a worker that thinks about one question after the other (wasm/house/mind.c), with more threads
 * in workers of its own (helper.ts) if the page may share memory. */
import type { FromMind, ToHelper, ToMind } from "./letters.js";
import { LIMITS, Module } from "./module.js";

/** Nothing guards its end. The deepest search needs 6 kB a ply, and 128 plies at most. */
const HELPER_STACK = 1 << 20;

let module: Module | null = null;
/** Starts the threads, once: when a question first asks for more than one. */
let startHelpers: (() => Promise<unknown>) | null = null;
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

/** Resolved once it waits for work; also if it cannot, since engines do with fewer threads. */
function startHelper(own: Module, code: WebAssembly.Module, number: number): Promise<void> {
  const stack = own.exports.malloc(HELPER_STACK);
  if (stack === 0) return Promise.resolve();
  const worker = new Worker(new URL(SITE_FILES.helper ?? "", import.meta.url), { type: "module" });
  const letter: ToHelper = { module: code, memory: own.memory, number, stack: stack + HELPER_STACK };
  worker.postMessage(letter);
  return new Promise((resolve) => {
    worker.onmessage = () => resolve();
    worker.onerror = (event) => {
      event.preventDefault();
      resolve();
    };
  });
}

function start(code: WebAssembly.Module, threads: number): Module {
  const own = new Module(code, LIMITS.mind, (module) => ({
    answer: (at, length) => tell({ answer: module.bytes(at, length) }),
  }));
  if (threads === 1) return own;
  tell({ stop: { memory: own.memory, at: own.exports.mind_stop() } });
  // One more than search: an engine may build tables of endings at the same time.
  startHelpers = () => Promise.all(Array.from({ length: threads }, (_, i) => startHelper(own, code, i)));
  return own;
}

async function take(letter: ToMind): Promise<void> {
  if ("module" in letter) {
    module = start(letter.module, letter.threads);
    return;
  }
  const mind = module;
  if (!mind) return;
  const name = SITE_FILES.tables[letter.game];
  if (name && !tables.has(letter.game)) tables.set(letter.game, fetchTable(mind, letter.game, name));
  await tables.get(letter.game);
  const { mind_threads, mind_think } = mind.exports;
  if (startHelpers && mind.lend([letter.question], (at = 0) => mind_threads(at)) > 1) {
    await startHelpers();
    startHelpers = null;
  }
  tell({ thinks: true });
  mind.lend([letter.question], (at = 0) => mind_think(at, letter.question.length));
  tell({ done: true });
}

/** The owner hears of errors, but not of promises that nobody keeps. */
self.onmessage = (event: MessageEvent<ToMind>) =>
  void take(event.data).catch((e: unknown) =>
    setTimeout(() => {
      throw e;
    }),
  );
