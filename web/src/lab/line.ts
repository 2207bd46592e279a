/* lab/line - the socket of a laboratory board: one board for each, powered on with it. */
import type { LineState } from "../api/http.js";

/** What the server tells of the accelerator (docs/api.md). */
export interface Accelerator {
  size: number;
  registers: [number, number, number, number];
  /** Row, column, tile. */
  board: [number, number, number][];
  /** Row, column, and the tiles that fit: bit i is tile i of TILES. */
  memory: [number, number, number][];
  spent: number[];
  busy: boolean;
  left: number;
  now: number;
  /** To our accelerator, if this is a design in a simulator. */
  differences?: number;
}

type BoardTell<Heard> =
  | { tell: "pins"; board: string; pins: Record<string, number> }
  | { tell: "bytes"; bytes: string }
  | { tell: "heard"; heard: Heard; words: string }
  | ({ tell: "line" } & LineState)
  | ({ tell: "accelerator" } & Accelerator)
  | { tell: "error"; code: string; message: string };

/** `Heard` is what the server's decoder makes of a board's bytes. */
export interface BoardListener<Heard = never> {
  pins?(pins: Record<string, number>): void;
  bytes?(bytes: Uint8Array): void;
  heard?(heard: Heard): void;
  line?(line: LineState): void;
  accelerator?(told: Accelerator): void;
  picture?(packed: Uint8Array): void;
  refused?(words: string): void;
  state(open: boolean): void;
}

const AGAIN_MS = 1500;
/** A press shorter than this could be missed by a board that looks at its keys now and then. */
const PRESS_MS = 60;

export class BoardLine<Heard = never> {
  #socket: WebSocket | null = null;
  #timer = 0;
  #over = false;
  #address: string;
  #listener: BoardListener<Heard>;

  constructor(board: string, listener: BoardListener<Heard>) {
    this.#address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/lab/${board}`;
    this.#listener = listener;
    this.#connect();
  }

  dispose(): void {
    this.#over = true;
    clearTimeout(this.#timer);
    this.#socket?.close();
  }

  send(request: Record<string, unknown>): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(request));
  }

  /** A button that can be held: pointer, or Space and Enter. `press` hears whether it is down. Returns what holds or
   * lets go of it from elsewhere. */
  hold(button: HTMLElement, press: (down: boolean) => void): (down: boolean) => void {
    let since = 0,
      down = false;
    const push = (): void => {
      if (down) return;
      down = true;
      since = performance.now();
      button.classList.add("down");
      press(true);
    };
    const release = (): void => {
      if (!down) return;
      down = false;
      button.classList.remove("down");
      setTimeout(() => press(false), Math.max(0, PRESS_MS - (performance.now() - since)));
    };
    button.addEventListener("pointerdown", (e) => {
      button.setPointerCapture(e.pointerId);
      push();
    });
    for (const name of ["pointerup", "pointercancel", "blur"]) button.addEventListener(name, release);
    button.addEventListener(
      "keydown",
      (e) => (e.key === " " || e.key === "Enter") && (e.preventDefault(), push()),
    );
    button.addEventListener("keyup", (e) => (e.key === " " || e.key === "Enter") && release());
    return (hold) => (hold ? push() : release());
  }

  #connect(): void {
    const socket = new WebSocket(this.#address, "damero-lab");
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => this.#listener.state(true);
    socket.onmessage = (event) => {
      if (event.data instanceof ArrayBuffer) return this.#listener.picture?.(new Uint8Array(event.data));
      const message = JSON.parse(String(event.data)) as BoardTell<Heard>;
      if (message.tell === "pins") this.#listener.pins?.(message.pins);
      else if (message.tell === "bytes")
        this.#listener.bytes?.(Uint8Array.from(atob(message.bytes), (c) => c.charCodeAt(0)));
      else if (message.tell === "heard") this.#listener.heard?.(message.heard);
      else if (message.tell === "accelerator") this.#listener.accelerator?.(message);
      else if (message.tell === "line") this.#listener.line?.(message);
      else if (message.tell === "error") {
        if (this.#listener.refused) this.#listener.refused(message.message);
        else console.warn("board:", message.message);
      }
    };
    socket.onclose = () => {
      this.#listener.state(false);
      if (!this.#over) this.#timer = window.setTimeout(() => this.#connect(), AGAIN_MS);
    };
  }
}
