/* games/perudo/avatars - eight guests of the bar, 64 by 64. */
import { s } from "../../dom.js";

type Part = [tag: "path" | "circle" | "rect" | "ellipse", props: Record<string, string | number>];
interface Guest {
  back: string;
  parts: Part[];
}

const face = (skin: string): Part[] => [
  ["path", { d: "M26 44h12v10H26z", fill: skin }],
  ["ellipse", { cx: 32, cy: 32, rx: 13, ry: 15, fill: skin }],
  ["circle", { cx: 27, cy: 31, r: 1.7, fill: "#241a14" }],
  ["circle", { cx: 37, cy: 31, r: 1.7, fill: "#241a14" }],
];
const coat = (colour: string): Part => [
  "path",
  { d: "M8 66c1-13 10-17 18-18l6 6 6-6c8 1 17 5 18 18z", fill: colour },
];
const smile: Part = [
  "path",
  {
    d: "M27 38.5q5 4.5 10 0",
    fill: "none",
    stroke: "#7a2f24",
    "stroke-width": 1.7,
    "stroke-linecap": "round",
  },
];

export const GUESTS: Guest[] = [
  {
    back: "#1f5a63",
    parts: [
      // the captain
      coat("#1d2b45"),
      ...face("#e3b48e"),
      [
        "path",
        { d: "M20 36c1 14 8 17 12 17s11-3 12-17c-3 4-6 5-7 4-3-2-7-2-10 0-1 1-4 0-7-4z", fill: "#ece7df" },
      ],
      ["path", { d: "M17 25c0-10 8-14 15-14s15 4 15 14l-2 2H19z", fill: "#14203a" }],
      ["path", { d: "M18 25h28l2 4H16z", fill: "#0b1222" }],
      ["circle", { cx: 32, cy: 19, r: 3, fill: "#d8a545" }],
    ],
  },
  {
    back: "#8a3b2a",
    parts: [
      // the singer
      ["path", { d: "M14 60c-3-22 2-46 18-46s21 24 18 46z", fill: "#1f1310" }],
      coat("#b8324a"),
      ...face("#c98d66"),
      smile,
      ["path", { d: "M19 30c2-12 8-16 13-16s11 4 13 16c-6-2-9-6-11-9-3 5-8 8-15 9z", fill: "#1f1310" }],
      ["circle", { cx: 46, cy: 22, r: 6, fill: "#d9463f" }],
      ["circle", { cx: 46, cy: 22, r: 2.4, fill: "#f0b23f" }],
    ],
  },
  {
    back: "#6c7d3c",
    parts: [
      // the lama
      ["path", { d: "M20 66V34c0-12 5-20 12-20s12 8 12 20v32z", fill: "#efe3cf" }],
      ["path", { d: "M21 18l-3-12c5 1 7 5 8 10zM43 18l3-12c-5 1-7 5-8 10z", fill: "#d8c4a4" }],
      ["ellipse", { cx: 32, cy: 38, rx: 9, ry: 8, fill: "#fbf4e6" }],
      ["circle", { cx: 26.5, cy: 27, r: 2, fill: "#241a14" }],
      ["circle", { cx: 37.5, cy: 27, r: 2, fill: "#241a14" }],
      [
        "path",
        { d: "M30 36h4l-2 2.5zM28 42q4 3 8 0", fill: "#4b3527", stroke: "#4b3527", "stroke-width": 1.2 },
      ],
      ["path", { d: "M20 52h24v5H20z", fill: "#b0402d" }],
      ["path", { d: "M25 14q7-7 14 0l-2 5q-5-3-10 0z", fill: "#d8c4a4" }],
    ],
  },
  {
    back: "#51406b",
    parts: [
      // the professor
      coat("#5a4632"),
      ...face("#f0c7a2"),
      ["path", { d: "M18 30c-1-12 6-17 14-17s15 5 14 17l-3-6c-7 1-15 1-22 0z", fill: "#b9b3aa" }],
      ["circle", { cx: 26.5, cy: 31, r: 4.6, fill: "none", stroke: "#2b2320", "stroke-width": 1.5 }],
      ["circle", { cx: 37.5, cy: 31, r: 4.6, fill: "none", stroke: "#2b2320", "stroke-width": 1.5 }],
      [
        "path",
        { d: "M31 31h2M26 40q6-3 12 0l-6 2z", stroke: "#2b2320", "stroke-width": 1.5, fill: "#b9b3aa" },
      ],
      ["path", { d: "M27 52l5 3-5 4zM37 52l-5 3 5 4z", fill: "#a5342b" }],
    ],
  },
  {
    back: "#a9742a",
    parts: [
      // the miner
      coat("#3d5a6b"),
      ...face("#a8714c"),
      ["path", { d: "M24 39q8 8 16 0v6q-8 6-16 0z", fill: "#2a1b13" }],
      ["path", { d: "M16 26c0-11 8-15 16-15s16 4 16 15z", fill: "#e0a92e" }],
      ["rect", { x: 14, y: 25, width: 36, height: 3.6, rx: 1.8, fill: "#b98417" }],
      ["circle", { cx: 32, cy: 18, r: 4.4, fill: "#fff5c8", stroke: "#7c5a12", "stroke-width": 1.6 }],
    ],
  },
  {
    back: "#2e4a7a",
    parts: [
      // the fortune teller
      coat("#5b2a63"),
      ...face("#e6b990"),
      smile,
      [
        "path",
        {
          d: "M15 40c-3-20 6-28 17-28s20 8 17 28c-4-3-5-9-5-14-8 0-16-1-22-4-1 6-3 12-7 18z",
          fill: "#7b3b86",
        },
      ],
      ["circle", { cx: 32, cy: 17, r: 3, fill: "#3ec0b0" }],
      ["circle", { cx: 18, cy: 43, r: 2.6, fill: "none", stroke: "#e6b64c", "stroke-width": 1.6 }],
      ["circle", { cx: 46, cy: 43, r: 2.6, fill: "none", stroke: "#e6b64c", "stroke-width": 1.6 }],
    ],
  },
  {
    back: "#345c3f",
    parts: [
      // the cook
      coat("#f3efe8"),
      ...face("#f2cba9"),
      ["path", { d: "M24 37q4-3 8 0 4-3 8 0-1 4-4 3.5-2-.5-4-2-2 1.500-4 2-3 .5-4-3.500z", fill: "#3a241a" }],
      ["path", { d: "M18 23c-6-1-7-11 2-12 3-7 21-7 24 0 9 1 8 11 2 12l-1 5H19z", fill: "#fbf8f2" }],
      ["rect", { x: 19, y: 22.5, width: 26, height: 4, fill: "#ddd6ca" }],
    ],
  },
  {
    back: "#5d5a55",
    parts: [
      // the sailor
      coat("#ded8cc"),
      ...face("#8d5a3b"),
      smile,
      ["path", { d: "M19 26c0-9 6-13 13-13s13 4 13 13z", fill: "#a5342b" }],
      ["rect", { x: 17.5, y: 24, width: 29, height: 5, rx: 2.5, fill: "#c04a3e" }],
      ["path", { d: "M14 58h36M12 63h40", stroke: "#31527d", "stroke-width": 2.6 }],
      ["circle", { cx: 45, cy: 36, r: 2, fill: "none", stroke: "#e6b64c", "stroke-width": 1.5 }],
    ],
  },
];

