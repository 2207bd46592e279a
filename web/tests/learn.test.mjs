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

test("the course of Damas by keyboard alone", async () => {
  const page = await browser.open(`${arena.address}/learn/damas`);
  await page.waitForSelector(".damas-marks .can");
  await page.focus("svg.damas");
  // from the cursor's first square, 11, up to the right
  for (const key of ["Enter", "ArrowUp", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForSelector(".lesson-said.right");
  await page.keyboard.press("Enter"); // the button for the next step has the focus
  await page.waitForSelector('.lesson-steps [aria-current="step"][data-step="1"]');
  await page.context().close();
});

test("the courses of Dots, Trax and Perudo by keyboard alone", async () => {
  const tries = {
    dots: [".dots-line.can", "Enter"],
    trax: [".trax-space", "Space", "Enter"],
    perudo: ["[data-bid]", "Enter"],
  };
  for (const [game, [first, ...keys]] of Object.entries(tries)) {
    const page = await browser.open(`${arena.address}/learn/${game}`);
    await page.waitForSelector(first);
    await tabTo(page, first);
    for (const key of keys) await page.keyboard.press(key);
    await page.waitForSelector(".lesson-said.right");
    await page.keyboard.press("Enter"); // the button for the next step has the focus
    await page.waitForSelector('.lesson-steps [aria-current="step"][data-step="1"]');
    await page.context().close();
  }
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
      await page.context().close();
    }
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
