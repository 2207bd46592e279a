/* pages/contest - the wall screen: matches between boards on lines, several at once, large, and the games of a
 * tournament with its standings.
 *
 * On a large screen the wall fits, whatever the number of tables: if there are more than it has room for, they
 * take turns, and so do the standings. The arrow keys turn to the next part and back. */
import { eventPath, type Tournament } from "../api/events.js";
import { abortMatch, gameInfo, getMatches } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Match, Seat, Summary, Tell } from "../api/types.js";
import type { Board } from "../games/board.js";
import { viewOf, wordsOf } from "../games/index.js";
import { fill, h, setVars } from "../dom.js";
import { icon } from "../icons.js";
import { MatchModel } from "../match/model.js";
import { boardSeats, isSpec, nameOf, scoreOf, SeatBar } from "../match/seats.js";
import { addressFor } from "../place.js";
import { notice, type Page, say } from "../shell.js";
import { known, number, t } from "../text/index.js";
import { rulesInWords, sayDetail, whyNot } from "../text/say.js";
import { begun, mayBegin, openContestForm } from "./contest_form.js";
import { aboutEvent, standings } from "./event_parts.js";
import { whyEnded } from "./lists.js";

const BYTES_KEPT = 90;
const TICK_MS = 100;
/** Matches that have ended stay on the wall this long. */
const AFTER_MS = 10 * 60_000;
const RECENT = 12;
const SLACK_MS = 5000;
/** How long each part of a wall with more tables than room is shown. */
const TURN_MS = 12_000;
/** Tables below one another on a small screen: a client may watch 32 matches. */
const SCROLLED = 24;

const modulo = (n: number, of: number): number => (of > 0 ? ((n % of) + of) % of : 0);

/** How many tables a screen has room for: columns and rows. */
function roomFor(count: number): { columns: number; rows: number } {
  const large = innerWidth >= 1600 && innerHeight >= 900;
  if (count <= 1) return { columns: 1, rows: 1 };
  if (count <= 2) return { columns: 2, rows: 1 };
  return count <= 4 || !large ? { columns: 2, rows: 2 } : { columns: 3, rows: 2 };
}

/** How many places of the standings a screen has room for. */
const placesFor = (): number => (innerHeight >= 900 ? 16 : 10);

/** The other end of a line that waits here. */
function softwareLink(seat: Seat): string | null {
  if (seat.called.startsWith("/dev/")) return `serial:${seat.called}`;
  const port = /^listen:(.*)$/.exec(seat.called)?.[1];
  return port ? `tcp:${port.includes(":") ? port : `127.0.0.1:${port}`}` : null;
}

/** The rules to start a board in software with, without what matches between boards have by themselves. */
const boardRules = (match: Match, usual = ""): string => {
  const keyOf = (rule: string): string => rule.split("=")[0] ?? "";
  const rules = match.rules.split(",").filter((rule) => rule && keyOf(rule) !== keyOf(usual));
  return rules.length > 0 ? ` --rules ${rules.join(",")}` : "";
};

/** A table. It follows its match only while it is shown: a client may watch few matches, and a wall may have
 * more tables than that. */
class Panel {
  readonly element = h("article", { class: "wall-match" });
  #model: MatchModel | null = null;
  #board: Board | null = null;
  #seats: SeatBar[] = [];
  #lines: { in: HTMLElement; out: HTMLElement }[] = [];
  #verdict = h("div", { class: "wall-verdict", hidden: true });
  #waiting = h("div", { class: "wall-waiting", hidden: true });
  #abort = h(
    "button",
    { class: "button tool", "data-action": "abort", hidden: true, onclick: () => this.#breakOff() },
    t.contest.breakOff,
  );
  #leave: () => void = () => undefined;
  #shownAt = -1;

  /** `drop` takes it off the wall. */
  constructor(
    readonly id: number,
    private organiser: boolean,
    private readonly drop: () => void,
  ) {
    this.element.dataset["match"] = String(id);
  }

