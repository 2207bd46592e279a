/* games/perudo/board - the table and the controls: bids, doubt, calza; odds on request. */
import type { Odds } from "../../api/types.js";
import { fill, h } from "../../dom.js";
import { Fairness } from "./fair/fairness.js";
import { pref, setPref } from "../../prefs.js";
import { number, percent } from "../../text/index.js";
import type { Board, BoardHost, Shown, Tool } from "../board.js";
import { die, faceName } from "./dice.js";
import { Opening } from "./opening.js";
import { PerudoTable, tally, utterance } from "./table.js";
import { canDraw3d, type PerudoView, spatialTable } from "./view.js";
import type { PerudoMove, PerudoState } from "./types.js";
import { own } from "./text/index.js";

export class PerudoBoard implements Board<PerudoState> {
  readonly element: HTMLElement;
  #host: BoardHost;
  #view: PerudoView;
  #stage = h("div", { class: "perudo-stage" });
  #hands = h("div", { class: "perudo-hands" });
  #console = h("div", { class: "perudo-console" });
  #history = h("ol", { class: "perudo-history", "aria-label": "" });
  #proof = h("p", { class: "perudo-proof", role: "status" });
  #fairness = new Fairness();
  #shown: Shown<PerudoState> | null = null;
  #bid: { count: number; face: number } | null = null;
  #odds: Odds[] | null = null;
  #oddsWanted = false;
  #oddsFor = "";
  #disposed = false;
  #opening: Opening | null = null;

