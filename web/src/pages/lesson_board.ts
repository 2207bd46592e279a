/* pages/lesson_board - the board of a course or a puzzle: the person has whichever seat is on turn. */
import { gameInfo } from "../api/http.js";
import type { Game, State } from "../api/types.js";
import type { Board } from "../games/board.js";
import { viewOf } from "../games/index.js";
import { say } from "../shell.js";
import { known, t } from "../text/index.js";

/** How long a move is looked at before what follows it. */
export const REPLY_MS = 700;

export const lessonBoard = (game: Game, rules: string, state: State, play: (text: string) => void): Board =>
  viewOf(game).board({
    game,
    rules,
    seats: (gameInfo(game)?.sides ?? []).map((side, seat) => ({
      name: seat === state.turn ? t.you : known(t.called, side),
      side,
      avatar: String(seat),
    })),
    you: state.turn,
    miniature: false,
    flat: true,
    play,
    say,
  });
