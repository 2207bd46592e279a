#!/usr/bin/env python3
"""The engines in examples/: each beats the level 'beginner', and is short."""
import json
import os
import shutil
import subprocess
import sys
import tempfile

from confined import why_unconfined
from tap import case, run_cases, skip

DAMERO, DOTS_C, SOURCES = (os.path.abspath(word) for word in sys.argv[1:4])
FOLDER = tempfile.TemporaryDirectory(prefix="damero-examples-")
WAIT = 600


def example(name):
    return os.path.join(SOURCES, "examples", name)


def points(program):
    """The result of a series against the beginner, as JSON. An example loses about one game in twelve, so 40 games are
    enough to win a series."""
    words = ["--no-sandbox"] if why_unconfined(DAMERO) else []
    done = subprocess.run([DAMERO, "match", "dots", "--rules", "size=4x4", "--seat", f"program:{program}", "--seat",
                           "engine:beginner", "--games", "40", "--json", "--store",
                           os.path.join(FOLDER.name, "journal.db"), *words],
                          capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 0, done.stderr
    ends = [line for line in map(json.loads, done.stdout.splitlines()) if line.get("event") == "end"]
    assert all(end["reason"] in ("won", "drawn") for end in ends), ends  # no crash, no illegal move
    return json.loads(done.stdout.splitlines()[-1])


def beats_beginner(program):
    series = points(program)
    assert series["event"] == "series" and series["wins"] > series["losses"], series


@case
def the_engine_in_c_beats_the_beginner():
    beats_beginner(DOTS_C)


@case
def the_engine_in_python_beats_the_beginner():
    beats_beginner(example("dots.py"))


@case
def the_engine_in_lua_beats_the_beginner():
    if not shutil.which("lua5.4"):
        skip("lua5.4 is not installed")
    beats_beginner(example("dots.lua"))


@case
def each_has_fewer_than_100_lines():
    for name in ("dots.c", "dots.py", "dots.lua", "player.c", "player.py"):
        with open(example(name)) as file:
            assert len(file.readlines()) < 100, name


run_cases(FOLDER.cleanup)
