#!/usr/bin/env python3
"""The referee with real parts: boards on pseudo-terminals, TCP, socat, ser2net, programs good and bad,
the journal under kill -9. Runs the program as a user does."""
import contextlib
import json
import os
import pty
import random
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time

from confined import needs_sandbox
from tap import WAIT, case, run_cases, until

DAMERO, PLAYER, ROOT = (os.path.abspath(word) for word in sys.argv[1:4])
PYTHON_PLAYER = os.path.join(ROOT, "examples", "player.py")
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-referee-")
os.chmod(folder, 0o755)  # programs of a referee that runs as root are other users
os.environ["DAMERO_STORE"] = os.path.join(folder, "journal.db")


def run(*words, status=0, stdin=""):
    done = subprocess.run([DAMERO, *words], input=stdin, capture_output=True, text=True, timeout=WAIT)
    if status is not None:
        assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def events(*words, status=0, stdin=""):
    return [json.loads(line) for line in run("match", *words, "--json", status=status, stdin=stdin).splitlines()]


def verdict(*words, status=0):
    end = events(*words, status=status)[-1]
    assert end["event"] == "end", end
    return end["reason"], end["winner"]


class Process:
    """A command in the background, ended with the test."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def line(self):
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.communicate()


def board(game, *words, think="5ms"):
    return Process(DAMERO, "board", game, "--quiet", "--time", think, *words)


def place(process):
    """Where a board says it is."""
    return process.line().split()[-1]


def query(path, statement, *values):
    """Closed at once: an open connection and a copy of the file do not go together in one process."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        return file.execute(statement, values).fetchall()


def free_port():
    """Below those that the system hands out, so that nobody else is given it meanwhile."""
    while True:
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", random.SystemRandom().randrange(10000, 32000)))
            return s.getsockname()[1]


