#!/usr/bin/env python3
"""Workers: games of series and tournaments, played by any number of processes that share a journal.

Every case runs on a file and on a real PostgreSQL server, private to this test. DAMERO_LONG=1 kills as many processes
as docs/scale.md says."""
import contextlib
import fcntl
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

from command import DAMERO, refused, run
from tap import WAIT, Skipped, case, run_cases, until

PLAYER = os.path.abspath(sys.argv[2])
SERVED = "postgresql" in sys.argv[3:]
LONG = os.environ.get("DAMERO_LONG") == "1"
LEASE = 2  # seconds
folder = tempfile.mkdtemp(prefix="damero-worker-", dir="/tmp")
os.chmod(folder, 0o755)
os.environ.update(XDG_DATA_HOME=folder, DAMERO_LEASE=str(LEASE))
os.environ.pop("DAMERO_STORE", None)
started = []

if SERVED:
    from postgresql import Server
    server = Server("-c", "fsync=off")


class File:
    """A journal in a file."""
    kind = "file"

    def __init__(self, name):
        self.url = os.path.join(folder, f"{name}.db")
        run("worker", "--drain", "--store", self.url)

    def query(self, statement):
        with contextlib.closing(sqlite3.connect(self.url, timeout=WAIT)) as file:
            rows = file.execute(statement).fetchall()
            file.commit()
        return rows


class Served:
    """A journal on the server."""
    kind = "server"

    def __init__(self, name):
        self.name = name
        server.query(f"CREATE DATABASE {name}")
        self.url = server.url(name)
        run("worker", "--drain", "--store", self.url)

    def query(self, statement):
        """Numbers as numbers; asked again if the server is just being killed."""
        end = time.monotonic() + WAIT
        while True:
            try:
                rows = server.query(statement, self.name)
                return [tuple(int(word) if word.lstrip("-").isdigit() else word for word in row) for row in rows]
            except RuntimeError:
                assert time.monotonic() < end
                time.sleep(0.05)


def both(function):
    """A case for each kind of journal."""
    for store in [File, Served]:
        def on_one(store=store):
            if store is Served and not SERVED:
                raise Skipped("built without PostgreSQL")
            try:
                function(store(function.__name__[:50]))
            finally:
                end_all()
        on_one.__name__ = f"{function.__name__}_({store.kind})"
        case(on_one)
    return function


def start(*words, cwd=None):
    """A process whose words go to a file."""
    log = os.path.join(folder, f"log-{len(os.listdir(folder))}-{len(started)}-{time.monotonic_ns()}")
    with open(log, "wb") as file:
        process = subprocess.Popen([DAMERO, *words], stdin=subprocess.DEVNULL, stdout=file, stderr=subprocess.STDOUT, cwd=cwd)
    process.log = log
    started.append(process)
    return process


def said(process):
    with open(process.log, encoding="utf-8") as file:
        return file.read()


def kill(process):
    process.kill()
    process.wait()


def worker(store, *words):
    return start("worker", "--store", store.url, *words)


def end_all():
    for process in started:
        if process.poll() is None:
            process.send_signal(signal.SIGCONT)
            kill(process)
    started.clear()


def finished(process, status=0):
    process.wait(WAIT)
    assert process.returncode == status, said(process)
    return said(process)


def small(store, games, *words):
    """A series of short games, for workers."""
    return start("match", "dots", "--rules", "size=2x2", "--seat", "engine:1ms", "--seat", "engine:2ms", "--quiet", "--workers",
                 "--games", str(games), "--store", store.url, *words)


def slow(store, games, *words):
    """A series whose games take seconds."""
    return start("match", "dots", "--rules", "size=4x4", "--seat", "engine:150ms", "--seat", "engine:150ms", "--quiet",
                 "--workers", "--games", str(games), "--store", store.url, *words)


def counted(store):
    return [number for number, in store.query("SELECT number FROM match WHERE over = 1 AND reason <> 'aborted' ORDER BY number")]


