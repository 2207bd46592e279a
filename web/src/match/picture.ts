/* match/picture - boards that are only looked at: small, without input. */
import type { Game, StateBase } from "../api/types.js";
import type { Board, BoardHost } from "../games/board.js";
import { viewOf } from "../games/index.js";

export const smallBoard = (game: Game, rules: string, seats: BoardHost["seats"]): Board =>
  viewOf(game).board({
    game,
    rules,
    seats,
    you: null,
    miniature: true,
    play: () => undefined,
    say: () => undefined,
  });

/** Shows a position without offering its moves. */
export function showPicture(board: Board, state: StateBase, animate = false): void {
  board.show({ state: { ...state, moves: [] }, interactive: false, animate, hint: null, values: null });
}
