/* match/export - a position as SVG or PNG, a whole match as an animated GIF; loaded when it is wanted. */
import { getState } from "../api/http.js";
import type { Match, State } from "../api/types.js";
import { h } from "../dom.js";
import type { Board } from "../games/board.js";
import { viewOf } from "../games/index.js";
import { gif } from "./gif.js";
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

/** The board as a picture that needs no style sheet; null for a board that is no SVG. */
function drawing(board: HTMLElement): string | null {
  const svg = board.querySelector<SVGSVGElement>("svg.board");
  if (!svg) return null;
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const from = [svg, ...svg.querySelectorAll<SVGElement>("*")],
    to = [copy, ...copy.querySelectorAll<SVGElement>("*")];
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of KEPT) to[i]?.style.setProperty(name, style.getPropertyValue(name));
  });
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.style.setProperty("background", getComputedStyle(board).backgroundColor);
  copy.style.setProperty("font-family", "sans-serif");
  return new XMLSerializer().serializeToString(copy);
}

async function painted(picture: string, size: number): Promise<CanvasRenderingContext2D> {
  const canvas = h("canvas", { width: size, height: size }),
    pen = canvas.getContext("2d", { willReadFrequently: true }),
    image = new Image(size, size);
  if (!pen) throw new Error("no canvas");
  image.src = URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" }));
  try {
    await image.decode();
    pen.drawImage(image, 0, 0, size, size);
  } finally {
    URL.revokeObjectURL(image.src);
  }
  return pen;
}

export function save(blob: Blob, name: string): void {
  const link = h("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export function saveSvg(board: HTMLElement, name: string): void {
  const picture = drawing(board);
  if (picture) save(new Blob([picture], { type: "image/svg+xml" }), `${name}.svg`);
}

export async function savePng(board: HTMLElement, name: string): Promise<void> {
  const picture = drawing(board);
  if (!picture) return;
  const pen = await painted(picture, PNG_SIZE);
  const blob = await new Promise<Blob | null>((done) => pen.canvas.toBlob(done));
  if (blob) save(blob, `${name}.png`);
}

/** All positions one after the other, on a board out of sight. */
export async function saveGif(match: Match, name: string): Promise<void> {
  const board: Board = viewOf(match.game).board({
    game: match.game,
    rules: match.rules,
    seats: boardSeats(match),
    you: match.you,
    miniature: false,
    play: () => undefined,
    say: () => undefined,
  });
  const room = h("div", { class: "out-of-sight", "aria-hidden": "true", inert: true }, board.element);
  document.body.append(room);
  try {
    const frames = [];
    for (let at = 0; at <= match.at; at++) {
      const state: State = at === match.at ? match.state : await getState(match.id, at);
      showPicture(board, state);
      const picture = drawing(board.element);
      if (!picture) return;
      const pen = await painted(picture, GIF_SIZE);
      const { data } = pen.getImageData(0, 0, GIF_SIZE, GIF_SIZE);
      frames.push({ pixels: data, delay: at === match.at ? REST : STEP });
    }
    save(new Blob([gif(frames, GIF_SIZE)], { type: "image/gif" }), `${name}.gif`);
  } finally {
    board.dispose();
    room.remove();
  }
}
