/* games/damas/wood - grain for wooden squares, drawn as curves so that it stays sharp at every size. */
import { s } from "../../dom.js";

/** A small generator, so that the same board always has the same grain. */
function seeded(seed: number): () => number {
  let state = seed * 2654435761;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) / 4294967296;
  };
}

/** The grain of one board of a given size as one path: lines that run along it and wander a little. */
export function grain(seed: number, width: number, height: number, lines: number): SVGPathElement {
  const random = seeded(seed + 1);
  let d = "";
  for (let i = 0; i < lines; i++) {
    let y = ((i + random()) * height) / lines;
    d += `M0 ${y.toFixed(1)}`;
    const bend = (random() - 0.5) * height * 0.09;
    for (let part = 1; part <= 2; part++) {
      const to = y + bend * (random() - 0.3);
      d += `C${(((part - 0.7) * width) / 2).toFixed(1)} ${(y + bend).toFixed(1)} ${(((part - 0.3) * width) / 2).toFixed(1)} ${(to - bend).toFixed(1)} ${((part * width) / 2).toFixed(1)} ${to.toFixed(1)}`;
      y = to;
    }
  }
  return s("path", { class: "grain", d, fill: "none" });
}
