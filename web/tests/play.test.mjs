// Whole games by clicks: against the engine, and between two browsers.
import assert from "node:assert/strict";
import test from "node:test";
import { allPlay, arena, begin, browser, makeMove, meet, picture, playOut, seeded, setUp } from "./arena.mjs";

setUp();

const idOf = (page) => Number(new URL(page.url()).pathname.split("/").at(-1));

const tables = {
  dots: { level: "beginner", settings: { size: "3x3" } },
  damas: { level: "novice", clock: "g5i3" },
  trax: { level: "beginner" },
  perudo: { level: "bold", players: 3, settings: { dice: "2" } },
};

for (const [game, table] of Object.entries(tables)) {
  test(`${game}: a whole game by clicks against the engine`, async () => {
    const page = await browser.open(arena.address);
    let proofs = 0;
    await begin(page, game, table);
    await playOut(page, game, seeded(7), async (turn) => {
      if (turn === 5) await picture(page, `${game}-playing`);
      if (game === "perudo" && (await page.locator('[data-action="next-round"]').count())) {
        // shown dice go on by themselves after a while, maybe just now
        await page.waitForFunction(
          () =>
            document.querySelector(".perudo-proof.proven") ||
            !document.querySelector('[data-action="next-round"]'),
        );
        if (!(await page.locator(".perudo-proof.proven").count())) return;
        proofs++;
        await picture(page, "perudo-reveal");
      }
    });
    assert.equal(proofs > 0, game === "perudo", "shown dice are proven");
    const { verdict, moves } = await arena.get(`/api/matches/${idOf(page)}`);
    assert.ok(verdict, "the server knows the end");
    assert.ok(["won", "drawn"].includes(verdict.reason), verdict.reason);
    assert.equal(await page.locator(".move-list button").count(), moves.length + 1);
    await picture(page, `${game}-over`);

    await page.click('[data-replay="first"]');
    await page.waitForSelector('.move-list [aria-current="step"][data-at="0"]');
    await page.click('[data-replay="forward"]');
    await page.waitForFunction(
      () => Number(document.querySelector('.move-list [aria-current="step"]')?.dataset.at) > 0,
    );
    const record = await (
      await fetch(arena.address + (await page.getAttribute('[data-action="record"]', "href")))
    ).text();
    assert.match(record, /\[Game "/);
    await page.context().close();
  });
}

const two = (game, table) => meet(browser, arena, game, table, ["Ana", "Bea"]);

for (const [game, table] of Object.entries({
  dots: { settings: { size: "3x3" } },
  damas: {},
  trax: {},
  perudo: { players: 2, settings: { dice: "1" } },
})) {
  test(`${game}: a whole game between two browsers`, async () => {
    const pages = await two(game, table);
    await allPlay(game, pages, seeded(11));
    const said = await Promise.all(pages.map((page) => page.locator(".match-status").textContent()));
    assert.ok(said.every((words) => words === "Draw") || new Set(said).size === 2, said.join(" / "));
    assert.equal(idOf(pages[0]), idOf(pages[1]));
    await Promise.all(pages.map((page) => page.context().close()));
  });
}

test("draw offered and accepted, undo asked and declined", async () => {
  const [ana, bea] = await two("damas", {});
  await makeMove(ana, "damas", () => 0);
  await bea.waitForSelector('.move-list [data-at="1"]');
  await ana.click('[data-action="undo"]');
  await bea.click('[data-answer="decline"]');
  await ana.waitForSelector(".notice");
  await bea.click('[data-action="draw"]');
  await ana.click('[data-answer="accept"]');
  for (const page of [ana, bea]) {
    await page.waitForSelector(".match.over");
    assert.equal(await page.locator(".match-status").textContent(), "Draw");
  }
  await picture(ana, "agreed");
  await ana.context().close();
  await bea.context().close();
});

test("with the keyboard alone", async () => {
  const page = await browser.open(`${arena.address}/play/dots`);
  await page.waitForSelector(".setup");
  await page.locator('[data-action="begin"]').focus();
  await page.keyboard.press("Enter");
  await page.waitForSelector(".dots-line.can");
  await page.locator('.dots-line.can[tabindex="0"]').focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  const move = await page.evaluate(() => document.activeElement.getAttribute("data-move"));
  await page.keyboard.press("Enter");
  await page.waitForSelector(`.dots-line.drawn[data-move="${move}"]`);
  await page.context().close();
});

test("an unlisted match is open to who has its address, and to nobody who guesses its number", async () => {
  const [host, guest] = await two("dots", { settings: { size: "3x3" }, listed: false });
  const address = host.url();
  assert.match(address, /\/match\/\d+-[0-9a-f]{32}$/);
  assert.equal(guest.url(), address, "the link that was sent leads there, and takes the seat out of the bar");
  await makeMove(host, "dots", seeded(5));
  await guest.reload();
  await makeMove(guest, "dots", seeded(5));
  const watcher = await browser.open(address);
  await watcher.waitForFunction(() => document.querySelectorAll(".dots-line.drawn").length > 0);
  await watcher.click('[data-replay="first"]'); // an earlier position is asked for
  await watcher.waitForFunction(() => document.querySelectorAll(".dots-line.drawn").length === 0);
  await watcher.goto(address.replace(/-[0-9a-f]+$/, ""));
  await watcher.getByText("This match does not exist.").waitFor();
  await watcher.goto(`${arena.address}/watch`);
  await watcher.waitForSelector(".match-rows");
  assert.equal(await watcher.locator(`[data-match="${/\d+(?=-)/.exec(address)[0]}"]`).count(), 0);
  await host.click('[data-action="flag"]');
  await host.click('[data-answer="resign"]');
  await host.waitForSelector(".match.over");
  assert.equal(await host.locator(".after .share input").inputValue(), address, "the link to watch");
  const record = await fetch(arena.address + (await host.getAttribute('[data-action="record"]', "href")));
  assert.match(await record.text(), /\[Seat1 "Ana"\]/);
  for (const page of [host, guest, watcher]) await page.context().close();
});
