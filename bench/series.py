#!/usr/bin/env python3
"""Games a second of a series, and how fast a large tournament is shown.

    bench/series.py PROGRAM
    bench/series.py PROGRAM clocks [GAMES]

2x2 Dots between two copies of examples/player.c in the sandbox, with a journal: programs that stay between games,
compared with programs that are started again for each. Then a round-robin of 64 players, 2,016 games of 1x1 Dots, is
played and shown from its journal.

With `clocks`: 20,000 games (or GAMES) at 0.1 s and 1 ms a move, of the engine, which uses its clock, against the same program, on all
processors: how many were lost on time. An hour or so.
"""
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time

DAMERO = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def seconds(*words):
    start = time.monotonic()
    subprocess.run([DAMERO, *words], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start


folder = tempfile.mkdtemp(prefix="damero-bench-")
os.chmod(folder, 0o755)  # programs of a referee that runs as root are other users
player, store = os.path.join(folder, "player"), os.path.join(folder, "journal.db")
subprocess.run(["cc", "-O2", "-o", player, os.path.join(ROOT, "examples", "player.c")], check=True)
series = ["match", "dots", "--rules", "size=2x2", "--seat", f"program:{player}", "--seat", f"program:{player}", "--quiet",
          "--concurrency", str(os.cpu_count()), "--store", store]
if sys.argv[2:3] == ["clocks"]:
    games = int(sys.argv[3]) if len(sys.argv) > 3 else 20000
    start = time.monotonic()
    process = subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=3x3", "--seat", f"program:{player}", "--seat", "engine", "--clock",
                                "100ms", "--increment", "1ms", "--concurrency", str(os.cpu_count()), "--games", str(games), "--opening", "4",
                                "--seed", "1", "--json", "--store", store], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    ends = collections.Counter()
    delay = 0
    for line in process.stdout:
        if '"event":"end"' in line:
            end = json.loads(line)
            ends[end["reason"]] += 1
            delay = max(delay, end["delay"])
    assert process.wait() == 0, process.returncode
    taken = time.monotonic() - start
    print(f"series: {sum(ends.values())} games at 0.1 s + 1 ms on {os.cpu_count()} processors in {taken:.0f} s: "
          f"{ends['out of time']} lost on time; the referee's own delay was at most {1000 * delay:.1f} ms; {dict(ends)}")
    shutil.rmtree(folder)
    sys.exit(0)

stay = 1000 / seconds(*series, "--games", "1000")
again = 40 / seconds(*series, "--games", "40", "--restart", "on")
print(f"series: {stay:.0f} games of 2x2 Dots a second between sandboxed programs that stay; {stay / again:.0f} times as many "
      f"as if they are started for each ({again:.1f})")

players = [f"[P{i}]\nseat = engine:nodes={1 + i}" for i in range(64)]
with open(os.path.join(folder, "players.ini"), "w") as file:
    file.write("\n".join(players))
seconds("tournament", "new", "Large", "dots", "--rules", "size=1x1", "--opening", "1", "--players", os.path.join(folder, "players.ini"), "--concurrency",
        str(os.cpu_count()), "--store", store)
played = seconds("tournament", "run", "Large", "--store", store)
shown = min(seconds("tournament", "show", "Large", "--json", "--store", store) for _ in range(5))
listed = min(seconds("tournament", "list", "--store", store) for _ in range(5))
print(f"series: a round-robin of 64 players, 2,016 pairings, played in {played:.0f} s, is shown in {1000 * shown:.0f} ms; a list "
      f"of tournaments takes {1000 * listed:.0f} ms")
shutil.rmtree(folder)