def check_whole(store, games):
    """Every game counts once, nothing is open, no event is missing."""
    assert counted(store) == list(range(games))
    assert store.query("SELECT id FROM match WHERE over = 0") == []
    assert store.query("SELECT match FROM event GROUP BY match HAVING count(*) <> max(number)") == []
    assert store.query("SELECT match FROM event WHERE kind = 'end' GROUP BY match HAVING count(*) > 1") == []


@both
def two_workers_share_a_series_and_the_command_reports_it(store):
    series = small(store, 20)
    workers = [worker(store), worker(store, "--concurrency", "2")]
    told = finished(series)
    assert "engine:1ms" in told and told.count("Result: ") == 20, told
    check_whole(store, 20)
    until(lambda: store.query("SELECT number FROM job WHERE state <> 2") == [], "the end of the last job")
    for process in workers:
        process.terminate()
        assert "done" in finished(process)
    assert store.query("SELECT name FROM worker") == []  # they have said goodbye
    assert store.query("SELECT over FROM work") == [(1,)]


@both
def the_same_seed_gives_the_same_games_as_one_process(store):
    words = ["match", "dots", "--rules", "size=3x3", "--seat", "engine:nodes=200", "--seat", "engine:nodes=300", "--quiet",
             "--games", "6", "--opening", "4", "--seed", "7"]
    alone = File(f"alone_{store.kind}")
    run(*words, "--store", alone.url, "--concurrency", "1")
    # The command takes part itself.
    run(*words, "--store", store.url, "--workers", "--concurrency", "2")
    games = ("SELECT match.number, start, winner, score, event.number, event.text FROM match JOIN event ON match = match.id"
             " WHERE kind = 'move' ORDER BY match.number, event.number")
    assert [tuple(map(str, row)) for row in store.query(games)] == [tuple(map(str, row)) for row in alone.query(games)]
    check_whole(store, 6)


@both
def a_killed_worker_loses_its_game_to_another(store):
    series, first = slow(store, 2), worker(store)
    until(lambda: store.query("SELECT count(*) FROM event WHERE kind = 'move'") > [(2,)])
    kill(first)
    (lost,), = store.query("SELECT id FROM match WHERE over = 0")
    worker(store, "--concurrency", "2")
    finished(series)
    check_whole(store, 2)
    assert store.query(f"SELECT reason FROM match WHERE id = {lost}") == [("aborted",)]
    assert store.query("SELECT max(fence) FROM job") == [(2,)]


@both
def a_worker_stopped_beyond_its_lease_can_write_no_more(store):
    series, first = slow(store, 1), worker(store)
    until(lambda: store.query("SELECT count(*) FROM event WHERE kind = 'move'") > [(2,)])
    first.send_signal(signal.SIGSTOP)
    second = worker(store)
    until(lambda: store.query("SELECT over FROM match WHERE id = 1") == [(1,)], "the loss of the game")
    events = store.query("SELECT number, kind, text FROM event WHERE match = 1 ORDER BY number")
    until(lambda: store.query("SELECT count(*) FROM event WHERE match = 2 AND kind = 'move'") > [(0,)])
    first.send_signal(signal.SIGCONT)
    until(lambda: "another worker" in said(first), "the loss in the words of the stopped worker")
    finished(series)
    assert store.query("SELECT number, kind, text FROM event WHERE match = 1 ORDER BY number") == events
    check_whole(store, 1)
    for process in (first, second):  # both are fit for more
        process.terminate()
        finished(process)


@both
def a_worker_that_is_asked_to_end_gives_its_game_back(store):
    series, first = slow(store, 2), worker(store, "--concurrency", "2")
    until(lambda: store.query("SELECT count(*) FROM match") == [(2,)])
    first.terminate()
    finished(first)
    # At once, without waiting for a lease.
    assert store.query("SELECT state, worker FROM job ORDER BY number") == [(0, ""), (0, "")]
    assert store.query("SELECT reason FROM match") == [("aborted",)] * 2
    worker(store, "--concurrency", "2")
    finished(series)
    check_whole(store, 2)


