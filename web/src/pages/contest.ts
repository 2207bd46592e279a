/* pages/contest - the wall screen: matches between boards on lines, several at once, large. */
import { getMatches } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Match, Summary, Tell } from "../api/types.js";
import type { Board } from "../boards/board.js";
import { makeBoard } from "../boards/index.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { MatchModel } from "../match/model.js";
import { boardSeats, nameOf, SeatBar } from "../match/seats.js";
import { type Page, say } from "../shell.js";
import { known, number, t } from "../text/index.js";

const BYTES_KEPT = 90;
const TICK_MS = 100;
/** Matches that have ended stay on the wall this long. */
const AFTER_MS = 10 * 60_000;
const RECENT = 12;
const SLACK_MS = 5000;

class Panel {
  readonly element = h("article", { class: "wall-match" });
  #model: MatchModel;
  #board: Board | null = null;
  #seats: SeatBar[] = [];
  #lines: { in: HTMLElement; out: HTMLElement }[] = [];
  #verdict = h("div", { class: "wall-verdict", hidden: true });
  #leave: () => void;
  #shownAt = -1;

  constructor(readonly id: number) {
    this.#model = new MatchModel(id, undefined, () => this.#draw(), () => undefined);
    this.#leave = socket().watch(id, undefined, (message: Tell) => message.tell === "line" && this.#hear(message));
  }

  dispose(): void {
    this.#leave();
    this.#model.dispose();
    this.#board?.dispose();
  }

  tick(): void {
    for (const seat of this.#seats) seat.tick(this.#model);
  }

  #begin(match: Match): void {
    this.#board = makeBoard({ game: match.game, rules: match.rules, seats: boardSeats(match), you: null, miniature: true, play: () => undefined, say });
    this.#seats = match.seats.map((seat) => new SeatBar(seat.seat, match));
    this.#lines = match.seats.map(() => ({ in: h("code", { class: "bytes in", dir: "ltr", title: t.contest.received }), out: h("code", { class: "bytes out", dir: "ltr", title: t.contest.sent }) }));
    this.element.dataset["match"] = String(match.id);
    fill(this.element,
      h("header", { class: "wall-head" }, h("h2", null, h("a", { href: `/match/${match.id}` }, t.games[match.game].title)), h("span", { class: "quiet", dir: "ltr" }, match.rules)),
      this.#verdict,
      h("div", { class: "wall-board" }, this.#board.element),
      h("div", { class: "wall-seats" }, this.#seats.map((seat, i) => h("div", { class: "wall-seat" }, seat.element,
        match.seats[i]?.kind === "link" ? h("div", { class: "wall-lines" }, this.#lines[i]?.in, this.#lines[i]?.out) : null))));
  }

  #draw(): void {
    const match = this.#model.match, state = this.#model.shown;
    if (!match || !state) return;
    if (!this.#board) this.#begin(match);
    this.#board?.show({ state, interactive: false, animate: this.#model.at - this.#shownAt === 1, hint: null, values: null });
    this.#shownAt = this.#model.at;
    for (const seat of this.#seats) seat.update(match, state.score?.[seat.seat]);
    const verdict = match.verdict;
    this.#verdict.hidden = verdict === null;
    this.element.classList.toggle("over", verdict !== null);
    if (!verdict) return;
    const winner = verdict.winner !== null && verdict.winner >= 0 ? nameOf(match, verdict.winner) : "";
    fill(this.#verdict, h("strong", null, winner ? t.match.won(winner) : verdict.reason === "aborted" ? t.match.noResult : t.match.drawn),
      h("span", null, known(t.reasons, verdict.reason), verdict.detail ? ` · ${known(t.details, verdict.detail)}` : ""),
      match.game !== "trax" && verdict.score.length === 2 ? h("span", { class: "wall-score", dir: "ltr" }, verdict.score.map(number).join(" : ")) : null);
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

export function contestPage(): Page {
  const panels = new Map<number, Panel>(), ended = new Map<number, number>(), dropped = new Set<number>();
  let gone = false;
  const grid = h("div", { class: "wall-grid" }), empty = h("div", { class: "empty" }, h("p", null, t.contest.none));
  const isContest = (match: Summary): boolean => match.seats.some((seat) => seat.kind === "link");
  const opened = Date.now();
  const isNew = (match: Summary): boolean => Date.parse(`${match.begun.replace(" ", "T")}Z`) >= opened - SLACK_MS;
  const take = (matches: Summary[]): void => {
    const now = Date.now();
    for (const match of matches.filter(isContest)) {
      if (match.over && !ended.has(match.id)) ended.set(match.id, now);
      if (gone || panels.has(match.id) || (match.over && (dropped.has(match.id) || (panels.size > 0 && !isNew(match))))) continue;
      const panel = new Panel(match.id);
      panels.set(match.id, panel);
      grid.append(panel.element);
    }
    for (const [id, panel] of panels) {
      if (matches.some((match) => match.id === id && !match.over)) continue;
      if (!ended.has(id)) ended.set(id, now);
      if (now - (ended.get(id) ?? now) < AFTER_MS && panels.size <= 6) continue;
      panel.dispose();
      panel.element.remove();
      panels.delete(id);
      dropped.add(id);
    }
    grid.dataset["count"] = String(Math.min(6, panels.size));
    empty.hidden = panels.size > 0;
  };
  // The list tells of running matches; between two fast boards one may be over before it was told.
  const stop = socket().list((running) => {
    void getMatches({ limit: RECENT }).then((recent) => take([...running, ...recent.filter((match) => !running.some((one) => one.id === match.id))]), () => take(running));
  });
  const ticker = window.setInterval(() => panels.forEach((panel) => panel.tick()), TICK_MS);
  const element = h("div", { class: "wall" },
    h("div", { class: "row spread" }, h("div", null, h("h1", null, t.contest.title), h("p", { class: "quiet" }, t.contest.lead)),
      h("button", { class: "button", onclick: () => void element.requestFullscreen?.() }, icon("wall"), t.contest.wall)),
    grid, empty);
  return { element, title: t.contest.title, dispose: () => {
    gone = true;
    stop();
    clearInterval(ticker);
    panels.forEach((panel) => panel.dispose());
  } };
}
