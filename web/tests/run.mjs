// Runs the tests of the page: node run.mjs DAMERO PICTURES [NAME...]
//
// DAMERO is the program to test, PICTURES a folder for screenshots, NAME the beginning of a test file's
// name. What is printed is TAP, one line a test.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { run } from "node:test";
import { fileURLToPath } from "node:url";

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
if (!existsSync(join(here, "../node_modules"))) skip("the page's packages are not installed: script/packages");
if (spawnSync("chromium", ["--version"]).error) skip("there is no chromium: script/bootstrap");

mkdirSync(pictures, { recursive: true });
process.env.DAMERO = resolve(damero);
process.env.DAMERO_PICTURES = resolve(pictures);
const files = readdirSync(here).filter((name) => name.endsWith(".test.mjs") && (names.length === 0 || names.some((one) => name.startsWith(one))));

let count = 0;
async function* flat(source) {
  yield "TAP version 13\n";
  for await (const { type, data } of source) {
    if ((type !== "test:pass" && type !== "test:fail") || data.details?.type === "suite") continue;
    if (files.some((file) => data.name.endsWith(file))) continue; // a file is no test
    const good = type === "test:pass";
    if (!good) process.exitCode = 1;
    yield `${good ? "ok" : "not ok"} ${++count} - ${data.name.replaceAll("#", "")}\n`;
    const error = data.details?.error;
    if (!good) yield `${String(error?.cause?.stack ?? error?.stack ?? error).split("\n").map((line) => `# ${line}`).join("\n")}\n`;
  }
  yield `1..${count}\n`;
}
run({ files: files.map((name) => join(here, name)), concurrency: 1 }).compose(flat).pipe(process.stdout);
