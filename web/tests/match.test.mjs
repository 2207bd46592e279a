// Around a match: beginning at once, links to a seat and a position, keys, the end.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { arena, browser, hasEngines, makeMove, picture, playOut, seeded, setUp } from "./arena.mjs";

setUp();

test("play now begins with what suits a newcomer, then with what was chosen last", async () => {
  for (const viewport of [
    { width: 1280, height: 720 },
    { width: 390, height: 844 },
  ]) {
    const page = await browser.open(arena.address, { viewport });
    const low = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll("[data-play]")].map((one) => one.getBoundingClientRect().bottom),
      ),
    );
    assert.ok(low <= viewport.height, `no scrolling: ${low}`);
    await page.click('[data-play="damas"]');
    await page.waitForSelector(".damas-marks .can");
    assert.match(await page.locator(".seats.above").textContent(), /Beginner/);
    await page.goto(`${arena.address}/play/damas`);
    await page.check("#level-club");
    const button = await page.locator('[data-action="begin"]').boundingBox();
    assert.ok(button.y + button.height <= viewport.height, "the button is in sight");
    await page.click('[data-action="begin"]');
    await page.waitForSelector(".damas-marks .can");
    await page.goto(arena.address);
    await page.click('[data-play="damas"]');
    await page.waitForSelector(".damas-marks .can");
    assert.match(await page.locator(".seats.above").textContent(), /Club/);
    await page.context().close();
  }
});

test("a link to a seat that is not valid says so, and shows the match", async () => {
  const { match } = await arena.post({
    game: "dots",
    seats: [{ kind: "person" }, { kind: "engine", level: "beginner" }],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${"x".repeat(43)}`);
  await page.waitForFunction(() =>
    document.querySelector(".notice")?.textContent.includes("not valid for a seat"),
  );
  await page.waitForSelector(".match svg.dots");
  await page.context().close();
});

test("arrow keys step through a match, and a link opens it at a move", async () => {
  const { match, seats } = await arena.post({
    game: "dots",
    rules: "size=3x3",
    seats: [{ kind: "person" }, { kind: "engine", level: "beginner" }],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`);
  const at = () =>
    page.evaluate(() => Number(document.querySelector('.move-list [aria-current="step"]').dataset.at));
  const shows = (move) => page.waitForSelector(`.move-list [aria-current="step"][data-at="${move}"]`);
  await playOut(page, "dots", seeded(5));
  await page.waitForSelector(".finale h2");
  await picture(page, "finale");
  const last = await at();
  await page.focus("svg.dots"); // the board needs no arrows any more
  await page.keyboard.press("ArrowLeft");
  await shows(last - 1);
  await page.keyboard.press("Home");
  await shows(0);
  await page.keyboard.press("ArrowRight");
  await shows(1);
  await page.keyboard.press("End");
  await shows(last);
  await page.click('[data-action="rematch"]');
  await page.waitForFunction((was) => !location.pathname.endsWith(`/${was}`), match);
  const other = await browser.open(`${arena.address}/match/${match}?at=4`);
  await other.waitForSelector('.move-list [aria-current="step"][data-at="4"]');
  await page.context().close();
  await other.context().close();
});

test("miniatures take no focus", async () => {
  const page = await browser.open(arena.address);
  await page.waitForSelector(".card.damas svg.board");
  for (let i = 0; i < 25; i++) {
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement.closest(".miniature")), null);
  }
  await page.context().close();
});

test("two wins in a row offer the next level first", async () => {
  const page = await browser.open(arena.address);
  await page.evaluate(() =>
    localStorage.setItem("damero.streaks", JSON.stringify({ dots: { level: "beginner", count: -1 } })),
  );
  const { match, seats } = await arena.post({
    game: "dots",
    seats: [{ kind: "person" }, { kind: "engine", level: "casual" }],
  });
  await page.goto(`${arena.address}/match/${match}#${seats[0].token}`);
  await makeMove(page, "dots", () => 0);
  for (const first of [false, true]) {
    await page.click('[data-action="flag"]');
    await page.click('[data-answer="resign"]');
    await page.waitForSelector(".finale.lost");
    const strong = await page.locator(".finale .button.strong").getAttribute("data-action");
    assert.equal(strong, first ? "next-level" : "rematch");
    assert.match(await page.locator('[data-action="next-level"]').textContent(), /Novice/);
    if (!first) await page.click('[data-action="rematch"]');
    if (!first) await page.waitForSelector(".match:not(.over) [data-action='flag']");
  }
  await page.context().close();
});

/** A match between engines, played to its end. */
async function played(game, rules, ...levels) {
  const { match } = await arena.post({
    game,
    rules,
    seats: levels.map((level) => ({ kind: "engine", level, time: 40 })),
  });
  const page = await browser.open(`${arena.address}/match/${match}`);
  await page.waitForSelector(".match.over");
  return { match, page };
}

