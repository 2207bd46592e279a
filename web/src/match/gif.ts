/* match/gif - animated GIF: one palette for all frames, each compressed by LZW (GIF89a, appendix F). */

export interface Frame {
  pixels: Uint8ClampedArray;
  /** How long it is shown, in hundredths of a second. */
  delay: number;
}

const COLOURS = 256;
/** Five bits of each of red, green and blue. */
const keyOf = (r: number, g: number, b: number): number => ((r >> 3) << 10) | ((g >> 3) << 5) | (b >> 3);

/** The most frequent colours of some frames. */
function palette(frames: Frame[]): [number, number, number][] {
  const counts = new Map<number, number>();
  for (const { pixels } of frames)
    for (let i = 0; i < pixels.length; i += 4) {
      const key = keyOf(pixels[i] ?? 0, pixels[i + 1] ?? 0, pixels[i + 2] ?? 0);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([key]) => [((key >> 10) << 3) | 4, (((key >> 5) & 31) << 3) | 4, ((key & 31) << 3) | 4]);
}

/** Each pixel as the number of the nearest colour. */
function indexed(
  pixels: Uint8ClampedArray,
  colours: [number, number, number][],
  known: Map<number, number>,
): Uint8Array {
  const found = new Uint8Array(pixels.length / 4);
  for (let i = 0; i < found.length; i++) {
    const r = pixels[4 * i] ?? 0,
      g = pixels[4 * i + 1] ?? 0,
      b = pixels[4 * i + 2] ?? 0,
      key = keyOf(r, g, b);
    let nearest = known.get(key);
    if (nearest === undefined) {
      let least = Infinity;
      nearest = 0;
      for (const [n, [cr, cg, cb]] of colours.entries()) {
        const far = (cr - r) ** 2 + (cg - g) ** 2 + (cb - b) ** 2;
        if (far < least) [least, nearest] = [far, n];
      }
      known.set(key, nearest);
    }
    found[i] = nearest;
  }
  return found;
}

/** Bytes that grow. */
class Bytes {
  #bytes = new Uint8Array(1 << 16);
  length = 0;
  put(...values: number[]): void {
    if (this.length + values.length > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    for (const value of values) this.#bytes[this.length++] = value;
  }
  text(words: string): void {
    for (const letter of words) this.put(letter.charCodeAt(0));
  }
  short(value: number): void {
    this.put(value & 255, value >> 8);
  }
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.slice(0, this.length);
  }
}

/** The codes of a frame, in blocks of at most 255 bytes. */
function compress(out: Bytes, pixels: Uint8Array): void {
  const CLEAR = COLOURS,
    END = COLOURS + 1,
    block: number[] = [];
  let bits = 0,
    held = 0,
    width = 9,
    next = END + 1,
    codes = new Map<number, number>(),
    prefix = pixels[0] ?? 0;
  const flush = (): void => {
    if (block.length > 0) out.put(block.length, ...block.splice(0));
  };
  const write = (code: number): void => {
    held |= code << bits;
    for (bits += width; bits >= 8; bits -= 8, held >>>= 8) {
      block.push(held & 255);
      if (block.length === 255) flush();
    }
  };
  out.put(8);
  write(CLEAR);
  for (let i = 1; i < pixels.length; i++) {
    const pixel = pixels[i] ?? 0,
      known = codes.get((prefix << 8) | pixel);
    if (known !== undefined) {
      prefix = known;
      continue;
    }
    write(prefix);
    if (next < 4096) {
      codes.set((prefix << 8) | pixel, next);
      if (next++ === 1 << width) width++;
    } else {
      write(CLEAR);
      codes = new Map();
      next = END + 1;
      width = 9;
    }
    prefix = pixel;
  }
  write(prefix);
  write(END);
  if (bits > 0) block.push(held & 255);
  flush();
  out.put(0);
}

/** A film of frames of this size that begins again at its end. */
export function gif(frames: Frame[], size: number): Uint8Array<ArrayBuffer> {
  const out = new Bytes(),
    known = new Map<number, number>(),
    sample = [frames[0], frames[frames.length >> 1], frames.at(-1)].filter((one) => one !== undefined),
    colours = palette(sample);
  out.text("GIF89a");
  out.short(size);
  out.short(size);
  out.put(0xf7, 0, 0);
  for (let i = 0; i < COLOURS; i++) out.put(...(colours[i] ?? [0, 0, 0]));
  out.put(0x21, 0xff, 11);
  out.text("NETSCAPE2.0");
  out.put(3, 1, 0, 0, 0);
  for (const { pixels, delay } of frames) {
    out.put(0x21, 0xf9, 4, 0);
    out.short(delay);
    out.put(0, 0, 0x2c);
    for (const value of [0, 0, size, size]) out.short(value);
    out.put(0);
    compress(out, indexed(pixels, colours, known));
  }
  out.put(0x3b);
  return out.bytes;
}
