// The page on other screens and in other languages; pictures of all of it.
import assert from "node:assert/strict";
import test from "node:test";
import { arena, begin, browser, makeMove, picture, seeded, setUp } from "./arena.mjs";

setUp();

/** Nothing sticks out sideways. */
const fits = (page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 };

test("the start page shows a moving board for each game before anything was played", async () => {
  const page = await browser.open(arena.address, {
    reducedMotion: "no-preference",
    viewport: { width: 1440, height: 900 },
  });
  for (const game of ["damas", "trax", "dots"]) await page.waitForSelector(`.card.${game} svg.board`);
  await page.waitForSelector(".card.perudo .perudo-seat");
  const before = await page.locator(".card.damas .board").innerHTML();
  await page.waitForFunction((was) => document.querySelector(".card.damas .board").innerHTML !== was, before);
  await page.waitForSelector(".card.perudo .bubble");
  const cut = await page.evaluate(() => {
    const card = document.querySelector(".card.perudo .miniature").getBoundingClientRect();
    return [...document.querySelectorAll(".card.perudo .bubble")]
      .map((one) => one.getBoundingClientRect())
      .filter((one) => one.top < card.top || one.left < card.left || one.right > card.right).length;
  });
  assert.equal(cut, 0, "nothing that is said at the table is cut off");
  await picture(page, "start");
  await page.context().close();
});

test("a match that runs is live on the start page and can be watched", async () => {
  const page = await browser.open(arena.address);
  const player = await browser.open(arena.address);
  await begin(player, "trax", { level: "beginner", name: "Zoe" });
  await page.waitForSelector(".card.trax .badge.live");
  await page.click(".match-rows .match-row");
  await page.waitForSelector(".match svg.trax");
  await makeMove(player, "trax", () => 0);
  await page.waitForSelector(".trax-tile");
  assert.equal(await page.locator(".trax-space").count(), 0, "who looks on cannot move");
  await player.context().close();
  await page.context().close();
});

test("on a phone everything fits and can be played by touch", async () => {
  const page = await browser.open(arena.address, PHONE);
  assert.ok(await fits(page));
  await picture(page, "phone-start");
  for (const game of ["dots", "damas", "trax", "perudo"]) {
    await page.goto(arena.address);
    await page.tap(`[data-options="${game}"]`);
    await page.waitForSelector(".setup");
    assert.ok(await fits(page), `setup of ${game}`);
    if (game === "perudo") await picture(page, "phone-setup");
    await page.tap('[data-action="begin"]');
    await page.waitForSelector(".match[data-game]");
    if (game === "perudo") {
      await page.waitForSelector(".opening-guests");
      assert.ok(await fits(page), "the guests");
      await picture(page, "phone-guests");
      await page.tap('[data-guest="5"]');
      await page.tap('[data-action="sit"]');
    }
    const pick = seeded(3);
    for (let i = 0; i < 2; i++) await makeMove(page, game, pick);
    assert.ok(await fits(page), game);
    await picture(page, `phone-${game}`);
  }
  await page.context().close();
});

test("on a phone that lies on its side boards are as high as the window lets them", async () => {
  const page = await browser.open(arena.address, { viewport: { width: 740, height: 360 }, hasTouch: true });
  for (const game of ["dots", "damas", "trax", "perudo"]) {
    await page.goto(arena.address);
    await page.tap(`[data-options="${game}"]`);
    await page.tap('[data-action="begin"]');
    await page.waitForSelector(".match[data-game]");
    assert.ok(await fits(page), game);
    const board = await page.locator(".stage").boundingBox();
    assert.ok(board.height > 180, `${game}: ${JSON.stringify(board)}`);
    await picture(page, `phone-aside-${game}`);
  }
  await page.context().close();
});

test("a table of six with all their bids fits a small desk", async () => {
  const page = await browser.open(arena.address, { viewport: { width: 1280, height: 720 } });
  await begin(page, "perudo", { level: "beginner", players: 6 });
  for (let turn = 0; ; turn++) {
    await page.waitForSelector("[data-bid]");
    const [bids, whole] = await page.evaluate(() => [
      document.querySelectorAll(".perudo-history li").length,
      document.documentElement.scrollHeight <= innerHeight,
    ]);
    assert.ok(whole, `${bids} bids`);
    if (bids > 1) break;
    await makeMove(page, "perudo", seeded(turn));
  }
  await picture(page, "desk-perudo");
  await page.context().close();
});

