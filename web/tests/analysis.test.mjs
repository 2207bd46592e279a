// The analysis page: moves tried, a tree with comments and marks, set-up with its legality, pasted records, what was
// played, links that hold everything; by clicks, by keyboard alone, and in each game.
import assert from "node:assert/strict";
import test, { before } from "node:test";
import { arena, browser, hasEngines, picture, setUp } from "./arena.mjs";
import { loadAll } from "./modules.mjs";

setUp();

let tree;
before(async () => {
  tree = await loadAll('export * from "./analysis/tree.js";');
});

const ask = async (path, body) => {
  const answer = await fetch(`${arena.address}${path}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, ...(await answer.json()) };
};

/** Whether the tree of the page has these moves in its lines, marks included. */
const moves = (page) => page.locator(".tree-move").evaluateAll((all) => all.map((one) => one.dataset.move));

test("a tree goes into an address and a record, and comes back", () => {
  const study = tree.newStudy("variant=russian", "");
  const first = tree.extend(study.root, "c3-d4");
  const reply = tree.extend(first, "d6-c5");
  const other = tree.extend(first, "b6-a5");
  tree.extend(reply, "b2-c3");
  tree.extend(other, "d4-e5");
  reply.mark = "!?";
  other.comment = "Más tranquilo {sic}";
  const back = tree.decode(tree.encode(study, other));
  assert.deepEqual(tree.pathTo(back.at), ["c3-d4", "b6-a5"]);
  assert.equal(tree.encode(back.study, back.at), tree.encode(study, other));
  assert.equal(tree.decode("no analysis"), null);
  const record = tree.toRecord("damas", study);
  assert.match(record, /c3-d4 d6-c5!\? \(b6-a5 \{Más tranquilo \(sic\)\} d4-e5\) b2-c3 \*/);
  const again = tree.newStudy();
  tree.addMoves(again.root, "1. c3-d4 d6-c5!? (b6-a5 {x} 2. d4-e5 (2. d4-c5 $2)) 2. b2-c3 1-0");
  const [main] = again.root.children;
  assert.deepEqual(
    main.children.map((one) => one.move),
    ["d6-c5", "b6-a5"],
  );
  assert.deepEqual(
    main.children[1].children.map((one) => one.move + one.mark),
    ["d4-e5", "d4-c5?"],
  );
  assert.equal(main.children[0].children[0].move, "b2-c3");
  tree.promote(main.children[1].children[1]);
  assert.equal(main.children[0].children[0].move, "d4-c5");
});

test("moves on the board make a tree; the link holds it with comments and marks", async () => {
  const small = tree.newStudy("size=2x3");
  const page = await browser.open(`${arena.address}/analysis/dots#${tree.encode(small, small.root)}`);
  await page.waitForSelector(".dots-line.can");
  await page.locator(".dots-line.can .hit").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".tree-move").length === 1);
  await page.click('[data-action="back"]');
  await page.waitForSelector(".tree-move:not([aria-current])");
  await page.locator(".dots-line.can .hit").last().click();
  await page.waitForFunction(() => document.querySelectorAll(".tree-move").length === 2);
  await page.fill(".analysis-panel textarea", "a quiet start");
  await page.click('[data-mark="!?"]');
  await page.waitForSelector(".tree-move[aria-current] b");
  assert.equal(await page.locator(".tree-line.aside").count(), 1);
  // the engine shows several lines with scores and a depth, until it is switched off
  await page.waitForSelector(".engine-line b");
  await page.waitForFunction(() => document.querySelectorAll(".engine-line").length === 3);
  assert.match(await page.textContent("[data-part=depth]"), /depth \d+/);
  await page.click('[data-engine="on"]');
  await page.waitForFunction(() => document.querySelectorAll(".engine-line").length === 0);
  const shared = await browser.open(page.url());
  await shared.waitForSelector(".tree-move[aria-current] b");
  assert.equal(await shared.inputValue(".analysis-panel textarea"), "a quiet start");
  assert.deepEqual(await moves(shared), await moves(page));
  await shared.click('[data-action="up"]');
  await shared.click('[data-action="minus"]');
  await shared.waitForFunction(() => document.querySelectorAll(".tree-move").length === 1);
  await page.close();
  await shared.close();
});

