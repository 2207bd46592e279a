/* games/perudo/spatial/motion - things that take a while: a value from 0 to 1 over a time, called every
 * frame.
 *
 * If the system asks for less motion, every step jumps to its end at once. */
import { lessMotion } from "../../../dom.js";

export type Step = (part: number) => void;
interface Running {
  from: number;
  ms: number;
  step: Step;
  done: () => void;
}

export const ease = (part: number): number =>
  part < 0.5 ? 2 * part * part : 1 - 2 * (1 - part) * (1 - part);
export const bounce = (part: number): number => {
  const fall = part < 0.6 ? (part / 0.6) ** 2 : 1 - 0.25 * (1 - ((part - 0.8) / 0.2) ** 2);
  return Math.min(fall, 1);
};
export const mix = (a: number, b: number, part: number): number => a + (b - a) * part;

export class Motion {
  #running = new Set<Running>();

  get busy(): boolean {
    return this.#running.size > 0;
  }

  /** Runs a step for a time, after a pause; resolves at its end. */
  run(ms: number, step: Step, pause = 0): Promise<void> {
    if (lessMotion() || ms <= 0) {
      step(1);
      return Promise.resolve();
    }
    return new Promise((done) => this.#running.add({ from: performance.now() + pause, ms, step, done }));
  }

  /** Lets all that runs arrive. */
  finish(): void {
    for (const one of [...this.#running]) this.#end(one);
  }

  /** Called once a frame. */
  tick(now: number): void {
    for (const one of [...this.#running]) {
      const part = (now - one.from) / one.ms;
      if (part >= 1) this.#end(one);
      else if (part >= 0) one.step(part);
    }
  }

  #end(one: Running): void {
    if (!this.#running.delete(one)) return;
    one.step(1);
    one.done();
  }
}
