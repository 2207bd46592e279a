// The courses and the rules: every step can be solved on the board, and says when it was not.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test, { before } from "node:test";
import { arena, browser, picture, setUp, tabTo } from "./arena.mjs";
import { loadAll } from "./modules.mjs";

setUp();

const GAMES = ["damas", "dots", "trax", "perudo"];
let courses;
before(async () => {
  globalThis.document ??= { documentElement: {} };
  courses = await loadAll(
    GAMES.map((game) => `export { course as ${game} } from "./games/${game}/course/index.js";`).join("\n"),
  );
});

const state = async (game, { rules = "", start = "", moves = [] }, more = []) => {
  const answer = await fetch(`${arena.address}/api/analyse`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, rules, start, moves: [...moves, ...more], time: 1 }),
  });
  const body = await answer.json();
  assert.ok(answer.ok, `${game}: ${JSON.stringify(body)}`);
  return body.state;
};

for (const game of GAMES)
  test(`${game}: each step of the course has a solution, and most have wrong moves`, async () => {
    const { steps, words } = courses[game];
    assert.ok(steps.length >= 8 && steps.length <= 15);
    for (const code of ["en", "es", "it", "fa"]) assert.equal(words[code].length, steps.length, code);
    let corrected = 0;
    for (const [i, step] of steps.entries()) {
      const played = [];
      for (const [n, good] of (step.good ?? []).entries()) {
        const now = await state(game, step, played);
        const right = now.moves.filter((move) => good(move, now));
        assert.ok(right.length > 0, `${game} ${i + 1}: nothing is good`);
        if (right.length < now.moves.length) {
          corrected++;
          assert.ok(words.en[i].wrong, `${game} ${i + 1} says why a move is wrong`);
        }
        played.push(right[0].text, ...(step.then?.[n] ?? []));
      }
      await state(game, step, played);
    }
    assert.ok(corrected >= 4, `${corrected}`);
  });

test("a step is tried, corrected and solved by clicks, and remembered", async () => {
  const page = await browser.open(`${arena.address}/learn/dots`);
  await page.waitForSelector(".dots-line.can");
  await picture(page, "learn-dots");
  await page.locator(".dots-line.can .hit").first().click();
  await page.waitForSelector(".lesson-said.right");
  await page.click('[data-action="next"]');
  await page.waitForSelector('.dots-line.can[data-move="1222"]', { state: "attached" });
  await page.locator('.dots-line.can[data-move="2333"] .hit, .dots-line.can .hit').last().click();
  await page.waitForSelector(".lesson-said.wrong");
  await picture(page, "learn-corrected");
  await page.click('[data-action="retry"]');
  await page.locator('.dots-line.can[data-move="1222"] .hit').click();
  await page.waitForSelector(".lesson-said.right");
  await page.reload();
  await page.waitForSelector('.lesson-steps [aria-current="step"][data-step="2"]');
  await page.context().close();
});

const press = async (page, key, times = 1) => {
  for (let i = 0; i < times; i++) await page.keyboard.press(key);
};

