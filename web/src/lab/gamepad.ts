/* lab/gamepad - a gamepad or joystick as the four buttons of a board, by the Gamepad API.
 *
 * Right or up is next, left or down previous, by stick or pad; the first button is enter, the second
 * doubt. The API has no events for buttons, so they are looked at in every frame while there is a
 * gamepad.
 */
export type PadButton = "previous" | "next" | "enter" | "doubt";

const NAMES: readonly PadButton[] = ["previous", "next", "enter", "doubt"];
const HALF_WAY = 0.5;
/** Of the standard layout's pad. */
const UP = 12,
  DOWN = 13,
  LEFT = 14,
  RIGHT = 15;

function downOn(pad: Gamepad): Record<PadButton, boolean> {
  const button = (i: number): boolean => pad.buttons[i]?.pressed ?? false,
    axis = (i: number): number => pad.axes[i] ?? 0;
  return {
    previous: axis(0) < -HALF_WAY || axis(1) > HALF_WAY || button(LEFT) || button(DOWN),
    next: axis(0) > HALF_WAY || axis(1) < -HALF_WAY || button(RIGHT) || button(UP),
    enter: button(0),
    doubt: button(1),
  };
}

export class PadButtons {
  #down = new Set<PadButton>();
  #frame = 0;
  #told: (name: PadButton, down: boolean) => void;
  #begin = (): void => {
    if (!this.#frame) this.#look();
  };

  /** `told` hears whenever a button goes down or up. */
  constructor(told: (name: PadButton, down: boolean) => void) {
    this.#told = told;
    addEventListener("gamepadconnected", this.#begin);
    this.#begin();
  }

  dispose(): void {
    removeEventListener("gamepadconnected", this.#begin);
    cancelAnimationFrame(this.#frame);
  }

  #look(): void {
    const pads = navigator.getGamepads().filter((pad) => pad !== null),
      all = pads.map(downOn);
    for (const name of NAMES) {
      const down = all.some((buttons) => buttons[name]);
      if (down === this.#down.has(name)) continue;
      if (down) this.#down.add(name);
      else this.#down.delete(name);
      this.#told(name, down);
    }
    this.#frame = pads.length ? requestAnimationFrame(() => this.#look()) : 0;
  }
}
