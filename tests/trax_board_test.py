#!/usr/bin/env python3
"""The Trax accelerator as a laboratory uses it: the command and golden traces. Usage: trax_board_test.py DAMERO SOURCE"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from tap import WAIT, case, run_cases

DAMERO = os.path.abspath(sys.argv[1])
SOURCE = pathlib.Path(sys.argv[2])
GOLDEN = SOURCE / "tests" / "data" / "boards" / "trax"


def run(*words, status=0):
    done = subprocess.run([DAMERO, *map(str, words)], capture_output=True, text=True, timeout=5 * WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout if status != 2 else done.stderr


@case
def a_line_for_every_turn_with_the_words_of_the_registers():
    lines = run("trax-accelerator", "--moves", "@0/ B1\\").splitlines()
    assert "Order: address 17:12, tile 11:8, row 7:4, column 3:0." in lines[0], lines[0]
    words = {line.split()[0]: line.split()[1:4] for line in lines[2:-1]}
    assert len(words) == len(run("moves", "trax", "--moves", "@0/ B1\\").split())
    order, result, _ = words["A2\\"]
    assert order == "0xc0000c87" and result == "0x80000001", lines  # gives Black a loop
    assert lines[-1].startswith("choice "), lines[-1]


@case
def it_values_turns_as_trax_eval_does():
    for moves in ("@0/ B1+", "@0+ B1+ C1/", "@0/ A2\\ B1/ B2+ B3\\"):
        ours = run("trax-accelerator", "--moves", moves).splitlines()[2:-1]
        theirs = run("trax-eval", "--moves", moves).splitlines()
        assert sorted((l.split()[0], l.split()[4]) for l in ours) == sorted(
            (l.split()[0], l.split()[1]) for l in theirs)


@case
def a_game_of_twelve_turns_takes_less_than_the_source_measured():
    text = run("trax-accelerator", "--game", 12)
    mean, most = re.search(r"mean ([\d.]+) ms \([\d.]+ to ([\d.]+)\)", text).groups()
    assert 0.9 < float(mean) < 8.92 / 3 and 3.7 < float(most) < 36.75 / 3, text
    assert len(text.splitlines()) == 14


@case
def the_tables_of_the_source_are_printed():
    text = run("trax-accelerator", "--table", "--factor", "4")
    rows = [line.split() for line in text.splitlines() if re.match(r"(\d+|mean) +\d", line)]
    assert [row[0] for row in rows] == [str(i) for i in range(1, 13)] + ["mean"], text
    for row in rows[:-1]:  # the steps and the bus are all the cycles
        assert abs(sum(map(float, row[4:])) / 1e5 - float(row[1])) < 0.006, row
    game = run("trax-accelerator", "--game", 12, "--moves", "@0/ A2\\ B1/ B2+ B3\\ C3\\ C4\\ D2/ E3/ B0/ E3+ D2+")
    assert f"mean {rows[-1][1]} ms" in game, (rows[-1], game)
    assert "times 4.00" in text and "4.49 W" in text and "the HDL in hardware/trax" in text, text
    assert "is not a number" in run("trax-accelerator", "--table", "--factor", "x", status=2)


@case
def mistakes_are_reported():
    assert "8 to 64" in run("trax-accelerator", "--size", 7, status=2)
    assert "over" in run("trax-accelerator", "--moves", "@0/ B1\\ A2\\", status=2)
    long = "@0+ " + " ".join(f"A{i}/" for i in range(2, 10))
    wide = run("trax-accelerator", "--size", 8, "--rules", "variant=loop", "--moves", long, status=2)
    assert "9 rows" in wide, wide


@case
def it_plays_as_an_engine():
    text = run("best", "trax", "--engine", "accelerator", "--level", "16x16", "--moves", "@0/ B1+")
    assert "ms at 100 MHz" in text, text
    assert "engine accelerator" in run("games", "trax")
    text = run("match", "trax", "--seat", "engine:accelerator:8x8", "--seat", "engine:codesign",
               "--rules", "variant=8x8", "--no-journal")
    assert "Result:" in text, text


@case
def it_plays_as_a_contest_board_on_a_line():
    board = subprocess.Popen([DAMERO, "board", "trax", "--engine", "accelerator", "--level", "32x32", "--link", "pty"],
                             stdout=subprocess.PIPE, text=True)
    try:
        where = re.search(r"/dev/pts/\d+", board.stdout.readline()).group()
        text = run("match", "trax", "--seat", f"serial:{where}", "--seat", "engine:club:100ms",
                   "--rules", "variant=loop", "--no-journal")
        assert re.search(r"Result: (White|Black) .* has won: loop", text), text
    finally:
        board.kill()
        board.wait()


@case
def a_recorded_session_is_a_trace():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "mine.trace")
        run("trax-accelerator", "--size", 20, "--moves", "@0/ B1+", "--record", path)
        assert "agrees" in run("board", "trax", "--check", path)
        dump = os.path.join(folder, "mine.vcd")
        run("trax-accelerator", "--size", 20, "--moves", "@0/ B1+", "--record", path, "--vcd", dump)
        assert "agrees" in run("board", "trax", "--check", path)
        with open(dump) as file:
            text = file.read()
        assert "$timescale 1 ns $end" in text and "$var wire 32" in text and " busy $end" in text, text[:400]
        busy = re.search(r"\$var wire 1 (\S) busy", text).group(1)
        with open(path) as file:
            assert text.count("\n1" + busy + "\n") == len(re.findall(r" busy=1", file.read()))


@case
def a_wrong_word_in_a_golden_trace_is_found():
    text = (GOLDEN / "game-16.trace").read_text()
    results = [m for m in re.finditer(r"address=2 readdata=0x(8\w{7})", text)]
    at = results[len(results) // 2].end() - 1
    with tempfile.NamedTemporaryFile("w", suffix=".trace") as file:
        file.write(text[:at] + ("1" if text[at] == "0" else "0") + text[at + 1:])
        file.flush()
        said = run("board", "trax", "--check", file.name, status=1)
    assert "readdata is 0x8" in said and "first difference" in said, said


run_cases()
