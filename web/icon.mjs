// The page's icon (src/icon.svg) as a PNG of any size, for the site's manifest.
import * as zlib from "node:zlib";

/** The shapes of icon.svg on its grid of 32, later ones above earlier ones. */
const SHAPES = [
  { square: [0, 0, 32], colour: [0x3a, 0x24, 0x16] },
  { square: [5, 5, 11], colour: [0xd9, 0xb9, 0x87] },
  { square: [16, 16, 11], colour: [0xd9, 0xb9, 0x87] },
  { disc: [21.5, 10.5, 4], colour: [0xb0, 0x40, 0x2d] },
  { disc: [10.5, 21.5, 4], colour: [0xf4, 0xea, 0xd7] },
];
const FINER = 4; // samples a pixel, each way

function colourAt(x, y) {
  let colour = SHAPES[0].colour;
  for (const shape of SHAPES) {
    const [left, top, size] = shape.square ?? shape.disc;
    const inside = shape.square
      ? x >= left && x < left + size && y >= top && y < top + size
      : (x - left) ** 2 + (y - top) ** 2 < size ** 2;
    if (inside) colour = shape.colour;
  }
  return colour;
}

function checksum(bytes) {
  if (zlib.crc32) return zlib.crc32(bytes); // since Node 20.15
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let i = 0; i < 8; i++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

function chunk(name, content) {
  const body = Buffer.concat([Buffer.from(name), content]),
    length = Buffer.alloc(4),
    sum = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(checksum(body));
  return Buffer.concat([length, body, sum]);
}

export function icon(size) {
  const rows = Buffer.alloc(size * (1 + 3 * size)); // each begins with its filter, none
  const step = 32 / size / FINER;
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const sum = [0, 0, 0];
      for (let i = 0; i < FINER * FINER; i++) {
        const colour = colourAt(
          (x * FINER + (i % FINER) + 0.5) * step,
          (y * FINER + Math.floor(i / FINER) + 0.5) * step,
        );
        for (let c = 0; c < 3; c++) sum[c] += colour[c];
      }
      for (let c = 0; c < 3; c++) rows[y * (1 + 3 * size) + 1 + 3 * x + c] = sum[c] / (FINER * FINER);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits, three colours
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("IDAT", zlib.deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}
