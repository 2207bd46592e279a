/* pages/contest - the wall screen: matches between boards on lines, several at once, large. */
import { abortMatch, gameInfo, getMatches } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Match, Seat, Summary, Tell } from "../api/types.js";
import type { Board } from "../games/board.js";
import { viewOf, wordsOf } from "../games/index.js";
import { fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { MatchModel } from "../match/model.js";
import { boardSeats, isSpec, nameOf, scoreOf, SeatBar } from "../match/seats.js";
import { notice, type Page, say } from "../shell.js";
import { known, number, t } from "../text/index.js";
import { rulesInWords, sayDetail, whyNot } from "../text/say.js";
import { begun, mayBegin, openContestForm } from "./contest_form.js";
import { whyEnded } from "./lists.js";

const BYTES_KEPT = 90;
const TICK_MS = 100;
/** Matches that have ended stay on the wall this long. */
const AFTER_MS = 10 * 60_000;
const RECENT = 12;
const SLACK_MS = 5000;

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

class Panel {
  readonly element = h("article", { class: "wall-match" });
  #model: MatchModel;
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
  #leave: () => void;
  #shownAt = -1;

  /** `drop` takes it off the wall. */
  constructor(
    readonly id: number,
    private organiser: boolean,
    private readonly drop: () => void,
  ) {
    this.#model = new MatchModel(
      id,
      undefined,
      () => this.#draw(),
      () => undefined,
    );
    this.#leave = socket().watch(id, undefined, (message: Tell) => {
      if (message.tell === "line") this.#hear(message);
      if (message.tell === "match") this.#recall(message.match);
    });
  }

  /** Who may begin matches may break them off too. */
  organise(): void {
    this.organiser = true;
    this.#draw();
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
    this.element.dataset["match"] = String(match.id);
    fill(
      this.element,
      h(
        "header",
        { class: "wall-head" },
        h("h2", null, h("a", { href: `/match/${match.id}` }, wordsOf(match.game).title)),
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
    const match = this.#model.match,
      state = this.#model.shown;
    if (!match || !state) return;
    if (!this.#board) this.#begin(match);
    this.#board?.show({
      state,
      interactive: false,
      animate: this.#model.at - this.#shownAt === 1,
      hint: null,
      values: null,
    });
    this.#shownAt = this.#model.at;
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

  /** What had passed before this screen looked. */
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

export function contestPage(): Page {
  const panels = new Map<number, Panel>(),
    ended = new Map<number, number>(),
    dropped = new Set<number>();
  let gone = false,
    organiser = false;
  const how = h("div", { class: "quiet" });
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
  const isContest = (match: Summary): boolean =>
    match.seats.some((seat) => seat.kind === "link") &&
    (!match.over || match.moves > 0 || panels.has(match.id) || begun.has(match.id));
  const opened = Date.now();
  const isNew = (match: Summary): boolean =>
    Date.parse(`${match.begun.replace(" ", "T")}Z`) >= opened - SLACK_MS;
  const count = (): void => {
    grid.dataset["count"] = String(Math.min(6, panels.size));
    empty.hidden = panels.size > 0;
  };
  const drop = (id: number): void => {
    panels.get(id)?.dispose();
    panels.get(id)?.element.remove();
    panels.delete(id);
    dropped.add(id);
    count();
  };
  const take = (matches: Summary[]): void => {
    const now = Date.now();
    for (const match of matches.filter(isContest)) {
      if (match.over && !ended.has(match.id)) ended.set(match.id, now);
      if (
        gone ||
        panels.has(match.id) ||
        (match.over && (dropped.has(match.id) || (panels.size > 0 && !isNew(match))))
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
  const stop = socket().list((running) => {
    void getMatches({ limit: RECENT }).then(
      (recent) =>
        take([...running, ...recent.filter((match) => !running.some((one) => one.id === match.id))]),
      () => take(running),
    );
  });
  const stopStatus = socket().onStatus((status) => status === "open" && void ask());
  const ticker = window.setInterval(() => panels.forEach((panel) => panel.tick()), TICK_MS);
  const element = h(
    "div",
    { class: "wall" },
    h(
      "div",
      { class: "row spread" },
      h("div", null, h("h1", null, t.contest.title), h("p", { class: "quiet" }, t.contest.lead)),
      h(
        "div",
        { class: "row wrap" },
        beginButton,
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
  return {
    element,
    title: t.contest.title,
    dispose: () => {
      gone = true;
      stop();
      stopStatus();
      clearInterval(ticker);
      panels.forEach((panel) => panel.dispose());
    },
  };
}
