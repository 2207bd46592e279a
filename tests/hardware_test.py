#!/usr/bin/env python3
"""The designs of hardware/: simulated, refereed, synthesised. Usage: hardware_test.py DAMERO SOURCE

DAMERO_LONG=1 compares more moves, on larger grids, and places the designs.
"""
import contextlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import dots_chip_model as model
from tap import WAIT, case, run_cases, skip, until

DAMERO = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
DOTS = SOURCE / "hardware" / "dots"
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-hardware-")


def needs(*programs):
    for program in programs:
        if not shutil.which(program):
            skip(f"{program} is not here: script/bootstrap test hardware")


def run(*words, status=0):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=60 * WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


FINISH = "- "  # how a line begins by which Verilator says that it ends


def compiled(bench, changes=()):
    """The design with one of its benches, (file, from, to) changed in its sources."""
    needs("iverilog")
    program = pathlib.Path(tempfile.mkdtemp(dir=folder), bench)
    sources = []
    for path in [*DOTS.glob("*.v"), DOTS / "bench" / f"{bench}.v"]:
        text = path.read_text()
        for name, old, new in changes:
            if name == path.name:
                assert text.count(old) == 1, (name, old)
                text = text.replace(old, new)
        sources.append(program.parent / path.name)
        sources[-1].write_text(text)
    said = run("iverilog", "-g2005", "-Wall", "-s", bench, "-o", program, *sources)
    assert said == "", said
    return ["vvp", "-n", program]


def compiled_for_volume(bench):
    """The same in Verilator, which takes longer to build and a fortieth of the time to run. Its last line is FINISH."""
    needs("verilator")
    place = pathlib.Path(tempfile.mkdtemp(dir=folder))
    run("verilator", "--binary", "-O3", "-Wno-WIDTH", "--default-language", "1364-2005", "--top-module", bench, "--Mdir", place,
        "-o", bench, *DOTS.glob("*.v"), DOTS / "bench" / f"{bench}.v")
    return [place / bench]


class Orders:
    """Random games on random grids as orders for the player, with the answers of the model. In `endings` few safe lines are
    left, chains are opened at random, and the player moves until it completes no box."""

    def __init__(self, seed, thoughts, largest, endings=False):
        self.chance, self.orders, self.answers = random.Random(seed), [], []
        while len(self.answers) < thoughts:
            grid = model.Grid(self.chance.randint(1, largest), self.chance.randint(1, largest))
            self.orders.append(f"c {grid.rows} {grid.columns}")
            (self.play_ending if endings else self.play)(grid)

    def play(self, grid):
        hurry = self.chance.random()  # how much of the game passes unseen
        while len(grid.drawn) < len(grid.lines):
            for _ in range(self.chance.choice((0, 1, 1, 2, 4))):
                self.draw(grid)
            while self.chance.random() < hurry and any(map(grid.is_safe, grid.lines)):
                self.draw(grid)
            self.think(grid)

    def play_ending(self, grid):
        left = self.chance.choice((0, 0, 0, 1, 2))
        while sum(map(grid.is_safe, grid.lines)) > left:
            self.draw(grid, 1)
        while len(grid.drawn) < len(grid.lines):
            self.draw(grid, 0)
            while len(grid.drawn) < len(grid.lines) and self.think(grid) > 0:
                pass

    def draw(self, grid, care=0.9):
        """The opponent's line: with `care`, one that is safe, so that long chains arise."""
        left = [line for line in grid.lines if line not in grid.drawn]
        safe = [line for line in left if grid.is_safe(line)]
        if left:
            line = self.chance.choice(safe if safe and self.chance.random() < care else left)
            grid.draw(line)
            self.orders.append("d %d %d %d" % line)

    def think(self, grid):
        passing = self.chance.random() < 0.2
        may_pass = passing and self.chance.random() < 0.5
        self.orders.append(f"t {passing:d} {may_pass:d}")
        line = model.choose(grid, passing, may_pass)
        completed = grid.draw(line) if line else 0
        self.answers.append([*model.named(*line), completed] if line else [0, 0, 0, 0])
        return completed

    def difference(self, program):
        """The first answer of the design that is not the model's, with its number; None if they agree."""
        path = pathlib.Path(folder, "orders")
        path.write_text("\n".join(self.orders) + "\n")
        said = run(*program, f"+orders={path}").splitlines()
        answers = [line.split()[:4] for line in said if not line.startswith(FINISH)]
        wanted = [list(map(str, answer)) for answer in self.answers]
        return next((found for found in zip(range(len(wanted)), answers, wanted) if found[1] != found[2]), None) or (
            None if len(answers) == len(wanted) else f"{len(answers)} answers to {len(wanted)} questions")


