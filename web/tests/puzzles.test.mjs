// Puzzles: solved and failed by clicks and by keyboard alone, the rating, the puzzle of the day, every window.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test, { before } from "node:test";
import { arena, browser, picture, setUp, tabTo } from "./arena.mjs";
import { loadAll } from "./modules.mjs";

setUp();

const GAMES = ["damas", "trax", "perudo", "dots"];
let rating;
before(async () => {
  globalThis.document ??= { documentElement: {} };
  rating = await loadAll(`export { rate, UNRATED } from "./puzzles/rating.js";`);
});

const get = async (path) => {
  const answer = await fetch(arena.address + path);
  return { status: answer.status, body: await answer.json() };
};
const puzzle = async (game, number) => (await get(`/api/puzzles/${game}/${number}`)).body;

/** The first puzzle of a game that has this. */
async function find(game, wanted) {
  for (let n = 1; n <= 200; n++) {
    const one = await puzzle(game, n);
    if (wanted(one)) return one;
  }
  assert.fail(`no such puzzle of ${game}`);
}

/** Clicks a line of Dots. */
const draw = (page, move) => page.locator(`.dots-line.can[data-move="${move}"] .hit`).click({ force: true });
const stored = (page, game) =>
  page.evaluate((name) => JSON.parse(localStorage.getItem("damero.solver") ?? "{}")[name], game);

test("there are 500 of each game, and each can be fetched as data", async () => {
  const { body } = await get("/api/puzzles");
  assert.deepEqual(
    body.games.map((one) => one.game),
    GAMES,
  );
  for (const { game, count } of body.games) {
    assert.ok(count >= 500, `${game}: ${count}`);
    const list = (await get(`/api/puzzles/${game}`)).body;
    assert.equal(list.puzzles.length, count);
    const one = await puzzle(game, count);
    assert.equal(one.rating, list.puzzles.at(-1).rating);
    assert.equal(one.line[0].good.length, 1, "one solution");
    assert.ok(Object.keys(one.line[0].wrong).length > 0);
    assert.equal((await get(`/api/puzzles/${game}/${count + 1}`)).status, 404);
  }
  assert.equal((await get("/api/puzzles/chess")).status, 404);
  assert.equal((await get("/api/puzzles/dots/x")).status, 404);
});

test("the rating is the one of the terminal", () => {
  const up = rating.rate(rating.UNRATED, 1200, true); // the numbers of tests/puzzles_test.c
  assert.equal(Math.round(up.rating * 10), 13747);
  assert.equal(Math.round(up.deviation * 10), 2548);
});

test("a wrong move is refuted, then the line is followed to its end by clicks", async () => {
  const one = await find("dots", (p) => p.line.length >= 2 && p.line.some((d) => d.then.length > 0));
  const page = await browser.open(`${arena.address}/puzzles/dots/${one.number}`);
  await page.waitForSelector(".dots-line.can");
  const [wrong, { reply }] = Object.entries(one.line[0].wrong).find(([, why]) => why.reply);
  await draw(page, wrong);
  await page.waitForSelector('[data-action="retry"]:not([disabled])');
  const said = await page.textContent(".lesson-said.wrong");
  assert.ok(said.includes(wrong) && said.includes(reply), said);
  await picture(page, "puzzle-wrong");
  const failed = await stored(page, "dots");
  assert.equal(failed.tried, 1);
  assert.equal(failed.solved, 0);
  assert.ok(failed.rating < 1200);
  await page.click('[data-action="retry"]');
  for (const { good } of one.line) {
    await page.waitForSelector('[data-action="hint"]:not([disabled])');
    await page.waitForSelector(`.dots-line.can[data-move="${good[0]}"]`, { state: "attached" });
    await draw(page, good[0]);
  }
  await page.waitForSelector(".lesson-said.solved");
  await picture(page, "puzzle-solved");
  assert.equal((await stored(page, "dots")).tried, 1, "a puzzle counts once");
  await page.click('[data-action="next"]');
  await page.waitForFunction((n) => !location.pathname.endsWith(`/${n}`), one.number);
  await page.waitForSelector(".dots-line.can");
  await page.context().close();
});

test("a puzzle solved at once raises the rating, which is remembered", async () => {
  const one = await find("dots", (p) => p.line.length === 1);
  const page = await browser.open(`${arena.address}/puzzles/dots/${one.number}`);
  await page.waitForSelector(".dots-line.can");
  await draw(page, one.line[0].good[0]);
  await page.waitForSelector(".lesson-said.solved");
  const { rating: now, solved } = await stored(page, "dots");
  assert.ok(now > 1200 && solved === 1);
  await page.reload();
  await page.waitForSelector(`.puzzle-rating[data-rating="${Math.round(now)}"]`);
  await page.context().close();
});

test("hint and solution help, and count as failed", async () => {
  const one = await find("damas", (p) => p.themes.length > 0);
  const page = await browser.open(`${arena.address}/puzzles/damas/${one.number}`);
  await page.waitForSelector(".damas-marks .can");
  await page.click('[data-action="hint"]');
  await page.waitForSelector(".lesson-said");
  assert.ok(!(await page.textContent(".lesson-said")).includes(one.line[0].good[0]), "a theme first");
  await page.click('[data-action="hint"]');
  await page.waitForFunction(
    (move) => document.querySelector(".lesson-said")?.textContent.includes(move),
    one.line[0].good[0],
  );
  await page.click('[data-action="solution"]');
  await page.waitForSelector(".puzzle-themes .badge");
  assert.ok((await stored(page, "damas")).rating < 1200);
  await page.context().close();
});

