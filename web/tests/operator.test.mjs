// What the operator decides, as people see it: who may begin, and a stop.
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { after } from "node:test";
import { Arena, arena, begin, browser, picture, setUp } from "./arena.mjs";

const folder = mkdtempSync(join(tmpdir(), "damero-operator-"));
const file = join(folder, "password");
writeFileSync(file, "abierto ñandú\n");
chmodSync(file, 0o600);
after(() => rmSync(folder, { recursive: true, force: true }));
setUp({ serve: ["--begin", "password", "--begin-password", file] });

test("a password is asked for, once, in the person's language", async () => {
  const page = await browser.open(arena.address, { locale: "es-ES" });
  await page.click('[data-options="dots"]');
  await page.click('[data-action="begin"]');
  await page.waitForSelector('[data-field="password"]');
  assert.match(await page.locator("dialog.small").textContent(), /pide una contraseña/);
  await page.fill('[data-field="password"]', "cerrado");
  await page.click('[data-action="password"]');
  await page.waitForSelector("dialog.small :text('no es la contraseña')");
  await picture(page, "password");
  await page.fill('[data-field="password"]', "abierto ñandú");
  await page.click('[data-action="password"]');
  await page.waitForSelector(".match[data-game]");
  await page.goto(arena.address);
  await begin(page, "dots", { level: "beginner" }); // it is remembered
  await page.context().close();
});

test("a person who does not know it can turn back", async () => {
  const page = await browser.open(arena.address);
  await page.click('[data-options="trax"]');
  await page.click('[data-action="begin"]');
  await page.waitForSelector('[data-field="password"]');
  await page.click("dialog.small button[type=button]");
  await page.waitForSelector('[data-field="password"]', { state: "detached" });
  assert.ok(await page.isVisible(".setup"));
  await page.context().close();
});

test("a server that nobody may begin on says so; a stop is announced, and the page comes back", async () => {
  const closed = await Arena.start("--begin", "nobody");
  const page = await browser.open(closed.address);
  await page.click('[data-options="dots"]');
  await page.click('[data-action="begin"]');
  await page.waitForSelector(":text('closed it to new matches')");
  await page.waitForSelector('[data-line="open"]', { state: "attached" });
  await closed.end("SIGTERM");
  await page.waitForSelector(".line-state:not([hidden]):has-text('The server is restarting')");
  await picture(page, "stopping");
  await closed.serve();
  await page.waitForSelector('[data-line="open"]', { state: "attached" });
  await page.waitForSelector(".line-state", { state: "hidden" });
  await page.context().close();
  await closed.stop();
});
