// A real server and real browsers for the tests.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium, errors } from "playwright-core";
import { CHROMIUM } from "./chromium.mjs";

/** Long enough for a machine that is busy with other things. */
const WAIT_MS = Number(process.env.DAMERO_WAIT_MS ?? 120_000);
/** A whole game, on a machine that is busy with other things. */
export const GAME_MS = 600_000;

/** Whether the page includes the engines, so that a browser can think: only if WebAssembly could be built. */
export const hasEngines = existsSync(
  fileURLToPath(new URL("../../build-wasm/wasm/house.wasm", import.meta.url)),
);

/** Words for a browser that draws in three dimensions without a graphics card. */
export const GRAPHICS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];

/** The server and the browser of a test file, from when its tests begin: see setUp. */
export let arena, browser;

/** Starts both before the tests of the file that calls it, with more words for `damero serve` and for the
 * browser, and stops them after. */
export function setUp({ serve = [], graphics = [] } = {}) {
  before(async () => {
    [arena, browser] = await Promise.all([Arena.start(...serve), Browser.start(...graphics)]);
  });
  after(async () => {
    await arena?.stop();
    await browser?.stop();
  });
}

/** A port that nobody has just now, below those that the system hands out: nobody is given it meanwhile. */
export async function freePort() {
  for (;;) {
    const port = 11_000 + Math.floor(21_000 * Math.random());
    const server = createServer();
    const free = await new Promise((found) => {
      server.once("error", () => found(false)).listen(port, "127.0.0.1", () => found(true));
    });
    if (!free) continue;
    await new Promise((closed) => server.close(closed));
    return port;
  }
}

/** `damero serve` with a data folder of its own, or with the store that the options name. */
export class Arena {
  static async start(...options) {
    const arena = new Arena();
    arena.folder = mkdtempSync(join(tmpdir(), "damero-page-"));
    arena.options = options;
    arena.place = options.includes("--store") ? [] : ["--data", arena.folder];
    arena.port = await freePort(); // the same again after a restart
    await arena.serve();
    return arena;
  }

  serve() {
    const words = ["serve", "--listen", `127.0.0.1:${this.port}`, ...this.place, ...this.options];
    this.process = spawn(process.env.DAMERO, words, { stdio: ["ignore", "pipe", "inherit"] });
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("the server says nothing")), WAIT_MS);
      this.process.on("exit", (code) => reject(new Error(`the server ended (${code})`)));
      let said = "";
      this.process.stdout.on("data", (words) => {
        const found = /Damero is at (http:\/\/127\.0\.0\.1:(\d+))/.exec((said += words));
        this.organiser = /#organiser=([\w-]+)\n/.exec(said)?.[1];
        if (!found || (this.options.includes("--contest") && !this.organiser)) return;
        [this.address, this.port] = found.slice(1);
        clearTimeout(late);
        resolve();
      });
    });
  }

  end(signal) {
    return new Promise((resolve) => {
      this.process.removeAllListeners("exit");
      this.process.on("exit", resolve);
      this.process.kill(signal);
    });
  }

  async stop() {
    await this.end("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  async post(match) {
    const answer = await fetch(`${this.address}/api/matches`, {
      method: "POST",
      headers: {
        "Content-Type": "application/json",
        ...(this.organiser ? { Authorization: `Bearer ${this.organiser}` } : {}),
      },
      body: JSON.stringify(match),
    });
    const body = await answer.json();
    if (!answer.ok) throw new Error(JSON.stringify(body));
    return body;
  }

  async get(path) {
    return (await fetch(this.address + path)).json();
  }
}

/** A browser whose pages fail the test when a script fails or the content policy is broken. */
export class Browser {
  static async start(...graphics) {
    const browser = new Browser();
    const args = ["--no-sandbox", ...(graphics.length > 0 ? graphics : ["--disable-gpu"])];
    browser.chromium = await chromium.launch({ executablePath: CHROMIUM, args });
    browser.errors = [];
    return browser;
  }

