/* pages/event - one tournament for everybody: standings, cross table or bracket, rounds, live boards. The
 * organiser starts and pauses it here, makes boards ready, enters results and changes the field. A person who
 * takes part comes with a secret link, and goes to each game from here. */
import {
  changeEvent,
  type EventChange,
  eventPath,
  getEvent,
  liveGame,
  type Pairing,
  playerName,
  playerOf,
  type Tournament,
} from "../api/events.js";
import { getPorts } from "../api/http.js";
import { socket } from "../api/socket.js";
import { type Child, fill, h } from "../dom.js";
import { wordsOf } from "../games/index.js";
import { icon } from "../icons.js";
import { place, rename } from "../place.js";
import { keepToken, tokenOf } from "../prefs.js";
import { link, navigate, notice, type Page, say } from "../shell.js";
import { number, t } from "../text/index.js";
import { rulesInWords, sayRefusal, whyNot } from "../text/say.js";
import {
  confirmThat,
  eventLinkOf,
  openLinesForm,
  openPlayerForm,
  openResultForm,
  showLinks,
} from "./event_form.js";
import { aboutEvent, bracket, crossTable, kindOf, pairingRow, standings } from "./event_parts.js";
import { LiveBoard } from "./live_board.js";

/** Boards shown at once: a screen full. */
const LIVE_MOST = 12;
/** A cross table of more players is unreadable. */
const CROSS_MOST = 64;

class EventPage {
  readonly element = h("div", { class: "event" });
  #event: Tournament | null = null;
  #you: number | null = null;
  #organiser = false;
  #boards = new Map<number, LiveBoard>();
  #open = new Set<number>();
  #shown = 0;
  #gone = false;
  #head = h("header", { class: "event-head" });
  #todo = h("section", { class: "event-todo", hidden: true, "aria-live": "polite" });
  #live = h("ul", { class: "live-boards" });
  #liveSection: HTMLElement;
  #tables = h("div", { class: "event-tables" });
  #rounds = h("section", { class: "event-rounds" });
  #field = h("section", { class: "event-field", hidden: true });
  #stops: (() => void)[];

  constructor(
    readonly name: string,
    private readonly token: string | undefined,
  ) {
    this.#liveSection = h("section", { hidden: true }, h("h2", null, t.event.liveBoards), this.#live);
    fill(this.element, h("p", { class: "quiet" }, "…"));
    this.#stops = [
      socket().event(
        name,
        token,
        (event, you) => {
          if (you !== undefined) this.#you = you;
          void this.#take(event);
        },
        (why) =>
          fill(
            this.element,
            h(
              "div",
              { class: "empty" },
              h("h1", null, sayRefusal(why)),
              link("/events", { class: "button" }, t.event.title),
            ),
          ),
      ),
      socket().onStatus((status) => {
        if (status !== "open") return;
        getPorts().then(
          () => {
            this.#organiser = true;
            if (this.#event) void this.#take(this.#event);
          },
          () => undefined,
        );
      }),
    ];
  }

  dispose(): void {
    this.#gone = true;
    for (const stop of this.#stops) stop();
    for (const board of this.#boards.values()) board.dispose();
  }

  /** The organiser also sees how players are reached. */
  async #take(event: Tournament): Promise<void> {
    const mine = ++this.#shown;
    if (this.#organiser) event = await getEvent(this.name).catch(() => event);
    if (this.#gone || mine !== this.#shown) return;
    const before = this.#event;
    if (before && before.state !== event.state) say(t.event.states[event.state]);
    if (before && before.round !== event.round) this.#open.clear();
    this.#event = event;
    this.#draw(event);
  }

  #do(change: EventChange): Promise<void> {
    return changeEvent(this.name, change).then(() => undefined);
  }
  #try(change: EventChange): void {
    this.#do(change).catch((e: unknown) => notice(whyNot(e)));
  }

  #draw(event: Tournament): void {
    if (this.#head.parentElement !== this.element)
      fill(this.element, this.#head, this.#todo, this.#liveSection, this.#tables, this.#rounds, this.#field);
    const focus = this.#focus();
    this.#drawHead(event);
    this.#drawTodo(event);
    this.#drawLive(event);
    this.#drawTables(event);
    this.#drawRounds(event);
    this.#drawField(event);
    if (focus) (this.element.querySelector(focus) as HTMLElement | null)?.focus();
  }

  /** What has the focus, to give it back after drawing. */
  #focus(): string | null {
    const on = document.activeElement;
    if (!on || !this.element.contains(on)) return null;
    const key = on.getAttribute("data-key");
    return key ? `[data-key="${CSS.escape(key)}"]` : null;
  }

  #button(key: string, words: string, run: () => void, kind = "tool"): HTMLElement {
    return h(
      "button",
      { class: `button ${kind}`, "data-key": key, "data-action": key.split(":")[0] ?? "", onclick: run },
      words,
    );
  }

