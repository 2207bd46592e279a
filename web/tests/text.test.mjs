// The page's words: every language has them all, and words for everything the server can say to a person.
import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { Arena } from "./arena.mjs";
import { loadAll } from "./modules.mjs";

const source = join(dirname(fileURLToPath(import.meta.url)), "../../src");
const OTHERS = ["es", "it", "fa"];
const ALL = ["en", ...OTHERS];

let arena, games, page;
before(async () => {
  globalThis.document ??= { documentElement: {} };
  arena = await Arena.start();
  games = (await arena.get("/api/games")).games;
  page = await loadAll(`
    export { languages, useLanguage } from "./text/index.js";
    export { en } from "./text/en.js";
    export { es } from "./text/es.js";
    export { it } from "./text/it.js";
    export { fa } from "./text/fa.js";
    export { GAMES, viewOf } from "./games/index.js";
    export { filledIn, rulesInWords, sayDetail, sayRefusal, whyNot } from "./text/say.js";
    export { Refused } from "./api/http.js";`);
});
after(() => arena.stop());

/** Words in a language: those of the page, or of a game. */
const wordsOf = (code, game) => (game ? page.viewOf(game).texts[code] : page[code]);

/** Every string and function of a language, by its path. Words by code have tests of their own. */
function strings(value, path = "", found = new Map()) {
  if (/^\/(?:notes|errors|outcomes|refusals|endings|system)$/.test(path)) return found;
  if (typeof value === "object" && value !== null)
    for (const [key, part] of Object.entries(value)) strings(part, `${path}/${key}`, found);
  else found.set(path, value);
  return found;
}

test("every language has every string, and its own", () => {
  assert.deepEqual(Object.keys(page.languages), ALL);
  for (const game of [undefined, ...page.GAMES])
    for (const code of OTHERS) {
      const english = strings(wordsOf("en", game)),
        other = strings(wordsOf(code, game));
      assert.deepEqual([...other.keys()].sort(), [...english.keys()].sort(), `${code} ${game}`);
      let same = 0;
      for (const [path, words] of other) {
        assert.equal(typeof words, typeof english.get(path), path);
        if (typeof words === "string") assert.notEqual(words.trim(), "", path);
        if (typeof words === "function") assert.ok(String(words(2, "2", "3")).length > 0, path);
        if (words === english.get(path)) same++;
      }
      assert.ok(
        same <= Math.max(3, other.size / 6),
        `${code} ${game}: ${same} of ${other.size} are the English ones`,
      );
    }
});

test("the page shows every game of the server", () => {
  assert.deepEqual([...page.GAMES].sort(), games.map((game) => game.name).sort());
});

test("every setting and each of its values has a name, and what it means", () => {
  for (const code of ALL)
    for (const game of games) {
      const { meanings, settings, values } = wordsOf(code, game.name),
        keys = game.settings.map((one) => one.key).sort(),
        common = wordsOf(code).values,
        used = new Set();
      assert.deepEqual(Object.keys(meanings).sort(), keys, code);
      assert.deepEqual(Object.keys(settings).sort(), keys, code);
      for (const { key, meaning, values: choices = [] } of game.settings) {
        // The game's own words are the English ones: if they change, all languages need a look.
        if (code === "en") assert.equal(meanings[key], meaning, key);
        else assert.notEqual(meanings[key], meaning, `${code}: ${key} is in English`);
        for (const word of choices) {
          const found = [`${key}=${word}`, word].find((one) => Object.hasOwn(values, one));
          assert.ok(values[found]?.trim() || common[word], `${code}: ${key}=${word}`);
          used.add(found);
        }
      }
      const idle = Object.keys(values).filter((word) => !used.has(word));
      assert.deepEqual(idle, [], `${code} ${game.name}: of no setting`);
    }
});

test("every engine and level has a name, and says what it is like", () => {
  for (const { name, engines } of games) {
    const notes = engines.flatMap((engine) => [
      engine.name,
      ...engine.levels.map((level) => `${engine.name}.${level.name}`),
    ]);
    for (const code of ALL) {
      const words = wordsOf(code, name);
      assert.deepEqual(Object.keys(words.engines).sort(), engines.map((engine) => engine.name).sort(), code);
      assert.deepEqual(Object.keys(words.notes).sort(), code === "en" ? [] : notes.sort(), code);
    }
  }
});

/** The C sources below these folders, without comments. */
const sources = (...folders) =>
  folders
    .flatMap((folder) =>
      readdirSync(join(source, folder), { recursive: true })
        .filter((name) => name.endsWith(".c"))
        .map((name) => readFileSync(join(source, folder, name), "utf8")),
    )
    .join("\n")
    .replace(/\/\*.*?\*\//gs, "");
const STRING = /"((?:[^"\\]|\\.)*)"/g;
const joined = (text) => [...text.matchAll(STRING)].map(([, part]) => part).join("");