def listens(port):
    """Seen from outside: a trial connection would reach the board."""
    with open("/proc/net/tcp") as file:
        return any(line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A" for line in file)


@case
def two_boards_on_pseudo_terminals():
    with board("dots", "--rules", "size=3x3") as a, board("dots", "--rules", "size=3x3") as b:
        found = events("dots", "--rules", "size=3x3", "--games", "2",
                       "--seat", f"serial:{place(a)}@115200", "--seat", f"serial:{place(b)}")
    ends = [e for e in found if e["event"] == "end"]
    assert len(ends) == 2 and all(e["reason"] in ("won", "drawn") for e in ends), ends
    assert all(sum(e["score"]) == 9 for e in ends), ends
    assert sum(ends[-1]["wins"]) + ends[-1]["draws"] == 2, ends


@case
def two_boards_through_socat():
    """Each board and the referee open their own ends of lines that socat makes."""
    ends = [os.path.join(folder, name) for name in ("a", "a-board", "b", "b-board")]
    with Process("socat", f"pty,raw,echo=0,link={ends[0]}", f"pty,raw,echo=0,link={ends[1]}"), \
         Process("socat", f"pty,raw,echo=0,link={ends[2]}", f"pty,raw,echo=0,link={ends[3]}"):
        for end in ends:
            until(lambda: os.path.exists(end), end)
        with board("trax", "--link", f"serial:{ends[1]}@19200", "--level", "beginner") as a, \
             board("trax", "--link", f"serial:{ends[3]}@19200", "--level", "beginner") as b:
            place(a), place(b)
            found = verdict("trax", "--move-time", "10s", "--seat", f"serial:{ends[0]}@19200",
                            "--seat", f"serial:{ends[2]}@19200+team")
    assert found[0] in ("won", "drawn"), found


@case
def our_engines_play_over_hub():
    """Through socat: a program with sanitizers needs more memory than the referee gives programs."""
    for game, rules, level, others in (("damas", "variant=russian", "novice", 1), ("trax", "", "beginner", 1),
                                       ("dots", "size=2x2", "beginner", 1), ("perudo", "players=3,dice=2,calza=on", "bold", 2)):
        port = free_port()
        words = ["--rules", rules] if rules else []
        with Process("socat", f"TCP:127.0.0.1:{port},retry=600,interval=0.1", f"EXEC:{DAMERO} hub {game} --level {level}"):
            found = verdict(game, *words, "--seat", f"listen:{port}+hub", *["--seat", "engine:5ms"] * others, "--move-time", "10s")
        assert found[0] in ("won", "drawn"), (game, found)


@case
def hub_answers_while_it_thinks():
    lines = ["hub", "set-param name=level value=club", "init", "pos pos=W" + "w" * 12 + "e" * 8 + "b" * 12 + ' moves="10-14"',
             "level infinite", "go think", "ping", "stop", "pos moves=\"1-2\"", "set-param name=threads value=0", "go", "quit"]
    answers = run("hub", "damas", stdin="\n".join(lines) + "\n").splitlines()
    said = [line.split()[0] for line in answers if not line.startswith(("info", "param"))]
    assert said[:3] == ["id", "wait", "ready"] and sorted(said[3:5]) == ["done", "pong"], answers
    assert said[5:7] == ["error", "error"], answers


@case
def a_board_behind_ser2net():
    """A board's pseudo-terminal is offered on the network by ser2net; the referee connects to it."""
    port = free_port()
    with board("dots", "--rules", "size=2x2") as a:
        device, settings = place(a), os.path.join(folder, "ser2net.yaml")
        with open(settings, "w") as file:
            file.write("%YAML 1.1\n---\nconnection: &board\n"
                       f"  accepter: tcp,127.0.0.1,{port}\n"
                       f"  connector: serialdev,{device},9600n81,local\n")
        with Process("ser2net", "-n", "-d", "-c", settings, "-P", os.path.join(folder, "ser2net.pid")):
            until(lambda: listens(port), f"a listener on {port}")
            found = verdict("dots", "--rules", "size=2x2", "--seat", f"tcp:127.0.0.1:{port}",
                            "--seat", "engine:5ms")
    assert found[0] in ("won", "drawn"), found


@case
def boards_over_tcp():
    ports = free_port(), free_port()
    with board("trax", "--link", f"listen:{ports[0]}", "--level", "beginner") as a:
        place(a)
        match = Process(DAMERO, "match", "trax", "--json", "--move-time", "10s",
                        "--seat", f"tcp:127.0.0.1:{ports[0]}", "--seat", f"listen:{ports[1]}+crlf")
        with match:
            assert json.loads(match.line())["event"] == "link"
            with board("trax", "--link", f"tcp:127.0.0.1:{ports[1]}", "--level", "beginner"):
                out, _ = match.process.communicate(timeout=WAIT)
    end = json.loads(out.splitlines()[-1])
    assert end["reason"] in ("won", "drawn"), end


@case
def a_line_paced_at_9600_baud_with_faults():
    with board("dots", "--rules", "size=2x2") as a:
        with Process(DAMERO, "line", "--from", "pty", "--to", f"serial:{place(a)}", "--baud", "9600",
                     "--faults-back", "split,newline=crlf") as line:
            end = line.line().split()[-1]
            found = events("dots", "--rules", "size=2x2", "--seat", f"serial:{end}", "--seat", "engine:5ms")
    assert found[-1]["reason"] in ("won", "drawn"), found[-1]
    mine = [e["seconds"] for e in found if e["event"] == "move" and e["seat"] == 0]
    assert all(second > 0.004 for second in mine), mine


@case
def a_board_that_misbehaves_loses():
    expected = {"late@2": "out of time", "illegal@2": "illegal move", "garbage@2": "garbled",
                "silent@2": "out of time", "half@2": "out of time", "flood@1": "garbled",
                "hangup@2": "crashed", "handshake": "garbled"}
    for how, reason in expected.items():
        # Time runs out only for the seat that must lose by it.
        limit = "1s" if reason == "out of time" else "60s"
        with board("dots", "--misbehave", how, "--lateness", "5s") as a:
            found = verdict("dots", "--move-time", limit, "--seat", f"serial:{place(a)}", "--seat", "engine:5ms")
        assert found == (reason, 1), (how, found)


@case
def programs_in_c_and_python_play_every_game():
    for game in ("dots", "trax", "damas", "perudo"):
        found = events(game, "--seat", f"program:{PLAYER}", "--seat", f"program:{PYTHON_PLAYER}")
        assert found[-1]["reason"] in ("won", "drawn"), (game, found[-1])
        names = [e["name"] for e in found if e["event"] == "ready"]
        assert sorted(names) == ["C example", "Python example"], names


@case
def the_seats_of_script_strength_play_with_its_limit():
    """The referee gives 10 s, the relay 50 nodes: this player moves if it hears that, and resigns if not."""
    path = os.path.join(folder, "limited.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("import re, sys\nmoves, limited = [], False\nfor line in sys.stdin:\n"
                   " if line.startswith('legal'): moves = re.findall(r'\\d{4}', line)\n"
                   " if line.startswith('level'): limited = line == 'level nodes=50\\n'\n"
                   " print({'hub': 'wait', 'init': 'ready', 'go': 'done move=' + (moves[0] if limited and moves else 'resign')}"
                   ".get(line.split()[0], ''), flush=True)\n")
    relay = f"{sys.executable} {os.path.join(ROOT, 'script', 'strength')} --relay nodes=50"
    seat = f"program:{relay} '{sys.executable} {path}'"
    found = events("dots", "--rules", "size=2x2", "--no-sandbox", "--seat", seat, "--seat", seat)
    assert found[-1]["reason"] in ("won", "drawn"), found[-1]


@case
def a_program_in_three_seats_of_perudo():
    seats = ["--seat", f"program:{PLAYER}"] * 2 + ["--seat", f"program:{PYTHON_PLAYER}"]
    found = events("perudo", *seats)  # as many play as sit down
    assert found[-1]["reason"] == "won" and len(found[-1]["score"]) == 3, found[-1]
    # Spectators see dice only when they are shown.
    rolls = [e["move"] for e in found if e["event"] == "roll" and ":" in e["move"] and "starts" not in e["move"]]
    assert rolls and all("?" in roll for roll in rolls), rolls[:3]


GREETING = "echo wait; echo ready; "


@case
def programs_that_hang_crash_flood_fork_and_exit():
    expected = [
        ("sleep 100", "stalled"),
        ("exec 1>&-; sleep 100", "crashed"),
        (GREETING + "sleep 100", "out of time"),
        (GREETING + "while read a; do :; done", "out of time"),
        ("exit 3", "crashed"),
        (GREETING + "sleep 0.2; exit 0", "crashed"),
        (GREETING + "kill -SEGV $$", "crashed"),
        ("head -c 3000000 /dev/zero | tr '\\0' x", "garbled"),
        (GREETING + "yes info", "out of time"),
        (GREETING + "cat /dev/zero", "garbled"),
        (GREETING + "while :; do sleep 50 & sleep 0.05; done", "out of time"),
        (GREETING + "echo done move=9999; cat", "illegal move"),
        (GREETING + "echo done; cat", "garbled"),
        (GREETING + "echo done move=resign; cat", "resigned"),
    ]
    for command, reason in expected:
        # The question must be there before the answer is given.
        command = command.replace(GREETING, "echo wait; read a; echo ready; while read a; do case $a in go*) break;; "
                                  "esac; done; ")
        # Time runs out only for the seat that must lose by it.
        found = verdict("dots", "--move-time", "500ms" if reason == "out of time" else "60s", "--no-journal",
                        "--handshake", "800ms" if reason == "stalled" else "60s",
                        "--seat", f"program:{command}", "--seat", "engine:5ms")
        assert found == (reason, 1), (command, found)


SPY = """
import os, subprocess, sys
def size(path):
    try:
        return len(open(path, "rb").read())
    except OSError:
        return "hidden"
children = 0
try:
    while children < 300:
        subprocess.Popen(["sleep", sys.argv[2]])
        children += 1
except OSError:
    pass
store = sys.argv[1]
try:
    open(store + "-lines/mine", "w")
    lines = "written"
except OSError:
    lines = len(os.listdir(store + "-lines"))
print('id name="%s,%s,%s,%d"' % (size(store), size(store + "-wal"), lines, children), flush=True)
print("wait", flush=True)
for line in sys.stdin:
    if line.strip() == "init":
        print("ready", flush=True)
"""


@case
def a_program_reads_no_journal_and_cannot_fork_without_end():
    """The journal has everyone's dice in it. The limit on processes holds for root too."""
    needs_sandbox(DAMERO)
    path = os.path.join(folder, "spy.py")
    with open(path, "w") as file:
        file.write(SPY)
    seconds = str(80000 + os.getpid() / 1e6)  # distinguishes it from others'
    for store in (os.environ["DAMERO_STORE"], os.path.join(folder, "new.db")):  # one in use, and one made just now
        spy_on(path, store, seconds)
    until(lambda: f"sleep {seconds}" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout,
          "the end of what it started")


def spy_on(path, store, seconds):
    found = events("dots", "--move-time", "300ms", "--handshake", "60s", "--store", store, "--seat",
                   f"program:{sys.executable} {path} {store} {seconds}", "--seat", "engine:5ms")
    database, log, lines, children = next(e["name"] for e in found if e["event"] == "ready").split(",")
    assert database in ("0", "hidden") and log in ("0", "hidden"), (database, log)
    assert lines == "0" and os.listdir(store + "-lines"), "what passes on lines tells dice too"
    assert 10 < int(children) < 70, children


@case
def a_person_types_moves_and_resigns():
    found = events("dots", "--rules", "size=2x2", "--seat", "me", "--seat", "engine:5ms",
                   stdin="nonsense\n1112\nresign\n")
    assert found[1]["move"] == "1112" and found[-1]["reason"] == "resigned" and found[-1]["winner"] == 1, found
    found = events("dots", "--seat", "me", "--seat", "engine:5ms", stdin="", status=1)
    assert found[-1]["reason"] == "aborted" and found[-1]["winner"] is None, found


@case
def two_people_at_one_keyboard_agree():
    seats = ("damas", "--seat", "me", "--seat", "me")
    found = events(*seats, stdin="10-14\ndraw\ndraw\n")
    assert [e["seat"] for e in found if e["event"] == "offer"] == [1] and found[-1]["reason"] == "drawn", found
    found = events(*seats, stdin="10-14\n22-18\nundo\nundo\n9-13\nresign\n")
    assert [(e["number"], e["move"]) for e in found if e["event"] == "move"] == [(1, "10-14"), (2, "22-18"), (1, "9-13")], found
    found = events(*seats, stdin="draw\ndecline\nresign\n")
    assert [(e["event"], e["seat"]) for e in found if "offer" in e["event"] or e["event"] == "decline"] == \
        [("offer", 0), ("decline", 1)], found


@case
def a_person_on_turn_passes_by_that_word():
    found = events("dots", "--rules", "size=2x2,pass=on", "--seat", "me", "--seat", "me", stdin="pass\n0000\n")
    moves = [e["move"] for e in found if e["event"] == "move"]
    assert moves == ["0000", "0000"] and found[-1]["reason"] == "drawn", found
    done = subprocess.run([DAMERO, "match", "damas", "--seat", "me", "--seat", "engine", "--quiet"], input="pass\nresign\n",
                          capture_output=True, text=True, timeout=WAIT)
    assert "the rules do not allow passing" in done.stderr, done.stderr


RESIGNS = f"program:{sys.executable} -c \"import sys\nfor l in sys.stdin:\n print(dict(hub='wait', init='ready').get("\
    "l.strip(), 'done move=resign' if l[:2] == 'go' else 'info'), flush=True)\""


@case
def best_of_ends_when_it_is_decided():
    found = events("dots", "--rules", "size=2x2", "--best-of", "5", "--seat", "engine:5ms", "--seat", RESIGNS)
    ends = [e for e in found if e["event"] == "end"]
    assert len(ends) == 3 and ends[-1]["wins"] == [3, 0], ends
    run("match", "dots", "--best-of", "3", "--games", "2", "--seat", "me", "--seat", "me", status=2)


@case
def a_series_says_how_it_stands_and_how_sure_that_is():
    """Ten of ten: Wilson's interval begins at 10 / (10 + 1.96^2)."""
    words = ["match", "dots", "--rules", "size=1x1", "--quiet", "--no-journal", "--games", "10", "--seat"]
    out = run(*words, "engine:5ms", "--seat", RESIGNS)
    assert "engine:5ms: 10, program:" in out and "drawn: 0\n" in out, out
    assert out.endswith("engine:5ms has 100.0 % of the points (95 % confidence interval: 72.2 to 100.0 %).\n"), out
    out = run(*words, "engine:beginner", "--seat", "engine:beginner")
    assert "engine:beginner (1): " in out and "engine:beginner (2): " in out, out  # not which of the two


@case
def a_series_that_is_broken_off_says_how_it_stands():
    with Process(DAMERO, "match", "dots", "--rules", "size=1x1", "--quiet", "--no-journal", "--games", "10000",
                 "--seat", "engine:5ms", "--seat", "engine:5ms") as match:
        assert match.line().startswith("Result: ")
        match.process.send_signal(signal.SIGINT)
        rest = match.process.stdout.read().splitlines()
    assert any(re.match(r"After \d+ of 10000 games: engine:5ms \(1\): \d", line) for line in rest[-3:]), rest


@case
def openings_are_random_and_the_same_for_both_sides():
    def starts(seed):
        store = os.path.join(folder, f"openings-{seed}.db")
        run("match", "damas", "--opening", "5", "--games", "4", "--seed", seed, "--quiet", "--store", store,
            "--seat", "engine:novice", "--seat", "engine:novice")
        records = [run("export", str(number), "--store", store) for number in (1, 2, 3, 4)]
        return [re.search(r'\[FEN "(.*)"\]|\[Position "(.*)"\]', record)[0] for record in records]

    first, second, third, fourth = starts("7")
    assert first == second != third == fourth and starts("8")[0] != first
    for words, part in ((["perudo", "--seat", "engine", "--seat", "engine"], "perudo has dice"),
                        (["dots", "--seat", "pty", "--seat", "engine"], "seat 1 (pty) speaks the contest protocol"),
                        (["dots", "--rules", "size=1x1", "--seat", "engine", "--seat", "engine"], "ended within 5")):
        done = subprocess.run([DAMERO, "match", *words, "--opening", "5"], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 2 and part in done.stderr and not done.stdout, done


@case
def a_board_is_not_seated_where_it_cannot_know_the_start():
    position = "../.../../|../.. 2 ../.."
    done = subprocess.run([DAMERO, "match", "dots", "--rules", "size=2x2,pass=on", "--position", position, "--seat", "pty",
                           "--seat", "engine"], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2 and "starts from another position" in done.stderr, done.stderr


@case
def a_trace_has_one_clock_for_all_links_and_games():
    trace = os.path.join(folder, "bytes.txt")
    program = f"program:{PLAYER}"
    events("dots", "--rules", "size=2x2", "--games", "2", "--seat", program, "--seat", program, "--trace", trace)
    with open(trace) as file:
        times = [float(line.split()[0]) for line in file]
    assert times == sorted(times) and times[-1] > times[0], times


@case
def a_board_passes_once_the_other_has():
    """The engine passes rather than give boxes away; a board that never does would lose all nine to it."""
    with board("dots", "--rules", "size=3x3") as a:
        end = events("dots", "--rules", "size=3x3", "--seat", f"serial:{place(a)}", "--seat", "engine:20ms")[-1]
    assert end["reason"] in ("won", "drawn") and "both passed" in end["detail"], end


@case
def a_board_stays_for_the_next_match():
    rules = ("--rules", "size=2x2")
    with board("dots", *rules, "--stay") as a:
        device = place(a)
        for _ in range(3):
            assert verdict("dots", *rules, "--seat", f"serial:{device}", "--seat", "engine:5ms")[0] in ("won", "drawn")
        assert a.process.poll() is None
    with board("dots", *rules, "--stay", "--link", "listen:0") as a:
        port = place(a).split(":")[-1]
        for _ in range(2):
            until(lambda: listens(int(port)), "the port")
            assert verdict("dots", *rules, "--seat", f"tcp:127.0.0.1:{port}", "--seat", "engine:5ms")[0] in ("won", "drawn")
    with Process(DAMERO, "board", "dots", *rules) as a:  # else it ends with the first, and says so
        run("match", "dots", *rules, "--seat", f"serial:{place(a)}", "--seat", "engine:5ms")
        assert a.process.wait(WAIT) == 0 and a.process.stdout.read().endswith("The other side has hung up.\n")


@case
def the_result_is_a_sentence():
    silent, crashing = "program:sleep 60", "program:false"
    for words, sentence in (
            (["--handshake", "200ms", "--seat", "engine", "--seat", silent], "Player 2 (program:sleep 60) stalled"),
            (["--seat", "engine", "--seat", crashing], "Player 1 (engine) has won; Player 2 (program:false) crashed"),
            (["--seat", "engine", "--seat", "me"], "Player 1 (engine) has won; Player 2 (me) resigned")):
        out = run("match", "dots", "--rules", "size=2x2", "--quiet", *words, stdin="resign\n")
        assert sentence in out, out


@case
def without_colours_the_board_is_still_live():
    for colours in ({}, {"NO_COLOR": "1"}):
        reader, writer = pty.openpty()
        with subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=1x1", "--clock", "2m", "--games", "2",
                               "--seat", "engine:strong", "--seat", "engine"],
                              stdout=writer, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", **colours}) as p:
            os.close(writer)
            shown = b""
            try:
                while part := os.read(reader, 4096):
                    shown += part
            except OSError:
                pass  # Linux reports this if the last writer is gone
            os.close(reader)
            assert p.wait() == 0
        screens = shown.split(b"\x1b[H\x1b[J")
        assert len(screens) == 9, shown  # redrawn with each line
        assert screens[1].startswith(b"Game 1 of 2. Player 1: engine:strong, 0 won, "), screens[1]
        assert re.search(rb" won, (1:59|2:00) left", screens[-1].replace(b"\r\n", b" ")), screens[-1]
        assert (b"\x1b[3" in shown or b"\x1b[1" in shown) == (not colours), shown


@case
def wrong_seats_are_refused():
    for words, part in ((["--seat", "me"], "2 seats"), (["--seat", "me", "--seat", "you"], "not a seat"),
                        (["--seat", "me", "--seat", "engine:godlike"], "unknown level"),
                        (["--seat", "me", "--seat", "pty+loud"], "+hub"),
                        (["--seat", "me", "--seat", "serial:/dev/nothing"], "cannot be opened")):
        done = subprocess.run([DAMERO, "match", "dots", *words], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode != 0 and part in done.stderr, done.stderr
    # The spelling of a seat is checked before anything is opened: an error there is the user's.
    for seat, part in (("program:", "missing command"), ("serial:", "missing device"), ("tcp:here", "tcp:HOST:PORT"),
                       ("serial:/dev/null@9601", "no such speed"), ("listen:x", "listen:[HOST:]PORT"), ("pty+team", "Trax")):
        done = subprocess.run([DAMERO, "match", "dots", "--seat", "pty", "--seat", seat], capture_output=True, text=True,
                              timeout=WAIT)
        assert done.returncode == 2 and part in done.stderr and not done.stdout, (seat, done.stdout, done.stderr)


@case
def the_check_passes_a_good_board_and_fails_bad_ones():
    with board("dots", "--rules", "size=3x3") as a:
        out = run("check", "dots", "--rules", "size=3x3", "--link", f"serial:{place(a)}")
    assert sum(line.startswith("pass ") for line in out.splitlines()) == 9 and "0 of 9" in out, out
    port = free_port()
    with board("trax", "--link", f"listen:{port}", "--level", "beginner") as a:
        place(a)
        out = run("check", "trax", "--team", "--limit", "10s", "--link", f"tcp:127.0.0.1:{port}")
    assert "0 of 9" in out and "not reached" not in out, out
    for how, rule in (("handshake", "handshake"), ("illegal@3", "legality"), ("silent@3", "timing"),
                      ("late@3", "timing"), ("unsolicited", "silence")):
        limit = "500ms" if rule == "timing" else "20s"
        with board("dots", "--rules", "size=3x3", "--misbehave", how, "--lateness", "5s") as a:
            out = run("check", "dots", "--rules", "size=3x3", "--limit", limit, "--link",
                      f"serial:{place(a)}", "--json", status=None)
        results = {r["rule"]: r["result"] for r in map(json.loads, out.splitlines())}
        assert results[rule] == "fail", (how, results)
    # A late answer, and bytes after an answer, are reported as such and not taken for the next answer.
    for how, rule in (("late@3", "timing"), ("unsolicited@3", "silence")):
        with board("dots", "--rules", "size=3x3", "--misbehave", how, "--lateness", "900ms") as a:
            out = run("check", "dots", "--rules", "size=3x3", "--limit", "500ms", "--link",
                      f"serial:{place(a)}", "--json", status=1)
        failed = {r["rule"] for r in map(json.loads, out.splitlines()) if r["result"] == "fail"}
        assert rule in failed and failed <= {rule, "timing"}, (how, failed)


class OneGame:
    """Between the check and a good board: lets one greeting pass and drops all that follows the second, like a board
    that plays one game each time it is switched on. Counts the greetings."""

    def __init__(self, port):
        self.board = socket.create_connection(("127.0.0.1", port), WAIT)
        self.server = socket.create_server(("127.0.0.1", 0))
        self.greetings = 0
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        self.check, _ = self.server.accept()
        threading.Thread(target=self.copy, args=(self.board, self.check), daemon=True).start()
        rest = 0  # of a move that is under way
        while byte := self.check.recv(1):
            self.greetings += rest == 0 and byte == b"0"
            rest = 4 if byte == b"A" else max(rest - 1, 0)
            if self.greetings < 2:
                self.board.sendall(byte)
        self.board.close()

    @staticmethod
    def copy(source, target):
        with contextlib.suppress(OSError):
            while found := source.recv(4096):
                target.sendall(found)


@case
def a_board_that_plays_one_game_fails_what_is_beyond_the_call_alone():
    for games, failed in (([], {"new start"}), (["--games", "1"], set())):
        port = free_port()
        with board("dots", "--rules", "size=3x3", "--link", f"listen:{port}") as a:
            place(a)
            between = OneGame(port)
            link = "tcp:127.0.0.1:%d" % between.server.getsockname()[1]
            out = run("check", "dots", "--rules", "size=3x3", "--limit", "20s" if games else "2s", "--link", link, "--json",
                      *games)
        rules = [json.loads(line) for line in out.splitlines()]
        assert {r["rule"] for r in rules if r["result"] == "fail"} == failed, out
        assert [r["rule"] for r in rules if r["beyond"]] == ["new start"], out
        assert between.greetings == (1 if games else 2)


@case
def the_check_says_what_size_it_takes():
    with board("dots") as a:
        out = run("check", "dots", "--games", "1", "--link", f"serial:{place(a)}")
    assert re.match(r"Checked on a grid of \d+x\d+ dots \(--rules size=\d+x\d+", out), out


@case
def boards_play_on_the_largest_grid_that_one_character_can_count():
    size = ["--rules", "size=2x34"]
    with board("dots", *size) as a, board("dots", *size) as b:
        out = run("match", "dots", *size, "--no-journal", "--quiet", "--seat", f"serial:{place(a)}",
                  "--seat", f"serial:{place(b)}")
    assert "every line is drawn" in out, out
    with board("dots", "--rules", "size=34x34", think="1ms") as a:
        out = run("check", "dots", "--rules", "size=34x34", "--games", "1", "--link", f"serial:{place(a)}")
    assert "35x35 dots" in out and "0 of 9 rules failed" in out, out


@case
def boards_can_be_reset_between_games():
    words = ["match", "dots", "--rules", "size=1x1", "--no-journal", "--quiet", "--games", "3", "--pause-between",
             "--seat", "engine:5ms", "--seat", "engine:5ms"]
    out = run(*words, stdin="\n\n")
    assert out.count("Reset the boards") == 2, out
    out = run(*words, stdin="\n", status=1)
    assert "After 2 of 3 games" in out, out


@case
def a_check_shows_how_far_it_is_and_tells_what_it_found_when_stopped():
    trace = os.path.join(folder, "check.trace")
    reader, writer = pty.openpty()
    with board("dots", think="300ms") as a, \
         subprocess.Popen([DAMERO, "check", "dots", "--link", f"serial:{place(a)}", "--trace", trace],
                          stdout=subprocess.PIPE, stderr=writer, text=True,
                          env={**os.environ, "TERM": "xterm"}) as check:
        os.close(writer)
        shown = b""
        while b"question 3 " not in shown:
            shown += os.read(reader, 4096)
        check.send_signal(signal.SIGINT)
        out = check.stdout.read()
        assert check.wait(WAIT) == 1
    os.close(reader)
    assert b"game 1 of 8, question 1  > 0 " in shown, shown
    assert "pass         handshake" in out and "FAIL" not in out, out
    assert "not reached  new start" in out and out.endswith("not reached\n"), out
    with open(trace) as file:
        said = file.read()
    assert " > 0\n" in said and " < " in said, said
    done = subprocess.run([DAMERO, "check", "dots", "--link", "pty", "--trace", folder], capture_output=True, text=True)
    assert done.returncode == 2 and f"cannot write {folder}: Is a directory" in done.stderr, done.stderr


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
def a_journal_that_is_not_there_is_not_made():
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
    assert query(old, "PRAGMA user_version") == [(12,)]


def moves_in_journal(number):
    statement = "SELECT text FROM event WHERE match = ? AND kind = 'move' ORDER BY number"
    return [row[0] for row in query(os.environ["DAMERO_STORE"], statement, number)]


@case
def killed_matches_lose_nothing_and_go_on():
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
def a_match_goes_on_under_the_terms_it_began_with():
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
        assert len(set(told)) == len(told), "a key was told again"


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


@case
def many_matches_at_once_lose_no_time():
    count = 50 if LONG else 12
    words = [DAMERO, "match", "dots", "--rules", "size=3x3", "--seat", "engine:5ms", "--seat",
             f"program:{PLAYER}", "--json"]
    matches = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    for match in matches:
        end = json.loads(match.communicate(timeout=5 * WAIT)[0].splitlines()[-1])
        assert end["reason"] in ("won", "drawn"), end


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
