/* pages/contest_seat - one seat of a contest match in the form: what sits there, and how it is reached. */
import type { NewSeat, Ports } from "../api/http.js";
import type { GameInfo } from "../api/types.js";
import { fill, freshId, h } from "../dom.js";
import { known, t } from "../text/index.js";

export type LinkKind = "serial" | "pty" | "tcp" | "listen" | "engine" | "program" | "person" | "board";
const KINDS: LinkKind[] = ["serial", "pty", "listen", "tcp", "engine"];
/** Who may play in a tournament; there everyone has a name. */
export const EVENT_KINDS: LinkKind[] = [
  "engine",
  "person",
  "board",
  "serial",
  "listen",
  "tcp",
  "pty",
  "program",
];

/** Thinking time of an engine per move. */
const ENGINE_MS = 1000;

export class ContestSeat {
  readonly element = h("fieldset", { class: "contest-seat" });
  #kind: LinkKind;
  #name = "";
  #device = "";
  #speed: number;
  #address = "";
  #port = "";
  #command = "";
  #level: string;
  #wrong = "";
  /** The person has said what sits here. */
  #chosen = false;
  #words = new Set<string>();

  constructor(
    readonly game: GameInfo,
    readonly side: string,
    private ports: Ports,
    private readonly lookAgain: () => void,
    private readonly kinds: LinkKind[] = KINDS,
  ) {
    this.#kind = ports.ports.length > 0 ? "serial" : "pty";
    this.#speed = ports.usual;
    const levels = game.engines[0]?.levels.map((level) => level.name) ?? [];
    this.#level = levels.at(-1) ?? "";
    this.#draw();
  }

  get kind(): LinkKind {
    return this.#kind;
  }

  /** What it is before the person has said anything. */
  begin(kind: LinkKind, name: string): void {
    this.#kind = kind;
    this.#name = name;
    this.#chosen = true;
    this.#draw();
  }

