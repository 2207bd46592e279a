/* api/socket - the one WebSocket of the page, which is always there as far as anyone can see.
 *
 * It reconnects by itself with growing pauses and asks again for every match that is watched; the
 * answer is the whole match, so nothing that happened meanwhile is lost. Requests that were under
 * way when the line broke fail with the code "disconnected"; the caller decides what to repeat. */
import { pref } from "../prefs.js";
import { Refused } from "./http.js";
import { keepKey, keyOf } from "./keys.js";
import type { EventSummary, Tournament } from "./events.js";
import { type Line, provider } from "./provider.js";
import type { Refusal, Summary, Tell } from "./types.js";

export type Listener = (message: Tell) => void;
export type Status = "connecting" | "open" | "waiting";

interface Waiting {
  resolve: (message: Tell) => void;
  reject: (error: Error) => void;
}
interface Watch {
  match: number;
  token: string | undefined;
  /** The account of this browser is not known to the server. */
  guest?: boolean;
  listeners: Set<Listener>;
}

interface Follow {
  name: string;
  token: string | undefined;
  listener: (event: Tournament, you?: number | null) => void;
  refused: (why: Refusal) => void;
}

const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8000;
const SILENCE = 15000;

export class Socket {
  #line: Line | null = null;
  #pause = FIRST_PAUSE;
  #timer = 0;
  #number = 0;
  #waiting = new Map<number, Waiting>();
  #watches = new Map<number, Watch>();
  #lists = new Set<(matches: Summary[]) => void>();
  #statuses = new Set<(status: Status) => void>();
  #event: Follow | null = null;
  #eventLists = new Set<(events: EventSummary[]) => void>();
  #status: Status = "connecting";
  #stopping = false;

  constructor() {
    this.#connect();
    addEventListener("online", () => this.hurry());
    document.addEventListener(
      "visibilitychange",
      () => document.visibilityState === "visible" && this.hurry(),
    );
  }

  /** Whether the server has said that it stops, and has not come back yet. */
  get stopping(): boolean {
    return this.#stopping;
  }

  get status(): Status {
    return this.#status;
  }

