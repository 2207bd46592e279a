// Two servers on one PostgreSQL server, a real one private to this test: a person at one plays a person at the other.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import test, { after, before } from "node:test";
import { fileURLToPath } from "node:url";
import { Arena, Browser } from "./arena.mjs";

const BUILT_WITHOUT =
  spawnSync(process.env.DAMERO, ["matches", "--store", "postgresql:///none?host=/nowhere"])
    .stderr.toString()
    .includes("built without") && "Damero was built without PostgreSQL";

let postgresql, url, browser;

before(async () => {
  if (BUILT_WITHOUT) return;
  // It runs as long as the command that it is given: until we close the command's input.
  const script = fileURLToPath(new URL("../../tests/postgresql.py", import.meta.url));
  postgresql = spawn("python3", [script, "sh", "-c", 'echo "$DAMERO_TEST_POSTGRESQL" && exec cat'], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const [said] = await once(postgresql.stdout, "data");
  url = said.toString().trim();
  process.env.DAMERO_LEASE = "4"; // seconds after which the other server takes over
  browser = await Browser.start();
});

after(async () => {
  if (BUILT_WITHOUT) return;
  await browser?.stop();
  postgresql.stdin.end();
  await once(postgresql, "exit");
});

const drawn = (page) =>
  page
    .locator(".dots-line.drawn")
    .evaluateAll((lines) => lines.map((line) => line.getAttribute("data-move")).sort());
const draw = (page, line) => page.locator(`.dots-line.can[data-move="${line}"]`).click({ force: true });
const sees = (page, line) =>
  page.waitForSelector(`.dots-line.drawn[data-move="${line}"]`, { state: "attached" });

test(
  "a person plays on at their server when the opponent's server is killed",
  { skip: BUILT_WITHOUT },
  async () => {
    const one = await Arena.start("--store", url);
    const two = await Arena.start("--store", url);
    const { match, seats } = await one.post({
      game: "dots",
      rules: "size=3x3",
      seats: [
        { kind: "person", name: "Ana" },
        { kind: "person", name: "Berta" },
      ],
    });
    const open = (arena, seat) => browser.open(`${arena.address}/match/${match}#${seats[seat].token}`);
    const ana = await open(one, 0);
    const berta = await open(two, 1);
    await draw(ana, "1112");
    await sees(berta, "1112");
    await draw(berta, "3132");
    await sees(ana, "3132");
    await draw(ana, "4142");
    await sees(berta, "4142");

    await one.end("SIGKILL"); // the server that plays the match
    await ana.waitForSelector(".line-state:not([hidden])");
    await draw(berta, "1314"); // waits for the new owner, and is not lost
    await sees(berta, "1314");
    const again = await open(two, 0);
    await sees(again, "1314");
    assert.deepEqual(await drawn(again), ["1112", "1314", "3132", "4142"]);
    await draw(again, "3334");
    await sees(berta, "3334");

    await one.serve(); // Ana's page finds its server again, which now follows the other
    await sees(ana, "3334");
    await ana.click('[data-action="flag"]');
    await ana.click('[data-answer="resign"]');
    await berta.waitForSelector(".finale.won");
    for (const page of [ana, again, berta]) await page.context().close();
    for (const arena of [one, two]) await arena.stop();
  },
);
