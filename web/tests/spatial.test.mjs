// The table of Perudo in three dimensions, drawn without a graphics card.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Arena, Browser, picture, pressButton } from "./arena.mjs";

let arena, browser;
before(async () => {
  arena = await Arena.start();
  browser = await Browser.start("--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist");
});
after(async () => {
  await browser.stop();
  await arena.stop();
});

test("a match at the table in three dimensions: guests, cups, bids", async () => {
  const { match, seats } = await arena.post({ game: "perudo", rules: "players=4", seats: [{ kind: "person", name: "Ana" }, ...Array(3).fill({ kind: "engine", level: "careful" })] });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, { spatial: true });
  await page.waitForSelector(".bar canvas");
  await page.waitForSelector("button.bid, .bar .bubble.there");
  assert.equal(await page.locator(".bar-label").count(), 4);
  assert.match(await page.locator(".bar").getAttribute("data-scene"), /round|bids|reveal/);
  await picture(page, "perudo-3d");
  await page.context().close();
});

test("the laboratory's board in the bar: title, avatar, players join, the roll", async () => {
  const page = await browser.open(`${arena.address}/lab/perudo`, { spatial: true });
  const scene = (name) => page.waitForSelector(`.bar[data-scene="${name}"]`);
  await page.waitForSelector(".lab-closed[hidden]", { state: "attached" });
  await scene("title");
  await pressButton(page, "enter");
  await scene("avatar");
  await pressButton(page, "next");
  await pressButton(page, "enter");
  await pressButton(page, "next");
  await pressButton(page, "next");
  await scene("join");
  await pressButton(page, "enter");
  await page.waitForSelector('[data-step="play"]');
  assert.equal(await page.locator(".bar-label").count(), 3);
  await picture(page, "lab-perudo-3d");
  await page.context().close();
});
