/* pages/match - one match: to play, to watch, to replay. */
import { gameInfo, getRecord, recordAddress } from "../api/http.js";
import { addressOf } from "../api/keys.js";
import { socket } from "../api/socket.js";
import type { Match, OfferKind, State } from "../api/types.js";
import type { Board, BoardHost } from "../games/board.js";
import { viewOf, wordsOf } from "../games/index.js";
import { add, fill, h } from "../dom.js";
import { icon } from "../icons.js";
import { ChatPanel } from "../match/chat.js";
import { EvaluationBar } from "../match/evaluation.js";
import { type Change, MatchModel } from "../match/model.js";
import { MoveList, moveWords } from "../match/moves.js";
import { ReviewPanel } from "../match/review_panel.js";
import { boardSeats, nameOf, SeatBar } from "../match/seats.js";
import { play as sound } from "../match/sound.js";
import { addressFor, linkTo, place, rename } from "../place.js";
import { invitationOf, keepMine, keepToken, pref, setPref, tokenOf } from "../prefs.js";
import { navigate, notice, type Page, say } from "../shell.js";
import { known, number, t } from "../text/index.js";
import { capital, rulesInWords, whyNot } from "../text/say.js";
import { invitation, shareBox } from "./invite.js";
import { finale } from "./finale.js";
import { whyEnded } from "./lists.js";
import { setupAgain } from "./setup.js";

const TICK_MS = 100;

/** Why a match ended, without the obvious reasons. To the loser, a reason about the winner names the winner. */
function why(match: Match): string {
  const { verdict, you } = match;
  if (!verdict) return "";
  const words = whyEnded(match.game, verdict);
  const others = verdict.winner !== null && verdict.winner >= 0 && you !== null && verdict.winner !== you;
  return others && verdict.reason === "won" && viewOf(match.game).reasonOfWinner
    ? `${t.match.won(nameOf(match, verdict.winner))} · ${words}`
    : words;
}

