/* games/perudo/spatial/room - the bar: a hall of two storeys with a counter, a gallery around it and one
 * table. */
import {
  BoxGeometry,
  CanvasTexture,
  CylinderGeometry,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  Object3D,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  ConeGeometry,
  TorusGeometry,
  Color,
} from "three";

export const LAMP = "lamp";
export const TABLE_HEIGHT = 1;
const TABLE_RADIUS = 2.1;
export const SEAT_RADIUS = 2.75;
/** Above it is nothing but wall. */
export const SIGN_TOP = 7.05;
const HALL = { width: 15, depth: 12, height: 9.6, gallery: 3.6 };

const wood = (colour: number, roughness = 0.7): MeshStandardMaterial =>
  new MeshStandardMaterial({ color: colour, roughness });

function picture(
  width: number,
  height: number,
  draw: (pen: CanvasRenderingContext2D) => void,
): CanvasTexture {
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext("2d");
  if (pen) draw(pen);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

/** Boards side by side, each a little different: always the same, so that two visits look alike. */
function planks(base: string, across: number, lines: number): CanvasTexture {
  const texture = picture(256, 256, (pen) => {
    pen.fillStyle = base;
    pen.fillRect(0, 0, 256, 256);
    for (let i = 0; i < lines; i++) {
      const shade = ((i * 37) % 11) / 11,
        at = (256 / lines) * i;
      pen.fillStyle = `rgba(${shade < 0.5 ? "0,0,0" : "255,220,170"},${0.04 + 0.1 * Math.abs(shade - 0.5)})`;
      pen.fillRect(0, at, 256, 256 / lines);
      pen.fillStyle = "rgba(0,0,0,.35)";
      pen.fillRect(0, at, 256, 1.5);
      pen.fillRect((i * 97) % 256, at, 1.5, 256 / lines);
    }
  });
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.repeat.set(across, across);
  return texture;
}

function box(
  to: Object3D,
  size: [number, number, number],
  place: [number, number, number],
  material: MeshStandardMaterial,
): Mesh {
  const mesh = new Mesh(new BoxGeometry(...size), material);
  mesh.position.set(...place);
  mesh.receiveShadow = true;
  to.add(mesh);
  return mesh;
}

function walls(to: Group): void {
  const floor = new Mesh(
    new PlaneGeometry(HALL.width, HALL.depth),
    new MeshStandardMaterial({ map: planks("#5b3a22", 4, 8), roughness: 0.75 }),
  );
  floor.rotation.x = -Math.PI / 2;
  floor.receiveShadow = true;
  const panel = new MeshStandardMaterial({ map: planks("#4a2b1b", 3, 5), roughness: 0.85 });
  const plaster = wood(0x2f4a46, 0.95);
  to.add(floor);
  box(to, [HALL.width, 2.2, 0.2], [0, 1.1, -HALL.depth / 2], panel);
  box(to, [HALL.width, HALL.height, 0.1], [0, HALL.height / 2, -HALL.depth / 2 - 0.1], plaster);
  for (const side of [-1, 1]) {
    box(to, [0.2, 2.2, HALL.depth], [(side * HALL.width) / 2, 1.1, 0], panel);
    box(
      to,
      [0.1, HALL.height, HALL.depth],
      [(side * HALL.width) / 2 + 0.1 * side, HALL.height / 2, 0],
      plaster,
    );
  }
}

/** The upper storey: a gallery along three walls, on posts, with a railing. */
function gallery(to: Group): void {
  const boards = new MeshStandardMaterial({ map: planks("#6b4427", 3, 6), roughness: 0.75 }),
    beam = wood(0x3a2214);
  const deep = 1.8,
    y = HALL.gallery,
    back = -HALL.depth / 2 + deep / 2,
    side = HALL.width / 2 - deep / 2;
  box(to, [HALL.width, 0.16, deep], [0, y, back], boards);
  const rails: [x: number, z: number, length: number, alongX: boolean][] = [
    [0, back + deep / 2, HALL.width - 2 * deep, true],
  ];
  for (const sign of [-1, 1]) {
    box(to, [deep, 0.16, HALL.depth - deep], [sign * side, y, deep / 2], boards);
    rails.push([sign * (side - deep / 2), deep / 2 - 0.05, HALL.depth - deep, false]);
  }
  const spots: [number, number][] = [];
  for (const [x, z, length, alongX] of rails) {
    box(to, alongX ? [length, 0.09, 0.09] : [0.09, 0.09, length], [x, y + 0.95, z], beam);
    for (let at = -length / 2; at <= length / 2; at += 0.34) spots.push(alongX ? [x + at, z] : [x, z + at]);
  }
  const bars = new InstancedMesh(new CylinderGeometry(0.03, 0.04, 0.9, 8), beam, spots.length);
  spots.forEach(([x, z], i) => bars.setMatrixAt(i, new Matrix4().makeTranslation(x, y + 0.5, z)));
  to.add(bars);
  for (const x of [-5.7, -1.9, 1.9, 5.7]) box(to, [0.22, y, 0.22], [x, y / 2, back + deep / 2], beam);
}

/** The counter at the back with its bottles. */
function counter(to: Group): void {
  const dark = wood(0x3b2115, 0.5),
    top = wood(0x8b5a2f, 0.35);
  box(to, [6.4, 1.15, 0.7], [0, 0.58, -4.5], dark);
  box(to, [6.8, 0.1, 0.95], [0, 1.18, -4.5], top);
  for (const y of [1.75, 2.55]) box(to, [6, 0.07, 0.34], [0, y, -5.72], top);
  const colours = [0x3f7d4e, 0x8a2f24, 0xc79a3b, 0x2e4a7a, 0xe6e0d0, 0x5b2a63];
  const bottles = new InstancedMesh(
    new CylinderGeometry(0.03, 0.08, 0.46, 12),
    new MeshStandardMaterial({ roughness: 0.15, metalness: 0.1 }),
    44,
  );
  for (let i = 0; i < 44; i++) {
    const row = Math.floor(i / 22),
      tall = 0.8 + ((i * 7) % 5) / 10;
    bottles.setMatrixAt(
      i,
      new Matrix4()
        .makeScale(1, tall, 1)
        .setPosition(-2.75 + (i % 22) * 0.262, (row ? 2.58 : 1.78) + 0.23 * tall, -5.72),
    );
    bottles.setColorAt(i, new Color(colours[(i * 5 + row) % colours.length]));
  }
  to.add(bottles);
}

function sign(to: Group): void {
  const glow = picture(512, 160, (pen) => {
    pen.font = "italic 900 118px Georgia, 'DejaVu Serif', serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.shadowColor = "#ff5a2a";
    pen.shadowBlur = 26;
    pen.lineWidth = 7;
    pen.strokeStyle = "#ffd9a0";
    for (let i = 0; i < 3; i++) pen.strokeText("Perudo", 256, 84);
  });
  const board = new Mesh(
    new PlaneGeometry(4, 1.25),
    new MeshBasicMaterial({ map: glow, transparent: true, fog: false }),
  );
  board.position.set(0, SIGN_TOP - 0.7, -HALL.depth / 2 + 0.12);
  to.add(board);
}

function table(to: Group): void {
  const felt = new Mesh(
    new CylinderGeometry(TABLE_RADIUS - 0.12, TABLE_RADIUS - 0.12, 0.02, 64),
    new MeshStandardMaterial({ color: 0x1f5a45, roughness: 1 }),
  );
  felt.position.y = TABLE_HEIGHT;
  felt.receiveShadow = true;
  const rim = new Mesh(new TorusGeometry(TABLE_RADIUS - 0.06, 0.09, 14, 72), wood(0x6b3a1e, 0.4));
  rim.rotation.x = Math.PI / 2;
  rim.position.y = TABLE_HEIGHT;
  rim.receiveShadow = rim.castShadow = true;
  const under = new Mesh(new CylinderGeometry(TABLE_RADIUS, TABLE_RADIUS - 0.2, 0.14, 64), wood(0x4f2a16));
  under.position.y = TABLE_HEIGHT - 0.08;
  under.castShadow = true;
  const foot = new Mesh(new CylinderGeometry(0.2, 0.75, TABLE_HEIGHT, 24), wood(0x3b2115));
  foot.position.y = TABLE_HEIGHT / 2;
  to.add(felt, rim, under, foot);
}

/** Over the table; it can be drawn up out of the way. */
function lamp(to: Group): void {
  const hanging = new Group(),
    shade = new Mesh(
      new ConeGeometry(0.75, 0.5, 36, 1, true),
      new MeshStandardMaterial({ color: 0x8a2f24, roughness: 0.6, side: 2 }),
    );
  shade.position.y = 4.85;
  const bulb = new Mesh(
    new CylinderGeometry(0.12, 0.12, 0.1, 20),
    new MeshBasicMaterial({ color: 0xfff0c8 }),
  );
  bulb.position.y = 4.72;
  const cord = new Mesh(new CylinderGeometry(0.012, 0.012, 3), wood(0x111111));
  cord.position.y = 6.5;
  hanging.add(shade, bulb, cord);
  hanging.name = LAMP;
  to.add(hanging);
}

/** A stool for someone at the table. */
export function stool(): Group {
  const one = new Group(),
    seat = new Mesh(new CylinderGeometry(0.36, 0.32, 0.1, 26), wood(0x7a2f24)),
    leg = new Mesh(new CylinderGeometry(0.07, 0.22, 0.72, 16), wood(0x3b2115));
  seat.position.y = 0.74;
  leg.position.y = 0.36;
  seat.castShadow = true;
  one.add(seat, leg);
  return one;
}

/** Where the eight guests wait: four behind the counter, four on the gallery. */
export function waitingPlace(guest: number): { x: number; y: number; z: number } {
  const x = -3.3 + (guest % 4) * 2.2;
  return guest < 4 ? { x: x * 0.92, y: 0.98, z: -5.12 } : { x, y: HALL.gallery + 0.45, z: -4.8 };
}

/** Where the barman works: between the guests behind the counter. */
export const BARMAN = { x: 0, y: 0.9, z: -5.3 };

export function makeRoom(): Group {
  const room = new Group();
  walls(room);
  gallery(room);
  counter(room);
  sign(room);
  table(room);
  lamp(room);
  return room;
}
