// The table of Perudo in three dimensions, drawn without a graphics card.
import assert from "node:assert/strict";
import test from "node:test";
import { arena, browser, GRAPHICS, picture, playOut, pressButton, seeded, setUp } from "./arena.mjs";

setUp({ graphics: GRAPHICS });

test("a match at the table in three dimensions: guests, cups, bids", async () => {
  const { match, seats } = await arena.post({
    game: "perudo",
    rules: "players=4",
    seats: [{ kind: "person", name: "Ana" }, ...Array(3).fill({ kind: "engine", level: "careful" })],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, { spatial: true });
  await page.waitForSelector('.bar[data-scene="avatar"] canvas');
  await page.click('[data-step="1"]');
  await page.waitForTimeout(600); // the guest steps forward
  await picture(page, "perudo-3d-guests");
  await page.click('[data-action="sit"]');
  await page.waitForSelector("button.bid, .bar .bubble.there");
  assert.equal(await page.locator(".bar-label").count(), 4);
  assert.match(await page.locator(".bar").getAttribute("data-scene"), /round|bids|reveal/);
  await picture(page, "perudo-3d");
  assert.equal(
    (await arena.get(`/api/matches/${match}`)).seats[0].avatar,
    "1",
    "everyone sees who sits there",
  );
  await page.reload();
  await page.waitForSelector(".bar-label");
  assert.equal(await page.locator(".opening").count(), 0, "who sits there is not asked again");
  await page.context().close();
});

/** How much of the bar's sign, which glows, is in each of forty strips of a picture from top to bottom. */
async function signIn(bytes) {
  const page = await browser.chromium.newPage();
  const strips = await page.evaluate(async (coded) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${coded}`)).blob());
    const pen = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d"),
      found = Array(40).fill(0);
    pen.drawImage(bitmap, 0, 0);
    const { data } = pen.getImageData(0, 0, bitmap.width, bitmap.height);
    for (let i = 0; i < data.length; i += 4)
      if (data[i] > 190 && data[i] - data[i + 2] > 60)
        found[Math.floor((i / 4 / bitmap.width / bitmap.height) * 40)]++;
    return found;
  }, bytes.toString("base64"));
  await page.close();
  return strips;
}

test("the sign, all guests and the buttons have room in windows of every shape", async () => {
  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
    [390, 844],
    [820, 1180],
  ]) {
    const { match, seats } = await arena.post({
      game: "perudo",
      rules: "players=2",
      seats: [
        { kind: "person", name: "Ana" },
        { kind: "engine", level: "careful" },
      ],
    });
    const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, {
      spatial: true,
      viewport: { width, height },
    });
    await page.waitForSelector('.bar[data-scene="avatar"] canvas');
    await page.waitForTimeout(400); // a frame or two
    await picture(page, `perudo-3d-guests-${width}`);
    const [bar, name] = [
      await page.locator(".bar").boundingBox(),
      await page.locator(".opening-who").boundingBox(),
    ];
    assert.ok(name.y > bar.y + 0.68 * bar.height, "the name is below the guests");
    const sign = await signIn(
      await page.screenshot({
        clip: { x: bar.x + bar.width * 0.25, y: bar.y, width: bar.width / 2, height: bar.height / 4 },
      }),
    );
    const first = sign.findIndex((count) => count > 5),
      shown = JSON.stringify(sign);
    assert.ok(first >= 2, `${width}x${height}: it touches the upper edge ${shown}`);
    assert.ok(
      sign.slice(first).filter((count) => count > 5).length >= 8,
      `${width}x${height}: it is all there ${shown}`,
    );
    await page.context().close();
  }
});

test("the title goes by for who has been here, and the guest can be changed later", async () => {
  const begin = () =>
    arena.post({
      game: "perudo",
      rules: "players=3",
      seats: [{ kind: "person", name: "Ana" }, ...Array(2).fill({ kind: "engine", level: "careful" })],
    });
  const one = await begin();
  const page = await browser.open(arena.address, { spatial: true, reducedMotion: "no-preference" });
  // The title goes by itself, on a busy machine before the test has looked.
  await page.addInitScript(() =>
    new MutationObserver(() => (window.titled ||= document.querySelector(".opening-title") !== null)).observe(
      document,
      { childList: true, subtree: true },
    ),
  );
  await page.goto(`${arena.address}/match/${one.match}#${one.seats[0].token}`);
  await page.waitForFunction(() => window.titled);
  await picture(page, "perudo-3d-title");
  await page.waitForSelector('.bar[data-scene="avatar"]');
  await page.click('[data-action="sit"]');
  await page.waitForSelector(".bar-label");
  const two = await begin();
  await page.goto(`${arena.address}/match/${two.match}#${two.seats[0].token}`);
  // nobody pressed anything
  await page.waitForFunction(() => window.titled && !document.querySelector(".opening"));
  await page.waitForSelector(".bar-label");
  await page.click('[data-action="guest"]');
  for (let steps = 0; steps < 2; steps++) await page.click('[data-step="-1"]');
  await page.click('[data-action="sit"]');
  await page.waitForSelector(".opening", { state: "detached" });
  await page.waitForFunction(() => !document.querySelector('.bar[data-scene="avatar"]'));
  for (
    let tries = 0;
    tries < 50 && (await arena.get(`/api/matches/${two.match}`)).seats[0].avatar !== "6";
    tries++
  )
    await page.waitForTimeout(100);
  assert.equal((await arena.get(`/api/matches/${two.match}`)).seats[0].avatar, "6");
  await page.context().close();
});

test("the last dice are looked at before the end", async () => {
  const { match, seats } = await arena.post({
    game: "perudo",
    rules: "players=2,first=1,dice=1",
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "engine", level: "careful" },
    ],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, { spatial: true });
  await page.click('[data-action="sit"]');
  await page.waitForSelector(".bar-label");
  await page.evaluate(() => {
    const bar = document.querySelector(".bar"),
      scenes = (window.scenes = [bar.dataset.scene]);
    new MutationObserver(() =>
      scenes.push(`${bar.dataset.scene}${document.querySelector(".match.over") ? " over" : ""}`),
    ).observe(bar, { attributeFilter: ["data-scene"] });
  });
  await playOut(page, "perudo", seeded(2), async () => {
    if (await page.locator('[data-action="next-round"]').count()) await picture(page, "perudo-3d-last-dice");
  });
  await page.waitForSelector('.bar[data-scene="end"]');
  await page.waitForTimeout(400);
  await picture(page, "perudo-3d-end");
  const scenes = await page.evaluate(() => window.scenes);
  assert.ok(scenes.includes("reveal"), scenes.join());
  assert.ok(scenes.indexOf("reveal") < scenes.findIndex((scene) => scene.startsWith("end")), scenes.join());
  await page.context().close();
});

