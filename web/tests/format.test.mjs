/* The page's sources are as the formatter writes them: `npx prettier --write .` in web/ does it. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const web = join(dirname(fileURLToPath(import.meta.url)), "..");

test("the sources are formatted", () => {
  const prettier = join(web, "node_modules/prettier/bin/prettier.cjs");
  const { status, stdout, stderr } = spawnSync(process.execPath, [prettier, "--list-different", "."], {
    cwd: web,
    encoding: "utf8",
  });
  assert.equal(status, 0, `not formatted (npx prettier --write .):\n${stdout}${stderr}`);
});
