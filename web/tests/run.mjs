// Runs the tests of the page: node run.mjs DAMERO PICTURES [NAME...]
//
// DAMERO is the program to test, PICTURES a folder for screenshots, NAME the beginning of a test file's
// name. What is printed is TAP (tap.mjs), one line a test.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { CHROMIUM } from "./chromium.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const [damero, pictures, ...names] = process.argv.slice(2);
if (!damero || !pictures) {
  console.error("usage: node run.mjs DAMERO PICTURES [NAME...]");
  process.exit(2);
}
const skip = (why) => {
  console.log(`1..0 # SKIP ${why}`);
  process.exit(0);
};
if (!existsSync(join(here, "../node_modules")))
  skip("the page's packages are not installed: script/packages");
if (!existsSync(CHROMIUM)) skip("there is no Chromium: script/bootstrap test");

mkdirSync(pictures, { recursive: true });
process.env.DAMERO = resolve(damero);
process.env.DAMERO_PICTURES = resolve(pictures);
const size = (name) => statSync(join(here, name)).size;
const files = readdirSync(here)
  .filter(
    (name) => name.endsWith(".test.mjs") && (names.length === 0 || names.some((one) => name.startsWith(one))),
  )
  .sort((one, other) => size(other) - size(one)); // large files take long: none is left alone at the end
process.exitCode =
  spawnSync(process.execPath, [join(here, "tap.mjs"), ...files.map((name) => join(here, name))], {
    stdio: "inherit",
  }).status ?? 1;
