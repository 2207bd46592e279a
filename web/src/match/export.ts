/* match/export - a position as SVG or PNG, a whole match as an animated GIF; loaded when it is wanted. */
import { getState } from "../api/http.js";
import type { Match, State } from "../api/types.js";
import { h } from "../dom.js";
import type { Board } from "../games/board.js";
import { viewOf } from "../games/index.js";
import { type Frame, gif } from "./gif.js";
import { showPicture } from "./picture.js";
import { boardSeats } from "./seats.js";

const PNG_SIZE = 1200;
const GIF_SIZE = 480;
/** Hundredths of a second for a move, and for the last position. */
const STEP = 80,
  REST = 300;
/** What the page's styles decide and a picture on its own has to carry. */
const KEPT = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-linecap",
  "stroke-linejoin",
  "stroke-dasharray",
  "opacity",
  "stop-color",
  "display",
  "visibility",
  "transform",
  "font-size",
  "font-weight",
  "text-anchor",
];
/** The same of a board that is no SVG. */
const LAID_OUT = [
  "position",
  "box-sizing",
  "inset",
  "width",
  "height",
  "margin",
  "padding",
  "overflow",
  "flex",
  "flex-wrap",
  "grid-template",
  "gap",
  "align-items",
  "justify-items",
  "justify-content",
  "color",
  "background",
  "border",
  "border-radius",
  "box-shadow",
  "outline",
  "outline-offset",
  "line-height",
  "white-space",
  "text-align",
  "vertical-align",
  "z-index",
  "direction",
];

/** A copy that needs no style sheet. */
function styled<E extends HTMLElement | SVGElement>(original: E, kept: string[]): E {
  const copy = original.cloneNode(true) as E;
  const all = (of: E): E[] => [of, ...of.querySelectorAll<E>("*")];
  const to = all(copy);
  all(original).forEach((element, i) => {
    const style = getComputedStyle(element);
    // words are as wide as the letters of another font need
    const fixed = element instanceof SVGElement || style.position !== "static";
    for (const name of kept)
      if (fixed || name !== "width") to[i]?.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.style.setProperty("font-family", "sans-serif");
  return copy;
}

/** The board as a picture; null for one that is drawn in three dimensions. */
function drawing(board: HTMLElement): string | null {
  const words = (of: Element): string => new XMLSerializer().serializeToString(of);
  const svg = board.querySelector<SVGSVGElement>("svg.board");
  if (svg) {
    const copy = styled(svg, KEPT);
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    copy.style.setProperty("background", getComputedStyle(board).backgroundColor);
    return words(copy);
  }
  const table = board.querySelector<HTMLElement>("[data-picture]");
  if (!table) return null;
  const { width, height } = table.getBoundingClientRect();
  const ground = getComputedStyle(board).backgroundImage;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 ${(height - width) / 2} ${width} ${width}" ` +
    `style='background:${ground}'>` +
    `<foreignObject width="${width}" height="${height}" style="overflow:visible">${words(styled(table, [...KEPT, ...LAID_OUT]))}` +
    "</foreignObject></svg>"
  );
}

/** Shows positions of a match on a flat board out of sight. */
async function outOfSight<T>(match: Match, run: (board: Board) => Promise<T>): Promise<T> {
  const board: Board = viewOf(match.game).board({
    game: match.game,
    rules: match.rules,
    seats: boardSeats(match),
    you: match.you,
    miniature: false,
    flat: true,
    play: () => undefined,
    say: () => undefined,
  });
  const room = h("div", { class: "out-of-sight", "aria-hidden": "true", inert: true }, board.element);
  document.body.append(room);
  try {
    return await run(board);
  } finally {
    board.dispose();
    room.remove();
  }
}

/** The board as it is shown, or this position flat. */
const pictureOf = async (board: HTMLElement, match: Match, state: State): Promise<string | null> =>
  drawing(board) ??
  outOfSight(match, async (flat) => {
    showPicture(flat, state);
    return drawing(flat.element);
  });

async function painted(picture: string, size: number): Promise<CanvasRenderingContext2D> {
  const canvas = h("canvas", { width: size, height: size }),
    pen = canvas.getContext("2d", { willReadFrequently: true }),
    image = new Image(size, size);
  if (!pen) throw new Error("no canvas");
  // an address of data: a canvas with a picture that has HTML in it could not be read from a blob
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`;
  await image.decode();
  pen.drawImage(image, 0, 0, size, size);
  return pen;
}

export function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function saveSvg(board: HTMLElement, match: Match, state: State, name: string): Promise<void> {
  const picture = await pictureOf(board, match, state);
  if (picture) save(new Blob([picture], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(board: HTMLElement, match: Match, state: State, name: string): Promise<void> {
  const picture = await pictureOf(board, match, state);
  if (!picture) return;
  const pen = await painted(picture, PNG_SIZE);
  const blob = await new Promise<Blob | null>((done) => pen.canvas.toBlob(done));
  if (blob) save(blob, `${name}.png`);
}

/** All positions one after the other. */
export async function saveGif(match: Match, name: string): Promise<void> {
  const frames: Frame[] = [];
  await outOfSight(match, async (board) => {
    for (let at = 0; at <= match.at; at++) {
      showPicture(board, at === match.at ? match.state : await getState(match.id, at));
      const picture = drawing(board.element);
      if (!picture) return;
      const pen = await painted(picture, GIF_SIZE);
      const { data } = pen.getImageData(0, 0, GIF_SIZE, GIF_SIZE);
      frames.push({ pixels: data, delay: at === match.at ? REST : STEP });
    }
  });
  save(new Blob([gif(frames, GIF_SIZE)], { type: "image/gif" }), `${name}.gif`);
}
