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

test("the Damas board with other rules, a position, LEDs and the page's language", async () => {
  const page = await browser.open(`${arena.address}/lab/damas`, {
    viewport: { width: 1360, height: 1100 },
    locale: "es-ES",
  });
  await page.waitForSelector('canvas[data-asks="1"]');
  await page.click(".lab-settings summary");
  await page.selectOption('[data-setting="rules"]', "official");
  await page.selectOption('[data-setting="kings"]', "stacked");
  await page.fill('[data-field="position"]', "W:W99:B10");
  await page.click('[data-action="power"]');
  await page.waitForSelector(".lab-settings .wrong:not(:empty)");
  await page.fill('[data-field="position"]', "W:WK1:B10,19");
  await page.click('[data-action="power"]');
  await page.waitForSelector('canvas[data-asks="1"]');
  assert.equal(await page.textContent(".lab-settings .wrong"), "");
  for (const [i, key] of [..."7A7A"].entries()) {
    await page.waitForSelector(`canvas[data-asks="${i + 1}"]`);
    const button = page.locator(`.key[data-key="${key}"]`);
    await button.hover();
    await page.mouse.down();
    await page.mouse.up();
  }
  await page.waitForSelector(`.leds[data-leds="${0o300}"]`); // the king may move: its destination is asked for
  assert.equal(await page.locator(".led.on").count(), 2);
  await picture(page, "lab-damas-settings");
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

test("the Perudo board: house rules chosen with its buttons", async () => {
  const page = await browser.open(`${arena.address}/lab/perudo`, { viewport: { width: 1360, height: 860 } });
  await page.waitForSelector(".lab-closed[hidden]", { state: "attached" });
  const words = (wanted) =>
    page.waitForFunction((text) => document.querySelector(".lab-words").textContent === text, wanted);
  for (const name of ["enter", "enter", "doubt"]) await pressButton(page, name);
  await words("House rules: the board's");
  await pressButton(page, "next");
  await words("House rules: as sold");
  await pressButton(page, "enter");
  await words("Raises: as the house rules say");
  await pressButton(page, "doubt");
  await words("Players: 1");
  await page.context().close();
});

test("a gamepad presses the Perudo board's buttons", async () => {
  const page = await browser.open(`${arena.address}/lab/perudo`, { viewport: { width: 1360, height: 860 } });
  await page.waitForSelector(".lab-closed[hidden]", { state: "attached" });
  await page.evaluate(() => {
    window.pad = { axes: [0, 0], buttons: Array.from({ length: 16 }, () => ({ pressed: false })) };
    navigator.getGamepads = () => [window.pad, null];
    dispatchEvent(new Event("gamepadconnected"));
  });
  const pressPad = async (name, down, up) => {
    await page.evaluate(down);
    await page.waitForSelector(`.lab-button.${name}.down`);
    await page.evaluate(up);
    await page.waitForSelector(`.lab-button.${name}:not(.down)`);
  };
  const enter = () => pressPad("enter", "pad.buttons[0].pressed = true", "pad.buttons[0].pressed = false"),
    next = () => pressPad("next", "pad.axes[0] = 1", "pad.axes[0] = 0");
  await enter();
  await page.waitForSelector('[data-step="avatar"]');
  await enter();
  await page.waitForSelector('[data-step="join"]');
  await next();
  await page.waitForFunction(() => document.querySelector(".lab-words").textContent.includes("2"));
  await enter();
  await page.waitForSelector('[data-step="play"]');
  await page.context().close();
});

test("the Trax accelerator: an order, the clock step by step, registers, memory and board", async () => {
  const page = await browser.open(`${arena.address}/lab/trax`, { viewport: { width: 1360, height: 1100 } });
  await page.waitForSelector('.accelerator-grid[data-tiles="0"]');
  await page.fill('[data-field="row"]', "7");
  await page.fill('[data-field="column"]', "7");
  await page.click('[data-tile="5"]');
  assert.equal(await page.textContent(".accelerator-word"), "0x40000577");
  await page.click('[data-action="write"]');
  await page.waitForSelector('.accelerator-grid[data-tiles="1"]');
  const left = () => page.getAttribute(".accelerator-clock", "data-left").then(Number);
  const before = await left();
  assert.ok(before > 1, "the order is running");
  await page.click('[data-action="step-1"]');
  await page.waitForSelector(`.accelerator-clock[data-left="${before - 1}"]`);
  await page.click('[data-action="finish"]');
  await page.waitForSelector('.accelerator-clock[data-left="0"]');
  assert.equal(await page.getAttribute('[data-register="1"]', "data-word"), String(2 ** 31 + 4));
  assert.equal(await page.locator(".accelerator-memory tbody tr").count(), 4);
  await page.selectOption('[data-field="operation"]', "3");
  await page.click('[data-action="write"]');
  await page.click('[data-action="finish"]');
  await page.waitForFunction(
    () => Number(document.querySelector('[data-register="2"]').dataset.word) >= 2 ** 31,
  );
  assert.match(await page.textContent('[data-register="2"]'), /invalid/); // the space is taken
  await picture(page, "lab-trax");
  await page.context().close();
});
