#!/usr/bin/env python3
"""Series and tournaments of the journal: played, killed at any moment and resumed, shown, exported."""
import contextlib
import csv
import io
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from tap import WAIT, case, run_cases, skip

DAMERO, PLAYER = (os.path.abspath(word) for word in sys.argv[1:3])
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-tournament-")
os.chmod(folder, 0o755)  # programs of a referee that runs as root are other users


def journal(name):
    return os.path.join(folder, name + ".db")


def run(*words, status=0, store):
    done = subprocess.run([DAMERO, *words, "--store", store], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout if status == 0 else done.stderr


def query(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path)) as file:
        return file.execute(statement, values).fetchall()


def change(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path, timeout=WAIT)) as file, file:
        file.execute(statement, values)


def killed(words, store, seconds):
    """Runs the command and kills it after a while; whether it was still running."""
    process = subprocess.Popen([DAMERO, *words, "--store", store], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    time.sleep(seconds)
    running = process.poll() is None
    process.kill()
    process.wait()
    return running


def assert_each_game_once(store, series, games):
    counted = query(store, "SELECT number FROM match WHERE series = ? AND over = 1 AND reason <> 'aborted' ORDER BY number", series)
    assert counted == [(n,) for n in range(games)], counted
    assert not query(store, "SELECT 1 FROM match WHERE series = ? AND over = 0", series)


@case
def a_killed_series_resumes():
    """Whenever it is killed: every game counts once, from the same openings as without a kill."""
    store, chance = journal("killed"), random.Random(4)
    words = ["match", "dots", "--rules", "size=2x2", "--games", "60", "--opening", "3", "--seed", "5", "--concurrency", "2", "--json",
             "--seat", "engine:nodes=50", "--seat", "engine:nodes=10"]
    records = os.path.join(folder, "killed.txt")
    first = subprocess.Popen([DAMERO, *words, "--records", records, "--store", store], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
    assert first.stdout.readline()  # a game has begun
    time.sleep(0.2)
    first.kill()
    first.communicate()
    for _ in range(40 if LONG else 6):
        found = query(store, "SELECT max(id) FROM match")
        if query(store, "SELECT over FROM series") == [(1,)]:
            break
        killed(["match", "--resume", str(found[0][0]), "--json"], store, chance.uniform(0.05, 0.6))
    newest = query(store, "SELECT max(id) FROM match")[0][0]
    if query(store, "SELECT over FROM series") != [(1,)]:
        last = [json.loads(line) for line in run("match", "--resume", str(newest), "--json", store=store).splitlines()][-1]
        assert last["event"] == "series" and last["games"] == 60, last
    assert_each_game_once(store, 1, 60)
    with open(records) as file:
        assert re.findall(r'\[Round "(\d+)"\]', file.read()) == [str(n) for n in range(1, 61)]
    whole = journal("whole")
    run(*words, store=whole)
    starts = "SELECT number, start, seats FROM match WHERE reason <> 'aborted' ORDER BY number"
    assert query(store, starts) == query(whole, starts)
    assert "is over" in run("match", "--resume", str(newest), status=2, store=store)


@case
def an_interrupted_series_says_how_to_resume_it():
    store = journal("interrupted")
    process = subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=1x1", "--games", "100000", "--quiet", "--store", store,
                                "--seat", "engine:5ms", "--seat", "engine:5ms"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("Result: ")
    process.send_signal(signal.SIGINT)
    said = process.communicate(timeout=WAIT)[1]
    assert process.returncode == 1 and "--resume" in said and "resumes the series" in said, said


@case
def a_pairing_of_many_games_says_how_far_it_is():
    store = journal("progress")
    run("tournament", "new", "Long", "dots", "--rules", "size=5x5", "--games", "1000", "--player", "A=engine:20ms", "--player",
        "B=engine:20ms", store=store)
    process = subprocess.Popen([DAMERO, "tournament", "run", "Long", "--concurrency", "1", "--store", store], stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    said = process.stderr.readline()
    process.kill()
    process.communicate()
    found = re.fullmatch(r"1\.1  [AB] ([0-9]+) - [AB] ([0-9]+) after ([0-9]+) of 1000 games\n", said)
    assert found and int(found[1]) + int(found[2]) == int(found[3]) > 0, said


PLAYERS = ["--player", "A=engine:nodes=300", "--player", "B=engine:nodes=30", "--player", "C=engine:nodes=100",
           "--player", "D=engine:nodes=3"]


def show(name, store):
    return json.loads(run("tournament", "show", name, "--json", store=store))


def small_robin(store):
    """A round-robin that has been played; what `run` printed."""
    run("tournament", "new", "Small", "dots", "--rules", "size=2x2", "--games", "2", "--seed", "1", *PLAYERS, store=store)
    assert show("Small", store)["state"] == "new"
    return run("tournament", "run", "Small", store=store)


def assert_tallies_are_those_of_the_games(name, store):
    """Games, wins, draws and losses in the standings are those of the records."""
    tags = re.findall(r'^\[(Seat1|Seat2|Result) "(.*)"\]$', run("export", "--tournament", name, store=store), re.M)
    found = {player["name"]: [0, 0, 0] for player in show(name, store)["players"]}
    for (_, first), (_, second), (_, result) in zip(tags[0::3], tags[1::3], tags[2::3]):
        won = {"1-0": 0, "1/2-1/2": 1, "0-1": 2}[result]
        found[first][won] += 1
        found[second][2 - won] += 1
    assert found == {p["name"]: [p["wins"], p["draws"], p["losses"]] for p in show(name, store)["players"]}, found


@case
def a_round_robin_is_played_and_shown():
    store = journal("robin")
    out = small_robin(store)
    assert "Round 3 of 3" in out and "Small: dots, round-robin, over, round 3 of 3" in out, out
    event = show("Small", store)
    assert event["state"] == "over" and event["kind"] == "round-robin" and event["game"] == "dots", event
    assert len(event["pairings"]) == 6 and all(sum(p["result"]) == 2 for p in event["pairings"]), event["pairings"]
    assert sum(p["points"] for p in event["players"]) == 12 and all(p["games"] == 6 for p in event["players"]), event["players"]
    assert_tallies_are_those_of_the_games("Small", store)
    points = [p["points"] for p in event["players"]]
    assert points == sorted(points, reverse=True) and set(event["players"][0]["tiebreaks"]) == {
        "buchholz", "buchholz-cut1", "sonneborn", "direct", "wins"}, event["players"]
    met = {frozenset(p["players"]) for p in event["pairings"]}
    assert len(met) == 6, met
    assert all(p["match"] for p in event["pairings"])
    rated = [json.loads(line) for line in run("ratings", "dots", "--json", store=store).splitlines()]
    assert {r["name"] for r in rated} == set("ABCD"), rated
    assert "is over" in run("tournament", "run", "Small", status=2, store=store)
    assert "called Small already" in run("tournament", "new", "Small", "dots", *PLAYERS, status=2, store=store)


@case
def a_killed_tournament_resumes():
    """Every game counts once, and the file of --records has each once, in the order of the event."""
    store, chance, records = journal("kills"), random.Random(2), os.path.join(folder, "kills.txt")
    run("tournament", "new", "Kills", "dots", "--rules", "size=2x2", "--kind", "double", "--games", "2", "--concurrency", "2", *PLAYERS,
        "--records", records, store=store)
    for _ in range(8):
        if not killed(["tournament", "run", "Kills"], store, chance.uniform(0.05, 0.5)):
            break
    if show("Kills", store)["state"] != "over":
        run("tournament", "run", "Kills", store=store)
    event = show("Kills", store)
    assert event["state"] == "over" and len(event["pairings"]) == 12, event
    for series, in query(store, "SELECT series FROM pairing"):
        assert_each_game_once(store, series, 2)
    assert sum(p["points"] for p in event["players"]) == 24, event["players"]
    assert query(store, "SELECT count(*) FROM match WHERE series > 0 AND reason <> 'aborted'") == [(24,)]
    with open(records) as file:
        recorded = file.read()
    assert re.findall(r'\[Round "(.*)"\]', recorded) == [f"{r}.{b}.{g}" for r in range(1, 7) for b in (1, 2) for g in (1, 2)], recorded
    assert recorded == run("export", "--tournament", "Kills", store=store) + "\n"


@case
def two_hundred_kills_lose_nothing():
    """A tournament of 200 games, killed 200 times: every game counts exactly once."""
    if not LONG:
        skip("only with DAMERO_LONG=1")
    store, chance = journal("many_kills"), random.Random(7)
    run("tournament", "new", "Many", "dots", "--rules", "size=2x2", "--kind", "double", "--games", "10", "--concurrency", "2", "--opening", "2",
        *PLAYERS, "--player", "E=engine:nodes=20", store=store)
    kills, games = 0, 0
    while kills < 200:
        # Whatever is being done is killed: before the first game, in the middle of one, between two, while a result is written.
        games = query(store, "SELECT count(*) FROM match WHERE over = 1 AND reason <> 'aborted'")[0][0]
        # About one game is played for each kill, so that the tournament lasts for all of them.
        longest = 3 if games < kills - 10 else 0.3 if games < min(kills, 190) else 0.06
        if killed(["tournament", "run", "Many"], store, chance.uniform(0.02, longest)):
            kills += 1
        elif show("Many", store)["state"] == "over":
            break
    if show("Many", store)["state"] != "over":
        run("tournament", "run", "Many", store=store)
    print(f"# {kills} kills, {games} of 200 games were over before the last one")
    event = show("Many", store)
    assert event["state"] == "over" and len(event["pairings"]) == 20 and kills == 200, (kills, event["state"])
    for series, in query(store, "SELECT series FROM pairing"):
        assert_each_game_once(store, series, 10)
    assert query(store, "SELECT count(*) FROM match WHERE series > 0 AND reason <> 'aborted'") == [(200,)]
    assert sum(p["points"] for p in event["players"]) == 200, event["players"]


@case
def a_swiss_tournament_takes_late_entries_withdrawals_and_results():
    store = journal("swiss")
    run("tournament", "new", "Open", "dots", "--rules", "size=1x1", "--kind", "swiss", "--rounds", "3", *PLAYERS, "--player",
        "E=engine:nodes=2", store=store)
    run("tournament", "add", "Open", "--player", "F=program:./not-there", store=store)
    run("tournament", "withdraw", "Open", "D", store=store)
    run("tournament", "run", "Open", store=store)  # a missing program does not stop the others
    event = show("Open", store)
    assert event["state"] == "over" and len(event["players"]) == 6, event
    failed = [p for p in event["pairings"] if "F" in p["players"] and len(p["players"]) == 2]
    assert failed and all("no such command" in p["reason"] and p["result"][p["players"].index("F")] == 0 for p in failed), failed
    assert not any("D" in p["players"] for p in event["pairings"])
    byes = [p["players"][0] for p in event["pairings"] if len(p["players"]) == 1]
    assert len(byes) == 3 and len(set(byes)) == 3, byes
    assert "already takes part" in run("tournament", "add", "Open", "--player", "A=engine", status=2, store=store)
    assert "no player named X" in run("tournament", "withdraw", "Open", "X", status=2, store=store)


def held(store):
    """A tournament, and the process that plays it: its first pairing waits until the file at the path exists."""
    gate, waits = store + ".gate", store + ".sh"
    with open(waits, "w") as file:
        file.write(f"#!/bin/sh\nwhile [ ! -e {gate} ]; do sleep 0.05; done\nexec {PLAYER}\n")
    os.chmod(waits, 0o755)
    run("tournament", "new", "Open", "dots", "--rules", "size=1x1", "--kind", "swiss", "--rounds", "2", "--no-sandbox", "--handshake", "5m",
        "--concurrency", "1", "--player", f"A=program:{waits}", *(f"--player={name}=engine:nodes=9" for name in "BCD"), store=store)
    process = subprocess.Popen([DAMERO, "tournament", "run", "Open", "--store", store], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.STDOUT, text=True)
    assert process.stdout.readline() == "Round 1 of 2\n"
    return process, gate


@case
def the_organiser_changes_a_tournament_that_is_being_played():
    """Another process enters results, adds and withdraws players while the first pairing waits for its program."""
    store = journal("meanwhile")
    process, gate = held(store)
    first = [p["players"] for p in show("Open", store)["pairings"]]
    assert "A" in first[0], first
    run("tournament", "result", "Open", "1.1", "0.5-0.5", store=store)  # a game of one box cannot be drawn
    run("tournament", "result", "Open", "1.2", "0.5-0.5", store=store)
    run("tournament", "add", "Open", "--player", "Late=engine:nodes=9", store=store)
    run("tournament", "withdraw", "Open", first[1][0], store=store)
    assert "already takes part" in run("tournament", "add", "Open", "--player", "New=engine", "--player", "A=engine", status=2, store=store)
    with open(gate, "w"):
        pass
    rest = process.communicate(timeout=WAIT)[0]
    assert process.returncode == 0, rest
    pairings = show("Open", store)["pairings"]
    assert [(p["result"], p["reason"]) for p in pairings[:2]] == [([0.5, 0.5], "by the organiser")] * 2, pairings
    assert {name for p in pairings[2:] for name in p["players"]} == {"A", "B", "C", "D", "Late"} - {first[1][0]}, pairings
    for words in (["add", "Open", "--player", "New=engine"], ["withdraw", "Open", "A"]):
        assert "Open is over" in run("tournament", *words, status=2, store=store), words


@case
def a_swiss_tournament_ends_when_everybody_has_met():
    store = journal("met")
    run("tournament", "new", "Two", "dots", "--rules", "size=1x1", "--kind", "swiss", "--rounds", "9", "--player", "A=engine:nodes=9",
        "--player", "B=engine:nodes=9", store=store)
    run("tournament", "run", "Two", store=store)
    assert show("Two", store)["state"] == "over" and len(show("Two", store)["pairings"]) == 1


@case
def an_organiser_enters_results():
    store = journal("organiser")
    run("tournament", "new", "Hall", "dots", "--rules", "size=1x1", "--player", "A=program:./none", "--player", "B=program:./none",
        store=store)
    run("tournament", "run", "Hall", store=store)
    assert "1.1" in run("tournament", "pairings", "Hall", store=store)
    run("tournament", "result", "Hall", "1.1", "0.5-0.5", store=store)
    pairing = show("Hall", store)["pairings"][0]
    assert pairing["result"] == [0.5, 0.5] and pairing["reason"] == "by the organiser", pairing
    assert [(p["games"], p["draws"]) for p in show("Hall", store)["players"]] == [(1, 1), (1, 1)]
    assert "expected the points" in run("tournament", "result", "Hall", "1.1", "two", status=2, store=store)
    assert "no pairing 9.9" in run("tournament", "result", "Hall", "9.9", "1-0", status=2, store=store)


@case
def a_knockout_ends_with_a_winner():
    store = journal("knockout")
    run("tournament", "new", "Cup", "dots", "--rules", "size=2x2", "--kind", "knockout", "--games", "3", "--opening", "3", *PLAYERS,
        "--player", "E=engine:nodes=2", store=store)
    run("tournament", "run", "Cup", store=store)
    event = show("Cup", store)
    rounds = [p["round"] for p in event["pairings"]]
    assert rounds == [1, 1, 1, 1, 2, 2, 3], rounds
    assert sum(len(p["players"]) == 1 for p in event["pairings"]) == 3, event["pairings"]
    final = event["pairings"][-1]
    assert len(final["players"]) == 2 and len(final["result"]) == 2, final
    points = dict(zip(final["players"], final["result"]))
    ranked = [player["name"] for player in event["players"]]
    assert set(ranked[:2]) == set(points) and points[ranked[0]] >= points[ranked[1]], (ranked, final)


@case
def tables_of_perudo_seat_everyone():
    store = journal("tables")
    players = [word for name in "ABCDEFG" for word in ("--player", f"{name}=engine:binomial:5ms")]
    run("tournament", "new", "Night", "perudo", "--kind", "tables", "--rounds", "2", "--seats", "4", "--seed", "5", *players, store=store)
    run("tournament", "run", "Night", store=store)
    event = show("Night", store)
    assert [len(p["players"]) for p in event["pairings"]] == [3, 4, 3, 4], event["pairings"]
    assert all(p["games"] == 2 for p in event["players"]), event["players"]
    for pairing in event["pairings"]:
        assert pairing["result"] == by_elimination(pairing, store), pairing
    rated = {p["name"]: p["rating"] for p in map(json.loads, run("ratings", "perudo", "--json", store=store).splitlines())}
    assert rated == {p["name"]: p["rating"] for p in event["players"]}, (rated, event["players"])
    assert "is not a number from 3 to 8" in run("tournament", "new", "Two", "perudo", "--kind", "tables", "--rounds", "1", "--seats", "2", *players,
                                                status=2, store=store)


def by_elimination(pairing, store):
    """A point for each opponent who lost all dice earlier, from the moves of the only game."""
    last = {}
    events = [json.loads(line) for line in run("replay", str(pairing["match"]), "--json", store=store).splitlines()]
    for number, event in enumerate(events):
        for seat, dice in enumerate(event.get("score") or []):
            if dice > 0:
                last[seat] = number
    winner = events[-1]["winner"]
    last[winner] = len(events)
    return [sum(last[other] < last[seat] for other in last) for seat in range(len(pairing["players"]))]


class Hall:
    """A contest day: the referee with two lines, an organiser who plugs in software boards, and the boards."""

    def __init__(self, store, name, *words):
        self.boards = {}
        self.calls = []
        self.process = subprocess.Popen([DAMERO, "tournament", "run", name, "--json", "--store", store, *words], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, bufsize=1)

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def unplug(self):
        for board in self.boards.values():
            board.kill()
            board.wait()
        self.boards = {}

    def plug_in(self, team, *manners):
        self.boards[team["player"]] = subprocess.Popen(
            [DAMERO, "board", "dots", "--rules", "size=2x2", "--time", "5ms", "--quiet", "--link", "serial:" + team["name"], *manners],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)

    def events(self):
        """What the referee prints, until it ends."""
        for line in self.process.stdout:
            event = json.loads(line)
            if event.get("event") == "call":
                self.calls.append(event)
            yield event

    def close(self):
        self.unplug()
        self.process.kill()
        self.process.communicate()


def organise(hall, absent="", manners=(), stop_after=None):
    """Plugs in the boards that are called and says ready; a team that is absent is given a second chance, then it forfeits."""
    on = None
    for event in hall.events():
        if event.get("event") != "call":
            continue
        if len(hall.calls) == stop_after:
            return
        which = f"{event['round']}.{event['board']}"
        teams = {team["player"]: team for team in event["teams"]}
        if absent in teams and event["why"].startswith(absent + ": "):
            hall.type(f"forfeit {which} {absent}")
            continue
        if on != which or event["why"]:  # another pairing, or a board that has to be looked at
            hall.unplug()
            for team in teams.values():
                if team["player"] != absent:
                    hall.plug_in(team, *(manners[1:] if manners and manners[0] == team["player"] else ()))
        on = which
        hall.type(f"ready {which}" if event["game"] % 2 else "")
    hall.process.wait(WAIT)


@case
def boards_share_the_lines_of_a_contest_day():
    """Four teams, two lines: called to their lines, reset before each game, checked; killed and resumed; one team never comes, another
    one's board breaks off in the middle of a game."""
    store = journal("contest")
    teams = [word for name in "ABCD" for word in ("--player", f"{name}=board")]
    run("tournament", "new", "Day", "dots", "--rules", "size=2x2", "--games", "2", "--lines", "pty,pty", "--patience", "2s", "--handshake", "2s",
        *teams, store=store)
    hall = Hall(store, "Day")
    try:
        organise(hall, absent="D", stop_after=4)
    finally:
        hall.close()
    played = query(store, "SELECT count(*) FROM match WHERE reason = 'won' OR reason = 'drawn'")[0][0]
    hall = Hall(store, "Day")
    try:
        organise(hall, absent="D", manners=("C", "--misbehave", "hangup@2"))
        assert hall.process.returncode == 0, hall.calls
    finally:
        hall.close()
    event = show("Day", store)
    assert event["state"] == "over" and len(event["pairings"]) == 6, event
    for pairing in event["pairings"]:
        lost = [player for player in pairing["players"] if player == "D"]
        assert sum(pairing["result"]) == 2, pairing
        if lost:
            assert pairing["reason"] == "forfeited" and pairing["result"][pairing["players"].index("D")] == 0, pairing
        else:
            assert pairing["reason"] == "" and pairing["match"], pairing
            series = query(store, "SELECT series FROM match WHERE id = ?", pairing["match"])[0][0]
            assert_each_game_once(store, series, 2)
    reasons = [reason for reason, in query(store, "SELECT reason FROM match WHERE reason <> 'aborted'")]
    assert len(reasons) == 6 and "crashed" in reasons, reasons
    assert played <= 6 and any("does not answer" in call["why"] or "nobody connected" in call["why"] for call in hall.calls), hall.calls
    assert {team["line"] for call in hall.calls for team in call["teams"]} == {1, 2}, hall.calls


@case
def teams_change_lines_and_lines_are_checked():
    store = journal("swap")
    run("tournament", "new", "Two", "dots", "--rules", "size=1x1", "--player", "A=board", "--player", "B=board", store=store)
    for words, why in (([], "declare the lines"), (["--lines", "pty"], "2 boards play, but there is only 1 line"),
                       (["--lines", "program:x,pty"], "expected serial:DEVICE"), (["--lines", "tcp:x:1,tcp:x:1"], "declared twice")):
        done = subprocess.run([DAMERO, "tournament", "run", "Two", "--store", store, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, timeout=WAIT)
        assert done.returncode in (1, 2) and why in done.stderr, done
    hall = Hall(store, "Two", "--lines", "pty,pty")
    try:
        said = []
        for event in hall.events():
            if event.get("event") == "call":
                said.append([(team["player"], team["line"]) for team in event["teams"]])
                hall.type("swap" if len(said) == 1 else "forfeit Nobody" if len(said) == 3 else "swap 1.1")
            if len(said) == 3:
                break
        assert said[0] == said[2] and said[1] == [(player, 3 - line) for player, line in said[0]], said
        hall.type("forfeit B")
        hall.process.wait(WAIT)
    finally:
        hall.close()
    pairing = show("Two", store)["pairings"][0]
    assert pairing["reason"] == "forfeited" and pairing["result"][pairing["players"].index("A")] == 1, pairing


@case
def exports_are_read_by_other_programs():
    store = journal("exports")
    small_robin(store)
    run("tournament", "new", "Names", "dots", "--player", 'Smith, "J"=engine', "--player", "a|b=engine", store=store)
    rows = list(csv.DictReader(io.StringIO(run("tournament", "export", "Names", "--format", "csv", store=store))))
    assert [row["player"] for row in rows] == ['Smith, "J"', "a|b"] and rows[0]["games"] == "0" and rows[0]["rating"] == "", rows
    assert "| a\\|b |" in run("tournament", "export", "Names", "--format", "markdown", store=store)
    rows = list(csv.DictReader(io.StringIO(run("tournament", "export", "Small", "--format", "csv", store=store))))
    assert [row["rank"] for row in rows] == ["1", "2", "3", "4"] and {row["player"] for row in rows} == set("ABCD"), rows
    assert len(rows[0]) == 14 and all(int(row["wins"]) + int(row["losses"]) + int(row["draws"]) == 6 for row in rows), rows[0]
    markdown = run("tournament", "export", "Small", "--format", "markdown", store=store).splitlines()
    assert markdown[0].startswith("| rank | player | points |") and markdown[1].startswith("|---|") and len(markdown) == 6, markdown
    trf = [line for line in run("tournament", "export", "Small", "--format", "trf", store=store).splitlines() if line.startswith("001")]
    for line in trf:  # columns of FIDE's TRF16: points 81-84, rank 86-89, then ten for each round
        assert float(line[80:84]) >= 0 and int(line[85:89]) in (1, 2, 3, 4) and len(line) == 89 + 3 * 10, repr(line)
        assert all(line[91 + 10 * r + 5] in "wb" and line[91 + 10 * r + 7] in "10=" for r in range(3)), repr(line)
    assert json.loads(run("tournament", "export", "Small", store=store)) == show("Small", store)
    games = run("export", "--tournament", "Small", store=store)
    assert games.count('[Event "Small"]') == 12 and '[Round "3.2.2"]' in games and games.count("[Result ") == 12, games
    assert "json, csv, markdown or trf" in run("tournament", "export", "Small", "--format", "pdf", status=2, store=store)
    run("tournament", "new", "Año", "dots", "--player", "Zoë Ñandú=engine", "--player", "é" * 40 + "=engine", store=store)
    for line in run("tournament", "export", "Año", "--format", "trf", store=store).splitlines()[4:]:
        assert line[47] == " " and float(line[80:84]) == 0 and line[14:47].rstrip() in ("Zoë Ñandú", "é" * 33), repr(line)


@case
def a_list_says_what_show_says():
    store = journal("list")
    small_robin(store)
    run("tournament", "new", "Año", "dots", *PLAYERS, store=store)
    states = {name: show(name, store)["state"] for name in ("Small", "Año")}
    assert states == {"Small": "over", "Año": "new"}, states
    listed = [json.loads(line) for line in run("tournament", "list", "--json", store=store).splitlines()]
    assert {t["name"]: t["state"] for t in listed} == states and all(t["created"] for t in listed), listed
    lines = run("tournament", "list", store=store).splitlines()
    assert [line.split()[-1] for line in lines] == ["over", "new"] and len({len(line) - len(line.split()[-1]) for line in lines}) == 1, lines
    pairings = [json.loads(line) for line in run("tournament", "pairings", "Small", "--json", "--round", "2", store=store).splitlines()]
    assert [(p["round"], p["board"]) for p in pairings] == [(2, 1), (2, 2)], pairings
    for p in pairings:
        del p["board"]
    assert pairings == [p for p in show("Small", store)["pairings"] if p["round"] == 2], pairings


@case
def impossible_requests_are_refused():
    store = journal("refused")
    for words, why in ((["new", "X", "dots", "--kind", "league", *PLAYERS], "not a kind of tournament"),
                       (["new", "X", "dots", "--kind", "swiss", *PLAYERS], "--rounds"),
                       (["new", "X", "dots", "--rounds", "3", *PLAYERS], "is fixed"),
                       (["new", "X", "dots", "--player", "A=engine"], "at least two players"),
                       (["new", "X", "dots", *PLAYERS, "--player", "A=engine"], "two players are named A"),
                       (["new", "X", "dots", "--player", "A=me", "--player", "B=engine"], "people cannot play"),
                       (["new", "X", "dots", *PLAYERS, "--tiebreaks", "luck"], "--tiebreaks"),
                       (["new", "X", "dots", *PLAYERS, "--rules", "size=99x99"], "setting size"),
                       (["new", "X", "dots", *PLAYERS, "--kind", "tables", "--rounds", "2"], "dots has 2 seats by these rules, not 4"),
                       (["new", "X", "dots", *PLAYERS, "--openings", "/no/such/book"], "--openings"),
                       (["new", "X", "dots", *PLAYERS, "--rules", "size=1x1", "--opening", "90"], "--opening"),
                       (["new", "X", "dots", *PLAYERS, "--lines", "wire:1"], "--lines"),
                       (["new", "X", "dots", *PLAYERS, "--player", "F=board", "--opening", "2"], "F: boards of the contest protocol"),
                       (["run", "Nothing"], "no tournament called 'Nothing'"), (["dance", "X"], "'dance' is unknown")):
        assert why in run("tournament", *words, status=2, store=store), words
    assert run("tournament", "list", store=store) == ""


@case
def every_round_has_the_next_openings_of_the_book():
    store, book = journal("book"), os.path.join(folder, "book.txt")
    with open(book, "w") as file:
        file.write("1112\n1121\n2122\n")
    run("tournament", "new", "Book", "dots", "--rules", "size=1x1", "--openings", book, *PLAYERS, store=store)
    run("tournament", "run", "Book", store=store)
    games = run("export", "--tournament", "Book", store=store)
    rounds, starts = (re.findall(tag, games) for tag in (r'\[Round "(\d)\.', r'\[Position "(.*)"\]'))
    assert rounds == list("112233") and starts[0::2] == starts[1::2] and len(set(starts)) == 3, games


@case
def games_start_from_a_position_and_are_recorded():
    """A file that cannot be written ends the run and not the tournament; the next one, named in another folder, gets all games."""
    store, name, position = journal("position"), 'The "Open" \\ 1', "W:WK10:BK1"
    run("tournament", "new", name, "damas", "--position", position, "--max-moves", "4", "--games", "2", *PLAYERS, store=store)
    assert "cannot be written" in run("tournament", "run", name, "--records", "/dev/full", status=1, store=store)
    assert show(name, store)["state"] == "interrupted" and query(store, "SELECT count(*) FROM match WHERE over = 1") > [(0,)]
    elsewhere = os.path.join(folder, "elsewhere")
    os.mkdir(elsewhere)
    for records in ("one.txt", "two.txt"):  # the second time everything is there already
        change(store, "UPDATE tournament SET over = 0")
        done = subprocess.run([DAMERO, "tournament", "run", name, "--records", records, "--quiet", "--store", store], cwd=elsewhere,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 0 and len(done.stdout.splitlines()) == 6, done  # the standings alone
        with open(os.path.join(elsewhere, records)) as file:
            recorded = file.read()
        assert recorded == run("export", "--tournament", name, store=store) + "\n"
        assert re.findall(r'\[FEN "(.*)"\]', recorded) == [position] * 12, recorded
    change(store, "UPDATE tournament SET over = 0")
    run("tournament", "run", name, "--records", os.path.join(elsewhere, "two.txt"), store=store)
    with open(os.path.join(elsewhere, "two.txt")) as file:
        assert file.read() == recorded
    other = journal("positioned-other")  # another tournament of this name, in the same file
    run("tournament", "new", name, "dots", "--rules", "size=3x3", "--opening", "4", "--games", "2", "--player", "A=engine:nodes=9", "--player",
        "B=engine:nodes=9", store=other)
    for _ in range(2):
        change(other, "UPDATE tournament SET over = 0")
        run("tournament", "run", name, "--records", os.path.join(elsewhere, "two.txt"), store=other)
        with open(os.path.join(elsewhere, "two.txt")) as file:
            assert file.read() == recorded + run("export", "--tournament", name, store=other) + "\n"
        run("tournament", "run", name, "--records", os.path.join(elsewhere, "new.txt"), status=2, store=other)  # over: begins no file
        assert not os.path.exists(os.path.join(elsewhere, "new.txt"))
    for words, why in ((["perudo", "--kind", "tables", "--rounds", "1"], "--position: tables may differ"), (["damas"], "position"),
                       (["dots", "--player", "F=board"], "F: boards of the contest protocol")):
        assert why in run("tournament", "new", "X", *words, "--position", "nonsense", *PLAYERS, status=2, store=store), words


@case
def games_of_a_pairing_fill_the_concurrency():
    """With two players there is one pairing: both programs wait until their two games have begun."""
    store = journal("filled")
    begun, waits = store + ".begun", store + ".sh"
    with open(waits, "w") as file:
        file.write(f"#!/bin/sh\necho >>{begun}\nwhile [ $(wc -l <{begun}) -lt 2 ]; do sleep 0.05; done\nexec {PLAYER}\n")
    os.chmod(waits, 0o755)
    run("tournament", "new", "Two", "dots", "--rules", "size=1x1", "--games", "4", "--no-sandbox", "--handshake", "5m", "--player",
        f"A=program:{waits}", "--player", "B=engine:nodes=9", store=store)
    run("tournament", "run", "Two", "--concurrency", "2", store=store)
    assert_each_game_once(store, 1, 4)


@case
def a_tournament_has_the_options_of_a_series_and_refuses_what_it_does_not_use():
    def options(command):
        return set(re.findall(r"^  --([a-z-]+)", run(command, "--help", store=""), re.M))
    others = {"seat", "names", "best-of", "sprt", "pause-between", "resume", "no-journal"}
    assert options("match") - options("tournament") == others, options("match") - options("tournament")
    help_text = " ".join(run("tournament", "--help", store="").split())
    assert all(f"--{name}" in help_text for name in others - {"no-journal"}) and "always in the journal" in help_text, help_text
    store = journal("options")
    run("tournament", "new", "X", "dots", "--rules", "size=1x1", "--player", "A=pty", "--player", f"B=program:{PLAYER}", store=store)
    for words in (["run", "X", "--clock", "5m"], ["run", "X", "--position", "W"], ["run", "X", "--kind", "swiss"], ["run", "X", "--player", "C=engine"]):
        assert f"{words[2]} is chosen when a tournament is created" in run("tournament", *words, status=2, store=store), words
    for words in (["show", "X", "--format", "trf"], ["run", "X", "--round", "1"], ["withdraw", "X", "A", "--quiet"], ["new", "Y", "dots", "--round", "1"]):
        assert "has no such option" in run("tournament", *words, status=2, store=store), words
    assert "'rnu' is unknown" in run("tournament", "rnu", "X", "--quiet", status=2, store=store)
    trace = os.path.join(folder, "trace.txt")
    with open(trace, "w") as file:
        file.write("of an earlier run\n")
    for words, why in ((["--concurrency", "2"], "leave out --concurrency"), (["--workers"], "leave out --trace"), (["--lines", "x:y"], "x:y")):
        assert why in run("tournament", "run", "X", "--trace", trace, *words, status=2, store=store), words
    os.environ["DAMERO_TOURNAMENT_WORKERS"] = "yes"
    assert "leave out --trace" in run("tournament", "run", "X", "--trace", trace, status=2, store=store)
    del os.environ["DAMERO_TOURNAMENT_WORKERS"]
    with open(trace) as file:
        assert file.read() == "of an earlier run\n"
    process = subprocess.Popen([DAMERO, "tournament", "run", "X", "--trace", trace, "--no-sandbox", "--store", store], stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    place = next(line for line in process.stdout if line.startswith("A: waiting at "))[14:].strip()
    board = subprocess.Popen([DAMERO, "board", "dots", "--rules", "size=1x1", "--link", f"serial:{place}"], stdout=subprocess.DEVNULL)
    rest = process.communicate(timeout=WAIT)[0]
    board.kill()
    board.wait()
    assert process.returncode == 0 and "over, round 1 of 1" in rest, rest
    with open(trace) as file:
        lines = file.read().splitlines()
    assert {line.split()[1] for line in lines} == {"A,", "B,"}, lines[:4]


@case
def a_damaged_pairing_is_refused():
    store = journal("damaged")
    process, gate = held(store)
    change(store, "UPDATE pairing SET players = '0,9' WHERE board = 1")
    with open(gate, "w"):
        pass
    rest = process.communicate(timeout=WAIT)[0]
    assert process.returncode == 1 and "the tournament in the journal is damaged" in rest, (process.returncode, rest)
    for players in ("", "0,9", "-1,0"):
        change(store, "UPDATE pairing SET players = ? WHERE board = 1", players)
        assert "the tournament in the journal is damaged" in run("tournament", "run", "Open", status=2, store=store), players


@case
def ratings_have_anchors():
    store = journal("anchors")
    small_robin(store)
    lines = [json.loads(line) for line in run("ratings", "--json", "--anchor", "B=2000", store=store).splitlines()]
    found = {line["name"]: line["rating"] for line in lines}
    assert found["B"] in (2000.0, None), found
    assert "no player named 'Z'" in run("ratings", "--anchor", "Z=1", status=2, store=store)


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
