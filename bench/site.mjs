// Compares WebAssembly under Node with the same work in a native program: node site.mjs NATIVE MODULE.wasm SITE
//
// NATIVE and MODULE.wasm are bench/site_bench.c; SITE is the folder that script/site has written. Prints a line for
// each count and search with the ratio of their speeds, then the downloads, and how long the first
// move takes in Chromium.
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import { dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "../web/node_modules/playwright-core/index.mjs";
import { CHROMIUM } from "../web/tests/chromium.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const [native, module, site] = process.argv.slice(2);
if (!site) {
  console.error("usage: node site.mjs NATIVE MODULE.wasm SITE");
  process.exit(2);
}
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};
const files = createServer((request, answer) => {
  const name =
    new URL(request.url, "http://x").pathname.slice(1) || "index.html";
  try {
    const body = readFileSync(join(site, name));
    answer
      .writeHead(200, {
        "Content-Type": TYPES[extname(name)] ?? "application/octet-stream",
      })
      .end(body);
  } catch {
    answer
      .writeHead(404, { "Content-Type": "text/html" })
      .end("There is no such file.");
  }
});
await new Promise((done) => files.listen(0, "127.0.0.1", done));
const address = `http://127.0.0.1:${files.address().port}/`;
const browser = await chromium.launch({
  executablePath: CHROMIUM,
  args: ["--no-sandbox", "--disable-gpu"],
});

const read = (text) =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("\t"))
    .map(([name, count, seconds]) => ({
      name,
      count,
      seconds: Number(seconds),
    }));

function compare() {
  const run = (...words) =>
    read(execFileSync(words[0], words.slice(1), { encoding: "utf8" }));
  const there = run(native),
    here = run(process.execPath, join(root, "wasm/run.mjs"), module, root);
  console.log(
    `site  WebAssembly under Node ${process.version} against clang -O3, one thread`,
  );
  const ratios = there.map(({ name, count, seconds }, i) => {
    if (here[i]?.count !== count)
      throw new Error(`${name}: ${here[i]?.count}, natively ${count}`);
    const ratio = seconds / here[i].seconds;
    console.log(
      `site  ${name.padEnd(16)} native ${seconds.toFixed(3)} s   WebAssembly ${here[i].seconds.toFixed(3)} s   ratio ${ratio.toFixed(2)}`,
    );
    return ratio;
  });
  const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length;
  console.log(
    `site  mean ratio ${mean.toFixed(2)} (at least 0.7), least ${Math.min(...ratios).toFixed(2)} (at least 0.5)`,
  );
}

function weigh() {
  const size = (name) =>
    gzipSync(readFileSync(join(site, name)), { level: 9 }).length;
  for (const name of readdirSync(site)) {
    if (name.endsWith(".wasm"))
      console.log(
        `site  rules, engines and arena${name.startsWith("plain") ? " without SIMD" : ""}: ${Math.round(size(name) / 1000)} kB compressed (at most 400)`,
      );
    if (name.endsWith(".table"))
      console.log(
        `site  tables of Perudo, apart: ${(size(name) / 1e6).toFixed(1)} MB`,
      );
  }
}

/** From the start of the page to the engine's answer, once the files are in the browser's cache. */
async function firstMove() {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
  });
  await context.addInitScript(() => localStorage.setItem("damero.sound", "0"));
  const page = await context.newPage();
  const times = [];
  for (let i = 0; i < 4; i++) {
    const begun = performance.now();
    await page.goto(address);
    await page.click('[data-play="dots"]');
    await page.waitForSelector(".dots-line.can .hit");
    await page.locator(".dots-line.can .hit").first().dispatchEvent("click");
    await page.waitForFunction(
      () => document.querySelectorAll(".dots-line.drawn").length > 1,
    );
    times.push(performance.now() - begun);
    if (i === 0) await page.evaluate(() => navigator.serviceWorker.ready);
  }
  await context.close();
  const [first, ...warm] = times;
  console.log(
    `site  start to the engine's first move: ${Math.round(Math.min(...warm))} ms (under 1000), on the first visit ${Math.round(first)} ms`,
  );
}

try {
  compare();
  weigh();
  await firstMove();
} finally {
  await browser.close();
  files.close();
}