@both
def tags_programs_and_files_decide_who_plays(store):
    players = os.path.join(folder, f"players-{store.kind}")
    os.makedirs(players)
    for name in ("one", "two"):
        shutil.copy(PLAYER, os.path.join(players, name))
    words = ["match", "dots", "--rules", "size=2x2", "--games", "2", "--quiet", "--workers", "--store", store.url,
             "--seat", "program:./one", "--seat", "program:./two", "--same-programs", "--needs", "place=here"]
    series = start(*words, cwd=players)
    until(lambda: store.query("SELECT count(*) FROM job") == [(2,)])
    # Neither without the tag, nor with another program of that name, nor without the program.
    assert "0 jobs done" in run("worker", "--drain", "--store", store.url, "--tag", "place=there")
    with open(os.path.join(players, "two"), "ab") as file:
        file.write(b"\n")
    other = subprocess.run([DAMERO, "worker", "--drain", "--store", store.url, "--tag", "place=here"], capture_output=True,
                           text=True, timeout=WAIT, check=True)
    assert "./two has another content" in other.stderr, other.stderr
    os.rename(os.path.join(players, "two"), os.path.join(players, "three"))
    missing = subprocess.run([DAMERO, "worker", "--drain", "--store", store.url, "--tag", "place=here"], capture_output=True,
                             text=True, timeout=WAIT, check=True)
    assert "./two" in missing.stderr, missing.stderr
    assert store.query("SELECT count(*) FROM match") == [(0,)]
    listed = [json.loads(line) for line in run("worker", "--list", "--json", "--store", store.url).splitlines()]
    assert "./two" in next(line for line in listed if "kind" in line)["trouble"], listed
    shutil.copy(PLAYER, os.path.join(players, "two"))
    assert "2 jobs done" in run("worker", "--drain", "--store", store.url, "--tag", "place=here", "--tag", "more=yes")
    finished(series)
    check_whole(store, 2)


@both
def a_program_that_asks_for_no_sandbox_gets_it_only_by_the_workers_leave(store):
    series = start("match", "dots", "--rules", "size=1x1", "--games", "2", "--quiet", "--workers", "--store", store.url,
                   "--seat", f"program:{PLAYER}", "--seat", "engine:1ms", "--no-sandbox")
    until(lambda: store.query("SELECT count(*) FROM job") == [(2,)])
    done = subprocess.run([DAMERO, "worker", "--drain", "--store", store.url], capture_output=True, text=True, timeout=WAIT,
                          check=True)
    assert "--no-sandbox" in done.stderr and store.query("SELECT count(*) FROM match") == [(0,)], done.stderr
    run("worker", "--drain", "--store", store.url, "--no-sandbox")
    finished(series)


