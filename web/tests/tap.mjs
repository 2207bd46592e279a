// Runs test files, one on each core at a time, and prints one stream of TAP: node tap.mjs FILE...
//
// Each file is a process of its own, whose cases are printed when it ends. Node reports nothing of a file that
// ends before its tests do, so a file counts as whole only if its plan came, named at least one test, and a bad
// exit has a failed test to explain it.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpus } from "node:os";
import { basename } from "node:path";
import { createInterface } from "node:readline";

let count = 0;
function report(good, name, ms) {
  if (!good) process.exitCode = 1;
  if (ms) console.log(`# ${(ms / 1000).toFixed(1)} s`);
  console.log(`${good ? "ok" : "not ok"} ${++count} - ${name}`);
}

async function runFile(file) {
  const child = spawn(process.execPath, ["--test-reporter=tap", file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close"),
    lines = [];
  for await (const line of createInterface({ input: child.stdout })) lines.push(line);
  const [code, signal] = await closed;
  let planned = 0,
    failed = 0,
    failing = false;
  for (const [at, line] of lines.entries()) {
    const test = /^(not )?ok \d+ - (.*)$/.exec(line);
    if (test) {
      const ms = /duration_ms: (.*)/.exec(lines[at + 2])?.[1];
      report(!test[1], test[2].replaceAll("\\#", ""), Number(ms));
      failing = Boolean(test[1]);
      if (failing) failed++;
    } else if (failing) console.log(`# ${line}`); // why it failed
    planned = Number(/^1\.\.(\d+)$/.exec(line)?.[1] ?? planned);
  }
  if (planned === 0 || (failed === 0 && code !== 0))
    report(false, `${basename(file)} ended before its tests did (${signal ?? code})`);
}

console.log("TAP version 13");
const files = process.argv.slice(2);
async function runNext() {
  for (let file = files.shift(); file; file = files.shift()) await runFile(file);
}
await Promise.all(cpus().map(runNext));
console.log(`1..${count}`);