test("the table asks for one drawing context however often its buttons are redrawn", async () => {
  const { match, seats } = await arena.post({
    game: "perudo",
    rules: "players=2,first=1",
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "engine", level: "careful" },
    ],
  });
  const page = await browser.open("about:blank", { spatial: true });
  await page.addInitScript(() => {
    window.contexts = 0;
    const get = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...how) {
      if (kind === "webgl2") window.contexts++;
      return get.call(this, kind, ...how);
    };
  });
  await page.goto(`${arena.address}/match/${match}#${seats[0].token}`);
  await page.click('[data-action="sit"]');
  await page.waitForSelector(".bar-label");
  const before = await page.evaluate(() => window.contexts);
  // each press redraws all buttons
  await page.evaluate(() => {
    for (let i = 0; i < 200; i++)
      document.querySelector('[data-action="sound"], [data-action="mute"]').click();
  });
  assert.equal(await page.evaluate(() => window.contexts), before);
  assert.ok(before <= 2, `${before} contexts`);
  await page.context().close();
});

test("own dice lie beside the bids; without a drawing context the flat table takes over", async () => {
  const { match, seats } = await arena.post({
    game: "perudo",
    rules: "players=4,first=1,dice=1",
    seats: [{ kind: "person", name: "Ana" }, ...Array(3).fill({ kind: "engine", level: "bold" })],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, { spatial: true });
  await page.click('[data-action="sit"]');
  // The hand is drawn again with every event, so its die is found and measured in one step.
  await page.waitForFunction(
    () => document.querySelector(".perudo-hand .die")?.getBoundingClientRect().width >= 30,
  );
  // A context may be restored once the page has heard of its loss, and only within RESTORE_MS (stage.ts).
  await page.evaluate(async () => {
    const canvas = document.querySelector(".bar canvas"),
      heard = (name) => new Promise((resolve) => canvas.addEventListener(name, resolve, { once: true }));
    window.losing = canvas.getContext("webgl2").getExtension("WEBGL_lose_context");
    const lost = heard("webglcontextlost"),
      restored = heard("webglcontextrestored");
    window.losing.loseContext();
    await lost;
    setTimeout(() => window.losing.restoreContext());
    await restored;
  });
  assert.equal(await page.locator(".bar canvas").count(), 1);
  await page.evaluate(() => window.losing.loseContext());
  await page.waitForSelector(".perudo-table");
  assert.equal(await page.locator(".bar").count(), 0);
  await playOut(page, "perudo", seeded(4));
  await page.waitForSelector(".finale");
  await page.context().close();
});

test("who wants to play at once bids over the title", async () => {
  const { match, seats } = await arena.post({
    game: "perudo",
    rules: "players=2,first=1",
    seats: [
      { kind: "person", name: "Ana" },
      { kind: "engine", level: "careful" },
    ],
  });
  const page = await browser.open(`${arena.address}/match/${match}#${seats[0].token}`, { spatial: true });
  await page.waitForSelector(".opening");
  await page.click("[data-bid]");
  await page.waitForSelector(".opening", { state: "detached" });
  await page.waitForFunction(() => document.querySelectorAll(".perudo-history li").length > 0);
  await page.context().close();
});

test("the laboratory's board in the bar: title, avatar, players join, the roll", async () => {
  const page = await browser.open(`${arena.address}/lab/perudo`, { spatial: true });
  const scene = (name) => page.waitForSelector(`.bar[data-scene="${name}"]`);
  await page.waitForSelector(".lab-closed[hidden]", { state: "attached" });
  await scene("title");
  await pressButton(page, "enter");
  await scene("avatar");
  await pressButton(page, "next");
  await pressButton(page, "enter");
  await pressButton(page, "next");
  await pressButton(page, "next");
  await scene("join");
  await pressButton(page, "enter");
  await page.waitForSelector('[data-step="play"]');
  assert.equal(await page.locator(".bar-label").count(), 3);
  await picture(page, "lab-perudo-3d");
  await page.context().close();
});
