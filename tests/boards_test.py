#!/usr/bin/env python3
"""The boards as a user meets them: golden traces, pictures, dumps, and the screen in a terminal."""
import fcntl
import os
import pathlib
import pty
import re
import resource
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import zlib

from tap import WAIT, case, run_cases

DAMERO = os.path.abspath(sys.argv[1])
DATA = pathlib.Path(os.environ["DAMERO_TEST_DATA"]) / "boards"
folder = tempfile.mkdtemp(prefix="damero-boards-")


def run(*words, status=0):
    done = subprocess.run([DAMERO, "board", *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout if status != 2 else done.stderr


def place(name):
    return os.path.join(folder, name)


@case
def every_golden_trace_agrees():
    boards = sorted(path for path in DATA.iterdir() if path.is_dir())
    assert boards
    for board in boards:
        traces = sorted(board.glob("*.trace"))
        assert traces, board
        for path in traces:
            assert "agrees" in run(board.name, "--check", str(path)), path


@case
def a_filled_in_trace_is_the_golden_one():
    golden = DATA / "damas" / "moves.trace"
    assert run("damas", "--trace", str(golden)) == golden.read_text()
    run("damas", "--trace", str(golden), "--output", place("again.trace"))
    assert pathlib.Path(place("again.trace")).read_text() == golden.read_text()


@case
def leds_show_the_coordinates():
    run("damas", "--keys", "5A1A 4A0", "--vcd", place("leds.vcd"), "--pins", "leds")
    dump = pathlib.Path(place("leds.vcd")).read_text()
    code = re.search(r"\$var wire 8 (\S+) leds", dump).group(1)
    seen = [int(word, 2) for word in re.findall(rf"^b([01]+) {re.escape(code)}$", dump, re.M)]
    # nothing while the memory is filled; White's turn: 0,0; row 5; square 5,1; destination 0,0; row 4
    assert seen == [0, 0o200, 0o250, 0o251, 0o300, 0o340], [oct(one) for one in seen]
    assert "leds" not in run("damas", "--trace", str(DATA / "damas" / "moves.trace")), "only on request"


@case
def the_words_of_the_picture_are_chosen():
    pictures = set()
    for language in ("english", "spanish", "italian", "persian"):
        run("damas", "--settings", f"language={language}", "--frame", place(f"{language}.png"))
        pictures.add(pathlib.Path(place(f"{language}.png")).read_bytes())
    assert len(pictures) == 4
    assert "language" in run("damas", "--settings", "language=klingon", status=2)


@case
def promised_changes_that_are_never_listed_are_reported():
    path = pathlib.Path(place("promise.trace"))
    path.write_text("damero-trace 1\nboard damas\nchanges turn hsync\n0 turn=1\n1000\n")
    said = run("damas", "--check", str(path))
    assert "agrees" in said and "never listed, so not compared: hsync" in said, said


@case
def the_first_difference_is_named():
    lines = (DATA / "damas" / "moves.trace").read_text().replace("memory4=0o30000000", "memory4=0o00300000", 1)
    pathlib.Path(place("bad.trace")).write_text(lines)
    said = run("damas", "--check", place("bad.trace"), status=1)
    assert "memory4 is 0o00300000, ours is 0o30000000" in said, said
    assert "the last inputs before it, at tick" in said and "keys=0x0400" in said, said


@case
def a_malformed_trace_is_refused():
    pathlib.Path(place("none.trace")).write_text("damero-trace 1\nboard damas\n0 rum=1\n")
    said = run("damas", "--check", place("none.trace"), status=2)
    assert "line 3" in said and "did you mean 'run'" in said, said
    assert "cannot be read" in run("damas", "--check", place("nowhere"), status=2)
    assert "unknown board 'chess'" in run("chess", "--check", place("none.trace"), status=2)
    assert "is an input" in run("damas", "--trace", place("none.trace"), "--pins", "run", status=2)


def read_png(path):
    """Width, height and rows of palette numbers."""
    data = pathlib.Path(path).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    at, packed, palette = 8, b"", b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + length]
        assert struct.unpack(">I", data[at + 8 + length:at + 12 + length])[0] == zlib.crc32(kind + body)
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"PLTE":
            palette = body
        elif kind == b"IDAT":
            packed += body
        at += 12 + length
    assert (depth, colour) == (8, 3) and len(palette) == 24
    raw, rows = zlib.decompress(packed), []
    for y in range(height):
        line = raw[y * (width + 1):(y + 1) * (width + 1)]
        assert line[0] == 0, "palette pictures are written unfiltered"
        rows.append(line[1:])
    return width, height, rows


def colour_of(rows, row, column):
    """At the middle of a square."""
    return rows[36 + 48 * row + 24][72 + 48 * column + 24]


@case
def a_frame_shows_the_move():
    run("damas", "--keys", "5A1A4A0A", "--frame", place("move.png"))
    width, height, rows = read_png(place("move.png"))
    assert (width, height) == (640, 480)
    assert colour_of(rows, 4, 0) == 2 and colour_of(rows, 5, 3) == 2, "green men"
    assert colour_of(rows, 5, 1) in (6, 7), "an empty light square"
    assert colour_of(rows, 0, 0) == 1, "a blue man"
    assert rows[460][150] == 1, "Black is on turn"


@case
def without_a_terminal_the_state_is_printed():
    said = run("damas", "--keys", "5A1A4A0A 2A2A")
    assert "  4 w" in said and "From 2,2 to 0,0. Black (blue) is on turn" in said, said
    assert "has won" in run("damas", "--position", "W:W10:B14", "--keys", "5A5A3A3A")
    assert "is idle" in run("damas", "--switches", "none", "--keys", "5A")


@case
def wrong_options_are_refused():
    assert "--link does not go with the board damas" in run("damas", "--link", "pty", status=2)
    assert "--keys does not go with the board dots" in run("dots", "--keys", "5A", status=2)
    assert "--keys does not go with --check" in run("damas", "--check", "x", "--keys", "5A", status=2)
    assert "keys are 0 to 9" in run("damas", "--keys", "5G", status=2)
    assert "not one of run" in run("damas", "--switches", "runn", status=2)
    assert "--position" in run("damas", "--position", "W:W77:B1", status=2)
    assert "official" in run("damas", "--settings", "rules=chess", status=2)
    assert "did you mean 'rows'" in run("damas", "--keys", "5", "--vcd", place("x"), "--pins", "row", status=2)
    assert "cannot write" in run("damas", "--keys", "5", "--frame", "/nowhere/x.png", status=2)


@case
def a_picture_that_cannot_be_saved_is_reported_once():
    done = subprocess.run([DAMERO, "board", "damas", "--keys", "5", "--frame", place("x.png")], capture_output=True,
                          stdin=subprocess.DEVNULL, text=True, timeout=WAIT, preexec_fn=lambda: (
                              signal.signal(signal.SIGXFSZ, signal.SIG_IGN),
                              resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))))
    assert done.returncode == 2 and done.stderr.count("\n") == 1, done.stderr
    assert f"cannot write {place('x.png')}: File too large" in done.stderr and not os.path.exists(place("x.png"))


