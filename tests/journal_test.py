#!/usr/bin/env python3
"""The journal of the referee: lists, replays, records, the organiser's decisions, damaged and older files, kill -9."""
import json
import os
import random
import shutil
import sqlite3
import subprocess
import sys
import time

from referee_support import DAMERO, LONG, Process, board, events, folder, place, query, run
from tap import WAIT, case, run_cases


@case
def the_journal_lists_replays_and_exports():
    found = events("dots", "--rules", "size=2x2", "--seat", "engine:5ms", "--seat", "engine:5ms")
    number = str(found[0]["match"])
    listed = [json.loads(line) for line in run("matches", "--json").splitlines()]
    assert str(listed[0]["match"]) == number and listed[0]["state"] == found[-1]["reason"], listed[0]
    again = [json.loads(line) for line in run("replay", number, "--json").splitlines()]
    assert [e["move"] for e in again if "move" in e] == [e["move"] for e in found if "move" in e]
    assert again[-1]["winner"] == found[-1]["winner"] and again[-1]["score"] == found[-1]["score"]
    record = os.path.join(folder, "match.txt")
    with open(record, "w") as file:
        file.write(run("export", number))
    run("record", "--check", record, status=None)
    with open(record) as file:
        assert '[Rules "size=2x2"]' in file.read()


