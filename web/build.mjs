// Bundles the page: node build.mjs OUTDIR [--watch]
//
// OUTDIR is a flat folder that a server gives out as it is: index.html, and scripts, styles, fonts
// and pictures whose names carry a hash of their content. What only some pages need (the
// three-dimensional table, the laboratory) becomes a separate chunk by dynamic import.
import { build, context } from "esbuild";
import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, extname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const watching = process.argv.includes("--watch");
if (words.length !== 1) {
  console.error("usage: node build.mjs OUTDIR [--watch]");
  process.exit(2);
}
const out = resolve(words[0]);

/** Copies a file under a name with the hash of its content, and gives that name. */
function hashed(path) {
  const hash = createHash("sha256").update(readFileSync(path)).digest("base64url").slice(0, 8);
  const name = `${basename(path, extname(path))}-${hash}${extname(path)}`;
  copyFileSync(path, join(out, name));
  return name;
}

/** index.html with the file names that the bundler chose. */
function writePage(metafile) {
  const named = {};
  for (const [path, output] of Object.entries(metafile.outputs)) {
    if (!output.entryPoint) continue;
    named["main.js"] = basename(path);
    if (output.cssBundle) named["main.css"] = basename(output.cssBundle);
    if (basename(output.entryPoint) === "main.ts") break;
  }
  // A page that is loaded later has a style sheet of its own, with nothing that is not in the main one.
  for (const name of readdirSync(out))
    if (name.endsWith(".css") && name !== named["main.css"]) rmSync(join(out, name));
  named["icon.svg"] = hashed(join(here, "src/icon.svg"));
  let page = readFileSync(join(here, "src/index.html"), "utf8");
  for (const [word, name] of Object.entries(named)) page = page.replaceAll(`/${word}"`, `/${name}"`);
  writeFileSync(join(out, "index.html"), page);
  for (const game of readdirSync(join(here, "src/games"))) {
    const demo = join(here, "src/games", game, "demo.json");
    if (existsSync(demo)) copyFileSync(demo, join(out, `demo-${game}.json`));
  }
}

const options = {
  entryPoints: [join(here, "src/main.ts")],
  outdir: out,
  bundle: true,
  splitting: true,
  format: "esm",
  target: ["es2022"],
  minify: !watching,
  sourcemap: watching ? "inline" : false,
  metafile: true,
  legalComments: "none",
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  publicPath: "/",
  loader: { ".woff2": "file", ".txt": "text" },
  logLevel: "warning",
  plugins: [
    { name: "page", setup: (b) => b.onEnd((result) => result.metafile && writePage(result.metafile)) },
  ],
};

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
if (watching) await (await context(options)).watch();
else await build(options);