def read_vcd(path):
    """Widths by name, and (time, name, value) of every change."""
    text = pathlib.Path(path).read_text()
    header, body = text.split("$enddefinitions $end\n")
    names = {code: name for code, name in re.findall(r"\$var wire \d+ (\S) (\w+)", header)}
    assert "$timescale 1 ns $end" in header
    changes, now = [], -1
    for line in body.splitlines():
        if line.startswith("#"):
            assert int(line[1:]) >= now
            now = int(line[1:])
        elif line.startswith("b"):
            value, code = line[1:].split()
            changes.append((now, names[code], int(value, 2)))
        elif not line.startswith("$"):
            changes.append((now, names[line[1]], int(line[0])))
    return set(names.values()), changes


@case
def a_dump_has_every_change():
    run("damas", "--keys", "5A", "--vcd", place("keys.vcd"))
    names, changes = read_vcd(place("keys.vcd"))
    assert {"keys", "rows", "column_lines", "key", "run"} <= names and "red" not in names
    assert [value for _, name, value in changes if name == "key"] == [15, 5, 15, 8, 15]
    run("damas", "--vcd", place("sync.vcd"), "--pins", "hsync,vsync", "--from", "1ms", "--for", "16.672ms")
    names, changes = read_vcd(place("sync.vcd"))
    low = [time for time, name, value in changes if name == "hsync" and value == 0]
    assert 520 <= len(low) <= 522, len(low)
    assert all(b - a == 32000 for a, b in zip(low, low[1:])), "32.00 us a line"
    run("damas", "--vcd", place("picture.vcd"), "--pins", "all", "--for", "2ms")
    assert {"red", "green", "blue"} <= read_vcd(place("picture.vcd"))[0]
    # A dump that would start after the end leaves no file; the trace next to it does.
    late = run("damas", "--keys", "5A", "--vcd", place("late.vcd"), "--record", place("late.trace"), "--from", "10s", status=2)
    assert "start at 10000 ms" in late and not os.path.exists(place("late.vcd")) and os.path.exists(place("late.trace")), late
    run("damas", "--vcd", place("second.vcd"), "--pins", "hsync,vsync", "--from", "16672us", "--for", "100us")
    first = [change for change in read_vcd(place("second.vcd"))[1] if change[1:] == ("hsync", 0)][0]
    assert first[0] == 654 * 40, first  # a frame later: the first line again
    assert "needs --vcd" in run("damas", "--keys", "5A", "--from", "1s", status=2)