class MatchPage implements Page {
  readonly element = h("div", { class: "match" });
  title = "";
  #id: number;
  #invited: string | undefined;
  #model: MatchModel;
  #board: Board | null = null;
  #seats: SeatBar[] = [];
  #moves: MoveList;
  #bar = new EvaluationBar();
  #chat = new ChatPanel((what) => this.#model.say(what, pref("name")));
  #status = h("h1", { class: "match-status" });
  #under = h("p", { class: "match-under" });
  #actions = h("div", { class: "actions" });
  #offers = h("div", { class: "offers" });
  #above = h("div", { class: "seats above" });
  #below = h("div", { class: "seats below" });
  #stage = h("div", { class: "stage" });
  #row = h("div", { class: "stage-row" }, this.#bar.element, this.#stage);
  #apart = h("div", { class: "tools apart" });
  #looking = h("div", { class: "looking", hidden: true });
  #share = h("div", { class: "shares" });
  #after = h("section", { class: "after", hidden: true });
  #typed = h("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: "false",
    dir: "ltr",
    "aria-label": t.match.typeMove,
    placeholder: t.match.typeMove,
    list: "legal-moves",
  });
  #legal = h("datalist", { id: "legal-moves" });
  #form: HTMLFormElement;
  #ticker: number;
  #review: ReviewPanel | null = null;
  #reviewWanted: boolean;
  #shownAt = -1;
  #sitting = "";
  #called = "";
  #valuesOn = false;
  /** The move at which the address asks to begin. */
  #wantedAt: number | null = null;
  #finale: HTMLElement | null = null;
  #stopStatus: () => void;
  /** Heard before the board: it needs the arrow keys only while this person is to move. */
  #keys = (e: KeyboardEvent): void => {
    const target = e.target instanceof Element ? e.target : null;
    if (target?.closest("input, select, textarea, dialog") || e.ctrlKey || e.metaKey || e.altKey) return;
    if (this.#model.interactive && this.#stage.contains(target) && e.key.startsWith("Arrow")) return;
    if (!this.#moves.key(e)) return;
    e.preventDefault();
    e.stopPropagation();
  };

  constructor(id: number, fragment: string, review: boolean) {
    this.#id = id;
    this.#reviewWanted = review;
    const at = place().query.get("at");
    if (at !== null && /^\d+$/.test(at)) this.#wantedAt = Number(at);
    if (fragment && tokenOf(id) !== fragment) this.#invited = fragment;
    this.#model = new MatchModel(
      id,
      this.#invited ?? tokenOf(id),
      (change) => this.#changed(change),
      (words, code) => this.#complain(words, code),
    );
    this.#moves = new MoveList(this.#model);
    this.#form = h(
      "form",
      {
        class: "type-move",
        onsubmit: (e: SubmitEvent) => {
          e.preventDefault();
          if (this.#typed.value.trim()) this.#play(this.#typed.value.trim());
          this.#typed.value = "";
        },
      },
      this.#typed,
      this.#legal,
      h("button", { class: "button" }, t.match.send),
    );
    this.element.append(
      h("div", { class: "match-board" }, this.#above, this.#row, this.#below, this.#looking),
      h(
        "aside",
        { class: "match-side" },
        h("div", { class: "match-head" }, this.#status, this.#under),
        this.#offers,
        this.#share,
        this.#actions,
        this.#after,
        this.#moves.element,
        this.#form,
        this.#chat.element,
        this.#apart,
      ),
    );
    this.#ticker = window.setInterval(() => this.#tick(), TICK_MS);
    addEventListener("keydown", this.#keys, true);
    this.#stopStatus = socket().onStatus(() => this.#drawStatus());
  }

  dispose(): void {
    clearInterval(this.#ticker);
    this.#review?.dispose();
    removeEventListener("keydown", this.#keys, true);
    this.#finale?.remove();
    this.#stopStatus();
    this.#moves.dispose();
    this.#board?.dispose();
    this.#model.dispose();
  }

  #tick(): void {
    for (const seat of this.#seats) seat.tick(this.#model);
  }

  #complain(words: string, code: string): void {
    if (!this.#model.match && code === "no-match") {
      fill(
        this.element,
        h(
          "div",
          { class: "empty" },
          h("h1", null, t.match.noSuch),
          h("a", { class: "button", href: addressFor("/") }, t.toStart),
        ),
      );
      return;
    }
    notice(words, code === "declined" ? "good" : "bad");
    say(words);
    if (code !== "declined") this.#draw(false);
  }

  #changed(change: Change): void {
    const match = this.#model.match;
    if (!match) return;
    // the board is made for its seats and this person's own: when they change, it is made again
    const sitting = JSON.stringify([this.#side(match), match.seats.map((seat) => seat.kind)]),
      seats = boardSeats(match),
      called = JSON.stringify(seats);
    if (sitting !== this.#sitting || (called !== this.#called && !this.#board?.reseat)) this.#begin(match);
    else if (called !== this.#called) {
      this.#board?.reseat?.(seats);
      this.#seat(match);
    }
    this.#sitting = sitting;
    this.#called = called;
    if (change === "match" && this.#invited) this.#welcome(match);
    if (change === "match" && this.#wantedAt !== null) {
      const at = this.#wantedAt;
      this.#wantedAt = null;
      queueMicrotask(() => void this.#model.look(at));
    }
    if (change === "move") this.#announce(match);
    if (change === "undone") say(t.match.undone);
    if (change === "end") this.#ended(match);
    this.#draw(change === "move" || change === "look" || change === "undone");
  }

  #begin(match: Match): void {
    this.#board?.dispose();
    this.#shownAt = -1;
    this.title = wordsOf(match.game).title;
    document.title = `${this.title} · Damero`;
    this.element.dataset["game"] = match.game;
    this.#board = viewOf(match.game).board({
      game: match.game,
      rules: match.rules,
      seats: boardSeats(match),
      you: this.#side(match),
      miniature: false,
      play: (text) => this.#play(text),
      say,
      odds: () => this.#model.askOdds(),
      ...(viewOf(match.game).faces && match.you !== null && match.verdict === null
        ? { guest: this.#guest(match) }
        : {}),
    });
    fill(this.#stage, this.#board.element);
    this.#seat(match);
  }

  /** The face of this person. The game opens with that choice before the first move, unless a clock runs. */
  #guest(match: Match): NonNullable<BoardHost["guest"]> {
    const { you } = match,
      guests = (): number[] => viewOf(match.game).faces?.of(this.#model.match?.seats ?? match.seats) ?? [];
    return {
      taken: () => guests().filter((_, i) => i !== you && this.#model.match?.seats[i]?.kind === "person"),
      opening:
        pref("seated") !== this.#id &&
        !match.clock &&
        !match.moves.some((move) => move.seat === you) &&
        match.seats[you ?? 0]?.kind === "person",
      sitDown: (guest) => {
        queueMicrotask(() => this.#draw(false)); // the buttons, once the opening is gone
        const token = tokenOf(this.#id);
        setPref("avatar", guest);
        setPref("seated", this.#id);
        if (token && you !== null && this.#model.match?.seats[you]?.avatar !== String(guest))
          this.#model.join(token, undefined, String(guest)).catch((e: unknown) => notice(whyNot(e)));
      },
    };
  }

  #seat(match: Match): void {
    this.#seats = match.seats.map((seat) => new SeatBar(seat.seat, match));
    const mine = this.#side(match) ?? 0;
    const bottom = this.#seats[mine];
    fill(this.#below, bottom?.element);
    fill(
      this.#above,
      this.#seats.filter((seat) => seat !== bottom).map((seat) => seat.element),
    );
  }

  /** Someone came with the link of an open seat: it is taken with a name. */
  #welcome(match: Match): void {
    const token = this.#invited;
    const seat = match.you === null ? undefined : match.seats[match.you];
    if (!token) return;
    this.#invited = undefined;
    if (!seat) {
      rename(`/match/${addressOf(this.#id)}`);
      say(t.match.badLink);
      return notice(t.match.badLink);
    }
    keepToken(this.#id, token);
    keepMine(addressOf(this.#id));
    rename(`/match/${addressOf(this.#id)}`);
    if (seat.kind !== "open") return;
    invitation(match, (name, avatar) => {
      this.#model.join(token, name, String(avatar)).catch((e: unknown) => notice(whyNot(e)));
    });
  }

  #play(text: string): void {
    if (this.#review?.state) void this.#review.play(text);
    else this.#model.play(text);
  }

  #announce(match: Match): void {
    const move = match.moves.at(-1);
    if (!move) return;
    const name = move.seat >= 0 ? nameOf(match, move.seat) : "";
    say(name ? t.match.moved(name, moveWords(match.game, move)) : moveWords(match.game, move));
    if (move.seat < 0) sound("dice");
    else sound(viewOf(match.game).captures?.(move.text) ? "capture" : "move");
    if (match.you === null || match.state.turn !== match.you || move.seat === match.you) return;
    sound("turn");
    this.#call();
  }

  #ended(match: Match): void {
    sound("end");
    say(`${this.#headline(match)}. ${why(match)}`);
    this.#finale?.remove();
    this.#finale = finale(match, this.#headline(match), why(match), () => this.#openReview(match));
    this.#row.append(this.#finale);
  }

  /** The side from which the board is seen; people who share a screen do not turn it. */
  #side(match: Match): number | null {
    return this.#model.shared ? 0 : match.you;
  }

  #headline(match: Match): string {
    const you = this.#model.shared ? null : match.you;
    const verdict = match.verdict;
    if (!verdict) {
      if (match.waiting) return capital(t.waitingFor);
      const { pause, between } = viewOf(match.game);
      if (pause && this.#model.holding) return pause.words(match.state, (seat) => nameOf(match, seat));
      const turn = match.state.turn;
      if (turn === you && turn !== null) return t.match.yourTurn;
      if (turn !== null && turn >= 0) return t.match.onTurn(nameOf(match, turn));
      return between?.(match.state) ?? "";
    }
    if (verdict.winner === null || verdict.winner < 0)
      return verdict.reason === "aborted" ? t.match.noResult : t.match.drawn;
    if (you === null) return t.match.won(nameOf(match, verdict.winner));
    return verdict.winner === you ? t.match.youWon : t.match.youLost;
  }

  #drawStatus(): void {
    const match = this.#model.match;
    if (!match) return;
    this.#status.textContent = this.#headline(match);
    const verdict = match.verdict;
    const rules = rulesInWords(match.game, match.rules);
    fill(
      this.#under,
      verdict
        ? why(match)
        : [
            wordsOf(match.game).title,
            rules ? ` · ${rules}` : "",
            match.you === null ? ` · ${t.match.spectator}` : "",
            match.spectators ? ` · ${t.chat.watching(number(match.spectators))}` : "",
          ],
    );
    this.element.classList.toggle("over", verdict !== null);
    this.element.classList.toggle(
      "your-turn",
      !verdict && !match.waiting && match.you !== null && match.state.turn === match.you,
    );
  }

  #draw(animate: boolean): void {
    const match = this.#model.match,
      tried = this.#review?.state ?? null,
      state = tried ?? this.#model.shown;
    if (!match || !state || !this.#board) return;
    const at = this.#model.at;
    this.#board.show({
      state,
      held: this.#model.holding,
      interactive: this.#model.interactive || (tried !== null && tried.moves.length > 0),
      animate: animate && (Math.abs(at - this.#shownAt) === 1 || tried !== null),
      hint: this.#model.hint?.at === at ? this.#model.hint.move : null,
      values: this.#valuesOn && this.#model.values?.at === at ? this.#model.values.values : null,
    });
    const moved = at !== this.#shownAt;
    this.#shownAt = at;
    if (moved) this.#review?.looked();
    if (moved && this.#valuesOn && this.#model.interactive) void this.#model.askValues(true);
    for (const seat of this.#seats) seat.update(match, state.score);
    this.#tick();
    this.#moves.update();
    this.#bar.update(
      match,
      this.#model.evaluation,
      this.#model.evaluating,
      match.you ?? 0,
      viewOf(match.game).leads ? (state.score[0] ?? 0) - (state.score[1] ?? 0) : 0,
    );
    this.#drawStatus();
    this.#chat.update(match);
    this.#drawOffers(match);
    this.#drawActions(match);
    this.#drawLooking(match);
    this.#drawShare(match);
    this.#drawAfter(match);
    this.#form.hidden = match.you === null || match.verdict !== null || match.waiting === true;
    fill(
      this.#legal,
      this.#model.interactive && state.moves.length <= 120
        ? state.moves.map((move) => h("option", { value: move.text }))
        : null,
    );
  }

  #drawOffers(match: Match): void {
    fill(
      this.#offers,
      match.offers.map((offer) =>
        h(
          "div",
          {
            class: "offer",
            role: "alertdialog",
            "aria-label": t.match.asks[offer.what](nameOf(match, offer.seat)),
          },
          h("span", { class: "grow" }, t.match.asks[offer.what](nameOf(match, offer.seat))),
          match.you === null
            ? null
            : [
                h(
                  "button",
                  {
                    class: "button strong",
                    "data-answer": "accept",
                    onclick: () => this.#model.answer(offer.what, true),
                  },
                  t.match.accept,
                ),
                h(
                  "button",
                  {
                    class: "button",
                    "data-answer": "decline",
                    onclick: () => this.#model.answer(offer.what, false),
                  },
                  t.match.decline,
                ),
              ],
        ),
      ),
      this.#model.asked ? h("p", { class: "offer asked" }, t.match.asked[this.#model.asked]) : null,
    );
  }

  #drawActions(match: Match): void {
    const running = match.verdict === null && !match.waiting,
      seated = match.you !== null,
      people = match.seats.filter((seat) => seat.kind === "person" || seat.kind === "open").length;
    const begun = match.moves.some((move) => move.seat >= 0);
    const { pass, pause, values } = viewOf(match.game),
      features = gameInfo(match.game)?.features;
    const button = (
      name: string,
      label: string,
      press: () => void,
      pressed?: boolean,
      disabled = false,
    ): HTMLElement =>
      h(
        "button",
        {
          class: "button tool",
          "data-action": name,
          title: label,
          disabled,
          "aria-pressed": pressed === undefined ? null : String(pressed),
          onclick: press,
        },
        icon(name),
        h("span", null, label),
      );
    const offer = (what: OfferKind): void => this.#model.offer(what);
    const focused = document.activeElement?.getAttribute("data-action");
    const group = (name: string, ...buttons: Parameters<typeof h>[2][]): HTMLElement | null => {
      const element = h("div", { class: `tools ${name}`, role: "group" }, buttons);
      return element.childElementCount > 0 ? element : null;
    };
    fill(
      this.#actions,
      group(
        "game",
        running && pause && this.#model.holding
          ? h(
              "button",
              { class: "button strong", "data-action": "next-round", onclick: () => this.#model.nextRound() },
              pause.next(),
            )
          : null,
        running && pause && this.#model.out
          ? h(
              "button",
              { class: "button strong", "data-action": "skip", onclick: () => this.#model.hurry() },
              icon("latest"),
              t.match.skipToEnd,
            )
          : null,
        running && seated && pass && match.state.moves.some((move) => move.text === pass.move)
          ? button("pass", pass.words(), () => this.#play(pass.move), undefined, !this.#model.interactive)
          : null,
        running && seated && !features?.chance
          ? button("undo", t.match.undo, () => offer("undo"), undefined, !begun || this.#model.asked !== null)
          : null,
        running && seated && people === 1 && !features?.hidden
          ? button(
              "hint",
              t.match.hint,
              () => void this.#model.askHint(),
              undefined,
              !this.#model.interactive,
            )
          : null,
        running && seated && features?.draws
          ? button("draw", t.match.draw, () => offer("draw"), undefined, this.#model.asked !== null)
          : null,
      ),
      group(
        "view",
        running && seated && people === 1 && values
          ? button("values", t.match.values, () => this.#toggleValues(), this.#valuesOn)
          : null,
        (!seated || match.verdict !== null) && !features?.hidden
          ? button(
              "evaluate",
              t.match.evaluate,
              () => {
                this.#model.evaluate(!this.#model.evaluating);
                this.#draw(false);
              },
              this.#model.evaluating,
            )
          : null,
        this.#board?.tools().map((tool) =>
          button(
            tool.icon,
            tool.label,
            () => {
              tool.press();
              this.#drawActions(match);
            },
            tool.pressed,
          ),
        ),
        button(
          pref("sound") ? "sound" : "mute",
          t.match.sound,
          () => {
            setPref("sound", !pref("sound"));
            sound("turn");
            this.#drawActions(match);
          },
          pref("sound"),
        ),
        people > 1 && seated && running && "Notification" in window
          ? button(
              "bell",
              t.match.notify,
              () => void this.#toggleNotices(match),
              pref("notify") && Notification.permission === "granted",
            )
          : null,
      ),
    );
    fill(
      this.#apart,
      button("link", t.match.sharePosition, () => this.#sharePosition()),
      running && seated ? button("flag", t.match.resign, () => this.#resign()) : null,
    );
    if (focused) (this.element.querySelector(`[data-action="${focused}"]`) as HTMLElement | null)?.focus();
  }

  #sharePosition(): void {
    const { at } = this.#model;
    const address = linkTo(`/match/${addressOf(this.#id)}?at=${at}`);
    navigator.clipboard?.writeText(address).then(
      () => notice(t.match.linkCopied(number(at)), "good"),
      () => notice(address, "good"),
    );
  }

  async #toggleNotices(match: Match): Promise<void> {
    const granted = (await Notification.requestPermission()) === "granted";
    setPref("notify", granted && !pref("notify"));
    if (!granted) notice(t.match.notifyRefused);
    this.#drawActions(match);
  }

  /** Tells a person who looks at something else that it is their turn. */
  #call(): void {
    if (!document.hidden) return;
    document.title = `● ${t.match.yourTurn} · ${this.title}`;
    document.addEventListener("visibilitychange", () => (document.title = `${this.title} · Damero`), {
      once: true,
    });
    if (!pref("notify") || Notification.permission !== "granted") return;
    try {
      new Notification(t.match.yourTurn, { body: this.title, tag: `damero-${this.#id}` });
    } catch {
      // Chromium on Android has the class, and lets only a service worker use it; the title says it too
    }
  }

  #toggleValues(): void {
    this.#valuesOn = !this.#valuesOn;
    void this.#model.askValues(this.#valuesOn && this.#model.interactive).then(() => {
      const { match, values } = this.#model;
      if (match && this.#valuesOn && values?.values.every((one) => one.value === null))
        notice(viewOf(match.game).values?.none() ?? "", "good");
    });
    this.#draw(false);
  }

  #resign(): void {
    const dialog = h(
      "dialog",
      { class: "sheet small", "aria-label": t.match.resignSure, onclose: () => dialog.remove() },
      h("h2", null, t.match.resignSure),
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            class: "button danger",
            "data-answer": "resign",
            onclick: () => (this.#model.resign(), dialog.close()),
          },
          t.match.yes,
        ),
        h("button", { class: "button", autofocus: true, onclick: () => dialog.close() }, t.match.no),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  }

  #drawLooking(match: Match): void {
    const past = this.#model.at < match.at && match.verdict === null;
    this.#looking.hidden = !past;
    if (past)
      fill(
        this.#looking,
        h("span", { class: "grow" }, t.match.looking(number(this.#model.at))),
        h(
          "button",
          { class: "button strong", onclick: () => void this.#model.look(Infinity) },
          t.match.toNow,
        ),
      );
  }

  #drawShare(match: Match): void {
    const invited =
      match.verdict !== null
        ? []
        : match.seats.filter(
            (seat) => seat.kind === "open" && invitationOf(this.#id, seat.seat) !== undefined,
          );
    const seats = invited.map((seat) => seat.seat).join(" ");
    if (this.#share.dataset["seats"] === seats) return;
    this.#share.dataset["seats"] = seats;
    const several = match.seats.filter((seat) => invitationOf(this.#id, seat.seat) !== undefined).length > 1;
    fill(
      this.#share,
      invited.map((seat, i) =>
        shareBox(
          several ? t.match.shareWith(known(t.called, seat.side ?? "")) : t.match.share,
          linkTo(`/match/${addressOf(this.#id)}#${invitationOf(this.#id, seat.seat)}`),
          i === invited.length - 1 ? t.match.shareSeat : "",
        ),
      ),
    );
  }

  #drawAfter(match: Match): void {
    if (!match.verdict) return;
    if (this.#after.hidden) {
      this.#after.hidden = false;
      add(
        this.#after,
        h(
          "div",
          { class: "row wrap" },
          h(
            "button",
            {
              class: "button strong",
              "data-action": "again",
              title: t.match.again,
              onclick: () => void setupAgain(match),
            },
            icon("again"),
            h("span", null, t.match.again),
          ),
          h(
            "button",
            {
              class: "button",
              "data-action": "review",
              title: t.review.title,
              onclick: () => this.#openReview(match),
            },
            icon("evaluate"),
            h("span", null, t.review.title),
          ),
          h(
            "button",
            {
              class: "button",
              "data-action": "analyse",
              title: t.analysis.analyse,
              onclick: () => void this.#analyse(match),
            },
            icon("values"),
            h("span", null, t.analysis.analyse),
          ),
        ),
        this.#exports(match),
        match.you === null ? null : shareBox(t.match.watchLink, linkTo(`/match/${addressOf(this.#id)}`), ""),
      );
    }
    if (this.#reviewWanted) {
      this.#reviewWanted = false;
      this.#openReview(match);
    }
  }

  /** Its moves in an analysis, at the one that is shown. */
  async #analyse(match: Match): Promise<void> {
    const { analysisAddress } = await import("./analysis.js");
    const moves = match.moves.map((move) => move.text);
    navigate(analysisAddress(match.game, match.rules, await this.#model.startText(), moves, this.#model.at));
  }

  /** The record, and pictures. */
  #exports(match: Match): HTMLElement {
    const name = `damero-${match.game}-${this.#id}`,
      module = (): Promise<typeof import("../match/export.js")> => import("../match/export.js");
    const button = (
      kind: string,
      words: string,
      save: (board: HTMLElement) => Promise<void>,
    ): HTMLElement => {
      const element: HTMLButtonElement = h(
        "button",
        {
          class: "button tool",
          "data-export": kind,
          onclick: () => {
            if (!this.#board) return;
            element.disabled = true;
            save(this.#board.element)
              .catch((e: unknown) => notice(whyNot(e)))
              .finally(() => (element.disabled = false));
          },
        },
        words,
      );
      return element;
    };
    const state = (): State => this.#model.shown ?? match.state;
    return h(
      "div",
      { class: "row wrap exports", role: "group", "aria-label": t.match.exports },
      h("span", { class: "quiet" }, t.match.exports),
      h(
        "a",
        {
          class: "button tool",
          href: recordAddress(this.#id),
          download: `${name}.txt`,
          "data-action": "record",
          onclick: (e: MouseEvent) => {
            e.preventDefault();
            Promise.all([module(), getRecord(this.#id)])
              .then(([{ save }, record]) => save(record, `${name}.txt`))
              .catch((error: unknown) => notice(whyNot(error)));
          },
        },
        t.match.record,
      ),
      button("svg", "SVG", async (board) => (await module()).saveSvg(board, match, state(), name)),
      button("png", "PNG", async (board) => (await module()).savePng(board, match, state(), name)),
      button("gif", "GIF", async () => (await module()).saveGif(match, name)),
    );
  }

  /** Judges the moves, from the first position on. */
  #openReview(match: Match): void {
    if (this.#review) return;
    this.#finale?.remove();
    const { query } = place();
    rename(`/match/${addressOf(this.#id)}/review${query.size > 0 ? `?${query}` : ""}`);
    const hidden = gameInfo(match.game)?.features.hidden ?? false;
    this.#review = new ReviewPanel(this.#model, hidden, () => {
      if (this.#review?.review) this.#moves.mark(this.#review.review);
      this.#draw(true);
    });
    this.#after.after(this.#review.element);
    this.element.classList.add("reviewing");
    this.#review.start();
  }
}

/** `review`: with the judgement of its moves, if it is over. */
export function matchPage(id: number, fragment: string, review: boolean): Page {
  return new MatchPage(id, fragment, review);
}