@case
def teams_are_called_by_their_names():
    store = ("--store", os.path.join(folder, "names.db"))
    words = ("match", "dots", "--rules", "size=1x1", "--seat", "engine:beginner", "--seat", "engine:casual", *store)
    out = run(*words, "--games", "2", "--names", "Team A,Die Würfel")
    assert "Player 1: Team A\n" in out and "Player 1: Die Würfel\n" in out and "\nTeam A: " in out, out
    listed = run("matches", *store)
    assert "Die Würfel - Team A\n" in listed and "Team A - Die Würfel\n" in listed, listed
    assert json.loads(run("matches", "--json", "--last", "1", *store))["seats"] == "engine:casual - engine:beginner"
    assert '[Seat1 "Die Würfel"]\n[Seat2 "Team A"]' in run("export", "2", *store)
    assert "Player 2: Team A\n" in run("replay", "2", *store)
    run(*words)
    assert "engine:beginner - engine:casual\n" in run("matches", "--last", "1", *store)
    for names, part in (("A", "1 names for 2"), ("A,B,C", "only 2"), ("A,", "must be 1"), ("A,\n", "must be 1"), ("A" * 128 + ",B", "must be 1")):
        done = subprocess.run([DAMERO, *words, "--names", names], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 2 and part in done.stderr, (names, done.stderr)


@case
def the_list_has_results_of_three_seats():
    number = str(events("perudo", "--rules", "players=3", *["--seat", "engine:5ms"] * 3, "--max-moves", "3")[0]["match"])
    run("match", "damas", "--seat", "engine:5ms", "--seat", "engine:5ms", "--max-moves", "2", "--quiet")
    damas, perudo = run("matches", "--last", "2").splitlines()
    result = [line.split('"')[1] for line in run("export", number).splitlines() if line.startswith("[Result ")]
    assert f" {result[0]} " in perudo and " 1/2-1/2 " in damas, (damas, perudo, result)


@case
def the_organiser_decides_running_and_interrupted_matches():
    words = [DAMERO, "match", "dots", "--seat", "engine:1s", "--seat", "engine:1s", "--json"]
    with Process(*words) as match:
        number = str(json.loads(match.line())["match"])
        assert "paused" in run("adjudicate", number, "--pause")
        run("adjudicate", number, "--winner", "3", status=2)
        run("adjudicate", number, "--winner", "2", "--why", "the hall closes")
        told = [json.loads(line) for line in match.process.stdout]
    assert "pause" in [e["event"] for e in told], told
    end = told[-1]
    assert (end["reason"], end["winner"], end["detail"]) == ("adjudicated", 1, "the hall closes"), end
    run("adjudicate", number, "--winner", "1", status=2)  # it is over
    match = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    number = str(json.loads(match.stdout.readline())["match"])
    match.kill()
    match.communicate()
    run("adjudicate", number, "--pause", status=2)
    run("adjudicate", number, "--winner", "draw", "--why", "the power failed")
    again = [json.loads(line) for line in run("replay", number, "--json").splitlines()]
    assert (again[-1]["reason"], again[-1]["winner"]) == ("adjudicated", None), again[-1]
    end = events("dots", "--rules", "size=3x3", "--max-moves", "20", *2 * ["--seat", "engine:5ms"])[-1]
    assert end["reason"] == "adjudicated", end
    leader = {0: end["score"][0] > end["score"][1], 1: end["score"][1] > end["score"][0]}
    assert leader.get(end["winner"], end["score"][0] == end["score"][1]), end


def stores_refused(path, part):
    before = open(path, "rb").read()
    done = subprocess.run([DAMERO, "matches", "--store", path], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2 and part in done.stderr, done.stderr
    assert open(path, "rb").read() == before, "the file was touched"
    assert not [n for n in os.listdir(folder) if n.startswith(os.path.basename(path) + "-")], "it has companions now"


@case
def a_newer_damaged_or_foreign_file_is_left_untouched():
    source = os.environ["DAMERO_STORE"]
    run("match", "dots", "--rules", "size=1x1", "--seat", "engine", "--seat", "engine", "--quiet")
    query(source, "PRAGMA wal_checkpoint(TRUNCATE)")
    newer, damaged, foreign, text = (os.path.join(folder, n) for n in ("newer 100%?.db", "damaged.db", "foreign.db", "text.db"))
    shutil.copy(source, newer)
    with open(newer, "r+b") as file:
        file.seek(60)
        file.write((99).to_bytes(4, "big"))
    stores_refused(newer, "newer damero")
    shutil.copy(source, damaged)
    with open(damaged, "r+b") as file:
        file.seek(4096)
        file.write(random.Random(1).randbytes(8192))
    stores_refused(damaged, "damaged")
    other = sqlite3.connect(foreign)
    other.execute("CREATE TABLE t (a)")
    other.commit()
    other.close()
    stores_refused(foreign, "another program")
    with open(text, "w") as file:
        file.write("not a database at all\n" * 20)
    stores_refused(text, "not a Damero journal")
    empty = os.path.join(folder, "empty.db")
    open(empty, "w").close()
    stores_refused(empty, "is empty")


@case
def a_missing_journal_is_not_created():
    none = os.path.join(folder, "none.db")
    for words in (["matches"], ["replay", "1"], ["export", "1"], ["adjudicate", "1", "--abort"], ["match", "--resume", "1"]):
        done = subprocess.run([DAMERO, *words, "--store", none], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 2 and "no such file" in done.stderr and not os.path.exists(none), (words, done.stderr)


@case
def an_older_file_is_brought_up_to_date():
    old = os.path.join(folder, "old.db")
    file = sqlite3.connect(old)
    file.executescript("""
        CREATE TABLE match (id INTEGER PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, start TEXT NOT NULL,
            seats TEXT NOT NULL, settings TEXT NOT NULL, begun TEXT NOT NULL, over INTEGER NOT NULL DEFAULT 0,
            winner INTEGER NOT NULL DEFAULT 0, reason TEXT NOT NULL DEFAULT '', detail TEXT NOT NULL DEFAULT '',
            score TEXT NOT NULL DEFAULT '') STRICT;
        CREATE TABLE event (match INTEGER NOT NULL, number INTEGER NOT NULL, time INTEGER NOT NULL, kind TEXT NOT NULL,
            seat INTEGER NOT NULL, text TEXT NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (match, number))
            STRICT, WITHOUT ROWID;
        INSERT INTO match VALUES (1, 'dots', 'size=2x2', '', 'me' || char(10) || 'engine' || char(10), '0 0 0 0 0 1',
            '2026-01-01 00:00:00', 1, 1, 'resigned', '', '0,0');
        PRAGMA application_id = 1684894319; PRAGMA user_version = 1;""")
    file.close()
    assert "resigned" in run("matches", "--store", old)
    assert query(old, "PRAGMA user_version") == [(14,)]


def moves_in_journal(number):
    statement = "SELECT text FROM event WHERE match = ? AND kind = 'move' ORDER BY number"
    return [row[0] for row in query(os.environ["DAMERO_STORE"], statement, number)]


@case
def killed_matches_lose_nothing_and_resume():
    """kill -9 at random points: everything shown is in the journal, every match resumes and ends."""
    points, going_on = random.Random(7), 0
    times = 250 if LONG else 12
    for i in range(times):
        match = subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=4x4", "--seat", "engine:4ms", "--seat",
                                  "engine:4ms", "--json"], stdout=subprocess.PIPE, text=True)
        lines = [match.stdout.readline() for _ in range(points.randrange(1, 30))]
        time.sleep(points.uniform(0, 0.005))
        match.kill()
        shown = []
        for line in lines + match.communicate()[0].splitlines():
            try:
                shown.append(json.loads(line))
            except ValueError:
                pass  # cut off by the kill
        number = shown[0]["match"]
        moves = [e["move"] for e in shown if e["event"] == "move"]
        assert moves_in_journal(number)[: len(moves)] == moves, number
        if shown[-1]["event"] == "end":
            continue
        state = json.loads(run("matches", "--last", "1", "--json"))
        if state["state"] == "interrupted":
            resumed = [json.loads(line) for line in run("match", "--resume", str(number), "--json").splitlines()]
            assert resumed[-1]["event"] == "end" and sum(resumed[-1]["score"]) == 16, resumed[-1]
            going_on += 1
        run("match", "--resume", str(number), status=2)  # it is over now
    assert going_on > times / 2, going_on


@case
def a_match_resumes_under_its_original_terms():
    for words, part in ((["dots"], "omit dots"), (["--seat", "engine"], "--seat"), (["--clock", "1s"], "--clock"),
                        (["--rules", "size=2x2"], "--rules"), (["--games", "2"], "--games")):
        done = subprocess.run([DAMERO, "match", "--resume", "1", *words], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 2 and part in done.stderr, done.stderr


HALF_A_CHANGE = """
import os, signal, sqlite3, sys
file = sqlite3.connect(sys.argv[1], isolation_level=None)
file.execute("PRAGMA journal_mode = DELETE")
file.execute("PRAGMA cache_size = 1")
file.execute("BEGIN IMMEDIATE")
for number in range(2000):
    file.execute("INSERT INTO event (match, number, time, kind, seat, text, used) SELECT id, ?, 0, 'note', 0, ?, 0 FROM match LIMIT 1", (number + 1000000, "x" * 500))
os.kill(os.getpid(), signal.SIGKILL)
"""


@case
def a_kill_while_the_file_is_made_or_changed_leaves_one_that_opens():
    points = random.Random(5)
    for i in range(60 if LONG else 10):
        path = os.path.join(folder, f"fresh-{i}", "journal.db")
        first = subprocess.Popen([DAMERO, "match", "dots", "--store", path, "--seat", "engine:1ms", "--seat", "engine:1ms"],
                                 stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(points.uniform(0, 0.06))
        first.kill()
        first.wait()
        if os.path.exists(path):
            run("matches", "--store", path)
    run("match", "dots", "--rules", "size=1x1", "--store", path, "--seat", "engine:1ms", "--seat", "engine:1ms")
    subprocess.run([sys.executable, "-c", HALF_A_CHANGE, path])
    assert os.path.exists(path + "-journal"), "the change was not interrupted"
    assert "engine:1ms" in run("matches", "--store", path)
    assert query(path, "SELECT count(*) FROM event WHERE number >= 1000000") == [(0,)]


@case
def dice_of_killed_matches_are_proven_and_stay_hidden_meanwhile():
    """Commitments and keys survive a kill; until a match is over its export shows no hidden dice."""
    points = random.Random(11)
    for i in range(20 if LONG else 3):
        match = subprocess.Popen([DAMERO, "match", "perudo", "--rules", "players=3", *3 * ["--seat", "engine:20ms"],
                                  "--json"], stdout=subprocess.PIPE, text=True)
        first = match.stdout.readline()
        for _ in range(points.randrange(100)):
            match.stdout.readline()
        match.kill()
        match.communicate()
        number = str(json.loads(first)["match"])
        rows = query(os.environ["DAMERO_STORE"], "SELECT kind, text FROM event WHERE match = ? ORDER BY number", number)
        record = run("export", number)
        shown = any(kind == "end" for kind, _ in rows)
        told = {text.split()[0] for kind, text in rows if kind == "reveal"}
        for kind, text in rows:
            if kind == "commit" and text.split()[0] not in told and not shown:
                assert text.split()[2] not in record, "a key before its time"
        rolls = [text for kind, text in rows if kind == "move" and ":" in text and not text.startswith("starts")]
        if not shown and rolls:
            assert rolls[-1] not in record.split() or rolls[-1].replace(":", "=") in record.split(), record
        assert "committed" in run("verify", "-", stdin=record) or not rolls
        if not shown:
            run("match", "--resume", number, "--quiet")
        proof = json.loads(run("verify", "-", "--json", stdin=run("export", number)))
        assert proof["secrets"] == proof["proven"] > 0, proof
        told = query(os.environ["DAMERO_STORE"], "SELECT text FROM event WHERE match = ? AND kind = 'reveal'", number)
        assert len(set(told)) == len(told), "a key was published twice"


@case
def a_contest_match_that_was_killed_is_closed_as_aborted():
    with board("dots", think="30ms") as a:
        match = subprocess.Popen([DAMERO, "match", "dots", "--seat", f"serial:{place(a)}", "--seat",
                                  "engine:30ms", "--json"], stdout=subprocess.PIPE, text=True)
        number = json.loads(match.stdout.readline())["match"]
        for _ in range(6):
            match.stdout.readline()
        match.kill()
        match.communicate()
    run("match", "--resume", str(number), status=1)
    listed = run("matches", "--last", "1")
    assert "aborted" in listed and " * " in listed, listed


run_cases()