  onStatus(listener: (status: Status) => void): () => void {
    this.#statuses.add(listener);
    listener(this.#status);
    return () => this.#statuses.delete(listener);
  }

  /** Connects now instead of waiting out a pause. */
  hurry(): void {
    if (this.#line) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Asks; the answer is the server's message with this request's number. */
  ask(question: Record<string, unknown>): Promise<Tell> {
    const line = this.#line;
    if (!line || line.readyState !== WebSocket.OPEN)
      return Promise.reject(new Refused({ code: "disconnected", message: "" }));
    const id = ++this.#number,
      key = typeof question["match"] === "number" ? keyOf(question["match"]) : undefined;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      line.send(JSON.stringify({ ...question, key, id }));
    });
  }

  /** Hears all about a match, from the whole match on; gives what ends it. */
  watch(match: number, token: string | undefined, listener: Listener): () => void {
    let watch = this.#watches.get(match);
    if (!watch) this.#watches.set(match, (watch = { match, token, listeners: new Set() }));
    watch.listeners.add(listener);
    watch.token = token ?? watch.token;
    this.#send(watch); // even if it is watched already: the new listener needs the whole match
    return () => {
      watch.listeners.delete(listener);
      if (watch.listeners.size > 0 || this.#watches.get(match) !== watch) return;
      this.#watches.delete(match);
      this.ask({ do: "leave", match }).catch(() => undefined);
    };
  }

  /** Watches on from the seat of another token, beginning with the whole match. */
  sit(match: number, token: string): void {
    const watch = this.#watches.get(match);
    if (!watch || watch.token === token) return;
    watch.token = token;
    this.#send(watch);
  }

  /** Asks for the whole match again, as after a mistake. */
  refresh(match: number): void {
    const watch = this.#watches.get(match);
    if (watch) this.#send(watch);
  }

  /** Follows a tournament, now and as it changes; a page follows one at a time. `you`: the number of the player
   * with that token, if one was given. */
  event(
    name: string,
    token: string | undefined,
    listener: (event: Tournament, you?: number | null) => void,
    refused: (why: Refusal) => void = () => undefined,
  ): () => void {
    const follow = { name, token, listener, refused };
    this.#event = follow;
    this.#follow();
    return () => {
      if (this.#event !== follow) return;
      this.#event = null;
      this.ask({ do: "event", event: name, on: false }).catch(() => undefined);
    };
  }

  #follow(): void {
    const follow = this.#event;
    if (!follow) return;
    this.ask({ do: "event", event: follow.name, token: follow.token }).catch((e: unknown) => {
      if (e instanceof Refused && e.code !== "disconnected") follow.refused(e.refusal);
    });
  }

  /** Hears of all tournaments, now and as they change. */
  events(listener: (events: EventSummary[]) => void): () => void {
    this.#eventLists.add(listener);
    this.ask({ do: "events", on: true }).catch(() => undefined);
    return () => {
      this.#eventLists.delete(listener);
      if (this.#eventLists.size === 0) this.ask({ do: "events", on: false }).catch(() => undefined);
    };
  }

  /** Hears of the listed matches, now and as they change. */
  list(listener: (matches: Summary[]) => void): () => void {
    this.#lists.add(listener);
    this.ask({ do: "list", on: true }).catch(() => undefined);
    return () => {
      this.#lists.delete(listener);
      if (this.#lists.size === 0) this.ask({ do: "list", on: false }).catch(() => undefined);
    };
  }

  #connect(): void {
    this.#tell("connecting");
    const line = provider.connect();
    this.#line = line;
    const late = window.setTimeout(() => line.readyState === WebSocket.CONNECTING && line.close(), SILENCE);
    line.onopen = () => {
      clearTimeout(late);
      this.#pause = FIRST_PAUSE;
      this.#stopping = false;
      this.#tell("open");
      for (const watch of this.#watches.values()) this.#send(watch);
      if (this.#lists.size > 0) this.ask({ do: "list", on: true }).catch(() => undefined);
      if (this.#eventLists.size > 0) this.ask({ do: "events", on: true }).catch(() => undefined);
      this.#follow();
    };
    line.onmessage = (event) => this.#hear(JSON.parse(String(event.data)) as Tell);
    line.onclose = () => {
      clearTimeout(late);
      this.#line = null;
      for (const waiting of this.#waiting.values())
        waiting.reject(new Refused({ code: "disconnected", message: "" }));
      this.#waiting.clear();
      this.#tell("waiting");
      this.#timer = window.setTimeout(() => this.#connect(), this.#pause * (0.75 + Math.random() / 2));
      this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
    };
  }

  #send(watch: Watch): void {
    const account = watch.token === undefined && !watch.guest ? pref("account").secret : "";
    const credentials = account ? { account } : { token: watch.token };
    this.ask({ do: "watch", match: watch.match, ...credentials }).catch((e: unknown) => {
      if (!(e instanceof Refused) || e.code === "disconnected") return;
      if (e.code === "no-account") {
        watch.guest = true; // deleted elsewhere: one can still look on
        return this.#send(watch);
      }
      if (e.code === "wrong-token" && watch.token !== undefined) {
        watch.token = undefined; // of another arena, perhaps: one can still look on
        return this.#send(watch);
      }
      for (const listener of [...watch.listeners]) listener({ tell: "error", ...e.refusal });
    });
  }

  #hear(message: Tell): void {
    const id = "id" in message ? message.id : undefined;
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    if (message.tell === "match") keepKey(message.match.id, message.match.key);
    if (id !== undefined) this.#waiting.delete(id);
    if (message.tell === "stopping") this.#stopping = true;
    if (message.tell === "event" && message.event.name === this.#event?.name)
      this.#event.listener(message.event, message.you);
    if (message.tell === "events") for (const listener of [...this.#eventLists]) listener(message.events);
    if (message.tell === "list") for (const listener of [...this.#lists]) listener(message.matches);
    if ("match" in message && message.match !== undefined) {
      const name = typeof message.match === "number" ? message.match : message.match.id;
      for (const listener of [...(this.#watches.get(name)?.listeners ?? [])]) listener(message);
    }
    if (message.tell === "error") {
      if (waiting) waiting.reject(new Refused(message));
      else if (message.match === undefined) console.warn("server:", message.code, message.message);
    } else waiting?.resolve(message);
  }

  #tell(status: Status): void {
    this.#status = status;
    for (const listener of [...this.#statuses]) listener(status);
  }
}

let shared: Socket | null = null;
/** The page's socket, made when first needed. */
export const socket = (): Socket => (shared ??= new Socket());