  constructor(host: BoardHost) {
    this.#host = host;
    this.#view = new PerudoTable(host);
    this.#stage.append(this.#view.element);
    this.element = h(
      "div",
      { class: "board-frame perudo" },
      this.#stage,
      host.miniature ? null : [this.#hands, this.#console, this.#history, this.#proof],
    );
    this.#history.setAttribute("aria-label", own().history);
    if (host.guest?.opening && Opening.wanted()) this.#open(false);
    if (!host.miniature && !host.flat && !pref("flat"))
      void this.#goSpatial().then(() => this.#opening?.begin());
    else this.#opening?.begin();
  }

  tools(): Tool[] {
    const tools: Tool[] = [];
    if (this.#host.you !== null && this.#host.odds)
      tools.push({
        label: own().odds,
        icon: "odds",
        pressed: this.#oddsWanted,
        press: () => this.#toggleOdds(),
      });
    if (canDraw3d())
      tools.push({
        label: own().spatial,
        icon: "cube",
        pressed: this.#spatial,
        press: () => {
          setPref("flat", this.#spatial);
          if (this.#spatial) this.#replaceView(new PerudoTable(this.#host));
          else void this.#goSpatial();
        },
      });
    if (this.#host.guest && !this.#shown?.state.over)
      tools.push({
        label: own().whoAmI,
        icon: "guest",
        pressed: this.#opening !== null,
        press: () => (this.#opening ? this.#close() : this.#open(true)),
      });
    return tools;
  }

  get #spatial(): boolean {
    return !(this.#view instanceof PerudoTable);
  }

  dispose(): void {
    this.#disposed = true;
    this.#opening?.dispose();
    this.#view.dispose();
  }

  show(shown: Shown<PerudoState>): void {
    const before = this.#shown?.state;
    this.#shown = shown;
    const state = this.#shown.state;
    if (before?.text !== state.text) {
      this.#bid = null;
      this.#odds = null;
    }
    if (this.#opening && state.over) this.#close();
    if (!this.#opening) this.#view.update(state, shown.animate, shown.held);
    if (this.#host.miniature) return;
    fill(
      this.#history,
      state.history.map((one) =>
        h(
          "li",
          null,
          h("span", { class: "who" }, this.#host.seats[one.seat]?.name ?? ""),
          utterance(one.text),
        ),
      ),
    );
    this.#drawProof(state);
    this.#drawHands();
    this.#drawConsole();
    if (this.#oddsWanted && shown.interactive) void this.#askOdds();
  }

  reseat(seats: BoardHost["seats"]): void {
    this.#host.seats = seats;
  }

  /** The title and the guests, over the table. */
  #open(choose: boolean): void {
    const guest = this.#host.guest;
    if (!guest) return;
    this.#opening = new Opening(
      choose,
      guest.taken,
      () => this.#showOpening(),
      (chosen) => {
        guest.sitDown(chosen);
        this.#close();
      },
    );
    this.#stage.append(this.#opening.element);
    this.#showOpening();
  }

  #showOpening(): void {
    if (!this.#opening) return;
    this.#view.open?.(this.#opening.scene, this.#opening.guest, (guest) => this.#opening?.choose(guest));
    this.#opening.element.classList.toggle("flat", this.#view.open === undefined);
  }

  #close(): void {
    this.#opening?.dispose();
    this.#opening = null;
    if (this.#shown) this.#view.update(this.#shown.state, true);
    this.#drawHands();
  }

  /** A person who bids has taken a seat, so the opening ends. */
  #play(move: string): void {
    if (this.#opening) {
      this.#host.guest?.sitDown(this.#opening.guest);
      this.#close();
    }
    this.#host.play(move);
  }

  async #goSpatial(): Promise<void> {
    if (!canDraw3d()) return;
    try {
      const view = await spatialTable(this.#host, () => this.#replaceView(new PerudoTable(this.#host)));
      if (this.#disposed || pref("flat")) view.dispose();
      else this.#replaceView(view);
    } catch {
      /* the flat table stays */
    }
  }

  #replaceView(view: PerudoView): void {
    this.#view.dispose();
    this.#view = view;
    this.#stage.replaceChildren(view.element, ...(this.#opening ? [this.#opening.element] : []));
    if (this.#opening) this.#showOpening();
    else if (this.#shown) view.update(this.#shown.state, false);
    this.#drawHands();
  }

  /** In three dimensions dice are too small to read: this person's own lie here, and everyone's when they are
   * shown. */
  #drawHands(): void {
    const state = this.#shown?.state;
    const players = !state || !this.#spatial || this.#opening ? [] : state.players;
    const shown = players.filter(
      (player) => player.cup?.length && (state?.result || player.seat === this.#host.you),
    );
    fill(
      this.#hands,
      shown.map((player) =>
        h(
          "div",
          { class: "perudo-hand" },
          h("span", { class: "who" }, this.#host.seats[player.seat]?.name ?? ""),
          player.cup?.map((face) => die(face, state ? tally(state, face) : "")),
        ),
      ),
    );
  }

  #drawProof(state: PerudoState): void {
    const proof = this.#fairness.note(state);
    const total = proof.proven + proof.wrong;
    this.#proof.className = `perudo-proof ${proof.wrong > 0 ? "wrong" : proof.proven > 0 ? "proven" : ""}`;
    this.#proof.textContent =
      proof.wrong > 0
        ? own().proofWrong(number(proof.wrong))
        : total > 0
          ? own().proven(total, number(total))
          : proof.waiting > 0
            ? own().committed(proof.waiting, number(proof.waiting))
            : "";
  }

  #bids(): (PerudoMove & { count: number; face: number })[] {
    const moves = this.#shown?.interactive ? this.#shown.state.moves : [];
    return moves.filter(
      (move): move is PerudoMove & { count: number; face: number } =>
        move.kind === "bid" && move.count !== undefined && move.face !== undefined,
    );
  }

  #drawConsole(): void {
    const shown = this.#shown;
    if (!shown) return;
    if (!shown.interactive) return fill(this.#console);
    const bids = this.#bids();
    const doubt = shown.state.moves.find((move) => move.text === "dudo"),
      calza = shown.state.moves.find((move) => move.text.startsWith("calza"));
    if (!this.#bid || !bids.some((b) => b.count === this.#bid?.count && b.face === this.#bid?.face))
      this.#bid = this.#firstBid(bids);
    const bid = this.#bid;
    fill(
      this.#console,
      calza && shown.state.turn !== this.#host.you ? h("p", { class: "perudo-may" }, own().mayCalza) : null,
      bid ? this.#chooser(bids, bid) : null,
      h(
        "div",
        { class: "perudo-actions" },
        bid
          ? h(
              "button",
              {
                class: "button strong bid",
                "data-bid": `${bid.count}x${bid.face}`,
                onclick: () => this.#play(`${bid.count}x${bid.face}`),
              },
              own().bid,
              " ",
              number(bid.count),
              " × ",
              die(bid.face, "tiny"),
            )
          : null,
        doubt
          ? h(
              "button",
              { class: "button danger", "data-move": "dudo", onclick: () => this.#play(doubt.text) },
              own().dudo,
            )
          : null,
        calza
          ? h(
              "button",
              { class: "button", "data-move": "calza", onclick: () => this.#play(calza.text) },
              own().calza,
            )
          : null,
        this.#oddsWanted && bid ? this.#oddsLine(bid) : null,
      ),
    );
  }

  /** Of the lowest raises the one that this person's own dice speak for. */
  #firstBid(bids: { count: number; face: number }[]): { count: number; face: number } | null {
    const own = this.#shown?.state.players.find((player) => player.seat === this.#host.you)?.cup ?? [];
    const held = (face: number): number => own.filter((f) => f === face || f === 1).length;
    const least = new Map<number, number>();
    for (const bid of bids) least.set(bid.face, Math.min(bid.count, least.get(bid.face) ?? Infinity));
    const ranked = [...least]
      .map(([face, count]) => ({ face, count }))
      .sort((a, b) => held(b.face) - b.count - (held(a.face) - a.count));
    return ranked[0] ?? null;
  }

  #chooser(bids: { count: number; face: number }[], bid: { count: number; face: number }): HTMLElement {
    const counts = bids
      .filter((one) => one.face === bid.face)
      .map((one) => one.count)
      .sort((a, b) => a - b);
    const choose = (count: number, face: number): void => {
      this.#bid = { count, face };
      const focused = document.activeElement?.getAttribute("data-key");
      this.#drawConsole();
      if (focused) (this.#console.querySelector(`[data-key="${focused}"]`) as HTMLElement | null)?.focus();
    };
    const step = (by: number): number | undefined => counts[counts.indexOf(bid.count) + by];
    const less = step(-1),
      more = step(1);
    return h(
      "div",
      { class: "perudo-chooser" },
      h(
        "div",
        { class: "stepper", role: "group", "aria-label": own().count },
        h(
          "button",
          {
            class: "button round",
            "data-key": "less",
            "aria-label": own().less,
            disabled: less === undefined,
            onclick: () => less !== undefined && choose(less, bid.face),
          },
          "−",
        ),
        h("output", { "aria-live": "polite" }, number(bid.count)),
        h(
          "button",
          {
            class: "button round",
            "data-key": "more",
            "aria-label": own().more,
            disabled: more === undefined,
            onclick: () => more !== undefined && choose(more, bid.face),
          },
          "+",
        ),
      ),
      h(
        "div",
        { class: "faces", role: "radiogroup", "aria-label": own().face },
        [1, 2, 3, 4, 5, 6].map((face) => {
          const open = bids.filter((one) => one.face === face).map((one) => one.count);
          const count = open.includes(bid.count)
            ? bid.count
            : Math.min(...open.filter((c) => c > bid.count), Math.max(...open));
          return h(
            "button",
            {
              class: "face",
              role: "radio",
              "aria-checked": face === bid.face ? "true" : "false",
              "aria-label": faceName(face),
              "data-key": `face${face}`,
              "data-face": face,
              disabled: open.length === 0,
              onclick: () => choose(count, face),
            },
            die(face),
          );
        }),
      ),
    );
  }

  #toggleOdds(): void {
    this.#oddsWanted = !this.#oddsWanted;
    if (this.#oddsWanted && this.#shown?.interactive) void this.#askOdds();
    else this.#drawConsole();
  }

  async #askOdds(): Promise<void> {
    const text = this.#shown?.state.text ?? "";
    if (this.#odds && this.#oddsFor === text) return this.#drawConsole();
    try {
      const odds = await this.#host.odds?.();
      if (this.#shown?.state.text !== text) return;
      this.#odds = odds ?? null;
      this.#oddsFor = text;
      this.#drawConsole();
    } catch {
      /* asked again with the next state */
    }
  }

  #oddsLine(bid: { count: number; face: number }): HTMLElement {
    const of = (count: number, face: number): number | undefined =>
      this.#odds?.find((one) => one.count === count && one.face === face)?.probability;
    const last = this.#shown?.state.bid;
    const chosen = of(bid.count, bid.face),
      standing = last ? of(last.count, last.face) : undefined;
    return h(
      "p",
      { class: "perudo-odds" },
      chosen === undefined ? own().thinking : own().oddsOf(percent(chosen)),
      standing !== undefined ? ` · ${own().standing(percent(standing))}` : "",
    );
  }
}
