/* games/perudo/spatial/guests - the eight guests of the bar as figures, the same as in avatars.ts. */
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  SphereGeometry,
  TorusGeometry,
} from "three";

export type Place = [x: number, y: number, z: number];

export const ball = (r: number): BufferGeometry => new SphereGeometry(r, 22, 16);
export const rod = (r: number, length: number): BufferGeometry => new CapsuleGeometry(r, length, 5, 12);
export const drum = (top: number, foot: number, height: number): BufferGeometry =>
  new CylinderGeometry(top, foot, height, 26);

export function part(
  to: Group,
  shape: BufferGeometry,
  colour: number,
  place: Place,
  stretch: Place = [1, 1, 1],
  roughness = 0.8,
): Mesh {
  const mesh = new Mesh(shape, new MeshStandardMaterial({ color: colour, roughness }));
  mesh.position.set(...place);
  mesh.scale.set(...stretch);
  mesh.castShadow = true;
  to.add(mesh);
  return mesh;
}

/** A guest: sits on a chair with the hips at the origin, looks along +z. */
export class Guest {
  readonly figure = new Group();
  readonly head = new Group();
  readonly #arms: Group[] = [];

  constructor(readonly number: number) {
    const dress = DRESSES[number % DRESSES.length] ?? DRESSES[0];
    if (!dress) return;
    part(this.figure, rod(0.34, 0.42), dress.coat, [0, 0.42, 0], [1, 1, 0.74]);
    part(this.figure, drum(0.1, 0.13, 0.16), dress.skin, [0, 0.92, 0]);
    for (const side of [-1, 1]) {
      const arm = new Group();
      arm.position.set(0.36 * side, 0.7, 0.02);
      part(arm, rod(0.095, 0.3), dress.coat, [0.03 * side, -0.18, 0.06]).rotation.set(0.35, 0, 0.16 * side);
      part(arm, rod(0.08, 0.26), dress.coat, [0.0, -0.34, 0.26]).rotation.x = 1.35;
      part(arm, ball(0.095), dress.skin, [-0.02 * side, -0.37, 0.46]);
      this.#arms.push(arm);
      this.figure.add(arm);
    }
    this.head.position.y = 1.2;
    if (!dress.lama) {
      part(this.head, ball(0.27), dress.skin, [0, 0, 0], [0.92, 1.08, 0.95]);
      part(this.head, ball(0.05), dress.skin, [0, -0.03, 0.26]);
      for (const side of [-1, 1]) {
        part(this.head, ball(0.045), 0xffffff, [0.1 * side, 0.06, 0.215]);
        part(this.head, ball(0.024), 0x1c130e, [0.1 * side, 0.06, 0.25]);
        part(this.head, ball(0.06), dress.skin, [0.25 * side, 0, 0]);
      }
    }
    dress.add(this.head, this.figure);
    this.figure.add(this.head);
  }