/** A page that cannot think asks the server. */
const cannotThink = (page) => page.route("**/damero-*.wasm", (route) => route.abort());
const forgiveMissingEngines = () => {
  browser.errors = browser.errors.filter((words) => !/Failed to fetch/.test(words));
};

test("a review judges every move, shows what was better, and asks for it", async () => {
  const { match, page } = await played("damas", "", "novice", "casual");
  await cannotThink(page);
  await page.click('[data-action="review"]');
  await page.waitForSelector(".review-seat");
  assert.ok(page.url().endsWith(`/match/${match}/review`));
  const { review, done } = await arena.get(`/api/matches/${match}/analysis?time=100`);
  assert.ok(done);
  const { moves } = await arena.get(`/api/matches/${match}`);
  assert.equal(review.moves.length, moves.length, "each move is judged");
  for (const accuracy of review.accuracy) assert.ok(accuracy > 0 && accuracy <= 100);
  const fault = review.moves.find((one) => ["inaccuracy", "mistake", "blunder"].includes(one.class));
  assert.ok(fault, "a novice errs");
  await page.click(`.move-list [data-at="${fault.at + 1}"]`);
  await page.waitForSelector(`.judged.${fault.class}`);
  await page.waitForSelector(`.move-list [data-at="${fault.at + 1}"] .mark`);
  await picture(page, "review");
  await page.click('[data-action="show-best"]');
  await page.waitForFunction(
    (best) => document.querySelector(".variation")?.textContent.includes(best),
    fault.best,
  );
  await page.click('[data-action="to-match"]');
  await page.waitForSelector(".variation", { state: "detached" });
  await page.click('[data-action="learn"]');
  await page.waitForSelector(".task");
  await page.click('.task [data-action="show"]');
  await page.waitForSelector(".task.shown");
  // another visitor finds it ready, by its address
  const other = await browser.open(`${arena.address}/match/${match}/review`, {
    viewport: { width: 390, height: 844 },
  });
  await other.waitForSelector(".review-seat");
  await picture(other, "phone-review");
  await page.context().close();
  await other.context().close();
  forgiveMissingEngines();
});

