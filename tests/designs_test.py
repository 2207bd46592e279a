#!/usr/bin/env python3
"""Designs in simulators as devices, and pictures from their pins. Usage: designs_test.py DAMERO SOURCE"""
import base64
import os
import pathlib
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

from page_client import Refused, Server, end_servers
from tap import WAIT, case, run_cases, skip, until

DAMERO = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
GOLDEN = SOURCE / "tests" / "data" / "boards"
PERUDO = SOURCE / "hardware" / "perudo"
KEYPAD = SOURCE / "examples" / "damas_keypad"
TRAX = SOURCE / "hardware" / "trax"
folder = tempfile.mkdtemp(prefix="damero-designs-")


def place(name):
    return os.path.join(folder, name)


def run(*words, status=0):
    done = subprocess.run([DAMERO, *map(str, words)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=5 * WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout, done.stderr


def needs(program):
    if not shutil.which(program):
        skip(f"{program} is not here: script/bootstrap")


def verilog(name, changes=(), design=PERUDO, parameters=("BIT=8", "SEED=7")):
    """The command of a design, by default the Perudo board's, in Icarus Verilog; (from, to) changed in its sources."""
    needs("iverilog")
    sources = pathlib.Path(place(name), design.name)
    shutil.copytree(design, sources)
    for old, new in changes:
        having = [path for path in sources.glob("*.v") if old in path.read_text()]
        assert having, f"no source of {design.name} has {old}"
        for path in having:
            path.write_text(path.read_text().replace(old, new))
    done = subprocess.run([SOURCE / "hardware" / "live.py", "--simulator", "iverilog", "--build", "--work", place(name), sources,
                           *parameters], check=True, timeout=WAIT, capture_output=True, text=True)
    return done.stdout.strip()


PRESSES = ("--settings", "bit=8,seed=7", "--keys", "r d e n p n e 3n p e")


@case
def a_verilog_design_is_driven_as_our_board_and_agrees():
    design = verilog("good")
    ours, _ = run("board", "perudo", *PRESSES)
    theirs, said = run("board", "perudo", *PRESSES, "--design", design, "--compare")
    assert theirs == ours and ours.startswith("UIDSDODDDSA3"), (ours, theirs)
    assert "The design agrees with our perudo board." in said, said


@case
def a_folder_is_a_design_with_its_settings_as_parameters():
    needs("iverilog")
    shutil.copytree(SOURCE / "hardware", place("tree"))
    os.environ["DAMERO_SIMULATOR"] = "iverilog"
    keys = ("board", "perudo", "--design", place("tree/perudo"), "--keys", "r d e")
    out, said = run(*keys, "--settings", "bit=8,seed=7", "--compare")
    assert out == "UI\n" and "The design agrees with our perudo board." in said, (out, said)
    assert "perudo_board has no parameter DICE" in run(*keys, "--settings", "bit=8,dice=counters", status=2)[1]
    # On the page too: the length of a bit is a parameter of the design.
    server = Server(DAMERO, "--perudo-design", place("tree/perudo"), "--design-bit", "8")
    board = server.socket(path="/api/lab/perudo", protocol="damero-lab")
    board.say(do="reset")
    press(board, "doubt")
    assert base64.b64decode(board.hear_until("bytes")["bytes"]) == b"U"
    server.stop()
    del os.environ["DAMERO_SIMULATOR"]


@case
def the_damas_design_is_played_on_the_page_by_the_rules_asked_for():
    needs("iverilog")
    os.environ["DAMERO_SIMULATOR"] = "iverilog"
    shutil.copytree(SOURCE / "hardware", place("rules"))
    for rules, asks in (("official", 1), ("lab", 5)):
        server = Server(DAMERO, "--damas-design", place("rules/damas"), "--design-settle", "10", "--design-rules", rules)
        board = server.socket(path="/api/lab/damas", protocol="damero-lab")
        board.say(do="pins", set={"run": 1})

        def wait(*states):
            while (state := hear(board, "pins")["pins"]["asks"]) not in states:
                pass
            return state

        # White could capture: by the official rules no other piece may be chosen then.
        for i, key in enumerate("5A5A4A4A2A2A3A3A5A1A"):
            wait(i % 8 + 1)
            for down in (True, False):
                board.say(do="key", key=key, down=down)
        assert wait(1, 5) == asks, rules
        server.stop()
    del os.environ["DAMERO_SIMULATOR"]
    assert "neither lab nor official" in run("serve", "--design-rules", "huff", status=2)[1]
    for alone in (("--design-rules", "lab"), ("--design-settle", "10")):
        assert f"{alone[0]} goes with --damas-design only" in run("serve", *alone, status=2)[1]


@case
def differences_are_reported_as_they_happen():
    design = verilog("bad", [("number >= least &&", "")])
    _, said = run("board", "perudo", *PRESSES, "--design", design, "--compare", status=2)
    assert re.search(r"tick \d+ \(\d\.\d{3} ms\): \w+ is \w+, ours is \w+", said), said
    assert re.search(r"the design differed from our board \d+ times?", said), said


@case
def a_design_answers_a_trace_and_is_recorded():
    design = verilog("traced")
    stimuli = place("stimuli.trace")
    pathlib.Path(stimuli).write_text("damero-trace 1\nboard perudo\nsettings bit=8,seed=7\n0 reset_n=0\n3 reset_n=1\n"
                                     "10 enter=1\n90 enter=0\n200\n")
    run("board", "perudo", "--trace", stimuli, "--design", design, "--output", place("responses.trace"))
    text = pathlib.Path(place("responses.trace")).read_text()
    assert "\n11 " in text and "state=1" in text, text
    # What is wrong with the design is reported, not what became of the file; the answers of one that differs are kept.
    wrong = run("board", "perudo", "--trace", stimuli, "--design", "false", "--output", place("none.trace"), status=2)[1]
    assert "--design" in wrong and "cannot write" not in wrong and not os.path.exists(place("none.trace")), wrong
    wrong = run("board", "perudo", "--trace", stimuli, "--design", verilog("late", [('letter = doubts ? "U" : "I"', 'letter = "U"')]),
                "--compare", "--output", place("wrong.trace"), status=2)[1]
    assert "the design differed from our board" in wrong and "data=0x55" in pathlib.Path(place("wrong.trace")).read_text(), wrong
    out, _ = run("board", "perudo", "--settings", "bit=8,seed=7", "--keys", "r d e", "--design", design, "--record",
                 place("live.trace"))
    assert out == "UI\n", out
    assert "state=1 step=1" in pathlib.Path(place("live.trace")).read_text()


@case
def a_trax_design_answers_a_trace_and_is_compared():
    trace = GOLDEN / "trax" / "example-8.trace"
    words = ("board", "trax", "--trace", trace, "--output", place("trax.trace"), "--compare", "--design")
    _, said = run(*words, verilog("trax-good", (), TRAX, ("SIZE=8",)))
    assert "The design agrees with our trax board." in said, said
    assert "agrees with our trax board" in run("board", "trax", "--check", place("trax.trace"))[0]
    _, said = run(*words, verilog("trax-bad", [("conflict = |three", "conflict = 1'b0")], TRAX, ("SIZE=8",)), status=2)
    assert re.search(r"tick \d+ .*: readdata is \w+, ours is \w+", said), said


ORDERS = "place 3 3 0101; place 3 4 1001; memory; evaluate 4 4 0101; evaluate 0 0 0101; wait off; place 4 4 0101; step 3; registers; finish; board"


@case
def a_trax_design_takes_orders_as_ours_does():
    """By script, typed, and step by step; what it does at its pins is compared and recorded."""
    words = ("board", "trax", "--settings", "size=8", "--keys", ORDERS)
    ours, _ = run(*words)
    assert "0 order   0x4000015b  place, row 3, column 3, tile 0101\n1 result  0x80000004  done, 4 spaces\n" in ours, ours
    assert "  0  row  2, column  3, tiles 0101 1001 1100\n" in ours and re.search(r"3 cycles +\d+  tick \d+ \(\+3\), busy", ours), ours
    design = verilog("trax-live", (), TRAX, ("SIZE=8",))
    theirs, said = run(*words, "--design", design, "--compare", "--record", place("orders.trace"), "--vcd", place("orders.vcd"))
    assert theirs.replace(" (board and moves by our device)", "") == ours, theirs
    assert "The design agrees with our trax board." in said, said
    checked = run("board", "trax", "--check", place("orders.trace"))[0]
    assert "agrees with our trax board" in checked and "readdata=0x80000004" in pathlib.Path(place("orders.trace")).read_text()
    typed = subprocess.run([DAMERO, "board", "trax", "--settings", "size=8", "--design", design], capture_output=True, text=True,
                           input="place 9 9 0101\n" + ORDERS.replace("; ", "\n") + "\nquit\nplace\n", timeout=5 * WAIT)
    assert typed.returncode == 0 and typed.stdout == theirs, typed
    assert typed.stderr == "expected: place ROW COLUMN TILE (8x8 spaces, a tile is four bits)\n", typed.stderr
    _, said = run(*words, "--compare", "--design", verilog("trax-late", [("may ? WRITE : evaluating", "1 ? WRITE : evaluating")], TRAX,
                                                           ("SIZE=8",)), status=2)
    assert re.search(r"tick \d+ .*: busy is 1, ours is 0", said), said
    for wrong in ("place 3 3 0102", "place 8 3 0101", "read 99", "jump", "step 0", "write 0x100000000", "wait", "finish 3"):
        assert "--keys: " in run("board", "trax", "--settings", "size=8", "--keys", f"place 3 3 0101; {wrong}", status=2)[1]
    assert "does not go with" in run("board", "trax", "--keys", "board", "--link", "pty", status=2)[1]


BARS = """import sys
now, last, watched = 0, {}, set()
def pins(tick):
    x, y = tick // 2 % 800, tick // 1600 % 521
    bar = x // 80 if x < 640 and y < 480 else 0
    return dict(red=bar >> 2, green=bar >> 1 & 1, blue=bar & 1, hsync=int(not 654 <= x < 752), vsync=int(not 490 <= y < 492))
def edge(tick):
    x = tick // 2 % 800
    return tick - tick % 1600 + 2 * next(e for e in (*range(80, 641, 80), 654, 752, 800) if x < e)
for order, word, *value in map(str.split, sys.stdin):
    if order == "watch":
        (watched.add if value == ["1"] else watched.discard)(word)
    if order == "go":
        now = int(word)
    while order == "until" and now < int(word):
        before, now = pins(now), min(int(word), edge(now))
        if any(before[name] != pins(now)[name] for name in watched):
            break
    print(now, *(f"{name}={v}" for name, v in pins(now).items() if last.get(name) != v), flush=True)
    last = pins(now)
"""


@case
def the_picture_of_a_design_is_on_the_page():
    """Eight bars, decoded from the five pins; the first pictures, before a whole frame, are black."""
    pathlib.Path(place("bars.py")).write_text(BARS)
    server = Server(DAMERO, "--damas-design", f"{sys.executable} {place('bars.py')}")
    board = server.socket(path="/api/lab/damas", protocol="damero-lab")
    board.say(do="pins", set={"run": 1})
    bars, rows = [], []
    while not any(bars):
        picture = board.hear()
        if isinstance(picture, bytes):
            pixels = [run >> 5 for run in picture for _ in range((run & 31) + 1)]
            assert len(pixels) == 640 * 480, len(pixels)
            rows = [pixels[640 * y:640 * (y + 1)] for y in range(480)]
            bars = rows[0][40::80]
    assert bars == list(range(8)) and all(row == rows[0] for row in rows), (bars, rows[-1][40::80])
    server.stop()


def press(board, *names):
    for name in names:
        for down in (True, False):
            board.say(do="button", name=name, down=down)


def hear(board, tell):
    """The next message of this kind; pictures, which are bytes, are skipped."""
    while isinstance(news := board.hear(), bytes) or news["tell"] != tell:
        pass
    return news


def hear_event(board, wanted):
    while True:
        heard = board.hear_until("heard")["heard"]
        if heard["event"] == wanted:
            return heard


@case
def a_design_behind_the_boards_of_the_page():
    """The operator's command; the page's buttons, bytes and table work on it, and no request can change it."""
    server = Server(DAMERO, "--perudo-design", verilog("paged"), "--design-bit", "8")
    board = server.socket(path="/api/lab/perudo", protocol="damero-lab")
    board.say(do="reset")
    press(board, "doubt")
    hear_event(board, "sync")
    press(board, "enter", "next", "enter", "next", "next", "enter")
    assert hear_event(board, "avatar-chosen")["avatar"] == 1
    assert len(hear_event(board, "round")["players"]) == 3
    board.say(do="settings", settings="bit=16")
    assert "a design in a simulator" in board.hear_until("error")["message"]
    # Ours is still behind the other board.
    ours = server.socket(path="/api/lab/damas", protocol="damero-lab")
    ours.say(do="pins", set={"run": 1})
    while hear(ours, "pins")["pins"]["asks"] != 1:
        pass
    # Four simulators at once; a visitor who leaves makes room.
    others = [server.socket(path="/api/lab/perudo", protocol="damero-lab") for _ in range(3)]
    try:
        server.socket(path="/api/lab/perudo", protocol="damero-lab")
        assert False, "a fifth simulator runs"
    except Refused as why:
        assert "503" in str(why), why
    def opens(source=None):
        try:
            return server.socket(path="/api/lab/perudo", protocol="damero-lab", source=source)
        except Refused:
            return None
    # But one address does not keep all of them from others, even if it asks again and again: one of its own is closed.
    four, end = [board, *others], time.monotonic() + WAIT
    assert not opens("127.0.0.2")
    while not any(one.closed for one in four):
        assert time.monotonic() < end, "the address keeps all simulators"
        for one in select.select(four, [], [], 1)[0]:
            one.hear(pings=True)
    assert [one.closed for one in four if one.closed] == [1013]
    until(lambda: (opens(), opens("127.0.0.2"))[1], "a simulator for another address")
    for one in others:
        one.close()
    until(opens)
    server.stop()


@case
def a_trax_design_behind_the_page():
    """Its registers, and beside them our board and memory after the same orders; a difference is counted."""
    for name, changes, differs in (("trax-paged", (), False), ("trax-wrong", [("forcing ({whites | blacks, whites",
                                                                               "forcing ({blacks, whites")], True)):
        server = Server(DAMERO, "--trax-design", verilog(name, changes, TRAX, ("SIZE=8",)), "--design-size", "8")
        board = server.socket(path="/api/lab/trax", protocol="damero-lab")
        state = board.hear_until("accelerator")
        assert state["size"] == 8 and state["registers"] == [0, 0, 0, 0] and state["differences"] == 0, state
        for row, column, tile in ((3, 3, 0b0101), (3, 4, 0b0101), (2, 3, 0b1001)):
            board.say(do="write", word=1 << 30 | tile << 6 | row << 3 | column)
            board.say(do="step", ticks=1)
            board.say(do="finish")
            while state["registers"][0] & 0x3f != row << 3 | column or state["busy"]:
                state = board.hear_until("accelerator")
        assert [2, 4, 12] in state["board"] and len(state["board"]) == 4, state  # forced
        assert state["registers"][1] >> 31 == 1 and state["now"] == state["registers"][3] > 20, state
        assert (state["differences"] > 0) == differs, state
        for wrong in ({"do": "step", "ticks": 1000001}, {"do": "settings", "settings": "size=16"}):
            board.say(**wrong)
            assert board.hear_until("error")["message"]
        board.say(do="reset")
        while state["board"]:
            state = board.hear_until("accelerator")
        server.stop()


@case
def a_design_that_cannot_run_is_reported():
    server = Server(DAMERO, "--damas-design", "false")
    board = server.socket(path="/api/lab/damas", protocol="damero-lab")
    assert "--design" in hear(board, "error")["message"]
    server.stop()


@case
def a_vhdl_design_is_driven_by_our_keypad():
    needs("ghdl")
    work = place("work")
    os.mkdir(work)
    for path in sorted(KEYPAD.glob("*.vhd")):
        subprocess.run(["ghdl", "-a", "--std=08", f"--workdir={work}", path], check=True, timeout=WAIT)
    subprocess.run(["ghdl", "-e", "--std=08", f"--workdir={work}", "-o", place("keypad"), "damas_keypad_live"], check=True,
                   timeout=WAIT)
    design = f"ghdl -r --std=08 --workdir={work} damas_keypad_live"
    _, said = run("board", "damas", "--keys", "5A", "--design", design, "--compare", "--record", place("keys.trace"))
    assert "The design agrees with our damas board." in said, said
    keys = re.findall(r" key=(\d+)", pathlib.Path(place("keys.trace")).read_text())
    assert keys == ["15", "5", "15", "8", "15"], keys
    assert "agrees with our damas board" in run("board", "damas", "--check", place("keys.trace"))[0]


@case
def the_bench_in_verilog_reads_the_keypad_as_ours_does():
    """As its README says; a key that counts from its first reading is the mistake of the course's first step."""
    needs("iverilog")
    held = pathlib.Path(place("held.trace"))
    held.write_text("damero-trace 1\nboard damas\n0 reset=0 keys=0x20\n800000\n")
    reader = (KEYPAD / "damas_keypad.v").read_text()
    right = "key     <= value == sampled ? value : NONE;"
    assert right in reader
    for name, text, status in (("reader", reader, 0), ("hasty", reader.replace(right, "key <= value;"), 2)):
        pathlib.Path(place(f"{name}.v")).write_text(text)
        built = subprocess.run(["iverilog", "-g2005", "-Wall", "-s", "damas_keypad_live", "-o", place(name), place(f"{name}.v"),
                                KEYPAD / "damas_keypad_live.v"], capture_output=True, text=True, timeout=WAIT)
        assert built.returncode == 0 and not built.stderr, built.stderr
        _, said = run("board", "damas", "--trace", held, "--design", f"vvp -n {place(name)}", "--compare", "--output",
                      place("read.trace"), status=status)
        assert ("tick 500000 (10.000 ms): key is 5, ours is 15" if status else "agrees with our damas board") in said, said
        # Only what the design has is in its trace, so that a part can be checked before the rest exists.
        checked, _ = run("board", "damas", "--check", place("read.trace"), status=1 if status else 0)
        assert ("key is 5, ours is 15" if status else "agrees with our damas board: 6 output values") in checked, checked
    assert "changes rows column_lines key\n" in pathlib.Path(place("read.trace")).read_text()
    wrong = run("board", "damas", "--trace", held, "--pins", "turn", "--design", f"vvp -n {place('reader')}", status=2)[1]
    assert "the design has none of these outputs" in wrong, wrong


def library(name, source):
    path = place(f"{name}.so")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, "-x", "c", "-"], input=source, text=True, check=True, timeout=WAIT)
    return path


