#!/usr/bin/env python3
"""`damero check` against good boards, bad ones, and one that plays a single game."""
import contextlib
import json
import os
import pty
import re
import signal
import socket
import subprocess
import threading

from referee_support import DAMERO, board, folder, free_port, place, run
from tap import WAIT, case, run_cases


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
    # A late answer, and bytes after an answer, are reported as such and not mistaken for the next answer.
    for how, rule, limit in (("late@3", "timing", "500ms"), ("unsolicited@3", "silence", "20s")):
        with board("dots", "--rules", "size=3x3", "--misbehave", how, "--lateness", "900ms") as a:
            out = run("check", "dots", "--rules", "size=3x3", "--limit", limit, "--link",
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
def a_board_that_plays_one_game_fails_only_the_extra_rule():
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
def the_check_says_which_size_it_assumes():
    with board("dots") as a:
        out = run("check", "dots", "--games", "1", "--link", f"serial:{place(a)}")
    assert re.match(r"Checked on a grid of \d+x\d+ dots \(--rules size=\d+x\d+", out), out


@case
def a_board_that_refuses_the_connection_is_reported_at_once():
    done = subprocess.run([DAMERO, "check", "dots", "--link", "tcp:127.0.0.1:1"], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2 and done.stderr == "damero check: no connection to tcp:127.0.0.1:1: Connection refused\n", done


@case
def a_check_shows_progress_and_reports_results_when_stopped():
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


run_cases()