test("a position is set up by clicks, and its legality is explained", async () => {
  const page = await browser.open(`${arena.address}/analysis/damas`);
  await page.click('[data-tab="setup"]');
  await page.waitForSelector(".grid-board button.cell");
  await page.click('[data-action="clear"]');
  await page.waitForSelector(".legality.wrong");
  assert.match(await page.textContent(".legality"), /no piece at all/);
  assert.ok(await page.isDisabled('[data-action="use"]'));
  await page.click('[data-brush="WM"]');
  const cells = page.locator(".grid-board button.cell");
  await cells.first().click();
  await page.waitForFunction(() => /crowning row/.test(document.querySelector(".legality").textContent));
  await page.click('[data-brush="WK"]');
  await cells.first().click();
  await page.click('[data-brush="BM"]');
  await cells.nth(20).click();
  await page.waitForSelector(".legality:not(.wrong)");
  await picture(page, "analysis-setup");
  await page.click('[data-action="use"]');
  await page.waitForSelector(".damas-piece.king");
  assert.equal(await page.locator(".board .damas-piece").count(), 2);
  await page.waitForSelector(".engine-line");
  await page.close();
});

test("each game is set up, analysed and stepped through by keyboard alone", async () => {
  for (const game of ["damas", "dots", "trax", "perudo"]) {
    const page = await browser.open(`${arena.address}/analysis/${game}`);
    const focus = (selector) => page.locator(selector).first().focus();
    await page.waitForSelector('[data-tab="moves"]');
    await focus('[data-tab="moves"]');
    for (let i = 0; i < 2; i++) await page.keyboard.press("ArrowRight");
    await page.waitForSelector('[data-tab="setup"][aria-selected="true"]');
    await page.waitForSelector(".editor");
    if (game === "perudo") {
      await focus('[data-hand="0"]');
      await page.keyboard.press("Control+A");
      await page.keyboard.type("11335");
      await focus('[data-hand="1"]');
      await page.keyboard.press("Control+A");
      await page.keyboard.type("?????");
      for (const hand of await page.locator("[data-hand]").all()) {
        const seat = Number(await hand.getAttribute("data-hand"));
        if (seat < 2) continue;
        await hand.focus();
        await page.keyboard.press("Control+A");
        await page.keyboard.type("-");
      }
    } else if (game !== "trax") {
      await focus(".grid-board [tabindex='0']");
      await page.keyboard.press("ArrowDown");
      if (game === "dots") await page.keyboard.press("Enter");
    }
    await page.waitForSelector(".legality:not(.wrong) .icon");
    await focus('[data-action="use"]');
    await page.keyboard.press("Enter");
    await page.waitForSelector(".engine-line");
    await focus(".engine-line");
    await page.keyboard.press("Enter");
    await page.waitForSelector(".tree-move[aria-current]");
    const first = await page.getAttribute(".tree-move[aria-current]", "data-move");
    assert.ok(first, game);
    await page.keyboard.press("Home");
    await page.waitForFunction(() => !document.querySelector(".tree-move[aria-current]"));
    await page.keyboard.press(".");
    await page.waitForSelector(".tree-move[aria-current]");
    assert.equal(await page.getAttribute(".tree-move[aria-current]", "data-move"), first);
    await picture(page, `analysis-${game}`);
    await page.close();
  }
});

test("an analysis of Perudo begins with dice to think about, in the person's language", async () => {
  const page = await browser.open(`${arena.address}/analysis/perudo`, { locale: "fa-IR" });
  await page.waitForSelector("[data-bid]");
  await page.waitForSelector(".engine-lines [data-line]");
  assert.ok(!page.url().includes("#"), "the usual start needs no word in the address");
  const said = await page.textContent(".engine-score");
  assert.ok(said && !/[a-z]/i.test(said), said);
  await page.click('[data-tab="setup"]');
  await page.fill('[data-field="players"]', "3");
  await page.press('[data-field="players"]', "Enter");
  await page.waitForSelector('[data-hand="2"]');
  assert.match(await page.inputValue('[data-hand="0"]'), /^[1-6]{5}$/, "the dice of the player on turn");
  await page.waitForSelector('[data-action="use"]:not([disabled])');
  await page.context().close();
});

