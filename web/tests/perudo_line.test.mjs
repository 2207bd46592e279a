// A real Perudo board's line in the page: the seven scenes in three dimensions, noise, and the organiser's form.
import assert from "node:assert/strict";
import { connect } from "node:net";
import test from "node:test";
import { arena, browser, picture, setUp } from "./arena.mjs";

setUp({
  serve: ["--contest"],
  graphics: ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"],
});

/** The organiser's page of the line, listening to a port; and a board that is connected to it. */
async function openLine(options = {}) {
  const page = await browser.open(`${arena.address}/lab/perudo/line#organiser=${arena.organiser}`, {
    viewport: { width: 1360, height: 900 },
    ...options,
  });
  await page.fill('[data-field="link"]', "listen:0");
  await page.click('[data-action="listen"]');
  await page.waitForSelector('.lab-line-state[data-state="waiting"] code');
  const port = /listen:(\d+)/.exec(await page.textContent(".lab-line-state"))[1];
  const board = connect(Number(port), "127.0.0.1");
  await page.waitForSelector('.lab-line-state[data-state="open"]');
  return { page, board };
}

const SCENES = [
  ["U", "title"],
  ["I", "avatar"],
  ["DDO", "join"],
  ["D", "join"],
  ["DA3051234615222332533461T1", "bids"],
  ["B23T2B33T0", "bids"],
  ["DDXZ0", "reveal"],
];

test("the seven scenes of a board on a line, and what it did not understand", async () => {
  const { page, board } = await openLine({ spatial: true });
  await page.waitForSelector('.bar[data-scene="title"]');
  assert.match(await page.textContent(".bar-caption"), /Press a button/);
  for (const [bytes, scene] of SCENES) {
    board.write(bytes);
    await page.waitForSelector(`.bar[data-scene="${scene}"]`);
    await page.waitForTimeout(300); // a frame or two for the picture
    await picture(page, `perudo-line-${scene}${bytes.length}`);
  }
  assert.equal(await page.locator(".bar-label").count(), 3);
  assert.match(await page.textContent(".bar-caption"), /The lama loses a die/);
  assert.match(await page.textContent(".bar-caption"), /The singer was right|The miner was right/);
  board.write("hm\0Y"); // noise, then the end, which tells where the game is
  await page.waitForSelector('.bar[data-scene="end"]');
  assert.match(await page.textContent(".bar-caption"), /Game over|You win/);
  assert.match(await page.textContent('[data-note="garbled"] code'), /hm\\x00/);
  assert.ok((await page.locator('[data-note="missed"]').count()) > 0);
  await page.waitForTimeout(300);
  await picture(page, "perudo-line-end");
  // Somebody else opens the page now, and sees the same; the board goes away and comes back.
  const other = await browser.open(`${arena.address}/lab/perudo/line`, { spatial: true });
  await other.waitForSelector('.bar[data-scene="end"]');
  assert.equal(await other.locator(".lab-line-form").count(), 0, "only the organiser chooses the line");
  board.end();
  await other.waitForSelector('.lab-line-state[data-state="waiting"]');
  const port = /listen:(\d+)/.exec(await other.textContent(".lab-line-state"))[1];
  const again = connect(Number(port), "127.0.0.1");
  again.write("U");
  await other.waitForSelector('.bar[data-scene="title"]');
  again.end();
  await page.click('[data-action="stop"]');
  await other.waitForSelector('.lab-line-state[data-state="none"]');
  await page.context().close();
  await other.context().close();
});

test("the winner at the board gets a prize; the form says what is wrong; without a third dimension too", async () => {
  const { page, board } = await openLine();
  board.write("UIODA2015111T0ODOT1XZ1Y");
  await page.waitForSelector('[data-step="end"]');
  assert.match(await page.textContent(".lab-words"), /You win!/);
  await page.fill('[data-field="link"]', "program:cat");
  await page.click('[data-action="listen"]');
  await page.waitForSelector(".lab-line-form .wrong:not(:empty)");
  await page.click('[data-action="stop"]');
  await page.waitForSelector('.lab-line-state[data-state="none"]');
  board.destroy();
  await page.context().close();
});
