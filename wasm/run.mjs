// Runs a test program in WebAssembly under Node: node wasm/run.mjs PROGRAM.wasm FOLDER
//
// The program may print, read the clock, its environment (DAMERO_*) and the files below FOLDER, which it knows as
// "/data". It has HELPERS threads beside its own (threads.c). These are the calls of WASI that need it, and no others: Node's own WASI ended some long runs with a crash.
import { closeSync, openSync, readFileSync, readSync, fstatSync, writeSync } from "node:fs";
import { resolve, sep } from "node:path";
import { argv, env, exit, hrtime } from "node:process";
import { Worker } from "node:worker_threads";

const [program, folder] = argv.slice(2, 4);
const root = resolve(folder);
const ROOT = 3; // the descriptor of the folder
const GOOD = 0, BAD_DESCRIPTOR = 8, NO_ENTRY = 44;
const files = new Map(); // descriptor -> { file, at }
const settings = Object.entries({ ...env, DAMERO_TEST_DATA: "/data" })
  .filter(([name]) => name.startsWith("DAMERO_"))
  .map(([name, value]) => new TextEncoder().encode(`${name}=${value}\0`));

let memory;
const bytes = (at, length) => new Uint8Array(memory.buffer, at, length);
const put32 = (at, value) => new DataView(memory.buffer).setUint32(at, value, true);
const put64 = (at, value) => new DataView(memory.buffer).setBigUint64(at, BigInt(value), true);
// The buffers of a read or write: pairs of address and length.
const buffers = (at, count) =>
  Array.from({ length: count }, (_, i) => {
    const view = new DataView(memory.buffer, at + 8 * i, 8);
    return bytes(view.getUint32(0, true), view.getUint32(4, true));
  });

const wasi = {
  proc_exit: (status) => exit(status),
  clock_time_get: (_clock, _precision, at) => (put64(at, hrtime.bigint()), GOOD),
  environ_sizes_get: (count, size) => {
    put32(count, settings.length);
    put32(size, settings.reduce((sum, setting) => sum + setting.length, 0));
    return GOOD;
  },
  environ_get: (pointers, at) => {
    for (const setting of settings) {
      put32(pointers, at);
      bytes(at, setting.length).set(setting);
      pointers += 4;
      at += setting.length;
    }
    return GOOD;
  },
  fd_prestat_get: (fd, at) => (fd !== ROOT ? BAD_DESCRIPTOR : (put32(at, 0), put32(at + 4, 5), GOOD)),
  fd_prestat_dir_name: (_fd, at, length) => (bytes(at, length).set(new TextEncoder().encode("/data").slice(0, length)), GOOD),
  fd_fdstat_get: (fd, at) => {
    if (fd > ROOT && !files.has(fd)) return BAD_DESCRIPTOR;
    bytes(at, 24).fill(0);
    bytes(at, 1)[0] = fd === ROOT ? 3 : fd < ROOT ? 2 : 4; // a folder, a terminal, a file
    put64(at + 8, 0xffffffffffffffffn);
    put64(at + 16, 0xffffffffffffffffn);
    return GOOD;
  },
  fd_fdstat_set_flags: () => GOOD,
  path_open: (_fd, _follow, path, length, _create, _rights, _inherited, _flags, at) => {
    const name = resolve(root, new TextDecoder().decode(bytes(path, length)));
    if (!name.startsWith(root + sep)) return NO_ENTRY;
    try {
      const file = openSync(name, "r");
      files.set(file + ROOT, { file, at: 0 });
      put32(at, file + ROOT);
      return GOOD;
    } catch {
      return NO_ENTRY;
    }
  },
  fd_read: (fd, at, count, read) => {
    const open = files.get(fd);
    if (!open) return BAD_DESCRIPTOR;
    let total = 0;
    for (const buffer of buffers(at, count)) {
      const got = readSync(open.file, buffer, 0, buffer.length, open.at);
      open.at += got;
      total += got;
      if (got < buffer.length) break;
    }
    put32(read, total);
    return GOOD;
  },
  fd_seek: (fd, offset, whence, at) => {
    const open = files.get(fd);
    if (!open) return BAD_DESCRIPTOR;
    open.at = Number(offset) + [0, open.at, fstatSync(open.file).size][whence];
    put64(at, open.at);
    return GOOD;
  },
  fd_close: (fd) => {
    const open = files.get(fd);
    if (open) closeSync(open.file);
    return files.delete(fd) ? GOOD : BAD_DESCRIPTOR;
  },
  fd_write: (fd, at, count, written) => {
    if (fd !== 1 && fd !== 2) return BAD_DESCRIPTOR;
    let total = 0;
    for (const buffer of buffers(at, count)) {
      for (let done = 0; done < buffer.length; ) done += writeSync(fd, buffer, done);
      total += buffer.length;
    }
    put32(written, total);
    return GOOD;
  },
};

const HELPERS = 3, STACK = 1 << 20;
const MB = 16; // in pages of 64 kB

/** Threads wait for work in a memory that they share with the program, each with a stack in it. */
async function startHelpers(module, malloc) {
  for (let number = 0; number < HELPERS; number++) {
    const workerData = { module, memory, number, stack: malloc(STACK) + STACK };
    const worker = new Worker(new URL("helper.mjs", import.meta.url), { workerData });
    await new Promise((done, failed) => worker.on("message", done).on("error", failed));
  }
}

const module = await WebAssembly.compile(readFileSync(program));
const threads = WebAssembly.Module.exports(module).some(({ name }) => name === "thread_serve");
if (threads) memory = new WebAssembly.Memory({ initial: 64 * MB, maximum: 2048 * MB, shared: true });
const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: wasi, env: { memory } });
memory ??= exports.memory;
exports.__wasm_call_ctors();
if (threads) await startHelpers(module, exports.malloc);
exports._start();
exports.__wasm_call_dtors();
exit(0); // threads wait for ever