@case
def anything_but_a_design_is_refused():
    keys = ("board", "perudo", "--keys", "e")
    assert "not an answer to a command: 5 tz=1" in run(*keys, "--design", "yes 5 tz=1", status=2)[1]
    assert "--design" in run(*keys, "--design", "true", status=2)[1]
    assert "the program exited with status 255" in run(*keys, "--design", "exit 255", status=2)[1]
    assert "--design" in run(*keys, "--design", "/nowhere/at/all", status=2)[1]
    assert "nowhere.so: cannot open shared object file" in run(*keys, "--design", "/nowhere.so", status=2)[1]
    assert "the library has no function design_bench_open" in run(*keys, "--design", library("empty", ""), status=2)[1]
    for name, answer, why in (("wrong", "5 tz=1\\n", "not an answer to a command: 5 tz=1"), ("mute", "", "it does not answer")):
        bench = f'static int b; void *design_bench_open(void) {{ return &b; }} void design_bench_close(void *p) {{ (void)p; }} ' \
                f'const char *design_bench_order(void *p, const char *line) {{ (void)p, (void)line; return "{answer}"; }}'
        assert why in run(*keys, "--design", library(name, bench), status=2)[1]
    assert "--compare needs --design" in run(*keys, "--compare", status=2)[1]
    assert "--position" in run("board", "damas", "--design", "cat", "--position", "W:W1:B32", status=2)[1]
    assert "--design does not go with the board dots" in run("board", "dots", "--design", "cat", status=2)[1]


