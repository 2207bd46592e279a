// Tournaments on the page: an organiser runs them by clicks, people come by secret links, the wall fits.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import test, { after } from "node:test";
import { arena, browser, freePort, GAME_MS, picture, setUp } from "./arena.mjs";

const boards = [];
after(() => {
  for (const board of boards) board.kill();
});
setUp({ serve: ["--contest"] });

/** A board in software that connects to a team's port. */
function connect(port) {
  boards.push(
    spawn(
      process.env.DAMERO,
      ["board", "dots", "--rules", "size=3x3", "--link", `tcp:127.0.0.1:${port}`, "--time", "5ms", "--quiet"],
      { stdio: ["ignore", "ignore", "inherit"] },
    ),
  );
}

const organise = (path = "/events", options = {}) =>
  browser.open(`${arena.address}${path}#organiser=${arena.organiser}`, options);

async function post(path, body) {
  const answer = await fetch(arena.address + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: `Bearer ${arena.organiser}` },
    body: JSON.stringify(body),
  }).catch((e) => {
    throw new Error(`${path}: ${e.cause}`);
  });
  const said = await answer.json();
  assert.ok(answer.ok, JSON.stringify(said));
  return said;
}
const address = (name) => `/api/events/${encodeURIComponent(name)}`;

/** Fills in the form of a new tournament: a function for each player. */
async function create(page, name, kind, players, more = async () => undefined) {
  await page.click('[data-action="new-event"]');
  await page.fill('[data-field="event-name"]', name);
  await page.selectOption('[data-field="game"]', "dots");
  await page.selectOption('[data-field="event-kind"]', kind);
  await page.locator('.event-form [data-setting="size"]').evaluate((field) => {
    field.closest("details")?.setAttribute("open", "");
  });
  const size = page.locator('.event-form [data-setting="size"]');
  if ((await size.evaluate((field) => field.tagName)) === "SELECT") await size.selectOption("3x3");
  else await size.fill("3x3");
  await size.dispatchEvent("change");
  while ((await page.locator("[data-seat]").count()) > players.length)
    await page.locator('[data-seat] [data-action="remove"]').last().click();
  while ((await page.locator("[data-seat]").count()) < players.length)
    await page.click('[data-action="add-player"]');
  for (const [i, player] of players.entries()) await player(page.locator(`[data-seat="${i}"]`));
  await more(page);
  await page.click('[data-action="create"]');
}

const onPort = (name, port) => async (seat) => {
  await seat.locator('[data-field="kind"]').selectOption("listen");
  await seat.locator('[data-field="port"]').fill(String(port));
  await seat.locator('[data-field="name"]').fill(name);
};

test("an organiser runs a knockout of four boards by clicks", async () => {
  const teams = ["North", "East", "South", "West"],
    ports = new Map();
  for (const team of teams) ports.set(team, await freePort());
  const page = await organise();
  await create(
    page,
    "Cup 1",
    "knockout",
    teams.map((team) => onPort(team, ports.get(team))),
    (form) => picture(form, "event-form"),
  );
  await page.waitForSelector(".event-about[data-state=new]");
  assert.match(await page.locator(".standings").textContent(), /North.*East.*South.*West/s);
  await page.click('[data-action="start"]');
  await page.waitForSelector('.todo[data-waits="1.2"]');
  assert.match(await page.locator('.todo[data-waits="1.1"] .reset').textContent(), /Connect and reset both/);
  await picture(page, "event-waits");
  const play = async (table) => {
    const names = await page
      .locator(`.todo[data-waits="${table}"] .todo-players bdi`)
      .evaluateAll((all) => all.map((one) => one.textContent));
    await page.click(`.todo[data-waits="${table}"] [data-action="ready"]`);
    await page.waitForSelector(`.pairing[data-pairing="${table}"] .pairing-games a`);
    for (const name of names) connect(ports.get(name));
    return names;
  };
  await play("1.1");
  await play("1.2");
  await page.waitForSelector('.todo[data-waits="2.1"]', { timeout: GAME_MS });
  assert.match(await page.locator('.todo[data-waits="2.1"] .reset').textContent(), /^Reset both boards/);
  await picture(page, "event-final");
  const finalists = await play("2.1");
  await page.waitForSelector(".event-about[data-state=over]", { timeout: GAME_MS });
  const winner = await page.locator(".event-winner").textContent();
  assert.ok(
    finalists.some((name) => winner.includes(name)),
    winner,
  );
  assert.equal(await page.locator(".bracket-side.won").count(), 3);
  await picture(page, "event-over");
  const event = await arena.get(address("Cup 1"));
  assert.equal(event.state, "over");
  for (const pairing of event.pairings) {
    const counted = pairing.games.filter((game) => game.over && game.reason !== "aborted");
    assert.ok(
      counted.length >= 1 && pairing.result.reduce((a, b) => a + b) === counted.length,
      JSON.stringify(pairing),
    );
  }
  await page.click('.pairing[data-pairing="2.1"] .pairing-games a');
  await page.waitForSelector(".match[data-game]");
  await page.context().close();
});

