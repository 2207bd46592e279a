/* api/provider - who answers the page: the server that gave it out, or, on a static site, the arena in a
 * worker of this browser. Both answer the same requests with the same words (docs/api.md); nothing else in the
 * page knows which one it is. */
import { house } from "../site/house.js";

/** What the page uses of a WebSocket. */
export interface Line {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

export interface Provider {
  /** As fetch does it. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** A new line for requests and news; it opens later. */
  connect(): Line;
}

const server: Provider = {
  request: (path, init) => fetch(path, init),
  connect: () => {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    return new WebSocket(`${scheme}://${location.host}/api/socket`, "damero") as Line;
  },
};

export const provider: Provider = SITE ? house : server;
