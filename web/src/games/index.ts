/* games - the games of the page, in the order in which it shows them. This is the only place that names them
 * all: a new game is a folder here and a line in this table (ARCHITECTURE.md). */
import { language } from "../text/index.js";
import { damas } from "./damas/index.js";
import { dots } from "./dots/index.js";
import { perudo } from "./perudo/index.js";
import { trax } from "./trax/index.js";
import type { GameView, GameWords } from "./view.js";

const views = { damas, trax, perudo, dots };

export type Game = keyof typeof views;
export type StateOf<G extends Game> = (typeof views)[G] extends GameView<infer S> ? S : never;

export const GAMES = Object.keys(views) as Game[];
export const isGame = (name: string | undefined): name is Game =>
  name !== undefined && Object.hasOwn(views, name);
export const viewOf = (game: Game): GameView => views[game];
export const wordsOf = (game: Game): GameWords => views[game].texts[language];