@case
def the_player_chooses_as_its_model_does():
    def compare(program, *games):
        for runs, thoughts, largest, endings in games:
            for seed in range(runs):
                found = Orders(seed, thoughts, largest, endings).difference(program)
                assert not found, f"{found} (seed {seed}, grids up to {largest}x{largest})"

    compare(compiled("dots_player_orders"), (80, 20, 3, False), (30, 20, 5, True), (4, 4, 5, False))
    if LONG:
        compare(compiled_for_volume("dots_player_orders"), (1000, 20, 4, False), (300, 10, 9, False), (500, 20, 9, True))


@case
def mistakes_in_the_player_are_noticed():
    games, endings = [Orders(seed, 20, 3) for seed in range(10)], [Orders(seed, 20, 5, True) for seed in range(30)]
    for orders, change in ((games, ("dots_ending.v", "short ? length - value", "short ? length + value")),
                           (games, ("dots_player.v", "odd ? -value : value", "value")),
                           (endings, ("dots_player.v", "!some && value >", "value >")),
                           (endings, ("dots_player.v", "value > $signed", "value < $signed")),
                           (endings, ("dots_player.v", "rank < best_rank", "rank <= best_rank")),
                           (endings, ("dots_player.v", "number == 2 && box < at", "number == 2 && box == 0"))):
        program = compiled("dots_player_orders", [change])
        assert any(some.difference(program) for some in orders), change


def answers_of(program, rows, columns, sent, *options):
    """What the whole board in the simulator answers to these bytes."""
    done = subprocess.run([*program, f"+rows={rows}", f"+columns={columns}", *options], input=sent.encode(),
                          capture_output=True, check=True, timeout=60 * WAIT)
    return done.stdout.decode().partition(FINISH)[0]


def a_message(chance, board):
    """What a referee, or a line with faults, might send next."""
    left = [line for line in board.grid.lines if line not in board.grid.drawn] if board.playing else []
    kind = chance.random()
    if kind < 0.02 or not board.playing:
        return "0"
    if kind < 0.1 or not left or board.ours:
        return "A0000"
    if kind < 0.15:
        return "A" + "".join(chance.choice("0123456789abAxZ") for _ in range(4))
    if kind < 0.2:
        return chance.choice("19RaZ\r\n")
    dots = model.dots_of(chance.choice(left))
    return "A" + (dots if kind < 0.6 else dots[2:] + dots[:2])


@case
def the_board_answers_byte_for_byte():
    program, chance = (compiled_for_volume if LONG else compiled)("dots_board_line"), random.Random(7)
    grids = [(1, 1), (2, 2), (3, 2), (9, 1), (1, 9), (2, 3)] * 8 + [(4, 4), (5, 3), (9, 9)] * 10 * LONG
    for rows, columns in grids:
        board = model.Board(rows, columns)
        sent, answers = "A0000", ""  # nothing is answered before a game begins
        for _ in range(30 if LONG else min(12, 27 // (rows * columns))):
            message = a_message(chance, board)
            sent += message
            answers += "".join(board.hear(byte) for byte in message)
        heard = answers_of(program, rows, columns, sent)
        assert heard == answers, (rows, columns, sent, heard, answers)


@case
def half_a_message_is_forgotten_after_a_second():
    program = compiled("dots_board_line")  # in which a second is 2400 ticks
    assert answers_of(program, 2, 2, "0A0000", "+gap=2000") == "R001121"
    assert answers_of(program, 2, 2, "0A0000", "+gap=2500") == "R00" * 5


@contextlib.contextmanager
def started(command, name, sign):
    """Runs a command until the block ends; gives the pseudo-terminal that it names, as a link."""
    path = pathlib.Path(folder, name)
    with open(path, "w") as output:
        child = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL, stdout=output, stderr=output,
                                 start_new_session=True)
    try:
        until(lambda: sign in path.read_text() or child.poll() is not None, lambda: f"'{sign}' in {path.read_text()}")
        yield "serial:" + next(word for word in path.read_text().split() if word.startswith("/dev/pts/"))
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGTERM)
        child.wait()


def simulated(grid):
    needs("iverilog", "socat")
    return started([SOURCE / "script" / "hardware", "run", "dots", grid], f"design {grid}", "starting data transfer loop")


