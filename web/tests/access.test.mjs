// Every route for everybody: axe-core finds nothing serious, and nothing runs out of the window, at three sizes, by day, by
// night and from right to left. Chat between two browsers.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import test from "node:test";
import { arena, browser, picture, playOut, setUp, tabTo } from "./arena.mjs";

setUp();

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const GAMES = ["damas", "dots", "trax", "perudo"];
let known;
/** Every route, with a match that has ended. */
async function allRoutes() {
  if (known) return known;
  const { match } = await arena.post({
    game: "dots",
    rules: "size=2x2",
    seats: [
      { kind: "engine", time: 1 },
      { kind: "engine", time: 1 },
    ],
  });
  while (!(await arena.get(`/api/matches/${match}`)).verdict);
  known = [
    "/",
    "/watch",
    "/account",
    "/contest",
    "/lab",
    "/lab/damas",
    `/match/${match}`,
    `/match/${match}/review`,
    "/events",
    "/learn",
    "/nothing",
  ];
  for (const game of GAMES)
    known.push(`/play/${game}`, `/learn/${game}`, `/rules/${game}`, `/analysis/${game}`, `/puzzles/${game}`);
  return known;
}

/** When what the route shows has been drawn. */
async function settled(page) {
  await page.waitForSelector("main :is(h1, h2)", { state: "attached" });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

test("axe-core finds nothing serious on any route", async () => {
  const found = [];
  for (const colorScheme of ["light", "dark"]) {
    const page = await browser.open(arena.address, { colorScheme, bypassCSP: true });
    for (const route of await allRoutes()) {
      await page.goto(arena.address + route);
      await settled(page);
      await page.evaluate(axe);
      // by night only the colours differ
      const rules = colorScheme === "dark" ? { runOnly: ["color-contrast"] } : {};
      const { violations } = await page.evaluate(
        (only) => globalThis.axe.run(document, { resultTypes: ["violations"], ...only }),
        rules,
      );
      for (const one of violations)
        if (one.impact === "serious" || one.impact === "critical")
          found.push(
            `${route} ${colorScheme}: ${one.id}: ${one.nodes.slice(0, 3).map((node) => node.html.slice(0, 110))}`,
          );
    }
    await page.close();
  }
  assert.deepEqual(found, []);
});

/** What runs out of the window to either side, and buttons that cover each other. */
function misplaced() {
  const wide = document.documentElement.clientWidth,
    wrong = [];
  if (document.documentElement.scrollWidth > wide)
    wrong.push(`the page is ${document.documentElement.scrollWidth} wide, the window ${wide}`);
  const seen = [...document.querySelectorAll("main button, main a.button, header a, main h1, main h2")]
    .filter(
      (one) => !one.closest("svg, .unseen, [aria-hidden=true], .grid-board, dialog") && one.checkVisibility(),
    )
    .map((one) => ({ one, box: one.getBoundingClientRect() }))
    .filter(({ box }) => box.width > 0 && box.height > 0);
  const words = (one) => `${one.tagName} ${one.className} “${one.textContent.trim().slice(0, 30)}”`;
  for (const { one, box } of seen)
    if (!one.closest("nav, .lab-bytes") && (box.left < -1 || box.right > wide + 1))
      wrong.push(`outside: ${words(one)}`);
  for (const [i, a] of seen.entries())
    for (const b of seen.slice(i + 1)) {
      if (a.one.contains(b.one) || b.one.contains(a.one) || a.one.parentElement !== b.one.parentElement)
        continue;
      const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left),
        down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
      if (across > 2 && down > 2) wrong.push(`overlap: ${words(a.one)} and ${words(b.one)}`);
    }
  return wrong;
}