@both
def workers_go_on_without_the_command_which_reports_the_rest_later(store):
    records = os.path.join(folder, f"records-{store.kind}")
    series, process = small(store, 12, "--records", records), worker(store)
    until(lambda: len(counted(store)) >= 2)
    kill(series)
    until(lambda: len(counted(store)) == 12)
    first, said = store.query("SELECT min(id) FROM match")[0][0], []

    def resumed():
        done = subprocess.run([DAMERO, "match", "--resume", str(first), "--store", store.url], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        said.append(done.stderr)
        return done.returncode == 0

    until(resumed, lambda: f"a resumed series: {said[-1]}")
    check_whole(store, 12)
    process.terminate()
    finished(process)
    with open(records, encoding="utf-8") as file:
        assert file.read().count("[Round ") >= 12


@both
def a_sequential_test_ends_the_work_of_all(store):
    # The first player moves at random: the test is decided long before all games are played.
    series = start("match", "dots", "--rules", "size=2x2", "--seat", "engine:1", "--seat", "engine:1ms", "--quiet",
                   "--workers", "--games", "100000", "--sprt", "elo0=0,elo1=50", "--store", store.url)
    worker(store, "--concurrency", "2", "--quiet")
    assert "SPRT [0, 50]: H" in finished(series)
    assert store.query("SELECT over FROM work") == [(1,)]
    until(lambda: store.query("SELECT count(*) FROM match WHERE over = 0") == [(0,)], "the end of the last games")
    assert len(counted(store)) < 100000


@both
def the_list_says_who_works_on_what(store):
    slow(store, 2)
    process = worker(store, "--concurrency", "2", "--tag", "machine=big")
    until(lambda: store.query("SELECT count(*) FROM job WHERE state = 1") == [(2,)])
    listed = [json.loads(line) for line in run("worker", "--list", "--json", "--store", store.url).splitlines()]
    who, what = next(line for line in listed if "worker" in line), next(line for line in listed if "kind" in line)
    assert who["alive"] and who["tags"] == "machine=big" and who["concurrency"] == 2 and who["seen"] <= WAIT, who
    assert who["jobs"] == [{"work": 1, "job": 1}, {"work": 1, "job": 2}] and str(process.pid) in who["worker"], who
    assert what["jobs"] == 2 and what["held"] == 2 and what["done"] == 0, what
    shown = run("worker", "--list", "--store", store.url)
    assert "machine=big" in shown and "1.1 1.2" in shown and "0 of 2 jobs done, 2 being done" in shown, shown
    run("worker", "--cancel", "1", "--store", store.url)
    until(lambda: store.query("SELECT count(*) FROM match WHERE over = 0") == [(0,)], "the end of cancelled games")
    kill(process)
    until(lambda: "lost, " in run("worker", "--list", "--store", store.url), "the loss of the worker in the list")


def kill_one(store, processes, games):
    """Kills a random worker, or something of the server, and sees to it that others go on."""
    choice = random.random()
    if store.kind == "server" and choice < 0.15:
        server.halt(signal.SIGQUIT)  # as by a crash: without saying goodbye to anybody
        server.start()
        return "postmaster"
    if store.kind == "server" and choice < 0.3:
        rows = server.query(f"SELECT pid FROM pg_stat_activity WHERE datname = '{store.name}' AND pid <> pg_backend_pid()")
        if rows:
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(random.choice(rows)[0]), signal.SIGKILL)  # which makes the server restart all others
        return "backend"
    at = random.randrange(len(processes))
    kill(processes[at])
    processes[at] = worker(store, "--quiet", *games)
    return "worker"


def survive(store, kills, command, *words):
    """Kills `kills` workers or connections while games are played; returns what the command has printed."""
    random.seed(kills)
    processes, killed = [worker(store, "--quiet", *words) for _ in range(3)], []
    over = "SELECT count(*) FROM match WHERE over = 1 AND reason <> 'aborted'"
    while command.poll() is None:
        if len(killed) < kills:
            before = store.query(over)
            until(lambda: command.poll() is not None or store.query(over) > before or len(killed) % 3, "progress")
            killed.append(kill_one(store, processes, words))
        time.sleep(0.02)
    told = finished(command)
    assert len(killed) == kills, f"only {killed} before it was over"
    for process in processes:
        process.terminate()
        finished(process)
    return told


@both
def a_series_survives_random_kills(store):
    games, kills = (400, 200) if LONG else (40, 8)
    told = survive(store, kills, start("match", "dots", "--rules", "size=3x3", "--seat", "engine:20ms", "--seat", "engine:30ms",
                                       "--quiet", "--workers", "--games", str(games), "--store", store.url))
    assert told.count("Result: ") == games, told
    check_whole(store, games)


def new_cup(store, players, *words):
    seats = [word for number in range(players) for word in ("--player", f"P{number}=engine:{10 + number}ms")]
    run("tournament", "new", "cup", "dots", "--store", store.url, *words, *seats)


def check_cup(store, games):
    """Every game of every pairing counts once, and every pairing has its result."""
    rows = store.query("SELECT series, number FROM match WHERE over = 1 AND reason <> 'aborted'")
    assert len(rows) == len(set(rows)) == games, rows
    assert store.query("SELECT id FROM match WHERE over = 0") == []
    assert store.query("SELECT match FROM event GROUP BY match HAVING count(*) <> max(number)") == []
    assert store.query("SELECT round, board FROM pairing WHERE over = 0") == []
    assert "over" in run("tournament", "list", "--store", store.url)