/** The codes of errors in the sources, with how many values each fills in. */
function errorCodes() {
  const found = new Map();
  const all = sources(
    "games",
    "engines",
    "protocols",
    "arena",
    "referee",
    "links",
    "server",
    "store",
    "events",
  );
  for (const [, code, format] of all.matchAll(
    /(?:error_code|talk_garble)\(\s*[^"()]+,\s*"([a-z-]+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+)/g,
  )) {
    const values = (joined(format).match(/%(?!%)/g) ?? []).length;
    found.set(code, Math.max(values, found.get(code) ?? 0));
  }
  for (const [, code] of all.matchAll(/\{"(perudo-raise-[a-z]+)",/g)) found.set(code, 3);
  return found;
}

test("every error's code has words in every language, with values that it has", () => {
  const codes = errorCodes();
  assert.ok(codes.size > 100, `${codes.size} found`);
  for (const code of OTHERS) {
    const tables = [wordsOf(code).errors, ...page.GAMES.map((game) => wordsOf(code, game).errors)];
    const words = new Map(tables.flatMap((table) => Object.entries(table)));
    assert.deepEqual([...words.keys()].sort(), [...codes.keys()].sort(), code);
    for (const [name, form] of words)
      for (const [, index] of form.matchAll(/\{(\d)/g))
        assert.ok(Number(index) >= 1 && Number(index) <= codes.get(name), `${code}: ${name}: ${form}`);
  }
});

test("every kind of refusal has words in every language", () => {
  const calls = sources("server", "arena").matchAll(
    /\b(?:reply_error|reply_refusal|send_error|desk_refuse|refuse|refuse_because|refusal_json)\([^";]*"([a-z-]+)"|\bcode = "([a-z-]+)"/g,
  );
  const found = [...calls].map(([, ...one]) => one.find(Boolean));
  for (const code of OTHERS)
    assert.deepEqual(Object.keys(wordsOf(code).refusals).sort(), [...new Set(found)].sort(), code);
});

test("how the rules and the referee end a match has words in every language", () => {
  for (const game of page.GAMES) {
    const ends = [...sources(`games/${game}`).matchAll(/\breason = ([^;}]*)|\breasons\[\] = \{([^}]*)\}/g)]
      .flatMap(([, one, several]) => (one ?? several).match(/(?:"(?:[^"\\]|\\.)*"\s*)+/g) ?? [])
      .map(joined);
    const wanted = [...new Set(ends)].sort();
    assert.ok(wanted.length > 0, game);
    for (const code of OTHERS)
      assert.deepEqual(Object.keys(wordsOf(code, game).outcomes).sort(), wanted, code);
  }
  const everything = sources("referee", "links", "arena", "events");
  const said = [
    ...everything.matchAll(/\(error\)\{\.message = ("[^"]*")/g),
    ...everything.matchAll(/\b(?:match_adjudicate|journal_close)\([^;]*?("[^"]*"), /g),
  ].map(([, words]) => joined(words));
  assert.ok(said.includes("resigned") && said.includes("the rest of the game is proven"), said.join());
  for (const code of OTHERS) {
    const { endings } = wordsOf(code);
    for (const words of Object.keys(endings))
      assert.ok(everything.includes(`"${words}"`), `nobody says ${words}`);
    for (const words of said) assert.ok(Object.hasOwn(endings, words), `${code}: ${words}`);
  }
});

test("refusals are worded from their codes", async () => {
  const { Refused, rulesInWords, sayDetail, sayRefusal, useLanguage, whyNot } = page;
  const device = {
    code: "cannot-begin",
    message:
      "seat 1: serial:/dev/ttyUSB9 cannot be opened: No such file or directory ('damero ports' lists devices)",
    reason: "device-not-opened",
    args: ["/dev/ttyUSB9", "No such file or directory"],
    where: "seats/1",
  };
  await useLanguage("es", false);
  assert.equal(whyNot(new Refused(device)), "/dev/ttyUSB9 no se puede abrir: no existe");
  assert.equal(
    sayRefusal({
      code: "illegal-move",
      message: "",
      reason: "damas-not-yours",
      args: ["9-13", "9", "White"],
    }),
    "«9-13»: la pieza de 9 es de Blancas",
  );
  assert.equal(
    sayRefusal({
      code: "cannot-begin",
      message: "",
      reason: "setting-not-a-size",
      args: ["size", "99x1", 1, 15, "4x4"],
    }),
    "Tamaño: «99x1» no es FILASxCOLUMNAS, ambas de 1 a 15, como 4x4",
  );
  assert.equal(
    sayRefusal({ code: "stale", message: "the game has moved on" }),
    "la partida ha seguido mientras tanto",
  );
  assert.equal(
    sayRefusal({ code: "cannot-begin", message: "something quite new", reason: "quite-new" }),
    "la partida no puede empezar (something quite new)",
  );
  assert.equal(sayRefusal({ code: "502", message: "Bad Gateway" }), "Bad Gateway");
  assert.equal(
    rulesInWords("damas", "variant=russian,quiet=off"),
    "Variante: rusas, Tablas sin capturas: no",
  );
  assert.equal(
    whyNot(new TypeError("Failed to fetch")),
    "El servidor no responde. La página sigue intentándolo.",
  );
  assert.equal(sayDetail("dots", { detail: "both passed" }), "ambos pasaron");
  await useLanguage("fa", false);
  assert.match(
    sayRefusal({ code: "cannot-begin", message: "", reason: "too-many-matches", args: [15] }),
    /^۱۵ /,
  );
  assert.equal(
    sayRefusal({ code: "cannot-begin", message: "", reason: "no-line-to-draw", args: [] }),
    "با \u20661x1\u2069 و همهٔ لبه خطی برای کشیدن نمی‌ماند",
  );
  await useLanguage("en", false);
  assert.equal(whyNot(new Refused(device)), device.message, "English as it came");
});