test("what the server refuses and the values of settings are said in the person's language", async () => {
  for (const [locale, value, words] of [
    ["es-ES", "Rusas", "la línea 1112 ya está trazada"],
    ["it-IT", "Russa", "la linea 1112 è già tracciata"],
    ["fa-IR", "روسی", "خط \u20681112\u2069 کشیده شده است"],
    ["en-GB", "Russian", "line 1112 is drawn already"],
  ]) {
    const page = await browser.open(arena.address, { locale });
    await page.click('[data-options="damas"]');
    assert.equal(await page.locator('[data-setting="variant"] option[value="russian"]').textContent(), value);
    await page.goto(arena.address);
    await begin(page, "dots", { level: "beginner" });
    for (const at of [1, 2]) {
      // the second time it is drawn
      await page.waitForSelector(".dots-line.can");
      await page.fill(".type-move input", "1112");
      await page.press(".type-move input", "Enter");
      if (at === 1) await page.waitForSelector('.dots-line.drawn[data-move="1112"]', { state: "attached" });
    }
    await page.waitForFunction(
      (wanted) => [...document.querySelectorAll(".notice")].some((notice) => notice.textContent === wanted),
      words,
    );
    await picture(page, `refused-${locale.slice(0, 2)}`);
    await page.context().close();
  }
});

test("who waits for the other player is not asked to move", async () => {
  const page = await browser.open(arena.address);
  await begin(page, "dots", { opponent: "person", name: "Ana" });
  await page.waitForSelector(".share input");
  assert.match(await page.locator(".match-head").textContent(), /^Waiting for a player/);
  for (const what of [".dots-line.can", '[data-action="flag"]', ".type-move:visible"])
    assert.equal(await page.locator(what).count(), 0, what);
  const other = await browser.open(await page.locator(".share input").inputValue());
  await other.fill("dialog input[type=text]", "Zoe");
  await other.click('[data-action="join"]');
  await page.waitForSelector(".dots-line.can");
  await page.waitForSelector('[data-action="flag"]');
  for (const one of [page, other]) await one.context().close();
});

// Before any match has a player with a Persian name, whose letters the start page would load.
test("the first board is there after at most 250 kB", async () => {
  const { match, seats } = await arena.post({
    game: "damas",
    seats: [{ kind: "person" }, { kind: "engine", level: "novice" }],
  });
  const own = `/match/${match}#${seats[0].token}`;
  for (const [path, board] of [
    [own, ".damas-marks .can"],
    ["/", ".card svg.board"],
    ["/learn/damas", ".damas-marks .can"],
    ["/puzzles/trax", ".trax-space"],
    ["/analysis/perudo", ".perudo-table"],
  ]) {
    const page = await browser.open(`${arena.address}/api/games`),
      line = await page.context().newCDPSession(page);
    let bytes = 0;
    line.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
    await line.send("Network.enable");
    await page.goto(arena.address + path);
    await page.waitForSelector(board);
    await page.evaluate(() => document.fonts.ready);
    assert.ok(bytes > 50_000 && bytes < 250_000, `${path}: ${bytes} bytes`);
    await page.context().close();
  }
});

test("Persian runs from right to left, and boards do not", async () => {
  const page = await browser.open(arena.address, { locale: "fa-IR", viewport: { width: 1440, height: 900 } });
  assert.equal(await page.getAttribute("html", "dir"), "rtl");
  await page.waitForSelector(".card.damas svg.board");
  await picture(page, "persian-start");
  await begin(page, "damas", { level: "novice", name: "آنا", clock: "g5" });
  await page.waitForSelector(".damas-marks .can");
  await makeMove(page, "damas", () => 0);
  await page.waitForSelector('.move-list [data-at="2"]');
  const [board, side] = await Promise.all([
    page.locator(".stage-row").boundingBox(),
    page.locator(".match-side").boundingBox(),
  ]);
  assert.ok(side.x < board.x, "the moves are on the left");
  assert.ok(await fits(page));
  await picture(page, "persian-damas");
  await page.selectOption(".language select", "es");
  await page.waitForSelector('html[dir="ltr"]');
  await page.waitForSelector(".match svg.damas");
  await picture(page, "spanish-damas");
  await page.reload();
  assert.equal(await page.getAttribute("html", "lang"), "es", "the choice is remembered");
  await page.context().close();
});