/** Where a square of Spanish draughts is: rows from the bottom, columns from the left. */
const place = (square) => {
  const row = Math.floor((square - 1) / 4),
    fromRight = (square - 1) % 4;
  return { row, column: (row % 2 === 0 ? 7 : 6) - 2 * fromRight };
};

test("a puzzle of Damas by keyboard alone: a right move, the solution, the next puzzle", async () => {
  const one = await find(
    "damas",
    (p) => p.start.startsWith("W:") && p.line.length >= 3 && /^\d+-\d+$/.test(p.line[0].good[0]),
  );
  const page = await browser.open(`${arena.address}/puzzles/damas/${one.number}`);
  await page.waitForSelector(".damas-marks .can");
  await page.focus("svg.damas");
  const press = async (key, times) => {
    for (let i = 0; i < times; i++) await page.keyboard.press(key);
  };
  const [from, to] = one.line[0].good[0].split("-").map((square) => place(Number(square)));
  await press("ArrowDown", 7);
  await press("ArrowLeft", 7);
  await press("ArrowUp", from.row);
  await press("ArrowRight", from.column);
  await press("Enter", 1);
  await press(to.row > from.row ? "ArrowUp" : "ArrowDown", Math.abs(to.row - from.row));
  await press(to.column > from.column ? "ArrowRight" : "ArrowLeft", Math.abs(to.column - from.column));
  await press("Enter", 1);
  await page.waitForSelector(".lesson-said.right");
  await page.waitForSelector('[data-action="solution"]:not([disabled])');
  for (let i = 0; i < 40; i++) {
    if ((await page.evaluate(() => document.activeElement?.dataset?.action)) === "solution") break;
    await press("Tab", 1);
  }
  assert.equal(await page.evaluate(() => document.activeElement?.dataset?.action), "solution");
  await press("Enter", 1);
  await page.waitForFunction(() => document.activeElement?.dataset?.action === "next");
  await press("Enter", 1);
  await page.waitForFunction((n) => !location.pathname.endsWith(`/damas/${n}`), one.number);
  await page.waitForSelector(".damas-marks .can");
  await page.context().close();
});

test("a line of Dots by keyboard alone", async () => {
  const one = await find("dots", (p) => p.line.length === 1);
  const page = await browser.open(`${arena.address}/puzzles/dots/${one.number}`);
  await page.waitForSelector(".dots-line.can");
  await page.locator(`.dots-line.can[data-move="${one.line[0].good[0]}"]`).focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".lesson-said.solved");
  assert.equal(await page.evaluate(() => document.activeElement?.dataset?.action), "next");
  await page.context().close();
});

test("a turn of Trax and a doubt in Perudo by keyboard alone", async () => {
  const tries = {
    trax: [".trax-space", "Space", "Enter"],
    perudo: ['[data-move="dudo"]', "Enter"],
  };
  for (const [game, [first, ...keys]] of Object.entries(tries)) {
    const one = await find(game, (p) => game === "trax" || p.line[0].good[0] === "dudo");
    const page = await browser.open(`${arena.address}/puzzles/${game}/${one.number}`);
    await page.waitForSelector(first);
    await tabTo(page, first);
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForSelector(game === "perudo" ? ".lesson-said.solved" : ".lesson-said");
    await page.context().close();
  }
});

test("a decision of Perudo is judged against the tables", async () => {
  const one = await find("perudo", (p) => p.line[0].good[0] !== "dudo" && "dudo" in p.line[0].wrong);
  const page = await browser.open(`${arena.address}/puzzles/perudo/${one.number}`);
  await page.waitForSelector('[data-move="dudo"]');
  await page.click('[data-move="dudo"]');
  await page.waitForSelector(".lesson-said.wrong");
  assert.ok((await page.textContent(".lesson-said.wrong")).includes("dudo"));
  await page.context().close();
});

test("the start page has the puzzle of the day, the same as the terminal", async () => {
  const page = await browser.open(arena.address);
  await page.waitForSelector("[data-daily]");
  await picture(page, "puzzle-daily");
  const game = await page.getAttribute("[data-daily]", "data-daily");
  assert.equal(await page.locator("[data-puzzles]").count(), GAMES.length);
  await page.click("[data-daily]");
  await page.waitForSelector(".puzzle h2");
  const about = await page.textContent(".puzzle-about");
  const { stdout } = spawnSync(process.env.DAMERO, ["puzzle", "--daily", "--state", "/dev/null/none"], {
    encoding: "utf8",
    input: "quit\n",
  });
  const [, number, rated] = /Puzzle (\d+) of \d+, rated (\d+)/.exec(stdout) ?? [];
  assert.ok(number && about.includes(`Puzzle ${number}`), `${game}: ${about} / ${stdout}`);
  assert.ok(about.replaceAll(",", "").includes(rated), about);
  await page.context().close();
});

test("puzzles fit every window, and Persian; what does not exist says so", async () => {
  for (const [size, options] of Object.entries({
    desk: {},
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
    aside: { viewport: { width: 844, height: 390 }, hasTouch: true },
    persian: { locale: "fa-IR", colorScheme: "dark" },
  }))
    for (const game of GAMES) {
      const page = await browser.open(`${arena.address}/puzzles/${game}/7`, options);
      await page.waitForSelector(".puzzle h2");
      await page.waitForSelector(".board-frame");
      await picture(page, `puzzle-${size}-${game}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 1, `${size} ${game}: ${wide}`);
      await page.context().close();
    }
  for (const path of ["/puzzles/chess", "/puzzles/dots/9999", "/puzzles/dots/x"]) {
    const page = await browser.open(arena.address + path);
    await page.waitForSelector(".empty h1");
    await page.context().close();
  }
});