def picture(name):
    """A dump of the picture's pins for a little more than one frame."""
    run("board", "damas", "--vcd", place(name), "--pins", "red,green,blue,hsync,vsync", "--for", "17ms")
    return place(name)


@case
def a_picture_comes_out_of_a_dump_and_a_trace():
    run("board", "damas", "--frame", place("ours.png"))
    ours = pathlib.Path(place("ours.png")).read_bytes()
    stimuli = place("frame.trace")
    pathlib.Path(stimuli).write_text("damero-trace 1\nboard damas\n0 run=1\n1700000\n")
    run("board", "damas", "--trace", stimuli, "--pins", "red,green,blue,hsync,vsync", "--output", place("all.trace"))
    # The second picture: while the first begins, the memory is being filled.
    said, _ = run("vga", place("all.trace"), "--frame", place("trace.png"), "--number", 2)
    assert said == "The timing is right.\n", said
    assert pathlib.Path(place("trace.png")).read_bytes() == ours
    said, _ = run("vga", picture("frame.vcd"), "--frame", place("dump.png"))
    assert said == "The timing is right.\n" and os.path.exists(place("dump.png")), said


def with_sync_moved(path, line, by):
    """The dump with the end of one line's sync moved."""
    lines, code, changes, time = pathlib.Path(path).read_text().splitlines(), None, [], 0
    for number, text in enumerate(lines):
        if text.endswith(" hsync $end"):
            code = text.split()[3]
        elif text.startswith("#"):
            time = int(text[1:])
        elif code and text == "1" + code:
            changes.append((time, number))
    time, number = changes[1 + line]  # the first one is not an edge, but the line's level at the start
    moved = time + by
    del lines[number]
    times = [(int(text[1:]), number) for number, text in enumerate(lines) if text.startswith("#")]
    at = next(number for when, number in times if when > moved)
    return "\n".join([*lines[:at], f"#{moved}", "1" + code, *lines[at:]]) + "\n"


