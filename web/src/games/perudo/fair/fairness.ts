/* games/perudo/fair/fairness - were the dice committed to before anyone bid?
 *
 * The referee sends the hash of every roll when it falls, and its key when the dice are shown. What is
 * kept here is the hash as it was first heard: a reveal is checked against that, not against what
 * the server says now. */
import { blake2b } from "./blake2b.js";
import type { PerudoState } from "../types.js";

export type Proof = "proven" | "wrong";

const HASH_BYTES = 32;

/** The commitment to a roll: its number in the match, its text and its key, with blanks between. */
export const commitment = (roll: number, seat: number, dice: string, key: string): string =>
  blake2b(`${roll} ${seat + 1}:${dice} ${key}`, HASH_BYTES);

export class Fairness {
  #heard = new Map<number, string>();
  #proofs = new Map<number, Proof>();

  /** Keeps new commitments and checks new reveals; gives what the shown dice of this round prove. */
  note(state: PerudoState): { proven: number; wrong: number; waiting: number } {
    for (const { move, hash } of state.commitments ?? [])
      if (!this.#heard.has(move)) this.#heard.set(move, hash);
    const result = { proven: 0, wrong: 0, waiting: 0 };
    const shown = new Set<number>();
    for (const { move, seat, key, dice } of state.reveals ?? []) {
      shown.add(move);
      const text = typeof dice === "string" ? dice : dice.join("");
      let proof = this.#proofs.get(move);
      if (!proof) {
        proof = this.#heard.get(move) === commitment(move, seat, text, key) ? "proven" : "wrong";
        this.#proofs.set(move, proof);
      }
      result[proof]++;
    }
    for (const { move } of state.commitments ?? []) if (!shown.has(move)) result.waiting++;
    return result;
  }
}
