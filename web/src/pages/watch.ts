/* pages/watch - all matches: those being played, and the old ones page by page. */
import { GAMES, isGame, wordsOf } from "../games/index.js";
import { getMatches } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Game, Summary } from "../api/types.js";
import { add, fill, h } from "../dom.js";
import { notice, type Page } from "../shell.js";
import { t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { matchRow } from "./lists.js";

const PAGE = 30;

export function watchPage(): Page {
  const running = h("ul", { class: "match-rows" }),
    over = h("ul", { class: "match-rows" });
  let game: Game | undefined,
    last = 0,
    live: Summary[] = [];
  const none = (words: string): HTMLElement => h("li", { class: "quiet none" }, words);
  const older = h("button", { class: "button", onclick: () => void more() }, t.start.older);
  const drawLive = (): void => {
    const wanted = live.filter((match) => !game || match.game === game);
    fill(running, wanted.length > 0 ? wanted.map(matchRow) : none(t.start.nothingRunning));
  };
  const more = async (): Promise<void> => {
    try {
      const matches = await getMatches({
        state: "over",
        limit: PAGE,
        ...(game ? { game } : {}),
        ...(last ? { before: last } : {}),
      });
      if (!last) fill(over, matches.length > 0 ? null : none(t.start.noReplays));
      add(over, matches.map(matchRow));
      last = matches.at(-1)?.id ?? last;
      older.hidden = matches.length < PAGE;
    } catch (e) {
      notice(whyNot(e));
    }
  };
  const filter = h(
    "select",
    {
      "aria-label": t.start.everyGame,
      onchange: () => {
        game = isGame(filter.value) ? filter.value : undefined;
        last = 0;
        drawLive();
        void more();
      },
    },
    h("option", { value: "" }, t.start.everyGame),
    GAMES.map((name) => h("option", { value: name }, wordsOf(name).title)),
  );
  const stop = socket().list((matches) => {
    live = matches.filter((match) => !match.over);
    drawLive();
  });
  drawLive();
  void more();
  const element = h(
    "div",
    { class: "start watch" },
    h("div", { class: "row spread" }, h("h1", null, t.watch), filter),
    h("section", null, h("h2", null, t.start.running), running),
    h("section", null, h("h2", null, t.start.replays), over, older),
  );
  return { element, title: t.watch, dispose: stop };
}