@case
def timing_errors_are_named():
    path = pathlib.Path(place("short.vcd"))
    path.write_text(with_sync_moved(picture("whole.vcd"), 12, -3 * 40))
    said, _ = run("vga", path, status=1)
    assert said == "line 12: sync 95 pixels, 98 expected\n", said
    trace = GOLDEN / "damas" / "sync.trace"
    assert "there is no signal 'red'" in run("vga", trace, status=2)[1]
    assert "$enddefinitions" in run("vga", __file__, status=2)[1]
    assert "nowhere.vcd: cannot be read" in run("vga", place("nowhere.vcd"), status=2)[1]
    assert "no whole picture" in run("vga", place("whole.vcd"), "--number", 2, "--frame", place("x.png"), status=2)[1]


@case
def every_mistake_of_the_course_is_found_as_described():
    lines = (SOURCE / "docs" / "course.md").read_text().splitlines()
    found = 0
    for command, answer in zip(lines, lines[1:]):
        if command.startswith("    damero ") and answer.startswith("    "):
            done = subprocess.run([DAMERO, *command.split()[1:]], cwd=SOURCE, capture_output=True, text=True, timeout=WAIT)
            assert done.returncode == 1 and answer.strip() in done.stdout.splitlines(), (command, done.stdout, done.stderr)
            found += 1
    assert found == len(list((SOURCE / "tests" / "data" / "course").glob("*.trace"))), found
    steps = re.split(r"^\*\*\d\. ", "\n".join(lines), flags=re.M)[1:]
    assert len(steps) == found and all("tests/data/course/" in step for step in steps), (len(steps), found)


def clean_up():
    end_servers()
    shutil.rmtree(folder, ignore_errors=True)


run_cases(clean_up)
