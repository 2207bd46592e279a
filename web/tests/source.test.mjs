// What can be checked without running the page.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { load } from "./modules.mjs";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "damero-source-"));
after(() => rmSync(folder, { recursive: true, force: true }));

test("the sources pass the strict type check", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(web, "node_modules/typescript/bin/tsc"), "-p", web],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stdout);
});

test("BLAKE2b gives the published hashes", async () => {
  const { blake2b } = await load("games/perudo/fair/blake2b.ts");
  assert.equal(blake2b("", 32), "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
  assert.equal(blake2b("abc", 32), "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
  assert.match(blake2b("abc", 64), /^ba80a53f981c4d0d6a2797b69f12f6e94c212f14685ac4b74b12bb6fdbffa2d1/);
  assert.equal(blake2b("x".repeat(128), 32).length, 64);
});

test("a roll is proven by its key, and by no other dice", async () => {
  const { Fairness, commitment } = await load("games/perudo/fair/fairness.ts");
  const key = "8e41".repeat(8),
    hash = commitment(3, 1, "13345", key);
  const round = { commitments: [{ seat: 1, move: 3, hash }], reveals: [] };
  const reveal = (dice) => ({ ...round, reveals: [{ seat: 1, move: 3, key, dice }] });
  assert.deepEqual(new Fairness().note(round), { proven: 0, wrong: 0, waiting: 1 });
  assert.deepEqual(new Fairness().note(reveal("13345")), { proven: 1, wrong: 0, waiting: 0 });
  assert.deepEqual(new Fairness().note(reveal([1, 3, 3, 4, 5])), { proven: 1, wrong: 0, waiting: 0 });
  assert.equal(new Fairness().note(reveal("66666")).wrong, 1);
  const changed = new Fairness();
  changed.note({ ...round, commitments: [{ seat: 1, move: 3, hash: "00" }] });
  assert.equal(changed.note(reveal("13345")).wrong, 1, "the hash that was heard first counts");
});

test("a capture's squares are found again between two positions", async () => {
  const { route } = await load("games/damas/path.ts");
  assert.deepEqual(
    route(
      [7, 1],
      [3, 1],
      [
        [6, 2],
        [4, 2],
      ],
      [],
      8,
    ),
    [
      [7, 1],
      [5, 3],
      [3, 1],
    ],
  );
  assert.deepEqual(route([7, 1], [6, 2], [], [], 8), [
    [7, 1],
    [6, 2],
  ]);
  const king = route(
    [7, 0],
    [0, 3],
    [
      [5, 2],
      [2, 5],
    ],
    [],
    8,
  );
  assert.deepEqual(
    [king[0], king.at(-1)],
    [
      [7, 0],
      [0, 3],
    ],
  );
});

test("a game that is won is called so", async () => {
  const { inWords, standing } = await load("match/evaluation.ts");
  assert.equal(inWords(29995, "hundredths of a man", "Ann"), "Ann wins");
  assert.equal(inWords(-150, "hundredths of a man", "Bob"), "Bob ahead by 1.5");
  assert.equal(inWords(3, "boxes still to come", "Ann"), "Ann ahead by 3");
  assert.deepEqual(
    [29995, -29994, 150].map((score) => standing(score, "hundredths")),
    ["1-0", "0-1", "1.5"],
  );
});

test("the lead in Dots follows from the lines", async () => {
  const { leads } = await load("games/dots/leads.ts");
  const line = (text, x1, y1, x2, y2, drawn = false) => ({ text, x1, y1, x2, y2, drawn });
  const start = {
    lines: [line("a", 0, 0, 1, 0, true), line("b", 0, 1, 1, 1), line("c", 0, 1, 0, 0), line("d", 1, 0, 1, 1)],
  };
  assert.deepEqual(
    leads(start, [
      { seat: 0, text: "b" },
      { seat: 1, text: "c" },
      { seat: 0, text: "d" },
    ]),
    [0, 0, 0, 1],
  );
});

test("only the folders of the games and their table name a game", () => {
  const games = readdirSync(join(web, "src/games"), { withFileTypes: true }).filter((one) =>
    one.isDirectory(),
  );
  const names = new RegExp(`\\b(?:${games.map((one) => one.name).join("|")})\\b`, "i");
  const wrong = readdirSync(join(web, "src"), { recursive: true })
    .filter((path) => /\.(?:ts|css)$/.test(path) && !/^games\/(?:\w+\/|index\.ts)/.test(path))
    .flatMap((path) => {
      const lines = readFileSync(join(web, "src", path), "utf8").split("\n");
      return lines.flatMap((line, i) => (names.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : []));
    });
  assert.deepEqual(wrong, []);
});

test("the lock file names no host, and versions are exact", () => {
  const lock = JSON.parse(readFileSync(join(web, "package-lock.json"), "utf8"));
  for (const [name, one] of Object.entries(lock.packages)) assert.equal(one.resolved, undefined, name);
  const { devDependencies } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
  for (const [name, version] of Object.entries(devDependencies))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

test("the page is under 350 kB compressed without the 3D table, 700 kB with it", () => {
  const out = join(folder, "dist");
  const { status, stderr } = spawnSync(process.execPath, [join(web, "build.mjs"), out], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  let flat = 0,
    all = 0;
  for (const name of readdirSync(out)) {
    const bytes = readFileSync(join(out, name));
    const size = Math.min(bytes.length, gzipSync(bytes, { level: 9 }).length);
    all += size;
    if (!/^perudo3d/.test(name)) flat += size;
  }
  assert.ok(flat < 350_000, `${flat} bytes`);
  assert.ok(all < 700_000, `${all} bytes`);
});
