/* site/module - an instance of the WebAssembly module (wasm/house/house.h). */

interface Exports {
  _initialize(): void;
  malloc(size: number): number;
  free(at: number): void;
  house_take_row(key: number, value: number): void;
  house_open(version: number): number;
  house_connect(): void;
  house_hear(text: number, length: number): void;
  house_request(number: number, path: number, query: number, body: number): void;
  house_take_turn(): void;
  house_take_puzzles(game: number, text: number, length: number): void;
  house_thought(number: number, answer: number, length: number): void;
  mind_think(question: number, length: number): void;
  mind_take_table(game: number, table: number, length: number): void;
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
/** The most of the arena and of each worker that thinks, and how many of these there are. */
export const LIMITS = small
  ? { arena: 32 * MB, mind: 96 * MB, minds: 1 }
  : { arena: 128 * MB, mind: 192 * MB, minds: Math.max(1, Math.min(2, (hardwareConcurrency ?? 2) - 1)) };

const GOOD = 0,
  NOT_SUPPORTED = 52,
  REALTIME = 0;

export class Module {
  readonly exports: Exports;
  #memory: WebAssembly.Memory;

  constructor(module: WebAssembly.Module, most: number, owner: (module: Module) => Owner) {
    this.#memory = new WebAssembly.Memory({ initial: INITIAL, maximum: most });
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
        const ms = clock === REALTIME ? Date.now() : performance.now();
        new DataView(this.#memory.buffer).setBigUint64(at, BigInt(Math.round(ms * 1e6)), true);
        return GOOD;
      },
      random_get: (at: number, length: number): number => {
        crypto.getRandomValues(new Uint8Array(this.#memory.buffer, at, length));
        return GOOD;
      },
      fd_write: refused,
      fd_seek: refused,
      fd_close: refused,
      fd_fdstat_get: refused,
      poll_oneoff: refused,
    };
    const imports = {
      page: { ...page, ...owner(this) },
      env: { memory: this.#memory },
      wasi_snapshot_preview1: system,
    };
    this.exports = new WebAssembly.Instance(module, imports as WebAssembly.Imports)
      .exports as unknown as Exports;
    this.exports._initialize();
  }

  bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, at, length).slice();
  }
  text(at: number, length: number): string {
    return new TextDecoder().decode(new Uint8Array(this.#memory.buffer, at, length));
  }

  /** Puts bytes into its memory, for good. */
  put(bytes: Uint8Array): number {
    const at = this.exports.malloc(bytes.length);
    if (at === 0) throw new Error("no memory");
    new Uint8Array(this.#memory.buffer, at, bytes.length).set(bytes);
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
