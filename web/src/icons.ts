/* icons - line drawings, 24 by 24. */
import { s } from "./dom.js";

const PATHS: Record<string, string> = {
  first: "M6 5v14M19 5l-9 7 9 7z",
  back: "M16 5l-9 7 9 7z",
  forward: "M8 5l9 7-9 7z",
  latest: "M18 5v14M5 5l9 7-9 7z",
  play: "M7 4.500l12 7.500-12 7.500z",
  pause: "M8 5v14M16 5v14",
  undo: "M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  flag: "M6 22V3M6 4h12l-3 4.500 3 4.500H6",
  draw: "M3 9h18M3 15h18",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.500 10.900c.7.500 1 1.300 1 2.100h5c0-.8.3-1.600 1-2.100A6 6 0 0 0 12 3z",
  values: "M4 20V10M10 20V4M16 20v-7M22 20H2",
  evaluate: "M4 18l5-6 4 3 7-9",
  sound: "M4 9v6h4l5 4V5L8 9zM16 9a4 4 0 0 1 0 6M18.500 6.500a8 8 0 0 1 0 11",
  mute: "M4 9v6h4l5 4V5L8 9zM17 9l5 6M22 9l-5 6",
  chain: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  numbers: "M5 8l2-2v8M11 8c0-3 5-3 5 0 0 2-5 3-5 6h5M5 19h14",
  turn: "M7 4v14l-4-4M17 20V6l4 4",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  odds: "M5 19L19 5M7 9a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM17 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4z",
  cube: "M12 2l9 5v10l-9 5-9-5V7zM3 7l9 5 9-5M12 12v10",
  share: "M8 12h8M12 4l4 4M12 4L8 8M12 4v10M5 13v6h14v-6",
  copy: "M9 9h10v11H9zM5 15V4h10",
  save: "M12 4v11M7 11l5 5 5-5M4 20h16",
  record: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6",
  again: "M4 12a8 8 0 1 1 2.500 5.800M4 20v-5h5",
  world: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM3 12h18M12 3c3 3 3 15 0 18M12 3c-3 3-3 15 0 18",
  eye: "M2 12s4-7 10-7 10 7 10 7-4 7-10 7-10-7-10-7zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
  pass: "M5 12h14M14 7l5 5-5 5",
  bell: "M6 16V10a6 6 0 0 1 12 0v6l2 2H4zM10 21h4",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  wall: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  check: "M5 13l5 5L20 6",
  guest: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 21c.500-5 3.500-7 7.500-7s7 2 7.500 7",
};

export function icon(name: string): SVGSVGElement {
  return s(
    "svg",
    { class: `icon icon-${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    s("path", { d: PATHS[name] ?? "" }),
  );
}
