#!/usr/bin/env python3
"""The contest boards on bare metal, in QEMU. Usage: firmware_test.py DAMERO SOURCE"""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from tap import WAIT, case, run_cases, skip, until

DAMERO = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
folder = tempfile.mkdtemp(prefix="damero-firmware-")


def run(*words):
    done = subprocess.run([DAMERO, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=5 * WAIT)
    assert done.returncode == 0, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


@contextlib.contextmanager
def started(command, name, sign):
    """Runs a command until the block ends; gives its output, once that has the sign in it."""
    path = pathlib.Path(folder, name)
    with open(path, "w") as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True)
    try:
        until(lambda: sign in path.read_text() or child.poll() is not None, lambda: f"'{sign}' in {path.read_text()}")
        yield path
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGTERM)
        child.wait()


def needs_tools():
    if not shutil.which("arm-none-eabi-gcc") or not shutil.which("qemu-system-arm"):
        skip("the cross compilers are not here: script/bootstrap firmware")


def machine(kind, *settings, sign="ready\n"):
    needs_tools()
    return started([SOURCE / "script" / "firmware", "run", kind, *settings], kind, sign)


def line_of(output):
    """The pseudo-terminal that a program says it listens on."""
    words = output.read_text().split()
    return "serial:" + next(word for word in words if word.startswith("/dev/pts/"))


@case
def both_machines_are_built():
    needs_tools()
    done = subprocess.run([SOURCE / "script" / "firmware"], stdin=subprocess.DEVNULL, capture_output=True, text=True,
                          timeout=10 * WAIT)
    assert done.returncode == 0 and "zynq" in done.stdout and "virt" in done.stdout, done.stdout + done.stderr


# Time is the host's, which may be busy with other tests: no limit here is the contest's.
@case
def the_boards_pass_the_check_of_their_contest():
    for kind, game, settings, options in (("zynq", "dots", ["rules size=2x2"], ["--rules", "size=2x2"]),
                                          ("zynq", "trax", ["speed 115200"], []),
                                          ("virt", "dots", ["rules size=3x3"], ["--rules", "size=3x3"]),
                                          ("virt", "trax", [], [])):
        with machine(kind, f"game {game}", "nodes 500", "time 10000", *settings) as output:
            said = run("check", game, *options, "--limit", "100s", "--link", line_of(output))
            assert "0 of 9 rules failed" in said, said
            assert "slowest so far" in output.read_text()


def software(*options):
    return started([DAMERO, "board", *options, "--link", "pty"], "board", "/dev/pts/")


def refereed(game, seats, *options):
    """The events of a game between boards on lines and engines."""
    words = [word for seat in seats for word in ("--seat", seat)]
    said = run("match", game, "--no-journal", "--json", "--seed", "1", "--move-time", "100s", *options, *words)
    return [json.loads(line) for line in said.splitlines()]


@case
def a_whole_game_against_a_board_in_software_is_refereed():
    with machine("zynq", "rules size=2x2", "time 50") as output, software("dots", "--rules", "size=2x2", "--time", "50ms") as other:
        found = refereed("dots", [line_of(output), line_of(other)], "--rules", "size=2x2")
    ends = [event["reason"] for event in found if event["event"] == "end"]
    assert len(ends) == 1 and ends[0] in ("won", "drawn"), found


@case
def thirty_two_bits_choose_the_same_moves():
    """Games in which the board is limited by nodes: the machines play them as this computer does."""
    for game, rules, nodes, memory, kinds in (("trax", "", 2000, 64, ["zynq", "virt"]), ("dots", "size=3x3", 500, 128, ["zynq"])):
        def moves(output):
            found = refereed(game, [line_of(output), "engine:nodes=300"], "--max-moves", "16", "--rules", rules)
            return [event["move"] for event in found if event["event"] == "move"]
        with software(game, "--rules", rules, "--nodes", str(nodes), "--time", "100s") as output:
            here = moves(output)
        assert len(here) >= 8, here
        for kind in kinds:
            settings = [f"game {game}", f"nodes {nodes}", "time 100000", f"memory {memory}"] + ["rules " + rules] * (rules != "")
            with machine(kind, *settings) as output:
                assert moves(output) == here, (kind, game)


@case
def settings_that_are_not_understood_are_named():
    with machine("zynq", "game chess", sign="understood") as output:
        assert "settings, line 3: not understood" in output.read_text(), output.read_text()


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
