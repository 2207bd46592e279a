/* site/helper - a thread of an engine: an instance of the same module with the same memory, which waits there
 * for work until its owner, a mind (mind.ts), ends (wasm/threads.c). */
import type { ToHelper } from "./letters.js";
import { makeImports, type ThreadExports } from "./module.js";

self.onmessage = (event: MessageEvent<ToHelper>) => {
  const { module, memory, number, stack } = event.data;
  const instance = new WebAssembly.Instance(module, makeImports(memory, {}));
  const exports = instance.exports as unknown as ThreadExports;
  exports.__stack_pointer.value = stack;
  exports.thread_offer(number);
  self.postMessage("ready");
  try {
    exports.thread_serve(number);
  } catch {
    exports.thread_fail(number); // its owner fails too, and another is asked
  }
};
