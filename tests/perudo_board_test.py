#!/usr/bin/env python3
"""The Perudo board and its view as a user runs them: by script, over lines, by hand on a terminal."""
import glob
import json
import os
import pty
import random
import re
import select
import shutil
import socket
import struct
import subprocess
import sys
import tempfile

from tap import WAIT, case, run_cases, until

DAMERO = os.path.abspath(sys.argv[1])
DATA = os.path.join(os.environ.get("DAMERO_TEST_DATA", "tests/data"), "boards", "perudo")
# A game that player 0 doubts away: doubt, or bid one lama if there is nothing to doubt; then continue.
GAME = "e n e 2n e " + 14 * "d e e g "
SETTINGS = "seed=1"
folder = tempfile.mkdtemp(prefix="damero-perudo-")


def run(*words, status=0):
    done = subprocess.run([DAMERO, *words], stdin=subprocess.DEVNULL, capture_output=True, timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout.decode("latin-1"), done.stderr.decode()


def stream(keys, settings=SETTINGS):
    return run("board", "perudo", "--settings", settings, "--keys", keys)[0].rstrip("\n")


class Process:
    """A command in the background, ended with the test."""

    def __init__(self, *words):
        self.process = subprocess.Popen([DAMERO, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True)

    def __enter__(self):
        return self.process

    def __exit__(self, *unused):
        self.process.kill()
        self.process.communicate()


def view(*words):
    done = subprocess.run([DAMERO, "perudo-view", *words], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, timeout=WAIT)
    assert done.returncode == 0, done.stderr
    return done.stdout


def check_game(events):
    """What must hold for any complete game, given its events."""
    kinds = [e["event"] for e in events]
    assert kinds[-1] == "end" and "garbled" not in kinds, kinds
    assert not any(e.get("missed") or e.get("against_rules") for e in events), events
    dice = None
    for e in events:
        if e["event"] == "round":
            found = {p["seat"]: len(p["dice"]) for p in e["players"]}
            assert dice is None or found == dice, (found, dice)
            dice = found
        if e["event"] == "lost":
            assert e["expected"] == e["seat"], e
            dice = {seat: n - (seat == e["seat"]) for seat, n in dice.items() if n > (seat == e["seat"])}
    assert dice and list(dice) == [events[-1]["winner"]], (dice, events[-1])


@case
def a_script_prints_the_stream():
    assert stream("e 2n p e 3n p e e n n p e e n", "seed=7552") == \
        "IDDSODDDSA3052361215663522533554T2B31T0DSOOT1"
    assert stream(GAME).endswith("Y")
    assert stream(GAME, "seed=2") != stream(GAME)
    assert run("board", "perudo", "--keys", "e e 5n e")[0] != run("board", "perudo", "--keys", "e e 5n e")[0]


@case
def mistakes_are_reported():
    for words, part in ((("--keys", "e x"), "'x' is not a key"),
                        (("--keys", "e", "--settings", "seed=x"), "seed"),
                        (("--keys", "e", "--settings", "sed=1"), "did you mean 'seed'?"),
                        (("--keys", "e", "--link", "tcpp:1"), "is not a link"),
                        (("--keys", "e", "--link", "pty", "--patience", "50ms"), "nobody connected"),
                        (("--keys", "e", "--link", "tcp:127.0.0.1:1"), "no connection to tcp:127.0.0.1:1: Connection refused"),
                        (("--keys", "e", "--record", "/nowhere/x"), "/nowhere/x"),
                        ((), "--keys")):
        out, err = run("board", "perudo", *words, status=2)
        assert part in err and err.count("\n") == 1, (words, err)
    out, err = run("perudo-view", "--link", "nothing", status=2)
    assert "is not a link" in err, err


@case
def a_game_over_a_pseudo_terminal():
    """Both commands; the view receives what the script prints without a line."""
    with Process("board", "perudo", "--settings", SETTINGS, "--keys", GAME, "--link", "pty", "--stay") as board:
        place = board.stdout.readline().split()[-1]
        events = [json.loads(line) for line in
                  view("--link", f"serial:{place}@9600", "--json", "--games", "1").splitlines()]
        assert board.wait(WAIT) == 0  # the view hung up
    check_game(events)
    rounds = [e for e in events if e["event"] == "round"]
    told = re.findall(r"A\d", stream(GAME))
    assert len(rounds) == len(told) and len(events) > 60, (len(rounds), len(events))


@case
def a_game_over_tcp_both_ways():
    with Process("perudo-view", "--link", "listen:0", "--games", "1") as watcher:
        port = watcher.stdout.readline().strip().split(":")[-1]
        run("board", "perudo", "--settings", SETTINGS, "--keys", GAME, "--link", f"tcp:localhost:{port}")
        lines = watcher.communicate(timeout=WAIT)[0].splitlines()
        assert watcher.returncode == 0
    assert lines[0] == "a game starts: choose an avatar" and lines[-1].startswith("the game ends: player"), lines
    with Process("board", "perudo", "--settings", SETTINGS, "--keys", GAME, "--link", "listen:0", "--stay") as board:
        port = board.stdout.readline().strip().split(":")[-1]
        assert view("--link", f"tcp:localhost:{port}", "--games", "1").splitlines() == lines
        assert board.wait(WAIT) == 0


def heard(data, *words):
    """What a view prints of these bytes, sent to it over TCP."""
    server = socket.create_server(("127.0.0.1", 0))
    with Process("perudo-view", "--link", f"tcp:127.0.0.1:{server.getsockname()[1]}", *words) as watcher:
        end, _ = server.accept()
        end.sendall(data)
        end.close()
        lines = watcher.communicate(timeout=WAIT)[0].splitlines()
        assert watcher.returncode == 0
    server.close()
    return lines


@case
def a_game_over_a_bad_line():
    """Bytes are lost, changed and added; after the synchronisation byte all is as on a good line."""
    clean = stream(GAME).encode()
    good = heard(b"U" + clean, "--json")
    for seed in range(4):
        chance = random.Random(seed)
        noisy = b""
        for byte in clean:
            fate = chance.randrange(30)
            noisy += b"" if fate == 0 else bytes([chance.randrange(256) if fate == 1 else byte])
            noisy += bytes([chance.randrange(256)]) if fate == 2 else b""
        found = heard(noisy + b"UU" + clean, "--json")
        assert found[-len(good):] == good
        events = [json.loads(line) for line in found[:-len(good)]]
        kinds = {e["event"] for e in events}
        assert {"garbled", "round", "bid"} <= kinds and any(e.get("missed") for e in events), kinds


@case
def noise_and_resynchronisation():
    lines = heard(b"D\xff?UIOD\x00DUIODA2012113T1B61", "--lines")
    assert lines == ["'D' does not fit here", "byte 0xff does not fit here", "'?' does not fit here",
                     "synchronised: the board is idle", "a game starts: choose an avatar",
                     "player 0 takes avatar 1", "player 1 joins", "byte 0x00 does not fit here",
                     "'D' does not fit here", "synchronised: the board is idle",
                     "a game starts: choose an avatar", "player 0 takes avatar 1", "player 1 joins",
                     "round 1: 2 dice are rolled", "player 1 is on turn", "player 1 bids 1x6"], lines
    lines = heard(b"UIODA2012113T1B61", "--lines", "--open")
    assert "dice: player 0 2; player 1 3" in lines, lines


@case
def golden_traces():
    files = sorted(glob.glob(os.path.join(DATA, "*.trace")))
    assert len(files) >= 7, files
    for path in files:
        assert "agrees with our perudo board" in run("board", "perudo", "--check", path)[0]
        pins = re.search(r"^changes (.*)$", open(path).read(), re.M).group(1).replace(" ", ",")
        again = os.path.join(folder, "again.trace")
        run("board", "perudo", "--trace", path, "--pins", pins, "--output", again)
        assert open(again).read() == open(path).read(), path
        # A design that is a tick late somewhere, or sends another byte, is found out.
        lines = open(path).read().splitlines()
        place = next(i for i, line in enumerate(lines) if "data=0x4f" in line)
        wrong = lines[:place] + [lines[place].replace("0x4f", "0x4e")] + lines[place + 1:]
        with open(again, "w") as file:
            file.write("\n".join(wrong) + "\n")
        out = run("board", "perudo", "--check", again, status=1)[0]
        assert "data" in out and "0x4e" in out and f"tick {lines[place].split()[0]}" in out, out


@case
def a_recorded_game_agrees():
    path = os.path.join(folder, "game.trace")
    run("board", "perudo", "--settings", "bit=8,seed=5", "--keys", GAME, "--record", path)
    assert "agrees" in run("board", "perudo", "--check", path)[0]


class Terminal:
    """A command on its own terminal; its output is kept as text without escape sequences."""

    def __init__(self, *words):
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.environ["TERM"] = "xterm"
            os.execv(DAMERO, [DAMERO, *words])
        self.raw = ""

    def read(self, seconds):
        while select.select([self.end], [], [], seconds)[0]:
            try:
                self.raw += os.read(self.end, 65536).decode(errors="replace")
            except OSError:
                return

    def shown(self):
        """The screen that was drawn last."""
        self.read(0.02)
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", self.raw.split("\x1b[H")[-1])

    def until(self, part):
        """Waits until the screen shows this."""
        return until(lambda: part in (shown := self.shown()) and shown, lambda: f"'{part}' on the screen:\n{self.shown()}")

    def press(self, keys):
        os.write(self.end, keys.encode())

    def wait(self):
        """Its exit status; output until then is read."""
        def ended():
            self.read(0.01)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            return [os.waitstatus_to_exitcode(status)] if pid else None

        status = until(ended, "its end")[0]
        self.read(0.01)
        return status


@case
def by_hand():
    """Buttons on a terminal, a view with a table on another one, at the line's real pace."""
    board = Terminal("board", "perudo", "--settings", "seed=5")
    place = re.search(r"(/dev/pts/\d+): no view yet", board.until("no view yet")).group(1)
    table = Terminal("perudo-view", "--link", f"serial:{place}")
    board.until("a view is connected")
    board.press("d")
    table.until("the board is idle")
    board.until("doubt: synchronise")
    board.press(" ")
    board.until("choose a button yourself here")  # the space bar only continues
    board.press("\r")
    table.until("choose your avatar")
    board.press("\x1b[C")
    board.until("next: next avatar")
    board.press("e")
    table.until("1 of 8 are at the table")
    board.press("d")
    board.until("doubt goes back to the players")  # the menu of house rules
    board.press("d")
    board.until("1 of 8 ")
    for count in (2, 3):
        board.press("n")
        table.until(f"{count} of 8 are at the table")
    board.press("\r")
    shown = table.until("15 dice on the table")
    assert "0 You" in shown and "2 Prof." in shown and "? ? ? ? ?" in shown, shown
    def came_to_choose():
        if "your turn" in board.until("line free"):
            return True
        board.press(" ")
        return False

    until(came_to_choose, "player 0's turn")  # the space bar continues up to this point
    board.press("r")
    board.until("idle   line free")
    board.press("q")
    assert board.wait() == 0
    assert "\x1b[?1049l" in board.raw and "\x1b[?25h" in board.raw
    table.until("The line was hung up")
    table.press("q")
    assert table.wait() == 0


def moved(kind, number, value):
    """An event as a Linux joystick device reports it: its time, the value, button 1 or axis 2, which one."""
    return struct.pack("=IhBB", 0, value, kind, number)


@case
def a_joystick_is_four_buttons():
    device = os.path.join(folder, "js0")
    os.mkfifo(device)
    board = Terminal("board", "perudo", "--settings", "seed=5", "--joystick", device)
    board.until("no view yet")
    with open(device, "wb", buffering=0) as stick:
        stick.write(moved(0x81, 0, 1) + moved(1, 1, 1) + moved(1, 1, 0))  # its initial state; then the second button
        board.until("doubt: synchronise")
        stick.write(moved(1, 0, 1) + moved(1, 0, 0))
        board.until("enter: start a game")
        stick.write(moved(2, 0, 32767) + moved(2, 0, 32000) + moved(2, 0, 0))
        board.until("next: next avatar")
        stick.write(moved(2, 1, 32767))
        board.until("previous: previous avatar")
        board.press("q")
        assert board.wait() == 0
    assert "by hand" in run("board", "perudo", "--keys", "e", "--joystick", device, status=2)[1]


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
