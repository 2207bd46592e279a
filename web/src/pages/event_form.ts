/* pages/event_form - a new tournament: its kind, game, clock and players; and one player on their own, who
 * comes late or gets another line. Only the organiser may use it, and the server decides. */
import { createEvent, type EventKind, eventPath, type NewEvent } from "../api/events.js";
import { getGames, getPorts, type NewSeat, type Ports, Refused } from "../api/http.js";
import type { Game, GameInfo } from "../api/types.js";
import { add, fill, freshId, h } from "../dom.js";
import { wordsOf } from "../games/index.js";
import { linkTo } from "../place.js";
import { navigate, notice } from "../shell.js";
import { number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { ContestSeat, EVENT_KINDS } from "./contest_seat.js";
import { Rules } from "./rules.js";
import { CLOCKS } from "./setup.js";

const KINDS: EventKind[] = ["round-robin", "double", "swiss", "knockout", "gauntlet", "tables"];
const PLAYERS_MOST = 256;

export const eventLinkOf = (name: string, token: string): string => linkTo(`${eventPath(name)}#${token}`);

/** What boards share if nothing is known: a line that needs no device. */
const usualLines = (ports: Ports): string[] =>
  ports.ports.length > 1 ? ports.ports.map((port) => `serial:${port.device}`) : ["pty", "pty"];
const readLines = (text: string): string[] => text.split(/[\n,]/).flatMap((line) => line.trim() || []);

/** The lines that boards share, one below the other. */
function linesField(lines: string[], keep: (lines: string[]) => void): HTMLElement {
  return h(
    "label",
    { class: "field" },
    h("span", null, t.event.lines),
    h("textarea", {
      "data-field": "lines",
      rows: Math.max(2, lines.length),
      dir: "ltr",
      spellcheck: "false",
      value: lines.join("\n"),
      oninput: (e: Event) => keep(readLines((e.target as HTMLTextAreaElement).value)),
    }),
    h("small", { class: "means" }, t.event.linesNote),
  );
}

/** A sheet over the page, with its close button. */
function sheet(label: string, ...children: (HTMLElement | null)[]): HTMLDialogElement {
  const dialog = h(
    "dialog",
    { class: "sheet setup-sheet contest-sheet", "aria-label": label, onclose: () => dialog.remove() },
    children,
    h("button", { class: "button round close", "aria-label": t.close, onclick: () => dialog.close() }, "×"),
  );
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/** The secret links of people: the server cannot send them again. */
export function showLinks(name: string, links: { name: string; token: string }[], then: () => void): void {
  const dialog = sheet(
    t.event.links,
    h("h2", null, t.event.links),
    h("p", { class: "quiet" }, t.event.linksNote),
    h(
      "ul",
      { class: "event-links" },
      links.map((one) => {
        const address = eventLinkOf(name, one.token);
        return h(
          "li",
          { "data-link": one.name },
          h("strong", null, h("bdi", null, one.name)),
          h("input", { type: "text", readonly: true, dir: "ltr", value: address, "aria-label": one.name }),
          h(
            "button",
            {
              class: "button tool",
              onclick: () =>
                void navigator.clipboard?.writeText(address).then(() => notice(t.match.copied, "good")),
            },
            t.match.copy,
          ),
        );
      }),
    ),
    h(
      "button",
      { class: "button strong wide", "data-action": "links-done", onclick: () => dialog.close() },
      t.close,
    ),
  );
  dialog.addEventListener("close", then);
}

class EventForm {
  readonly element: HTMLFormElement;
  #game: GameInfo;
  #rules: Rules;
  #kind: EventKind = "round-robin";
  #clock = "none";
  #name = "";
  #numbers = { rounds: 5, games: 1, seats: 4 };
  #players: ContestSeat[] = [];
  #lines: string[];
  #adjudicate = false;
  #body = h("div", { class: "setup-body" });
  #list = h("div", { class: "contest-tables", onchange: () => this.#drawLines() });
  #share = h("div", { class: "setup-body" });
  #wrong = h("small", { class: "wrong", role: "alert", hidden: true });

  constructor(
    private readonly games: GameInfo[],
    private ports: Ports,
    private readonly done: (name: string) => void,
  ) {
    this.#game = games[0]!;
    this.#rules = new Rules(this.#game);
    this.#lines = usualLines(ports);
    this.element = h(
      "form",
      {
        class: "setup event-form",
        novalidate: true,
        onsubmit: (e: SubmitEvent) => {
          e.preventDefault();
          void this.#create();
        },
      },
      h("h2", null, t.event.create),
      this.#body,
    );
    for (let i = 0; i < 4; i++) this.#addPlayer();
    this.#draw();
  }

  #draw(): void {
    const open = this.#kind === "swiss" || this.#kind === "tables";
    fill(
      this.#body,
      h(
        "label",
        { class: "field" },
        h("span", null, t.event.name),
        h("input", {
          type: "text",
          "data-field": "event-name",
          value: this.#name,
          maxlength: 100,
          dir: "auto",
          autocomplete: "off",
          oninput: (e: Event) => (this.#name = (e.target as HTMLInputElement).value),
        }),
      ),
      this.#select(
        "game",
        t.contest.game,
        this.games.map((game) => [game.name, wordsOf(game.name).title]),
        this.#game.name,
        (value) => this.#choose(value as Game),
      ),
      this.#select(
        "event-kind",
        t.event.kind,
        KINDS.filter((kind) => kind !== "tables" || this.#game.seats.most > 2).map((kind) => [
          kind,
          t.event.kinds[kind],
        ]),
        this.#kind,
        (value) => (this.#kind = value as EventKind),
      ),
      h("p", { class: "means" }, t.event.kindMeans[this.#kind]),
      open ? this.#count("rounds", t.event.roundsField, 1, 1000) : null,
      this.#kind === "tables"
        ? this.#count("seats", t.event.seatsField, this.#game.seats.least, this.#game.seats.most)
        : null,
      this.#count("games", this.#kind === "knockout" ? t.event.bestOf : t.event.gamesField, 1, 1000),
      this.#select(
        "clock",
        t.setup.clock,
        CLOCKS.map(({ key, words }) => [key, key === "none" ? t.contest.ownClock : words()]),
        this.#clock,
        (value) => (this.#clock = value),
      ),
      this.#rules.fields(),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          "data-field": "adjudicate",
          checked: this.#adjudicate,
          onchange: (e: Event) => (this.#adjudicate = (e.target as HTMLInputElement).checked),
        }),
        t.event.adjudicate,
      ),
      h("h3", null, t.setup.players),
      h("p", { class: "means" }, t.event.seedNote),
      this.#list,
      this.#share,
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-action": "add-player",
          disabled: this.#players.length >= PLAYERS_MOST,
          onclick: () => {
            this.#addPlayer();
            this.#draw();
          },
        },
        t.event.addPlayer,
      ),
      this.#wrong,
      h("button", { class: "button strong wide", "data-action": "create" }, t.event.createIt),
    );
    fill(
      this.#list,
      this.#players.map((seat, i) =>
        h(
          "section",
          { class: "contest-table", "data-seat": i },
          seat.element,
          this.#players.length > 2
            ? h(
                "button",
                {
                  type: "button",
                  class: "button tool",
                  "data-action": "remove",
                  onclick: () => {
                    this.#players.splice(i, 1);
                    this.#draw();
                  },
                },
                t.contest.removeTable,
              )
            : null,
        ),
      ),
    );
    this.#drawLines();
  }

  /** Boards without a line of their own share some. */
  #drawLines(): void {
    const shared = this.#sharing;
    if (shared === this.#share.childElementCount > 0) return;
    fill(this.#share, shared ? linesField(this.#lines, (lines) => (this.#lines = lines)) : null);
  }
  get #sharing(): boolean {
    return this.#players.some((seat) => seat.kind === "board");
  }

  #select(
    name: string,
    label: string,
    options: string[][],
    value: string,
    chosen: (value: string) => void,
  ): HTMLElement {
    return h(
      "label",
      { class: "field" },
      h("span", null, label),
      h(
        "select",
        {
          "data-field": name,
          onchange: (e: Event) => {
            chosen((e.target as HTMLSelectElement).value);
            this.#draw();
            (this.element.querySelector(`[data-field="${name}"]`) as HTMLElement | null)?.focus();
          },
        },
        options.map(([key, words]) => h("option", { value: key, selected: key === value }, words)),
      ),
    );
  }

  #count(name: "rounds" | "games" | "seats", label: string, least: number, most: number): HTMLElement {
    const id = freshId(name);
    return h(
      "label",
      { class: "field", for: id },
      h("span", null, label),
      h("input", {
        type: "number",
        id,
        "data-field": name,
        min: least,
        max: most,
        value: this.#numbers[name],
        oninput: (e: Event) => (this.#numbers[name] = Number((e.target as HTMLInputElement).value)),
      }),
    );
  }

  #choose(name: Game): void {
    this.#game = this.games.find((game) => game.name === name) ?? this.#game;
    this.#rules = new Rules(this.#game);
    if (this.#kind === "tables" && this.#game.seats.most <= 2) this.#kind = "round-robin";
    this.#players = this.#players.map((old, i) => this.#seat(i, old));
  }

  #seat(i: number, before?: ContestSeat): ContestSeat {
    const seat = new ContestSeat(
      this.#game,
      t.event.playerNumber(number(i + 1)),
      this.ports,
      () => void this.#lookAgain(),
      EVENT_KINDS,
    );
    if (before) seat.copy(before);
    return seat;
  }

  /** A further player is like the last one, on another line. */
  #addPlayer(): void {
    const seat = this.#seat(this.#players.length);
    const last = this.#players.at(-1);
    seat.begin(last?.kind ?? "engine", t.event.team(number(this.#players.length + 1)));
    this.#players.push(seat);
    seat.suggest(new Set(this.#players.map((one) => one.device)));
  }

  async #lookAgain(): Promise<void> {
    try {
      this.ports = await getPorts();
      for (const seat of this.#players) seat.setPorts(this.ports);
    } catch (e) {
      notice(whyNot(e));
    }
  }

  #complain(words: string): void {
    this.#wrong.textContent = words;
    this.#wrong.hidden = words === "";
    if (words) this.#wrong.scrollIntoView({ block: "nearest" });
  }

  async #create(): Promise<void> {
    this.#complain("");
    // Boards may share a line: they play one after another.
    const bad = this.#players.filter((seat) => !seat.check(new Set()))[0];
    if (bad) return bad.focus();
    const clock = CLOCKS.find((one) => one.key === this.#clock)?.clock;
    const open = this.#kind === "swiss" || this.#kind === "tables";
    const wish: NewEvent = {
      name: this.#name.trim(),
      kind: this.#kind,
      game: this.#game.name,
      rules: this.#rules.text(this.#kind === "tables" ? this.#numbers.seats : 2),
      games: this.#numbers.games,
      players: this.#players.map((seat) => seat.seat()),
      ...(open ? { rounds: this.#numbers.rounds } : {}),
      ...(this.#kind === "tables" ? { seats: this.#numbers.seats } : {}),
      ...(clock ? { clock } : {}),
      ...(this.#adjudicate ? { adjudicate: true } : {}),
      ...(this.#sharing ? { lines: this.#lines } : {}),
    };
    try {
      const made = await createEvent(wish);
      const links = made.players.flatMap((one) => (one.token ? [{ name: one.name, token: one.token }] : []));
      this.done(made.name);
      if (links.length > 0) showLinks(made.name, links, () => navigate(eventPath(made.name)));
      else navigate(eventPath(made.name));
    } catch (e) {
      const where = e instanceof Refused ? (e.refusal.where ?? "") : "";
      const seat = this.#players[Number(/^players\/(\d+)$/.exec(where)?.[1] ?? NaN)];
      if (seat) {
        seat.complain(whyNot(e));
        seat.element.scrollIntoView({ block: "nearest" });
        seat.focus();
      } else {
        this.#complain(whyNot(e));
        const field = { name: "event-name", lines: "lines" }[where];
        if (field) (this.element.querySelector(`[data-field="${field}"]`) as HTMLElement | null)?.focus();
      }
    }
  }
}

export async function openEventForm(): Promise<void> {
  try {
    const [{ games }, ports] = await Promise.all([getGames(), getPorts()]);
    const form: EventForm = new EventForm(games, ports, () => dialog.close());
    const dialog = sheet(t.event.create, form.element);
  } catch (e) {
    notice(whyNot(e));
  }
}

/** One player: a late entry, or a new seat for `name`. */
export async function openPlayerForm(
  game: Game,
  title: string,
  name: string | null,
  send: (seat: NewSeat) => Promise<void>,
): Promise<void> {
  try {
    const [{ games }, ports] = await Promise.all([getGames(), getPorts()]);
    const info = games.find((one) => one.name === game) ?? games[0]!;
    const seat: ContestSeat = new ContestSeat(
      info,
      name ?? t.event.player,
      ports,
      () => void getPorts().then((found) => seat.setPorts(found)),
      name === null ? EVENT_KINDS : EVENT_KINDS.filter((kind) => kind !== "person"),
    );
    seat.begin(name === null ? "engine" : ports.ports.length > 0 ? "serial" : "pty", name ?? "");
    const form = h(
      "form",
      {
        class: "setup",
        novalidate: true,
        onsubmit: (e: SubmitEvent) => {
          e.preventDefault();
          if (!seat.check(new Set())) return seat.focus();
          send(seat.seat()).then(
            () => dialog.close(),
            (why: unknown) => {
              seat.complain(whyNot(why));
              seat.focus();
            },
          );
        },
      },
      h("h2", null, title),
      seat.element,
      h("button", { class: "button strong wide", "data-action": "player-save" }, t.event.save),
    );
    const dialog = sheet(title, form);
  } catch (e) {
    notice(whyNot(e));
  }
}

/** The lines that the boards of a tournament share. */
export function openLinesForm(before: string[], send: (lines: string[]) => Promise<void>): void {
  let lines = before;
  const wrong = h("small", { class: "wrong", role: "alert", hidden: true });
  const form = h(
    "form",
    {
      class: "setup",
      novalidate: true,
      onsubmit: (e: SubmitEvent) => {
        e.preventDefault();
        send(lines).then(
          () => dialog.close(),
          (why: unknown) => {
            wrong.textContent = whyNot(why);
            wrong.hidden = false;
          },
        );
      },
    },
    h("h2", null, t.event.changeLines),
    linesField(lines, (now) => (lines = now)),
    wrong,
    h("button", { class: "button strong wide", "data-action": "lines-save" }, t.event.save),
  );
  const dialog = sheet(t.event.changeLines, form);
}

/** The points of each player of a pairing. */
export function openResultForm(
  title: string,
  names: string[],
  most: number,
  send: (result: number[]) => Promise<void>,
): void {
  const wrong = h("small", { class: "wrong", role: "alert", hidden: true });
  const fields = names.map((name) =>
    h("input", { type: "number", min: 0, max: 10000, step: 0.5, value: 0, "data-points": name }),
  );
  const usual =
    names.length === 2
      ? h(
          "div",
          { class: "pills" },
          [
            [most, 0],
            [most / 2, most / 2],
            [0, most],
          ].map((pair) =>
            h(
              "button",
              {
                type: "button",
                class: "button tool",
                "data-result": pair.join("-"),
                onclick: () => fields.forEach((field, i) => (field.value = String(pair[i]))),
              },
              pair.map(number).join(" – "),
            ),
          ),
        )
      : null;
  const form = h(
    "form",
    {
      class: "setup",
      novalidate: true,
      onsubmit: (e: SubmitEvent) => {
        e.preventDefault();
        send(fields.map((field) => Number(field.value))).then(
          () => dialog.close(),
          (why: unknown) => {
            wrong.textContent = whyNot(why);
            wrong.hidden = false;
          },
        );
      },
    },
    h("h2", null, t.event.enterResult),
    h("p", { class: "quiet" }, title),
    usual,
    names.map((name, i) =>
      h("label", { class: "field" }, h("span", null, h("bdi", null, name)), fields[i] ?? null),
    ),
    wrong,
    h("button", { class: "button strong wide", "data-action": "result-save" }, t.event.save),
  );
  const dialog = sheet(t.event.enterResult, form);
}

/** Asks before something that cannot be undone. */
export function confirmThat(words: string, action: string, run: () => void): void {
  const dialog = h(
    "dialog",
    { class: "sheet small", "aria-label": words, onclose: () => dialog.remove() },
    h("h2", null, words),
  );
  add(
    dialog,
    h(
      "div",
      { class: "row" },
      h(
        "button",
        {
          class: "button danger",
          "data-answer": "yes",
          onclick: () => {
            dialog.close();
            run();
          },
        },
        action,
      ),
      h("button", { class: "button", autofocus: true, onclick: () => dialog.close() }, t.cancel),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
