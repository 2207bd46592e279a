// The wall screen, fed by boards in software on real pseudo-terminals.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import test, { after, before } from "node:test";
import { Arena, Browser, picture } from "./arena.mjs";

let arena, browser;
const boards = [];
before(async () => {
  [arena, browser] = await Promise.all([Arena.start("--contest"), Browser.start()]);
});
after(async () => {
  for (const board of boards) board.kill();
  await arena?.stop();
  await browser?.stop();
});

/** A board in software; gives the device it is on. */
function board(game, ...options) {
  const child = spawn(process.env.DAMERO, ["board", game, "--link", "pty", "--time", "250ms", ...options], { stdio: ["ignore", "pipe", "inherit"] });
  boards.push(child);
  return new Promise((resolve, reject) => {
    child.on("exit", () => reject(new Error("the board ended")));
    child.stdout.on("data", (words) => {
      const found = /\/dev\/pts\/\d+/.exec(String(words));
      if (found) resolve(found[0]);
    });
  });
}

test("two contests at once: boards, bytes on the line, verdicts", async () => {
  const devices = await Promise.all([board("trax"), board("trax"), board("dots", "--rules", "size=4x4"), board("dots", "--rules", "size=4x4")]);
  const page = await browser.open(`${arena.address}/contest`, { viewport: { width: 1920, height: 1080 } });
  await page.waitForSelector(".wall .empty:not([hidden])");
  const link = (device, name) => ({ kind: "link", spec: `serial:${device}`, name });
  const trax = await arena.post({ game: "trax", rules: "", seats: [link(devices[0]), link(devices[1])] });
  const dots = await arena.post({ game: "dots", rules: "size=4x4", seats: [link(devices[2], "Team A"), link(devices[3], "Team B")] });
  await page.waitForSelector(`[data-match="${trax.match}"] .trax-tile`, { state: "attached" });
  await page.waitForSelector(`[data-match="${dots.match}"] .dots-line.drawn`, { state: "attached" });
  assert.match(await page.locator(`[data-match="${dots.match}"]`).textContent(), /Team A.*Team B/s);
  await picture(page, "contest-begun");
  await page.waitForFunction(() => [...document.querySelectorAll(".bytes")].filter((line) => line.textContent.length > 3).length >= 4);
  await picture(page, "contest-playing");
  for (const { match } of [trax, dots]) await page.waitForSelector(`[data-match="${match}"] .wall-verdict:not([hidden])`, { timeout: 60_000 });
  await picture(page, "contest-over");
  const { verdict } = await arena.get(`/api/matches/${dots.match}`);
  assert.ok(["won", "drawn"].includes(verdict.reason), JSON.stringify(verdict));
  assert.match(await page.locator(`[data-match="${dots.match}"] .wall-score`).textContent(), new RegExp(`${verdict.score[0]} : ${verdict.score[1]}`));
  await page.context().close();
});
