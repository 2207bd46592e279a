/* site/arena - the arena in a worker: the server's desk in WebAssembly (wasm/house/), its journal in this
 * browser's storage, its engines in workers of their own. */
import { isAble } from "./ability.js";
import type { FromArena, ToArena } from "./letters.js";
import { Minds } from "./minds.js";
import { hasThreads, LIMITS, Module } from "./module.js";
import { type Row, Storage } from "./storage.js";

/** Clocks and lists are looked at this often. */
const TURN_MS = 200;
/** Characters of a row; the longest, a review of a long game, has a tenth of this. */
const ROW_MOST = 1 << 20;

const tell = (letter: FromArena): void => self.postMessage(letter);

const file = (name: string): URL => new URL(name, import.meta.url);

/** Some file servers do not know the type of a module, which compileStreaming demands. */
async function fetchModule(name: string): Promise<WebAssembly.Module> {
  const answer = await fetch(file(name));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return WebAssembly.compile(await answer.arrayBuffer());
}

/** The module without SIMD and threads runs everywhere. A browser that has shared memory on isolated pages only
 * may be offline when it first wants the other one. */
function compile(): Promise<WebAssembly.Module> {
  const { module, plain = module } = SITE_FILES;
  return isAble() ? fetchModule(module).catch(() => fetchModule(plain)) : fetchModule(plain);
}

class Arena {
  #module: Module;
  #minds: Minds;
  #storage: Storage;
  /** What was said and kept since the last time it was sent. */
  #letters: FromArena[] = [];
  #rows: Row[] = [];
  #sending: Promise<void> = Promise.resolve();
  #puzzles: Promise<void> | null = null;

  constructor(module: WebAssembly.Module, storage: Storage, rows: Row[]) {
    // only a page that is isolated from other sites may share memory
    const threads = self.crossOriginIsolated && hasThreads(module) ? LIMITS.threads : 1;
    this.#storage = storage;
    this.#minds = new Minds(module, threads, (number, answer) => {
      this.#module.lend([answer], (at = 0) => this.#module.exports.house_thought(number, at, answer.length));
      this.#takeTurn();
    });
    this.#module = new Module(module, LIMITS.arena, (own) => ({
      say: (at, length) => this.#letters.push({ kind: "say", text: own.text(at, length) }),
      reply: (number, status, at, length) =>
        this.#letters.push({ kind: "reply", number, status, body: own.text(at, length) }),
      keep: (key, keyLength, value, length) =>
        this.#rows.push([own.text(key, keyLength), own.text(value, length)]),
      ask: (number, time, game, gameLength, at, length) =>
        this.#minds.ask(number, time, own.text(game, gameLength), own.bytes(at, length)),
      drop: (number) => this.#minds.drop(number),
    }));
    const { exports } = this.#module;
    exports.house_set_threads(threads);
    const isWrong = (row: Row): boolean =>
      this.#module.lend(row, (key = 0, value = 0) => exports.house_take_row(key, value)) === 0;
    // would collide with the rows of later moves and matches
    void storage.remove(rows.filter((row) => row[1].length > ROW_MOST || isWrong(row)));
    if (!this.#module.lend(["site"], (version = 0) => exports.house_open(version)))
      throw new Error("no memory");
    self.setInterval(() => this.#takeTurn(), TURN_MS);
  }

  /** Handles what has happened, and sends what follows from it once it is kept. */
  #takeTurn(): void {
    this.#module.exports.house_take_turn();
    const rows = this.#rows.splice(0),
      letters = this.#letters.splice(0);
    if (rows.length + letters.length === 0) return;
    this.#sending = this.#sending.then(async () => {
      await this.#storage.keep(rows);
      for (const letter of letters) tell(letter);
    });
  }

  async hear(letter: ToArena): Promise<void> {
    const { exports } = this.#module;
    switch (letter.kind) {
      case "connect":
        exports.house_connect();
        this.#letters.push({ kind: "open" });
        break;
      case "hear": {
        const text = new TextEncoder().encode(letter.text);
        this.#module.lend([text], (at = 0) => exports.house_hear(at, text.length));
        break;
      }
      case "request":
        if (letter.path.startsWith("/api/puzzles")) await (this.#puzzles ??= this.#fetchPuzzles());
        this.#request(letter);
    }
    this.#takeTurn();
  }

  #request({ number, path, query, body }: ToArena & { kind: "request" }): void {
    const ask = (at: number, asked: number, said: number): void =>
      this.#module.exports.house_request(number, at, asked, said);
    const words = [path, JSON.stringify(query)];
    if (body === null) this.#module.lend(words, (at = 0, asked = 0) => ask(at, asked, 0));
    else this.#module.lend([...words, body], (at = 0, asked = 0, said = 0) => ask(at, asked, said));
  }

  async #fetchPuzzles(): Promise<void> {
    try {
      for (const [game, name] of Object.entries(SITE_FILES.puzzles)) {
        const answer = await fetch(file(name));
        if (!answer.ok) throw new Error(name);
        const bytes = new Uint8Array(await answer.arrayBuffer()),
          at = this.#module.put(bytes);
        this.#module.lend([game], (word = 0) =>
          this.#module.exports.house_take_puzzles(word, at, bytes.length),
        );
      }
    } catch {
      this.#puzzles = null; // offline: the next request tries again
    }
  }
}

const storage = new Storage(
  (full) => tell({ kind: "storage", full }),
  () => tell({ kind: "stop" }),
);
// A served page keeps nothing here: its matches are the server's.
const arena = Promise.all([compile(), SITE ? storage.load() : []]).then(
  ([module, rows]) => new Arena(module, storage, rows),
);
// A failure is reported as an error of this worker, and the page starts another.
arena.catch((e: unknown) =>
  setTimeout(() => {
    throw e;
  }),
);
/** In the order in which they come, even while something is fetched. */
let handled: Promise<unknown> = arena;
self.onmessage = (event: MessageEvent<ToArena>) => {
  handled = handled.then(() => arena.then((one) => one.hear(event.data)));
};