const long = {
  skip: process.env.DAMERO_LONG === "1" ? false : "takes minutes on a busy machine: DAMERO_LONG=1",
};
test(
  "nothing overflows or overlaps at three sizes, in light, dark and from right to left",
  long,
  async () => {
    const found = [];
    const looks = {
      day: { colorScheme: "light", locale: "en-GB" },
      night: { colorScheme: "dark", locale: "es-ES" },
      leftward: { colorScheme: "light", locale: "fa-IR" },
    };
    const sizes = [
      { width: 1280, height: 800 },
      { width: 390, height: 844 },
      { width: 844, height: 390 },
    ];
    // every size and every look; all pairs of them in a long run
    const pairs = sizes.flatMap((viewport) => Object.values(looks).map((look) => ({ viewport, look })));
    const some = [0, 4, 8, 5, 2].map((i) => pairs[i]);
    for (const { viewport, look } of process.env.DAMERO_LONG === "1" ? pairs : some) {
      const page = await browser.open(arena.address, { viewport, ...look });
      for (const route of (await allRoutes()).filter(
        (one) => !/\/(rules|play)\/(dots|trax|perudo)/.test(one),
      )) {
        await page.goto(arena.address + route);
        await settled(page);
        for (const wrong of await page.evaluate(misplaced))
          found.push(`${route} ${viewport.width}x${viewport.height} ${look.locale}: ${wrong}`);
      }
      await page.close();
    }
    assert.deepEqual(found, []);
  },
);

/** Which of these are not seen whole: out of the window, or with a corner under something else. */
function covered(selector) {
  return [...document.querySelectorAll(selector)]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return [left + 4, right - 4].some((x) =>
        [top + 4, bottom - 4].some((y) => {
          const there = document.elementFromPoint(x, y);
          return !there || !(one.contains(there) || there.contains(one));
        }),
      );
    })
    .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 30)}`);
}

test("a review shows its judgement, its moves and their steps side by side", async () => {
  const { match, seats } = await arena.post({
    game: "dots",
    rules: "size=3x3",
    seats: [{ kind: "person" }, { kind: "engine", level: "full" }],
  });
  const player = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`);
  await playOut(player, "dots", () => 0);
  await player.context().close();
  const page = await browser.open(`${arena.address}/match/${match}/review`);
  await page.waitForSelector('[data-action="learn"]');
  const parts = ".review > *, .recorder button, .after .button, .tools.view .tool, .chat summary, .seat-bar";
  assert.deepEqual(await page.evaluate(covered, parts), []);
  const list = await page.locator(".move-list").boundingBox();
  assert.ok(list.height >= 80, `the move list is ${list.height} high`);
  await picture(page, "review");
  // and by keyboard alone: to the mistakes, what would have been better, back, and through the moves
  await tabTo(page, '[data-action="learn"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".lesson-said.task");
  await tabTo(page, '[data-action="show"]');
  await page.keyboard.press("Enter");
  await page.waitForSelector(".lesson-said.shown");
  await page.keyboard.press("Home");
  await page.waitForSelector('.move-list [aria-current="step"][data-at="0"]');
  await page.keyboard.press("ArrowRight");
  await page.waitForSelector('.move-list [aria-current="step"][data-at="1"]');
  await page.context().close();
  // on a phone the board and what is asked about it are seen together
  const phone = await browser.open(`${arena.address}/match/${match}/review`, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  await phone.locator('[data-action="learn"]').tap();
  await phone.waitForSelector(".lesson-said.task");
  await phone.waitForFunction(() => document.querySelector(".stage").getBoundingClientRect().top >= 0);
  assert.deepEqual(await phone.evaluate(covered, ".stage, .lesson-said.task"), []);
  await picture(phone, "review-phone");
  await phone.context().close();
});