test("the other games are reviewed too: Dots with proofs, Perudo by the odds", async () => {
  for (const [game, rules, ...levels] of [
    ["dots", "size=3x3", "casual", "beginner"],
    ["trax", "", "beginner", "casual"],
    ["perudo", "players=2,dice=2", "careful", "bold"],
  ]) {
    const thinks = hasEngines && game === "trax";
    const { match, page } = await played(game, rules, ...levels);
    if (!thinks) await cannotThink(page);
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${arena.address}/match/${match}/review`);
    await page.waitForSelector(".review-seat");
    if (!thinks) {
      const { review } = await arena.get(`/api/matches/${match}/analysis?time=100`);
      assert.ok(review.moves.length > 2, game);
      if (game === "dots") assert.ok(review.moves.some((one) => one.exact));
    } else
      assert.ok(!asked.some((url) => /analysis\?time/.test(url)), "this browser makes the review itself");
    await page.context().close();
  }
  forgiveMissingEngines();
});

test("a match is found by its player, and one's own without being listed", async () => {
  const page = await browser.open(`${arena.address}/play/dots`);
  await page.fill(".person input[type=text]", "Wilhelmina");
  await page.uncheck('[data-field="listed"]');
  await page.check("#clock-own");
  await page.fill('[data-clock="minutes"]', "7");
  await page.fill('[data-clock="seconds"]', "2");
  await page.click('[data-action="begin"]');
  await page.waitForSelector(".dots-line.can");
  const match = await arena.get(`/api/matches/${new URL(page.url()).pathname.split("/").at(-1)}`);
  assert.deepEqual(
    { game: match.clock.game, increment: match.clock.increment },
    { game: 420000, increment: 2000 },
  );
  await page.click('[data-action="flag"]');
  await page.click('[data-answer="resign"]');
  await page.waitForSelector(".finale");
  await page.goto(`${arena.address}/watch`);
  const rows = page.locator(".match-rows:last-of-type .row-names", { hasText: "Wilhelmina" });
  await page.fill('[data-filter="player"]', "wilhel");
  await page.waitForSelector(".match-rows .none");
  assert.equal(await rows.count(), 0, "it is not listed");
  await page.selectOption('[data-filter="whose"]', "mine");
  await rows.first().waitFor();
  await page.waitForSelector(".thumbnail svg.board");
  await picture(page, "my-games");
  await page.fill('[data-filter="player"]', "nobody else");
  await rows.first().waitFor({ state: "detached" });
  const said = await page.locator(".match-rows .none").last().textContent();
  assert.equal(said, "No match fits this search.", "not that none has finished yet");
  await page.context().close();
});

/** What a button for saving gives. */
async function saved(page, kind) {
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click(`[data-export="${kind}"]`),
  ]);
  return readFileSync(await download.path());
}

/** A film as the browser's own decoder reads it: how many pictures, whether the first and the last differ, and how many
 * colours the last has. */
const film = (page, bytes) =>
  page.evaluate(async (coded) => {
    const data = Uint8Array.from(atob(coded), (letter) => letter.charCodeAt(0));
    const decoder = new ImageDecoder({ data, type: "image/gif" });
    await Promise.all([decoder.tracks.ready, decoder.completed]);
    const { frameCount } = decoder.tracks.selectedTrack;
    const at = async (frameIndex) => {
      const { image } = await decoder.decode({ frameIndex });
      const pen = new OffscreenCanvas(image.displayWidth, image.displayHeight).getContext("2d");
      pen.drawImage(image, 0, 0);
      return pen.getImageData(0, 0, image.displayWidth, image.displayHeight).data;
    };
    const last = await at(frameCount - 1);
    return {
      count: frameCount,
      differ: (await at(0)).join() !== last.join(),
      colours: new Set(new Uint32Array(last.buffer)).size,
    };
  }, bytes.toString("base64"));

test("a match is saved as a picture, and as a film that begins with the start", async () => {
  const { page } = await played("dots", "size=2x2", "casual", "beginner");
  assert.match((await saved(page, "svg")).toString(), /^<svg .*fill:/s);
  assert.equal((await saved(page, "png")).subarray(1, 4).toString(), "PNG");
  const bytes = await saved(page, "gif");
  assert.equal(bytes.subarray(0, 6).toString(), "GIF89a");
  const { count, differ } = await film(page, bytes);
  assert.deepEqual({ count, differ }, { count: 13, differ: true });
  await page.context().close();
});

test("a table of Perudo is saved as a picture and a film too", async () => {
  const engine = { kind: "engine", level: "beginner" };
  const { match } = await arena.post({ game: "perudo", rules: "dice=1", seats: [engine, engine] });
  const page = await browser.open(`${arena.address}/match/${match}`);
  await page.waitForSelector('[data-export="svg"]');
  assert.match((await saved(page, "svg")).toString(), /<foreignObject.*perudo-seat/s);
  assert.equal((await saved(page, "png")).subarray(1, 4).toString(), "PNG");
  const bytes = await saved(page, "gif");
  writeFileSync(join(process.env.DAMERO_PICTURES, "perudo.gif"), bytes);
  const { count, differ, colours } = await film(page, bytes);
  assert.equal(count, (await arena.get(`/api/matches/${match}`)).at + 1);
  assert.ok(differ && colours > 20, `${colours} colours`);
  await page.context().close();
});

test("a person whose tab is hidden is told of their move, also where notifications are refused", async () => {
  const { match, seats } = await arena.post({
    game: "dots",
    rules: "size=3x3",
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "person", name: "Bea" },
    ],
  });
  const at = (seat) => `${arena.address}/match/${match}#${seats[seat].token}`;
  const ana = await browser.open(at(0)),
    bea = await browser.open(`${arena.address}/api/games`);
  await bea.addInitScript(() => {
    window.told = [];
    window.Notification = class {
      static permission = "granted";
      static requestPermission = async () => "granted";
      constructor(title, { body }) {
        window.told.push(`${title}: ${body}`);
        if (window.told.length > 1) throw new TypeError("Illegal constructor"); // as Android does
      }
    };
    Object.defineProperty(document, "hidden", { get: () => window.away === true });
  });
  await bea.goto(at(1));
  await bea.click('[data-action="bell"]');
  await bea.waitForSelector('[data-action="bell"][aria-pressed="true"]');
  await bea.evaluate(() => (window.away = true));
  const lines = (page) => page.locator(".dots-line.drawn").count();
  for (const [turn, line] of ["1112", "1213", "1314"].entries()) {
    const page = turn === 1 ? bea : ana;
    await page.waitForSelector(".dots-line.can");
    await page.fill(".type-move input", line);
    await page.keyboard.press("Enter");
    await bea.waitForSelector(`.dots-line.drawn[data-move="${line}"]`, { state: "attached" });
  }
  await bea.waitForSelector(".dots-line.can");
  assert.equal(await lines(bea), 3);
  assert.deepEqual(await bea.evaluate(() => window.told), Array(2).fill("Your move: Dots and Boxes"));
  assert.match(await bea.title(), /^● Your move/);
  await ana.context().close();
  await bea.context().close();
});
