#!/usr/bin/env python3
"""Builds the page and writes it into a C file: embed.py OUT.c DEPFILE [WEB]

WEB is the folder of the page's sources; its build.mjs writes the files into a folder. A folder "built" there
has them already, as in source packages. If script/wasm has made the engines for browsers, the page has them. Without it, or if its packages are not installed, the table is
empty and the server says how to build the page.
"""
import gzip
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
    ".png": "image/png", ".webmanifest": "application/json", ".woff2": "font/woff2",
    ".ico": "image/vnd.microsoft.icon", ".wasm": "application/wasm", ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg", ".txt": "text/plain; charset=utf-8",
}


def sources(web):
    """What the page is made of. A folder changes if a file is added or removed; the packages' own list
    is named even if it does not exist yet, so that the page is built as soon as it does."""
    yield os.path.join(web, "node_modules", ".package-lock.json")
    for root, folders, files in os.walk(web):
        folders[:] = [f for f in folders if f not in ("node_modules", "dist")]
        yield from (os.path.join(root, name) for name in folders + files)


def main():
    out, depfile, web = sys.argv[1], sys.argv[2], sys.argv[3] if len(sys.argv) > 3 else None
    lines, table = [], []
    needed = list(sources(web)) if web and os.path.isdir(web) else []
    if needed:  # installing the packages makes the page, so depend on them even if they are missing
        needed.append(os.path.join(web, "node_modules", ".package-lock.json"))
    with tempfile.TemporaryDirectory() as folder:
        if web and os.path.isdir(os.path.join(web, "built")):
            folder = os.path.join(web, "built")
        elif web and os.path.exists(os.path.join(web, "build.mjs")) and os.path.isdir(
                os.path.join(web, "node_modules")):
            module = os.path.join(web, "..", "build-wasm", "wasm", "house.wasm")
            words = ["--module", os.path.abspath(module)] if os.path.exists(module) else []
            needed += words[1:]
            subprocess.run(["node", "build.mjs", folder, *words], cwd=web, check=True,
                           stdout=subprocess.DEVNULL)
        for number, path in enumerate(sorted(p for p in pathlib.Path(folder).rglob("*") if p.is_file())):
            if path.suffix == ".map":
                continue
            data = path.read_bytes()
            packed = gzip.compress(data, 9, mtime=0)
            kind = TYPES.get(path.suffix, "application/octet-stream")
            etag = hashlib.sha256(data).hexdigest()[:32]
            body = ",".join(str(byte) for byte in packed)
            lines.append(f"static const unsigned char file{number}[] = {{{body}}};")
            table.append(f'    {{"/{path.relative_to(folder).as_posix()}", "{kind}", "\\"{etag}\\"", '
                         f"file{number}, sizeof file{number}}},")
    text = "\n".join(['/* Made by embed.py from web/. */', '#include "server/files.h"', "", *lines, "",
                      "const built_in_file built_in_files[] = {", *table, "    {0},", "};", ""])
    pathlib.Path(out).write_text(text)
    pathlib.Path(depfile).write_text(f"{out}: " + " ".join(n.replace(" ", "\\ ") for n in needed) + "\n")


main()
