// A thread of a program that run.mjs runs: an instance of the same module with the same memory (wasm/threads.c).
import { writeSync } from "node:fs";
import { hrtime } from "node:process";
import { parentPort, workerData } from "node:worker_threads";

const { module, memory, number, stack } = workerData;
const imports = { env: { memory } };
for (const { module: from, name } of WebAssembly.Module.imports(module)) {
  if (from === "env") continue;
  (imports[from] ??= {})[name] = () => {
    throw new Error(`a thread may not call ${name}`);
  };
}
imports.wasi_snapshot_preview1.clock_time_get = (_clock, _precision, at) => {
  new DataView(memory.buffer).setBigUint64(at, hrtime.bigint(), true);
  return 0;
};
const { exports } = new WebAssembly.Instance(module, imports);
exports.__stack_pointer.value = stack;
exports.thread_offer(number);
parentPort.postMessage("ready");
try {
  exports.thread_serve(number);
} catch (e) {
  writeSync(2, `a thread failed: ${e.stack}\n`); // at once: the program waits for this thread
  exports.thread_fail(number);
}
