// What can be said of the page without running it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = mkdtempSync(join(tmpdir(), "damero-source-"));
after(() => rmSync(folder, { recursive: true, force: true }));

/** A module of the page, as Node can load it. */
async function load(path) {
  const outfile = join(folder, `${path.replaceAll("/", "-")}.mjs`);
  await build({
    entryPoints: [join(web, "src", path)],
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "error",
  });
  return import(pathToFileURL(outfile));
}

/** Every string and function of a language, by its path. */
function strings(value, path = "", found = new Map()) {
  if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) strings(part, `${path}/${key}`, found);
  else found.set(path, value);
  return found;
}

test("the sources pass the strict type check", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(web, "node_modules/typescript/bin/tsc"), "-p", web],
    { encoding: "utf8" },
  );
  assert.equal(status, 0, stdout);
});

for (const code of ["es", "it", "fa"]) {
  test(`language ${code} has every string, and its own`, async () => {
    const english = strings((await load("text/en.ts")).en),
      other = strings((await load(`text/${code}.ts`))[code]);
    assert.deepEqual([...other.keys()].sort(), [...english.keys()].sort());
    let same = 0;
    for (const [path, words] of other) {
      assert.equal(typeof words, typeof english.get(path), path);
      if (typeof words === "string") assert.notEqual(words.trim(), "", path);
      if (typeof words === "function") assert.ok(String(words(2, "2", "3")).length > 0, path);
      if (words === english.get(path)) same++;
    }
    assert.ok(same < other.size / 6, `${same} of ${other.size} strings are the English ones`);
  });
}

