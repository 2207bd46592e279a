/* games/perudo/spatial/company - who else is in the bar: the barman, his mosquito, and the prize. */
import { BoxGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, TorusGeometry } from "three";
import { ball, drum, part, rod } from "./guests.js";

/** Behind the counter, polishing a glass. */
export class Barman {
  readonly figure = new Group();
  #hand = new Group();
  #head = new Group();

  constructor() {
    const shirt = 0xf3efe8,
      skin = 0xd9a378,
      hair = 0x2a1b13,
      vest = 0x3a1f2b;
    part(this.figure, rod(0.33, 0.46), vest, [0, 0.42, 0], [1, 1, 0.74]);
    part(this.figure, new BoxGeometry(0.36, 0.5, 0.04), shirt, [0, 0.3, 0.25]);
    part(this.figure, drum(0.1, 0.13, 0.16), skin, [0, 0.92, 0]);
    part(this.figure, new BoxGeometry(0.2, 0.07, 0.06), 0x1c130e, [0, 0.86, 0.22]);
    this.#head.position.y = 1.2;
    part(this.#head, ball(0.27), skin, [0, 0, 0], [0.92, 1.08, 0.95]);
    part(this.#head, ball(0.055), skin, [0, -0.03, 0.26]);
    part(this.#head, ball(0.285), hair, [0, 0.13, -0.06], [0.96, 0.7, 1], 1);
    for (const side of [-1, 1]) {
      part(this.#head, ball(0.045), 0xffffff, [0.1 * side, 0.06, 0.215]);
      part(this.#head, ball(0.024), 0x1c130e, [0.1 * side, 0.06, 0.25]);
      part(this.#head, ball(0.075), hair, [0.07 * side, -0.09, 0.24], [1.3, 0.45, 0.5], 1);
      part(this.#head, ball(0.06), skin, [0.25 * side, 0, 0]);
      const arm = new Group();
      arm.position.set(0.36 * side, 0.7, 0.02);
      part(arm, rod(0.095, 0.28), shirt, [0.02 * side, -0.16, 0.06]).rotation.set(0.35, 0, 0.16 * side);
      part(arm, rod(0.08, 0.26), shirt, [-0.12 * side, -0.26, 0.24]).rotation.set(1.2, 0, 0.5 * side);
      this.figure.add(arm);
    }
    const glass = new Mesh(
      drum(0.085, 0.065, 0.2),
      new MeshStandardMaterial({ color: 0xcfe6ee, roughness: 0.1, transparent: true, opacity: 0.55 }),
    );
    glass.position.set(-0.1, 0.5, 0.44);
    part(this.figure, ball(0.09), skin, [-0.17, 0.45, 0.42]);
    part(this.#hand, ball(0.09), skin, [0.1, 0, 0]);
    part(this.#hand, ball(0.1), 0xe6e0d0, [0.02, 0.02, 0.03], [1, 0.8, 0.8], 1);
    this.#hand.position.set(0.04, 0.53, 0.46);
    this.figure.add(this.#head, glass, this.#hand);
  }

  /** Polishes, and follows the mosquito with his eyes; `part` goes round from 0 to 1. */
  work(part: number, towards: number): void {
    const turn = 2 * Math.PI * part;
    this.#hand.position.set(0.04 + Math.cos(turn * 9) * 0.035, 0.53 + Math.sin(turn * 9) * 0.04, 0.46);
    this.#head.rotation.y = Math.max(-0.7, Math.min(0.7, towards * 0.5));
  }
}

/** Half as large as a die; its wings beat as it flies. */
export class Mosquito {
  readonly figure = new Group();
  #wings: Mesh[] = [];

  constructor() {
    const dark = 0x2b2a33;
    part(this.figure, rod(0.022, 0.12), dark, [0, 0, -0.05]).rotation.x = Math.PI / 2;
    part(this.figure, ball(0.035), dark, [0, 0.01, 0.05]);
    part(this.figure, drum(0.003, 0.006, 0.09), dark, [0, -0.01, 0.12]).rotation.x = Math.PI / 2;
    for (const side of [-1, 1]) {
      const wing = new Mesh(
        new SphereGeometry(0.09, 12, 8),
        new MeshStandardMaterial({ color: 0xe8f2ff, roughness: 0.2, transparent: true, opacity: 0.6 }),
      );
      wing.scale.set(1, 0.06, 0.4);
      wing.position.set(0.085 * side, 0.035, -0.01);
      this.#wings.push(wing);
      this.figure.add(wing);
      for (const back of [-0.05, 0, 0.05])
        part(this.figure, drum(0.004, 0.003, 0.1), dark, [0.035 * side, -0.05, back]).rotation.z = 0.5 * side;
    }
    this.figure.scale.setScalar(1.5);
  }

  /** Its way around the barman's head; `part` goes round from 0 to 1. Returns how far to the side it is. */
  fly(part: number): number {
    const turn = 2 * Math.PI * part;
    const x = Math.sin(turn) * 1.35 + Math.sin(turn * 5) * 0.18;
    this.figure.position.set(
      x,
      2.62 + Math.sin(turn * 2) * 0.3 + Math.sin(turn * 11) * 0.05,
      -4.35 + Math.cos(turn) * 0.35,
    );
    this.figure.rotation.y = Math.PI / 2 + turn;
    this.#wings.forEach((wing, i) => (wing.rotation.z = (i ? 1 : -1) * 0.6 * Math.sin(turn * 160)));
    return x;
  }
}

/** The cup of a winner, golden. */
export function prize(): Group {
  const cup = new Group(),
    gold = 0xe3b341;
  const piece = (...args: Parameters<typeof part> extends [Group, ...infer Rest] ? Rest : never): Mesh => {
    const mesh = part(cup, ...args);
    (mesh.material as MeshStandardMaterial).metalness = 0.75;
    (mesh.material as MeshStandardMaterial).roughness = 0.28;
    return mesh;
  };
  piece(drum(0.2, 0.09, 0.32), gold, [0, 0.42, 0]);
  piece(drum(0.03, 0.03, 0.16), gold, [0, 0.2, 0]);
  piece(drum(0.09, 0.13, 0.06), gold, [0, 0.1, 0]);
  part(cup, drum(0.15, 0.16, 0.08), 0x3b2115, [0, 0.04, 0]);
  for (const side of [-1, 1])
    piece(new TorusGeometry(0.1, 0.022, 8, 20, Math.PI), gold, [0.17 * side, 0.44, 0]).rotation.z =
      (-Math.PI / 2) * side;
  part(cup, ball(0.06), 0xa3301f, [0, 0.44, 0.16], [1, 1, 0.4]);
  return cup;
}
