// Rules that are played otherwise at the board: huffing, squares with letters, calza out of turn.
import assert from "node:assert/strict";
import test from "node:test";
import { allPlay, arena, begin, browser, meet, picture, playOut, seeded, setUp } from "./arena.mjs";

setUp();

const match = (page) => arena.get(`/api/matches/${new URL(page.url()).pathname.split("/").at(-1)}`);

/** Presses squares of the board of Damas, one after the other, as they are numbered there. */
async function press(page, ...squares) {
  const { state } = await match(page);
  const turned =
    (await page.locator(".damas-piece.dark").first().boundingBox()).y >
    (await page.locator(".damas-piece.light").first().boundingBox()).y;
  const box = await page.locator("svg.damas").boundingBox();
  const frame = (46 / (2 * 46 + 800)) * box.width,
    cell = (box.width - 2 * frame) / 8;
  for (const square of squares) {
    const row = state.numbering.findIndex((cells) => cells.includes(square)),
      column = state.numbering[row].indexOf(square);
    const [r, c] = turned ? [7 - row, 7 - column] : [row, column];
    await page.mouse.click(box.x + frame + (c + 0.5) * cell, box.y + frame + (r + 0.5) * cell);
  }
}

const told = (pages, at) =>
  Promise.all(pages.map((page) => page.waitForSelector(`.move-list [data-at="${at}"]`)));

test("damas with huffing: who does not capture loses the piece, by a press on it", async () => {
  const [ana, bea] = await meet(browser, arena, "damas", { settings: { profile: "huff" } }, ["Ana", "Bea"]),
    both = [ana, bea];
  await press(ana, 10, 14);
  await told(both, 1);
  await press(bea, 23, 19);
  await told(both, 2);
  assert.match(await ana.locator(".board-note").textContent(), /may be huffed/, "she is warned");
  await press(ana, 11, 15); // 14x23 was there to be taken
  await told(both, 3);
  assert.equal(await bea.locator(".damas-marks .huff").count(), 1);
  assert.match(await bea.locator(".board-note").textContent(), /failed to capture: press it/);
  await picture(bea, "damas-huff");
  await press(bea, 14);
  await told(both, 4);
  let now = await match(bea);
  assert.equal(now.moves[3].text, "huff:14");
  assert.equal(now.state.turn, 1, "a huff is not a move: the turn stays");
  assert.equal(now.state.pieces.filter((piece) => piece.seat === 0).length, 11);
  assert.equal(await bea.locator(".damas-marks .huff").count(), 0, "once only");
  await allPlay("damas", both, seeded(5));
  now = await match(ana);
  assert.ok(["won", "drawn"].includes(now.verdict.reason), JSON.stringify(now.verdict));
  await picture(ana, "damas-huff-over");
  await Promise.all(both.map((page) => page.context().close()));
});

test("damas as on the laboratory board: a touched piece must move", async () => {
  const [ana, bea] = await meet(browser, arena, "damas", { settings: { profile: "lab" } }, ["Ana", "Bea"]),
    both = [ana, bea];
  await press(ana, 10);
  await told(both, 1);
  assert.equal((await match(ana)).state.touched, 10);
  assert.match(await ana.locator(".board-note").textContent(), /must move: 10/);
  await press(ana, 11, 15); // another piece: nothing happens
  await press(ana, 14);
  await told(both, 2);
  await press(bea, 23, 19); // both at once: the second press waits for the touch
  await told(both, 4);
  const now = await match(ana);
  assert.deepEqual(
    now.moves.map((move) => move.text),
    ["touch:10", "10-14", "touch:23", "23-19"],
  );
  await picture(ana, "damas-touched");
  await Promise.all(both.map((page) => page.context().close()));
});

test("russian draughts: squares have letters, and a whole game by clicks", async () => {
  const page = await browser.open(arena.address);
  await begin(page, "damas", { level: "novice", side: 0, settings: { variant: "russian" } });
  await page.waitForSelector(".damas-marks .can");
  const edges = await page.locator(".damas-edge").allTextContents();
  for (const letter of "abcdefgh12345678") assert.ok(edges.includes(letter), letter);
  assert.ok((await page.locator(".damas-number").allTextContents()).includes("c3"));
  await press(page, "c3", "d4");
  await page.waitForSelector('.move-list [data-at="2"]');
  await picture(page, "damas-russian");
  assert.match(await page.locator('.move-list [data-at="1"]').textContent(), /c3-d4/);
  await playOut(page, "damas", seeded(9));
  const { moves, verdict } = await match(page);
  assert.ok(["won", "drawn"].includes(verdict.reason), JSON.stringify(verdict));
  assert.ok(
    moves.every((move) => /^[a-h][1-8]([-x:][a-h][1-8])+$/.test(move.text)),
    JSON.stringify(moves.map((move) => move.text)),
  );
  await page.context().close();
});

test("perudo: three people, and calza out of turn", async () => {
  const pages = await meet(browser, arena, "perudo", { players: 3, settings: { dice: "2", calza: "on" } }, [
    "Ana",
    "Bea",
    "Cleo",
  ]);
  const seat = async () => (await match(pages[0])).state.turn;
  await pages[0].waitForSelector(".match:not(.over)");
  await Promise.any(pages.map((page) => page.waitForSelector("[data-bid]")));
  const first = await seat(),
    waiting = (first + 2) % 3; // the one after the next
  await pages[first].click("[data-bid]");
  const calza = pages[waiting].locator('[data-move="calza"]');
  await calza.waitFor();
  assert.equal(await pages[waiting].locator("[data-bid]").count(), 0, "it is not the turn of who may call");
  assert.equal(
    await pages[first].locator('[data-move="calza"]').count(),
    0,
    "nobody calls calza on a bid of their own",
  );
  await picture(pages[waiting], "perudo-calza");
  await calza.click();
  for (const page of pages) await page.waitForSelector('[data-action="next-round"]');
  const { moves } = await match(pages[0]);
  const called = moves.findIndex((move) => move.text.startsWith("calza"));
  assert.equal(moves[called].seat, waiting);
  assert.equal(moves[called - 1].seat, first, "nobody had answered the bid");
  await picture(pages[first], "perudo-calza-reveal");
  await allPlay("perudo", pages, seeded(4));
  const said = await Promise.all(pages.map((page) => page.locator(".match-status").textContent()));
  assert.deepEqual(said.sort(), ["You lose", "You lose", "You win"]);
  await Promise.all(pages.map((page) => page.context().close()));
});
