/* games/perudo/view - the table as something to look at: the contract of its two views.
 *
 * The flat one is in table.ts. The three-dimensional one is a module of its own that is loaded
 * when it is wanted; it draws into `element` and takes its motion from the difference between
 * one state and the next. Bidding (board.ts) is the same for both. */
import type { BoardHost } from "../board.js";
import type { PerudoState } from "./types.js";

export interface PerudoView {
  readonly element: HTMLElement;
  /** Shows a state: with motion if `animate`; `held` keeps the cups lifted for a look at the dice. */
  update(state: PerudoState, animate: boolean, held?: boolean): void;
  /** Before the table: the title, or the eight guests with one of them chosen; `pick` hears of one that is
   * pressed. */
  open?(scene: "title" | "avatar", guest: number, pick: (guest: number) => void): void;
  dispose(): void;
}

let drawable: boolean | undefined;
/** Asked once and the context given back: a browser keeps about 16, and drops the oldest for a new one. */
export function canDraw3d(): boolean {
  if (drawable === undefined) {
    const context = document.createElement("canvas").getContext("webgl2");
    drawable = context !== null;
    context?.getExtension("WEBGL_lose_context")?.loseContext();
  }
  return drawable;
}

/** The three-dimensional table; loaded when it is first wanted. `lost`: it can draw no longer. */
export const spatialTable = async (host: BoardHost, lost: () => void): Promise<PerudoView> =>
  new (await import("./spatial/perudo3d.js")).SpatialTable(host, lost);
