/* pages/event_parts - the parts of a tournament's page: standings, cross table, bracket, rounds. */
import { liveGame, type Pairing, playerName, playerOf, type Tournament } from "../api/events.js";
import { type Child, h } from "../dom.js";
import { link } from "../shell.js";
import { known, number, t } from "../text/index.js";

const HALF = "½";
/** Points, with halves as people write them. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (t.direction === "rtl") return number(value); // a fraction after the digits would change sides
  return value === whole ? number(whole) : `${whole === 0 ? "" : number(whole)}${HALF}`;
}

const figure = (value: number): string => number(Math.round(value * 100) / 100);

/** What a player is, in a word or two. */
export function kindOf(event: Tournament, player: number): string {
  const one = playerOf(event, player);
  if (!one) return "";
  if (one.kind === "engine") return `${t.engine} · ${known(t.levels, one.level ?? "")}`;
  if (one.kind === "board") return one.line ? `${t.board} · ${one.line.replace(/^serial:/, "")}` : t.board;
  return one.kind === "person" ? t.person : t.event.program;
}

const nameCell = (event: Tournament, player: number, you: number | null): HTMLElement =>
  h(
    "th",
    { scope: "row", class: "event-name" },
    h("bdi", null, playerName(event, player)),
    player === you ? h("span", { class: "badge live" }, t.you) : null,
    playerOf(event, player)?.withdrawn ? h("span", { class: "badge" }, t.event.reasons.withdrawn) : null,
  );

/** `short`: for the wall, without tie-breaks. */
export function standings(
  event: Tournament,
  you: number | null,
  short: { from: number; count: number } | null = null,
): HTMLElement {
  const breaks = short ? [] : event.tiebreaks,
    from = short?.from ?? 0,
    shown = short ? event.players.slice(from, from + short.count) : event.players;
  const rated = event.players.some((player) => player.rating !== null);
  const head = (words: string, title?: string): HTMLElement =>
    h("th", { scope: "col", class: "figure", title: title ?? null }, words);
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "group", "aria-label": t.event.standings },
    h(
      "table",
      { class: "event-table standings" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          head(t.event.rank),
          h("th", { scope: "col" }, t.event.player),
          head(t.event.points),
          head(t.event.record, t.event.recordMeans),
          breaks.map((name) => head(known(t.event.tiebreaks, name), known(t.event.tiebreakMeans, name))),
          rated && !short ? head(t.event.rating, t.event.ratingMeans) : null,
        ),
      ),
      h(
        "tbody",
        null,
        shown.map((player, i) =>
          h(
            "tr",
            { "data-player": player.name, class: player.withdrawn ? "gone" : null },
            h("td", { class: "figure" }, number(from + i + 1)),
            nameCell(event, player.number, you),
            h("td", { class: "figure strong" }, points(player.points)),
            h("td", { class: "figure" }, [player.wins, player.draws, player.losses].map(number).join(" – ")),
            breaks.map((name) => h("td", { class: "figure" }, figure(player.tiebreaks[name] ?? 0))),
            rated && !short
              ? h(
                  "td",
                  { class: "figure", dir: "ltr" },
                  player.rating === null
                    ? "–"
                    : `${number(Math.round(player.rating) || 0)} ± ${number(Math.round(player.error ?? 0))}`,
                )
              : null,
          ),
        ),
      ),
    ),
  );
}

/** A pairing's result from one side, as a link to its game. */
function resultCell(pairing: Pairing, side: number): Child {
  const live = liveGame(pairing),
    last = live ?? pairing.games.filter((game) => game.reason !== "aborted").at(-1);
  const words = pairing.over ? points(pairing.result[side] ?? 0) : live ? "●" : "·";
  return last ? link(`/match/${last.match}`, { class: live ? "live-dot" : null }, words) : words;
}

/** Everyone against everyone: results by rows. */
export function crossTable(event: Tournament): HTMLElement {
  const met = new Map<string, Pairing[]>();
  for (const pairing of event.pairings)
    if (pairing.players.length === 2)
      for (const [i, player] of pairing.players.entries()) {
        const key = `${player}-${pairing.players[1 - i]}`;
        met.set(key, [...(met.get(key) ?? []), pairing]);
      }
  return h(
    "div",
    { class: "table-scroll", tabindex: 0, role: "group", "aria-label": t.event.crossTable },
    h(
      "table",
      { class: "event-table cross" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          h("th", { scope: "col" }, t.event.player),
          event.players.map((player, i) =>
            h("th", { scope: "col", class: "figure", title: player.name }, number(i + 1)),
          ),
          h("th", { scope: "col", class: "figure" }, t.event.points),
        ),
      ),
      h(
        "tbody",
        null,
        event.players.map((row, i) =>
          h(
            "tr",
            null,
            h("td", { class: "figure" }, number(i + 1)),
            nameCell(event, row.number, null),
            event.players.map((column) =>
              row === column
                ? h("td", { class: "figure self" })
                : h(
                    "td",
                    { class: "figure", title: column.name },
                    (met.get(`${row.number}-${column.number}`) ?? []).flatMap((pairing, k) => [
                      k > 0 ? " " : "",
                      resultCell(pairing, pairing.players.indexOf(row.number)),
                    ]),
                  ),
            ),
            h("td", { class: "figure strong" }, points(row.points)),
          ),
        ),
      ),
    ),
  );
}