  show(on: boolean): void {
    this.element.hidden = !on;
    if (on === (this.#model !== null)) return;
    if (!on) return this.dispose();
    this.#model = new MatchModel(
      this.id,
      undefined,
      () => this.#draw(),
      () => undefined,
    );
    this.#leave = socket().watch(this.id, undefined, (message: Tell) => {
      if (message.tell === "line") this.#hear(message);
      if (message.tell === "match") this.#recall(message.match);
    });
  }

  /** People who may start matches may also break them off. */
  organise(): void {
    this.organiser = true;
    this.#draw();
  }

  dispose(): void {
    this.#leave();
    this.#leave = () => undefined;
    this.#model?.dispose();
    this.#model = null;
    this.#board?.dispose();
    this.#board = null;
    this.#seats = [];
    this.#shownAt = -1;
  }

  tick(): void {
    if (this.#model) for (const seat of this.#seats) seat.tick(this.#model);
  }

  #begin(match: Match): void {
    this.#board = viewOf(match.game).board({
      game: match.game,
      rules: match.rules,
      seats: boardSeats(match),
      you: null,
      miniature: true,
      play: () => undefined,
      say,
    });
    this.#seats = match.seats.map((seat) => new SeatBar(seat.seat, match));
    this.#lines = match.seats.map(() => ({
      in: h("code", { class: "bytes in", dir: "ltr", title: t.contest.received }),
      out: h("code", { class: "bytes out", dir: "ltr", title: t.contest.sent }),
    }));
    fill(
      this.element,
      h(
        "header",
        { class: "wall-head" },
        h("h2", null, h("a", { href: addressFor(`/match/${match.id}`) }, wordsOf(match.game).title)),
        h("span", { class: "quiet grow" }, rulesInWords(match.game, match.rules)),
        this.#abort,
      ),
      this.#verdict,
      this.#waiting,
      h("div", { class: "wall-board" }, this.#board.element),
      h(
        "div",
        { class: "wall-seats" },
        this.#seats.map((seat, i) =>
          h(
            "div",
            { class: "wall-seat" },
            seat.element,
            match.seats[i]?.kind === "link"
              ? h("div", { class: "wall-lines" }, this.#lines[i]?.in, this.#lines[i]?.out)
              : null,
          ),
        ),
      ),
    );
  }

  #draw(): void {
    const model = this.#model,
      match = model?.match,
      state = model?.shown;
    if (!model || !match || !state) return;
    if (!this.#board) this.#begin(match);
    this.#board?.show({
      state,
      interactive: false,
      animate: model.at - this.#shownAt === 1,
      hint: null,
      values: null,
    });
    this.#shownAt = model.at;
    for (const seat of this.#seats) seat.update(match, state.score);
    this.#abort.hidden = !this.organiser || match.verdict !== null;
    this.#drawWaiting(match);
    this.#drawVerdict(match);
  }

  /** Before the first move: where to connect the boards. */
  #drawWaiting(match: Match): void {
    const waiting =
      match.verdict === null && match.at === 0
        ? match.seats.filter((seat) => seat.kind === "link" && seat.connected === false)
        : [];
    this.#waiting.hidden = waiting.length === 0;
    if (waiting.length === 0) return;
    const boards = gameInfo(match.game)?.boards;
    fill(
      this.#waiting,
      h("strong", null, t.contest.waiting),
      h(
        "ul",
        null,
        waiting.map((seat) => {
          const link = softwareLink(seat);
          return h(
            "li",
            { "data-waiting": seat.seat },
            h(
              "span",
              null,
              t.contest.connect(
                seat.name && !isSpec(seat.name) ? seat.name : known(t.called, seat.side ?? ""),
              ),
            ),
            h("code", { dir: "ltr" }, seat.called || "…"),
            link && boards?.emulated
              ? h(
                  "span",
                  { class: "quiet" },
                  t.contest.software,
                  " ",
                  h(
                    "code",
                    { dir: "ltr" },
                    `damero board ${match.game}${boardRules(match, boards.rules)} --link ${link}`
                      .split(" ")
                      .flatMap((word, i) => [i > 0 ? " " : "", h("span", null, word)]),
                  ),
                )
              : null,
          );
        }),
      ),
    );
  }

  #drawVerdict(match: Match): void {
    const verdict = match.verdict;
    this.#verdict.hidden = verdict === null;
    this.element.classList.toggle("over", verdict !== null);
    if (!verdict) return;
    const score = scoreOf(match.game, verdict.score);
    const winner = verdict.winner !== null && verdict.winner >= 0 ? nameOf(match, verdict.winner) : "";
    const failed = verdict.reason === "aborted" && match.at === 0 && typeof verdict.culprit === "number",
      again = failed ? begun.get(this.id) : undefined;
    this.#verdict.classList.toggle("failed", failed);
    fill(
      this.#verdict,
      h(
        "strong",
        null,
        winner
          ? t.match.won(winner)
          : failed
            ? t.contest.couldNot
            : verdict.reason === "aborted"
              ? t.match.noResult
              : t.match.drawn,
      ),
      h("span", null, failed ? sayDetail(match.game, verdict) : whyEnded(match.game, verdict)),
      score?.length === 2 && verdict.reason !== "aborted"
        ? h("span", { class: "wall-score", dir: "ltr" }, score.map(number).join(" : "))
        : null,
      again && this.organiser
        ? h(
            "button",
            {
              class: "button tool",
              "data-action": "again",
              onclick: () => {
                void openContestForm({
                  ...again,
                  seat: verdict.culprit ?? 0,
                  words: sayDetail(match.game, verdict),
                  done: () => this.drop(),
                });
              },
            },
            t.contest.tryAgain,
          )
        : null,
    );
  }

  #breakOff(): void {
    const dialog = h(
      "dialog",
      { class: "sheet small", "aria-label": t.contest.breakOffSure, onclose: () => dialog.remove() },
      h("h2", null, t.contest.breakOffSure),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            class: "button danger",
            "data-answer": "abort",
            onclick: () => {
              dialog.close();
              abortMatch(this.id).catch((e: unknown) => notice(whyNot(e)));
            },
          },
          t.contest.breakOff,
        ),
        h("button", { class: "button", autofocus: true, onclick: () => dialog.close() }, t.cancel),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  /** The bytes from before this screen was opened. */
  #recall(match: Match): void {
    for (const [seat, line] of (match.lines ?? []).entries())
      for (const dir of ["in", "out"] as const) {
        const shown = this.#lines[seat]?.[dir];
        if (line && shown) shown.textContent = line[dir].slice(-BYTES_KEPT);
      }
  }

  #hear(message: Extract<Tell, { tell: "line" }>): void {
    const line = this.#lines[message.seat]?.[message.dir];
    if (!line) return;
    line.textContent = ((line.textContent ?? "") + message.bytes).slice(-BYTES_KEPT);
    line.classList.remove("fresh");
    void line.offsetWidth; // begins the flash again
    line.classList.add("fresh");
  }
}