def values(changes, name):
    """What a signal was, one value after the other."""
    shown = [value for _, changed, value in changes if changed == name]
    return [value for i, value in enumerate(shown) if i == 0 or value != shown[i - 1]]


def inner_signals(*words):
    run("damas", "--settings", "arbiter=machines", "--pins", "inner", "--vcd", place("inner.vcd"), *words)
    return read_vcd(place("inner.vcd"))


@case
def inner_signals_show_the_machines_of_the_source():
    # Figure 4.1: the memory is filled cell by cell.
    _, changes = inner_signals("--for", "2us")
    assert values(changes, "out_adds")[:64] == list(range(64)) and values(changes, "escribir") == [0, 1, 0], changes[:20]
    # Figures 4.11 to 4.14: a man takes two; the way to the left fails at its first jump, the other one succeeds.
    _, changes = inner_signals("--position", "W:W11:B14,22,32", "--keys", "5A3A 1A3A")
    assert values(changes, "fsm2") == [0, 1, 2, 7, 0]
    assert values(changes, "fsm3") == [0, 1, 2, 5, 7, 8, 9, 12, 5, 7, 10, 11, 12, 7, 8, 9, 12, 7, 13, 16, 0]
    assert values(changes, "vector_2mov") == [0, 0b10, 0b01] and values(changes, "cont_mov") == [1, 2]
    assert values(changes, "fil_pcomida")[-1] == 0o42 and values(changes, "cont_fichaazul")[-3:] == [3, 2, 1]
    # Figures 4.19 to 4.23: a king takes one, looks to both sides for more and finds nothing.
    _, changes = inner_signals("--position", "W:WK1:B14,29", "--switches", "run,multiple", "--keys", "7A7A 3A3A")
    assert values(changes, "cuentacamino") == [0, 1, 2] and set(values(changes, "comerdamadoble")) == {0}
    assert values(changes, "fsm4")[-2:] == [14, 0] and values(changes, "comerdama") == [0, 1, 0]
    refused = run("damas", "--pins", "inner", "--vcd", place("inner.vcd"), status=2)
    assert "need --settings arbiter=machines" in refused
    assert "rules=lab only" in run("damas", "--settings", "arbiter=machines,rules=huff", status=2)


@case
def a_recorded_script_is_a_trace():
    run("damas", "--settings", "rules=official", "--keys", "5A1A 4A0A 2A2A 3A1A 4A0A 2A2A", "--record", place("r.trace"))
    text = pathlib.Path(place("r.trace")).read_text()
    assert "settings rules=official\n" in text
    assert "agrees" in run("damas", "--check", place("r.trace"))
    assert "cannot be combined" in run("damas", "--position", "W:W1:B32", "--keys", "5", "--record", place("p"), status=2)