/** A knockout: a column for each round. */
export function bracket(event: Tournament): HTMLElement {
  const rounds = Array.from({ length: Math.max(event.rounds, event.round) }, (_, i) => i + 1);
  const title = (round: number): string => {
    const left = event.rounds - round;
    return left === 0 ? t.event.final : left === 1 ? t.event.semifinal : t.event.round(number(round));
  };
  const slots = (round: number): (Pairing | null)[] => {
    const made = event.pairings.filter((pairing) => pairing.round === round);
    if (made.length > 0) return made;
    return Array.from({ length: 2 ** Math.max(0, event.rounds - round) }, () => null);
  };
  const side = (pairing: Pairing | null, i: number): HTMLElement => {
    const player = pairing?.players[i],
      won = pairing?.over && (pairing.result[i] ?? 0) > (pairing.result[1 - i] ?? -1);
    return h(
      "span",
      { class: `bracket-side ${won ? "won" : ""}` },
      h(
        "bdi",
        null,
        player === undefined ? (pairing ? t.event.reasons.bye : "…") : playerName(event, player),
      ),
      h("span", { class: "figure" }, pairing && player !== undefined ? resultCell(pairing, i) : ""),
    );
  };
  return h(
    "div",
    { class: "table-scroll bracket", tabindex: 0, role: "group", "aria-label": t.event.bracket },
    rounds.map((round) =>
      h(
        "section",
        { class: "bracket-round" },
        h("h3", null, title(round)),
        h(
          "ol",
          null,
          slots(round).map((pairing) =>
            h(
              "li",
              { "data-pairing": pairing ? `${round}.${pairing.board}` : null },
              side(pairing, 0),
              side(pairing, 1),
            ),
          ),
        ),
      ),
    ),
  );
}

/** Why a pairing has this result, if not by its games. */
function whyResult(pairing: Pairing): string {
  if (pairing.reason === "") return "";
  return Object.hasOwn(t.event.reasons, pairing.reason)
    ? known(t.event.reasons, pairing.reason)
    : t.event.forfeit;
}

function stateOf(pairing: Pairing): string {
  if (pairing.over) return whyResult(pairing);
  if (pairing.state === "waits") return t.event.waits;
  return liveGame(pairing) ? t.start.live : t.event.toPlay;
}

/** One pairing as a row, with what the organiser may do. */
export function pairingRow(event: Tournament, pairing: Pairing, actions: Child): HTMLElement {
  const games = pairing.games.filter((game) => game.reason !== "aborted");
  return h(
    "li",
    {
      class: "pairing",
      "data-pairing": `${pairing.round}.${pairing.board}`,
      "data-state": pairing.state ?? null,
    },
    h("span", { class: "pairing-table" }, number(pairing.board)),
    h(
      "span",
      { class: "pairing-players" },
      pairing.players.map((player, i) =>
        h(
          "span",
          { class: "pairing-player" },
          h("bdi", null, playerName(event, player)),
          h("span", { class: "figure strong" }, pairing.over ? points(pairing.result[i] ?? 0) : ""),
        ),
      ),
    ),
    h("span", { class: `pairing-state ${liveGame(pairing) ? "live" : "quiet"}` }, stateOf(pairing)),
    h(
      "span",
      { class: "pairing-games" },
      games.map((game) =>
        link(
          `/match/${game.match}`,
          { class: "button tool" },
          game.over ? (games.length > 1 ? t.event.game(number(game.number)) : t.event.replay) : t.watch,
        ),
      ),
    ),
    h("span", { class: "pairing-actions" }, actions),
  );
}

/** The head of a tournament in one line. */
export const aboutEvent = (
  event: Pick<Tournament, "kind" | "round" | "rounds" | "state">,
  game: string,
): string =>
  [
    game,
    known(t.event.kinds, event.kind),
    event.round > 0 ? t.event.roundOf(number(event.round), number(event.rounds)) : "",
    known(t.event.states, event.state),
  ]
    .filter(Boolean)
    .join(" · ");
