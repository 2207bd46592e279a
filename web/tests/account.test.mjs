// A name to keep, as a person sees it: made, played with, carried to another device, exported, deleted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { arena, begin, browser, picture, setUp } from "./arena.mjs";

setUp();

test("an account is made, plays, moves to another device, and is deleted", async () => {
  const page = await browser.open(`${arena.address}/account`);
  await page.fill('[data-field="account-name"]', "Ana");
  await page.click('[data-action="create-account"]');
  await page.waitForSelector("h1:has-text('Ana')");
  await page.click("summary:has-text('On another device')");
  const link = await page.inputValue('input[aria-label="Open this link there"]');
  assert.match(link, /\/account#[\w-]{43}$/);
  await picture(page, "account");

  // A game of this person's, which the other device continues.
  await page.goto(arena.address);
  await begin(page, "dots", { level: "beginner", name: null });
  const match = page.url();
  const phone = await browser.open(link, { viewport: { width: 390, height: 800 } });
  await phone.waitForSelector(":text('Use the account “Ana” on this device?')");
  assert.ok(!phone.url().includes("#"), "the secret stays in the address bar");
  await phone.click('[data-action="use-account"]');
  await phone.waitForSelector("h1:has-text('Ana')");
  await phone.click('[data-action="my-games"]');
  await phone.click(".match-rows li a");
  await phone.waitForSelector(".match[data-game]");
  assert.equal(phone.url(), match);
  await phone.waitForSelector(".icon-flag"); // only the person in the seat can resign

  // What the server has of her.
  await page.goto(`${arena.address}/account`);
  await page.click("summary:has-text('Your data')");
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.click('[data-action="export-account"]'),
  ]);
  const all = JSON.parse(readFileSync(await saved.path(), "utf8"));
  assert.equal(all.name, "Ana");
  assert.equal(all.matches.length, 1);
  assert.match(all.matches[0].record, /Dots|dots/);

  await page.click("summary:has-text('Delete account')");
  await page.click('[data-action="delete-account"]');
  await page.waitForSelector('[data-action="create-account"]');
  const seats = (await arena.get(`/api/matches/${/\d+/.exec(new URL(match).pathname)[0]}`)).seats;
  assert.ok(
    seats.every((seat) => seat.name !== "Ana" && !seat.account),
    JSON.stringify(seats),
  );
  // The other device notices it, in the language of its person.
  await phone.goto(`${arena.address}/account`);
  await phone.waitForSelector('[data-action="create-account"]');
  await page.context().close();
  await phone.context().close();
});

test("a name that is taken and a wrong code are explained", async () => {
  await fetch(`${arena.address}/api/account`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Bela" }),
  });
  const page = await browser.open(`${arena.address}/account`, { locale: "es-ES" });
  await page.fill('[data-field="account-name"]', "bela");
  await page.click('[data-action="create-account"]');
  await page.waitForSelector(".notice:has-text('otra persona tiene ese nombre')");
  await page.fill('[data-field="account-code"]', "hola");
  await page.click('[data-action="enter-code"]');
  await page.waitForSelector(".notice:has-text('no es el código')");
  await page.fill('[data-field="account-code"]', "A".repeat(43));
  await page.click('[data-action="enter-code"]');
  await page.waitForSelector(".notice:has-text('ninguna cuenta tiene ese secreto')");
  await page.context().close();
});