test("on a phone on its side the end of a match is seen whole", async () => {
  const { match, seats } = await arena.post({
    game: "trax",
    seats: [{ kind: "person" }, { kind: "engine", level: "novice" }],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, {
    viewport: { width: 844, height: 390 },
    hasTouch: true,
  });
  await page.waitForSelector(".trax-space");
  await page.click('[data-action="flag"]');
  await page.click('[data-answer="resign"]');
  await page.waitForSelector('.finale [data-action="next-level"]');
  assert.deepEqual(await page.evaluate(covered, ".finale-card :is(h2, p, button)"), []);
  await picture(page, "finale-aside");
  await page.context().close();
});

test("a review of Trax, with all its tools, shows its judgement whole", async () => {
  const engine = { kind: "engine", level: "beginner" };
  const { match } = await arena.post({ game: "trax", seats: [engine, engine] });
  while (!(await arena.get(`/api/matches/${match}`)).verdict);
  const page = await browser.open(`${arena.address}/match/${match}/review`);
  await page.waitForSelector(".review .graph");
  await page.waitForSelector(".judged");
  const [tool, graph, judged] = await Promise.all(
    [".tools.view .tool", ".review .graph", ".judged"].map((what) =>
      page.locator(what).first().boundingBox(),
    ),
  );
  assert.ok(tool.height < 45, `tools in one row: ${tool.height}`);
  assert.ok(judged.y >= graph.y + graph.height, "the judgement is below the graph");
  await page.context().close();
});

test("at tables of three and four every name, number of dice and clock can be read", async () => {
  const engine = { kind: "engine", level: "beginner" };
  const tables = await Promise.all(
    [3, 4].map((players) =>
      arena.post({
        game: "perudo",
        rules: `players=${players},dice=1`,
        seats: Array(players).fill(engine),
      }),
    ),
  );
  const sizes = [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ];
  for (const { viewport, match } of sizes.flatMap((viewport) =>
    tables.map(({ match }) => ({ viewport, match })),
  )) {
    const page = await browser.open(`${arena.address}/match/${match}`, { viewport });
    await page.waitForSelector(".seat-clock:not([hidden])");
    assert.deepEqual(await page.evaluate(covered, ".seat-bar, .seat-clock, .seat-score, .seat-name"), []);
    const narrow = await page.evaluate(
      () => [...document.querySelectorAll(".seat-name")].filter((one) => one.clientWidth < 40).length,
    );
    assert.equal(narrow, 0, "names that cannot be read");
    await picture(page, `perudo-seats-${viewport.width}`);
    await page.context().close();
  }
});

test("on a phone tools are icons with a name", async () => {
  const page = await browser.open(`${arena.address}/analysis/dots`, {
    viewport: { width: 390, height: 844 },
    bypassCSP: true,
  });
  for (const route of ["/analysis/dots", (await allRoutes()).find((one) => /match.\d+$/.test(one))]) {
    await page.goto(arena.address + route);
    await page.waitForSelector(".tool .icon");
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      globalThis.axe.run(document, { runOnly: ["button-name"] }),
    );
    assert.deepEqual(
      violations.flatMap((one) => one.nodes.map((node) => node.html.slice(0, 110))),
      [],
    );
    const empty = await page.locator('.tool .icon path[d=""]').count();
    assert.equal(empty, 0, "icons without a drawing");
  }
  await page.context().close();
});

test("people chat by phrases and text, and see how many watch", async () => {
  const { match, seats } = await arena.post({
    game: "dots",
    rules: "size=2x2",
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "person", name: "Bea" },
    ],
  });
  const open = (token, more) => browser.open(`${arena.address}/match/${match}#${token}`, more);
  const ana = await open(seats[0].token),
    bea = await open(seats[1].token, { locale: "es-ES" }),
    guest = await browser.open(`${arena.address}/match/${match}`);
  for (const page of [ana, bea, guest]) {
    await page.waitForSelector(".chat:not([hidden])");
    await page.click(".chat summary");
  }
  await ana.waitForFunction(() => /1 watching/.test(document.querySelector(".match-under").textContent));
  await ana.selectOption('[data-field="phrase"]', "good-luck");
  await bea.waitForFunction(() => /Ana ¡Suerte!/.test(document.querySelector(".chat-lines").textContent));
  await bea.fill(".chat-form input", "<b>hola</b>");
  await bea.keyboard.press("Enter");
  await ana.waitForFunction(() => /Bea <b>hola/.test(document.querySelector(".chat-lines").textContent));
  await guest.fill(".chat-form input", "1112!");
  await guest.keyboard.press("Enter");
  await guest.waitForFunction(() => document.querySelectorAll(".chat-lines li").length === 3);
  await picture(ana, "chat");
  assert.equal(await ana.locator(".chat-lines li").count(), 2, "advice does not reach a player");
  for (const page of [ana, bea, guest]) await page.close();
});

test("no script of these pages failed", () => assert.deepEqual(browser.errors, []));
