#!/usr/bin/env python3
"""Includes point one way only: what each room may use is written here and in ARCHITECTURE.md. What the guides to the
sources name exists, and documents are in order."""
import pathlib
import re
import subprocess
import sys

BELOW = {
    "base": set(),
    "games": {"base"},
    "engines": {"base", "games"},
    "puzzles": {"base", "games", "engines"},
    "links": {"base"},
    "protocols": {"base", "games", "links"},
    "boards": {"base", "games", "engines", "links", "protocols"},
    "store": {"base", "games"},
    "referee": {"base", "games", "engines", "links", "protocols", "boards", "store"},
    "events": {"base", "games", "engines", "links", "protocols", "boards", "store", "referee"},
    "arena": {"base", "games", "engines", "boards", "links", "protocols", "referee", "store", "events"},
    "server": {"base", "games", "engines", "puzzles", "boards", "referee", "arena", "store", "links", "protocols", "events"},
}
BELOW["cli"] = set(BELOW)
BELOW["api"] = {"base", "games", "engines"}

# base, games, engines, boards and puzzles do no input or output.
SILENT = {"base", "games", "engines", "boards", "puzzles"}
FORBIDDEN = {"stdio.h", "unistd.h", "fcntl.h", "signal.h", "locale.h", "errno.h"}

root = pathlib.Path(sys.argv[1])
src = root / "src"
rooms = sorted(p.name for p in src.iterdir() if p.is_dir())
count = 0


def report(good, text):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {text}")


def words_in_quotes(name):
    """What a document has in backquotes, outside of indented drawings."""
    lines = (root / name).read_text().splitlines()
    return sorted({word for line in lines if not line.startswith("    ") for word in re.findall(r"`([^`]+)`", line)})


def missing_places():
    """What ARCHITECTURE.md names and is not there: paths with a folder from the root or src/, files by their name
    alone, and functions or types, in the file named with them. Blanks and commands are left out."""
    files = [p for top in ("src", "firmware", "web/src", "tests", "script", "docs") for p in (root / top).rglob("*") if p.is_file()]
    names = {p.name for p in files} | {p.stem for p in files}
    code = "\n".join(p.read_text(errors="replace") for p in files if p.suffix in (".c", ".h", ".ts", ".build"))
    for word in words_in_quotes("ARCHITECTURE.md"):
        path = re.sub(r"<[a-z]+>", "*", word)
        if not re.fullmatch(r"[\w./*-]+", path) or path.startswith("/") or re.fullmatch(r"\d+", path):
            continue
        if "/" in path:
            found = any(any(root.glob(top + path.rstrip("/"))) for top in ("", "src/", "src/**/", "web/src/**/"))
        elif "." in path:
            found = path.removesuffix(".*") in names or any(pathlib.PurePath(n).match(path) for n in names)
        else:
            found = path in names or re.search(rf"\b{path.replace('*', '[a-z]+')}\b", code)
        if not found:
            yield word
    yield from misplaced_names()


def misplaced_names():
    """The guide's "`name` in `file`" where no file of that name has it."""
    listed = r"`(\w+)`((?:(?:,| and| \([^)]*\)| )+`\w+`)*)(?: \([^)]*\))? in `([\w./<>*-]+)`"
    for first, more, file in re.findall(listed, (root / "ARCHITECTURE.md").read_text()):
        path = re.sub(r"<[a-z]+>", "*", file)
        texts = [p.read_text() for top in ("", "src/", "src/**/") for p in root.glob(top + path) if p.is_file()]
        for name in (first, *re.findall(r"`(\w+)`", more)):
            if not any(re.search(rf"\b{name}\b", text) for text in texts):
                yield f"{name} in {file}"


def missing_tests():
    """What SECURITY.md names and is not there: tests and their cases."""
    cases = (root / "tests/cases.txt").read_text()
    tests = {line.split(" ", 1)[1] for line in cases.splitlines() if line and line[0].isdigit()}
    code = "\n".join(p.read_text() for p in (root / "tests").glob("*_test.*")).replace("_", " ")
    for row in (root / "SECURITY.md").read_text().splitlines():
        if not row.startswith("|") or row.count("|") < 4:
            continue
        told = row.split("|")[3]
        for word in re.findall(r"(?:fuzz target )?`[^`]+`", told):
            word = word.replace("target ", "").replace("`", "")
            if not word.startswith("script/") and word not in tests:
                yield word
        for word in re.findall(r'"([^"]+)"', told):
            if word not in code:
                yield word


def anchors(path):
    """The headings of a document as links name them."""
    headings = re.findall(r"^#+ (.*)", path.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def wrong_in_documents():
    """Links to a file or heading that does not exist, and paragraphs that a merge left in twice."""
    names = subprocess.run(["git", "-C", root, "ls-files", "*.md"], capture_output=True, text=True).stdout.split()
    for path in [root / name for name in names] or [*root.glob("*.md"), *root.glob("docs/*.md")]:
        text, name = path.read_text(), path.relative_to(root)
        for target in re.findall(r"\]\(([^)\s]+)\)", text):
            file, _, heading = target.partition("#")
            there = path.parent / file if file else path
            if "://" not in target and not (there.exists() and (not heading or heading in anchors(there))):
                yield f"{name}: there is no {target}"
        paragraphs = [p for p in text.split("\n\n") if len(p) > 120]
        for paragraph in sorted(set(p for p in paragraphs if paragraphs.count(p) > 1)):
            yield f"{name}: twice: {paragraph[:60]}"


def loose_colours():
    """Colours in the page's style sheets that are not the value of a token (`--name: colour` in `:root`)."""
    for path in sorted((root / "web/src").rglob("*.css")):
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.search(r"#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|lab|lch|oklab|oklch)a?\(", line) and not re.match(r"\s*--", line):
                yield f"{path.relative_to(root)}:{number}: {line.strip()}"


print("TAP version 13")
print(f"1..{2 * len(rooms) + 4}")
for room in rooms:
    wrong, headers = [], 0
    for path in sorted((src / room).rglob("*.[ch]")):
        # A game does not include another game either.
        own = path.relative_to(src / room).parts[0] if path.parent != src / room else None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            where = f"{path.relative_to(src)}:{number}: {line.strip()}"
            local = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            system = re.match(r"\s*#\s*include\s+<([^>]+)>", line)
            if system and room in SILENT and system.group(1) in FORBIDDEN:
                wrong.append(where)
            if not local or local.group(1) == "version.h":
                continue
            target = local.group(1).split("/")
            if target[0] != room and target[0] not in BELOW.get(room, set()):
                wrong.append(where)
            if room in ("games", "engines") and own and target[0] in ("games", "engines"):
                neighbour = target[1] if len(target) > 2 else None
                if neighbour not in (None, own, "search"):
                    wrong.append(where)
    for where in wrong:
        print(f"# {where}")
    report(not wrong, f"{room} includes only what it may use")
    described = any(
        re.match(r"/\* (cli|" + room + r")/", p.read_text()) for p in (src / room).glob("*.h")
    )
    report(described, f"{room} has a header that says what it is")
for name, missing in ("ARCHITECTURE.md", missing_places), ("SECURITY.md", missing_tests):
    wrong = list(missing())
    for word in wrong:
        print(f"# {name}: there is no {word}")
    report(not wrong, f"what {name} names is there")
for name, found in (
    ("links in documents lead somewhere, and no paragraph is there twice", wrong_in_documents),
    ("style sheets name colours only in tokens", loose_colours),
):
    wrong = list(found())
    for place in wrong:
        print(f"# {place}")
    report(not wrong, name)
sys.exit(0)
