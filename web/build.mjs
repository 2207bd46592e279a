// Bundles the page: node build.mjs OUTDIR [--watch] [--site MODULE.wasm PLAIN.wasm | --module MODULE.wasm]
//
// OUTDIR is a flat folder that a server gives out as it is: index.html, and scripts, styles, fonts
// and pictures whose names carry a hash of their content. What only some pages need (the
// three-dimensional table, the laboratory) becomes a separate chunk by dynamic import.
//
// With --site it is a page for any file server, in any folder, which plays by itself (docs/site.md): the
// module of wasm/house/ and its workers, puzzles and tables, a service worker and the manifest of an app. With
// PLAIN.wasm is the same for browsers without SIMD. With
// --module it is a page for a server, which thinks in the visitor's browser where that can.
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
import { gzipSync } from "node:zlib";
import { icon } from "./icon.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const sources = join(here, "../src");
const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const watching = process.argv.includes("--watch");
const site = process.argv.includes("--site");
const thinks = site || process.argv.includes("--module");
if (words.length !== (site ? 3 : thinks ? 2 : 1) || (thinks && watching)) {
  console.error(
    "usage: node build.mjs OUTDIR [--watch | --site MODULE.wasm PLAIN.wasm | --module MODULE.wasm]",
  );
  process.exit(2);
}
const out = resolve(words[0]);

/** Writes a file under a name with the hash of its content, and gives that name. */
function hashed(name, content) {
  const hash = createHash("sha256").update(content).digest("base64url").slice(0, 8);
  const full = `${basename(name, extname(name))}-${hash}${extname(name)}`;
  writeFileSync(join(out, full), content);
  return full;
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
  named["icon.svg"] = hashed("icon.svg", readFileSync(join(here, "src/icon.svg")));
  let page = readFileSync(join(here, "src/index.html"), "utf8");
  for (const [word, name] of Object.entries(named))
    page = page.replaceAll(`/${word}"`, `${site ? "." : ""}/${name}"`);
  if (site) page = page.replace("</head>", '  <link rel="manifest" href="./app.webmanifest" />\n  </head>');
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
  charset: "utf8", // escapes would make Persian three times as long
  entryNames: "[name]-[hash]",
  chunkNames: "[name]-[hash]",
  assetNames: "[name]-[hash]",
  ...(site ? {} : { publicPath: "/" }),
  loader: { ".woff2": "file", ".txt": "text" },
  logLevel: "warning",
  define: { SITE: String(site), SITE_FILES: '{ "tables": {} }' },
  plugins: [
    { name: "page", setup: (b) => b.onEnd((result) => result.metafile && writePage(result.metafile)) },
  ],
};

/** A worker of the site, which knows the names of the files it needs. */
async function worker(name, files, word = "SITE_FILES") {
  const result = await build({
    ...options,
    entryPoints: [join(here, `src/site/${name}.ts`)],
    splitting: false,
    write: false,
    plugins: [],
    define: { SITE: String(site), [word]: JSON.stringify(files) },
  });
  return result.outputFiles[0].contents;
}

/** What the page needs to think without a server. */
async function addWorkers(files) {
  files.helper = hashed("helper.js", await worker("helper", files));
  files.mind = hashed("mind.js", await worker("mind", files));
  files.house = hashed("arena.js", await worker("arena", files));
  return files;
}

/** What the page needs to play without a server. */
async function siteFiles(module) {
  const plain = hashed("plain.wasm", readFileSync(resolve(words[2])));
  const files = { module, plain };
  // Packed by us: few file servers do it for a file of this kind.
  const table = gzipSync(readFileSync(join(sources, "engines/perudo/shipped.table")), { level: 9 });
  files.tables = { perudo: hashed("perudo.table", table) };
  const data = join(sources, "puzzles/data");
  files.puzzles = Object.fromEntries(
    readdirSync(data).map((name) => [
      basename(name, ".txt"),
      hashed(`puzzles-${name}`, readFileSync(join(data, name))),
    ]),
  );
  return addWorkers(files);
}

/** What makes it an app: its manifest with icons, and the service worker that has all files but the tables. */
async function writeApp(files) {
  const icons = [192, 512].map((size) => ({
    src: `./${hashed(`icon-${size}.png`, icon(size))}`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose: "any maskable",
  }));
  const manifest = {
    name: "Damero",
    short_name: "Damero",
    description: "Damas, Trax, Perudo and Dots and Boxes, against engines and people.",
    start_url: "./",
    scope: "./",
    id: "./",
    display: "standalone",
    background_color: "#17120e",
    theme_color: "#17120e",
    icons,
  };
  writeFileSync(join(out, "app.webmanifest"), JSON.stringify(manifest, null, 1));
  const { module, plain } = files;
  const kept = readdirSync(out)
    .filter((name) => ![...Object.values(files.tables), module, plain, "index.html"].includes(name))
    .sort();
  const version = createHash("sha256");
  for (const name of [...kept, module, plain, "index.html"])
    version.update(name).update(readFileSync(join(out, name)));
  const shared = { version: version.digest("base64url").slice(0, 12), files: kept, module, plain };
  writeFileSync(join(out, "service.js"), await worker("service", shared, "SITE_KEPT"));
}

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
if (watching) await (await context(options)).watch();
else if (!thinks) await build(options);
else {
  const module = hashed("damero.wasm", readFileSync(resolve(words[1])));
  const files = site ? await siteFiles(module) : await addWorkers({ module, tables: {}, puzzles: {} });
  await build({ ...options, define: { SITE: String(site), SITE_FILES: JSON.stringify(files) } });
  if (site) await writeApp(files);
}