  #drawHead(event: Tournament): void {
    const { state } = event;
    fill(
      this.#head,
      h(
        "div",
        { class: "row spread wrap" },
        h("h1", null, h("bdi", null, event.name)),
        h(
          "div",
          { class: "row wrap" },
          this.#organiser && (state === "new" || state === "paused")
            ? this.#button(
                "start",
                state === "new" ? t.event.start : t.event.goOn,
                () => this.#try({ do: "start" }),
                "strong",
              )
            : null,
          this.#organiser && state === "running" && event.here
            ? this.#button("pause", t.event.pause, () => this.#try({ do: "pause" }), "")
            : null,
          link(
            `${eventPath(event.name)}/wall`,
            { class: "button", "data-key": "wall" },
            icon("wall"),
            t.event.wall,
          ),
        ),
      ),
      h("p", { class: "event-about", "data-state": state }, aboutEvent(event, wordsOf(event.game).title)),
      event.rules ? h("p", { class: "quiet" }, rulesInWords(event.game, event.rules)) : null,
      event.state === "over" && event.players[0]
        ? h("p", { class: "event-winner" }, t.match.won(event.players[0].name))
        : null,
      event.why ? h("p", { class: "wrong", role: "alert" }, sayRefusal(event.why)) : null,
      this.#yours(event),
    );
  }

  /** The person's own game. */
  #yours(event: Tournament): Child {
    const you = this.#you,
      token = this.token;
    if (you === null || !token) return null;
    const pairing = event.pairings.find((one) => !one.over && one.players.includes(you));
    const game = pairing && liveGame(pairing);
    return h(
      "div",
      { class: "event-yours" },
      h("strong", null, t.event.youAre(playerName(event, you))),
      game
        ? this.#button(
            "play-mine",
            t.event.playMine,
            () => {
              keepToken(game.match, token);
              const go = (): void => navigate(`/match/${game.match}#${token}`);
              // It sits down; if it has before, that is refused or changes nothing.
              socket().ask({ do: "join", match: game.match, token }).then(go, go);
            },
            "strong",
          )
        : h("span", { class: "quiet" }, event.state === "over" ? t.event.states.over : t.event.noGameYet),
    );
  }

  /** Tables that wait for the organiser: everybody sees which boards go where. */
  #drawTodo(event: Tournament): void {
    const waiting = event.pairings.filter((pairing) => pairing.state === "waits");
    this.#todo.hidden = waiting.length === 0;
    fill(
      this.#todo,
      h("h2", null, t.event.waitingTables),
      h(
        "ul",
        null,
        waiting.map((pairing) =>
          h(
            "li",
            { class: "todo", "data-waits": `${pairing.round}.${pairing.board}` },
            h("strong", null, t.contest.table(number(pairing.board))),
            h(
              "ul",
              { class: "todo-players" },
              pairing.players.map((player) =>
                h(
                  "li",
                  null,
                  h("bdi", null, playerName(event, player)),
                  " ",
                  h("span", { class: "quiet", dir: "auto" }, kindOf(event, player)),
                  this.#lineOf(event, pairing, player),
                  this.#organiser && playerOf(event, player)?.kind === "board"
                    ? this.#button(`line:${player}`, t.event.changeLine, () => this.#reseat(event, player))
                    : null,
                ),
              ),
            ),
            h(
              "p",
              { class: "reset" },
              pairing.lines && !this.#hasLines(event, pairing)
                ? t.event.noLineYet
                : (pairing.played ?? 0) > 0 || pairing.round > 1
                  ? t.event.resetBoth
                  : t.event.connectBoth,
            ),
            pairing.why ? h("p", { class: "wrong", role: "alert" }, sayRefusal(pairing.why)) : null,
            this.#organiser
              ? h(
                  "div",
                  { class: "row wrap" },
                  !this.#hasLines(event, pairing)
                    ? null
                    : this.#button(
                        `ready:${pairing.round}.${pairing.board}`,
                        t.event.ready,
                        () => this.#try({ do: "ready", round: pairing.round, board: pairing.board }),
                        "strong",
                      ),
                  pairing.lines?.filter((line) => line !== null).length === 2
                    ? this.#button(`swap:${pairing.round}.${pairing.board}`, t.event.swapLines, () =>
                        this.#try({ do: "swap", round: pairing.round, board: pairing.board }),
                      )
                    : null,
                  this.#resultButton(event, pairing),
                )
              : null,
          ),
        ),
      ),
    );
  }

  /** Whether a player is a board that shares lines. */
  #shares(event: Tournament, player: number): boolean {
    const one = playerOf(event, player);
    return one?.kind === "board" && one.line === undefined;
  }
  #hasLines(event: Tournament, pairing: Pairing): boolean {
    return pairing.players.every(
      (player, i) => !this.#shares(event, player) || typeof pairing.lines?.[i] === "number",
    );
  }
  /** "line 2, /dev/ttyUSB1": where the pairing puts this board. */
  #lineOf(event: Tournament, pairing: Pairing, player: number): Child {
    const line = pairing.lines?.[pairing.players.indexOf(player)];
    if (typeof line !== "number" || !this.#shares(event, player)) return null;
    const name = (event.lines[line - 1] ?? "").replace(/^serial:/, "");
    return h(
      "strong",
      { class: "todo-line", "data-line": line },
      t.event.onLine(number(line)),
      " ",
      h("code", { dir: "ltr" }, name),
    );
  }

  #drawLive(event: Tournament): void {
    const live = event.pairings.flatMap((pairing) => {
      const game = liveGame(pairing);
      return game ? [{ pairing, game }] : [];
    });
    const wanted = live.slice(0, LIVE_MOST);
    this.#liveSection.hidden = wanted.length === 0;
    for (const [id, board] of this.#boards) {
      if (wanted.some(({ game }) => game.match === id)) continue;
      board.dispose();
      board.element.remove();
      this.#boards.delete(id);
    }
    for (const { pairing, game } of wanted) {
      if (this.#boards.has(game.match)) continue;
      const board = new LiveBoard(game.match, event.game, t.contest.table(number(pairing.board)));
      this.#boards.set(game.match, board);
      this.#live.append(board.element);
    }
  }

  #drawTables(event: Tournament): void {
    const cross = event.kind !== "knockout" && event.kind !== "tables" && event.players.length <= CROSS_MOST;
    fill(
      this.#tables,
      h("section", null, h("h2", null, t.event.standings), standings(event, this.#you)),
      event.kind === "knockout" ? h("section", null, h("h2", null, t.event.bracket), bracket(event)) : null,
      cross && event.pairings.length > 0
        ? h("section", null, h("h2", null, t.event.crossTable), crossTable(event))
        : null,
    );
  }

  #drawRounds(event: Tournament): void {
    const rounds = Array.from({ length: event.round }, (_, i) => event.round - i);
    fill(
      this.#rounds,
      rounds.length > 0 ? h("h2", null, t.event.rounds) : null,
      rounds.map((round) =>
        h(
          "details",
          {
            class: "event-round",
            open: round === event.round || this.#open.has(round),
            ontoggle: (e: Event) => {
              if ((e.target as HTMLDetailsElement).open) this.#open.add(round);
              else this.#open.delete(round);
            },
          },
          h("summary", { "data-key": `round:${round}` }, t.event.round(number(round))),
          h(
            "ul",
            { class: "pairings" },
            event.pairings
              .filter((pairing) => pairing.round === round)
              .map((pairing) =>
                pairingRow(
                  event,
                  pairing,
                  this.#organiser &&
                    event.state !== "over" &&
                    round === event.round &&
                    pairing.players.length > 1
                    ? this.#resultButton(event, pairing)
                    : null,
                ),
              ),
          ),
        ),
      ),
    );
  }

  #resultButton(event: Tournament, pairing: Pairing): HTMLElement {
    const names = pairing.players.map((player) => playerName(event, player));
    return this.#button(`result:${pairing.round}.${pairing.board}`, t.event.enterResult, () =>
      openResultForm(names.join(" – "), names, event.games, (result) =>
        this.#do({ do: "result", round: pairing.round, board: pairing.board, result }),
      ),
    );
  }

  #reseat(event: Tournament, player: number): void {
    const name = playerName(event, player);
    void openPlayerForm(event.game, t.event.changeLine, name, (seat) =>
      this.#do({ do: "seat", player: name, seat }),
    );
  }

  /** The players as the organiser sees them. */
  #drawField(event: Tournament): void {
    this.#field.hidden = !this.#organiser || event.state === "over";
    if (this.#field.hidden) return;
    const late = event.kind === "swiss" || event.kind === "tables" || event.round === 0;
    const everyone = [...event.players].sort((a, b) => a.number - b.number);
    fill(
      this.#field,
      h("h2", null, t.setup.players),
      h(
        "ul",
        { class: "field-list" },
        everyone.map((player) =>
          h(
            "li",
            { "data-field-player": player.name },
            h("strong", null, h("bdi", null, player.name)),
            h("span", { class: "quiet grow", dir: "auto" }, player.seat ?? kindOf(event, player.number)),
            player.withdrawn
              ? h("span", { class: "badge" }, t.event.reasons.withdrawn)
              : [
                  player.kind === "person"
                    ? this.#button(`link:${player.number}`, t.event.newLink, () =>
                        confirmThat(t.event.newLinkSure(player.name), t.event.newLink, () => {
                          changeEvent(this.name, { do: "link", player: player.name }).then(
                            ({ token = "" }) =>
                              showLinks(this.name, [{ name: player.name, token }], () => undefined),
                            (e: unknown) => notice(whyNot(e)),
                          );
                        }),
                      )
                    : this.#button(`seat:${player.number}`, t.event.changeLine, () =>
                        this.#reseat(event, player.number),
                      ),
                  this.#button(`withdraw:${player.number}`, t.event.withdraw, () =>
                    confirmThat(t.event.withdrawSure(player.name), t.event.withdraw, () =>
                      this.#try({ do: "withdraw", player: player.name }),
                    ),
                  ),
                ],
          ),
        ),
      ),
      event.players.some((player) => this.#shares(event, player.number))
        ? this.#button("lines", t.event.changeLines, () =>
            openLinesForm(event.lines, (lines) => this.#do({ do: "lines", lines })),
          )
        : null,
      late
        ? this.#button(
            "add-player",
            t.event.addPlayer,
            () =>
              void openPlayerForm(event.game, t.event.addPlayer, null, async (seat) => {
                const { token } = await changeEvent(this.name, { do: "add", seat });
                if (token)
                  showLinks(
                    this.name,
                    [{ name: seat.kind === "person" ? (seat.name ?? "") : "", token }],
                    () => undefined,
                  );
              }),
            "",
          )
        : null,
    );
  }
}

export function eventPage(name: string, fragment: string): Page {
  const key = `event!${name}`;
  const given = /^[\w-]{40,}$/.exec(fragment)?.[0];
  if (given) {
    keepToken(key, given);
    rename(place().path);
  }
  const page = new EventPage(name, given ?? tokenOf(key));
  return { element: page.element, title: name, dispose: () => page.dispose() };
}

export { eventLinkOf };