/** Goes to a place of the board as a person does: by the arrow that leads nearer, or if it does not, another. */
async function arrowTo(page, selector) {
  const tried = new Map();
  for (let i = 0; i < 24; i++) {
    const [here, dx, dy] = await page.evaluate((wanted) => {
      const middle = (one) => {
        const box = one.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
      };
      const to = document.querySelector(wanted),
        from = document.activeElement;
      if (to === from) return [null, 0, 0];
      const [x, y] = middle(from),
        [tx, ty] = middle(to);
      return [`${Math.round(x)},${Math.round(y)}`, tx - x, ty - y];
    }, selector);
    if (here === null) return;
    const across = dx < 0 ? "ArrowLeft" : "ArrowRight",
      along = dy < 0 ? "ArrowUp" : "ArrowDown",
      ways = Math.abs(dx) > Math.abs(dy) ? [across, along] : [along, across];
    for (const way of ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"])
      if (!ways.includes(way)) ways.push(way);
    const times = (way) => tried.get(here + way) ?? 0,
      [way] = ways.sort((one, other) => times(one) - times(other));
    tried.set(here + way, times(way) + 1);
    await page.keyboard.press(way);
  }
  assert.fail(`the arrow keys do not lead to ${selector}`);
}

/** Makes a move with the keys of a board. */
const keys = {
  async dots(page, { text }) {
    await tabTo(page, ".dots-line.can");
    await arrowTo(page, `.dots-line.can[data-move="${text}"]`);
    await page.keyboard.press("Enter");
  },
  async trax(page, { text, x, y }) {
    await tabTo(page, ".trax-space");
    await arrowTo(page, `.trax-space[data-space="${x},${y}"]`);
    for (let i = 0; i < 6; i++) {
      await page.keyboard.press("Space");
      if (await page.locator(`.trax-check[data-lay="${text.replace("\\", "\\\\")}"]`).count())
        return page.keyboard.press("Enter");
    }
    assert.fail(`${text} is not offered`);
  },
  async perudo(page, { text: move }) {
    if (move === "dudo") {
      await tabTo(page, '[data-move="dudo"]');
      return page.keyboard.press("Enter");
    }
    const [count, face] = move.split("x").map(Number);
    await tabTo(page, `[data-face="${face}"]`);
    await page.keyboard.press("Enter");
    const now = Number((await page.getAttribute("[data-bid]", "data-bid")).split("x")[0]);
    if (count !== now) await tabTo(page, `[data-key="${count > now ? "more" : "less"}"]`);
    await press(page, "Enter", Math.abs(count - now));
    await tabTo(page, `[data-bid="${move}"]`);
    await page.keyboard.press("Enter");
  },
  async damas(page, { text: move }) {
    await tabTo(page, "svg.damas");
    let at = null;
    for (const square of move.split(/[-x]/).map(Number)) {
      // the squares of Spanish draughts are counted from the lower right
      const row = Math.floor((square - 1) / 4),
        column = (row % 2 === 0 ? 7 : 6) - 2 * ((square - 1) % 4);
      if (!at) {
        await press(page, "ArrowDown", 7);
        await press(page, "ArrowLeft", 7);
        at = { row: 0, column: 0 };
      }
      await press(page, row > at.row ? "ArrowUp" : "ArrowDown", Math.abs(row - at.row));
      await press(page, column > at.column ? "ArrowRight" : "ArrowLeft", Math.abs(column - at.column));
      await page.keyboard.press("Enter");
      at = { row, column };
    }
  },
};

for (const game of GAMES)
  test(`${game}: every step of the course by keyboard alone`, async () => {
    const page = await browser.open(`${arena.address}/learn/${game}`);
    const { steps } = courses[game];
    for (const [i, step] of steps.entries()) {
      await page.waitForSelector(`.lesson-steps [aria-current="step"][data-step="${i}"]`);
      await page.waitForSelector(".board-frame");
      const played = [];
      for (const [n, good] of (step.good ?? []).entries()) {
        const now = await state(game, step, played);
        const move = now.moves.find((one) => good(one, now));
        await page.waitForFunction(
          (made) => document.querySelector(".learn").dataset.made === String(made),
          n,
        );
        await keys[game](page, move);
        played.push(move.text, ...(step.then?.[n] ?? []));
      }
      if (step.good) await page.waitForSelector(".lesson-said.right");
      const next = i + 1 < steps.length ? '[data-action="next"]' : '[data-action="play"]';
      await tabTo(page, next);
      if (i + 1 < steps.length) await page.keyboard.press("Enter");
    }
    await page.context().close();
  });

test("courses fit every window, and Persian", async () => {
  for (const [size, options] of Object.entries({
    desk: {},
    phone: { viewport: { width: 390, height: 844 }, hasTouch: true },
    aside: { viewport: { width: 844, height: 390 }, hasTouch: true },
    persian: { locale: "fa-IR", colorScheme: "dark" },
  }))
    for (const game of GAMES) {
      const page = await browser.open(`${arena.address}/learn/${game}`, options);
      await page.waitForSelector(".lesson h2");
      await page.waitForSelector(".board-frame");
      await picture(page, `learn-${size}-${game}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 1, `${size} ${game}: ${wide}`);
      const below = await page.evaluate(() =>
        [...document.querySelectorAll(".lesson h2, .lesson > p:first-of-type, .trax-bar")]
          .filter((one) => one.getBoundingClientRect().top + 40 > innerHeight)
          .map((one) => one.textContent),
      );
      assert.deepEqual(below, [], `${size} ${game}: what is asked is in the window`);
      await page.context().close();
    }
});

test("the space of the first tile is in the middle, and on a phone on its side its buttons are in the window", async () => {
  const page = await browser.open(`${arena.address}/learn/trax`, {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
  });
  await page.waitForSelector(".trax-space");
  const middle = async (what) => {
    const { x, y, width, height } = await page.locator(what).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  const [board, space] = [await middle("svg.trax"), await middle(".trax-space rect")];
  for (const i of [0, 1]) assert.ok(Math.abs(board[i] - space[i]) < 2, `${space} in ${board}`);
  await page.locator(".trax-space").tap();
  await page.waitForSelector(".trax-bar .strong");
  for (const { x, y, width, height } of await Promise.all(
    (await page.locator(".trax-bar .button").all()).map((button) => button.boundingBox()),
  ))
    assert.ok(x >= 0 && x + width <= 844 && y + height <= 390, `${x} ${y} ${width} ${height}`);
  await page.context().close();
});

test("one page leads to the course, rules, puzzles and analysis of every game", async () => {
  const page = await browser.open(arena.address);
  await page.click('nav a[href="/learn"]');
  for (const game of GAMES)
    for (const part of ["learn", "rules", "puzzles", "analysis"])
      await page.waitForSelector(`.study-card a[href="/${part}/${game}"]`);
  await page.waitForSelector('.daily a[href="/puzzles/daily"]');
  for (const part of ["puzzles", "rules", "analysis"]) {
    await page.goto(`${arena.address}/${part}`);
    await page.waitForSelector('.nav[href="/learn"][aria-current="page"]');
    await page.waitForSelector(".study-card");
  }
  await page.goto(`${arena.address}/play`);
  await page.waitForSelector("[data-play]");
  await page.context().close();
});

test("the rules are the same text on the page and in the terminal", async () => {
  for (const [locale, code] of Object.entries({
    "en-GB": "en",
    "es-ES": "es",
    "it-IT": "it",
    "fa-IR": "fa",
  })) {
    for (const game of GAMES) {
      const { stdout, status } = spawnSync(process.env.DAMERO, ["rules", game, "--language", code], {
        encoding: "utf8",
      });
      assert.equal(status, 0);
      const page = await browser.open(`${arena.address}/rules/${game}`, { locale });
      await page.waitForSelector(".rules-text pre");
      const shown = await page.locator(".rules-text h2").allTextContents();
      assert.deepEqual(
        shown,
        stdout.match(/^## .*$/gm).map((line) => line.slice(3)),
      );
      assert.ok((await page.locator(".rules-text pre").count()) >= 3);
      if (game === "damas") await picture(page, `rules-${code}`);
      await page.context().close();
    }
  }
});

test("the examples of the rules run", () => {
  for (const game of GAMES) {
    const { stdout } = spawnSync(process.env.DAMERO, ["rules", game, "--language", "en"], {
      encoding: "utf8",
    });
    const examples = stdout.match(/^ {4}damero .*$/gm);
    assert.ok(examples.length >= 3);
    for (const example of examples) {
      const command = example.trim().replace(/^damero/, '"$DAMERO"');
      const { status, stderr } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
      assert.equal(status, 0, `${command}: ${stderr}`);
    }
  }
});