  /** Everyone in a tournament has a name. */
  get #named(): boolean {
    return this.kinds === KINDS ? this.#kind !== "engine" : true;
  }

  /** The devices as they are now. */
  setPorts(ports: Ports): void {
    this.ports = ports;
    this.#draw();
  }

  /** Suggests a device that no other seat uses; if there is none, a line that needs no device. */
  suggest(taken: Set<string>): void {
    if (this.#device || this.#kind !== "serial") return;
    this.#device = this.ports.ports.find((port) => !taken.has(port.device))?.device ?? "";
    if (!this.#device && !this.#chosen) this.#kind = "pty";
    this.#draw();
  }

  get device(): string {
    return this.#kind === "serial" ? this.#device.trim() : "";
  }

  /** Takes over names and lines when the game changes. */
  copy(other: ContestSeat): void {
    [
      this.#kind,
      this.#chosen,
      this.#name,
      this.#device,
      this.#speed,
      this.#address,
      this.#port,
      this.#command,
    ] = [
      other.#kind,
      other.#chosen,
      other.#name,
      other.#device,
      other.#speed,
      other.#address,
      other.#port,
      other.#command,
    ];
    this.#draw();
  }

  /** Shows what is wrong under the field; "" if nothing is. */
  complain(words: string): void {
    this.#wrong = words;
    this.#draw();
  }

  focus(): void {
    (this.element.querySelector("[aria-invalid=true]") as HTMLElement | null)?.focus();
  }

  /** Checks what can be checked without the server. */
  check(taken: Set<string>): boolean {
    let words = "";
    if (this.kinds !== KINDS && !this.#name.trim()) words = t.event.needName;
    else if (this.#kind === "program" && !this.#command.trim()) words = t.event.needCommand;
    else if (this.#kind === "serial" && !this.device) words = t.contest.needDevice;
    else if (this.#kind === "serial" && taken.has(this.device)) words = t.contest.twice;
    else if (this.#kind === "tcp" && !/^\S+:\d{1,5}$/.test(this.#address.trim()))
      words = t.contest.needAddress;
    else if (this.#kind === "listen" && !/^(\S+:)?\d{1,5}$/.test(this.#port.trim()))
      words = t.contest.needPort;
    this.complain(words);
    return words === "";
  }

  seat(): NewSeat {
    const name = this.#name.trim();
    if (this.#kind === "engine")
      return {
        kind: "engine",
        level: this.#level,
        time: ENGINE_MS,
        ...(this.kinds !== KINDS && name ? { name } : {}),
      };
    if (this.#kind === "person") return { kind: "person", name };
    if (this.#kind === "program") return { kind: "link", spec: `program:${this.#command.trim()}`, name };
    const spec = {
      serial: `serial:${this.device}@${this.#speed}`,
      pty: "pty",
      board: "board",
      tcp: `tcp:${this.#address.trim()}`,
      listen: `listen:${this.#port.trim()}`,
    }[this.#kind];
    return {
      kind: "link",
      spec: spec + [...this.#words].map((word) => `+${word}`).join(""),
      ...(this.#name.trim() ? { name: this.#name.trim() } : {}),
    };
  }

  #draw(): void {
    const focus = document.activeElement?.id;
    const on = this.element.contains(document.activeElement);
    fill(
      this.element,
      h("legend", null, known(t.called, this.side)),
      h(
        "label",
        { class: "field" },
        h("span", null, t.contest.sits),
        h(
          "select",
          {
            id: this.#id("kind"),
            "data-field": "kind",
            onchange: (e: Event) => {
              this.#kind = (e.target as HTMLSelectElement).value as LinkKind;
              this.#chosen = true;
              this.#wrong = "";
              this.#draw();
            },
          },
          this.kinds.map((kind) =>
            h("option", { value: kind, selected: kind === this.#kind }, t.contest.kinds[kind]),
          ),
        ),
      ),
      this.#line(),
      !this.#named
        ? null
        : this.#text("name", t.contest.teamName, this.#name, (value) => (this.#name = value), {
            maxlength: 40,
            dir: "auto",
          }),
      ["engine", "person", "program"].includes(this.#kind) ? null : this.#more(),
    );
    if (on && focus) document.getElementById(focus)?.focus();
  }

  #ids = new Map<string, string>();
  #id(name: string): string {
    if (!this.#ids.has(name)) this.#ids.set(name, freshId(name));
    return this.#ids.get(name) ?? "";
  }

  #text(
    name: string,
    label: string,
    value: string,
    keep: (value: string) => void,
    props: Record<string, string | number> = {},
  ): HTMLElement {
    const isName = name === "name";
    const wrong =
      this.#wrong !== "" &&
      (!isName || (this.kinds !== KINDS && (this.#kind === "person" || !this.#name.trim())));
    return h(
      "label",
      { class: "field" },
      h("span", null, label),
      h("input", {
        type: "text",
        id: this.#id(name),
        "data-field": name,
        value,
        autocomplete: "off",
        spellcheck: "false",
        dir: "ltr",
        ...props,
        "aria-invalid": wrong ? "true" : null,
        "aria-describedby": wrong ? this.#id("wrong") : null,
        oninput: (e: Event) => {
          keep((e.target as HTMLInputElement).value);
          if (wrong) this.complain(""); // a new attempt
        },
      }),
      wrong ? h("small", { class: "wrong", id: this.#id("wrong"), role: "alert" }, this.#wrong) : null,
    );
  }

  #line(): (HTMLElement | null)[] {
    switch (this.#kind) {
      case "serial":
        return this.#serial();
      case "tcp":
        return [
          this.#text("address", t.contest.address, this.#address, (value) => (this.#address = value), {
            placeholder: "192.168.1.20:4000",
          }),
        ];
      case "listen":
        return [
          this.#text("port", t.contest.port, this.#port, (value) => (this.#port = value), {
            placeholder: "4000",
            inputmode: "numeric",
          }),
          h("p", { class: "means" }, t.contest.listenNote),
        ];
      case "program":
        return [
          this.#text("command", t.event.command, this.#command, (value) => (this.#command = value), {
            placeholder: "./player",
          }),
        ];
      case "person":
        return [h("p", { class: "means" }, t.event.personNote)];
      case "board":
      case "pty":
        return [
          h("p", { class: "means" }, this.#kind === "pty" ? t.contest.ptyNote : t.event.boardNote),
          this.#wrong ? h("small", { class: "wrong", role: "alert" }, this.#wrong) : null,
        ];
      case "engine":
        return [
          h(
            "label",
            { class: "field" },
            h("span", null, t.setup.level),
            h(
              "select",
              {
                "data-field": "level",
                onchange: (e: Event) => (this.#level = (e.target as HTMLSelectElement).value),
              },
              this.game.engines[0]?.levels.map((level) =>
                h(
                  "option",
                  { value: level.name, selected: level.name === this.#level },
                  known(t.levels, level.name),
                ),
              ),
            ),
          ),
          this.#wrong ? h("small", { class: "wrong", role: "alert" }, this.#wrong) : null,
        ];
    }
  }

  #serial(): HTMLElement[] {
    const choose = (device: string): void => {
      this.#device = device;
      this.#wrong = "";
      this.#draw();
    };
    return [
      this.#text("device", t.contest.device, this.#device, (value) => (this.#device = value), {
        placeholder: "/dev/ttyUSB0",
      }),
      h(
        "div",
        { class: "ports" },
        this.ports.ports.map((port) =>
          h(
            "button",
            {
              type: "button",
              class: "port",
              "data-port": port.device,
              "aria-pressed": String(port.device === this.#device),
              onclick: () => choose(port.device),
            },
            h("strong", { dir: "ltr" }, port.device),
            h("span", { class: "quiet", dir: "ltr" }, port.description || port.driver),
          ),
        ),
        this.ports.ports.length === 0 ? h("p", { class: "means" }, t.contest.noDevices) : null,
        h(
          "button",
          { type: "button", class: "button tool", "data-action": "look", onclick: () => this.lookAgain() },
          t.contest.lookAgain,
        ),
      ),
      h(
        "label",
        { class: "field" },
        h("span", null, t.contest.speed),
        h(
          "select",
          {
            "data-field": "speed",
            dir: "ltr",
            onchange: (e: Event) => (this.#speed = Number((e.target as HTMLSelectElement).value)),
          },
          this.ports.speeds.map((speed) =>
            h(
              "option",
              { value: speed, selected: speed === this.#speed },
              `${speed}${speed === this.ports.usual ? ` (${t.setup.usual})` : ""}`,
            ),
          ),
        ),
      ),
    ];
  }

  /** Options after the line's address: its protocol, the ending of our lines. */
  #more(): HTMLElement {
    const check = (word: string, words: string): HTMLElement =>
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          "data-word": word,
          checked: this.#words.has(word),
          onchange: (e: Event) => {
            if ((e.target as HTMLInputElement).checked) this.#words.add(word);
            else this.#words.delete(word);
          },
        }),
        words,
      );
    const ends = ["cr", "crlf"].find((word) => this.#words.has(word)) ?? "";
    return h(
      "details",
      { class: "rules", open: this.#words.size > 0 },
      h("summary", null, t.contest.protocol),
      this.game.boards.protocol === "hub" ? null : check("hub", t.contest.hub),
      this.game.boards.team ? check("team", t.contest.team) : null,
      h(
        "label",
        { class: "field" },
        h("span", null, t.contest.ends),
        h(
          "select",
          {
            "data-field": "ends",
            onchange: (e: Event) => {
              for (const word of ["cr", "crlf"]) this.#words.delete(word);
              const word = (e.target as HTMLSelectElement).value;
              if (word) this.#words.add(word);
            },
          },
          [
            ["", t.setup.usual],
            ["cr", "CR"],
            ["crlf", "CR LF"],
          ].map(([value, words]) => h("option", { value, selected: value === ends }, words)),
        ),
      ),
    );
  }
}