test("boards without a line of their own share two lines by clicks", async () => {
  const teams = ["Alfa", "Beta", "Gamma", "Delta"],
    ports = [await freePort(), await freePort()];
  const page = await organise();
  const board = (name) => async (seat) => {
    await seat.locator('[data-field="kind"]').selectOption("board");
    await seat.locator('[data-field="name"]').fill(name);
  };
  await create(page, "Shared", "knockout", teams.map(board), (form) =>
    form.fill('[data-field="lines"]', ports.map((port) => `listen:${port}`).join("\n")),
  );
  await page.waitForSelector(".event-about[data-state=new]");
  await page.click('[data-action="start"]');
  // The first table has both lines; the other one waits for them.
  await page.waitForSelector('.todo[data-waits="1.1"] .todo-line[data-line="2"]');
  assert.equal(await page.locator('.todo[data-waits="1.2"] .todo-line').count(), 0);
  assert.match(await page.locator('.todo[data-waits="1.2"] .reset').textContent(), /Waits for free lines/);
  const places = (table) =>
    page
      .locator(`.todo[data-waits="${table}"] .todo-players li`)
      .evaluateAll((all) =>
        all.map((one) => [
          one.querySelector("bdi").textContent,
          one.querySelector(".todo-line").dataset.line,
        ]),
      );
  const before = await places("1.1");
  await page.click('.todo[data-waits="1.1"] [data-action="swap"]');
  await page.waitForFunction(
    ([line]) =>
      document.querySelector('.todo[data-waits="1.1"] .todo-players .todo-line').dataset.line === line,
    [before[1][1]],
  );
  assert.deepEqual(await places("1.1"), [
    [before[0][0], before[1][1]],
    [before[1][0], before[0][1]],
  ]);
  await picture(page, "event-lines");
  for (const table of ["1.1", "1.2", "2.1"]) {
    await page.waitForSelector(`.todo[data-waits="${table}"] .todo-line[data-line="2"]`, {
      timeout: GAME_MS,
    });
    await page.click(`.todo[data-waits="${table}"] [data-action="ready"]`);
    await page.waitForSelector(`.pairing[data-pairing="${table}"] .pairing-games a`);
    for (const port of ports) connect(port);
  }
  await page.waitForSelector(".event-about[data-state=over]", { timeout: GAME_MS });
  const event = await arena.get(address("Shared"));
  assert.deepEqual(
    event.pairings.map((pairing) => pairing.reason),
    ["", "", ""],
  );
  await page.context().close();
});