# Time is the simulator's, on a machine that may be busy: no limit here is the contest's.
@case
def the_board_passes_the_check_of_the_contest():
    for grid in ("2x2", "3x4") if LONG else ("2x2",):
        with simulated(grid) as link:
            said = run(DAMERO, "check", "dots", "--rules", f"size={grid}", "--limit", "1000s", "--link", link)
        assert "0 of 9 rules failed" in said, said


@case
def whole_games_against_a_board_in_software_are_refereed():
    grid = "4x4" if LONG else "2x2"
    with simulated(grid) as design, started([DAMERO, "board", "dots", "--rules", f"size={grid}", "--nodes", "200", "--time",
                                             "100s", "--stay", "--link", "pty"], "software", "/dev/pts/") as software:
        said = run(DAMERO, "match", "dots", "--no-journal", "--json", "--move-time", "1000s", "--rules", f"size={grid}",
                   "--games", "2", "--seat", design, "--seat", software)
    ends = [event for event in map(json.loads, said.splitlines()) if event["event"] == "end"]
    assert len(ends) == 2 and all(end["reason"] in ("won", "drawn") for end in ends), said
    assert all(sum(end["score"]) == (16 if LONG else 4) for end in ends), ends


def changed(name, old, new):
    """A copy of hardware/ with one place of a source changed."""
    tree = pathlib.Path(tempfile.mkdtemp(dir=folder), "hardware")
    shutil.copytree(SOURCE / "hardware", tree)
    path = next(tree.glob(f"*/{name}"))
    text = path.read_text()
    assert text.count(old) == 1, (name, old)
    path.write_text(text.replace(old, new))
    return tree


@case
def the_uarts_the_bus_and_the_arbiter_are_proved():
    needs("yosys", "z3")
    said = run(sys.executable, SOURCE / "hardware" / "prove.py")
    assert said == "damas_arbiter: proved\nuart_tx: proved\nuart_rx: proved\ntrax_axi: proved\n", said
    for change in (("damas_arbiter.v", "if (state == WRITE) case", "if (state == WRITE || state == CHECK_ORIGIN) case"),
                   ("uart_tx.v", "shift <= {1'b1, shift[8:1]}", "shift <= {1'b0, shift[8:1]}"),
                   ("uart_tx.v", "count <= 4'd10", "count <= 4'd9"),
                   ("uart_rx.v", "{level, shift[7:1]}", "{shift[6:0], level}"),
                   ("uart_rx.v", "HALF = BIT / 2 - 1", "HALF = BIT - 1"),
                   ("trax_axi.v", "else if (s_axi_rready) s_axi_rvalid <= 0;", "else s_axi_rvalid <= 0;")):
        assert "FAILED" in run(sys.executable, SOURCE / "hardware" / "prove.py", changed(*change), status=1), change


def synthesis(*words, tree=SOURCE / "hardware", status=0):
    needs("yosys", "nextpnr-ice40", "icepack")
    return run(sys.executable, tree / "synthesis.py", *words, status=status)


@case
def the_designs_are_synthesised():
    said = synthesis() if LONG else synthesis("--cells", "dots", "perudo")
    for name in ("dots", "perudo", *(("damas-lab", "damas-official") if LONG else ())):
        assert f"\n| {name} | " in said, said
    assert said.count(" %)") % 5 == 0, said


@case
def the_damas_board_has_no_latches():
    said = synthesis("--examine", "damas-lab", "damas-official")
    assert said.count("\n| damas-") == 2, said


@case
def the_trax_accelerator_is_synthesised():
    for size, most in ((8, 53200 / 12), (16, 53200 / 4), (32, 53200)) if LONG else ((8, 53200 / 12),):
        luts = int(re.search(rf"^\| trax-{size} \| (\d+) \(", synthesis("--cells", f"trax-{size}"), re.M).group(1))
        assert luts < most, luts


@case
def latches_and_undriven_wires_are_refused():
    latch = "    reg kept;\n    always @* if (heard) kept = digit;\n    assign send = kept;\n"
    for old, new, complaint in (("    assign send = state == ANSWERING && !sending;\n", latch, "latch"),
                                ("    assign send = state == ANSWERING && !sending;\n", "", "no driver")):
        said = synthesis("--cells", "dots", tree=changed("dots_protocol.v", old, new), status=1)
        assert complaint in said.lower(), said


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
