/* games/trax/lab - the accelerator: its registers, the orders that a processor writes to it, the memory of moves, the
 * board inside, and its clock, which runs only on request. */
import { fill, h, s } from "../../dom.js";
import { type Accelerator, BoardLine } from "../../lab/line.js";
import { LabSettings } from "../../lab/settings.js";
import type { Page } from "../../shell.js";
import { number, t } from "../../text/index.js";
import { makeTile, TILE } from "./tile.js";
import { own } from "./text/index.js";
import type { White } from "./types.js";

/** The tiles in the order of their bits: black leaves up (8), right (4), down (2), left (1). */
const TILES = [3, 5, 6, 9, 10, 12] as const;
const WHITE: Record<number, White> = { 3: "NE", 5: "NS", 6: "NW", 9: "SE", 10: "EW", 12: "SW" };
const PLACE = 1,
  READ = 2,
  EVALUATE = 3;
const OPERATIONS = [PLACE, EVALUATE, READ] as const;
const SIZES = ["16", "8", "12", "24", "32", "64"];
const STEPS = [1, 16, 1000];

const bits = (word: number, from: number, count: number): number => (word >>> from) & ((1 << count) - 1);
const hex = (word: number): string => `0x${(word >>> 0).toString(16).padStart(8, "0")}`;
const binary = (tile: number): string => tile.toString(2).padStart(4, "0");

/** The widths of the fields, as in registers.h. */
function widths(size: number): { c: number; a: number } {
  let c = 1;
  while (1 << c < size) c++;
  return { c, a: c + 2 };
}

