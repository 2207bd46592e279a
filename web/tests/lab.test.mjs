// The laboratory boards in the page.
import assert from "node:assert/strict";
import test from "node:test";
import { arena, browser, picture, pressButton, setUp } from "./arena.mjs";

setUp();

test("the Damas board: a move on the keypad shows in its picture", async () => {
  const page = await browser.open(`${arena.address}/lab/damas`, { viewport: { width: 1360, height: 860 } });
  const asks = (what) => page.waitForSelector(`canvas[data-asks="${what}"]`);
  /** The colour in the middle of a square of the board's picture, or whether it is the one wanted. */
  const look = ([row, column, wanted]) => {
    const { data } = document
      .querySelector("canvas")
      .getContext("2d")
      .getImageData(95 + 48 * column, 60 + 48 * row, 1, 1);
    const found = [...data].slice(0, 3).join();
    return wanted ? found === wanted : found;
  };
  await asks(1);
  await page.waitForFunction(() => Number(document.querySelector("canvas").dataset.frames) > 0);
  const [green, before] = [await page.evaluate(look, [5, 1]), await page.evaluate(look, [4, 0])];
  assert.equal(green, "0,255,0");
  for (const [i, key] of [..."5A1A4A0A"].entries()) {
    await asks(i + 1);
    const button = page.locator(`.key[data-key="${key}"]`);
    await button.hover();
    await page.mouse.down();
    await page.mouse.up();
  }
  await asks(1);
  assert.notEqual(before, green);
  await page.waitForFunction(look, [4, 0, green]); // the man is there
  await picture(page, "lab-damas");
  await page.context().close();
});

test("the Perudo board: buttons, and a table fed by its bytes", async () => {
  const page = await browser.open(`${arena.address}/lab/perudo`, { viewport: { width: 1360, height: 860 } });
  await page.waitForSelector(".lab-closed[hidden]", { state: "attached" });
  for (const name of ["enter", "next", "enter", "next", "next", "enter"]) await pressButton(page, name);
  await page.waitForSelector('[data-step="play"] .perudo-seat');
  assert.equal(await page.locator(".perudo-seat").count(), 3);
  assert.equal(await page.locator(".perudo-seat.you .dice .die").count(), 5);
  await picture(page, "lab-perudo");
  await page.context().close();
});
