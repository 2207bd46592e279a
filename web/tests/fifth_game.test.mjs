// A game that is not shipped (tests/fifth_game) in the page: its folder and two lines in the table of games.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import test, { after } from "node:test";
import { fileURLToPath } from "node:url";
import { Arena, Browser } from "./arena.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "../..");
const folder = mkdtempSync(join(tmpdir(), "damero-fifth-"));
after(() => rmSync(folder, { recursive: true, force: true }));

function run(program, ...words) {
  const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, `${stdout}${stderr}`);
}

/** The page's sources with the game among them. */
function overlay() {
  for (const name of ["src", "tsconfig.json", "build.mjs", "icon.mjs"])
    cpSync(join(root, "web", name), join(folder, name), { recursive: true });
  symlinkSync(join(root, "web/node_modules"), join(folder, "node_modules"));
  cpSync(join(root, "tests/fifth_game/web/src"), join(folder, "src"), { recursive: true });
  run(join(root, "tests/fifth_game/overlay.py"), root, join(folder, "src/games"), "web/src/games/index.ts");
}

test("a new game's folder and two lines in the table are all that the page needs", async () => {
  overlay();
  run(process.execPath, join(root, "web/node_modules/typescript/bin/tsc"), "-p", folder);
  run(process.execPath, "build.mjs", join(folder, "dist"));
  const program = process.env.DAMERO;
  process.env.DAMERO = process.env.DAMERO_FIVE;
  const arena = await Arena.start("--web", join(folder, "dist"));
  process.env.DAMERO = program;
  const browser = await Browser.start();
  try {
    // It is on the start page, and people can sit down at it.
    const page = await browser.open(arena.address);
    assert.equal(await page.locator(".card").count(), 5);
    await page.click('[data-options="tictactoe"]');
    await page.click("#opponent-person");
    await page.click('[data-action="begin"]');
    const link = await page.locator(".share input").first().inputValue();
    const friend = await browser.open(link);
    await friend.click('[data-action="join"]');
    for (const [at, cell] of [4, 0, 1, 3, 7].entries())
      await (at % 2 ? friend : page).click(`[data-cell="${cell}"]:enabled`);
    await page.waitForSelector(".match.over");
    assert.equal(await page.locator(".match-status").textContent(), "You win");
    assert.equal(await page.locator(".match-under").textContent(), "three in a row");
    assert.equal(await page.locator(".move-list [data-at]").count(), 6);
    // Its words are said in the person's language, here of how it ended.
    await friend.selectOption("header select", "es");
    await friend.locator(".match.over .match-under", { hasText: "tres en raya" }).waitFor();
  } finally {
    await arena.stop();
    await browser.stop();
  }
});