/** A match as the wall knows it before it follows it. */
interface Seen {
  id: number;
  over: boolean;
  isNew: boolean;
}

/** `name`: the wall of that tournament; otherwise of all boards, and of the newest tournament. */
export function contestPage(name?: string): Page {
  const panels = new Map<number, Panel>(),
    ended = new Map<number, number>(),
    dropped = new Set<number>();
  let gone = false,
    organiser = false;
  const how = h("div", { class: "quiet" });
  let tournament: Tournament | null = null,
    turn = 0,
    stopEvent: () => void = () => undefined,
    followed = "";
  const standing = h("article", { class: "wall-standings", hidden: true }),
    turns = h("span", { class: "wall-turn", "aria-hidden": "true" });
  const grid = h("div", { class: "wall-grid" }),
    empty = h("div", { class: "empty" }, h("p", null, t.contest.none), how);
  const beginButton = h(
    "button",
    { class: "button strong", "data-action": "contest", hidden: true, onclick: () => void openContestForm() },
    icon("plus"),
    t.contest.begin,
  );
  const ask = (): Promise<void> =>
    mayBegin().then(
      (may) => {
        organiser = "ports" in may;
        beginButton.hidden = !organiser;
        if (organiser) panels.forEach((panel) => panel.organise());
        fill(
          how,
          "ports" in may
            ? t.contest.howToBegin
            : may.why === "no-contest"
              ? [t.contest.noContest, " ", h("code", { dir: "ltr" }, "damero serve --contest")]
              : t.contest.notOrganiser,
        );
      },
      () => undefined,
    ); // without a server there is nothing to begin; the line's state says it
  // A match that never started only matters to the screen that started it.
  const isOfEvent = (id: number): boolean =>
    tournament?.pairings.some((pairing) => pairing.games.some((game) => game.match === id)) ?? false;
  const isContest = (match: Summary): boolean =>
    (name ? isOfEvent(match.id) : match.seats.some((seat) => seat.kind === "link") || isOfEvent(match.id)) &&
    (!match.over || match.moves > 0 || panels.has(match.id) || begun.has(match.id));
  const opened = Date.now();
  const isNew = (match: Summary): boolean =>
    Date.parse(`${match.begun.replace(" ", "T")}Z`) >= opened - SLACK_MS;
  const seen = (match: Summary): Seen => ({ id: match.id, over: match.over, isNew: isNew(match) });
  /** The games of the round: all that are played, and those that ended here. */
  const ofEvent = (): Seen[] =>
    (tournament?.pairings ?? [])
      .filter((pairing) => pairing.round === tournament?.round)
      .flatMap((pairing) => pairing.games)
      .filter((game) => !game.over || panels.has(game.match))
      .map((game) => ({ id: game.match, over: game.over, isNew: false }));
  /** A page of the standings, in letters as large as fit. */
  let placesShown = "";
  const showPlaces = (page: number): void => {
    const event = tournament,
      players = event?.players.length ?? 0,
      most = Math.ceil(players / Math.ceil(players / placesFor()));
    const key = JSON.stringify([event?.players, event?.state, event?.round, page, most]);
    if (!event || key === placesShown) return;
    placesShown = key;
    fill(
      standing,
      h("h2", null, h("a", { href: addressFor(eventPath(event.name)) }, h("bdi", null, event.name))),
      h("p", { class: "quiet" }, aboutEvent(event, wordsOf(event.game).title)),
      standings(event, null, { from: page * most, count: most }),
    );
    setVars(standing, { "--places": most });
  };
  /** Shows the tables whose turn it is; the standings have a turn too, and the wall to themselves between games. */
  const count = (): void => {
    const all = [...panels.values()],
      room = roomFor(all.length),
      fits = matchMedia("(min-width: 1100px) and (min-height: 640px)").matches,
      each = fits ? room.columns * room.rows : SCROLLED;
    const resting = all.every((panel) => ended.has(panel.id)),
      table = tournament !== null && tournament.pairings.length > 0,
      pages = table ? Math.ceil((tournament?.players.length ?? 0) / placesFor()) : 0,
      boards = Math.ceil(all.length / each);
    const parts = boards + pages,
      part = modulo(turn, parts),
      onTable = table && (resting || (fits && part >= boards)),
      tables = Math.max(1, boards);
    const page = resting || !fits ? modulo(turn, pages) : Math.max(0, part - boards);
    if (table) showPlaces(page);
    element.classList.toggle("fits", fits);
    for (const [i, panel] of all.entries())
      panel.show(!(fits && onTable) && Math.floor(i / each) === (fits ? part : modulo(turn, tables)));
    standing.hidden = !table || (fits && !onTable);
    const shown = all.filter((panel) => !panel.element.hidden).length;
    grid.dataset["count"] = String(Math.min(6, fits ? shown : all.length));
    const layout = onTable ? { columns: 1, rows: 1 } : room;
    setVars(grid, { "--columns": layout.columns, "--rows": layout.rows });
    grid.dataset["room"] = `${layout.columns}x${layout.rows}`;
    // Boards and standings are counted separately; on a small screen both are shown, and boards change.
    const places = resting || (fits && onTable),
      [at, of] = places ? [page, pages] : [modulo(turn, fits ? parts : tables), tables];
    turns.textContent =
      of > 1 ? (places ? t.event.standingsTurn : t.event.boardsTurn)(number(at + 1), number(of)) : "";
    empty.hidden = all.length > 0 || table;
  };
  const takeEvent = (event: Tournament): void => {
    tournament = event;
    look();
    count();
  };
  const follow = (wanted: string): void => {
    if (wanted === followed) return;
    stopEvent();
    followed = wanted;
    stopEvent = socket().event(wanted, undefined, takeEvent);
  };
  const drop = (id: number): void => {
    panels.get(id)?.dispose();
    panels.get(id)?.element.remove();
    panels.delete(id);
    dropped.add(id);
    count();
  };
  const take = (listed: Summary[]): void => {
    const now = Date.now(),
      ours = ofEvent(),
      matches = [
        ...ours,
        ...listed.filter((match) => isContest(match) && !ours.some((one) => one.id === match.id)).map(seen),
      ];
    for (const match of matches) {
      if (match.over && !ended.has(match.id)) ended.set(match.id, now);
      if (
        gone ||
        panels.has(match.id) ||
        (match.over && (dropped.has(match.id) || (panels.size > 0 && !match.isNew)))
      )
        continue;
      const panel = new Panel(match.id, organiser, () => drop(match.id));
      panels.set(match.id, panel);
      grid.append(panel.element);
    }
    for (const id of panels.keys()) {
      if (matches.some((match) => match.id === id && !match.over)) continue;
      if (!ended.has(id)) ended.set(id, now);
      if (now - (ended.get(id) ?? now) < AFTER_MS && panels.size <= 6) continue;
      drop(id);
    }
    count();
  };
  // The list has running matches only; one between two fast boards may be over before it is listed.
  let running: Summary[] = [];
  const look = (): void => {
    void getMatches({ limit: RECENT }).then(
      (recent) =>
        take([...running, ...recent.filter((match) => !running.some((one) => one.id === match.id))]),
      () => take(running),
    );
  };
  const stop = socket().list((matches) => {
    running = matches;
    look();
  });
  const stopEvents = name
    ? () => undefined
    : socket().events((events) => {
        const newest = events.find((event) => event.state === "running");
        if (newest) follow(newest.name);
      });
  const turner = window.setInterval(() => {
    turn++;
    count();
  }, TURN_MS);
  const leaf = (event: KeyboardEvent): void => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    turn += (event.key === "ArrowRight") === (t.direction === "ltr") ? 1 : -1;
    count();
  };
  addEventListener("keydown", leaf);
  addEventListener("resize", count);
  const stopStatus = socket().onStatus((status) => status === "open" && void ask());
  const ticker = window.setInterval(() => panels.forEach((panel) => panel.tick()), TICK_MS);
  const element = h(
    "div",
    { class: "wall" },
    h(
      "div",
      { class: "row spread" },
      h(
        "div",
        null,
        h("h1", null, name ? h("bdi", null, name) : t.contest.title),
        h("p", { class: "quiet" }, name ? turns : [t.contest.lead, " ", turns]),
      ),
      h(
        "div",
        { class: "row wrap" },
        name ? null : beginButton,
        h(
          "button",
          { class: "button", onclick: () => void element.requestFullscreen?.() },
          icon("wall"),
          t.contest.wall,
        ),
      ),
    ),
    grid,
    empty,
  );
  grid.append(standing);
  if (name) follow(name);
  count();
  return {
    element,
    title: name ?? t.contest.title,
    dispose: () => {
      gone = true;
      stop();
      stopStatus();
      stopEvents();
      stopEvent();
      removeEventListener("resize", count);
      removeEventListener("keydown", leaf);
      clearInterval(turner);
      clearInterval(ticker);
      panels.forEach((panel) => panel.dispose());
    },
  };
}
