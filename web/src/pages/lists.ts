/* pages/lists - matches in rows: players, game, score or result. */
import type { Game, Summary, Verdict } from "../api/types.js";
import { h } from "../dom.js";
import { wordsOf } from "../games/index.js";
import { showPicture, smallBoard } from "../match/picture.js";
import { boardSeats, chipClass, nameOf, scoreOf } from "../match/seats.js";
import { link } from "../shell.js";
import { date, known, number, t } from "../text/index.js";
import { sayDetail } from "../text/say.js";

/** How a match ended, in few words. */
function outcome(match: Summary): string {
  if (!match.over) return t.start.live;
  const winner = match.winner;
  if (winner === null || winner < 0) return match.reason === "aborted" ? t.match.noResult : t.match.drawn;
  return t.match.won(nameOf(match, winner));
}

/** Why it ended: the referee's reason, and the details from the rules or the referee. */
export function whyEnded(game: Game, verdict: Pick<Verdict, "reason" | "detail" | "code" | "args">): string {
  if (Object.hasOwn(t.reasons, verdict.detail)) return known(t.reasons, verdict.detail); // "agreed"
  const detail = sayDetail(game, verdict);
  // how the rules decided it says that they did
  if (detail && (verdict.reason === "won" || verdict.reason === "drawn")) return detail;
  return [known(t.reasons, verdict.reason), detail].filter(Boolean).join(" · ");
}

/** The position, small, if the summary has it; else the mark of the game. */
function thumbnail(match: Summary): HTMLElement {
  const mark = h("span", { class: `game-mark ${match.game}`, "aria-hidden": "true", inert: true });
  if (!match.state) return mark;
  const board = smallBoard(match.game, match.rules, boardSeats(match));
  showPicture(board, match.state);
  mark.classList.add("miniature", "thumbnail");
  mark.append(board.element);
  return mark;
}

export function matchRow(match: Summary & { address?: string }): HTMLElement {
  const score = scoreOf(match.game, match.score);
  return h(
    "li",
    { "data-match": match.id },
    link(
      `/match/${match.address ?? match.id}`,
      { class: "match-row" },
      thumbnail(match),
      h(
        "span",
        { class: "row-names" },
        match.seats.map((_, i) =>
          h(
            "span",
            { class: "row-name" },
            h("i", { class: `seat-chip small ${chipClass(match, i)}` }),
            nameOf(match, i),
          ),
        ),
      ),
      h("span", { class: "row-what" }, wordsOf(match.game).title),
      h("span", { class: "row-score" }, score?.length === 2 ? score.map(number).join(" : ") : ""),
      h(
        "span",
        { class: `row-outcome ${match.over ? "" : "live"}` },
        outcome(match),
        match.over && match.reason && match.reason !== "won" && match.reason !== "drawn"
          ? ` · ${known(t.reasons, match.reason)}`
          : "",
      ),
      h("span", { class: "row-moves" }, t.start.moves(match.moves, number(match.moves))),
      h("time", { class: "row-date" }, date(Date.parse(`${match.begun.replace(" ", "T")}Z`))),
    ),
  );
}
