/* pages/setup - beginning a match: at once with what was chosen last, or with a form for opponent, level,
 * side, clock and rules. */
import { mySeat } from "../api/account.js";
import { viewOf, wordsOf } from "../games/index.js";
import { type Created, createMatch, getGames, type NewMatch, type NewSeat, Refused } from "../api/http.js";
import { addressOf, keepKey } from "../api/keys.js";
import type { Clock, Engine, Game, GameInfo, Match } from "../api/types.js";
import { add, fill, h } from "../dom.js";
import { place } from "../place.js";
import { keepInvitation, keepMine, keepScreenSeat, keepToken, pref, screenSeat, setPref } from "../prefs.js";
import { navigate, notice } from "../shell.js";
import { known, number, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { nameField } from "./invite.js";
import { askPassword } from "./password.js";
import { pills } from "./pills.js";
import { Rules } from "./rules.js";

type Opponent = "engine" | "person" | "screen" | "none";

/** Clocks to choose from, in ms. */
export const CLOCKS: { key: string; clock: Clock | null; words: () => string }[] = [
  { key: "none", clock: null, words: () => t.setup.noClock },
  { key: "m30", clock: { move: 30_000 }, words: () => t.setup.perMove(number(30)) },
  { key: "g5", clock: { game: 300_000 }, words: () => t.setup.minutes(number(5)) },
  {
    key: "g5i3",
    clock: { game: 300_000, increment: 3_000 },
    words: () => t.setup.minutesPlus(number(5), number(3)),
  },
  {
    key: "g15i10",
    clock: { game: 900_000, increment: 10_000 },
    words: () => t.setup.minutesPlus(number(15), number(10)),
  },
];

/** The level that a newcomer can beat. */
const easiest = (engine: Engine | undefined): string =>
  engine?.levels.find((level) => !level.style)?.name ?? "";

/** Thinking time of an engine per move. */
const ENGINE_MS = 1000;

class Setup {
  readonly element: HTMLElement;
  #game: GameInfo;
  #opponent: Opponent = "engine";
  #engine: Engine | undefined;
  #level = "";
  #side = 0;
  #players: number;
  /** How many of the players are people. */
  #people = 2;
  #clock = "none";
  #own = { minutes: 10, seconds: 5 };
  #listed = true;
  #rules: Rules;
  #body = h("div", { class: "setup-body" });
  #done: () => void;

  constructor(game: GameInfo, done: () => void) {
    this.#game = game;
    this.#done = done;
    const last = pref("setups")[game.name];
    this.#rules = new Rules(game, last?.rules);
    this.#engine = game.engines.find((engine) => engine.name === last?.engine) ?? game.engines[0];
    this.#level = this.#engine?.levels.find((level) => level.name === last?.level)?.name ?? "";
    if (!this.#level) this.#level = easiest(this.#engine);
    this.#clock = last?.clock ?? "none";
    this.#own = last?.own ?? this.#own;
    const players = last?.players ?? viewOf(game.name).players ?? game.seats.usual;
    this.#players = Math.max(game.seats.least, Math.min(game.seats.most, Math.round(players)));
    const side = Math.round(last?.side ?? 0);
    this.#side = side >= -1 && side < this.#players ? side : 0;
    this.element = h(
      "form",
      {
        class: "setup",
        onsubmit: (e: SubmitEvent) => {
          e.preventDefault();
          void this.begin();
        },
      },
      h("h2", null, t.setup.title(wordsOf(game.name).title)),
      h("p", { class: "quiet" }, wordsOf(game.name).summary),
      this.#body,
    );
    this.#draw();
  }

  /** Begins, and remembers what was chosen. */
  async begin(): Promise<void> {
    setPref("setups", {
      ...pref("setups"),
      [this.#game.name]: {
        engine: this.#engine?.name ?? "",
        level: this.#level,
        side: this.#side,
        players: this.#players,
        clock: this.#clock,
        own: this.#own,
        rules: this.#rules.text(this.#players),
      },
    });
    if (await begin(this.#match())) this.#done();
  }

  #draw(): void {
    const focus = document.activeElement?.id;
    fill(
      this.#body,
      this.#radios(
        "opponent",
        t.setup.opponent,
        [
          ["engine", t.setup.anEngine],
          // an invitation needs a server that both can reach
          ...(SITE ? [] : [["person", t.setup.aPerson] as [string, string]]),
          ...(this.#sharesScreen ? [["screen", t.setup.atScreen] as [string, string]] : []),
          ["none", t.setup.onlyWatch],
        ],
        this.#opponent,
        (value) => (this.#opponent = value as Opponent),
      ),
      this.#opponent === "screen" || (this.#opponent === "person" && this.#peopleNow === this.#players)
        ? null
        : this.#engines(),
      this.#opponent === "none" || this.#opponent === "screen" ? null : this.#sides(),
      this.#anyNumber ? this.#seatCount() : null,
      this.#opponent === "person" && this.#players > 2 ? this.#peopleCount() : null,
      this.#radios(
        "clock",
        t.setup.clock,
        [...CLOCKS.map(({ key, words }): [string, string] => [key, words()]), ["own", t.setup.ownClock]],
        this.#clock,
        (value) => (this.#clock = value),
      ),
      this.#clock === "own" ? this.#ownClock() : null,
      this.#rules.fields(),
      this.#opponent === "none" ? null : this.#person(),
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          "data-field": "listed",
          checked: this.#listed,
          onchange: (e: Event) => (this.#listed = (e.target as HTMLInputElement).checked),
        }),
        t.setup.listed,
      ),
      h(
        "div",
        { class: "sheet-foot" },
        h(
          "button",
          { class: "button strong wide", "data-action": "begin" },
          this.#opponent === "person"
            ? this.#peopleNow > 2
              ? t.setup.inviteAll
              : t.setup.invite
            : t.setup.begin,
        ),
      ),
    );
    if (focus) document.getElementById(focus)?.focus();
  }

  #radios(...[name, title, options, value, chosen]: Parameters<typeof pills>): HTMLElement {
    return pills(name, title, options, value, (key) => {
      chosen(key);
      this.#draw();
    });
  }

  #engines(): HTMLElement[] {
    const parts: HTMLElement[] = [],
      words = wordsOf(this.#game.name);
    if (this.#game.engines.length > 1)
      parts.push(
        this.#radios(
          "engine",
          t.setup.which,
          this.#game.engines.map((engine) => [
            engine.name,
            known(words.engines, engine.name),
            words.notes[engine.name] ?? engine.summary,
          ]),
          this.#engine?.name ?? "",
          (value) => {
            this.#engine = this.#game.engines.find((engine) => engine.name === value);
            this.#level = easiest(this.#engine);
          },
        ),
      );
    const all = this.#engine?.levels ?? [],
      levels = [...all.filter((level) => !level.style), ...all.filter((level) => level.style)];
    if (levels.length > 1)
      parts.push(
        this.#radios(
          "level",
          t.setup.level,
          levels.map((level) => [
            level.name,
            known(t.levels, level.name),
            words.notes[`${this.#engine?.name}.${level.name}`] ?? level.meaning,
          ]),
          this.#level,
          (value) => (this.#level = value),
        ),
      );
    return parts;
  }

  #sides(): HTMLElement | null {
    if (this.#anyNumber) return null;
    const [first = "", second = ""] = this.#game.sides.map((side) => known(t.called, side));
    return this.#radios(
      "side",
      t.setup.side,
      [
        ["0", t.setup.first(first)],
        ["1", t.setup.second(second)],
        ["-1", t.setup.either],
      ],
      String(this.#side),
      (value) => (this.#side = Number(value)),
    );
  }

  /** Whether two people can share a screen: nothing is hidden from either. */
  get #sharesScreen(): boolean {
    return !this.#anyNumber && !this.#game.features.hidden;
  }

  /** Whether people choose how many play. */
  get #anyNumber(): boolean {
    return this.#game.seats.most > this.#game.seats.least;
  }

  #seatCount(): HTMLElement {
    const { least, most } = this.#game.seats;
    const counts = Array.from({ length: most - least + 1 }, (_, i) => least + i);
    return this.#radios(
      "players",
      t.setup.players,
      counts.map((n) => [String(n), number(n)]),
      String(this.#players),
      (value) => (this.#players = Number(value)),
    );
  }

  /** The other seats are engines'. */
  #peopleCount(): HTMLElement {
    const counts = Array.from({ length: this.#players - 1 }, (_, i) => 2 + i);
    return this.#radios(
      "people",
      t.setup.people,
      counts.map((n) => [String(n), number(n)]),
      String(this.#peopleNow),
      (value) => (this.#people = Number(value)),
    );
  }

  get #peopleNow(): number {
    return Math.min(this.#people, this.#players);
  }

  #person(): HTMLElement {
    return h("div", { class: "person" }, nameField());
  }

  #ownClock(): HTMLElement {
    const field = (key: "minutes" | "seconds", least: number, most: number): HTMLElement => {
      const input = h("input", {
        type: "number",
        min: least,
        max: most,
        required: true,
        value: this.#own[key],
        "data-clock": key,
        oninput: () => (this.#own = { ...this.#own, [key]: Number(input.value) }),
      });
      return h("label", { class: "field" }, h("span", null, t.setup.own[key]), input);
    };
    return h("div", { class: "own-clock" }, field("minutes", 1, 600), field("seconds", 0, 600));
  }

  #match(): NewMatch {
    const own = { game: this.#own.minutes * 60_000, increment: this.#own.seconds * 1000 };
    const clock =
      this.#clock === "own" ? own : (CLOCKS.find((one) => one.key === this.#clock)?.clock ?? undefined);
    const engine: NewSeat = {
      kind: "engine",
      ...(this.#engine ? { engine: this.#engine.name } : {}),
      ...(this.#level ? { level: this.#level } : {}),
      time: ENGINE_MS,
    };
    const me = mySeat();
    const mine =
      this.#anyNumber || this.#opponent === "screen"
        ? 0
        : this.#side < 0
          ? Math.floor(Math.random() * this.#players)
          : this.#side;
    // people come first: this person, then the invited ones
    const invited = this.#opponent === "person" ? this.#peopleNow - 1 : 0;
    const others = Array.from({ length: this.#players - 1 }, (_, i): NewSeat =>
      this.#opponent === "screen" ? { kind: "person" } : i < invited ? { kind: "open" } : engine,
    );
    const seats =
      this.#opponent === "none" ? [engine, ...others] : [...others.slice(0, mine), me, ...others.slice(mine)];
    return {
      game: this.#game.name,
      rules: this.#rules.text(this.#players),
      seats,
      listed: this.#listed,
      ...(clock ? { clock } : {}),
    };
  }
}

/** Makes a match, asking for the operator's password if there is one; null if the person gives up. */
async function create(match: NewMatch): Promise<Created | null> {
  for (;;) {
    try {
      return await createMatch(match);
    } catch (e) {
      if (!(e instanceof Refused) || e.code !== "password") throw e;
      const given = await askPassword(whyNot(e));
      if (given === null) return null;
      setPref("password", given);
    }
  }
}

/** Makes a match, keeps the tokens, and goes there. */
async function begin(match: NewMatch): Promise<boolean> {
  try {
    const created = await create(match);
    if (!created) return false;
    keepKey(created.match, created.key);
    const shared = match.seats.filter((seat) => seat.kind === "person").length > 1;
    match.seats.forEach((seat, i) => {
      const token = created.seats[i]?.token;
      if (!token) return;
      if (seat.kind === "person") {
        if (shared) keepScreenSeat(created.match, i, token);
        keepToken(created.match, token);
        keepMine(addressOf(created.match));
      } else keepInvitation(created.match, i, token);
    });
    navigate(`/match/${addressOf(created.match)}`);
    return true;
  } catch (e) {
    notice(whyNot(e));
    return false;
  }
}

/** Begins against the engine with what was chosen last, else with what suits a newcomer. */
export async function playNow(name: Game): Promise<void> {
  try {
    const game = (await getGames()).games.find((one) => one.name === name);
    if (!game) throw new Error(t.notFound);
    await new Setup(game, () => undefined).begin();
  } catch (e) {
    notice(whyNot(e));
  }
}

/** The same match again, or with engines of another level; two players swap sides. */
export async function setupAgain(match: Match, level?: string): Promise<void> {
  const engines = (await getGames()).games.find((game) => game.name === match.game)?.engines ?? [];
  const seats = match.seats.map((seat): NewSeat => {
    // an engine's name is its level
    const engine = engines.find((one) => one.levels.some((level) => level.name === seat.name))?.name;
    if (seat.kind === "engine")
      return { kind: "engine", level: level ?? seat.name, time: ENGINE_MS, ...(engine ? { engine } : {}) };
    if (screenSeat(match.id, seat.seat))
      return { kind: "person", name: seat.name, avatar: seat.avatar ?? "" };
    if (seat.seat === match.you) return mySeat();
    return { kind: "open" };
  });
  if (seats.length === 2) seats.reverse();
  const last = pref("setups")[match.game];
  if (level && last) setPref("setups", { ...pref("setups"), [match.game]: { ...last, level } });
  await begin({
    game: match.game,
    rules: match.rules,
    seats,
    listed: match.listed ?? true,
    ...(match.clock ? { clock: match.clock } : {}),
  });
}

/** Opens the sheet over the page; closing it goes back to the start. */
export async function openSetup(name: Game): Promise<void> {
  const dialog = h("dialog", {
    class: "sheet setup-sheet",
    "aria-label": t.setup.title(wordsOf(name).title),
  });
  let begun = false;
  dialog.addEventListener("close", () => {
    dialog.remove();
    if (!begun && place().path.startsWith("/play/")) navigate("/");
  });
  dialog.addEventListener("click", (e) => e.target === dialog && dialog.close());
  try {
    const game = (await getGames()).games.find((one) => one.name === name);
    if (!game) throw new Error(t.notFound);
    if (!place().path.startsWith("/play/")) return; // the person has left the page
    add(
      dialog,
      new Setup(game, () => {
        begun = true;
        dialog.close();
      }).element,
      h("button", { class: "button round close", "aria-label": t.close, onclick: () => dialog.close() }, "×"),
    );
    document.body.append(dialog);
    dialog.showModal();
  } catch (e) {
    notice(whyNot(e));
  }
}