class Screen:
    """The program in its own pseudo-terminal."""

    def __init__(self, columns, rows, *words, **environment):
        ready, go = os.pipe()
        self.pid, self.end = pty.fork()
        if self.pid == 0:
            os.read(ready, 1)  # until the size is set
            os.environ.update({"TERM": "xterm-256color", "COLORTERM": "", **environment})
            os.execv(DAMERO, [DAMERO, "board", "damas", *words])
        self.resize(columns, rows)
        self.before = termios.tcgetattr(self.end)
        os.write(go, b"!")
        os.close(ready)
        os.close(go)
        self.seen = ""

    def resize(self, columns, rows):
        fcntl.ioctl(self.end, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds):
        until = time.monotonic() + seconds
        while time.monotonic() < until and select.select([self.end], [], [], 0.05)[0]:
            try:
                self.seen += os.read(self.end, 1 << 16).decode("utf-8", "replace")
            except OSError:
                return

    def wait_for(self, words):
        until = time.monotonic() + WAIT
        while words not in self.seen:
            assert time.monotonic() < until, f"no '{words}' in {self.seen[-3000:]!r}"
            select.select([self.end], [], [], 0.1)
            self.read(0.2)

    def type(self, keys):
        os.write(self.end, keys.encode())

    def leave(self):
        """The status, once all that it writes is read; the terminal is as it was."""
        until = time.monotonic() + WAIT
        while True:
            self.read(0.1)
            pid, status = os.waitpid(self.pid, os.WNOHANG)
            if pid:
                break
            assert time.monotonic() < until, "does not end"
        self.read(0.2)
        assert "\x1b[?1049l" in self.seen and "\x1b[?25h" in self.seen.rsplit("\x1b[?1049h")[-1]
        try:
            assert termios.tcgetattr(self.end)[3] == self.before[3], "the terminal is not as it was"
        except termios.error:
            pass  # gone with its program
        os.close(self.end)
        return os.waitstatus_to_exitcode(status)


@case
def a_move_by_hand():
    screen = Screen(80, 24)
    screen.wait_for("White (green)")
    screen.wait_for("q: quit")
    screen.wait_for("[7] [8] [9] [D]")
    screen.type("5\r1\r4\r0\r")
    screen.wait_for("Black (blue)")
    screen.type("q")
    assert screen.leave() == 0
    assert "  4 w" in screen.seen.split("\x1b[?1049l")[1]


@case
def the_picture_on_a_large_terminal():
    screen = Screen(140, 50, COLORTERM="truecolor")
    screen.wait_for("q: quit")
    screen.wait_for("38;2;0;0;255m▀")  # a blue piece, in half blocks
    screen.resize(80, 24)
    screen.seen = ""
    screen.wait_for("▟██▙")
    screen.type("q")
    assert screen.leave() == 0


@case
def small_and_colourless_terminals():
    screen = Screen(30, 12)
    screen.wait_for("●")
    screen.type("q")
    assert screen.leave() == 0
    screen = Screen(80, 24, NO_COLOR="1")
    screen.wait_for(" b ")
    assert "38;5" not in screen.seen and "▟" not in screen.seen
    screen.type("q")
    assert screen.leave() == 0


@case
def the_terminal_is_put_back_whatever_ends_it():
    for number in (signal.SIGTERM, signal.SIGHUP):
        screen = Screen(80, 24)
        screen.wait_for("q: quit")
        os.kill(screen.pid, number)
        assert screen.leave() == -number
    screen = Screen(80, 24)
    screen.wait_for("q: quit")
    screen.type("\x03")
    assert screen.leave() == 0


@case
def play_by_hand_can_be_recorded():
    screen = Screen(80, 24, "--record", place("hand.trace"))
    screen.wait_for("q: quit")
    screen.type("5\r")
    screen.wait_for("from 5")
    screen.type("q")
    assert screen.leave() == 0
    text = pathlib.Path(place("hand.trace")).read_text()
    assert "keys=0x0020" in text and "origin=0o50" in text
    assert "agrees" in run("damas", "--check", place("hand.trace"))


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
