// Lines that break, servers that die: nothing is lost.
import assert from "node:assert/strict";
import test from "node:test";
import { arena, begin, browser, makeMove, picture, setUp } from "./arena.mjs";

setUp();

const drawn = (page) =>
  page
    .locator(".dots-line.drawn")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-move")).sort());
const myTurn = (page) => page.waitForSelector(".dots-line.can");

test("a line that breaks comes back, with what happened meanwhile", async () => {
  const page = await browser.open(arena.address);
  await begin(page, "dots", { level: "beginner" });
  await makeMove(page, "dots", () => 3);
  await myTurn(page);
  const before = await drawn(page);
  await page.context().setOffline(true);
  await page.evaluate(() => document.documentElement.dataset.line);
  await arena.end("SIGKILL"); // an open socket is only broken from the other end
  await page.waitForSelector(".line-state:not([hidden])");
  await picture(page, "reconnecting");
  await arena.serve();
  await page.context().setOffline(false);
  await page.waitForSelector('[data-line="open"]');
  await myTurn(page);
  assert.deepEqual(await drawn(page), before);
  await makeMove(page, "dots", () => 5);
  await page.waitForFunction((n) => document.querySelectorAll(".dots-line.drawn").length > n, before.length);
  await page.context().close();
});

test("a match that ended while the line was broken ends before the person's eyes", async () => {
  const { match, seats } = await arena.post({
    game: "dots",
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "person", name: "Berta" },
    ],
  });
  const open = (seat) => browser.open(`${arena.address}/match/${match}#${seats[seat].token}`);
  const ana = await open(0);
  await myTurn(ana);
  await ana.context().setOffline(true);
  await arena.end("SIGKILL");
  await ana.waitForSelector(".line-state:not([hidden])");
  await arena.serve();
  const berta = await open(1);
  await berta.click('[data-action="flag"]');
  await berta.click('[data-answer="resign"]');
  await berta.waitForSelector(".finale.lost");
  assert.equal(await ana.locator(".finale").count(), 0);
  await ana.context().setOffline(false);
  await ana.waitForSelector(".finale.won");
  for (const page of [ana, berta]) await page.context().close();
});

test("kill -9 in mid-game, restart, reload: same position, same clocks", async () => {
  const page = await browser.open(arena.address);
  await begin(page, "damas", { level: "novice", clock: "g15i10" });
  for (let i = 0; i < 3; i++) {
    await page.waitForSelector(".damas-marks .can");
    await makeMove(page, "damas", () => 0);
    await page.waitForFunction((n) => document.querySelectorAll(".move-list button").length > n, 2 * i + 2);
  }
  await page.waitForSelector(".damas-marks .can");
  const texts = () => page.locator(".move-list .text").allTextContents();
  const seconds = async () =>
    (await page.locator(".seats.below .seat-clock").textContent())
      .split(":")
      .reduce((sum, part) => 60 * sum + Number(part), 0);
  const [moves, clock] = [await texts(), await seconds()];
  await arena.end("SIGKILL");
  await arena.serve();
  await page.reload();
  await page.waitForSelector(".damas-marks .can");
  assert.deepEqual(await texts(), moves);
  // Of fifteen minutes: the clock continues from its last value, and runs while a slow machine restarts.
  assert.ok(Math.abs((await seconds()) - clock) <= 120, `${clock} s before, ${await seconds()} s after`);
  await makeMove(page, "damas", () => 0);
  await page.waitForFunction(
    (n) => document.querySelectorAll(".move-list button").length > n,
    moves.length + 1,
  );
  await page.context().close();
});
