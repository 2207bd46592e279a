/* games/dots/leads - who leads after each move, from the lines alone: the engine scores only the boxes
 * still to come. */
import type { PlayedMove } from "../../api/types.js";
import type { DotsState } from "./types.js";

/** Boxes of the first seat minus those of the second after each move of a match of Dots. */
export function leads(start: DotsState, moves: PlayedMove[]): number[] {
  const name = (x1: number, y1: number, x2: number, y2: number): string => `${x1},${y1},${x2},${y2}`;
  const upright = start.lines.map(({ x1, y1, x2, y2, ...line }) => ({
    ...line,
    x1: Math.min(x1, x2),
    y1: Math.min(y1, y2),
    x2: Math.max(x1, x2),
    y2: Math.max(y1, y2),
  }));
  const byText = new Map(upright.map((line) => [line.text, line]));
  const drawn = new Set(
    upright.filter((line) => line.drawn).map((line) => name(line.x1, line.y1, line.x2, line.y2)),
  );
  const whole = (x: number, y: number): boolean =>
    drawn.has(name(x, y, x + 1, y)) &&
    drawn.has(name(x, y + 1, x + 1, y + 1)) &&
    drawn.has(name(x, y, x, y + 1)) &&
    drawn.has(name(x + 1, y, x + 1, y + 1));
  const found = [0];
  for (const move of moves) {
    const line = byText.get(move.text);
    let lead = found.at(-1) ?? 0;
    if (line) {
      drawn.add(name(line.x1, line.y1, line.x2, line.y2));
      const [dx, dy] = line.y1 === line.y2 ? [0, 1] : [1, 0];
      for (const [x, y] of [
        [line.x1, line.y1],
        [line.x1 - dx, line.y1 - dy],
      ] as const)
        if (whole(x, y)) lead += move.seat === 0 ? 1 : -1;
    }
    found.push(lead);
  }
  return found;
}
