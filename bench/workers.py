#!/usr/bin/env python3
"""Workers and a PostgreSQL server: the figures of docs/scale.md.

    bench/workers.py PROGRAM [workers|idle|events|dots]...

workers  a series by one worker and by two: games an hour, and their ratio
idle     16 workers whose players sleep: how much of the time is not sleep, and the processor time of the server
events   events a second on the disk, SQLite and PostgreSQL on the same disk
dots     4x4 Dots solved by one worker, by two, by two that share no memory, and by one solver in one process, with the
         processor time of each worker, which also means something on a busy machine

Starts a private server (tests/postgresql.py) with synchronous commits. Run it on a quiet machine.
"""
import contextlib
import functools
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

print = functools.partial(print, flush=True)  # pylint: disable=redefined-builtin
signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
DAMERO = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
from postgresql import Server  # pylint: disable=wrong-import-position

folder = tempfile.mkdtemp(prefix="damero-scale-", dir="/tmp")
os.chmod(folder, 0o755)
os.environ["XDG_DATA_HOME"] = folder
server = Server()
stores = 0


def fresh():
    """The address of a new store on the server."""
    global stores
    stores += 1
    server.query(f"CREATE DATABASE store{stores}")
    subprocess.run([DAMERO, "worker", "--drain", "--quiet", "--store", server.url(f"store{stores}")], check=True,
                   stdout=subprocess.DEVNULL)
    return f"store{stores}"


# Each such worker has shared memory of its own, as on a machine of its own. Needs root.
APART = ["unshare", "--mount", "sh", "-c", 'mount -t tmpfs none /dev/shm && exec "$@"', "sh"]
processor_time = []  # of each worker of the last run, in seconds


def with_workers(count, name, *words, apart=False):
    """Seconds that a command takes with N workers, and what it prints."""
    workers = [subprocess.Popen([*(APART if apart else []), DAMERO, "worker", "--concurrency", "1", "--quiet", "--store", server.url(name)],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(count)]
    try:
        while int(server.query("SELECT count(*) FROM worker", name)[0][0]) < count:
            time.sleep(0.05)
        start = time.monotonic()
        done = subprocess.run([DAMERO, *words, "--store", server.url(name)], check=True, capture_output=True, text=True,
                              stdin=subprocess.DEVNULL)
        return time.monotonic() - start, done.stdout
    finally:
        for process in workers:
            process.terminate()
        processor_time.clear()
        for process in workers:
            _, process.returncode, usage = os.wait4(process.pid, 0)
            processor_time.append(usage.ru_utime + usage.ru_stime)


def series(games, *seats):
    return ["match", "dots", "--rules", "size=4x4", "--games", str(games), "--workers", "--quiet",
            *(word for seat in seats for word in ("--seat", seat))]


def bench_workers():
    times = {}
    for count in (1, 2):
        times[count] = with_workers(count, fresh(), *series(60, "engine:nodes=20000", "engine:nodes=20000"))[0]
        print(f"workers: {count}: 60 games in {times[count]:.1f} s, {60 * 3600 / times[count]:.0f} an hour")
    print(f"workers: two give {times[1] / times[2]:.2f} times the games of one (bar 1.8)")


def processor_seconds():
    """Of the server and all that it has started."""
    total = 0
    for pid in [name for name in os.listdir("/proc") if name.isdigit()]:
        try:
            with open(f"/proc/{pid}/stat", encoding="utf-8") as file:
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        if int(pid) == server.process.pid or int(fields[1]) == server.process.pid:
            total += sum(int(field) for field in fields[11:15])  # with ended children
    return total / os.sysconf("SC_CLK_TCK")


def bench_idle():
    player, slow = os.path.join(folder, "player"), os.path.join(folder, "slow")
    subprocess.run(["cc", "-O2", "-o", player, os.path.join(ROOT, "examples", "player.c")], check=True)
    with open(slow, "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\n{player} | while IFS= read -r line; do sleep 0.2; echo "$line"; done\n')
    os.chmod(slow, 0o755)
    name, before = fresh(), processor_seconds()
    took = with_workers(16, name, "match", "dots", "--rules", "size=2x2", "--games", "64", "--workers", "--quiet",
                        "--seat", f"program:{slow}", "--seat", f"program:{slow}")[0]
    spent = processor_seconds() - before
    # Between the start of a game and its end everything but a player's time is the referee's and the database's.
    thought, played = (float(value) for value in server.query(
        "SELECT sum(used), (SELECT sum(time) FROM event WHERE kind = 'end') FROM event WHERE kind = 'move'", name)[0])
    print(f"idle: 16 workers, 64 games in {took:.1f} s; {100 * (1 - thought / played):.1f} % of the games' time is not the "
          f"players' (bar 5); the server used {100 * spent / took:.1f} % of a processor")


def bench_events():
    words = ["match", "dots", "--rules", "size=5x5", "--games", "40", "--concurrency", "8", "--quiet", "--seat",
             "engine:depth=1", "--seat", "engine:depth=1"]
    rates, name, file = {}, fresh(), os.path.join(folder, "events.db")
    for kind, store in (("SQLite", file), ("PostgreSQL", server.url(name))):
        start = time.monotonic()
        subprocess.run([DAMERO, *words, "--store", store], check=True, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
        took = time.monotonic() - start
        if kind == "PostgreSQL":
            events = int(server.query("SELECT count(*) FROM event", name)[0][0])
        else:
            with contextlib.closing(sqlite3.connect(file)) as journal:
                events, = journal.execute("SELECT count(*) FROM event").fetchone()
        rates[kind] = events / took
        print(f"events: {kind}: {rates[kind]:.0f} a second in eight matches at once")
    print(f"events: SQLite has {rates['SQLite'] / rates['PostgreSQL']:.2f} times as many (bar 3)")


def bench_dots():
    for size in ("3x4", "4x4"):
        start = time.monotonic()
        alone = json.loads(subprocess.run([DAMERO, "solve", "dots", "--rules", f"size={size}", "--json"], check=True,
                                          capture_output=True, text=True).stdout)
        print(f"dots: {size}, one solver: {alone['nodes'] / 1e6:.2f} million positions in {time.monotonic() - start:.1f} s")
        times, most = {}, {}
        for kind, count in (("one worker", 1), ("two workers", 2), ("two workers without common memory", 2)):
            apart = "without" in kind
            if apart and os.getuid() != 0:
                print(f"dots: {size}, {kind}: needs root")
                continue
            times[kind], said = with_workers(count, fresh(), "solve", "dots", "--rules", f"size={size}", "--json", apart=apart)
            found, most[kind] = json.loads(said), max(processor_time)
            assert found["value"] == alone["value"], found
            print(f"dots: {size}, {kind}: {found['nodes'] / 1e6:.2f} million positions in {times[kind]:.1f} s; processor time "
                  + ", ".join(f"{seconds:.2f} s" for seconds in processor_time))
            print(f"dots: {size}, {kind}: {times['one worker'] / times[kind]:.2f} times as fast as one (bar for two and 4x4: "
                  f"1.5), {most['one worker'] / most[kind]:.2f} times by the processor time of the busiest")


benches = {"workers": bench_workers, "idle": bench_idle, "events": bench_events, "dots": bench_dots}
try:
    for word in sys.argv[2:] or benches:
        if word not in benches:
            sys.exit(f"bench/workers.py: no such figure: {word}; there are {', '.join(benches)}")
        benches[word]()
finally:
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)