  async open(address, { spatial = false, ...options } = {}) {
    const context = await this.chromium.newContext({
      viewport: { width: 1280, height: 800 },
      locale: "en-GB",
      reducedMotion: "reduce",
      ...options,
    });
    // The flat table of Perudo, unless the third dimension is what is tested: no graphics card, no haste.
    if (!spatial) await context.addInitScript(() => localStorage.setItem("damero.flat", "true"));
    const page = await context.newPage();
    page.setDefaultTimeout(WAIT_MS);
    page.on("pageerror", (error) => this.errors.push(error.stack ?? String(error)));
    page.on(
      "console",
      (line) =>
        line.type() === "error" &&
        /Content Security Policy|Uncaught/.test(line.text()) &&
        this.errors.push(line.text()),
    );
    page.on(
      "request",
      (request) =>
        new URL(request.url().replace(/^blob:/, "")).hostname !== "127.0.0.1" &&
        this.errors.push(`asked elsewhere: ${request.url()}`),
    );
    await page.goto(address);
    return page;
  }

  async stop() {
    await this.chromium.close();
    if (this.errors.length > 0) throw new Error(this.errors.join("\n"));
  }
}

export const picture = (page, name) =>
  page.screenshot({ path: join(process.env.DAMERO_PICTURES, `${name}.png`) });

/** Presses Tab until what has the focus matches, as someone without a mouse does. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 80; i++) {
    if (await page.evaluate((wanted) => document.activeElement?.matches(wanted), selector)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** Presses a button of the Perudo board and waits until what it sends has left the line. */
export async function pressButton(page, name) {
  const bytes = await page.locator(".lab-bytes").textContent();
  await page.hover(`[data-button="${name}"]`);
  await page.mouse.down();
  await page.mouse.up();
  await page.waitForFunction((was) => document.querySelector(".lab-bytes").textContent !== was, bytes);
  await page.waitForTimeout(120); // the last stop bit
}

/** Numbers that look random and are the same in every run. */
export function seeded(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return Math.floor((state / 0x80000000) * below);
  };
}

/** Fills in "play now" and begins. */
export async function begin(
  page,
  game,
  {
    level,
    opponent = "engine",
    side,
    settings = {},
    players,
    people,
    clock,
    listed = true,
    name = "Ana",
  } = {},
) {
  await page.click(`[data-options="${game}"]`);
  await page.waitForSelector(".setup");
  if (opponent !== "engine") await page.check(`#opponent-${opponent}`);
  if (level) await page.check(`#level-${level}`);
  if (side !== undefined) await page.check(`#side-${side}`);
  if (players) await page.check(`#players-${players}`);
  if (people) await page.check(`#people-${people}`);
  if (clock) await page.check(`#clock-${clock}`);
  for (const [key, value] of Object.entries(settings)) {
    const field = page.locator(`[data-setting="${key}"]`);
    if (!(await field.isVisible())) await page.click(".rules summary");
    if ((await field.evaluate((element) => element.tagName)) === "SELECT") await field.selectOption(value);
    else await field.fill(value);
  }
  if (!listed) await page.uncheck('[data-field="listed"]');
  if (name !== null) await page.fill(".person input[type=text]", name); // an account has its own
  await page.click('[data-action="begin"]');
  await page.waitForSelector(".match[data-game]");
  if (game === "perudo" && !clock) await sitDown(page);
}

/** Chooses a guest at the bar. */
export async function sitDown(page, guest) {
  if (guest !== undefined) await page.click(`.opening.flat [data-guest="${guest}"]`);
  await page.click('[data-action="sit"]');
  await page.waitForSelector(".opening", { state: "detached" });
}

const centre = async (page, locator) => {
  const box = await locator.boundingBox();
  if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
};

/** An element may be gone by the time it is clicked: then the move is tried again instead of waited for. */
const CLICK = { timeout: 5_000 };