@both
def a_tournament_is_played_by_workers(store):
    new_cup(store, 4, "--rules", "size=2x2", "--kind", "swiss", "--rounds", "2", "--games", "2")
    process = worker(store, "--concurrency", "2")
    told = run("tournament", "run", "cup", "--workers", "--store", store.url)
    assert "Round 2 of 2" in told and "over, round 2 of 2" in told, told
    check_cup(store, 8)
    process.terminate()
    assert "8 jobs done" in finished(process)


@both
def the_records_of_a_tournament_are_complete_after_a_kill(store):
    records = os.path.join(folder, f"cup-{store.kind}")
    new_cup(store, 3, "--rules", "size=2x2", "--games", "4", "--records", records)
    command, process = start("tournament", "run", "cup", "--workers", "--store", store.url), worker(store, "--concurrency", "2")
    until(lambda: len(counted(store)) >= 3)
    kill(command)

    def is_over():  # perhaps before the kill
        done = subprocess.run([DAMERO, "tournament", "run", "cup", "--workers", "--quiet", "--store", store.url], capture_output=True,
                              stdin=subprocess.DEVNULL, text=True, timeout=WAIT, check=False)
        return done.returncode == 0 or "cup is over" in done.stderr
    until(is_over)
    check_cup(store, 12)
    kill(process)
    with open(records, encoding="utf-8") as file:
        assert file.read() == run("export", "--tournament", "cup", "--store", store.url) + "\n"


@both
def an_organisers_result_needs_no_worker(store):
    """Nobody plays: the command waits, until the result of a pairing is entered or the pairing is removed from the journal."""
    new_cup(store, 3, "--rules", "size=2x2")
    command = start("tournament", "run", "cup", "--workers", "--store", store.url)
    until(lambda: store.query("SELECT count(*) FROM job") == [(1,)])
    run("tournament", "result", "cup", "1.1" if store.query("SELECT board FROM pairing WHERE series > 0") == [(0,)] else "1.2", "1-0",
        "--store", store.url)
    until(lambda: store.query("SELECT count(*) FROM job") == [(2,)], "the second round")
    store.query("DELETE FROM pairing WHERE series > 0 AND round = 1 RETURNING round")
    assert "there is no pairing 2." in finished(command, 1)


@both
def a_pairing_that_is_gone_when_its_series_begins_ends_the_run(store):
    new_cup(store, 2, "--rules", "size=2x2")
    if store.kind == "file":
        store.query("CREATE TRIGGER gone AFTER INSERT ON series BEGIN DELETE FROM pairing; END")
    else:
        store.query("CREATE FUNCTION gone() RETURNS trigger AS 'BEGIN DELETE FROM pairing; RETURN new; END' LANGUAGE plpgsql")
        store.query("CREATE TRIGGER gone AFTER INSERT ON series FOR EACH ROW EXECUTE FUNCTION gone()")
    assert "there is no pairing 1.1" in finished(start("tournament", "run", "cup", "--workers", "--store", store.url), 1)


@both
def a_knockout_ends_when_it_is_decided(store):
    # The weakest level against the others: after two wins of one player there is no third game.
    run("tournament", "new", "cup", "dots", "--store", store.url, "--rules", "size=2x2", "--kind", "knockout", "--games", "3",
        "--player", "A=engine:5ms", "--player", "B=engine:beginner", "--player", "C=engine:5ms")
    run("tournament", "run", "cup", "--workers", "--concurrency", "2", "--store", store.url)
    for series, in store.query("SELECT series FROM pairing WHERE series > 0"):
        winners = store.query(f"SELECT CASE winner WHEN 0 THEN -1 ELSE (winner - 1 + number) % 2 END FROM match WHERE series = {series}"
                              " AND over = 1 AND reason <> 'aborted' ORDER BY number")
        assert winners[:2] not in ([(0,), (0,)], [(1,), (1,)]) or len(winners) == 2, winners
        assert len(winners) > 1, winners
    check_cup(store, len(store.query("SELECT id FROM match WHERE over = 1 AND reason <> 'aborted'")))


