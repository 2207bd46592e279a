/* games/perudo/opening - before the game: the title, then the bar, where the person picks one of eight
 * guests.
 *
 * It lies over the table and keeps nobody from playing: returning visitors only see the title go by, and
 * the first bid ends it. Without the three-dimensional view it is a picture. */
import { fill, h, lessMotion } from "../../dom.js";
import { pref } from "../../prefs.js";
import { t } from "../../text/index.js";
import { avatarPicture, GUESTS } from "./avatars.js";
import { own } from "./text/index.js";

const TITLE_MS = 2400;

export type OpeningScene = "title" | "avatar";

export class Opening {
  readonly element = h("div", { class: "opening", role: "group", "aria-label": own().avatar });
  guest: number;
  scene: OpeningScene;
  #timer = 0;
  #known = pref("seated") !== 0;

  /** `changed` is called when the scene changes, `done` with the chosen guest; `choose` starts with the
   * guests. */
  constructor(
    choose: boolean,
    private readonly taken: () => number[],
    private readonly changed: () => void,
    private readonly done: (guest: number) => void,
  ) {
    this.guest = this.#free(pref("avatar"), 1);
    this.scene = choose || (lessMotion() && !this.#known) ? "avatar" : "title";
    this.#draw();
  }

  /** It can be seen: from now on the title goes by. */
  begin(): void {
    if (this.scene === "title" && !this.#timer)
      this.#timer = window.setTimeout(() => (this.#known ? this.#sitDown() : this.#go("avatar")), TITLE_MS);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.element.remove();
  }

  /** Whether to show an opening at all: with less motion, returning visitors get none. */
  static wanted(): boolean {
    return !lessMotion() || pref("seated") === 0;
  }

  #sitDown(): void {
    clearTimeout(this.#timer);
    this.done(this.guest);
  }

  #go(scene: OpeningScene): void {
    clearTimeout(this.#timer);
    this.scene = scene;
    this.#draw();
    this.changed();
  }

  /** The first from here that nobody else is. */
  #free(from: number, by: number): number {
    const taken = this.taken();
    let guest = ((from % GUESTS.length) + GUESTS.length) % GUESTS.length;
    for (let i = 0; i < GUESTS.length && taken.includes(guest); i++)
      guest = (guest + by + GUESTS.length) % GUESTS.length;
    return guest;
  }

  choose(guest: number): void {
    if (this.taken().includes(guest)) return;
    this.guest = guest;
    const focus = (document.activeElement as HTMLElement | null)?.dataset["guest"];
    this.#draw();
    if (focus !== undefined)
      (this.element.querySelector(`[data-guest="${guest}"]`) as HTMLElement | null)?.focus();
    this.changed();
  }

  #draw(): void {
    this.element.dataset["scene"] = this.scene;
    const play = h(
      "button",
      { class: "button strong", "data-action": "sit", onclick: () => this.#sitDown() },
      this.scene === "title" ? t.start.playNow : own().sitDown,
    );
    if (this.scene === "title")
      return fill(
        this.element,
        h("h2", { class: "opening-title" }, own().title),
        h(
          "div",
          { class: "opening-bar" },
          play,
          h(
            "button",
            { class: "button", "data-action": "guests", onclick: () => this.#go("avatar") },
            own().whoAmI,
          ),
        ),
      );
    const taken = this.taken();
    const step = (by: number, words: string): HTMLElement =>
      h(
        "button",
        {
          class: "button round opening-step",
          "data-step": by,
          "aria-label": words,
          onclick: () => this.choose(this.#free(this.guest + by, by)),
        },
        by < 0 ? "‹" : "›",
      );
    fill(
      this.element,
      h(
        "div",
        { class: "opening-who" },
        step(-1, own().lab.previous),
        h("p", { class: "opening-name", role: "status" }, own().avatars[this.guest] ?? ""),
        step(1, own().lab.next),
      ),
      h(
        "div",
        {
          class: "opening-guests",
          role: "radiogroup",
          "aria-label": own().avatar,
          onkeydown: (e: KeyboardEvent) => this.#key(e),
        },
        GUESTS.map((_, i) =>
          h(
            "button",
            {
              class: "avatar-frame",
              role: "radio",
              "aria-checked": String(i === this.guest),
              tabindex: i === this.guest ? 0 : -1,
              "aria-label": own().avatars[i] ?? "",
              title: own().avatars[i] ?? "",
              "data-guest": i,
              disabled: taken.includes(i),
              onclick: () => this.choose(i),
            },
            avatarPicture(i),
          ),
        ),
      ),
      h("div", { class: "opening-bar" }, play),
    );
  }

  #key(e: KeyboardEvent): void {
    const way = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[e.key];
    if (e.key === "Enter") this.#sitDown();
    else if (way) {
      const by = t.direction === "rtl" && /Left|Right/.test(e.key) ? -way : way;
      this.choose(this.#free(this.guest + by, by));
    } else return;
    e.preventDefault();
  }
}
