/* games/damas/path - where pieces go between two states.
 *
 * Squares are pairs of row and column here. Two states show where a piece started and ended and which
 * pieces vanished; the squares in between are found by jumping over those. */
import type { DamasPiece, DamasState, Square } from "./types.js";

export type Place = readonly [row: number, column: number];

/** Row and column of every square number. */
export function places(state: DamasState): Map<Square, Place> {
  const known = new Map<Square, Place>();
  state.numbering.forEach((row, r) => row.forEach((square, c) => square && known.set(square, [r, c])));
  return known;
}

export interface Change {
  moved: { from: DamasPiece; to: DamasPiece } | null;
  gone: DamasPiece[];
}

/** What changed between two states that are one move apart; null if they are not. */
export function change(before: DamasState, after: DamasState): Change | null {
  const now = new Map(after.pieces.map((piece) => [piece.square, piece]));
  const then = new Map(before.pieces.map((piece) => [piece.square, piece]));
  const left = before.pieces.filter((piece) => now.get(piece.square)?.seat !== piece.seat);
  const come = after.pieces.filter((piece) => then.get(piece.square)?.seat !== piece.seat);
  if (come.length > 1) return null;
  const to = come[0];
  if (!to) return { moved: null, gone: left };
  const mine = left.filter((piece) => piece.seat === to.seat);
  const from = mine[0];
  if (!from || mine.length > 1) return null;
  return { moved: { from, to }, gone: left.filter((piece) => piece !== from) };
}

/** The squares of a capture from one place to another over all of `taken`, first and last included. */
export function route(
  from: Place,
  to: Place,
  taken: readonly Place[],
  blocked: readonly Place[],
  size: number,
): Place[] {
  const key = (row: number, column: number): number => row * size + column;
  const walls = new Set(blocked.map(([r, c]) => key(r, c)));
  const left = new Set(taken.map(([r, c]) => key(r, c)));
  const go = (row: number, column: number): Place[] | null => {
    if (left.size === 0) return row === to[0] && column === to[1] ? [] : null;
    for (const dr of [-1, 1])
      for (const dc of [-1, 1]) {
        let r = row + dr,
          c = column + dc;
        const inside = (): boolean => r >= 0 && c >= 0 && r < size && c < size;
        while (inside() && !left.has(key(r, c)) && !walls.has(key(r, c))) ((r += dr), (c += dc));
        if (!inside() || !left.has(key(r, c))) continue;
        const over = key(r, c);
        left.delete(over);
        walls.add(over);
        for (r += dr, c += dc; inside() && !walls.has(key(r, c)) && !left.has(key(r, c)); r += dr, c += dc) {
          const rest = go(r, c);
          if (rest) return [[r, c], ...rest];
        }
        walls.delete(over);
        left.add(over);
      }
    return null;
  };
  const rest = taken.length > 0 ? go(from[0], from[1]) : null;
  return rest ? [from, ...rest] : [from, to];
}
