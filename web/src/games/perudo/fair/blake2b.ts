/* games/perudo/fair/blake2b - BLAKE2b (RFC 7693) without a key, for messages of any length. A round of
 * Perudo has a handful of short ones, so this is written to be read: 64-bit words are BigInts. */

const MASK = (1n << 64n) - 1n;
const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];
const BLOCK = 128;

const turn = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK;

function compress(h: bigint[], block: Uint8Array, count: bigint, last: boolean): void {
  const m: bigint[] = [];
  const words = new DataView(block.buffer, block.byteOffset, BLOCK);
  for (let i = 0; i < 16; i++) m.push(words.getBigUint64(8 * i, true));
  const v = [...h, ...IV];
  const at = (i: number): bigint => v[i] ?? 0n;
  v[12] = at(12) ^ (count & MASK);
  v[13] = at(13) ^ (count >> 64n);
  if (last) v[14] = at(14) ^ MASK;
  const mix = (a: number, b: number, c: number, d: number, x: bigint, y: bigint): void => {
    v[a] = (at(a) + at(b) + x) & MASK;
    v[d] = turn(at(d) ^ at(a), 32n);
    v[c] = (at(c) + at(d)) & MASK;
    v[b] = turn(at(b) ^ at(c), 24n);
    v[a] = (at(a) + at(b) + y) & MASK;
    v[d] = turn(at(d) ^ at(a), 16n);
    v[c] = (at(c) + at(d)) & MASK;
    v[b] = turn(at(b) ^ at(c), 63n);
  };
  for (let round = 0; round < 12; round++) {
    const order = SIGMA[round % 10] ?? [];
    const word = (i: number): bigint => m[order[i] ?? 0] ?? 0n;
    for (let i = 0; i < 4; i++) mix(i, 4 + i, 8 + i, 12 + i, word(2 * i), word(2 * i + 1));
    for (let i = 0; i < 4; i++)
      mix(i, 4 + ((i + 1) % 4), 8 + ((i + 2) % 4), 12 + ((i + 3) % 4), word(8 + 2 * i), word(9 + 2 * i));
  }
  for (let i = 0; i < 8; i++) h[i] = (h[i] ?? 0n) ^ at(i) ^ at(i + 8);
}

/** The hash of a text's UTF-8 bytes, `bytes` long, in hexadecimal. */
export function blake2b(text: string, bytes: number): string {
  const message = new TextEncoder().encode(text);
  const h = [...IV];
  h[0] = (h[0] ?? 0n) ^ 0x01010000n ^ BigInt(bytes);
  const blocks = Math.max(1, Math.ceil(message.length / BLOCK));
  for (let i = 0; i < blocks; i++) {
    const block = new Uint8Array(BLOCK),
      last = i === blocks - 1;
    block.set(message.subarray(i * BLOCK, (i + 1) * BLOCK));
    compress(h, block, BigInt(last ? message.length : (i + 1) * BLOCK), last);
  }
  let out = "";
  for (const word of h)
    for (let i = 0n; i < 64n; i += 8n)
      out += Number((word >> i) & 255n)
        .toString(16)
        .padStart(2, "0");
  return out.slice(0, 2 * bytes);
}