@both
def a_tournament_survives_random_kills(store):
    players, games, kills = (10, 4, 200) if LONG else (4, 4, 5)
    new_cup(store, players, "--rules", "size=3x3", "--games", str(games))
    survive(store, kills, start("tournament", "run", "cup", "--workers", "--store", store.url))
    check_cup(store, players * (players - 1) // 2 * games)


@both
def a_tournament_that_workers_play_is_not_played_by_one_process_too(store):
    new_cup(store, 2, "--rules", "size=4x4")
    command = start("tournament", "run", "cup", "--workers", "--store", store.url)
    until(lambda: store.query("SELECT count(*) FROM job") == [(1,)])
    kill(command)
    until(lambda: store.kind == "file" or "interrupted" in run("tournament", "list", "--store", store.url))
    done = subprocess.run([DAMERO, "tournament", "run", "cup", "--store", store.url], capture_output=True, text=True,
                          timeout=WAIT, stdin=subprocess.DEVNULL)
    assert done.returncode == 1 and "--workers" in done.stderr, done
    run("tournament", "run", "cup", "--workers", "--concurrency", "1", "--store", store.url)
    check_cup(store, 1)


@both
def a_late_player_whom_workers_cannot_play_with_is_refused(store):
    new_cup(store, 2, "--rules", "size=2x2", "--kind", "swiss", "--rounds", "2", "--player", "P9=engine:9ms")
    command = start("tournament", "run", "cup", "--workers", "--store", store.url)
    until(lambda: store.query("SELECT count(*) FROM job") == [(1,)])
    run("tournament", "add", "cup", "--player", "Late=pty", "--store", store.url)
    process = worker(store)
    assert "Late is neither an engine nor a program" in finished(command, 1)
    run("tournament", "withdraw", "cup", "Late", "--store", store.url)
    run("tournament", "run", "cup", "--workers", "--store", store.url)
    check_cup(store, 2)
    kill(process)


@both
def dots_is_solved_by_workers(store):
    workers = [worker(store), worker(store)]
    for size, split in (("2x3", "1"), ("3x3", "1"), ("3x3", "2"), ("3x3,border=swedish", "2")):
        alone = json.loads(run("solve", "dots", "--rules", f"size={size}", "--json"))
        shared = json.loads(run("solve", "dots", "--rules", f"size={size}", "--json", "--store", store.url, "--split", split))
        assert shared["value"] == alone["value"], (size, split, shared)
    # A position in which boxes can be taken, so that a player moves again above the leaves.
    words = ["solve", "dots", "--rules", "size=2x2", "--moves", "1112 1121 2122", "--json"]
    assert json.loads(run(*words, "--store", store.url, "--split", "3"))["value"] == json.loads(run(*words))["value"]
    for process in workers:
        process.terminate()
        finished(process)
    # What is done is not done again: no worker is needed.
    jobs = store.query("SELECT count(*) FROM job")
    run("solve", "dots", "--rules", "size=3x3", "--store", store.url)
    assert store.query("SELECT count(*) FROM job") == jobs


def tables():
    return {name for name in os.listdir("/dev/shm") if name.startswith("damero-common-dots-")}


def waited_for(file):
    """Whether a process waits for the lock of a file."""
    with open("/proc/locks", encoding="utf-8") as locks:
        return any(" -> FLOCK " in line and f":{os.fstat(file.fileno()).st_ino} " in line for line in locks)


@both
def the_table_of_dots_outlives_a_killed_worker_and_is_removed_by_the_last(store):
    others = tables()  # of workers that are not ours
    command = start("solve", "dots", "--rules", "size=3x4", "--json", "--store", store.url)
    first = worker(store)
    mine = until(lambda: tables() - others, "the table")
    kill(first)
    assert mine <= tables(), "a killed worker cannot have removed it"
    second, third = worker(store), worker(store)
    assert json.loads(finished(command).splitlines()[-1])["value"] == 0
    assert len(mine) == 1 and len(tables() - others) <= 1, tables()
    for process in (second, third):
        process.terminate()
        finished(process)
    assert not mine & tables(), tables()


@case
def the_table_of_dots_is_neither_mistaken_nor_waited_for():
    store, others, checkpoint = File("table"), tables(), os.path.join(folder, "checkpoint")

    def solve(size):
        """A command whose work no worker has seen, and the path of its table."""
        ids = store.query("SELECT max(id) FROM work")
        command = start("solve", "dots", "--rules", f"size={size}", "--store", store.url)
        until(lambda: store.query("SELECT max(id) FROM work") != ids, "the work")
        return command, "%s-%d" % (stem, *store.query("SELECT max(id) FROM work")[0])

    try:
        # A version that refuses a checkpoint does not use the table either.
        run("solve", "dots", "--rules", "size=1x1", "--checkpoint", checkpoint)
        with open(checkpoint, "rb") as file:
            version = int.from_bytes(file.read(16)[8:], "little")
        command, process = start("solve", "dots", "--rules", "size=2x2", "--store", store.url), worker(store)
        [name] = until(lambda: tables() - others, "the table")
        assert name.startswith(f"damero-common-dots-{version}-"), name
        assert os.stat(f"/dev/shm/{name}").st_mode & 0o777 == 0o600
        stem = f"/dev/shm/{name.rpartition('-')[0]}"
        finished(command)
        process.terminate()
        finished(process)
        # One that is removed, still empty, after a worker has opened it: the worker makes another.
        command, path = solve("2x3")
        with open(path, "xb") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            process = worker(store)
            until(lambda: waited_for(file), "a worker that waits for the lock")
            os.unlink(path)
        until(lambda: os.path.exists(path), "another table")
        finished(command)
        process.terminate()
        finished(process)
        if os.geteuid() != 0:
            return
        # One that another user has made and locked: the worker does not wait for him.
        command, path = solve("2x4")
        with open(path, "xb") as file:
            os.chown(path, 1, 1)
            fcntl.flock(file, fcntl.LOCK_EX)
            worker(store)
            finished(command)
            os.unlink(path)
    finally:
        end_all()


@both
def tables_of_damas_are_built_by_workers_through_kills(store):
    here, there = (os.path.join(folder, f"{name}-{store.kind}") for name in ("alone", "shared"))
    command = start("tables", "damas", "--pieces", "3", "--folder", there, "--store", store.url, "--verify")
    first = worker(store)
    until(lambda: store.query("SELECT count(*) FROM job WHERE state = 2") > [(1,)])
    kill(first)
    kill(command)
    worker(store, "--concurrency", "2")
    told = run("tables", "damas", "--pieces", "3", "--folder", there, "--store", store.url, "--verify")
    assert "9 slices (0 new)" in told and "all verified" in told, told
    run("tables", "damas", "--pieces", "3", "--folder", here)
    for name in os.listdir(here):
        with open(os.path.join(here, name), "rb") as one, open(os.path.join(there, name), "rb") as other:
            assert one.read() == other.read(), name


@both
def a_hostile_journal_gets_no_more_than_programs_in_their_sandbox(store):
    """Everything in the journal may be written by others who share it."""
    precious, marked = (os.path.join(folder, f"{name}-{store.kind}") for name in ("precious", "opened"))
    with open(precious, "w", encoding="utf-8") as file:
        file.write("keep me")
    small(store, 4)
    until(lambda: store.query("SELECT count(*) FROM job") == [(4,)])
    for usual, evil, why in (("--workers", f"--trace={precious}", "leave out --trace"),
                             ("engine:1ms", f"serial:{marked}", "only engines and programs")):
        store.query(f"UPDATE series SET words = replace(words, '{usual}', '{evil}')")
        process = worker(store)
        until(lambda: why in said(process), lambda: said(process))
        kill(process)
        store.query(f"UPDATE series SET words = replace(words, '{evil}', '{usual}')")
    with open(precious, encoding="utf-8") as file:
        assert file.read() == "keep me"
    # Jobs with numbers that no computation has, done and open.
    run("worker", "--cancel", "1", "--store", store.url)
    command = start("tables", "damas", "--pieces", "3", "--folder", os.path.join(folder, f"hostile-{store.kind}"), "--store", store.url)
    until(lambda: store.query("SELECT count(*) FROM job WHERE work = 2") > [(0,)])
    for number, state in ((-1, 2), (-400, 2), (-(1 << 40), 2), (-7, 0)):
        store.query(f"INSERT INTO job (work, number, state, input) VALUES (2, {number}, {state}, '1 0 1 0')")
    process = worker(store)
    finished(command)
    assert process.poll() is None, said(process)
    # Words for the terminal of whoever lists the workers.
    store.query("UPDATE worker SET tags = 'a=" + "\x1b]0;owned\x07" + "', place = '" + "\x1b[2J" + "host'")
    for words in ([], ["--json"]):
        listed = run("worker", "--list", "--store", store.url, *words)
        assert "a=]0;owned" in listed and "\x1b" not in listed and "u001b" not in listed and "\x07" not in listed, listed
    if store.kind == "file":  # the other one takes UTF-8 alone
        kill(process)
        store.query("UPDATE worker SET name = CAST(X'41ff' AS TEXT) WHERE rowid = (SELECT max(rowid) FROM worker)")
        store.query("UPDATE work SET over = 0, kind = CAST(X'42ff' AS TEXT), begun = CAST(X'ff' AS TEXT) WHERE id = 2")
        listed = [json.loads(line) for line in run("worker", "--list", "--json", "--store", store.url).splitlines()]
        assert "A?" in [line.get("owner") for line in listed] and listed[-1]["kind"] == "B?", listed


if SERVED:
    @case
    def a_worker_waits_for_a_server_that_is_restarting():
        store = Served("restarting")
        server.halt(signal.SIGQUIT)
        process = worker(store, "--drain")
        until(lambda: "trying again" in said(process))
        server.start()
        finished(process)


if not SERVED:
    @case
    def a_build_without_postgresql_says_so():
        for words in (["worker", "--drain"], ["matches"], ["serve"], ["match", "dots", "--seat", "engine", "--seat", "engine"]):
            told = refused(*words, "--store", "postgresql://damero@db.example.org/damero")
            assert "built without PostgreSQL" in told and "trying again" not in told, told


@case
def what_cannot_be_shared_is_refused():
    url = os.path.join(folder, "refused.db")
    common = ["match", "dots", "--workers", "--games", "2", "--store", url]
    assert "only engines and programs" in refused(*common, "--seat", "me", "--seat", "engine")
    assert "leave out --trace" in refused(*common, "--seat", "engine", "--seat", "engine", "--trace", "/dev/null")
    assert "leave out --no-journal" in refused(*common, "--seat", "engine", "--seat", "engine", "--no-journal")
    assert "NAME=VALUE" in refused(*common, "--seat", "engine", "--seat", "engine", "--needs", "fast")
    assert "NAME=VALUE" in refused("worker", "--tag", "fast", "--store", url)
    run("tournament", "new", "lab", "dots", "--player", "A=board", "--player", "B=engine", "--store", url)
    assert "A is neither an engine nor a program" in refused("tournament", "run", "lab", "--workers", "--store", url)
    assert "leave out --lines" in refused("solve", "dots", "--store", url, "--lines")
    assert "--split needs --store" in refused("solve", "dots", "--split", "2")
    assert "no such work" in refused("worker", "--cancel", "7", "--store", url)
    assert "no such file" in refused("worker", "--list", "--store", os.path.join(folder, "nothing.db"))


def clean_up():
    end_all()
    if SERVED:
        server.stop()
    shutil.rmtree(folder, ignore_errors=True)


run_cases(clean_up)
