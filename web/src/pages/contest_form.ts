/* pages/contest_form - begins matches with boards on lines: one game, one clock, several tables at once.
 *
 * Only the organiser may use it: the person with the token that a server started with --contest prints. The
 * server decides; the page first asks it for the serial devices, and shows its answer. */
import { wordsOf } from "../games/index.js";
import { createMatch, getGames, getPorts, type NewMatch, type Ports, Refused } from "../api/http.js";
import type { Game, GameInfo } from "../api/types.js";
import { add, fill, h } from "../dom.js";
import { notice } from "../shell.js";
import { number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { ContestSeat } from "./contest_seat.js";
import { pills } from "./pills.js";
import { Rules } from "./rules.js";
import { CLOCKS } from "./setup.js";

/** What was started from here, so that it can be edited and tried again. */
export interface Begun {
  wish: NewMatch;
  seats: ContestSeat[];
}
export const begun = new Map<number, Begun>();

/** One that could not begin: whose line it was, what was wrong, and what follows when it has begun after
 * all. */
export interface Again extends Begun {
  seat: number;
  words: string;
  done: () => void;
}

interface Table {
  seats: ContestSeat[];
  element: HTMLElement;
}

const TABLES_MOST = 8;

class ContestForm {
  readonly element: HTMLFormElement;
  #game: GameInfo;
  #rules: Rules;
  #clock = "none";
  #players = 2;
  #tables: Table[] = [];
  #body = h("div", { class: "setup-body" });
  #list = h("div", { class: "contest-tables" });
  #wrong = h("small", { class: "wrong", role: "alert", hidden: true });
  #button = h("button", { class: "button strong wide", "data-action": "begin" });

  constructor(
    private readonly games: GameInfo[],
    private ports: Ports,
    again: Again | undefined,
    private readonly done: () => void,
  ) {
    this.#game = games.find((game) => game.name === again?.wish.game) ?? games[0]!;
    this.#rules = new Rules(this.#game);
    this.element = h(
      "form",
      {
        class: "setup",
        novalidate: true,
        onsubmit: (e: SubmitEvent) => {
          e.preventDefault();
          void this.#begin();
        },
      },
      h("h2", null, t.contest.formTitle),
      h("p", { class: "quiet" }, t.contest.formLead),
      this.#body,
    );
    if (again) {
      this.#players = again.seats.length;
      this.#rules = new Rules(this.#game, again.wish.rules);
      this.#clock =
        CLOCKS.find((one) => JSON.stringify(one.clock) === JSON.stringify(again.wish.clock ?? null))?.key ??
        "none";
    }
    this.#addTable(again?.seats);
    this.#draw();
    if (again) this.#tables[0]?.seats[again.seat]?.complain(again.words);
  }

  #draw(): void {
    fill(
      this.#body,
      this.#pills(
        "game",
        t.contest.game,
        this.games.map((game) => [game.name, wordsOf(game.name).title]),
        this.#game.name,
        (value) => this.#choose(value as Game),
      ),
      this.#game.seats.most > this.#game.seats.least
        ? this.#pills(
            "players",
            t.setup.players,
            Array.from({ length: this.#game.seats.most - this.#game.seats.least + 1 }, (_, i) => [
              String(this.#game.seats.least + i),
              number(this.#game.seats.least + i),
            ]),
            String(this.#players),
            (value) => {
              this.#players = Number(value);
              this.#reseat();
            },
          )
        : null,
      this.#pills(
        "clock",
        t.setup.clock,
        CLOCKS.map(({ key, words }) => [key, key === "none" ? t.contest.ownClock : words()]),
        this.#clock,
        (value) => (this.#clock = value),
      ),
      this.#rules.fields(),
      this.#list,
      h(
        "button",
        {
          type: "button",
          class: "button",
          "data-action": "table",
          onclick: () => {
            this.#addTable();
            this.#draw();
          },
          disabled: this.#tables.length >= TABLES_MOST,
        },
        t.contest.addTable,
      ),
      this.#wrong,
      this.#button,
    );
    this.#button.textContent =
      this.#tables.length === 1 ? t.contest.begin : t.contest.beginAll(number(this.#tables.length));
    for (const [i, table] of this.#tables.entries())
      fill(
        table.element,
        h(
          "div",
          { class: "row spread" },
          h("h3", null, t.contest.table(number(i + 1))),
          this.#tables.length > 1
            ? h(
                "button",
                {
                  type: "button",
                  class: "button tool",
                  "data-action": "remove",
                  onclick: () => {
                    this.#tables.splice(i, 1);
                    this.#draw();
                  },
                },
                t.contest.removeTable,
              )
            : null,
        ),
        table.seats.map((seat) => seat.element),
      );
    fill(
      this.#list,
      this.#tables.map((table) => table.element),
    );
  }

  #pills(...[name, title, options, value, chosen]: Parameters<typeof pills>): HTMLElement {
    return pills(`contest-${name}`, title, options, value, (key) => {
      chosen(key);
      this.#draw();
      document.getElementById(`contest-${name}-${key}`)?.focus();
    });
  }

  #choose(name: Game): void {
    this.#game = this.games.find((game) => game.name === name) ?? this.#game;
    this.#rules = new Rules(this.#game);
    this.#players = this.#game.seats.usual;
    this.#reseat();
  }

  /** As many seats as the game has; remaining seats keep their input. */
  #reseat(): void {
    this.#tables = this.#tables.map((table) => this.#table(table.seats));
    this.#suggest();
  }

  #table(before: ContestSeat[] = []): Table {
    const seats = Array.from({ length: this.#players }, (_, i) => {
      const seat = new ContestSeat(
        this.#game,
        this.#game.sides[i] ?? "",
        this.ports,
        () => void this.#lookAgain(),
      );
      if (before[i]) seat.copy(before[i]);
      return seat;
    });
    return { seats, element: h("section", { class: "contest-table" }) };
  }

  #addTable(before?: ContestSeat[]): void {
    this.#tables.push(this.#table(before));
    this.#suggest();
  }

  #suggest(): void {
    const taken = new Set<string>();
    for (const seat of this.#tables.flatMap((table) => table.seats)) {
      seat.suggest(taken);
      taken.add(seat.device);
    }
  }

  async #lookAgain(): Promise<void> {
    try {
      this.ports = await getPorts();
      for (const seat of this.#tables.flatMap((table) => table.seats)) seat.setPorts(this.ports);
      this.#suggest();
    } catch (e) {
      notice(whyNot(e));
    }
  }

  /** What is wrong with no single seat. */
  #complain(words: string): void {
    this.#wrong.textContent = words;
    this.#wrong.hidden = words === "";
    if (words) this.#wrong.scrollIntoView({ block: "nearest" });
  }

  async #begin(): Promise<void> {
    this.#complain("");
    const taken = new Set<string>();
    let bad: ContestSeat | undefined;
    for (const seat of this.#tables.flatMap((table) => table.seats)) {
      if (!seat.check(taken)) bad ??= seat;
      if (seat.device) taken.add(seat.device);
    }
    if (bad) return bad.focus();
    this.#button.disabled = true;
    try {
      for (const table of [...this.#tables]) {
        if (!(await this.#beginTable(table))) return;
        this.#tables = this.#tables.filter((one) => one !== table);
      }
      this.done();
    } finally {
      this.#button.disabled = false;
      if (this.#tables.length > 0) this.#draw();
    }
  }

  async #beginTable(table: Table): Promise<boolean> {
    const clock = CLOCKS.find((one) => one.key === this.#clock)?.clock ?? undefined;
    const wish: NewMatch = {
      game: this.#game.name,
      rules: this.#rules.text(this.#players),
      seats: table.seats.map((seat) => seat.seat()),
      ...(clock ? { clock } : {}),
    };
    try {
      begun.set((await createMatch(wish)).match, { wish, seats: table.seats });
      return true;
    } catch (e) {
      const where = e instanceof Refused ? /^seats\/(\d+)$/.exec(e.refusal.where ?? "")?.[1] : undefined;
      const seat = where === undefined ? undefined : table.seats[Number(where)];
      if (seat) {
        seat.complain(whyNot(e));
        seat.focus();
      } else this.#complain(whyNot(e));
      return false;
    }
  }
}

/** The serial devices, or why this person may not start a contest. */
export async function mayBegin(): Promise<{ ports: Ports } | { why: "no-contest" | "not-organiser" }> {
  try {
    return { ports: await getPorts() };
  } catch (e) {
    if (e instanceof Refused && (e.code === "no-contest" || e.code === "not-organiser"))
      return { why: e.code };
    throw e;
  }
}

/** Opens the form over the wall; `again` is a match that could not begin. */
export async function openContestForm(again?: Again): Promise<void> {
  try {
    const [{ games }, ports] = await Promise.all([getGames(), getPorts()]);
    // games whose boards have their own protocol come first
    const order = [...games].sort((a, b) => Number(b.boards.emulated) - Number(a.boards.emulated));
    const dialog = h("dialog", {
      class: "sheet setup-sheet contest-sheet",
      "aria-label": t.contest.formTitle,
      onclose: () => dialog.remove(),
    });
    const form = new ContestForm(order, ports, again, () => {
      dialog.close();
      again?.done();
    });
    add(
      dialog,
      form.element,
      h("button", { class: "button round close", "aria-label": t.close, onclick: () => dialog.close() }, "×"),
    );
    document.body.append(dialog);
    dialog.showModal();
  } catch (e) {
    notice(whyNot(e));
  }
}
