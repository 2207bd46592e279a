/* pages/analysis - any position of a game: set up or pasted, moves tried on the board, what an engine makes of it,
 * and what was played there. The address holds the whole analysis, so that a link shares it and a reload keeps it. */
import {
  encode,
  decode,
  extend,
  fromRecord,
  lastOf,
  beside,
  MARKS,
  newStudy,
  type Node,
  pathTo,
  promote,
  remove,
  type Study,
  toRecord,
} from "../analysis/tree.js";
import { EnginePanel } from "../analysis/engine.js";
import { forgetAnalysis, saveAnalysis, savedAnalyses } from "../analysis/saved.js";
import { explore, gameInfo, lookAt, readPasted } from "../api/http.js";
import type { Game, State } from "../api/types.js";
import { fill, h } from "../dom.js";
import type { Board } from "../games/board.js";
import type { Editor } from "../games/editor.js";
import { viewOf, wordsOf } from "../games/index.js";
import { icon } from "../icons.js";
import { save } from "../match/export.js";
import { moveWords } from "../match/moves.js";
import { addressFor, rename } from "../place.js";
import { link, navigate, notice, type Page, say } from "../shell.js";
import { date, known, number, percent, t } from "../text/index.js";
import { whyNot } from "../text/say.js";
import { Rules } from "./rules.js";

type Tab = "moves" | "played" | "setup" | "load";

class Analysis implements Page {
  readonly element: HTMLElement;
  readonly title: string;
  #game: Game;
  #study: Study;
  #at: Node;
  #state: State | null = null;
  #sides: string[] = [];
  #board: Board | null = null;
  #boardFor = "";
  #visit = 0;
  #tab: Tab = "moves";
  #stage = h("div", { class: "stage" });
  #wrong = h("p", { class: "wrong", role: "alert", hidden: true });
  #status = h("p", { class: "match-under", "aria-live": "polite" });
  #tabs = h("div", { class: "row wrap analysis-tabs", role: "tablist", "aria-label": t.analysis.title });
  #panel = h("div", { class: "analysis-panel", role: "tabpanel" });
  #engine: EnginePanel;
  #keys = (e: KeyboardEvent): void => this.#key(e);