test("every setting of every game has a name and an explanation in every language", async () => {
  const listed = spawnSync(process.env.DAMERO, ["games"], { encoding: "utf8" })
    .stdout.split("\n\n")
    .map((part) => part.split("\n"));
  const games = listed.map((lines) => ({
    name: lines[0].split(" ")[0],
    settings: lines.flatMap((line, i) => {
      const key = /^  ([\w-]+)=.*\(default /.exec(line)?.[1];
      return key ? [{ key, meaning: lines[i + 1].trim() }] : [];
    }),
  }));
  assert.deepEqual(games.map((game) => game.name).sort(), ["damas", "dots", "perudo", "trax"]);
  for (const code of ["en", "es", "it", "fa"]) {
    const words = (await load(`text/${code}.ts`))[code];
    for (const game of games) {
      assert.deepEqual(
        Object.keys(words.meanings[game.name]).sort(),
        game.settings.map((setting) => setting.key).sort(),
        `${code} ${game.name}`,
      );
      for (const { key, meaning } of game.settings) {
        assert.ok(words.settings[key]?.trim(), `${code}: the name of ${key}`);
        assert.ok(words.meanings[game.name][key].trim(), `${code}: what ${key} means`);
        // The game's own words are the English ones: where they change, all languages are to be looked at.
        if (code === "en") assert.equal(words.meanings[game.name][key], meaning, key);
        else assert.notEqual(words.meanings[game.name][key], meaning, `${code}: ${key} is in English`);
      }
    }
  }
});

test("every value of a setting has a name in every language", async () => {
  const listed = spawnSync(process.env.DAMERO, ["games"], { encoding: "utf8" }).stdout;
  const choices = [...listed.matchAll(/^  ([\w-]+)=(\S+\|\S+)  \(default /gm)].flatMap(([, key, words]) =>
    words.split("|").map((word) => [key, word]),
  );
  assert.ok(choices.length > 40, String(choices));
  for (const code of ["en", "es", "it", "fa"]) {
    const { values } = (await load(`text/${code}.ts`))[code],
      used = new Set(["auto"]); // which may be typed
    for (const [key, word] of choices) {
      const found = [`${key}=${word}`, word].find((one) => Object.hasOwn(values, one));
      assert.ok(found && values[found].trim(), `${code}: ${key}=${word}`);
      used.add(found);
    }
    assert.deepEqual(
      Object.keys(values).filter((word) => !used.has(word)),
      [],
      `${code}: of no setting`,
    );
  }
});

test("every engine has a name in every language", async () => {
  const names = [
    ...spawnSync(process.env.DAMERO, ["games"], { encoding: "utf8" }).stdout.matchAll(/^  engine (\w+): /gm),
  ].map(([, name]) => name);
  for (const code of ["en", "es", "it", "fa"])
    assert.deepEqual(Object.keys((await load(`text/${code}.ts`))[code].engines).sort(), names.sort(), code);
});

/** The C sources, and the texts in calls of these functions: each as it is filled in, %s or %d. */
const sources = (...paths) =>
  paths.map((path) => readFileSync(join(web, "../src", path), "utf8").replace(/'\\?"'/g, "0")).join("\n");
const below = (folder, ending) =>
  readdirSync(join(web, "../src", folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);
const TEXT = /(?:"(?:[^"\\]|\\.)*"\s*)+/g;
const plain = (text) =>
  [...text.matchAll(/"((?:[^"\\]|\\.)*)"/g)]
    .map(([, part]) => part)
    .join("")
    .replace(/\\(["\\])/g, "$1")
    .replace(/%(?:\.\d+|\.\*)?[sc]|%0\d+x/g, "%s")
    .replace(/%0?\d*(?:l{0,2}|z)[du]/g, "%d");
function texts(source, functions) {
  const calls = source.matchAll(
    new RegExp(`\\b(?:${functions})\\(((?:"(?:[^"\\\\]|\\\\.)*"|[^";])*)\\)[^;]*;`, "g"),
  );
  return [...calls].map(([, words]) => [...words.matchAll(TEXT)].map(([text]) => plain(text)));
}

test("every sentence of the server that people meet is said in every language", async () => {
  const { sentences, pieces, codes } = await load("text/sentences.ts");
  const people = sources(
    "arena/arena.c",
    "arena/begin.c",
    "arena/runner.c",
    "arena/study.c",
    "server/organiser.c",
    "server/studies.c",
    "referee/accord.c",
    "referee/interrupt.c",
    "referee/seat.c",
    "referee/table.c",
    "links/open.c",
    "links/serial.c",
    "links/tcp.c",
    "links/program.c",
    "games/settings.c",
    "games/game.c",
    "games/history.c",
    "games/damas/damas.c",
    "games/dots/dots.c",
    "games/perudo/perudo.c",
    ...below("games", "/notation.c"),
  );
  const ends = sources("referee/match.c", "referee/accord.c", ...below("protocols", ".c")),
    rules = sources(...below("games", ".c"));
  const engines = sources(...below("engines", ".c"), "boards/trax/engine.c"); // a level is {"name", "meaning", ...}
  // Without words of its own; for programs or the log; of a position, which the page does not let anyone write.
  const apart =
    /^(?:%s|left|s?|.*[A-Z]:?PORT|position.*|no (?:memory|thread|pipe).*|match %d.*|why: .*|%s(?::%s)*: %s)$/s;
  const said = [
    ...texts(people, "error_set")
      .filter(([first]) => !apart.test(first))
      .flat(),
    ...texts(people, "error_in")
      .flat()
      .map((words) => `${words}: %s`),
    ...texts(people, "refuse").map((call) => call.at(-1)),
    ...texts(people, "reply_error").map((call) => call.at(-1)),
    ...texts(ends, "lose|match_finish|match_adjudicate").flat(),
    ...[...ends.matchAll(/TALK_GARBLED,\s*("[^"]*")/g)].map(([, text]) => plain(text)),
    ...[...engines.matchAll(/\{\s*"[\w]+",\s*((?:"[^"]*"\s*)+)\s*[,}]|\.summary = ((?:"[^"]*"\s*)+)/g)].map(
      ([, meaning, summary]) => plain(meaning ?? summary),
    ),
    ...[...rules.matchAll(/o\.reason = ([^;]*);/g)]
      .flatMap(([, words]) => words.match(TEXT) ?? [])
      .map(plain),
  ];
  const wanted = said.filter(
    (words) => words !== undefined && !apart.test(words) && !Object.hasOwn(codes, words),
  );
  assert.ok(wanted.length > 120, `${wanted.length} found`);
  assert.deepEqual(
    wanted.filter((words) => !Object.hasOwn(sentences, words) && !Object.hasOwn(pieces, words)),
    [],
    "no words for these",
  );
  const everything = new Set(
    sources(
      ...below("arena", ".c"),
      ...below("server", ".c"),
      ...below("referee", ".c"),
      ...below("links", ".c"),
      ...below("games", ".c"),
      ...below("protocols", ".c"),
      ...below("engines", ".c"),
      "boards/trax/engine.c",
      "store/store.c",
    )
      .match(TEXT)
      .map(plain),
  );
  assert.deepEqual(
    Object.keys(sentences).filter(
      (words) => !everything.has(words) && !everything.has(words.replace(/: %s$/, "")),
    ),
    [],
    "nobody says these any more",
  );
});

test("every refusal's code has words in every language", async () => {
  const { codes } = await load("text/sentences.ts");
  const desk = sources(...below("server", ".c"), ...below("arena", ".c"));
  const found = [
    ...desk.matchAll(
      /\b(?:reply_error|send_error|desk_refuse|refuse)\([^";]*"([a-z-]+)"|\bcode = "([a-z-]+)"|"code", "([a-z-]+)"/g,
    ),
  ].map(([, ...one]) => one.find(Boolean));
  assert.deepEqual(Object.keys(codes).sort(), [...new Set(found)].sort());
});

/** The page's own way to say things, outside a browser. */
async function speaker() {
  const outfile = join(folder, "speaker.mjs");
  const contents =
    'export * from "./text/say.js"; export { useLanguage } from "./text/index.js"; export { Refused } from "./api/http.js"; export { sentences, pieces } from "./text/sentences.js";';
  await build({
    stdin: { contents, resolveDir: join(web, "src"), loader: "ts" },
    bundle: true,
    format: "esm",
    outfile,
    logLevel: "error",
  });
  globalThis.document ??= { documentElement: {} };
  return import(pathToFileURL(outfile));
}

test("what is filled into a sentence is in it in every language", async () => {
  const { sentences, sayIt, useLanguage } = await speaker();
  const technical =
    /[A-Z]{3,}|--contest|serial|listen|tcp|program|player|engine|done move|starts|calza|dudo|auto|team|crlf|ttyUSB\d/g;
  for (const [form, words] of Object.entries(sentences)) {
    let holes = 0;
    const filled = [],
      sentence = form.replace(
        /%[sd]/g,
        (hole) => (filled.push(hole === "%d" ? String(20 + ++holes) : `q${++holes}`), filled.at(-1)),
      );
    assert.equal(sayIt(sentence), sentence, "English as it came");
    for (const [i, code] of ["es", "it", "fa"].entries()) {
      useLanguage(code, false);
      const said = sayIt(sentence)
        .replace(/[\u2066-\u2069]/g, "")
        .replace(/[۰-۹]/g, (digit) => String("۰۱۲۳۴۵۶۷۸۹".indexOf(digit)));
      for (const [, n, as] of words[i].matchAll(/\{(\d)(?::(\w+))?\}/g)) {
        assert.ok(Number(n) <= holes, `${code}: ${form} has no ${n}`);
        if (as !== "setting") assert.ok(said.includes(filled[n - 1]), `${code}: ${form}: ${said}`);
      }
      assert.ok(!/[{}]/.test(said) && said !== sentence.replace(/"/g, ""), `${code}: ${form}: ${said}`);
      if (code === "fa") assert.ok(!/[A-Za-z]{4}/.test(said.replace(technical, "")), `${form}: ${said}`);
    }
    useLanguage("en", false);
  }
});

test("sentences within sentences, and what the page does not know", async () => {
  const { Refused, rulesInWords, sayIt, sayRefusal, useLanguage, whyNot } = await speaker();
  useLanguage("es", false);
  assert.equal(
    sayIt(
      "seat 1: serial:/dev/ttyUSB9 cannot be opened: No such file or directory ('damero ports' lists devices)",
    ),
    "asiento 1: /dev/ttyUSB9 no se puede abrir: no existe",
  );
  assert.equal(
    sayIt("'9-13' is not allowed: White must take two: 10x19x28 or 11x20x29 or 4 more"),
    "«9-13» no está permitido: Blancas debe capturar dos: 10x19x28, 11x20x29 u otras 4".replace(
      "Blancas",
      sayIt("White"),
    ),
  );
  assert.equal(
    sayIt("no move within 10.000 s after half an answer"),
    "sin jugada en 10.000 s tras media respuesta",
  );
  assert.equal(
    sayIt("setting size: '99x1' is not ROWSxCOLUMNS with both from 1 to 15, as in 4x4"),
    "Tamaño: «99x1» no es FILASxCOLUMNAS, ambas de 1 a 15, como 4x4",
  );
  assert.equal(
    whyNot(new Refused("cannot-begin", "seat 1: listen:80: Permission denied", "seats/1")),
    "puerto 80: permiso denegado",
  );
  assert.equal(
    sayRefusal("busy", "something quite new"),
    "el servidor está ocupado; inténtalo de nuevo (something quite new)",
  );
  assert.equal(sayRefusal("502", "Bad Gateway"), "Bad Gateway");
  assert.equal(rulesInWords("variant=russian,quiet=off"), "Variante: rusas, Tablas sin capturas: no");
  assert.equal(
    whyNot(new TypeError("Failed to fetch")),
    "El servidor no responde. La página sigue intentándolo.",
  );
  useLanguage("fa", false);
  assert.equal(sayIt("the greeting was not answered"), "به سلام پاسخ نداد");
  assert.equal(
    sayIt("size=1x1,border=swedish leaves no line to draw"),
    "با \u20661x1\u2069 و همهٔ لبه خطی برای کشیدن نمی‌ماند",
  );
  assert.match(sayIt("15 matches are being played: no more for now"), /^۱۵ /);
  useLanguage("en", false);
  assert.equal(sayRefusal("busy", "something quite new"), "something quite new");
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
  const { leads } = await load("match/evaluation.ts");
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

test("the lock file names no host, and versions are exact", () => {
  const lock = JSON.parse(readFileSync(join(web, "package-lock.json"), "utf8"));
  for (const [name, one] of Object.entries(lock.packages)) assert.equal(one.resolved, undefined, name);
  const { devDependencies } = JSON.parse(readFileSync(join(web, "package.json"), "utf8"));
  for (const [name, version] of Object.entries(devDependencies))
    assert.match(version, /^\d+\.\d+\.\d+$/, name);
});

test("the page is under 300 kB compressed without the 3D table, 700 kB with it", () => {
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
  assert.ok(flat < 300_000, `${flat} bytes`);
  assert.ok(all < 700_000, `${all} bytes`);
});
