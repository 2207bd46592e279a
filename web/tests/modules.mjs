// Modules of the page, as Node can load them.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const source = join(dirname(fileURLToPath(import.meta.url)), "../src");
const folder = mkdtempSync(join(tmpdir(), "damero-modules-"));
after(() => rmSync(folder, { recursive: true, force: true }));

let count = 0;
async function loadFrom(input) {
  const outfile = join(folder, `module${++count}.mjs`);
  await build({
    ...input,
    bundle: true,
    format: "esm",
    outfile,
    loader: { ".woff2": "empty", ".txt": "text" },
    logLevel: "error",
    define: { SITE: "false", SITE_FILES: "{}" },
  });
  return import(pathToFileURL(outfile));
}

/** One module by its path below src. */
export const load = (path) => loadFrom({ entryPoints: [join(source, path)] });

/** Several modules as one, so that they share what they import: `contents` exports them. */
export const loadAll = (contents) => loadFrom({ stdin: { contents, resolveDir: source, loader: "ts" } });