export function traxLab(): Page {
  const closed = h("p", { class: "quiet lab-closed", role: "status" }, t.labs.closed);
  const picture = h("div", { class: "accelerator-board" }),
    registers = h("tbody", null),
    memory = h("tbody", null),
    clock = h("p", { class: "accelerator-clock", role: "status" }),
    steps = h("p", { class: "quiet" }),
    design = h("p", { class: "quiet", role: "status", hidden: true });
  let now: Accelerator | null = null,
    row = 0,
    column = 0,
    tile = 5,
    address = 0,
    operation = PLACE;

  const order = (): number => {
    const { c } = widths(now?.size ?? 16);
    const word =
      operation === READ ? address << (2 * c + 4) : ((tile << (2 * c)) | (row << c) | column) >>> 0;
    return (operation * 2 ** 30 + word) >>> 0;
  };
  const line: BoardLine = new BoardLine("trax", {
    state: (open) => {
      closed.hidden = open;
      if (open) settings.apply(false);
    },
    accelerator: (told) => {
      const first = now?.size !== told.size;
      now = told;
      if (first) row = column = Math.floor(told.size / 2);
      draw();
    },
    refused: (words) => (now?.differences === undefined ? settings.complain(words) : fill(design, words)),
  });
  const settings = new LabSettings(
    () => line,
    [{ key: "size", title: own().lab.size, options: SIZES.map((size) => [size, `${size} × ${size}`]) }],
    "",
    null,
  );
  const word = h("output", { class: "accelerator-word", dir: "ltr" });
  const numberField = (key: string, get: () => number, set: (value: number) => void): HTMLInputElement =>
    h("input", {
      type: "number",
      min: 0,
      "data-field": key,
      dir: "ltr",
      value: get(),
      oninput: (e: Event) => {
        const value = Number((e.target as HTMLInputElement).value);
        if (Number.isInteger(value) && value >= 0) set(value);
        drawOrder();
      },
    });
  const rowField = numberField(
      "row",
      () => row,
      (value) => (row = value),
    ),
    columnField = numberField(
      "column",
      () => column,
      (value) => (column = value),
    ),
    addressField = numberField(
      "address",
      () => address,
      (value) => (address = value),
    );
  const tiles = h(
    "div",
    { class: "accelerator-tiles", role: "group", "aria-label": own().lab.tile, dir: "ltr" },
    TILES.map((one) =>
      h(
        "button",
        {
          type: "button",
          class: "tile-choice",
          "data-tile": one,
          "aria-label": binary(one),
          title: binary(one),
          onclick: () => {
            tile = one;
            drawOrder();
          },
        },
        s(
          "svg",
          { viewBox: `0 0 ${TILE} ${TILE}`, class: "trax-board" },
          makeTile(0, 0, WHITE[one] ?? "NS", ""),
        ),
      ),
    ),
  );
  const label = (words: string, input: HTMLElement): HTMLLabelElement =>
    h("label", { class: "field" }, h("span", null, words), input);
  const place = [label(own().lab.row, rowField), label(own().lab.column, columnField), tiles],
    read = label(own().lab.address, addressField);
  const choice = h(
    "select",
    {
      "data-field": "operation",
      onchange: (e: Event) => {
        operation = Number((e.target as HTMLSelectElement).value);
        drawOrder();
      },
    },
    OPERATIONS.map((one) =>
      h("option", { value: one }, `${binary(one).slice(2)} ${own().lab.operations[one - 1] ?? ""}`),
    ),
  );
  const orders = h(
    "form",
    {
      class: "accelerator-order",
      onsubmit: (e: Event) => {
        e.preventDefault();
        line.send({ do: "write", word: order() });
      },
    },
    label(own().lab.operation, choice),
    place,
    read,
    h("p", null, own().lab.word, " ", word),
    h("button", { class: "button", "data-action": "write" }, own().lab.write),
  );
  const button = (action: string, words: string, request: Record<string, unknown>): HTMLElement =>
    h("button", { class: "button tool", "data-action": action, onclick: () => line.send(request) }, words);

  function drawOrder(): void {
    rowField.value = String(row);
    columnField.value = String(column);
    word.textContent = hex(order());
    for (const one of place) one.hidden = operation === READ;
    read.hidden = operation !== READ;
    for (const one of tiles.children)
      one.setAttribute("aria-pressed", String(Number((one as HTMLElement).dataset["tile"]) === tile));
    picture.querySelector(".chosen")?.setAttribute("transform", `translate(${column * TILE} ${row * TILE})`);
  }

  function fields(state: Accelerator): string[] {
    const { c, a } = widths(state.size),
      [first, result, verdict, cycles] = state.registers,
      words = own().lab;
    const fits = TILES.filter((_, i) => bits(result, a + 2 * c + i, 1)).map(binary);
    return [
      `${words.operation} ${binary(first >>> 30).slice(2)} · ${words.row} ${number(bits(first, c, c))} · ${words.column} ${number(bits(first, 0, c))} · ${words.tile} ${binary(bits(first, 2 * c, 4))} · ${words.address} ${number(bits(first, 2 * c + 4, a))}`,
      `${result >>> 31 ? words.done : words.running} · ${words.spaces} ${number(bits(result, 0, a))} · ${words.row} ${number(bits(result, a + c, c))} · ${words.column} ${number(bits(result, a, c))} · ${words.tiles} ${fits.join(" ") || "-"}`,
      `${verdict >>> 31 ? words.done : words.running} · ${words.ownCorners} ${number(bits(verdict, 13, 6))} · ${words.otherCorners} ${number(bits(verdict, 7, 6))} · ${words.threats} ${number(bits(verdict, 4, 3))}` +
        (bits(verdict, 3, 1) ? ` · ${words.invalid}` : "") +
        (bits(verdict, 2, 1) ? ` · ${words.loses}` : "") +
        (bits(verdict, 1, 1) ? ` · ${words.won}` : "") +
        (bits(verdict, 0, 1) ? ` · ${words.lost}` : ""),
      `${number(cycles)}`,
    ];
  }

  function draw(): void {
    const state = now;
    if (!state) return;
    const edge = state.size * TILE;
    const space = ([r, c]: [number, number, number]): SVGElement =>
      s("rect", { class: "legal", x: c * TILE + 12, y: r * TILE + 12, width: 76, height: 76, rx: 10 });
    const svg = s(
      "svg",
      {
        viewBox: `0 0 ${edge} ${edge}`,
        class: "trax-board accelerator-grid",
        role: "img",
        "aria-label": own().lab.board,
        "data-tiles": state.board.length,
      },
      s("rect", { class: "ground", x: 0, y: 0, width: edge, height: edge }),
      Array.from({ length: state.size - 1 }, (_, i) =>
        s("path", { class: "grid-line", d: `M${(i + 1) * TILE} 0V${edge}M0 ${(i + 1) * TILE}H${edge}` }),
      ),
      state.memory.map(space),
      state.board.map(([r, c, one]) => makeTile(c, r, WHITE[one] ?? "NS", "")),
      s("rect", { class: "chosen", x: 2, y: 2, width: TILE - 4, height: TILE - 4 }),
    );
    svg.addEventListener("click", (e) => {
      const box = svg.getBoundingClientRect();
      column = Math.min(state.size - 1, Math.floor(((e.clientX - box.left) / box.width) * state.size));
      row = Math.min(state.size - 1, Math.floor(((e.clientY - box.top) / box.height) * state.size));
      drawOrder();
    });
    fill(picture, svg);
    const names = own().lab.registers;
    fill(
      registers,
      fields(state).map((words, i) =>
        h(
          "tr",
          { "data-register": i, "data-word": state.registers[i] ?? 0 },
          h("th", { scope: "row" }, `${number(i)} ${names[i] ?? ""}`),
          h("td", null, h("code", { dir: "ltr" }, hex(state.registers[i] ?? 0))),
          h("td", null, words),
        ),
      ),
    );
    fill(
      memory,
      state.memory.map(([r, c, fits], i) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, number(i)),
          h("td", null, number(r)),
          h("td", null, number(c)),
          h(
            "td",
            { dir: "ltr" },
            TILES.filter((_, k) => (fits >> k) & 1)
              .map(binary)
              .join(" "),
          ),
        ),
      ),
    );
    clock.dataset["left"] = String(state.left);
    clock.dataset["now"] = String(state.now);
    // How long a design's order takes, only it knows.
    const { differences } = state,
      words = own().lab;
    fill(
      clock,
      differences !== undefined && state.busy
        ? words.busy(number(state.now))
        : words.clock(number(state.now), number(state.busy ? state.left : 0)),
    );
    settings.element.hidden = differences !== undefined;
    design.hidden = differences === undefined;
    if (differences !== undefined) {
      design.dataset["differences"] = String(differences);
      fill(
        design,
        words.design,
        " ",
        differences === 0 ? words.agrees : words.differs(differences, number(differences)),
      );
    }
    fill(
      steps,
      own()
        .lab.steps.map((name, i) => `${name} ${number(state.spent[i] ?? 0)}`)
        .join(" · "),
    );
    drawOrder();
  }

  const table = (body: HTMLElement, ...heads: string[]): HTMLElement =>
    h(
      "table",
      { class: "accelerator-table" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          heads.map((one) => h("th", null, one)),
        ),
      ),
      body,
    );
  const element = h(
    "div",
    { class: "lab" },
    h("div", null, h("h1", null, own().lab.title), h("p", { class: "quiet" }, own().lab.lead), closed),
    h(
      "div",
      { class: "lab-bench" },
      h(
        "div",
        { class: "accelerator-inside" },
        picture,
        table(registers, own().lab.register, own().lab.value, own().lab.meaning),
      ),
      h(
        "div",
        { class: "lab-side" },
        orders,
        h(
          "div",
          { class: "row wrap" },
          STEPS.map((ticks) => button(`step-${ticks}`, `+${number(ticks)}`, { do: "step", ticks })),
          button("finish", own().lab.finish, { do: "finish" }),
          button("reset", t.labs.reset, { do: "reset" }),
        ),
        clock,
        steps,
        design,
        settings.element,
        h("h2", null, own().lab.memory),
        h(
          "div",
          { class: "accelerator-memory" },
          table(memory, own().lab.address, own().lab.row, own().lab.column, own().lab.tiles),
        ),
      ),
    ),
  );
  return { element, title: own().lab.title, dispose: () => line.dispose() };
}