test("a person plays by a secret link, and the organiser pauses, decides and withdraws", async () => {
  const page = await organise();
  const engine = (name) => async (seat) => {
    await seat.locator('[data-field="kind"]').selectOption("engine");
    await seat.locator('[data-field="name"]').fill(name);
    await seat.locator('[data-field="level"]').selectOption("casual");
  };
  const person = (name) => async (seat) => {
    await seat.locator('[data-field="kind"]').selectOption("person");
    await seat.locator('[data-field="name"]').fill(name);
  };
  await create(page, "Club", "round-robin", [person("Ana"), engine("Bot"), person("Bo")]);
  await page.waitForSelector("[data-link=Ana] input");
  const links = await page
    .locator(".event-links input")
    .evaluateAll((fields) => fields.map((field) => field.value));
  assert.equal(links.length, 2);
  await picture(page, "event-links");
  await page.click('[data-action="links-done"]');
  await page.click('[data-action="start"]');
  await page.waitForSelector(".event-about[data-state=running]");
  // Ana comes by her link and finds each of her games there, without a reload.
  const ana = await browser.open(links[0], { viewport: { width: 390, height: 844 } });
  await ana.waitForSelector(".event-yours");
  assert.ok(!ana.url().includes("#"), "the token is not in the address bar");
  let played = 0;
  for (let round = 1; round <= 3; round++) {
    await page.waitForSelector(`.pairing[data-pairing="${round}.1"]`);
    const event = await arena.get(address("Club"));
    const name = (n) => event.players.find((player) => player.number === n).name;
    if (round === 3) {
      // Paused, and continued.
      await page.click('[data-action="pause"]');
      await page.waitForSelector(".event-about[data-state=paused]");
      await page.click('[data-action="start"]');
      await page.waitForSelector(".event-about[data-state=running]");
      await page.click('[data-field-player="Bo"] [data-action="withdraw"]');
      await page.click('[data-answer="yes"]');
      await page.waitForSelector('.standings [data-player="Bo"] .badge');
    }
    for (const pairing of event.pairings.filter((one) => one.round === round && one.players.length === 2)) {
      const names = pairing.players.map(name);
      if (names.includes("Bo")) {
        // Bo never comes: the organiser decides.
        const place = `${pairing.round}.${pairing.board}`;
        await page.click(`.pairing[data-pairing="${place}"] [data-action="result"]`);
        await page.click('[data-result="0.5-0.5"]');
        await page.click('[data-action="result-save"]');
        await page.waitForSelector(".sheet", { state: "detached" });
        continue;
      }
      await ana.waitForSelector('[data-action="play-mine"]');
      await picture(ana, "event-phone");
      await ana.click('[data-action="play-mine"]');
      await ana.waitForSelector(".match[data-game]");
      await ana.click('[data-action="flag"]');
      await ana.click('[data-answer="resign"]');
      await ana.waitForSelector(".match.over");
      played++;
      await ana.goto(`${arena.address}/event/Club`);
      await ana.waitForSelector(".event-yours");
    }
  }
  assert.equal(played, 1);
  await page.waitForSelector(".event-about[data-state=over]");
  await ana.context().close();
  await page.context().close();
});

test("the wall fits with any number of tables, and shows the standings between games", async () => {
  const players = Array.from({ length: 14 }, (_, i) => ({
    kind: "link",
    name: `Team ${i + 1}`,
    spec: "pty",
  }));
  await post("/api/events", {
    name: "Big day",
    kind: "round-robin",
    game: "dots",
    rules: "size=2x2",
    games: 1,
    players,
  });
  await post(address("Big day"), { do: "start" });
  const page = await browser.open(`${arena.address}/event/Big%20day/wall`, {
    viewport: { width: 1920, height: 1080 },
  });
  await page.waitForSelector(".wall-standings:not([hidden])");
  await picture(page, "wall-standings");
  for (let board = 1; board <= 7; board++) await post(address("Big day"), { do: "ready", round: 1, board });
  await page.waitForFunction(() => document.querySelectorAll(".wall-match").length === 7);
  for (const [width, height, most] of [
    [1920, 1080, 6],
    [1280, 720, 4],
  ]) {
    await page.setViewportSize({ width, height });
    await page.waitForFunction((count) => {
      const shown = [...document.querySelectorAll(".wall-match")].filter((one) => !one.hidden);
      return shown.length === count;
    }, most);
    const fits = await page.evaluate(() => ({
      page: document.documentElement.scrollHeight <= innerHeight,
      panels: [...document.querySelectorAll(".wall-match:not([hidden])")].every((one) => {
        const box = one.getBoundingClientRect();
        return box.height > 120 && box.bottom <= innerHeight && box.right <= innerWidth && box.top >= 0;
      }),
      seats: [...document.querySelectorAll(".wall-match:not([hidden]) .wall-seats")].every(
        (one) => one.scrollHeight <= one.clientHeight,
      ),
    }));
    assert.deepEqual(fits, { page: true, panels: true, seats: true }, `${width}x${height}`);
    await picture(page, `wall-${height}`);
  }
  // They take turns, and the standings are no boards.
  const turns = await page.evaluate(() =>
    Array.from({ length: 6 }, () => {
      dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      return document.querySelector(".wall-turn").textContent;
    }),
  );
  const parts = ["Boards 1 of 2", "Boards 2 of 2", "Standings 1 of 2", "Standings 2 of 2"];
  assert.deepEqual(new Set(turns), new Set(parts));
  const before = await page.locator(".wall-turn").textContent();
  await page.waitForFunction((was) => document.querySelector(".wall-turn").textContent !== was, before);
  await post(address("Big day"), { do: "pause" });
  await page.context().close();
});

