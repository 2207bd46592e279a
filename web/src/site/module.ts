/* site/module - an instance of the WebAssembly module (wasm/house/house.h). */

interface Exports {
  _initialize(): void;
  malloc(size: number): number;
  free(at: number): void;
  /** 0: the row is not one of the journal's. */
  /** 0: the row is wrong, 1: it was taken, 2: it cannot be used now (row_fate in house.h). */
  house_take_row(key: number, value: number): number;
  house_set_threads(count: number): void;
  house_open(version: number): number;
  house_connect(): void;
  house_hear(text: number, length: number): void;
  house_request(number: number, path: number, query: number, body: number): void;
  house_take_turn(): void;
  house_take_puzzles(game: number, text: number, length: number): void;
  house_thought(number: number, answer: number, length: number): void;
  mind_stop(): number;
  mind_threads(question: number): number;
  mind_think(question: number, length: number): void;
  mind_take_table(game: number, table: number, length: number): void;
}

/** Of a module with threads (wasm/threads.c). */
export interface ThreadExports {
  __stack_pointer: WebAssembly.Global<"i32">;
  thread_offer(number: number): void;
  thread_serve(number: number): void;
  thread_fail(number: number): void;
}

/** What the module asks of its owner; addresses and lengths are of its memory. */
export interface Owner {
  say?(at: number, length: number): void;
  reply?(exchange: number, status: number, at: number, length: number): void;
  keep?(key: number, keyLength: number, value: number, length: number): void;
  ask?(number: number, time: number, game: number, gameLength: number, at: number, length: number): void;
  drop?(number: number): void;
  answer?(at: number, length: number): void;
}

/** In steps of 64 kB, as WebAssembly counts; it asks for more as it needs it. */
const MB = 16,
  INITIAL = 8 * MB; // as in wasm/meson.build

/** A phone, or a machine with as little memory: together at most 128 MB, elsewhere 512. */
const { userAgent, deviceMemory, hardwareConcurrency } = (globalThis.navigator ??
  {}) as Partial<Navigator> & {
  deviceMemory?: number;
};
const small = /Mobi|Android/.test(userAgent ?? "") || (deviceMemory ?? 8) <= 2;
const cores = hardwareConcurrency ?? 2;
const minds = small ? 1 : Math.max(1, Math.min(2, cores - 1));
/** The most memory of the arena and of each worker that thinks, how many of these there are, and the most
 * threads of each, so that together they have no more threads than this machine has cores. */
export const LIMITS = {
  ...(small ? { arena: 32 * MB, mind: 96 * MB } : { arena: 128 * MB, mind: 192 * MB }),
  minds,
  threads: Math.max(1, Math.min(small ? 2 : 4, Math.floor(cores / minds))),
};

/** Whether it is the build with threads, which wants a shared memory. */
export const hasThreads = (module: WebAssembly.Module): boolean =>
  WebAssembly.Module.exports(module).some(({ name }) => name === "thread_serve");

const GOOD = 0,
  NOT_SUPPORTED = 52,
  REALTIME = 0;

/** What an instance asks of the page and of the system. */
export function makeImports(memory: WebAssembly.Memory, owner: Owner): WebAssembly.Imports {
  const nothing = (): void => undefined;
  const page = {
    say: nothing,
    reply: nothing,
    keep: nothing,
    ask: nothing,
    drop: nothing,
    answer: nothing,
  };
  const refused = (): number => NOT_SUPPORTED;
  const system = {
    clock_time_get: (clock: number, _precision: bigint, at: number): number => {
      const ms = clock === REALTIME ? Date.now() : performance.timeOrigin + performance.now();
      new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
      return GOOD;
    },
    random_get: (at: number, length: number): number => {
      // not in place: a shared memory is refused
      new Uint8Array(memory.buffer, at, length).set(crypto.getRandomValues(new Uint8Array(length)));
      return GOOD;
    },
    fd_write: refused,
    fd_seek: refused,
    fd_close: refused,
    fd_fdstat_get: refused,
    poll_oneoff: refused,
  };
  return {
    page: { ...page, ...owner },
    env: { memory },
    wasi_snapshot_preview1: system,
  } as WebAssembly.Imports;
}

export class Module {
  readonly exports: Exports;
  readonly memory: WebAssembly.Memory;

  constructor(module: WebAssembly.Module, most: number, owner: (module: Module) => Owner) {
    this.memory = new WebAssembly.Memory({ initial: INITIAL, maximum: most, shared: hasThreads(module) });
    this.exports = new WebAssembly.Instance(module, makeImports(this.memory, owner(this)))
      .exports as unknown as Exports;
    this.exports._initialize();
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.memory.buffer, at, length).slice();
  }
  text(at: number, length: number): string {
    return new TextDecoder().decode(this.bytes(at, length)); // of a copy: a shared memory is refused
  }

  /** Puts bytes into its memory, for good. */
  put(bytes: Uint8Array): number {
    const at = this.exports.malloc(bytes.length);
    if (at === 0) throw new Error("no memory");
    new Uint8Array(this.memory.buffer, at, bytes.length).set(bytes);
    return at;
  }

  /** Calls a function with texts or bytes in its memory for as long as it runs. */
  lend<T>(things: (string | Uint8Array)[], call: (...at: number[]) => T): T {
    const at = things.map((one) =>
      this.put(typeof one === "string" ? new TextEncoder().encode(`${one}\0`) : one),
    );
    try {
      return call(...at);
    } finally {
      for (const one of at) this.exports.free(one);
    }
  }
}
