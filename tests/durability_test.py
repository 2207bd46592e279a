#!/usr/bin/env python3
"""The journal under kill -9, on full disks and with two servers on one folder: nothing that was shown is lost,
nothing is played twice. Some of each; as many as docs/referee.md says with DAMERO_LONG=1."""
import concurrent.futures
import contextlib
import json
import os
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from page_client import Server, end_servers
from tap import WAIT, case, run_cases, skip, until

DAMERO, PLAYER = (os.path.abspath(word) for word in sys.argv[1:3])
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-durability-")


def serve(data):
    return Server(DAMERO, folder=data)


def new_folder(name):
    path = os.path.join(folder, name)
    os.makedirs(path)
    return path


def query(path, statement, *values):
    with contextlib.closing(sqlite3.connect(path, timeout=WAIT)) as file:
        return file.execute(statement, values).fetchall()


def moves_of(path, match):
    return [text for text, in query(path, "SELECT text FROM event WHERE match = ? AND kind = 'move' ORDER BY number", match)]


def run(*words, status=0):
    done = subprocess.run([DAMERO, *words], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def check_whole(path, match):
    """Every event is there, in order, by one owner after the other, and the game can be read."""
    kinds = query(path, "SELECT number, kind FROM event WHERE match = ? ORDER BY number", match)
    assert [number for number, _ in kinds] == list(range(1, len(kinds) + 1)), kinds
    told = [kind for _, kind in kinds if kind in ("start", "resume", "move", "end")]
    assert not told or told[0] == "start", told
    assert "move" not in told or "start" not in told[told.index("move"):], "begun again in the middle"
    assert "end" not in told[:-1], told
    run("export", str(match), "--store", path)


@case
def a_backup_made_while_matches_are_played_is_whole():
    home = new_folder("backup")
    journal, copy = os.path.join(home, "journal.db"), os.path.join(home, "copy.db")
    words = [DAMERO, "match", "dots", "--rules", "size=2x2", "--seat", "engine:1ms", "--seat", "engine:1ms", "--games", "60",
             "--quiet", "--store", journal]
    seen = 0
    with subprocess.Popen(words, stdout=subprocess.DEVNULL) as series:
        until(lambda: os.path.exists(journal) and query(journal, "SELECT count(*) FROM sqlite_master WHERE name = 'event'")[0][0], "a journal")
        while series.poll() is None:
            run("store", "backup", copy, "--store", journal)
            for match, in query(copy, "SELECT id FROM match"):
                check_whole(copy, match)
            seen += 1
            assert query(copy, "PRAGMA integrity_check") == [("ok",)]
            assert os.stat(copy).st_mode & 0o077 == 0 and os.listdir(home).count("copy.db.part") == 0
        assert series.returncode == 0
    run("store", "backup", copy, "--store", journal)
    count = "SELECT count(*) FROM event"
    assert seen and query(copy, count) == query(journal, count)
    run("store", "backup", journal, "--store", journal, status=2)
    run("store", "backup", os.path.join(home, "no", "such"), "--store", journal, status=2)
    run("store", "restore", copy, "--store", journal, status=2)


# Full disks.


def limit(server, size):
    """Files of a server may grow up to this size."""
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


class LimitedFile:
    """Files may not grow: what RLIMIT_FSIZE does, which would end a program that does not expect it."""

    def __init__(self, name):
        self.path = self.journal = os.path.join(new_folder(name), "journal.db")
        self.command = []

    def look(self):
        pass

    def fill(self, process):
        size = os.path.getsize(self.path + "-wal")
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def make_room(self, process):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class SmallDisk:
    """A disk of 4 MB that only one process sees, and that is filled up."""

    def __init__(self, name):
        self.place, self.path = new_folder(name), os.path.join(new_folder(name + "-copy"), "journal.db")
        self.journal = os.path.join(self.place, "journal.db")
        self.command = ["unshare", "-rm", "sh", "-c", 'mount -t tmpfs -o size=4m none "$0" && exec "$@"', self.place]

    def fill(self, process):
        self.inside = f"/proc/{process.pid}/root{self.place}"
        self.ballast = os.path.join(self.inside, "ballast")
        with open(self.ballast, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(4096))

    def make_room(self, process):
        os.unlink(self.ballast)

    def look(self):
        """SQLite would not find its way there."""
        for name in ("journal.db", "journal.db-wal"):
            shutil.copy(os.path.join(self.inside, name), os.path.join(os.path.dirname(self.path), name))


def can_mount():
    words = ["unshare", "-rm", "sh", "-c", "mount -t tmpfs none /tmp"]
    return shutil.which("unshare") and subprocess.run(words, capture_output=True).returncode == 0


def told_to_program(trace):
    """How many moves the program in seat 1 has been sent at most."""
    sent = ""
    with open(trace) as file:
        for line in file:
            before, _, text = line.rstrip("\n").partition(" > ")
            if " < " not in before:
                sent += text
    positions = [part.split('"')[1].split() for part in sent.split("\\npos")[1:] if part.startswith(' moves="')]
    return max((len(position) for position in positions), default=0)


class Typed:
    """A match of Dots in which seat 2 types its moves here, so that we control its progress."""

    def __init__(self, journal, *words, command=()):
        self.process = subprocess.Popen(
            [*command, DAMERO, "match", "dots", "--rules", "size=4x4", "--json", "--no-sandbox", "--store", journal, *words,
             "--seat", f"program:{PLAYER}", "--seat", "me"],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.shown, self.turn, self.score = [], 0, [0, 0]
        self.free = {f"{x}{y}{x + dx}{y + dy}" for x in range(1, 6) for y in range(1, 6) for dx, dy in ((0, 1), (1, 0))
                     if x + dx < 6 and y + dy < 6}

    def hear(self):
        """The next event that is shown."""
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        event = json.loads(line)
        self.shown.append(event)
        if event["event"] == "move":
            self.free -= {event["move"], event["move"][2:] + event["move"][:2]}
            again = event["score"] != self.score  # a player who completes a box moves again
            self.turn, self.score = event["seat"] if again else 1 - event["seat"], event["score"]
        return event

    def type_move(self):
        self.process.stdin.write(min(self.free) + "\n")
        self.process.stdin.flush()

    def play(self, until_moves):
        """Goes on until that many moves are shown, and then until it is our turn; False: it is over."""
        while self.shown[-1:] == [] or self.shown[-1]["event"] != "end":
            moved = self.shown[-1:] == [] or self.shown[-1]["event"] == "move"
            if self.turn == 1 and moved and len(self.moves()) >= until_moves:
                return True
            if self.turn == 1 and moved and self.free:
                self.type_move()
            self.hear()
        return False

    def moves(self):
        return [e["move"] for e in self.shown if e["event"] == "move"]

    def wait_for_pause(self):
        while "paused until the journal can be written" not in (told := self.process.stderr.readline()):
            assert told, "the match did not pause"

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.communicate()


def play_on_a_full_disk(disk, moves, stay):
    """A match that runs out of disk space after some moves: nothing shown or sent is lost, and it continues with
    room."""
    trace = os.path.join(folder, "trace")
    with Typed(disk.journal, "--move-time", "5s" if stay else "60s", "--trace", trace, command=disk.command) as match:
        assert match.play(moves)
        disk.fill(match.process)
        match.type_move()
        match.wait_for_pause()
        time.sleep(stay)
        disk.look()
        assert moves_of(disk.path, 1) == match.moves(), "kept and shown are not the same"
        assert told_to_program(trace) <= len(match.moves()), "a program was sent a move that is not in the journal"
        disk.make_room(match.process)
        assert not match.play(100)
        assert "continues" in match.process.stderr.read()
        assert match.process.wait(WAIT) == 0
        end = match.shown[-1]
        assert len(match.moves()) == 40 and end["reason"] in ("won", "drawn"), end
        kinds = [e["event"] for e in match.shown]
        assert kinds.count("pause") == kinds.count("go on") == 1, kinds
        if not disk.command:  # the small disk has gone with its process
            assert moves_of(disk.path, 1) == match.moves()
            check_whole(disk.path, 1)


@case
def a_match_waits_for_room_and_shows_nothing_unsaved():
    chance = random.Random(3)
    for i in range(50 if LONG else 2):
        play_on_a_full_disk(LimitedFile(f"limited-{i}"), chance.randrange(0, 25), 6 if i == 0 else 0)


@case
def a_match_waits_for_room_on_a_disk_that_is_full():
    if not can_mount():
        skip("no mount of one's own can be made here")
    chance = random.Random(4)
    for i in range(50 if LONG else 2):
        play_on_a_full_disk(SmallDisk(f"small-{i}"), chance.randrange(0, 25), 0)


@case
def a_match_stopped_while_it_waits_resumes_later():
    disk = LimitedFile("stopped")
    with Typed(disk.path) as match:
        assert match.play(8)
        disk.fill(match.process)
        match.type_move()
        match.wait_for_pause()
        match.process.send_signal(signal.SIGINT)
        while match.hear()["event"] != "end":
            pass
        _, errors = match.process.communicate(timeout=WAIT)
        assert match.process.returncode == 1 and "'damero match --resume 1' resumes it" in errors, errors
        assert match.shown[-1]["reason"] == "aborted", match.shown[-1]
        assert moves_of(disk.path, 1) == match.moves()
    run("adjudicate", "1", "--winner", "2", "--store", disk.path)  # it was not over
    check_whole(disk.path, 1)


@case
def a_full_disk_ends_no_match_of_a_server():
    data = new_folder("full-server")
    path = os.path.join(data, "damero.db")
    server = serve(data)
    seats = [{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Ben"}]
    began, held = time.monotonic(), 0
    played, tokens = server.begin(game="dots", rules="size=2x2", seats=seats, clock={"game": 600000})
    other, _ = server.begin(game="dots", rules="size=2x2", seats=seats)
    sockets = [server.socket() for _ in tokens]
    for socket, token in zip(sockets, tokens):
        socket.ask(do="watch", match=played, token=token)
    assert sockets[0].ask(do="move", match=played, at=0, text="1112")["tell"] == "done"
    assert sockets[1].hear_until("move")["at"] == 1
    for at in range(1, 11 if LONG else 3):
        turn = server.get(f"/api/matches/{played}")["state"]["turn"]
        socket = sockets[turn]
        move = socket.ask(do="watch", match=played, token=tokens[turn])["match"]["state"]["moves"][0]["text"]
        limit(server, os.path.getsize(path + "-wal"))
        answer = socket.ask(do="move", match=played, at=at, text=move)
        assert answer["tell"] == "done", answer
        for one in sockets:
            while "trouble" not in (clocks := one.hear_until("clocks")["clocks"]):
                pass
            assert clocks["paused"] and clocks["running"] is None, clocks
        stopped = time.monotonic()
        assert len(moves_of(path, played)) == at
        assert server.get(f"/api/matches/{played}")["at"] == at, "shown and not kept"
        assert server.get(f"/api/matches/{other}")["verdict"] is None
        assert {m["id"] for m in server.get("/api/matches?running=1")["matches"]} >= {played, other}
        status, answer = server.http("POST", "/api/matches", {"game": "dots", "seats": seats})
        assert status >= 400 and answer["error"]["code"] == "cannot-begin", answer
        time.sleep(2 if at == 1 else 0)
        held += time.monotonic() - stopped
        limit(server, resource.RLIM_INFINITY)
        for one in sockets:
            news = one.hear_until("move")
            assert news["at"] == at + 1 and news["move"]["text"] == move, news
        now = server.get(f"/api/matches/{played}")["clocks"]
        charged, passed = 2 * 600000 - sum(now["left"]), 1000 * (time.monotonic() - began - held)
        assert "trouble" not in now and charged <= passed, (now, charged, passed)
    server.kill()
    server.start()
    assert server.get(f"/api/matches/{played}")["verdict"] is None
    check_whole(path, played)


# Kills and double starts.


def begin_engines(server, count):
    seats = [{"kind": "engine", "time": 40}, {"kind": "engine", "time": 40}]
    games = [("dots", "size=9x9"), ("damas", None), ("trax", None), ("perudo", None)]
    ids = []
    for i in range(count):
        game, rules = games[i % len(games)]
        setup = {"game": game, "seats": seats, **({"rules": rules} if rules else {})}
        # Each address may have 16 such matches at a time, and begin them only so fast.
        source = f"127.0.0.{2 + i // 8}"
        status, answer = until(lambda: (got := server.http("POST", "/api/matches", setup, source=source))[0] != 429 and got, "a match")
        assert status == 201, answer
        ids.append(answer["match"])
    return ids


def owners(path):
    return {match: (owner, claim, over) for match, owner, claim, over in
            query(path, "SELECT id, owner, claim, over FROM match")}


def start_all(some):
    with concurrent.futures.ThreadPoolExecutor(len(some)) as pool:
        list(pool.map(lambda server: server.start(), some))


def watch_some(server, ids):
    socket = server.socket()
    for match in ids:
        socket.ask(do="watch", match=match)
    return socket


def shown_by(socket):
    """The moves of each match that were reported until the server ended."""
    shown = {}
    with contextlib.suppress(OSError):
        while socket.hear() is not None:
            pass
    for message in map(json.loads, socket.heard):
        if message["tell"] == "match":
            shown[message["match"]["id"]] = [m["text"] for m in message["match"]["moves"]]
        elif message["tell"] == "move":
            shown[message["match"]][message["at"] - 1:] = [message["move"]["text"]]
    return shown


def check_shown(path, shown, when):
    for match, moves in shown.items():
        kept = moves_of(path, match)
        seen = [m for m in moves if "?" not in m]  # dice under a cup are shown to nobody
        assert len(moves) <= len(kept) and [k for k, m in zip(kept, moves) if "?" not in m] == seen, (when, match, moves, kept)


def kill_and_start(count, rounds, starters, name):
    data = new_folder(name)
    path = os.path.join(data, "damero.db")
    chance = random.Random(count)
    some = [serve(data)]
    ids = begin_engines(some[0], count)
    some += [serve(data) for _ in range(starters - 1)]
    for number in range(rounds):
        before = owners(path)
        watched = [watch_some(server, chance.sample(ids, min(6, count))) for server in some]
        time.sleep(chance.uniform(0, 0.4))
        for server in some:
            server.process.kill()
        for server in some:
            server.process.communicate()
        for socket in watched:
            check_shown(path, shown_by(socket), f"round {number}")
            socket.close()
        start_all(some)
        running = [match for match in ids if not owners(path)[match][2]]
        until(lambda: all(owners(path)[match][1] == before[match][1] + 1 or owners(path)[match][2] for match in running),
              lambda: f"all {len(running)} to be claimed once: {owners(path)}")
        if len(running) < count // 2:
            ids += begin_engines(some[0], count - len(running))
    for server in some:
        server.stop()
    for match in ids:
        check_whole(path, match)
    claims = owners(path)
    for match in ids:
        resumed = query(path, "SELECT count(*) FROM event WHERE match = ? AND kind IN ('start', 'resume')", match)[0][0] - 1
        assert resumed <= claims[match][1] - 1, (match, resumed, claims[match])


@case
def a_killed_server_loses_nothing_it_has_shown():
    kill_and_start(6, 250 if LONG else 4, 1, "kills")


@case
def two_servers_started_at_once_share_the_matches():
    kill_and_start(25, 100 if LONG else 3, 2, "double")


@case
def a_server_whose_match_was_taken_over_writes_no_more():
    """A server that was stopped, while another took its match over: which only happens if its lock is gone."""
    data = new_folder("stopped-server")
    path = os.path.join(data, "damero.db")
    server = serve(data)
    match, = begin_engines(server, 1)
    socket = server.socket()
    socket.ask(do="watch", match=match)
    until(lambda: len(moves_of(path, match)) > 2)
    server.process.send_signal(signal.SIGSTOP)
    until(lambda: open(f"/proc/{server.process.pid}/stat").read().split(") ")[1][0] == "T")
    os.unlink(path + "-owners")
    other = serve(data)  # takes over what seems to be left
    until(lambda: owners(path)[match][1] == 2)
    first = until(lambda: query(path, "SELECT max(number) FROM event WHERE match = ? AND kind = 'resume'", match)[0][0])
    server.process.send_signal(signal.SIGCONT)
    until(lambda: "seats" in socket.hear_until("clocks"))
    until(lambda: len(server.get(f"/api/matches/{match}")["moves"]) > first + 5 or owners(path)[match][2],
          "the match to be watched where it was played before")
    assert owners(path)[match][1] == 2
    server.process.terminate()
    assert "was taken over by another process" in server.process.communicate(timeout=WAIT)[1]
    other.stop()
    check_whole(path, match)
    assert query(path, "SELECT count(*) FROM event WHERE match = ? AND kind = 'resume'", match) == [(1,)]


def clear_up():
    end_servers()
    shutil.rmtree(folder, ignore_errors=True)


run_cases(clear_up)
