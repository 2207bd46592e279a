/* site/house - the page's side of the arena in a worker (arena.ts). If the worker fails, its line is closed;
 * the page then connects again, which starts another one. */
import type { Line, Provider } from "../api/provider.js";
import type { FromArena, ToArena } from "./letters.js";

let worker: Worker | null = null;
let line: ArenaLine | null = null;
let number = 0;
/** What to do if nothing can be kept any more: there is no room left, or the browser forbids it. */
export const storage = { lost: (_full: boolean): void => undefined };
const waiting = new Map<number, (answer: Response) => void>();

class ArenaLine implements Line {
  readyState: number = WebSocket.CONNECTING;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onclose: (() => void) | null = null;

  send(text: string): void {
    tell({ kind: "hear", text });
  }
  close(): void {
    if (this.readyState === WebSocket.CLOSED) return;
    this.readyState = WebSocket.CLOSED;
    if (line === this) line = null;
    this.onclose?.();
  }
}

function tell(letter: ToArena): void {
  worker ??= start();
  worker.postMessage(letter);
}

function start(): Worker {
  const made = new Worker(new URL(SITE_FILES.house ?? "", import.meta.url), { type: "module" });
  made.onmessage = (event: MessageEvent<FromArena>) => hear(event.data);
  made.onerror = (event) => {
    event.preventDefault();
    if (worker === made) stop();
  };
  return made;
}

/** The worker has failed, or another tab has played on in a match of this one. */
function stop(): void {
  worker?.terminate();
  worker = null;
  for (const answer of waiting.values()) answer(new Response("null", { status: 503 }));
  waiting.clear();
  line?.close();
}

function hear(letter: FromArena): void {
  switch (letter.kind) {
    case "open":
      if (!line) return;
      line.readyState = WebSocket.OPEN;
      line.onopen?.();
      return;
    case "say":
      line?.onmessage?.({ data: letter.text });
      return;
    case "reply":
      waiting.get(letter.number)?.(new Response(letter.body, { status: letter.status }));
      waiting.delete(letter.number);
      return;
    case "storage":
      storage.lost(letter.full);
      return;
    case "stop":
      stop();
  }
}

export const house: Provider = {
  request: (path, init) =>
    new Promise((resolve) => {
      const { pathname: view, searchParams: query } = new URL(path, location.origin);
      waiting.set(++number, resolve);
      tell({
        kind: "request",
        number,
        path: decodeURIComponent(view),
        query: Object.fromEntries(query),
        body: typeof init?.body === "string" ? init.body : null,
      });
    }),
  connect: () => {
    line = new ArenaLine();
    tell({ kind: "connect" });
    return line;
  },
};
