// The static site: whole games, without a server, in a sub-folder of a plain file server.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { dirname, extname, join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { Arena, begin, Browser, GRAPHICS, makeMove, picture, playOut, seeded } from "./arena.mjs";
import { load } from "./modules.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".webmanifest": "application/manifest+json",
};

/** A file server that knows nothing of the site: no type for a module, no page for a path without a file. */
class Files {
  constructor(folder, under) {
    this.server = createServer((request, answer) => {
      const path = new URL(request.url, "http://x").pathname;
      const name = path === under ? "index.html" : path.slice(under.length);
      if (!path.startsWith(under) || !existsSync(join(folder, name))) return answer.writeHead(404).end();
      const type = TYPES[extname(name)] ?? "application/octet-stream";
      answer.writeHead(200, { "Content-Type": type, "Cache-Control": "no-store", ...this.headers });
      answer.write(this.before(name));
      answer.end(readFileSync(join(folder, name)));
    });
    this.under = under;
    this.headers = {};
  }
  /** What to put in front of a file. */
  before() {
    return "";
  }
  async start() {
    await new Promise((done) => this.server.listen(0, "127.0.0.1", done));
    this.port = this.server.address().port;
    this.address = `http://127.0.0.1:${this.port}${this.under}`;
  }
  async stop() {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}

const folder = mkdtempSync(join(tmpdir(), "damero-site-"));
const missing = spawnSync("wasm-ld-14", ["--version"]).error
  ? "the compiler for WebAssembly is not here: script/bootstrap wasm"
  : false;
let browser, files;

before(async () => {
  if (missing) return;
  const made = spawnSync(join(root, "script/site"), [folder], { encoding: "utf8" });
  assert.equal(made.status, 0, made.stdout + made.stderr);
  files = new Files(folder, "/some/folder/");
  await files.start();
  browser = await Browser.start();
});
after(async () => {
  if (!missing) await Promise.all([files?.stop(), browser?.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
const check = (name, run) => test(name, { skip: missing }, run);

/** A page whose console may show no error. */
async function open(address = files.address, options = {}) {
  const page = await browser.open(address, options);
  page.on("console", (line) => line.type() === "error" && browser.errors.push(line.text()));
  return page;
}

const inHouse = (page) => page.waitForSelector('html[data-line="open"]');

const tables = {
  dots: { level: "beginner", settings: { size: "3x3" } },
  damas: { level: "novice", clock: "g5i3" },
  trax: { level: "beginner" },
  perudo: { level: "full", players: 3, settings: { dice: "2" } },
};

for (const [game, table] of Object.entries(tables))
  check(`${game}: a whole game against the engine, its record and its review`, async () => {
    const page = await open();
    let proofs = 0;
    await begin(page, game, table);
    assert.match(page.url(), /\/some\/folder\/\?\/match\/\d+$/);
    await playOut(page, game, seeded(7), async () => {
      if (game === "perudo") proofs += await page.locator(".perudo-proof.proven").count();
    });
    assert.equal(proofs > 0, game === "perudo", "shown dice are proven");
    await picture(page, `site-${game}-over`);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.locator('[data-action="record"]').first().click(),
    ]);
    const record = readFileSync(await saved.path(), "utf8");
    assert.match(record, /\[Game "/);
    await page.context().close();
  });

check("preferences that do not fit count as not there", async () => {
  const keys = [
    "language",
    "tokens",
    "mine",
    "analyses",
    "setups",
    "learned",
    "streaks",
    "solver",
    "account",
  ];
  const entry = { engine: 1, level: null, side: 9, players: 1e9, rules: "<b>", rating: "x", done: 3 };
  const values = [
    null,
    -7.5,
    "constructor", // every object has one, languages too
    [null],
    { dots: null, damas: -5, trax: entry, perudo: { ...entry, engine: "", level: "", clock: "" } },
  ];
  const page = await open();
  for (const value of [...values.map((one) => JSON.stringify(one)), '{"broken'])
    for (const path of ["", "?/learn/damas", "?/puzzles/trax"]) {
      await page.evaluate(
        ([keys, value]) => keys.forEach((key) => localStorage.setItem(`damero.${key}`, value)),
        [keys, value],
      );
      await page.goto(files.address + path);
      await inHouse(page);
      await page.waitForSelector(path ? ".stage svg" : '[data-options="dots"]');
    }
  await page.goto(`${files.address}?/play/perudo`);
  await page.waitForSelector('[data-action="begin"]');
  await page.context().close();
});

/** Writes rows into the journal of the page's browser. */
const plantRows = (page, rows) =>
  page.evaluate(async (rows) => {
    const opening = indexedDB.open("damero", 1);
    await new Promise((done) => (opening.onsuccess = done));
    const change = opening.result.transaction("rows", "readwrite");
    for (const [key, value] of rows) change.objectStore("rows").put(value, key);
    await new Promise((done) => (change.oncomplete = done));
    opening.result.close();
  }, rows);

check("rows that are no journal's are left out, and nothing of them is markup", async () => {
  const evil = '<img src="x" onerror="x">';
  const match = (id, more) => ({
    ...{
      id,
      game: "dots",
      rules: "size=2x2",
      start: "",
      seats: "me\nengine\n",
      settings: "",
      claim: 1,
      moves: 0,
    },
    people: [{ kind: "person", name: evil, avatar: evil, token: evil }, null],
    ...more,
  });
  const event = { number: 1, time: 0, kind: "start", seat: 0, text: evil, used: 0 };
  const page = await open();
  await inHouse(page);
  await plantRows(page, [
    ["nonsense", "{}"],
    ["match/00000001", "[]"],
    ["match/00000002", "{"],
    ["match/00000003", JSON.stringify(match(3, { game: evil }))],
    [
      "match/00000004",
      JSON.stringify(match(4, { over: true, winner: 99, reason: evil, why: evil, score: evil })),
    ],
    ["event/00000004/00000001", JSON.stringify(event)],
    ["event/00000004/00000003", JSON.stringify({ ...event, number: 3 })],
    ["match/00000005", JSON.stringify(match(5, { rules: evil, settings: evil }))],
    ["match/00000006", JSON.stringify(match(Number.MAX_SAFE_INTEGER))],
    ["match/00000007", "x".repeat(40 << 20)],
    ["match/9223372036854775807", "{}"],
  ]);
  for (const path of ["?/watch", "?/match/4", "?/match/5"]) {
    await page.goto(files.address + path);
    await inHouse(page);
    await page.waitForSelector("main h1, main h2, main .match");
    assert.equal(await page.locator("img[onerror]").count(), 0);
  }
  await page.goto(files.address);
  await begin(page, "dots", { level: "beginner", settings: { size: "3x3" } });
  assert.match(page.url(), /match\/6$/, "the number after the last match of the journal");
  await makeMove(page, "dots", seeded(3));
  const keys = await page.evaluate(async () => {
    const opening = indexedDB.open("damero", 1);
    await new Promise((done) => (opening.onsuccess = done));
    const asked = opening.result.transaction("rows").objectStore("rows").getAllKeys();
    await new Promise((done) => (asked.onsuccess = done));
    opening.result.close();
    return asked.result;
  });
  assert.ok(keys.includes("match/00000003"), "a game of another version stays");
  for (const key of ["match/00000002", "event/00000004/00000003"])
    assert.ok(!keys.includes(key), `${key} is deleted`);
  await page.context().close();
});

check("a reload in the middle of a game keeps the game", async () => {
  const page = await open();
  await begin(page, "dots", { level: "beginner", settings: { size: "3x3" } });
  await makeMove(page, "dots", seeded(3));
  const drawn = () => document.querySelectorAll(".dots-line.drawn").length;
  await page.waitForFunction(() => document.querySelectorAll(".dots-line.can").length > 0);
  const before = await page.evaluate(drawn);
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".dots-line.can").length > 0);
  assert.equal(await page.evaluate(drawn), before);
  await playOut(page, "dots", seeded(3));
  await page.context().close();
});

check("two people at one screen play, take back and agree on a draw", async () => {
  const page = await open();
  await begin(page, "damas", { opponent: "screen" });
  for (let i = 0; i < 3; i++) await makeMove(page, "damas", seeded(5));
  await page.waitForSelector('.move-list [data-at="3"]');
  await page.click('[data-action="undo"]');
  await page.waitForSelector('.move-list [data-at="3"]', { state: "detached" });
  await makeMove(page, "damas", seeded(5));
  await page.waitForSelector('.move-list [data-at="3"]');
  await page.click('[data-action="draw"]');
  await page.waitForSelector(".match.over");
  assert.equal(await page.locator(".match-status").textContent(), "Draw");
  await page.context().close();
});

check("after the first visit it needs no network", async () => {
  const own = new Files(folder, "/");
  await own.start();
  const page = await open(own.address);
  await inHouse(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  assert.equal(await page.evaluate(() => crossOriginIsolated), false, "this host sends no headers");
  await own.stop();
  await page.reload();
  assert.equal(await page.evaluate(() => crossOriginIsolated), true, "the service worker adds them");
  await begin(page, "trax", { level: "beginner" });
  await makeMove(page, "trax", seeded(2));
  await page.waitForFunction(() => document.querySelectorAll(".move-list button").length > 2);
  for (const path of ["?/puzzles/damas", "?/learn/dots", "?/rules/perudo", "?/analysis/trax"]) {
    await page.goto(own.address + path);
    await page.waitForSelector("main h1, main svg.board");
  }
  await page.waitForFunction(() => !document.querySelector(".analysis-empty"));
  await page.context().close();
});

/** Put in front of a worker's script: a machine with two cores, and the instances of its module. */
const WATCHED = `Object.defineProperty(navigator, "hardwareConcurrency", { value: 2 });
const Instance = WebAssembly.Instance;
globalThis.instances = [];
WebAssembly.Instance = class extends Instance {
  constructor(...how) {
    super(...how);
    instances.push(this);
  }
};
`;
const ISOLATION = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** The site on a host, and how many times each worker's script was fetched there. */
async function watched(headers) {
  const own = new Files(folder, "/watched/");
  const times = { arena: 0, mind: 0, helper: 0 };
  own.headers = headers;
  own.before = (name) => {
    const script = name.split("-")[0];
    if (!(script in times)) return "";
    times[script]++;
    return WATCHED;
  };
  await own.start();
  const page = await open(own.address, { serviceWorkers: "block" });
  return { page, times, stop: () => Promise.all([page.context().close(), own.stop()]) };
}

/** How many functions other threads have run to their end, by the count of the module that thinks. */
async function completed(page) {
  const counts = page
    .workers()
    .filter((one) => /\/mind-/.test(one.url()))
    .map((one) => one.evaluate(() => globalThis.instances[0].exports.threads_completed()));
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

check("engines think with two threads on an isolated page, else with one", async () => {
  for (const [headers, isolated] of [
    [ISOLATION, true],
    [{}, false],
  ]) {
    const { page, times, stop } = await watched(headers);
    await begin(page, "damas", { level: "full" });
    await makeMove(page, "damas", seeded(2));
    await page.waitForSelector('.move-list [data-at="2"]');
    assert.equal(await page.evaluate(() => crossOriginIsolated), isolated);
    const count = await completed(page);
    if (isolated) assert.ok(count > 0, "a second thread searched");
    else assert.equal(count, 0);
    assert.equal(times.helper, isolated ? 2 : 0, "one to search with, one for tables of endings");
    await stop();
  }
});

check("Perudo has its table in three dimensions here too", async () => {
  const drawing = await Browser.start(...GRAPHICS);
  const page = await drawing.open(files.address, { spatial: true });
  await page.click('[data-play="perudo"]');
  await page.waitForSelector('.bar[data-scene="avatar"] canvas');
  await page.click('[data-action="sit"]');
  await page.waitForSelector("button.bid, .bar .bubble.there");
  assert.match(await page.locator(".bar").getAttribute("data-scene"), /round|bids|reveal/);
  await picture(page, "site-perudo-3d");
  await page.context().close();
  await drawing.stop();
});

/** Put in front of a worker's script, it tells how much memory its module may ask for and has. */
const WEIGHED = `const Memory = WebAssembly.Memory;
globalThis.weighed = [];
WebAssembly.Memory = class extends Memory {
  constructor(how) {
    super(how);
    weighed.push(() => [how.maximum * 65536, this.buffer.byteLength]);
  }
};
`;
const MB = 1024 * 1024;

check("a phone without SIMD plays within 128 MB, with Perudo's tables, and without a network", async () => {
  const own = new Files(folder, "/phone/");
  const fetched = new Set();
  own.before = (name) => (fetched.add(name.split("-")[0]), /^(arena|mind)-/.test(name) ? WEIGHED : "");
  await own.start();
  // Without these instructions of the processor the browser has no SIMD.
  const old = await Browser.start("--disable-gpu", "--js-flags=--no-enable-ssse3 --no-enable-sse4-1");
  const page = await old.open(own.address, {
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    userAgent: "Mozilla/5.0 (Linux; Android 13; Pixel 7) AppleWebKit/537.36 Chrome/120 Mobile Safari/537.36",
  });
  await inHouse(page);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await begin(page, "perudo", { level: "full", players: 2, settings: { dice: "2" } });
  await playOut(page, "perudo", seeded(7));
  const memories = (
    await Promise.all(
      page.workers().map((one) => one.evaluate(() => globalThis.weighed?.map((ask) => ask()))),
    )
  ).flatMap((found) => found ?? []);
  assert.equal(memories.length, 2, "the arena and one engine");
  const sum = (i) => memories.reduce((total, one) => total + one[i], 0) / MB;
  assert.ok(sum(0) <= 128, `may ask for ${sum(0)} MB`);
  assert.ok(sum(1) > 38, `the tables are there: ${sum(1)} MB`);
  assert.ok(fetched.has("plain") && !fetched.has("damero"), [...fetched].join());
  await own.stop();
  await page.goto(own.address);
  await begin(page, "dots", { level: "beginner", settings: { size: "3x3" } });
  await makeMove(page, "dots", seeded(2));
  await page.context().close();
  await old.stop();
});

/** The site from a server that puts something in front of a worker's script, each time it is fetched. */
async function spoilt(script, spoil) {
  const own = new Files(folder, "/spoilt/");
  let times = 0;
  own.before = (name) => (name.startsWith(`${script}-`) ? spoil(times++) : "");
  await own.start();
  const page = await open(own.address, { serviceWorkers: "block" });
  return {
    page,
    times: () => times,
    end: async () => {
      await page.context().close();
      await own.stop();
    },
  };
}

for (const [what, code, words] of [
  [
    "forbidden",
    'Object.defineProperty(self, "indexedDB", { get() { throw new DOMException("no", "SecurityError"); } });',
    /until the page is closed/,
  ],
  [
    "full",
    'IDBObjectStore.prototype.put = () => { throw new DOMException("no", "QuotaExceededError"); };',
    /no room left/,
  ],
])
  check(`a storage that is ${what} is said, and the game goes on`, async () => {
    const { page, end } = await spoilt("arena", () => code);
    await begin(page, "dots", { level: "beginner", settings: { size: "3x3" } });
    await page.getByText(words).first().waitFor();
    await playOut(page, "dots", seeded(4));
    await end();
  });

for (const [where, code] of [
  ["dies", 'addEventListener("message", (e) => { if (e.data.question) throw new Error("dies"); });'],
  [
    "fails as it thinks",
    `const Instance = WebAssembly.Instance;
     WebAssembly.Instance = function (...words) {
       const { exports } = new Instance(...words);
       return { exports: { ...exports, mind_think() { throw new Error("dies"); } } };
     };`,
  ],
])
  check(`an engine whose worker ${where} is started again`, async () => {
    const { page, times, end } = await spoilt("mind", (time) => (time === 0 ? code : ""));
    await begin(page, "dots", { level: "beginner", settings: { size: "3x3" } });
    await playOut(page, "dots", seeded(6));
    assert.ok(times() >= 2, "another worker was started");
    browser.errors = browser.errors.filter((words) => !words.includes("dies"));
    await end();
  });

check("hints, values, analysis and the review of a game are made here", async () => {
  const page = await open();
  await begin(page, "dots", { level: "beginner", settings: { size: "3x3" } });
  await page.waitForSelector(".dots-line.can");
  await page.click('[data-action="hint"]');
  await page.waitForSelector(".dots-line.hint, .hint");
  await playOut(page, "dots", seeded(8));
  await page.goto(`${page.url().split("#")[0]}/review`);
  await page.waitForSelector(".review-accuracy");
  assert.equal(await page.locator(".review-seat").count(), 2, "both players are judged");
  await page.goto(`${files.address}?/analysis/dots`);
  await page.waitForSelector(".engine-line");
  await page.context().close();
});

check("the arena gives the server's answers, byte for byte", async () => {
  const { LIMITS, Module } = await load("site/module.ts");
  const server = await Arena.start();
  const name = readdirSync(folder).find((one) => one.endsWith(".wasm"));
  let heard = "";
  const house = new Module(new WebAssembly.Module(readFileSync(join(folder, name))), LIMITS.arena, (own) => ({
    reply: (_number, status, at, length) => (heard = `${status} ${own.text(at, length)}`),
  }));
  for (const one of readdirSync(folder)) {
    const game = /^puzzles-([a-z]+)-.*\.txt$/.exec(one)?.[1];
    const text = game && readFileSync(join(folder, one));
    if (game)
      house.lend([game], (word) => house.exports.house_take_puzzles(word, house.put(text), text.length));
  }
  assert.equal(
    house.lend(["x"], (version) => house.exports.house_open(version)),
    1,
  );
  const answers = async (path, body) => {
    const { pathname, searchParams } = new URL(path, server.address);
    const words = [pathname, JSON.stringify(Object.fromEntries(searchParams))];
    if (body) words.push(JSON.stringify(body));
    house.lend(words, (at, asked, said = 0) => house.exports.house_request(1, at, asked, said));
    const answer = await fetch(server.address + path, {
      ...(body ? { method: "POST", headers: { "Content-Type": "application/json" } } : {}),
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return [heard, `${answer.status} ${await answer.text()}`];
  };
  const asked = [
    ["/api/position", { game: "damas", moves: ["10-14", "23-19"] }],
    ["/api/position", { game: "damas", rules: "variant=russian" }],
    ["/api/position", { game: "damas", moves: ["1-2"] }],
    ["/api/position", { game: "trax", moves: ["@0/", "B1\\"] }],
    ["/api/position", { game: "dots", rules: "size=4x3", moves: ["1112", "1121"] }],
    ["/api/position", { game: "perudo", start: "11335/?????" }],
    ["/api/position", { game: "chess" }],
    ["/api/paste", { game: "dots", rules: "size=3x3", text: '[Game "Dots"]\n[Size "3x3"]\n\n1. 1112 *\n' }],
    ["/api/paste", { game: "damas", text: 'ñandú \u0001 "' }],
    ["/api/odds?game=perudo&start=11335/?????"],
    ["/api/odds?game=perudo"],
    ["/api/puzzles"],
    ...["damas", "trax", "perudo", "dots"].flatMap((game) => [
      [`/api/puzzles/${game}`],
      [`/api/puzzles/${game}/1`],
      [`/api/puzzles/${game}/520`],
      [`/api/puzzles/${game}/9999`],
    ]),
    ["/api/matches/77"],
    ["/api/nothing"],
  ];
  for (const [path, body] of asked) {
    const [here, there] = await answers(path, body);
    assert.equal(here, there, path);
  }
  const [here, there] = await answers("/api/games");
  assert.deepEqual(JSON.parse(here.slice(4)).games, JSON.parse(there.slice(4)).games);
  await server.stop();
});

check("the download is small", () => {
  const sizes = Object.fromEntries(
    readdirSync(folder).map((name) => [
      name,
      gzipSync(readFileSync(join(folder, name)), { level: 9 }).length,
    ]),
  );
  const module = Object.entries(sizes).find(([name]) => name.endsWith(".wasm"));
  assert.ok(module[1] <= 400_000, `rules and engines: ${module[1]} bytes`);
});
