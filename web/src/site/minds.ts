/* site/minds - the workers in which engines think. One that fails or does not answer in time is replaced and
 * asked again. One whose answer is no longer wanted is stopped by a flag in the memory that it shares; without
 * shared memory, or if it does not think yet, it is ended. */
import type { FromMind, Stop, ToMind } from "./letters.js";
import { LIMITS } from "./module.js";

interface Question {
  number: number;
  bytes: Uint8Array;
  game: string;
  /** How long it may think, in ms. */
  time: number;
  tried: number;
}
interface Mind {
  worker: Worker;
  question: Question | null;
  /** About its question; before that it fetches what it needs, and does not look at the flag. */
  thinks: boolean;
  late: number;
  /** If it shares its memory. */
  stop: Stop | null;
}

/** How long after its time an answer may come, on a machine that is busy with other things. */
const GRACE_MS = 60_000;
const TRIES = 2;

const setFlag = ({ memory, at }: Stop, value: number): number =>
  Atomics.store(new Uint8Array(memory.buffer), at, value);

export class Minds {
  #minds: Mind[] = [];
  #waiting: Question[] = [];

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly threads: number,
    private readonly told: (number: number, answer: Uint8Array) => void,
  ) {}

  ask(number: number, time: number, game: string, bytes: Uint8Array): void {
    this.#waiting.push({ number, time, game, bytes, tried: 0 });
    this.#next();
  }

  drop(number: number): void {
    this.#waiting = this.#waiting.filter((one) => one.number !== number);
    const mind = this.#minds.find((one) => one.question?.number === number);
    if (mind?.question && mind.thinks && mind.stop) {
      setFlag(mind.stop, 1);
      mind.question.tried = TRIES; // if it fails now, nobody asks again
    } else if (mind) this.#end(mind);
    this.#next();
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      let mind = this.#minds.find((one) => !one.question);
      if (!mind && this.#minds.length < LIMITS.minds) mind = this.#start();
      const question = mind && this.#waiting.shift();
      if (!mind || !question) return;
      this.#give(mind, question);
    }
  }

  #give(mind: Mind, question: Question): void {
    question.tried++;
    mind.question = question;
    mind.thinks = false;
    if (mind.stop) setFlag(mind.stop, 0);
    mind.late = self.setTimeout(() => this.#fail(mind), question.time * 4 + GRACE_MS);
    mind.worker.postMessage({ question: question.bytes, game: question.game } satisfies ToMind);
  }

  #start(): Mind {
    const worker = new Worker(new URL(SITE_FILES.mind, import.meta.url), { type: "module" });
    const mind: Mind = { worker, question: null, thinks: false, late: 0, stop: null };
    worker.onmessage = (event: MessageEvent<FromMind>) => this.#hear(mind, event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.#fail(mind);
    };
    worker.postMessage({ module: this.module, threads: this.threads } satisfies ToMind);
    this.#minds.push(mind);
    return mind;
  }

  #end(mind: Mind): void {
    clearTimeout(mind.late);
    mind.worker.terminate();
    this.#minds = this.#minds.filter((one) => one !== mind);
  }

  #fail(mind: Mind): void {
    const { question } = mind;
    this.#end(mind);
    if (question && question.tried < TRIES) this.#waiting.unshift(question);
    else if (question) this.told(question.number, new Uint8Array());
    this.#next();
  }

  #hear(mind: Mind, letter: FromMind): void {
    const { question } = mind;
    if ("stop" in letter) mind.stop = letter.stop;
    if ("thinks" in letter) mind.thinks = true;
    if (!question || "stop" in letter || "thinks" in letter) return;
    if ("answer" in letter) return this.told(question.number, letter.answer);
    clearTimeout(mind.late);
    mind.question = null;
    this.#next();
  }
}