/** The avatar with that number, or one that goes with the seat if there is none. */
export function guestNumber(avatar: string | null | undefined, seat: number): number {
  const n = Number.parseInt(avatar ?? "", 10);
  return Number.isInteger(n) && n >= 0 && n < GUESTS.length ? n : seat % GUESTS.length;
}

/** The guest of each seat: people get the one they chose, in the order of their seats; the other seats get
 * those that are left. */
export function guestsOf(seats: { kind: string; avatar?: string | null | undefined }[]): number[] {
  const taken = new Set<number>(),
    guests: number[] = [];
  const take = (seat: number, wish: number): void => {
    let guest = wish;
    while (taken.has(guest) && taken.size < GUESTS.length) guest = (guest + 1) % GUESTS.length;
    taken.add(guest);
    guests[seat] = guest;
  };
  for (const people of [true, false])
    seats.forEach(
      (one, seat) => (one.kind === "person") === people && take(seat, guestNumber(one.avatar, seat)),
    );
  return guests;
}

export function avatarPicture(which: number): SVGSVGElement {
  const guest = GUESTS[which % GUESTS.length] ?? GUESTS[0];
  return s(
    "svg",
    { class: "avatar", viewBox: "0 0 64 64", "aria-hidden": "true" },
    s("rect", { width: 64, height: 64, fill: guest?.back ?? "#555" }),
    guest?.parts.map(([tag, props]) => s(tag, props)),
  );
}
