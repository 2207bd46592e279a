// The wall screen, fed by boards in software on real pseudo-terminals.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import test, { after } from "node:test";
import { Arena, arena, browser, freePort, GAME_MS, picture, setUp } from "./arena.mjs";

const boards = [];
after(() => {
  for (const board of boards) board.kill();
});
setUp({ serve: ["--contest"] });

/** A board in software on a line that is there. */
function boardOn(link, game, ...options) {
  const child = spawn(process.env.DAMERO, ["board", game, "--link", link, "--time", "250ms", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  boards.push(child);
  return child;
}

/** A board in software; gives the device it is on. */
function board(game, ...options) {
  const child = boardOn("pty", game, ...options);
  return new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("the board ended")));
    child.stdout.on("data", (words) => {
      const found = /\/dev\/pts\/\d+/.exec(String(words));
      if (found) resolve(found[0]);
    });
  });
}

test("two contests at once: boards, bytes on the line, verdicts", async () => {
  const devices = await Promise.all([
    board("trax"),
    board("trax"),
    board("dots", "--rules", "size=4x4"),
    board("dots", "--rules", "size=4x4"),
  ]);
  const page = await browser.open(`${arena.address}/contest#organiser=${arena.organiser}`, {
    viewport: { width: 1920, height: 1080 },
  });
  await page.waitForSelector(".wall .empty:not([hidden])");
  const link = (device, name) => ({ kind: "link", spec: `serial:${device}`, name });
  const trax = await arena.post({ game: "trax", rules: "", seats: [link(devices[0]), link(devices[1])] });
  const dots = await arena.post({
    game: "dots",
    rules: "size=4x4",
    seats: [link(devices[2], "Team A"), link(devices[3], "Team B")],
  });
  await page.waitForSelector(`[data-match="${trax.match}"] .trax-tile`, { state: "attached" });
  await page.waitForSelector(`[data-match="${dots.match}"] .dots-line.drawn`, { state: "attached" });
  assert.match(await page.locator(`[data-match="${dots.match}"]`).textContent(), /Team A.*Team B/s);
  await picture(page, "contest-begun");
  await page.waitForFunction(
    () => [...document.querySelectorAll(".bytes")].filter((line) => line.textContent.length > 3).length >= 4,
  );
  await picture(page, "contest-playing");
  for (const { match } of [trax, dots])
    await page.waitForSelector(`[data-match="${match}"] .wall-verdict:not([hidden])`, { timeout: GAME_MS });
  await picture(page, "contest-over");
  const { verdict } = await arena.get(`/api/matches/${dots.match}`);
  assert.ok(["won", "drawn"].includes(verdict.reason), JSON.stringify(verdict));
  assert.match(
    await page.locator(`[data-match="${dots.match}"] .wall-score`).textContent(),
    new RegExp(`${verdict.score[0]} : ${verdict.score[1]}`),
  );
  await page.context().close();
});

/** The nth seat of the form. */
const seatOf = (page, n) => {
  const seat = page.locator(".contest-seat").nth(n);
  return {
    sits: (kind) => seat.locator('[data-field="kind"]').selectOption(kind),
    fill: (field, words) => seat.locator(`[data-field="${field}"]`).fill(words),
    wrong: seat.locator(".wrong"),
  };
};

test("a contest is begun in the form: errors under the field, what to connect, two tables at once", async () => {
  const device = await board("dots", "--rules", "size=3x3");
  const page = await browser.open(`${arena.address}/contest#organiser=${arena.organiser}`, {
    viewport: { width: 1440, height: 900 },
  });
  await page.click('[data-action="contest"]');
  await page.check("#contest-game-dots", { force: true });
  await page.locator('[data-setting="size"]').selectOption("3x3");
  await seatOf(page, 0).sits("serial");
  await seatOf(page, 0).fill("device", "");
  await page.click('.contest-sheet [data-action="begin"]');
  assert.match(await seatOf(page, 0).wrong.textContent(), /ttyUSB0/);
  assert.equal(await page.evaluate(() => document.activeElement.dataset.field), "device");
  await seatOf(page, 0).fill("device", "/dev/nothing-here");
  assert.equal(await seatOf(page, 0).wrong.count(), 0, "a new attempt");
  await seatOf(page, 0).fill("name", "Reds");
  await seatOf(page, 1).sits("pty");
  await seatOf(page, 1).fill("name", "Blues");
  await page.click('.contest-sheet [data-action="begin"]');

  // The device is not there: the wall says so, and leads back to the field.
  await page.waitForSelector(".wall-verdict.failed");
  assert.match(await page.locator(".wall-verdict.failed").textContent(), /nothing-here/);
  await page.click('.wall-verdict [data-action="again"]');
  assert.match(await seatOf(page, 0).wrong.textContent(), /No such file/);
  await picture(page, "contest-form-wrong");
  await seatOf(page, 0).fill("device", device);

  await page.click('[data-action="table"]');
  await seatOf(page, 2).sits("listen");
  await seatOf(page, 2).fill("port", "99999");
  await seatOf(page, 3).sits("engine");
  await picture(page, "contest-form");
  await page.click('.contest-sheet [data-action="begin"]');
  await page.waitForFunction(() => document.querySelectorAll(".contest-table").length === 1, null, {
    timeout: 10_000,
  }); // the first has started
  assert.match(
    await seatOf(page, 0).wrong.textContent(),
    /99999/,
    "the server's own words, under the seat that it means",
  );
  const free = await freePort();
  await seatOf(page, 0).fill("port", String(free));
  await page.click('.contest-sheet [data-action="begin"]');
  await page.waitForSelector(".contest-sheet", { state: "detached" });
  assert.equal(await page.locator(".wall-verdict.failed").count(), 0, "what was tried again is off the wall");

  // The wall says where to connect; a board that does so gets in.
  const blues = page.locator(".wall-match", { hasText: "Blues" }).locator('[data-waiting="1"]');
  const pty = await blues.locator("code").first().textContent();
  assert.match(pty, /^\/dev\/pts\/\d+$/);
  await page.waitForSelector(`[data-waiting] code:has-text("tcp:127.0.0.1:${free}")`);
  await picture(page, "contest-waiting");
  boardOn(`serial:${pty}`, "dots", "--rules", "size=3x3", "--quiet");
  boardOn(`tcp:127.0.0.1:${free}`, "dots", "--rules", "size=3x3", "--quiet");
  await page.waitForFunction(() => document.querySelectorAll(".wall-match .dots-line.drawn").length > 1);
  for (const wall of await page.locator(".wall-match", { has: page.locator(".dots-line.drawn") }).all())
    await wall.locator(".wall-verdict:not([hidden])").waitFor({ timeout: GAME_MS });

  // A screen opened now still sees the earlier bytes on the lines.
  const late = await browser.open(`${arena.address}/contest`);
  const lines = late.locator(".wall-match", { hasText: "Blues" }).locator(".bytes");
  for (let i = 0; i < 4; i++) await lines.nth(i).filter({ hasText: /.{4}/ }).waitFor();
  await late.context().close();
  await page.context().close();
});

