#!/usr/bin/env python3
"""A journal that somebody else has written: hostile_journal_test.py DAMERO.

Every number in it may be wrong. Commands that read it either say what is wrong or show what is there; they write to
no memory but their own, which the sanitizers check.
"""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

from command import DAMERO, run
from tap import WAIT, case, run_cases

folder = tempfile.mkdtemp(prefix="damero-hostile-")
good = os.path.join(folder, "good.db")
LARGEST, SMALLEST = (1 << 63) - 1, -(1 << 63)

# Matches 1 to 4 are a series of which the last was interrupted; then there is a tournament.
run("match", "dots", "--rules", "size=1x1", "--seat", "engine:1ms", "--seat", "engine:1ms", "--games", "4", "--store", good)
players = [word for name in "abc" for word in ("--player", f"{name}=engine:1ms")]
run("tournament", "new", "cup", "dots", "--rules", "size=1x1", "--kind", "swiss", "--rounds", "3", *players, "--store", good)
run("tournament", "run", "cup", "--store", good)
with sqlite3.connect(good) as journal:
    journal.execute("UPDATE match SET over = 0, winner = 0, reason = '' WHERE id = 4")
    journal.execute("DELETE FROM event WHERE match = 4 AND kind = 'end'")
    journal.execute("UPDATE series SET over = 0 WHERE id = 1")
journal.close()


def read(change, *words, status=None):
    """What a command says about a journal with this change, a statement of SQL."""
    store = os.path.join(folder, "hostile.db")
    shutil.copy(good, store)
    with sqlite3.connect(store) as changed:
        assert changed.execute(change).rowcount > 0, change
    changed.close()
    done = subprocess.run([DAMERO, *words, "--store", store], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode in ((0, 2) if status is None else (status,)), f"{change}: {words}: {done.returncode} {done.stderr}"
    assert "runtime error" not in done.stderr, done.stderr
    return done.stdout + done.stderr


@case
def the_journal_is_read_as_it_was_written():
    for words, shown in ((["replay", "1"], "Result:"), (["tournament", "show", "cup"], "a"), (["match", "--resume", "4"], "drawn")):
        assert shown in read("UPDATE match SET winner = winner", *words, status=0)


@case
def events_have_seats_of_the_game():
    for kind, seats in (("ready", (-100000, -1, 0, 3, 9)), ("offer", (-7, 0, 3)), ("move", (-1, 3, -(1 << 31), LARGEST - 1)), ("note", (-1, 3))):
        for seat in seats:
            said = read(f"UPDATE event SET kind = '{kind}', seat = {seat} WHERE match = 1 AND number = 2", "replay", "1", status=2)
            assert "event 2" in said and "seat" in said, said


@case
def times_of_events_are_possible():
    for column in ("time", "used"):
        for value in (LARGEST, SMALLEST, LARGEST // 1000):
            for words in (["replay", "1"], ["export", "1"]):
                said = read(f"UPDATE event SET {column} = {value} WHERE match = 1 AND number = 2", *words, status=2)
                assert "event 2" in said and "time" in said, said


@case
def clocks_of_a_resumed_match_are_possible():
    said = read(f"UPDATE match SET series = 0, settings = '{' '.join([str(LARGEST)] * 5 + ['1'])}' WHERE id = 4", "match", "--resume", "4", status=2)
    assert "settings cannot be read" in said, said


@case
def a_winner_is_somebody_who_plays():
    for winner in (-(1 << 31), -1, 3, 8, 9, 100000000, LARGEST):
        for words in (["replay", "1"], ["matches"], ["matches", "--json"], ["export", "1"], ["match", "--resume", "4"], ["tournament", "show", "cup"]):
            read(f"UPDATE match SET winner = {winner} WHERE id = 1", *words, status=0)
        assert "a draw" in read(f"UPDATE match SET winner = {winner}, reason = 'won' WHERE id = 1", "replay", "1", status=0)


@case
def a_series_has_no_game_that_it_cannot_have():
    for number in (-1, SMALLEST, LARGEST, 1 << 60, (1 << 62) - 1, 1 << 40):
        said = read(f"UPDATE match SET number = {number} WHERE id = 2", "match", "--resume", "4", status=2)
        assert "the series in the journal is damaged" in said, said


@case
def pairings_have_possible_rounds_and_points():
    for change in ("round = -1", "round = 2147483647", "round = 4294967296 * 4 - 1", "points = '2147483647,2147483647'", "points = '-1,3'",
                   "players = '0,3'", "players = '-1,0'", "players = ''"):
        for action in ("show", "pairings", "run", "export"):
            said = read(f"UPDATE pairing SET {change} WHERE round = 2 AND board = 0", "tournament", action, "cup", status=2)
            assert "the tournament in the journal is damaged" in said, said


run_cases(lambda: shutil.rmtree(folder))