  /** 0: hands on the table, 1: both arms up. */
  cheer(amount: number): void {
    for (const arm of this.#arms) arm.rotation.x = -2.1 * amount;
    this.head.rotation.x = -0.25 * amount;
  }

  /** 0: upright, 1: head on the chest. */
  droop(amount: number): void {
    this.head.rotation.x = 0.75 * amount;
    this.figure.rotation.x = 0.16 * amount;
  }

  /** 0: leans back, 1: leans over the table, as a speaker does. */
  lean(amount: number): void {
    this.figure.rotation.x = 0.2 * amount;
  }
}

interface Dress {
  coat: number;
  skin: number;
  lama?: boolean;
  add(head: Group, body: Group): void;
}

const beard = (head: Group, colour: number): void => {
  part(head, ball(0.2), colour, [0, -0.17, 0.08], [1.05, 0.95, 0.85], 1);
};
const smile = (head: Group): void => {
  const lips = part(head, new TorusGeometry(0.075, 0.014, 8, 16, Math.PI), 0x8a2f24, [0, -0.11, 0.235]);
  lips.rotation.z = Math.PI;
};
const hair = (
  head: Group,
  colour: number,
  stretch: Place = [1, 0.85, 1.02],
  place: Place = [0, 0.1, -0.04],
): void => {
  part(head, ball(0.285), colour, place, stretch, 1);
};

const DRESSES: Dress[] = [
  {
    coat: 0x1d2b45,
    skin: 0xe3b48e,
    add(head) {
      // the captain
      beard(head, 0xece7df);
      part(head, drum(0.33, 0.26, 0.14), 0x14203a, [0, 0.27, 0]);
      part(head, drum(0.28, 0.28, 0.05), 0x0b1222, [0, 0.19, 0.05], [1, 1, 1.15]);
      part(head, ball(0.045), 0xd8a545, [0, 0.27, 0.3], [1, 1, 0.4], 0.3);
    },
  },
  {
    coat: 0xb8324a,
    skin: 0xc98d66,
    add(head) {
      // the singer
      hair(head, 0x1f1310, [1.05, 1, 1.05], [0, 0.06, -0.08]);
      part(head, rod(0.2, 0.5), 0x1f1310, [0, -0.25, -0.16], [1.25, 1, 0.6], 1);
      smile(head);
      part(head, ball(0.085), 0xd9463f, [0.23, 0.16, 0.08]);
      part(head, ball(0.035), 0xf0b23f, [0.29, 0.18, 0.13]);
    },
  },
  {
    coat: 0xefe3cf,
    skin: 0xfbf4e6,
    lama: true,
    add(head, body) {
      // the lama
      part(body, rod(0.2, 0.5), 0xefe3cf, [0, 0.95, 0]);
      part(head, ball(0.24), 0xefe3cf, [0, 0.12, 0], [0.9, 1, 1]);
      part(head, ball(0.15), 0xfbf4e6, [0, 0.05, 0.22], [0.9, 0.8, 1.1]);
      part(head, ball(0.03), 0x4b3527, [0, 0.08, 0.385]);
      for (const side of [-1, 1]) {
        part(head, new ConeGeometry(0.07, 0.3, 12), 0xd8c4a4, [0.14 * side, 0.42, -0.02]).rotation.z =
          -0.2 * side;
        part(head, ball(0.04), 0x1c130e, [0.14 * side, 0.18, 0.18]);
      }
      part(head, ball(0.14), 0xd8c4a4, [0, 0.33, 0.03], [1, 0.6, 1], 1);
      part(body, new TorusGeometry(0.24, 0.06, 8, 24), 0xb0402d, [0, 0.86, 0]).rotation.x = Math.PI / 2;
    },
  },
  {
    coat: 0x5a4632,
    skin: 0xf0c7a2,
    add(head, body) {
      // the professor
      hair(head, 0xb9b3aa);
      for (const side of [-1, 1])
        part(head, new TorusGeometry(0.07, 0.012, 8, 20), 0x2b2320, [0.1 * side, 0.06, 0.26]);
      part(head, ball(0.08), 0xb9b3aa, [0, -0.1, 0.22], [1.3, 0.4, 0.6], 1);
      part(body, new BoxGeometry(0.2, 0.08, 0.06), 0xa5342b, [0, 0.86, 0.2]);
    },
  },
  {
    coat: 0x3d5a6b,
    skin: 0xa8714c,
    add(head) {
      // the miner
      beard(head, 0x2a1b13);
      part(head, ball(0.3), 0xe0a92e, [0, 0.16, -0.01], [1, 0.72, 1.05], 0.4);
      part(head, drum(0.34, 0.34, 0.035), 0xb98417, [0, 0.13, 0.02], [1, 1, 1.12], 0.4);
      const lamp = part(head, drum(0.07, 0.07, 0.06), 0xfff5c8, [0, 0.23, 0.29]);
      lamp.rotation.x = Math.PI / 2;
      (lamp.material as MeshStandardMaterial).emissive.set(0xffe9a0);
    },
  },
  {
    coat: 0x5b2a63,
    skin: 0xe6b990,
    add(head) {
      // the fortune teller
      hair(head, 0x7b3b86, [1.12, 1.05, 1.08], [0, 0.1, -0.06]);
      part(head, rod(0.22, 0.34), 0x7b3b86, [0, -0.2, -0.16], [1.2, 1, 0.6]);
      smile(head);
      part(head, ball(0.04), 0x3ec0b0, [0, 0.24, 0.24], [1, 1, 0.5], 0.2);
      for (const side of [-1, 1])
        part(head, new TorusGeometry(0.05, 0.012, 8, 18), 0xe6b64c, [0.27 * side, -0.13, 0.03]);
    },
  },
  {
    coat: 0xf3efe8,
    skin: 0xf2cba9,
    add(head) {
      // the cook
      part(head, ball(0.08), 0x3a241a, [0.06, -0.08, 0.24], [1, 0.4, 0.5], 1);
      part(head, ball(0.08), 0x3a241a, [-0.06, -0.08, 0.24], [1, 0.4, 0.5], 1);
      part(head, drum(0.25, 0.25, 0.14), 0xddd6ca, [0, 0.22, 0]);
      for (const [x, z] of [
        [0, 0],
        [0.15, 0.08],
        [-0.15, 0.08],
        [0.08, -0.14],
        [-0.08, -0.14],
      ] as const)
        part(head, ball(0.17), 0xfbf8f2, [x, 0.37, z]);
    },
  },
  {
    coat: 0xded8cc,
    skin: 0x8d5a3b,
    add(head, body) {
      // the sailor
      smile(head);
      part(head, ball(0.285), 0xa5342b, [0, 0.12, -0.01], [1, 0.8, 1.02], 1);
      part(head, drum(0.285, 0.29, 0.09), 0xc04a3e, [0, 0.11, 0]);
      for (const y of [0.3, 0.46, 0.62])
        part(body, drum(0.345, 0.345, 0.05), 0x31527d, [0, y, 0], [1, 1, 0.75]);
      part(head, new TorusGeometry(0.04, 0.01, 8, 16), 0xe6b64c, [0.26, -0.08, 0.02]);
    },
  },
];
export const GUEST_COUNT = DRESSES.length;
