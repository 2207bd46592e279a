#!/usr/bin/env python3
"""The designs of hardware/ that have a device in boards/: compared with it tick by tick.

Usage: hardware_boards_test.py DAMERO SOURCE TRAX_BUS DAMAS_PRESSES

Short traces run in Icarus Verilog. DAMERO_LONG=1 adds thousands of random ones in Verilator.
"""
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

from tap import WAIT, case, run_cases, skip

DAMERO = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
TRAX_BUS = os.path.abspath(sys.argv[3])  # the driver on the bus of the accelerator
DAMAS_PRESSES = os.path.abspath(sys.argv[4])  # writes random games as stimuli
GOLDEN = SOURCE / "tests" / "data" / "boards"
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-designs-")


def simulator(name, changes=(), program="iverilog", **parameters):
    """The command of a design, built, in Verilator a library; (file, from, to) changed in its sources."""
    if not shutil.which(program):
        skip(f"{program} is not here: script/bootstrap hardware")
    sources = SOURCE / "hardware" / name
    if changes:
        copy = pathlib.Path(tempfile.mkdtemp(dir=folder), name)
        shutil.copytree(sources, copy)
        for file, old, new in changes:
            text = (copy / file).read_text()
            assert text.count(old) == 1, (file, old)
            (copy / file).write_text(text.replace(old, new))
        sources = copy
    done = subprocess.run([SOURCE / "hardware" / "live.py", "--simulator", program, "--library" if program == "verilator" else "--build",
                           "--work", folder, sources, *(f"{key}={value}" for key, value in parameters.items())], capture_output=True, text=True,
                          timeout=30 * WAIT)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def differs(board, trace, design, *words, output="responses.trace"):
    """What the comparison of a design with our device says if they differ; the responses are left in this file of `folder`."""
    done = subprocess.run([DAMERO, "board", board, "--trace", trace, "--design", design, "--compare", "--output",
                           pathlib.Path(folder, output), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60 * WAIT)
    assert done.returncode in (0, 2), done.stderr
    assert done.returncode or f"The design agrees with our {board} board." in done.stderr, done.stderr
    return done.stderr if done.returncode else None


def agrees(board, trace, design, *words, **options):
    said = differs(board, trace, design, *words, **options)
    assert not said, f"{trace}: {said}"


def volume(what, board, seeds, stimuli, design):
    """Compares on the trace that `stimuli` writes for each seed, on all cores; prints how many there were as a comment of the test."""
    def compare(seed):
        trace = stimuli(seed)
        agrees(board, trace, design, output=f"{trace.name}.responses")
        ticks = int(trace.read_text().split("\n")[-2].split()[0])
        pathlib.Path(f"{trace}.responses").unlink()
        trace.unlink()
        return ticks

    start, ticks, number = time.monotonic(), 0, 0
    workers = ThreadPoolExecutor(os.cpu_count())
    try:
        for number, passed in enumerate(workers.map(compare, seeds), 1):
            ticks += passed
            if number % 100 == 0:
                print(f"# {what}: {number} traces", flush=True)
    finally:
        workers.shutdown(cancel_futures=True)
    print(f"# {what}: {number} traces, {ticks} ticks, {time.monotonic() - start:.0f} s", flush=True)


# The Perudo board.

BUTTONS = ("previous", "next", "enter", "doubt")


def perudo_settings(trace):
    """The parameters of the design that stand for the settings of a trace."""
    text = re.search(r"^settings (.*)", trace.read_text(), re.M).group(1)
    return {key.upper(): value for key, value in (word.split("=") for word in text.split(","))}


def golden_perudo(name):
    trace = GOLDEN / "perudo" / f"{name}.trace"
    agrees("perudo", trace, simulator("perudo", program="verilator" if name == "session" else "iverilog", **perudo_settings(trace)))
    responses = pathlib.Path(folder, "responses.trace").read_text()
    assert responses == trace.read_text() or name == "eight", name  # whose trace leaves tx out


@case
def the_perudo_board_agrees_with_the_golden_traces():
    for name in ("debounce", "game", "illegal", "refused", "reset"):
        golden_perudo(name)


@case
def eight_at_the_perudo_board_play_to_the_end():
    golden_perudo("eight")


@case
def the_perudo_board_agrees_at_9600_baud():
    if not LONG:
        skip("two million ticks: --long")
    golden_perudo("session")


def presses(seed, number, bit, settings=""):
    """Buttons pressed at random, sometimes several at once or while the line is busy, with a reset now and then."""
    chance, tick = random.Random(seed), 0
    lines = ["damero-trace 1", "board perudo", f"settings bit={bit}{settings}", "0 reset_n=1 " + " ".join(f"{b}=0" for b in BUTTONS)]
    for _ in range(number):
        tick += chance.randrange(2, 2 + chance.choice((12, 40, 40, 400)) * bit)
        if chance.random() < 0.003:
            held, values = ["reset_n"], "01"
        else:
            held = chance.sample(BUTTONS, chance.randrange(2, 5)) if chance.random() < 0.05 else chance.choices(BUTTONS, (1, 4, 5, 2))
            values = "10"
        for value in values:
            lines.append(f"{tick} " + " ".join(f"{pin}={value}" for pin in held))
            tick += chance.randrange(1, 30)
    path = pathlib.Path(folder, f"presses{seed}.trace")
    path.write_text("\n".join(lines + [str(tick)]) + "\n")
    return path


@case
def the_perudo_board_agrees_in_random_games():
    design = simulator("perudo", BIT=2, SEED=5)
    for seed in range(3):
        agrees("perudo", presses(seed, 300, 2, ",seed=5"), design)
    if LONG:
        for bit, power_on in ((2, 1), (3, 2), (8, 3)):
            design = simulator("perudo", program="verilator", BIT=bit, SEED=power_on)
            volume(f"perudo, bit={bit}", "perudo", range(-1, 1000),
                   lambda seed: presses(seed, 300 if seed >= 0 else 100000, bit, f",seed={power_on}"), design)


@case
def mistakes_in_the_perudo_board_are_noticed():
    for name, change in (("illegal", ("perudo_board.v", "count > bid_count", "count >= bid_count")),
                         ("illegal", ("perudo_dice.v", "number >= least &&", "")),
                         ("game", ("perudo_machine.v", "held != 0 ? held", "held > 1 ? held")),
                         ("game", ("perudo_machine.v", "7'd2 : 7'd8", "7'd8 : 7'd8")),
                         ("game", ("perudo_board.v", "holds ? on_turn : bidder", "on_turn")),
                         ("game", ("perudo_board.v", "seats == 1 ? END : ROLL", "ROLL"))):
        trace = GOLDEN / "perudo" / f"{name}.trace"
        assert differs("perudo", trace, simulator("perudo", [change], **perudo_settings(trace))), change


# The Trax accelerator.

TILES = (0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100)


def golden_trax(name, program="iverilog"):
    trace = GOLDEN / "trax" / f"{name}.trace"
    settings = re.search(r"^settings (.*)", trace.read_text(), re.M)
    words = (settings.group(1) if settings else "size=16").split(",")
    agrees("trax", trace, simulator("trax", program=program, **dict(word.split("=") for word in words)))
    assert pathlib.Path(folder, "responses.trace").read_text() == trace.read_text(), name


@case
def the_trax_accelerator_agrees_with_the_golden_traces():
    for name in ("orders", "example-8"):
        golden_trax(name)
    golden_trax("game-8", "verilator")
    for name in ("game-16", "loop-11", "position-64") if LONG else ():
        golden_trax(name, "verilator")


def orders(seed, number, size, settings=""):
    """Turns in the middle of the board, most of them evaluated; some orders are written before the last is done, some are any word."""
    chance, tick, c = random.Random(seed), 3, (size - 1).bit_length()
    lines = ["damero-trace 1", "board trax", f"settings size={size}{settings}", "0 reset=1 address=0 write=0 writedata=0", "2 reset=0"]
    spread = chance.choice((2, 3, size // 2))
    for _ in range(number):
        row, column = (min(size // 2 + chance.randrange(-spread, spread), size - 1) for _ in range(2))
        word = chance.choices((1, 2, 3), (4, 1, 4))[0] << 30 | chance.choice(TILES) << 2 * c | row << c | column
        word |= chance.randrange(40) << (2 * c + 4) if word >> 30 == 2 else 0
        if chance.random() < 0.02:
            word = chance.randrange(1 << 32) & ~(1 << 29)
        elif chance.random() < 0.01:
            word = 1 << 29
        lines.append(f"{tick} address=0 write=1 writedata=0x{word:x}")
        lines.append(f"{tick + 1} address={chance.randrange(4) if chance.random() < 0.1 else (1, 1, 1, 2)[word >> 30]} write=0")
        tick += chance.randrange(3, chance.choice((40, 400, 4000)) if word >> 30 == 3 else 200)
    path = pathlib.Path(folder, f"orders{seed}.trace")
    path.write_text("\n".join(lines + [str(tick)]) + "\n")
    return path


@case
def the_trax_accelerator_agrees_on_random_orders():
    agrees("trax", orders(1, 150, 8), simulator("trax", size=8))
    agrees("trax", orders(2, 100, 9, ",memory=3,lines=off"), simulator("trax", size=9, memory=3, lines="off"))
    for size, lines, seeds in ((8, "on", 100), (8, "off", 100), (16, "on", 20), (32, "on", 5)) if LONG else ():
        design = simulator("trax", program="verilator", size=size, lines=lines)
        volume(f"trax {size}x{size}, lines={lines}", "trax", range(seeds), lambda seed: orders(seed, 1000, size, f",lines={lines}"),
               design)


@case
def tiles_forced_in_one_wave_never_touch():
    """The design need not compare them. Here it takes a turn for illegal in which two do, side by side, and then one in which they have
    a corner in common, which happens."""
    traces = (GOLDEN / "trax" / "example-8.trace", orders(3, 150, 8))
    for beside, happens in (("from_right(filled) | filled >> SIZE", False), ("from_right(filled) >> SIZE | from_left(filled) >> SIZE", True)):
        design = simulator("trax", [("trax_fabric.v", "conflict = |three", f"conflict = |three || |(filled & ({beside}))")], size=8)
        assert any(differs("trax", trace, design) for trace in traces) == happens, beside


@case
def mistakes_in_the_trax_accelerator_are_noticed():
    example, evaluations = GOLDEN / "trax" / "example-8.trace", pathlib.Path(folder, "evaluations.trace")
    subprocess.run([DAMERO, "trax-accelerator", "--size", "8", "--moves", "@0/ A2\\ B1/ B2+ B3\\", "--record", evaluations],
                   check=True, stdout=subprocess.DEVNULL, timeout=WAIT)
    head = [line for line in evaluations.read_text().splitlines() if not line[0].isdigit() or int(line.split()[0]) < 15000]
    evaluations.write_text("\n".join(head) + "\n")
    for trace, change in (
            (example, ("trax_fabric.v", "({whites | blacks, whites,", "({blacks, whites,")),
            (example, ("trax_fabric.v", "conflict = |three", "conflict = 1'b0")),
            (evaluations, ("trax_around.v", "laid_0[0], laid_1d[1]}", "laid_0[0], 1'b0}")),
            (example, ("trax_control.v", "state == FIND || state == UNDO ||", "state == FIND ||")),
            (example, ("trax_control.v", "may ? WRITE : evaluating", "1 ? WRITE : evaluating")),
            (example, ("trax_first.v", "i = SIZE - 1; i >= 0; i = i - 1) if (rows[i])", "i = 0; i < SIZE; i = i + 1) if (rows[i])")),
            (example, ("trax_control.v", ".empty(clear)", ".empty(1'b0)")),
            (evaluations, ("trax_tracks.v", "found == {colour, way}", "found == {!colour, way}")),
            (evaluations, ("trax_tracks.v", "any_black;", "1'b0;")),
            (evaluations, ("trax_control.v", "{own_corners, other_corners,", "{other_corners, own_corners,")),
            (evaluations, ("trax_tracks.v", ": end_a || end_b);", ": end_a && end_b);"))):
        assert differs("trax", trace, simulator("trax", [change], size=8)), change


@case
def the_driver_on_the_bus_chooses_as_the_software_does():
    if not shutil.which("verilator"):
        skip("verilator is not here: script/bootstrap hardware")
    size, positions = (16, 200) if LONG else (10, 50)
    bus = subprocess.run([SOURCE / "hardware" / "bus.py", "--work", folder, str(size)], check=True, capture_output=True,
                            text=True, timeout=30 * WAIT).stdout.strip()
    said = subprocess.run([TRAX_BUS, bus, str(size), str(positions)], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60 * WAIT)
    assert said.returncode == 0 and said.stdout == f"The same turn in {positions} positions.\n", said.stdout + said.stderr


# The Damas board. Its keypad settles for 250,000 ticks, so most traces here are shortened: all times are divided, and so is that one.

SETTLE = 250000


def damas_trace(name):
    return GOLDEN / "damas" / f"{name}.trace"


def recorded(keys):
    """The trace of these keys on our board by the official rules."""
    path = pathlib.Path(folder, "recorded.trace")
    subprocess.run([DAMERO, "board", "damas", "--settings", "rules=official", "--keys", keys, "--record", path], check=True, timeout=WAIT)
    return path


def official_game(name):
    games = (GOLDEN / "damas" / "official.keys").read_text()
    return recorded(re.search(rf"^\[{name}\]\n(.*?)(?:\n\n|\Z)", games, re.M | re.S).group(1))


def shortened(trace, by, **more):
    """The inputs of a trace with `settle` and all ticks divided by this number, and the settings."""
    lines, now = trace.read_text().splitlines(), {}
    settings = [f"{key}={value}" for key, value in {"settle": SETTLE // by, **more}.items()]
    for line in lines:
        if line.startswith("settings "):
            settings.append(line.split()[1])
        elif line[0].isdigit():
            tick, *words = line.split()
            now.setdefault(int(tick) // by, {}).update(word.split("=") for word in words)
    inputs = ("reset", "run", "multiple", "draw1", "draw2", "keys", "columns")
    path, rows = pathlib.Path(folder, "shortened.trace"), []
    for tick, pins in now.items():
        rows.append(" ".join([str(tick)] + [f"{pin}={value}" for pin, value in pins.items() if pin in inputs]))
    path.write_text("\n".join(["damero-trace 1", "board damas", "settings " + ",".join(settings), *rows]) + "\n")
    return path, dict(word.split("=") for word in settings)


def short_golden_damas(name, by, program):
    trace, settings = shortened(damas_trace(name), by)
    agrees("damas", trace, simulator("damas", program=program, **settings))


@case
def the_damas_board_agrees_with_the_golden_traces():
    for name in ("moves", "keypad", "refused", "draw"):
        short_golden_damas(name, 2000, "iverilog")
    short_golden_damas("lab-game", 5000, "verilator")
    short_golden_damas("official-game", 500, "verilator")


@case
def the_damas_board_agrees_at_its_own_speed():
    if not LONG:
        skip("thousands of millions of ticks: --long")
    designs = {rules: simulator("damas", program="verilator", rules=rules) for rules in ("lab", "official")}
    with ThreadPoolExecutor(os.cpu_count()) as workers:
        list(workers.map(lambda name: agrees("damas", damas_trace(name), designs["official" if name == "official-game" else "lab"],
                                             output=f"{name}.responses"),
                         ("lab-game", "official-game", "refused", "draw", "moves", "keypad")))


@case
def the_picture_of_the_damas_board_agrees():
    design = simulator("damas", program="verilator")
    agrees("damas", damas_trace("sync"), design)
    agrees("damas", damas_trace("picture"), design)
    # Every pin at every tick: a game's moves while the beam passes, then a frame of how it ended.
    for name, kings in (("lab-game", None), ("draw", None), ("lab-game", "stacked")) if LONG else (("lab-game", None),):
        trace, settings = shortened(damas_trace(name), 5000, **({"kings": kings} if kings else {}))
        with trace.open("a") as file:
            file.write(f"{int(trace.read_text().split()[-1]) + 2 * 800 * 521}\n")
        agrees("damas", trace, simulator("damas", program="verilator", **settings), "--pins", "all")


def damas_games(seed, entries, settings):
    path = pathlib.Path(folder, f"games{seed}.trace")
    with path.open("w") as file:
        subprocess.run([DAMAS_PRESSES, settings, str(seed), str(entries)], check=True, stdout=file, timeout=WAIT)
    return path


@case
def the_damas_board_agrees_in_random_games():
    for rules, settle in (("lab", 60), ("official", 100)):
        settings = f"rules={rules},settle={settle}"
        agrees("damas", damas_games(1, 40, settings), simulator("damas", rules=rules, settle=settle))
        if not LONG:
            continue
        design = simulator("damas", program="verilator", rules=rules, settle=settle)
        volume(f"damas, rules={rules}", "damas", range(2, 1502), lambda seed: damas_games(seed, 300, f"rules={rules},settle={settle}"),
               design)


@case
def the_damas_board_ranks_captures_and_draws_by_the_official_rules():
    design = simulator("damas", rules="official", settle=10)
    for name in ("repetition", "quiet", "river", "quality-destination", "quality-origin", "quality-route"):
        agrees("damas", shortened(official_game(name), SETTLE // 10)[0], design)
        responses = pathlib.Path(folder, "responses.trace").read_text()
        assert ("draw=1" in responses) == (not name.startswith("quality")) and "victory=1" not in responses, name


@case
def mistakes_in_ranks_and_draws_are_noticed():
    for name, *change in (("repetition", "damas_draws.v", "repeated <= equal == 2", "repeated <= equal != 0"),
                          ("repetition", "damas_draws.v", "place <= place - 6'd2", "place <= place - 6'd4"),
                          ("quiet", "damas_draws.v", "QUIET = 40", "QUIET = 41"),
                          ("quiet", "damas_draws.v", "progress ? 6'd0 : calm", "calm"),
                          ("river", "damas_draws.v", "RIVER = 12", "RIVER = 13"),
                          ("river", "damas_draws.v", "river + (three_white == white)", "river + 4'd1"),
                          ("quality-destination", "damas_search.v", "count == most && count_royal == most_royal)", "count == most)"),
                          ("quality-origin", "damas_search.v", "count_royal > most_royal", "count_royal < most_royal"),
                          ("quality-route", "damas_search.v", "taken | 32'd1 << over}", "32'd1 << over}")):
        trace, settings = shortened(official_game(name), SETTLE // 10)
        assert differs("damas", trace, simulator("damas", [change], **settings)), change


def memory(printed):
    """The rows of the memory that `damero board damas` prints as a board."""
    cells = {"b": 1, "w": 3, "B": 5, "W": 7}
    return [sum(cells.get(cell, 0) << 3 * (7 - i) for i, cell in enumerate(line[4:20:2])) for line in printed.splitlines()[1:9]]


@case
def the_damas_board_plays_the_same_of_two_captures_along_the_squares_entered():
    for fen, keys in (("W:WK23:B12,13,14,20,21,22,27", "2A2A 4A0A 7A7A"), ("W:WK15:B7,10,11,14,19,K20,K23,27,K28", "4A2A 2A0A 4A6A"),
                      ("W:WK9:B5,6,13,18,K24,26,27,28", "5A7A 7A5A 3A1A 0A0A")):
        def ours(entered):
            return memory(subprocess.run([DAMERO, "board", "damas", "--settings", "rules=official", "--position", fen, "--keys", entered],
                                         check=True, capture_output=True, text=True, timeout=WAIT).stdout)

        # The design begins with this position instead of the usual one; its cells are counted from the upper left one.
        filled = sum((row >> 3 * (7 - column) & 7) << 3 * (8 * i + column) for i, row in enumerate(ours("")) for column in range(8))
        black = fen.count(",") + 1
        design = simulator("damas", [("damas_arbiter.v", "count[5:3] < 3 ? 3'd1 : count[5:3] > 4 ? 3'd3 : 3'd0", f"192'd{filled} >> 3 * count"),
                                     ("damas_arbiter.v", "{4'd12, 4'd12}", f"{{4'd1, 4'd{black}}}")], rules="official", settle=100)
        trace, responses = shortened(recorded(f"multiple=1 {keys}"), SETTLE // 100)[0], pathlib.Path(folder, "responses.trace")
        subprocess.run([DAMERO, "board", "damas", "--trace", trace, "--design", design, "--output", responses], check=True,
                       capture_output=True, timeout=WAIT)
        found = {int(row): int(value, 0) for row, value in re.findall(r"\bmemory(\d)=(\w+)", responses.read_text())}
        wanted = ours(f"multiple=1 {keys}")
        assert wanted != ours("") and [found[row] for row in range(8)] == wanted, (fen, found, wanted)


@case
def mistakes_in_the_damas_board_are_noticed():
    for name, change in (("keypad", ("damas_keypad.v", "value == sampled ? value : NONE", "value")),
                         ("keypad", ("damas_keypad.v", "if (value == NONE) rows", "rows")),
                         ("refused", ("damas_arbiter.v", "chosen_light && may_start", "chosen_light")),
                         ("refused", ("damas_arbiter.v", "(king ? !leg : steps)", "1'b1")),
                         ("draw", ("damas_arbiter.v", "wins || drawn || both", "wins || drawn"))):
        trace, settings = shortened(damas_trace(name), 2000)
        assert differs("damas", trace, simulator("damas", [change], **settings)), change


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
