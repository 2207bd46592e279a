/* site/letters - what the page and the workers of the site say to each other. */

export type ToArena =
  | { kind: "connect" }
  | { kind: "hear"; text: string }
  | { kind: "request"; number: number; path: string; query: Record<string, string>; body: string | null };

export type FromArena =
  | { kind: "open" }
  | { kind: "say"; text: string }
  | { kind: "reply"; number: number; status: number; body: string }
  /** Nothing can be kept: there is no room left, or the browser forbids it. */
  | { kind: "storage"; full: boolean }
  | { kind: "stop" };

export type ToMind = { module: WebAssembly.Module; threads: number } | { question: Uint8Array; game: string };
/** Where a mind is told to stop, in the memory that it shares. */
export interface Stop {
  memory: WebAssembly.Memory;
  at: number;
}
/** It `thinks` once it has its tables and threads. */
export type FromMind = { stop: Stop } | { thinks: true } | { answer: Uint8Array } | { done: true };
export interface ToHelper {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  number: number;
  /** The end of its stack, which grows downwards. */
  stack: number;
}