test("a match that waits can be broken off, and who may not begin one is told why", async () => {
  const page = await browser.open(`${arena.address}/contest#organiser=${arena.organiser}`);
  await page.click('[data-action="contest"]');
  await page.check("#contest-game-trax");
  for (const n of [0, 1]) await seatOf(page, n).sits("pty");
  await page.click('.contest-sheet [data-action="begin"]');
  const wall = page
    .locator(".wall-match", { hasText: "Trax" })
    .filter({ has: page.locator(".wall-waiting:not([hidden])") });
  await wall.locator('[data-action="abort"]').click();
  const id = await wall.getAttribute("data-match");
  await page.click('[data-answer="abort"]');
  await page.waitForSelector(`[data-match="${id}"] .wall-verdict:not([hidden])`);
  assert.equal((await arena.get(`/api/matches/${id}`)).verdict.reason, "aborted");
  await page.context().close();

  const stranger = await browser.open(`${arena.address}/contest`);
  await stranger.getByText("organiser's link").waitFor({ state: "attached" });
  assert.equal(await stranger.locator('[data-action="contest"]').isVisible(), false);
  assert.equal(await stranger.locator('[data-action="abort"]:visible').count(), 0);
  // The link makes this tab the organiser's; nothing of it stays in the address bar, and another tab has nothing.
  await stranger.goto(`${arena.address}/contest#organiser=${arena.organiser}`);
  await stranger.waitForSelector('[data-action="contest"]:visible');
  assert.equal(stranger.url(), `${arena.address}/contest`);
  await stranger.reload();
  await stranger.waitForSelector('[data-action="contest"]:visible');
  const tab = await stranger.context().newPage();
  await tab.goto(`${arena.address}/contest`);
  await tab.getByText("organiser's link").waitFor({ state: "attached" });
  await stranger.context().close();

  const plain = await Arena.start();
  const other = await browser.open(`${plain.address}/contest`);
  await other.waitForSelector(".empty code");
  assert.equal(await other.locator('[data-action="contest"]').isVisible(), false);
  assert.equal((await fetch(`${plain.address}/api/ports`)).status, 403);
  await other.context().close();
  await plain.stop();
});

test("the form fits a phone, by night and from right to left", async () => {
  for (const [name, options] of [
    ["night", { colorScheme: "dark" }],
    ["persian", { locale: "fa-IR" }],
  ]) {
    const page = await browser.open(`${arena.address}/contest#organiser=${arena.organiser}`, {
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      deviceScaleFactor: 2,
      ...options,
    });
    await page.tap('[data-action="contest"]');
    await page.waitForSelector(".contest-seat");
    await page.tap(".contest-sheet .rules summary");
    const wide = await page.evaluate(() =>
      [document.documentElement, document.querySelector(".contest-sheet")].map(
        (one) => one.scrollWidth > one.clientWidth,
      ),
    );
    assert.deepEqual(wide, [false, false], name);
    await picture(page, `contest-phone-${name}`);
    await page.context().close();
  }
});

test("kill -9 in a contest: the wall still shows what was on the lines", async () => {
  const own = await Arena.start("--contest");
  const device = await board("dots");
  const { match } = await own.post({
    game: "dots",
    rules: "",
    seats: [
      { kind: "link", spec: `serial:${device}`, name: "Reds" },
      { kind: "engine", time: 20 },
    ],
  });
  const page = await browser.open(`${own.address}/contest`);
  const bytes = (way) => page.locator(`[data-match="${match}"] .bytes.${way}`).first();
  for (const way of ["in", "out"])
    await bytes(way)
      .filter({ hasText: /\d{4}.*\d{4}/ })
      .waitFor();
  await own.end("SIGKILL");
  await own.serve();
  const late = await browser.open(`${own.address}/contest`);
  await late.waitForSelector(`[data-match="${match}"] .wall-verdict:not([hidden])`);
  const { lines } = await own.get(`/api/matches/${match}`);
  for (const [one, name] of [
    [late, "a screen that is new"],
    [page, "the one that was there"],
  ])
    for (const way of ["in", "out"])
      await one
        .locator(`[data-match="${match}"] .bytes.${way}`)
        .first()
        .filter({ hasText: lines[0][way].slice(-60) })
        .waitFor()
        .catch(() => assert.fail(`${name}: ${way}`));
  await picture(late, "contest-killed");
  for (const one of [late, page]) await one.context().close();
  await own.stop();
});