test("records, positions and moves are pasted; nonsense is refused with a reason", async () => {
  const page = await browser.open(`${arena.address}/analysis/damas`);
  const paste = async (text) => {
    await page.click('[data-tab="load"]');
    await page.fill('[data-field="paste"]', text);
    await page.click('[data-action="load"]');
  };
  await paste("nonsense");
  await page.waitForFunction(() => document.querySelector(".analysis-panel .wrong")?.textContent !== "");
  await paste("W:WK30:B20,K26");
  await page.waitForFunction(() => document.querySelectorAll(".board .damas-piece").length === 3);
  await paste('[Game "dots"]\n[Rules "size=2x2"]\n\n1. 1112 {first} 1121! (2122 {other}) 2. 2122 *\n');
  await page.waitForURL(/analysis\/dots/);
  await page.waitForFunction(() => document.querySelectorAll(".tree-move").length === 4);
  assert.deepEqual(await moves(page), ["1112", "1121", "2122", "2122"]);
  assert.match(await page.textContent(".tree"), /first.*1121!.*other/);
  // saved in this browser, and opened again
  await page.click('[data-action="save"]');
  await page.goto(`${arena.address}/analysis/dots`);
  await page.click('[data-tab="load"]');
  await page.click("[data-saved]");
  await page.waitForFunction(() => document.querySelectorAll(".tree-move").length === 4);
  // a file saved and loaded
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click('[data-action="record"]')]);
  const file = await saved.path();
  await page.goto(`${arena.address}/analysis/damas`);
  await page.click('[data-tab="load"]');
  await page.setInputFiles('[data-field="file"]', file);
  await page.waitForURL(/analysis\/dots/);
  await page.waitForFunction(() => document.querySelectorAll(".tree-move").length === 4);
  await page.close();
});

const skip = hasEngines ? false : "the page has no engines: script/bootstrap wasm";
test("this browser thinks; if it cannot, the server does", { skip }, async () => {
  for (const able of [true, false]) {
    const page = await browser.open(`${arena.address}/rules/dots`);
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    if (!able) await page.route("**/damero-*.wasm", (route) => route.abort());
    await page.goto(`${arena.address}/analysis/dots`);
    await page.waitForSelector('[data-part="depth"]');
    assert.equal(asked.includes("/api/analyse"), !able, asked.join(" "));
    assert.equal(await page.evaluate(() => crossOriginIsolated), true, "so that engines may use threads");
    await page.close();
  }
  browser.errors = browser.errors.filter((words) => !/Failed to fetch/.test(words));
});

test("the moves that were played are counted with their results", async () => {
  const { match } = await arena.post({
    game: "dots",
    rules: "size=2x2",
    seats: [
      { kind: "engine", time: 1 },
      { kind: "engine", time: 1 },
    ],
  });
  await arena.post({
    game: "dots",
    rules: "size=2x2",
    listed: false,
    seats: [
      { kind: "engine", time: 1 },
      { kind: "engine", time: 1 },
    ],
  });
  const page = await browser.open(`${arena.address}/match/${match}`);
  await page.waitForSelector('[data-action="analyse"]');
  const question = { game: "dots", rules: "size=2x2" };
  let found;
  do found = await ask("/api/explore", question);
  while (found.left > 0 || found.moves.length === 0);
  assert.equal(
    found.moves.reduce((sum, one) => sum + one.games, 0),
    1,
    "an unlisted match is not counted",
  );
  assert.equal(found.moves[0].match, match);
  const { moves: played, verdict } = await arena.get(`/api/matches/${match}`);
  assert.equal(found.moves[0].move, played[0].text);
  assert.equal(found.moves[0].won, verdict.winner === 0 ? 1 : 0);
  const next = await ask("/api/explore", { ...question, moves: [played[0].text] });
  assert.equal(next.moves[0].move, played[1].text);
  assert.equal(next.moves[0].won, verdict.winner === 1 ? 1 : 0);
  assert.equal((await ask("/api/explore", { game: "dots", rules: "size=9x" })).ok, false);
  // from the match to its analysis, at its last move, and back to the first position
  await page.click('[data-action="analyse"]');
  await page.waitForSelector(".tree-move[aria-current]");
  await page.click('[data-action="first"]');
  await page.click('[data-tab="played"]');
  await page.waitForSelector(`[data-played="${played[0].text}"]`);
  await picture(page, "analysis-played");
  await page.click(`[data-played="${played[0].text}"] button`);
  await page.waitForSelector(`[data-played="${played[1].text}"]`);
  await page.close();
});

test("the page has no failed script", () => assert.deepEqual(browser.errors, []));