test("in Persian the number of a square is in its square, and as in the moves", async () => {
  const page = await browser.open(`${arena.address}/analysis/damas`, { locale: "fa-IR" });
  await page.waitForSelector(".damas-number");
  const astray = await page.evaluate(() => {
    const boxes = (what) =>
      [...document.querySelectorAll(what)].map((one) => [one, one.getBoundingClientRect()]);
    const squares = boxes(".damas-square");
    return boxes(".damas-number")
      .filter(
        ([, n]) =>
          !squares.some(
            ([, q]) => n.left >= q.left && n.right <= q.right && n.top >= q.top && n.bottom <= q.bottom,
          ),
      )
      .map(([one]) => one.textContent);
  });
  assert.deepEqual(astray, []);
  const numbers = await page.locator(".damas-number").allTextContents();
  assert.ok(numbers.includes("32"), numbers.join());
  await page.context().close();
});

test("a page in English does not load the Persian letters", async () => {
  const page = await browser.open(`${arena.address}/api/games`);
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto(`${arena.address}/rules/damas`); // matches in lists may have Persian names
  await page.waitForSelector(".rules-text pre");
  await page.evaluate(() => document.fonts.ready);
  assert.ok(asked.some((address) => address.includes("figtree")));
  assert.deepEqual(
    asked.filter((address) => address.includes("vazirmatn")),
    [],
  );
  await page.context().close();
});

test("less motion: nothing moves by itself", async () => {
  const page = await browser.open(arena.address, { reducedMotion: "reduce" });
  await page.waitForSelector(".card.damas svg.board");
  await page.waitForLoadState("networkidle"); // the boards of the other cards come one by one
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  const before = await page.locator(".cards").innerHTML();
  await page.waitForTimeout(1600);
  assert.equal(await page.locator(".cards").innerHTML(), before);
  await page.context().close();
});

test("motion where it is welcome: a piece travels", async () => {
  const page = await browser.open(arena.address, { reducedMotion: "no-preference" });
  await begin(page, "damas", { level: "novice", side: 0 });
  // What is set in motion is kept: it may be over before a busy browser looks.
  await page.evaluate(() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
      if (this.closest(".damas-piece")) document.documentElement.dataset.travelled = "yes";
      return animate.apply(this, how);
    };
  });
  await page.getByPlaceholder("Type a move").fill("10-14");
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-travelled]", { state: "attached" });
  await page.context().close();
});

test("by night, and on a wall", async () => {
  const page = await browser.open(arena.address, {
    colorScheme: "dark",
    viewport: { width: 1440, height: 900 },
  });
  await page.waitForSelector(".card.damas svg.board");
  await page.waitForTimeout(500);
  await picture(page, "night-start");
  await begin(page, "perudo", { level: "bold", players: 6 });
  await page.waitForSelector("[data-bid]");
  await picture(page, "night-perudo");
  await page.setViewportSize({ width: 2560, height: 1440 });
  await picture(page, "wall-perudo");
  await page.context().close();
});

test("labels: every control has a name", async () => {
  const page = await browser.open(arena.address);
  await begin(page, "perudo", { level: "bold", players: 2 });
  await page.waitForSelector("[data-bid]");
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll("button, a, input, select, [role=button]")]
      .filter(
        (one) =>
          one.checkVisibility() &&
          !(one.getAttribute("aria-label") || one.textContent.trim() || one.labels?.length || one.title),
      )
      .map((one) => one.outerHTML),
  );
  assert.deepEqual(nameless, []);
  await page.context().close();
});
