#!/usr/bin/env python3
"""Includes point one way only: what each room may use is written here and in ARCHITECTURE.md."""
import pathlib
import re
import sys

BELOW = {
    "base": set(),
    "games": {"base"},
    "engines": {"base", "games"},
    "links": {"base"},
    "protocols": {"base", "games", "links"},
    "boards": {"base", "games", "engines", "links", "protocols"},
    "store": {"base", "games"},
    "referee": {"base", "games", "engines", "links", "protocols", "boards", "store"},
    "arena": {"base", "games", "engines", "boards", "links", "protocols", "referee", "store"},
    "server": {"base", "games", "engines", "boards", "referee", "arena", "store", "links", "protocols"},
    "screen": {"base", "games", "engines", "referee", "store"},
}
BELOW["cli"] = set(BELOW)

# base, games, engines and boards do no input or output.
SILENT = {"base", "games", "engines", "boards"}
FORBIDDEN = {"stdio.h", "unistd.h", "fcntl.h", "signal.h", "locale.h", "errno.h"}

src = pathlib.Path(sys.argv[1]) / "src"
rooms = sorted(p.name for p in src.iterdir() if p.is_dir())
count = 0


def report(good, text):
    global count
    count += 1
    print(f"{'ok' if good else 'not ok'} {count} - {text}")


print("TAP version 13")
print(f"1..{2 * len(rooms)}")
for room in rooms:
    wrong, headers = [], 0
    for path in sorted((src / room).rglob("*.[ch]")):
        # A game does not know its neighbours either.
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
sys.exit(0)
