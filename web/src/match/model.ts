/* match/model - one match as this person sees it, kept in step with the server.
 *
 * The server sends the whole match first and again after every reconnection; between, what happens.
 * The person may look at an earlier position (`at`) while the match continues. A move is kept until the
 * server confirms it: if the connection breaks before that, it is sent again if the match is still at the
 * same move. */
import { mySecret } from "../api/account.js";
import { analyse, getState, type Line, moveValues, Refused, thinksHere } from "../api/http.js";
import { socket } from "../api/socket.js";
import type { Evaluation, Match, MoveValue, Odds, OfferKind, State, Tell } from "../api/types.js";
import { viewOf } from "../games/index.js";
import { screenSeat } from "../prefs.js";
import { t } from "../text/index.js";
import { sayRefusal, whyNot } from "../text/say.js";

/** How long a position that people need to look at stays, such as shown dice. */
const PAUSE_MS = 4500;
/** How long an engine thinks about a position that a person looks at. */
const THINK_MS = 600;
/** The same for a hint, and for the value of every move, as on the server. */
const HINT_MS = 1500;
const VALUES_MS = 4000;

/** News brings a position without its game: it belongs to the match the news is about. */
function setState(match: Match, state: State): void {
  Object.assign(match, { state });
}

export type Change =
  | "match"
  | "move"
  | "undone"
  | "end"
  | "seats"
  | "offers"
  | "look"
  | "evaluation"
  | "hint"
  | "values"
  | "pending";

export class MatchModel {
  match: Match | null = null;
  /** When the clocks were received, by this machine's clock. */
  clocksAt = 0;
  /** The number of moves of the position that is shown. */
  at = 0;
  shown: State | null = null;
  evaluation: Evaluation | null = null;
  hint: { at: number; move: string } | null = null;
  values: { at: number; values: MoveValue[]; unit: string } | null = null;
  pending: { at: number; text: string } | null = null;
  asked: OfferKind | null = null;

  #id: number;
  #leave: () => void;
  #states = new Map<number, State>();
  #queue: Tell[] = [];
  #timer = 0;
  #holding = false;
  #hurried = false;
  #evaluating = false;
  /** By seat, if several people play at this screen: the seat on turn is watched from. */
  #screen: (string | undefined)[] = [];

  constructor(
    id: number,
    token: string | undefined,
    private readonly changed: (change: Change) => void,
    private readonly complain: (words: string, code: string) => void,
  ) {
    this.#id = id;
    this.#leave = socket().watch(id, token, (message) => this.#hear(message));
  }

