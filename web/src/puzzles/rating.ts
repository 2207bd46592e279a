/* puzzles/rating - the rating of a person who solves puzzles, by Glicko, as in src/puzzles/rating.h. */
export interface SolverRating {
  rating: number;
  deviation: number;
}
export const UNRATED: SolverRating = { rating: 1200, deviation: 350 };
const PUZZLE_DEVIATION = 120;
const DEVIATION_LEAST = 45;
const Q = Math.LN10 / 400;

const weaken = (deviation: number): number =>
  1 / Math.sqrt(1 + (3 * Q * Q * deviation * deviation) / (Math.PI * Math.PI));

/** The chance to solve a puzzle. */
const expects = (solver: SolverRating, puzzle: number): number =>
  1 / (1 + 10 ** ((weaken(PUZZLE_DEVIATION) * (puzzle - solver.rating)) / 400));

/** After one puzzle. */
export function rate(solver: SolverRating, puzzle: number, solved: boolean): SolverRating {
  const g = weaken(PUZZLE_DEVIATION),
    expected = expects(solver, puzzle),
    precision = 1 / solver.deviation ** 2 + Q * Q * g * g * expected * (1 - expected);
  return {
    rating: solver.rating + (Q / precision) * g * ((solved ? 1 : 0) - expected),
    deviation: Math.max(DEVIATION_LEAST, Math.sqrt(1 / precision)),
  };
}
