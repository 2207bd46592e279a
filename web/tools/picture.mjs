// Draws the picture of the start page: node tools/picture.mjs DAMERO FILE
//
// DAMERO is the program that serves the page, FILE the picture, a JPEG (docs/page.jpg).
import { resolve } from "node:path";

const [damero, file] = process.argv.slice(2);
if (!damero || !file) {
  console.error("usage: node tools/picture.mjs DAMERO FILE");
  process.exit(2);
}
process.env.DAMERO = resolve(damero);
const { Arena, Browser } = await import("../tests/arena.mjs");
const [arena, browser] = await Promise.all([Arena.start("--contest"), Browser.start()]);
const page = await browser.open(arena.address, { viewport: { width: 1280, height: 790 } });
// Every game has its board, and the letters are there.
await page.waitForFunction(() => document.querySelectorAll("main svg").length >= 4);
await page.evaluate(() => document.fonts.ready);
await page.screenshot({ path: file, type: "jpeg", quality: 80 });
await page.context().close();
await Promise.all([arena.stop(), browser.stop()]);