test("a wall of more tables than a client may watch shows them all", async () => {
  // Their games exist from the start, and wait for them.
  const tables = 34,
    players = Array.from({ length: 2 * tables }, (_, i) => ({ kind: "person", name: `Person ${i + 1}` }));
  await post("/api/events", {
    name: "Huge",
    kind: "swiss",
    rounds: 1,
    game: "damas",
    players,
  });
  await post(address("Huge"), { do: "start" });
  const page = await browser.open(`${arena.address}/event/Huge/wall`, {
    viewport: { width: 1920, height: 1080 },
  });
  await page.waitForFunction((count) => document.querySelectorAll(".wall-match").length === count, tables);
  const seen = new Set();
  while (seen.size < tables) {
    // Every table that is shown has its board; then the next part.
    const shown = await page.evaluate(
      () =>
        new Promise((found) => {
          const look = () => {
            const panels = [...document.querySelectorAll(".wall-match:not([hidden])")];
            if (panels.length > 0 && panels.every((one) => one.querySelector(".wall-board > *")))
              return found(panels.map((one) => one.dataset.match));
            if (panels.length === 0) dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
            setTimeout(look, 50);
          };
          look();
        }),
    );
    for (const match of shown) seen.add(match);
    // A board that refers to colours of another one loses them when that is hidden.
    const foreign = await page.locator(".wall-match:not([hidden]) [fill^='url(#']").evaluateAll(
      (all) =>
        all.filter((one) => {
          const id = /#(.*)\)/.exec(one.getAttribute("fill"))[1];
          return document.getElementById(id)?.closest("svg") !== one.closest("svg");
        }).length,
    );
    assert.equal(foreign, 0);
    await page.keyboard.press("ArrowRight");
  }
  await post(address("Huge"), { do: "pause" });
  await page.context().close();
});

test("a spectator sees what the players think of their moves", async () => {
  const engine = { kind: "engine", level: "casual", time: 1 };
  await post("/api/events", {
    name: "Scores",
    kind: "round-robin",
    game: "damas",
    rules: "",
    players: [
      { ...engine, name: "One" },
      { ...engine, name: "Two" },
    ],
  });
  await post(address("Scores"), { do: "start" });
  const page = await browser.open(`${arena.address}/event/Scores`);
  await page.click('.pairing[data-pairing="1.1"] .pairing-games a');
  await page.waitForSelector(".move-list .opinion");
  assert.match(await page.locator(".move-list .opinion").first().textContent(), /^[+−]\d+\.\d\d\/\d+$/);
  assert.match(await page.locator(".move-list .opinion").first().getAttribute("title"), /score and depth/);
  await picture(page, "match-scores");
  await page.context().close();
});

test("a tournament in the dark, in Persian and on a phone", async () => {
  const players = ["Ana", "Bo", "Cy", "Di"].map((name) => ({
    kind: "engine",
    name,
    level: "casual",
    time: 1,
  }));
  await post("/api/events", {
    name: "Looks",
    kind: "double",
    game: "dots",
    rules: "size=2x2",
    games: 2,
    players,
  });
  const page = await browser.open(`${arena.address}/event/Looks`, { colorScheme: "dark" });
  await page.waitForSelector(".event-about[data-state=new]");
  await post(address("Looks"), { do: "start" });
  await page.waitForSelector(".event-about[data-state=over]", { timeout: GAME_MS }); // by the socket
  await page.waitForSelector(".cross");
  await picture(page, "event-dark");
  const phone = await browser.open(`${arena.address}/event/Looks`, {
    viewport: { width: 390, height: 844 },
    locale: "fa-IR",
  });
  await phone.waitForSelector(".cross");
  assert.equal(await phone.evaluate(() => document.documentElement.dir), "rtl");
  assert.ok(
    await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
    "no sideways scrolling",
  );
  await picture(phone, "event-phone-fa");
  await phone.goto(`${arena.address}/events`);
  await phone.waitForSelector('[data-event="Looks"]');
  await picture(phone, "events-phone-fa");
  await phone.context().close();
  await page.context().close();
});