  constructor(game: Game, fragment: string) {
    this.#game = game;
    this.title = t.analysis.of(wordsOf(game).title);
    const shared = fragment ? decode(fragment) : null;
    if (fragment && !shared) notice(t.analysis.badLink);
    this.#study = shared?.study ?? newStudy("", viewOf(game).analysed);
    this.#at = shared?.at ?? this.#study.root;
    this.#engine = new EnginePanel(game, (moves) => this.#follow(moves));
    this.element = h(
      "div",
      { class: "match analysis", "data-game": game },
      h("div", { class: "stage-row" }, this.#stage),
      h(
        "div",
        { class: "match-side" },
        h("div", { class: "match-head" }, h("h1", { class: "lesson-of" }, this.title), this.#status),
        this.#wrong,
        this.#engine.element,
        this.#tabs,
        this.#panel,
      ),
    );
    addEventListener("keydown", this.#keys, true);
    void this.#show();
  }

  dispose(): void {
    this.#visit++;
    removeEventListener("keydown", this.#keys, true);
    this.#engine.dispose();
    this.#board?.dispose();
  }

  /* The position. */

  async #show(animate = false): Promise<void> {
    const visit = ++this.#visit,
      { rules, start } = this.#study,
      moves = pathTo(this.#at);
    this.#remember();
    try {
      const { state, sides } = await lookAt(this.#game, rules, start, moves);
      if (visit !== this.#visit) return;
      this.#state = state;
      this.#sides = sides;
      this.#wrong.hidden = true;
      this.#drawBoard(animate);
      this.#engine.look({ rules, start, moves, state, sides });
    } catch (e) {
      if (visit !== this.#visit) return;
      this.#complain(whyNot(e));
    }
    this.#draw();
  }

  #complain(words: string): void {
    this.#wrong.textContent = words;
    this.#wrong.hidden = false;
  }

  #remember(): void {
    const { rules, start, root } = this.#study;
    const usual = start === (viewOf(this.#game).analysed ?? "");
    const empty = !rules && usual && root.children.length === 0 && !root.comment;
    const code = empty ? "" : `#${encode(this.#study, this.#at)}`;
    rename(`/analysis/${this.#game}${code}`);
  }

  #drawBoard(animate: boolean): void {
    const state = this.#state;
    if (!state) return;
    // a game with hidden dice is seen from the seat on turn
    const you = gameInfo(this.#game)?.features.hidden ? state.turn : 0,
      wanted = JSON.stringify([this.#study.rules, you, this.#sides]);
    if (wanted !== this.#boardFor) {
      this.#board?.dispose();
      this.#board = viewOf(this.#game).board({
        game: this.#game,
        rules: this.#study.rules,
        seats: this.#sides.map((side, seat) => ({
          name: known(t.called, side),
          side,
          avatar: String(seat),
        })),
        you,
        miniature: false,
        flat: true,
        play: (text) => this.#play(text),
        say,
      });
      fill(this.#stage, this.#board.element);
      this.#boardFor = wanted;
    }
    this.#board?.show({
      state,
      interactive: state.moves.length > 0 && this.#tab !== "setup",
      animate,
      hint: null,
      values: null,
    });
  }

  #play(text: string): void {
    this.#at = extend(this.#at, text);
    say(text);
    void this.#show(true);
  }

  /** Adds a whole line and goes to its first move. */
  #follow(moves: string[]): void {
    let node = this.#at;
    for (const move of moves) node = extend(node, move);
    const first = this.#at.children.find((child) => child.move === moves[0]);
    if (first) this.#go(first);
  }

  #go(node: Node): void {
    if (node === this.#at) return;
    const step = node.parent === this.#at || this.#at.parent === node;
    this.#at = node;
    say(node.move || t.match.start);
    void this.#show(step);
  }

  #key(e: KeyboardEvent): void {
    const target = e.target instanceof Element ? e.target : null;
    if (target?.closest("input, select, textarea, dialog, .grid-board") || e.ctrlKey || e.metaKey || e.altKey)
      return;
    // the board needs the arrow keys while it has the focus; comma and full stop always step
    if (this.#stage.contains(target) && e.key.startsWith("Arrow")) return;
    const to = {
      ArrowLeft: this.#at.parent,
      ",": this.#at.parent,
      ArrowRight: this.#at.children[0],
      ".": this.#at.children[0],
      ArrowUp: beside(this.#at, -1),
      ArrowDown: beside(this.#at, 1),
      Home: this.#study.root,
      End: lastOf(this.#at),
    }[e.key];
    if (!to) return;
    if (target?.closest("[role=tablist]")) return;
    e.preventDefault();
    e.stopPropagation();
    this.#go(to);
  }

  /* The side. */

  #draw(): void {
    const state = this.#state;
    const turn = state && state.turn !== null && state.turn >= 0 ? this.#sides[state.turn] : undefined;
    this.#status.textContent = state?.over
      ? state.winner === null
        ? t.match.drawn
        : t.match.won(known(t.called, this.#sides[state.winner] ?? ""))
      : turn
        ? t.match.onTurn(known(t.called, turn))
        : (state && viewOf(this.#game).between?.(state)) || "";
    const tabs: [Tab, string][] = [
      ["moves", t.match.moves],
      ["played", t.analysis.played],
      ["setup", t.analysis.setUp],
      ["load", t.analysis.load],
    ];
    const held = document.activeElement?.getAttribute("data-tab");
    fill(
      this.#tabs,
      tabs.map(([name, words]) =>
        h(
          "button",
          {
            class: "button tool",
            role: "tab",
            id: `tab-${name}`,
            "data-tab": name,
            "aria-selected": String(name === this.#tab),
            tabindex: name === this.#tab ? 0 : -1,
            onclick: () => this.#open(name),
            onkeydown: (e: KeyboardEvent) => {
              const step = { ArrowLeft: -1, ArrowRight: 1 }[e.key];
              if (!step) return;
              e.preventDefault();
              const way = t.direction === "rtl" ? -step : step;
              const at = tabs.findIndex(([one]) => one === name);
              const next = tabs[(at + way + tabs.length) % tabs.length];
              if (!next) return;
              this.#open(next[0]);
              this.#tabs.querySelector<HTMLElement>(`[data-tab="${next[0]}"]`)?.focus();
            },
          },
          words,
        ),
      ),
    );
    if (held) this.#tabs.querySelector<HTMLElement>(`[data-tab="${held}"]`)?.focus();
    this.#panel.setAttribute("aria-labelledby", `tab-${this.#tab}`);
    if (this.#tab === "moves") this.#drawMoves();
    else if (this.#tab === "played") void this.#drawPlayed();
  }

  #open(tab: Tab): void {
    this.#tab = tab;
    fill(this.#panel);
    this.#draw();
    this.#drawBoard(false);
    if (tab === "setup") void this.#drawSetUp();
    if (tab === "load") this.#drawLoad();
  }

  #button(name: string, words: string, press: () => void, off = false): HTMLElement {
    return h(
      "button",
      { class: "button tool", "data-action": name, title: words, disabled: off, onclick: press },
      icon(name),
      h("span", null, words),
    );
  }

  /* The tree. */

  #drawMoves(): void {
    const held = document.activeElement?.getAttribute("data-action"),
      mark = document.activeElement?.getAttribute("data-mark");
    const comment = h("textarea", {
      rows: 2,
      maxlength: 2000,
      "aria-label": t.analysis.comment,
      placeholder: t.analysis.comment,
      oninput: (e: Event) => {
        this.#at.comment = (e.target as HTMLTextAreaElement).value;
        this.#remember();
        this.#redrawTree();
      },
    });
    comment.value = this.#at.comment;
    fill(
      this.#panel,
      h("div", { class: "tree", "data-part": "tree", dir: "ltr" }),
      h(
        "div",
        { class: "recorder", dir: "ltr" },
        (
          [
            ["first", t.match.firstMove, this.#study.root],
            ["back", t.match.back, this.#at.parent],
            ["forward", t.match.forward, this.#at.children[0]],
            ["latest", t.match.latest, lastOf(this.#at)],
          ] as [string, string, Node | null | undefined][]
        ).map(([name, words, to]) =>
          h(
            "button",
            {
              class: "button round",
              title: words,
              "aria-label": words,
              "data-action": name,
              disabled: !to,
              onclick: () => to && this.#go(to),
            },
            icon(name),
          ),
        ),
      ),
      h(
        "div",
        { class: "row wrap marks", role: "group", "aria-label": t.analysis.mark },
        MARKS.map((one) =>
          h(
            "button",
            {
              class: "button tool",
              "data-mark": one,
              title: t.analysis.marks[one],
              "aria-label": `${one} ${t.analysis.marks[one]}`,
              disabled: !this.#at.parent,
              "aria-pressed": String(this.#at.mark === one),
              onclick: () => {
                this.#at.mark = this.#at.mark === one ? "" : one;
                this.#remember();
                this.#drawMoves();
              },
            },
            one,
          ),
        ),
      ),
      comment,
      h(
        "div",
        { class: "row wrap" },
        this.#button("up", t.analysis.promote, () => this.#promote(), !this.#isVariation()),
        this.#button("minus", t.analysis.remove, () => this.#remove(), !this.#at.parent),
        this.#button("save", t.analysis.save, () => this.#save()),
        this.#button("link", t.analysis.share, () => this.#share()),
        this.#button("record", t.analysis.saveRecord, () =>
          save(
            new Blob([toRecord(this.#game, this.#study)], { type: "text/plain" }),
            `damero-${this.#game}.txt`,
          ),
        ),
        this.#button("copy", t.analysis.copyRecord, () =>
          this.#copy(toRecord(this.#game, this.#study), t.match.copied),
        ),
      ),
    );
    this.#redrawTree();
    if (held) this.#panel.querySelector<HTMLElement>(`[data-action="${held}"]`)?.focus();
    if (mark) this.#panel.querySelector<HTMLElement>(`[data-mark="${mark}"]`)?.focus();
  }

  #redrawTree(): void {
    const tree = this.#panel.querySelector("[data-part=tree]");
    if (!tree) return;
    const { root } = this.#study;
    fill(
      tree,
      root.comment ? h("p", { class: "tree-comment", dir: "auto" }, root.comment) : null,
      root.children.length > 0
        ? this.#line(root, 0)
        : h("p", { class: "quiet", dir: "auto" }, t.analysis.noMoves),
    );
    const now = tree.querySelector<HTMLElement>("[aria-current]");
    if (now) tree.scrollTop = Math.max(0, now.offsetTop - 60);
  }

  /** The moves after a node: the main line, and after each move the others that were tried instead. */
  #line(from: Node, depth: number): HTMLElement {
    const element = h("div", { class: depth ? "tree-line aside" : "tree-line" });
    let ply = pathTo(from).length;
    for (let at = from.children[0]; at; at = at.children[0], ply++) {
      element.append(this.#move(at, ply, at.parent === from));
      if (at.comment) element.append(h("span", { class: "tree-comment", dir: "auto" }, at.comment));
      for (const other of at.parent?.children.slice(1) ?? []) {
        const aside = h("div", { class: "tree-line aside" }, this.#move(other, ply, true));
        if (other.comment) aside.append(h("span", { class: "tree-comment", dir: "auto" }, other.comment));
        if (other.children.length > 0) aside.append(...this.#line(other, depth + 1).childNodes);
        element.append(aside);
      }
    }
    return element;
  }

  #move(node: Node, ply: number, first: boolean): HTMLElement {
    const words = moveWords(this.#game, { seat: 0, text: node.move, used: 0 });
    return h(
      "button",
      {
        class: "tree-move",
        "data-move": node.move,
        "aria-current": node === this.#at ? "true" : null,
        onclick: () => this.#go(node),
      },
      ply % 2 === 0
        ? h("small", null, `${number(ply / 2 + 1)}.`)
        : first
          ? h("small", null, `${number((ply + 1) / 2)}…`)
          : null,
      words,
      node.mark ? h("b", null, node.mark) : null,
    );
  }

  #isVariation(): boolean {
    for (let at = this.#at; at.parent; at = at.parent) if (at.parent.children[0] !== at) return true;
    return false;
  }

  #promote(): void {
    promote(this.#at);
    this.#remember();
    this.#drawMoves();
  }

  #remove(): void {
    const gone = this.#at;
    this.#at = remove(gone);
    void this.#show();
  }

  #copy(text: string, words: string): void {
    navigator.clipboard?.writeText(text).then(
      () => notice(words, "good"),
      () => notice(text, "good"),
    );
  }

  #share(): void {
    this.#remember();
    this.#copy(location.href, t.analysis.linkCopied);
  }

  #save(): void {
    const title = `${wordsOf(this.#game).title}, ${date(Date.now())}`;
    const good = saveAnalysis({
      game: this.#game,
      title: pathTo(lastOf(this.#study.root)).slice(0, 4).join(" ") || title,
      time: Date.now(),
      code: encode(this.#study, this.#at),
    });
    notice(good ? t.analysis.saved : t.analysis.cannotSave, good ? "good" : "bad");
  }

  /* What was played. */

  async #drawPlayed(): Promise<void> {
    const visit = this.#visit,
      { rules, start } = this.#study;
    const found = await explore(this.#game, rules, start, pathTo(this.#at)).catch((e: unknown) => {
      notice(whyNot(e));
      return null;
    });
    if (!found || visit !== this.#visit || this.#tab !== "played") return;
    const all = found.moves.reduce((sum, one) => sum + one.games, 0);
    fill(
      this.#panel,
      found.moves.length === 0
        ? h("p", { class: "quiet" }, t.analysis.nonePlayed)
        : h(
            "table",
            { class: "played" },
            h("caption", { class: "means" }, t.analysis.playedMean),
            h(
              "thead",
              null,
              h(
                "tr",
                null,
                h("th", { scope: "col" }, t.analysis.move),
                h("th", { scope: "col" }, t.analysis.games),
                h("th", { scope: "col" }, t.start.result),
              ),
            ),
            h(
              "tbody",
              null,
              found.moves.map((one) => {
                const lost = one.games - one.won - one.drawn;
                const words = t.analysis.results(number(one.won), number(one.drawn), number(lost));
                return h(
                  "tr",
                  { "data-played": one.move },
                  h(
                    "th",
                    { scope: "row" },
                    h(
                      "button",
                      { class: "button tool", dir: "ltr", onclick: () => this.#play(one.move) },
                      moveWords(this.#game, { seat: 0, text: one.move, used: 0 }),
                    ),
                  ),
                  h("td", null, number(one.games), h("small", null, ` ${percent(one.games / all)}`)),
                  h(
                    "td",
                    null,
                    h(
                      "a",
                      {
                        href: addressFor(`/match/${one.match}`),
                        class: "shares-bar",
                        title: words,
                        "aria-label": words,
                      },
                      ...(
                        [
                          ["won", one.won],
                          ["drawn", one.drawn],
                          ["lost", lost],
                        ] as [string, number][]
                      ).map(([kind, count]) => {
                        const part = h("i", { class: kind });
                        part.style.setProperty("--share", String(count / one.games));
                        return part;
                      }),
                    ),
                  ),
                );
              }),
            ),
          ),
      found.left > 0 ? h("p", { class: "means" }, t.analysis.counting(number(found.left))) : null,
    );
  }

  /* Setting up. */

  async #drawSetUp(): Promise<void> {
    const state = this.#state,
      make = await viewOf(this.#game).editor?.();
    if (!state || this.#tab !== "setup") return;
    const place = h("div"),
      said = h("p", { class: "legality", role: "status" });
    let editor: Editor | null = null,
      asked = 0;
    const info = gameInfo(this.#game);
    if (!info) return;
    const chosen = new Rules(info, this.#study.rules);
    let players = this.#sides.length;
    const rules = (): string => chosen.text(players);
    const { least, most } = info.seats;
    const fields = h(
      "div",
      { class: "editor-rules" },
      least === most
        ? null
        : h(
            "label",
            { class: "field" },
            t.setup.players,
            h("input", {
              type: "number",
              min: least,
              max: most,
              value: players,
              "data-field": "players",
              onchange: (e: Event) => (players = Number((e.target as HTMLInputElement).value) || least),
            }),
          ),
      chosen.fields(),
    );
    const use = h(
      "button",
      {
        class: "button strong",
        "data-action": "use",
        onclick: () => editor && this.#begin(rules(), editor.text()),
      },
      t.analysis.use,
    );
    const check = async (): Promise<void> => {
      if (!editor) return;
      const mine = ++asked;
      try {
        const looked = await lookAt(this.#game, rules(), editor.text(), []);
        if (mine !== asked) return;
        fill(said, icon("check"), looked.state.over ? t.analysis.legalOver : t.analysis.legal);
        said.classList.remove("wrong");
        use.disabled = false;
      } catch (e) {
        if (mine !== asked) return;
        fill(said, whyNot(e));
        said.classList.add("wrong");
        use.disabled = true;
      }
    };
    const clear = h(
      "button",
      {
        class: "button",
        "data-action": "clear",
        onclick: () => {
          editor?.clear?.();
          void check();
        },
      },
      t.analysis.clear,
    );
    /** From the position that is shown, or from the start of a game under other rules. */
    const edit = async (from: "shown" | "start"): Promise<void> => {
      try {
        const looked =
          from === "shown" ? { state, sides: this.#sides } : await lookAt(this.#game, rules(), "", []);
        editor = make?.(looked.state, looked.sides, () => void check()) ?? null;
        clear.hidden = !editor?.clear;
        fill(place, editor?.element);
        void check();
      } catch (e) {
        fill(said, whyNot(e));
        said.classList.add("wrong");
        use.disabled = true;
      }
    };
    fields.addEventListener("change", () => void edit("start"));
    fill(
      this.#panel,
      place,
      said,
      h(
        "div",
        { class: "row wrap" },
        use,
        h(
          "button",
          { class: "button", "data-action": "from-start", onclick: () => void edit("start") },
          t.analysis.fromStart,
        ),
        clear,
      ),
      fields,
    );
    await edit("shown");
  }

  /** A new analysis from a position. */
  #begin(rules: string, start: string): void {
    this.#study = newStudy(rules, start);
    this.#at = this.#study.root;
    this.#open("moves");
    void this.#show();
  }

  /* Pasting, and what was saved. */

  #drawLoad(): void {
    const text = h("textarea", {
      rows: 6,
      dir: "ltr",
      spellcheck: "false",
      "data-field": "paste",
      "aria-label": t.analysis.paste,
      placeholder: t.analysis.pasteMean,
    });
    const wrong = h("p", { class: "wrong", role: "alert" });
    const load = async (): Promise<void> => {
      try {
        const found = await readPasted(this.#game, this.#study.rules, text.value);
        const study = fromRecord(found);
        if (found.game !== this.#game)
          return navigate(`/analysis/${found.game}#${encode(study, study.root)}`);
        this.#study = study;
        this.#at = study.root;
        this.#open("moves");
        await this.#show();
      } catch (e) {
        wrong.textContent = whyNot(e);
      }
    };
    const file = h("input", {
      type: "file",
      accept: ".txt,.pdn,.pgn,text/plain",
      "data-field": "file",
      onchange: async () => {
        text.value = (await file.files?.[0]?.text()) ?? "";
        await load();
      },
    });
    const saved = savedAnalyses(this.#game);
    fill(
      this.#panel,
      h("label", { class: "field" }, t.analysis.file, file),
      text,
      wrong,
      h(
        "div",
        { class: "row wrap" },
        h(
          "button",
          { class: "button strong", "data-action": "load", onclick: () => void load() },
          t.analysis.load,
        ),
        this.#state ? this.#button("copy", t.analysis.copyPosition, () => this.#copyPosition()) : null,
      ),
      h("h2", { class: "analysis-saved" }, t.analysis.savedTitle),
      saved.length === 0
        ? h("p", { class: "quiet" }, t.analysis.noneSaved)
        : h(
            "ul",
            { class: "saved" },
            saved.map((one) =>
              h(
                "li",
                { class: "row" },
                link(
                  `/analysis/${this.#game}#${one.code}`,
                  { class: "grow", "data-saved": one.title },
                  one.title,
                ),
                h("small", { class: "quiet" }, date(one.time)),
                h(
                  "button",
                  {
                    class: "button tool",
                    "aria-label": `${t.analysis.forget}: ${one.title}`,
                    onclick: () => {
                      forgetAnalysis(one);
                      this.#drawLoad();
                    },
                  },
                  "✕",
                ),
              ),
            ),
          ),
    );
  }

  #copyPosition(): void {
    if (this.#state) this.#copy(this.#state.text, t.match.copied);
  }
}

export const analysisPage = (game: Game, fragment: string): Page => new Analysis(game, fragment);

/** The address of an analysis of these moves. */
export function analysisAddress(
  game: Game,
  rules: string,
  start: string,
  moves: string[],
  at: number,
): string {
  const study = newStudy(rules, start);
  let node = study.root,
    shown = study.root;
  for (const [i, move] of moves.entries()) {
    node = extend(node, move);
    if (i + 1 === at) shown = node;
  }
  return `/analysis/${game}#${encode(study, shown)}`;
}
