/* games/perudo/spatial/things - what is on the table: ivory dice whose one is a lama, and leather cups. */
import {
  BufferGeometry,
  CanvasTexture,
  Euler,
  Group,
  LatheGeometry,
  Material,
  Mesh,
  MeshStandardMaterial,
  Quaternion,
  SRGBColorSpace,
  TorusGeometry,
  Vector2,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { LAMA, PIPS } from "../dice.js";

export const DIE = 0.2;
export const CUP_HEIGHT = 0.56;
const CUP_FOOT = 0.4;

/* The sides of a box in three's order (+x -x +y -y +z -z) and how to turn each of them up. Opposite
 * sides add up to seven. */
const SIDES = [3, 4, 1, 6, 2, 5];
const HALF = Math.PI / 2;
const UP: Record<number, Quaternion> = {
  1: new Quaternion(),
  6: turn(2 * HALF, 0, 0),
  3: turn(0, 0, HALF),
  4: turn(0, 0, -HALF),
  2: turn(-HALF, 0, 0),
  5: turn(HALF, 0, 0),
};
function turn(x: number, y: number, z: number): Quaternion {
  return new Quaternion().setFromEuler(new Euler(x, y, z));
}

/** How a die lies that shows a face, turned about the vertical. */
export function lying(face: number, about: number): Quaternion {
  return turn(0, about, 0).multiply(UP[face] ?? new Quaternion());
}

function faceTexture(face: number): CanvasTexture {
  const size = 128,
    canvas = document.createElement("canvas");
  canvas.width = canvas.height = size;
  const pen = canvas.getContext("2d");
  if (pen) {
    pen.fillStyle = "#f6ecd6";
    pen.fillRect(0, 0, size, size);
    pen.scale(size / 100, size / 100);
    pen.fillStyle = face === 1 ? "#a3301f" : "#2a1c14";
    if (face === 1) pen.fill(new Path2D(LAMA));
    for (const [x, y] of PIPS[face] ?? []) {
      pen.beginPath();
      pen.arc(x, y, 9.5, 0, 2 * Math.PI);
      pen.fill();
    }
  }
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}

/** Makes dice and cups that share their shapes and colours. */
export class Things {
  #die = new RoundedBoxGeometry(DIE, DIE, DIE, 3, DIE * 0.16);
  #plain = SIDES.map((face) => new MeshStandardMaterial({ map: faceTexture(face), roughness: 0.35 }));
  #bright = this.#plain.map(
    (side) =>
      new MeshStandardMaterial({
        map: side.map,
        roughness: 0.35,
        emissive: 0xffb020,
        emissiveIntensity: 0.42,
      }),
  );
  #dull = this.#plain.map(
    (side) => new MeshStandardMaterial({ map: side.map, roughness: 0.6, color: 0x8d8578 }),
  );
  #cup: BufferGeometry = new LatheGeometry(
    [
      [0, CUP_HEIGHT],
      [0.25, CUP_HEIGHT],
      [0.28, CUP_HEIGHT - 0.03],
      [0.37, 0.06],
      [CUP_FOOT, 0.05],
      [CUP_FOOT, 0],
      [0.35, 0],
      [0.35, 0.05],
      [0.25, CUP_HEIGHT - 0.05],
      [0, CUP_HEIGHT - 0.05],
    ].map(([x = 0, y = 0]) => new Vector2(x, y)),
    36,
  );
  #band: BufferGeometry = new TorusGeometry(0.352, 0.013, 8, 40);
  #leather = new MeshStandardMaterial({ color: 0x6b3a1e, roughness: 0.75 });
  #brass = new MeshStandardMaterial({ color: 0xc79a3b, roughness: 0.35, metalness: 0.7 });

  die(): Mesh {
    const die = new Mesh<BufferGeometry, Material | Material[]>(this.#die, this.#plain) as unknown as Mesh;
    die.castShadow = die.receiveShadow = true;
    return die;
  }

  /** As they count at a doubt: those that are meant shine, the others step back. */
  paint(die: Mesh, how: "plain" | "counts" | "idle"): void {
    (die as Mesh<BufferGeometry, Material[]>).material =
      how === "plain" ? this.#plain : how === "counts" ? this.#bright : this.#dull;
  }

  cup(): Group {
    const cup = new Group(),
      body = new Mesh(this.#cup, this.#leather),
      band = new Mesh(this.#band, this.#brass);
    body.castShadow = body.receiveShadow = true;
    band.rotation.x = HALF;
    band.position.y = 0.14;
    cup.add(body, band);
    return cup;
  }
}
