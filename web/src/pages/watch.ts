/* pages/watch - all matches: those being played, the old ones page by page, and this browser's own. */
import { GAMES, isGame, wordsOf } from "../games/index.js";
import { mySecret, OWN_PAGE, ownMatches } from "../api/account.js";
import { getMatches, getSummary } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Game, Summary } from "../api/types.js";
import { fill, h } from "../dom.js";
import { nameOf } from "../match/seats.js";
import { place } from "../place.js";
import { myMatches } from "../prefs.js";
import { notice, type Page } from "../shell.js";
import { t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { matchRow } from "./lists.js";

/** As many as the server gives with their positions. */
const PAGE = 24;
/** Pages that a search looks through at once. */
const SEARCHED = 8;

type Listed = Summary & { address?: string };

export function watchPage(): Page {
  const running = h("ul", { class: "match-rows" }),
    over = h("ul", { class: "match-rows" });
  let game: Game | undefined,
    last = 0,
    live: Summary[] = [],
    old: Listed[] = [],
    visit = 0;
  const none = (words: string): HTMLElement => h("li", { class: "quiet none" }, words);
  const older = h("button", { class: "button", onclick: () => void more() }, t.start.older);
  const choice = (label: string, name: string, options: [string, string][]): HTMLSelectElement =>
    h(
      "select",
      { "aria-label": label, "data-filter": name, onchange: () => void again() },
      options.map(([value, words]) => h("option", { value }, words)),
    );
  const whose = choice(t.start.whose, "whose", [
    ["all", t.start.everyone],
    ["mine", t.start.mine],
  ]);
  if (place().query.has("mine")) whose.value = "mine";
  const games = choice(t.start.everyGame, "game", [
    ["", t.start.everyGame],
    ...GAMES.map((name): [string, string] => [name, wordsOf(name).title]),
  ]);
  const result = choice(t.start.result, "result", [
    ["", t.start.everyResult],
    ["won", t.start.decided],
    ["drawn", t.match.drawn],
    ["aborted", t.match.noResult],
  ]);
  const player = h("input", {
    type: "search",
    placeholder: t.start.player,
    "aria-label": t.start.player,
    "data-filter": "player",
    oninput: () => void again(),
  });
  const since = h("input", {
    type: "date",
    "aria-label": t.start.since,
    title: t.start.since,
    "data-filter": "since",
    onchange: () => void again(),
  });

  const wanted = (match: Listed): boolean => {
    const drawn = match.over && (match.winner === null || match.winner < 0);
    const kind = !match.over ? "" : match.reason === "aborted" ? "aborted" : drawn ? "drawn" : "won";
    const text = player.value.trim().toLocaleLowerCase();
    return (
      (!game || match.game === game) &&
      (!result.value || kind === result.value) &&
      (!since.value || match.begun >= since.value) &&
      (!text || match.seats.some((_, i) => nameOf(match, i).toLocaleLowerCase().includes(text)))
    );
  };
  const searching = (): boolean => Boolean(player.value.trim() || result.value || since.value);
  const draw = (): void => {
    const mine = whose.value === "mine", // all in one list
      filtered = game !== undefined || searching();
    const now = mine ? [] : live.filter(wanted),
      then = old.filter(wanted);
    fill(
      running,
      now.length > 0 ? now.map(matchRow) : none(filtered ? t.start.noneFits : t.start.nothingRunning),
    );
    running.parentElement?.toggleAttribute("hidden", mine);
    fill(over, then.length > 0 ? then.map(matchRow) : none(filtered ? t.start.noneFits : t.start.noReplays));
  };
  const more = async (pages = 1): Promise<void> => {
    const mine = ++visit;
    try {
      for (let i = 0; i < pages; i++) {
        const matches =
          whose.value === "mine"
            ? await myOwn(last)
            : await getMatches({
                state: "over",
                limit: PAGE,
                states: 1,
                ...(game ? { game } : {}),
                ...(last ? { before: last } : {}),
              });
        if (mine !== visit) return;
        old.push(...matches);
        last = matches.at(-1)?.id ?? last;
        older.hidden = matches.length < (whose.value === "mine" ? OWN_PAGE : PAGE);
        draw();
        if (older.hidden) return;
      }
    } catch (e) {
      notice(whyNot(e));
    }
  };
  const again = async (): Promise<void> => {
    game = isGame(games.value) ? games.value : undefined;
    old = [];
    last = 0;
    await more(searching() ? SEARCHED : 1);
  };
  const stop = socket().list((matches) => {
    live = matches.filter((match) => !match.over);
    draw();
  });
  const element = h(
    "div",
    { class: "start watch" },
    h("h1", null, t.watch),
    h("div", { class: "row wrap filters" }, whose, games, player, result, since),
    h("section", null, h("h2", null, t.start.running), running),
    h("section", null, h("h2", null, t.start.replays), over, older),
  );
  draw();
  void more();
  return { element, title: t.watch, dispose: stop };
}

/** Those of this browser, the newest first; ones that are gone are left out. Of an account all, page by page. */
async function myOwn(before: number): Promise<Listed[]> {
  if (mySecret()) {
    const matches = await ownMatches("states", before);
    return matches.map((match) => (match.key ? { ...match, address: `${match.id}-${match.key}` } : match));
  }
  if (before) return [];
  const found = await Promise.allSettled(myMatches().slice(0, PAGE).map(getSummary));
  return found.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
}