  dispose(): void {
    clearTimeout(this.#timer);
    if (this.#evaluating) this.evaluate(false);
    this.#leave();
  }

  get live(): boolean {
    return this.match !== null && this.at === this.match.at;
  }

  /** Whether the person may move in the position shown. */
  get interactive(): boolean {
    return (
      this.live &&
      this.match?.you !== null &&
      !this.match?.verdict &&
      !this.match?.waiting &&
      !this.pending &&
      !this.#holding &&
      (this.shown?.moves.length ?? 0) > 0
    );
  }

  /** Whether shown dice are being held for a look. */
  get holding(): boolean {
    return this.#holding;
  }

  play(text: string): void {
    if (!this.match || this.pending) return;
    this.pending = { at: this.match.at, text };
    this.hint = null;
    this.#sendPending();
    this.changed("pending");
  }

  resign(): void {
    this.#request({ do: "resign" });
  }

  /** Sends a chat message to everyone who may read it; a spectator gives a name. */
  say(what: { text: string } | { phrase: string }, name: string): void {
    socket()
      .ask({ do: "say", match: this.#id, name, ...what })
      .catch((e: unknown) => this.complain(whyNot(e), "chat"));
  }

  offer(what: OfferKind): void {
    if (this.shared) return void this.#agree(what);
    this.asked = what;
    this.changed("offers");
    this.#request({ do: "offer", what });
  }

  /** People at one screen agree among themselves: the person who moved last takes the move back. */
  async #agree(what: OfferKind): Promise<void> {
    const { match } = this;
    const last = match?.moves.filter((move) => this.#screen[move.seat] !== undefined).at(-1)?.seat;
    const by = what === "undo" ? last : (match?.state.turn ?? undefined);
    if (by === undefined) return;
    this.#sit(by);
    if (!(await this.#request({ do: "offer", what }))) return this.#sitOnTurn();
    for (const seat of this.#screen.keys()) {
      if (seat === by) continue;
      this.#sit(seat);
      await this.#request({ do: "accept", what });
    }
    this.#sitOnTurn();
  }

  /** Whether several people play at this screen. */
  get shared(): boolean {
    return this.#screen.length > 0;
  }

  #sit(seat: number | null | undefined): void {
    const token = this.#screen[seat ?? -1];
    if (token) socket().sit(this.#id, token);
  }
  #sitOnTurn(): void {
    if (this.match && !this.match.verdict) this.#sit(this.match.state.turn);
  }
  /** Everybody at this screen is here. */
  #seatAll(match: Match): void {
    for (const seat of match.seats) if (this.#screen[seat.seat]) seat.connected = true;
  }

  answer(what: OfferKind, accept: boolean): void {
    if (this.match) this.match.offers = this.match.offers.filter((offer) => offer.what !== what);
    this.changed("offers");
    this.#request({ do: accept ? "accept" : "decline", what });
  }

  /** Takes the seat of a token, or changes the name and face of the person in it; undefined leaves them as
   * they are. */
  join(token: string, name: string | undefined, avatar: string): Promise<Tell> {
    return socket().ask({ do: "join", match: this.#id, token, name, avatar, account: mySecret() });
  }

  /** The match so far. */
  async played(moves = this.match?.moves.length): Promise<Line> {
    const { match } = this;
    if (!match) throw new Error("no match");
    const { game, rules } = match;
    const start = await this.startText();
    return { game, rules, start, moves: match.moves.slice(0, moves).map((move) => move.text) };
  }

  /** Whether this browser thinks about the match, and may: the server decides that, and notes that it helped. */
  async #mayThink(what: "hint" | "values"): Promise<Line | null | undefined> {
    const { match } = this;
    if (!match || !thinksHere(match.game)) return undefined;
    const line = await this.played();
    return (await this.#request({ do: what, here: true })) && line;
  }

  async askHint(): Promise<void> {
    const line = await this.#mayThink("hint");
    if (line === null) return;
    if (line) {
      const { best } = await analyse({ ...line, time: HINT_MS });
      if (best !== null) this.hint = { at: line.moves.length, move: best };
      return this.changed("hint");
    }
    const answer = await this.#request({ do: "hint" });
    if (answer?.tell !== "hint") return;
    this.hint = { at: answer.at, move: answer.move };
    this.changed("hint");
  }

  async askValues(on: boolean): Promise<void> {
    this.values = null;
    const line = on ? await this.#mayThink("values") : null;
    if (line) {
      const { game, rules, start, moves } = line;
      this.values = { at: moves.length, ...(await moveValues(game, rules, start, moves, VALUES_MS)) };
    } else if (line === undefined) {
      const answer = await this.#request({ do: "values" });
      if (answer?.tell === "values")
        this.values = { at: answer.at, values: answer.values, unit: answer.unit };
    }
    this.changed("values");
  }

  async askOdds(): Promise<Odds[]> {
    const answer = await socket().ask({ do: "odds", match: this.#id });
    return answer.tell === "odds" ? answer.bids : [];
  }

  evaluate(on: boolean): void {
    this.#evaluating = on;
    if (!on) this.evaluation = null;
    else void this.#thinkAbout(this.at);
    socket()
      .ask({ do: "evaluate", match: this.#id, on })
      .catch((e: unknown) => {
        if (!(e instanceof Refused) || e.code === "disconnected") return;
        this.#evaluating = false;
        this.complain(whyNot(e), e.code);
        this.changed("evaluation");
      });
    this.changed("evaluation");
  }

  /** Earlier positions are not evaluated by the server's news: an engine is asked about each. */
  async #thinkAbout(at: number): Promise<void> {
    const match = this.match;
    if (!match || !this.#evaluating || (this.live && !match.verdict)) return;
    try {
      const thought = await analyse({ ...(await this.played(at)), time: THINK_MS });
      if (this.at !== at || !this.#evaluating || typeof thought.score !== "number" || !thought.unit) return;
      this.evaluation = { ...thought, score: thought.score, match: this.#id, at };
      this.changed("evaluation");
    } catch {
      /* a position that is over has nothing to think about */
    }
  }

  #start: Promise<State> | null = null;
  /** The position in which the match began. */
  start(): Promise<State> {
    return (this.#start ??= getState(this.#id, 0));
  }
  async startText(): Promise<string> {
    return (await this.start()).text;
  }

  get evaluating(): boolean {
    return this.#evaluating;
  }

  /** Shows the position after `at` moves. */
  async look(at: number): Promise<void> {
    const match = this.match;
    if (!match) return;
    this.nextRound();
    const wanted = Math.max(0, Math.min(match.at, at));
    this.at = wanted;
    void this.#thinkAbout(wanted);
    const state = wanted === match.at ? match.state : this.#states.get(wanted);
    if (state) {
      this.shown = state;
      this.changed("look");
      return;
    }
    this.changed("look");
    const answer = await this.#request({ do: "look", at: wanted });
    if (answer?.tell !== "look") return;
    this.#states.set(answer.at, answer.state);
    if (this.at !== answer.at) return;
    this.shown = answer.state;
    this.changed("look");
  }

  /** Whether this person is out of a game that goes on. */
  get out(): boolean {
    const { match } = this;
    return (
      match !== null &&
      match.you !== null &&
      !this.#hurried &&
      viewOf(match.game).isOut?.(match.state, match.you) === true
    );
  }

  /** Holds no position for a look any more. */
  hurry(): void {
    this.#hurried = true;
    this.nextRound();
    this.changed("look");
  }

  /** Ends the pause, and catches up with what happened during it. */
  nextRound(): void {
    clearTimeout(this.#timer);
    this.#holding = false;
    const queue = this.#queue;
    this.#queue = [];
    for (const message of queue) this.#hear(message);
    if (queue.length > 0) this.changed("look");
  }

  async #request(question: Record<string, unknown>): Promise<Tell | null> {
    try {
      return await socket().ask({ ...question, match: this.#id });
    } catch (e) {
      if (e instanceof Refused && e.code !== "disconnected") this.complain(whyNot(e), e.code);
      return null;
    }
  }

  #sendPending(): void {
    const pending = this.pending;
    if (!pending) return;
    socket()
      .ask({ do: "move", match: this.#id, at: pending.at, text: pending.text })
      .catch((e: unknown) => {
        if (!(e instanceof Refused) || e.code === "disconnected") return; // the next whole match decides
        if (this.pending === pending) this.pending = null;
        this.complain(e.code === "stale" ? t.match.late : whyNot(e), e.code);
        socket().refresh(this.#id);
      });
  }

  #hear(message: Tell): void {
    if (message.tell === "error") {
      if (message.code === "refused" && this.pending) {
        // by the referee, later: someone was quicker
        this.pending = null;
        socket().refresh(this.#id);
      }
      return this.complain(sayRefusal(message), message.code);
    }
    if (message.tell === "match") {
      this.#queue = [];
      this.#holding = false;
      return this.#take(message);
    }
    const held =
      message.tell === "move" ||
      message.tell === "end" ||
      message.tell === "undone" ||
      (message.tell === "reveal" && message.at !== this.match?.at); // the keys of a later round
    if (this.#holding && held) this.#queue.push(message);
    else this.#take(message);
  }

  #take(message: Tell): void {
    const match = this.match;
    switch (message.tell) {
      case "match":
        return this.#takeMatch(message.match);
      case "move": {
        if (!match) return;
        const count = message.at === match.at ? match.at + 1 : message.at;
        if (count !== match.at + 1) return socket().refresh(this.#id);
        match.moves.push(message.move);
        this.#advance(match, count, message.state);
        this.#setClocks(match, message.clocks);
        if (this.pending && this.pending.at < count) this.pending = null;
        this.#sitOnTurn();
        this.#holdPause(match);
        return this.changed("move");
      }
      case "undone":
        if (!match) return;
        match.moves.length = message.at;
        for (const at of this.#states.keys()) if (at > message.at) this.#states.delete(at);
        match.at = message.at;
        setState(match, message.state);
        match.offers = [];
        this.asked = null;
        this.pending = null;
        this.at = message.at;
        this.shown = message.state;
        this.#setClocks(match, message.clocks);
        this.#sitOnTurn();
        return this.changed("undone");
      case "end":
        if (!match) return;
        match.verdict = message.verdict;
        match.offers = [];
        this.asked = null;
        this.pending = null;
        setState(match, message.state);
        if (this.live) this.shown = message.state;
        this.#setClocks(
          match,
          message.clocks ?? { ...match.clocks, running: null, left: this.clockNow().left },
        );
        return this.changed("end");
      case "clocks":
        if (!match) return;
        match.seats = message.seats ?? match.seats;
        this.#seatAll(match);
        match.waiting = false;
        this.#setClocks(match, message.clocks);
        if (message.clocks.trouble) this.complain(sayRefusal(message.clocks.trouble), "trouble");
        return this.changed("seats");
      case "seats":
        if (!match) return;
        match.seats = message.seats;
        this.#seatAll(match);
        return this.changed("seats");
      case "chat": {
        if (!match) return;
        if (message.chat) match.chat = message.chat;
        const { line } = message,
          lines = match.chat?.lines ?? [];
        if (line && !lines.some((one) => one.number === line.number)) lines.push(line);
        return this.changed("seats");
      }
      case "spectators":
        if (!match) return;
        match.spectators = message.count;
        return this.changed("seats");
      case "offer":
        if (!match) return;
        if (message.seat !== match.you) match.offers.push({ seat: message.seat, what: message.what });
        return this.changed("offers");
      case "reveal": // the last key of a round comes with the position that shows all of them
        if (!match || !message.state || message.at !== match.at) return;
        setState(match, message.state);
        if (this.live) this.shown = message.state;
        return this.changed("look");
      case "declined":
        this.asked = null;
        this.complain(t.match.declined[message.what], "declined");
        return this.changed("offers");
      case "evaluation":
        // nothing to say of an end
        if (message.at !== this.at || typeof message.score !== "number" || !message.unit) return;
        this.evaluation = message;
        return this.changed("evaluation");
    }
  }

  #takeMatch(match: Match): void {
    const followed = this.match === null || this.live,
      ended = this.match !== null && !this.match.verdict && match.verdict; // while the line was broken
    this.match = match;
    this.#screen = match.seats.map((seat) => screenSeat(match.id, seat.seat));
    if (this.#screen.filter(Boolean).length < 2) this.#screen = [];
    this.#seatAll(match);
    this.#sitOnTurn();
    this.#setClocks(match, match.clocks);
    this.asked = match.offers.find((offer) => offer.seat === match.you)?.what ?? null;
    match.offers = match.offers.filter((offer) => offer.seat !== match.you);
    if (followed || this.at > match.at) {
      this.at = match.at;
      this.shown = match.state;
    }
    if (this.pending && this.pending.at === match.at && !match.verdict) this.#sendPending();
    else this.pending = null;
    if (this.#evaluating) this.evaluate(true);
    this.changed("match");
    if (ended) this.changed("end");
  }

  #advance(match: Match, count: number, state: State): void {
    const followed = this.live;
    this.#states.set(match.at, match.state);
    match.at = count;
    setState(match, state);
    match.offers = [];
    this.asked = null;
    if (!followed) return;
    this.at = count;
    this.shown = state;
  }

  #holdPause(match: Match): void {
    const { pause } = viewOf(match.game);
    if (!pause?.at(match.state) || !this.live || document.hidden || this.#hurried) return;
    clearTimeout(this.#timer);
    this.#holding = true;
    this.#timer = window.setTimeout(() => {
      this.nextRound();
      this.changed("look");
    }, PAUSE_MS);
  }

  #setClocks(match: Match, clocks: Match["clocks"]): void {
    match.clocks = clocks;
    this.clocksAt = performance.now();
  }

  /** The time left for each seat now. */
  clockNow(): { left: (number | null)[]; move: (number | null)[]; running: number | null } {
    const clocks = this.match?.clocks;
    if (!clocks) return { left: [], move: [], running: null };
    const passed = performance.now() - this.clocksAt;
    const run = (times: (number | null)[]): (number | null)[] =>
      (times ?? []).map((ms, seat) =>
        ms === null || clocks.paused || seat !== clocks.running ? ms : Math.max(0, ms - passed),
      );
    return { left: run(clocks.left), move: run(clocks.move), running: clocks.running };
  }
}