/** One move by clicks, chosen by `pick` among what the page offers; false if there is none to make. */
const clickers = {
  async dots(page, pick) {
    const lines = page.locator(".dots-line.can .hit");
    const count = await lines.count();
    if (count === 0) return false;
    await lines.nth(pick(count)).click(CLICK);
    return true;
  },
  async damas(page, pick) {
    const huffs = page.locator(".damas-marks .huff"),
      huffable = await huffs.count();
    if (huffable && pick(2) === 0) {
      await centre(page, huffs.nth(pick(huffable)));
      return true;
    }
    const pieces = page.locator(".damas-marks .can");
    const count = await pieces.count();
    if (count === 0) return false;
    await centre(page, pieces.nth(pick(count)));
    for (let steps = 0; steps < 12; steps++) {
      const targets = page.locator(".damas-marks .target");
      const ways = await targets.count();
      if (ways === 0) break;
      await centre(page, targets.nth(pick(ways)));
    }
    return true;
  },
  async trax(page, pick) {
    const spaces = page.locator(".trax-space");
    const count = await spaces.count();
    if (count === 0) return false;
    await centre(page, spaces.nth(pick(count)));
    if (pick(2) === 1) await centre(page, page.locator(".trax-space.chosen"));
    await page.locator(".trax-check").click(CLICK);
    return true;
  },
  async perudo(page, pick) {
    const next = page.locator('[data-action="next-round"]');
    if (await next.count()) await next.click(CLICK).catch(() => undefined); // it may go by itself
    const doubt = page.locator('[data-move="dudo"]'),
      calza = page.locator('[data-move="calza"]'),
      bid = page.locator("[data-bid]");
    if ((await calza.count()) && pick(4) === 0) await calza.click(CLICK);
    else if ((await doubt.count()) && pick(3) === 0) await doubt.click(CLICK);
    else if (await bid.count()) await bid.click(CLICK);
    else if (await doubt.count()) await doubt.click(CLICK);
    else return false;
    return true;
  },
};

/** Tries to make a move by clicks; whether the match has advanced. Often the page is being redrawn. */
async function tryMove(page, game, pick) {
  const at = await page.locator(".move-list button").count();
  try {
    if (!(await clickers[game](page, pick))) return false;
    await page.waitForFunction(
      (was) =>
        document.querySelectorAll(".move-list button").length > was || document.querySelector(".match.over"),
      at,
      CLICK,
    );
    return true;
  } catch (error) {
    if (error instanceof errors.TimeoutError) return false;
    throw error;
  }
}

/** Makes a move by clicks, as soon as there is one to make. */
export async function makeMove(page, game, pick) {
  for (const end = Date.now() + WAIT_MS; Date.now() < end;) {
    if (await tryMove(page, game, pick)) return;
    await page.waitForTimeout(60);
  }
  throw new Error("no move can be made");
}

/** Plays on by clicks until the match is over. */
export async function playOut(page, game, pick, watch = async () => undefined) {
  const end = Date.now() + GAME_MS;
  for (let turn = 0; Date.now() < end; turn++) {
    if (await page.locator(".match.over").count()) return;
    await watch(turn);
    if (!(await tryMove(page, game, pick))) await page.waitForTimeout(60);
  }
  throw new Error("the match does not end");
}

/** People at one match, a browser for each: the first makes the links, the others come by them. */
export async function meet(browser, arena, game, table, names) {
  const [first, ...others] = names;
  const host = await browser.open(arena.address);
  await begin(host, game, {
    ...table,
    opponent: "person",
    name: first,
    ...(others.length > 1 ? { people: names.length } : {}),
  });
  const links = await host
    .locator(".share input")
    .evaluateAll((fields) => fields.map((field) => field.value));
  const pages = [host];
  for (const [i, name] of others.entries()) {
    if (!/#[\w-]{40,}$/.test(links[i])) throw new Error(`no link for ${name}: ${links[i]}`);
    const page = await browser.open(links[i]);
    await page.fill("dialog input[type=text]", name);
    await page.click('[data-action="join"]');
    if (game === "perudo") await sitDown(page);
    await host.waitForFunction((who) => document.querySelector(".match").textContent.includes(who), name);
    pages.push(page);
  }
  return pages;
}

/** All of them play by clicks until it is over. */
export async function allPlay(game, pages, pick) {
  for (const end = Date.now() + GAME_MS; Date.now() < end;) {
    let over = 0,
      played = false;
    for (const page of pages) {
      if (await page.locator(".match.over").count()) {
        over++;
        continue;
      }
      if (await tryMove(page, game, pick)) played = true;
    }
    if (over === pages.length) return;
    if (!played) await pages[0].waitForTimeout(40);
  }
  throw new Error("the match does not end");
}
