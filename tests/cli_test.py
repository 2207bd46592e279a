#!/usr/bin/env python3
"""The command line as a user meets it: input, output and status."""
import json
import os
import pty
import re
import shutil
import subprocess
import tempfile
import time

from command import DAMERO, on_terminal, refused, run
from tap import WAIT, case, run_cases, skip


def commands():
    lines = run("help").split("Commands:\n")[1].split("\n\n")[0].splitlines()
    return [line.split()[0] for line in lines]


@case
def overview_lists_the_commands():
    assert run() == run("help") == run("--help")
    assert {"play", "games", "show", "moves", "perft", "record"} <= set(commands())


@case
def every_command_has_help_with_examples():
    listed = run("help").split("Commands:\n")[1].split("\n\n")[0].splitlines()
    assert len({re.match(r" +\S+ +", line).end() for line in listed}) == 1, "summaries start in one column"
    for command in commands():
        text = run(command, "--help")
        assert text.startswith(f"Usage: damero {command}"), text
        assert "Options:" in text and "Examples:" in text, text
        prose, examples = text.split("Examples:\n")  # a command to copy is one line, however long
        assert max(map(len, prose.splitlines())) <= 80 and max(map(len, examples.splitlines())) <= 100, text
        assert text == run("help", command)


@case
def odds_depend_only_on_visible_dice():
    table = json.loads(run("odds", "perudo", "--position", "11335/22222", "--json"))
    odds = {line["bid"]: line for line in table["bids"]}
    assert table["seat"] == 0 and abs(odds["4x3"]["odds"] - 1) < 1e-6
    assert abs(odds["5x3"]["odds"] - 0.868313) < 1e-6
    assert run("odds", "perudo", "--position", "11335/22222") == run("odds", "perudo", "--position", "11335/?????")
    assert run("odds", "perudo", "--position", "11335/?????") in run("analyse", "perudo", "--position", "11335/?????", "--time", "50ms")
    assert "no player is on turn to bid" in refused("odds", "perudo")
    text = run("odds", "perudo", "--rules", "players=3", "--position", "22456/?????/????? 2 2x4,3x4")
    assert text.startswith("The last bid, 3x4: 89.6 % from your dice, 94.9 %"), text
    row = re.search(r"^  4 x( +\d+ / \d+)( +\d+ / \d+)( +\d+ / \d+)( +\d+ / \d+) *$", text, re.M)
    assert row and row[1].split() == ["7", "/", "7"] and row[2].split() == ["70", "/", "79"], text
    assert max(map(len, text.splitlines())) < 80, text


@case
def exploit_prints_value_and_exploitability():
    rules = "preset=seed,dice=1+1,rounds=1"
    solved = json.loads(run("exploit", "perudo", "--rules", rules, "--json"))
    assert abs(solved["value"] + 1 / 18) < 0.0005 and 0 <= solved["exploitability"] < 0.0005
    words = run("exploit", "perudo", "--rules", rules).split()
    assert "value" in words and "exploitability" in words
    odds = json.loads(run("exploit", "perudo", "--rules", rules, "--player", "binomial", "--json"))
    assert odds["exploitability"] > 0.25
    assert odds["complete"] and odds["eps"] == 0
    ask = ["exploit", "perudo", "--rules", "dice=2", "--player", "seed", "--json", "--response"]
    exact = json.loads(run(*ask, "full"))["exploitability"]
    bound = json.loads(run(*ask, "full", "--eps", "0.1"))
    assert 0.1 < bound["exploitability"] <= exact and bound["eps"] == 0.1
    assert json.loads(run(*ask, "local"))["exploitability"] > 0.1
    stopped = json.loads(run("exploit", "perudo", "--response", "full", "--time", "100ms", "--json"))
    assert not stopped["complete"]
    for words in (["--response", "best"], ["--response", "full", "--eps", "2"], ["--response", "full", "--eps", "x"]):
        refused("exploit", "perudo", *words)
    assert "two players" in refused("exploit", "perudo", "--rules", "players=3")
    assert "did you mean" in refused("exploit", "perudo", "--player", "binomal")
    # four remembered bids are not enough here: it gets no further than 0.0026
    wide = ["exploit", "perudo", "--rules", "raise=any,dice=1+2,faces=5", "--time", "30s", "--json"]
    solved = json.loads(run(*wide))
    assert solved["exploitability"] < 0.0004 and solved["remembered"] > 4
    # trillions of histories: not even started
    assert "try --response full" in refused("exploit", "perudo")
    assert "try --response full" in refused("exploit", "perudo", "--rules", "preset=strict,dice=3")


@case
def trax_eval_values_every_legal_turn():
    moves = "@0/ B1\\"
    lines = run("trax-eval", "--moves", moves).splitlines()
    names = run("moves", "trax", "--moves", moves).split()
    assert [line.split()[0] for line in lines] == names
    values = {line.split()[0]: line.split(maxsplit=2)[1:] for line in lines}
    assert values["A2\\"] == ["0", "loses"], values
    assert values["A0+"] == ["1", "leaves the opponent a win:  threats 0, the opponent's 1"], values
    assert lines == run("trax-eval", "--literal", "--moves", moves).splitlines()
    assert "is not a turn" in refused("trax-eval", "--moves", "hello")
    assert "the game is over: there is no turn to evaluate" in refused("trax-eval", "--moves", moves + " A2\\")


@case
def misspelt_words_are_answered_with_a_suggestion():
    assert "did you mean 'damero perft'" in refused("pefrt") == refused("help", "pefrt")
    assert "did you mean 'dots'" in refused("moves", "dosts")
    assert "did you mean --rules" in refused("moves", "dots", "--rule", "size=2x2")
    assert "did you mean 'size'" in refused("moves", "dots", "--rules", "sise=2x2")


@case
def bad_arguments_are_refused():
    refused("moves")
    refused("moves", "dots", "extra")
    refused("moves", "dots", "--rules")
    refused("moves", "dots", "--rules", "size=2x2", "--rules", "size=3x3")
    refused("show", "dots", "--ascii=perhaps")
    refused("show", "dots", "-a")
    refused("perft", "dots", "0")
    refused("perft", "dots", "many")
    refused("perft", "dots", "2", "--count", "zebra")
    refused("moves", "dots", "--position", "garbage")
    refused("moves", "dots", "--moves", "1112 zebra")
    refused("record", "no-such-file.txt")
    refused("record", "/")
    refused("play", "zebra")
    refused("play", "--load", "no-such-file.txt")
    refused("help", "zebra")
    assert "a year" in refused("match", "dots", "--seat", "engine", "--seat", "engine", "--clock", "8761h")


@case
def games_lists_the_settings():
    text = run("games")
    assert "dots - Dots and Boxes" in text
    assert "border=free|icelandic|swedish  (default free)" in text
    assert run("games", "dots") in text
    assert "        bold: bids high and doubts soon\n" in text  # a level's description
    shown = on_terminal("games", "perudo", typed=(), columns=60).replace("\r", "")
    assert max(map(len, shown.splitlines())) <= 60 and "as sold, as on the\n      best-known" in shown, shown


LEVELS = "beginner novice casual club strong expert master full".split()


@case
def levels_have_the_same_names_in_all_games():
    for game in ("damas", "dots", "trax", "perudo"):
        levels = re.search(r"levels: ([a-z ]+)", run("games", game)).group(1).split()
        assert levels[-len(LEVELS):] == LEVELS, (game, levels)


@case
def levels_are_measured_the_same_way_each_time():
    """However many games are played at once."""
    words = ("levels", "perudo", "--games", "2", "--json")
    text = run(*words, "--concurrency", "1")
    pairs = [json.loads(line) for line in text.splitlines()]
    assert [(p["below"], p["level"]) for p in pairs] == list(zip(LEVELS, LEVELS[1:])), pairs
    assert all(p["wins"] + p["draws"] + p["losses"] == 2 for p in pairs), pairs
    assert run(*words, "--concurrency", "2") == text
    refused("levels", "zebra")
    refused("levels", "dots", "--games", "1")
    top = [json.loads(line) for line in run(*words, "--above", "expert").splitlines()]
    assert top == pairs[-2:], top
    refused("levels", "perudo", "--above", "full")
    refused("levels", "perudo", "--above", "zebra")


@case
def moves_are_listed_one_per_line():
    assert len(run("moves", "dots", "--rules", "size=2x2").splitlines()) == 12
    left = run("moves", "dots", "--rules", "size=2x2", "--moves", "1112 1121").splitlines()
    assert len(left) == 10 and "1112" not in left and "2122" in left
    whole = "-/||/- 1 1"
    assert run("moves", "dots", "--rules", "size=1x1", "--position", whole) == ""


@case
def moves_may_be_numbered_as_in_records():
    plain = run("show", "damas", "--moves", "10-14 23-19 14x23")
    assert run("show", "damas", "--moves", "1. 10-14 23-19 2. 14x23") == run("show", "damas", "--moves", "1. 10-14 1... 23-19 2. 14x23") == plain
    assert "move 2: '.' is not a move" in refused("show", "damas", "--moves", "1. 10-14 .")


@case
def perft_counts_each_depth():
    assert run("perft", "dots", "3", "--rules", "size=2x2") == "1 12\n2 132\n3 1320\n"
    divided = run("perft", "dots", "2", "--rules", "size=1x1", "--divide").splitlines()
    assert sorted(divided) == ["1112 3", "1121 3", "1222 3", "2122 3"]
    # A finished game has no successors.
    assert run("perft", "dots", "5", "--rules", "size=1x1") == "1 4\n2 12\n3 24\n4 24\n5 0\n"


@case
def show_draws_the_board():
    text = run("show", "dots", "--rules", "size=1x1", "--moves", "1112 1121", "--ascii")
    assert text.startswith("2 +   +\n  |    \n1 +---+\n  1   2\n"), text
    assert "Player 1 is on turn" in text
    assert "\033" not in text
    position = text.split("Position: ")[1].strip()
    assert run("show", "dots", "--rules", "size=1x1", "--position", position, "--ascii") == text


@case
def squares_of_damas_are_named_with_their_pieces_on_them():
    text = run("show", "damas", "--moves", "10-14 23-19")
    assert " 2 │ ●24 ░░░░░[ 23]░░░░░ ●22 " in text and "[●19]" in text and " ○14 " in text, text
    assert len({len(line) for line in text.splitlines()[2:10]}) == 1, text
    letters = run("show", "damas", "--rules", "variant=russian").splitlines()  # read off the edge
    assert letters[2] == " 8 │" + "░░░░░ ●   " * 4 + "│ 8", letters


@case
def records_are_checked_and_printed():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.txt")
        with open(path, "w") as file:
            file.write('[Game "dots"][Rules "size=1x1"] 1112 1121 1222 2122 0-1')
        text = run("record", path)
        assert '[Result "0-1"]' in text and text.endswith("1. 1112 1121 2. 1222 2122 0-1\n"), text
        assert run("record", "-", stdin=text) == text
        assert run("record", path, "--check") == "1 game, 4 moves, all legal\n"
        with open(path, "a") as file:
            file.write('\n\n[Game "dots"]\n1112 1112 *')
        done = subprocess.run([DAMERO, "record", path], capture_output=True, text=True)
        assert done.returncode == 2 and "game 2: record, line 4: move 2" in done.stderr, done.stderr
        with open(path, "wb") as file:
            file.write(bytes(range(256)))
        assert "not a text file" in refused("record", path)


@case
def a_reader_that_goes_away_ends_long_work():
    done = subprocess.run(["bash", "-c", f"'{DAMERO}' perft dots 12 | head -1"], capture_output=True,
                          text=True, timeout=WAIT)
    assert done.stdout == "1 60\n", done


def reader_leaves(*words):
    """The command with a reader that goes away after the first line: it ends long before its limit, and
    says nothing more."""
    with subprocess.Popen([DAMERO, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        line = process.stdout.readline()
        process.stdout.close()
        try:
            process.wait(timeout=WAIT)
        except subprocess.TimeoutExpired:
            process.kill()
            raise
        assert process.stderr.read() == b"", words
        assert process.returncode in (0, 1), (words, process.returncode)
        return line.decode()


@case
def threads_are_for_engines_that_have_them():
    """'damero games' says which; others are not given any in silence."""
    listed = run("games")
    assert re.search(r"engine trax: .*\n +levels: .*; threads: up to 64", listed), listed
    assert re.search(r"engine codesign: .*\n +levels: [a-z ]+\n", listed), listed
    for game in ("trax", "damas", "dots"):
        run("best", game, "--threads", "2", "--nodes", "2000")
        run("match", game, "--seat", "engine:threads=2:10ms", "--seat", "engine:10ms", "--max-moves", "2", "--no-journal")
        run("play", game, "--threads", "2", "--time", "10ms", "--seats", "me,engine", stdin="quit\n")
    for engine in ("codesign", "accelerator"):
        assert "uses one thread only" in refused("best", "trax", "--engine", engine, "--threads", "2")
    assert "--threads: the engine" in refused("play", "perudo", "--threads", "2")
    seats = ("--seat", "engine:threads=2", "--seat", "engine")
    assert "seat 1: the engine" in refused("match", "perudo", "--no-journal", *seats)
    assert "at most 64 threads" in refused("best", "trax", "--threads", "65")
    assert "unless profile is official" in refused("best", "damas", "--rules", "profile=huff", "--threads", "2")


@case
def what_prints_as_it_goes_ends_with_its_reader():
    assert reader_leaves("analyse", "dots", "--time", "1h").startswith("Scores are")
    assert reader_leaves("analyse", "damas", "--time", "1h", "--json").startswith("{")
    assert reader_leaves("play", "dots", "--seats", "engine,engine", "--time", "1m").startswith("Dots")
    with tempfile.TemporaryDirectory() as folder:
        journal = os.path.join(folder, "journal.db")
        sides = ("--seat", "engine:100ms", "--seat", "engine:100ms", "--store", journal)
        assert "start" in reader_leaves("match", "dots", "--games", "10000", "--json", *sides)
        assert "waiting" in reader_leaves("match", "dots", "--seat", "pty", *sides[2:], "--patience", "1h")
        first = json.loads(run("matches", "--json", "--last", "1", "--store", journal))
        assert first["state"] == "aborted" and first["detail"] == "interrupted", first
        reader_leaves("replay", "1", "--store", journal)
    assert "The view is at" in reader_leaves("perudo-view", "--lines")


@case
def what_prints_at_its_end_ends_with_its_reader_too():
    for words in (("solve", "dots", "--rules", "size=4x4"), ("best", "trax", "--time", "1h"),
                  ("exploit", "perudo", "--rules", "preset=seed,dice=2+3,rounds=1")):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run([DAMERO, *words], stdout=writing, stderr=subprocess.PIPE, timeout=WAIT)
        os.close(writing)
        assert done.stderr == b"" and done.returncode == 1, (words, done)


@case
def times_are_read_to_the_digit():
    for time_text in ("0.05s", "50ms", "1.25s"):
        run("best", "dots", "--rules", "size=2x2", "--time", time_text)
    for time_text in ("1.s", "s", "-1s", "1.2.3s", "1x"):
        refused("best", "dots", "--time", time_text)


@case
def a_plain_locale_or_a_narrow_window_gets_a_picture_that_fits():
    plain = subprocess.run([DAMERO, "show", "damas"], env={**os.environ, "LC_ALL": "C"}, capture_output=True, check=True)
    plain.stdout.decode("ascii")
    shown = on_terminal("show", "damas", typed=(), columns=40, NO_COLOR="1")
    assert max(len(line) for line in shown.splitlines()[:12]) <= 40, shown
    assert "needs a window of" in on_terminal("show", "dots", "--rules", "size=9x9", typed=(), columns=20)


@case
def the_list_of_an_analysis_agrees_with_its_last_line():
    text = run("analyse", "damas", "--depth", "9")
    above, below = text.split("\nValue of each move:\n")
    depth, score, *_ = above.splitlines()[-1].split()
    first, *others = below.splitlines()[1:]
    assert first.split()[1:] == [score, depth] and first.split()[0] in above.splitlines()[-1], text
    worth = [int(line.split()[1]) for line in others]
    assert worth == sorted(worth, reverse=True) and len(worth) == 6, text


@case
def a_position_before_the_roll_is_refused_with_an_example_that_works():
    example = refused("best", "perudo").split("--position '")[1].split("'")[0]
    assert run("best", "perudo", "--position", example)


@case
def solve_finds_exact_values():
    answer = json.loads(run("solve", "dots", "--rules", "size=2x3", "--json"))
    assert answer["value"] == -2 and answer["nodes"] > 0 and len(answer["line"]) == 17, answer
    lines = json.loads(run("solve", "dots", "--rules", "size=2x2", "--lines", "--json"))["lines"]
    assert len(lines) == 12 and lines["1222"] == 0 and lines["1112"] == 2, lines
    text = run("solve", "dots", "--rules", "size=3x3,border=swedish", "--lines", "--ascii")
    assert "value   +7" in text and "3 +  -3 +  +7 +  -3 +" in text, text
    over = run("solve", "dots", "--rules", "size=1x1", "--position", "-/||/-")
    assert "value   +0" in over, over


@case
def solve_refuses_what_it_cannot_do():
    assert "84 lines are open" in refused("solve", "dots", "--rules", "size=6x6")
    assert "only dots is supported" in refused("solve", "trax")
    refused("solve", "dots", "--memory", "much")
    refused("solve", "dots", "--threads", "0")


@case
def solve_resumes_from_its_checkpoint():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solve.save")
        solve = ("solve", "dots", "--rules", "size=3x3", "--checkpoint", path, "--json")
        part = json.loads(run(*solve, "--nodes", "15000", status=1))
        assert part["value"] is None and part["lower"] <= -3 <= part["upper"], part
        rest = json.loads(run(*solve))
        whole = json.loads(run("solve", "dots", "--rules", "size=3x3", "--json"))
        assert rest["value"] == whole["value"] == -3
        assert rest["nodes"] < whole["nodes"], (rest, whole)
        assert "another position" in refused("solve", "dots", "--rules", "size=2x3", "--checkpoint", path)
        nowhere = os.path.join(folder, "none", "3x3.save")
        assert "cannot write" in refused("solve", "dots", "--rules", "size=3x3", "--checkpoint", nowhere)
        with open(path, "r+b") as file:
            file.seek(200)
            file.write(b"damage")
        assert "delete it to start over" in refused(*solve)
        with open(path, "r+b") as file:
            file.seek(8)
            file.write(bytes([1]))
        assert "of this version" in refused(*solve)  # keys of the first version could mean other positions


@case
def a_killed_solver_loses_nothing_it_had_saved():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solve.save")
        run("solve", "dots", "--rules", "size=3x4", "--checkpoint", path, "--nodes", "5000", status=1)
        before = open(path, "rb").read()
        running = subprocess.Popen([DAMERO, "solve", "dots", "--rules", "size=4x4", "--memory", "64M",
                                    "--checkpoint", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert running.wait(WAIT) == 2  # the file belongs to another grid: refused, and unchanged
        assert open(path, "rb").read() == before
        running = subprocess.Popen([DAMERO, "solve", "dots", "--rules", "size=3x4", "--memory", "64M",
                                    "--checkpoint", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.3)
        running.kill()
        running.communicate()
        answer = json.loads(run("solve", "dots", "--rules", "size=3x4", "--checkpoint", path, "--json"))
        assert answer["value"] == 0


@case
def a_won_game_is_reported_as_won():
    won = ("damas", "--position", "W:WK30:B20,K26")
    assert "score  a win in 3 moves\n" in run("best", *won, "--nodes", "10000")
    assert json.loads(run("best", *won, "--nodes", "10000", "--json"))["score"] == 29995  # as docs/api.md has it
    text = run("analyse", *won, "--nodes", "10000")
    assert re.search(r"^ +\d+  a win in 3 moves +\d+ +[\d.]+ s  30x21 20-1[56]", text, re.M), text
    assert re.search(r"^30x17 +a win in 4 moves +proven$", text, re.M), text
    lost = run("best", "damas", "--position", "B:WK21:B20:H0", "--nodes", "10000")
    assert "score  a loss in 2 moves\n" in lost, lost


@case
def a_known_opening_is_played_without_a_search():
    from_book = "note   from the opening book"
    for variant in "spanish", "english":
        ask = ("damas", "--rules", f"variant={variant}")
        text = run("best", *ask, "--time", "10m")  # it would search that long
        assert "search depth 0, 0 nodes" in text and from_book in text, text
        assert run("best", *ask, "--nodes", "9", "--seed", "0").split()[0] == text.split()[0], text
        for searched in ("--nodes", "500", "--no-book"), ("--depth", "3"), ("--nodes", "500", "--level", "master"):
            assert from_book not in run("best", *ask, *searched), searched
    assert "book" not in run("analyse", "damas", "--nodes", "500")


@case
def the_line_of_an_analysis_is_cut_between_moves():
    lines = on_terminal("analyse", "damas", "--nodes", "20000", typed=()).splitlines()
    courses = [line.split(" s  ")[1] for line in lines if " s  " in line]
    assert max(map(len, lines)) <= 80 and any(course.endswith(" ...") for course in courses), lines
    assert all(re.fullmatch(r"\d+[-x]\d+|\.\.\.", word) for course in courses for word in course.split()), lines


@case
def best_names_the_move_first():
    position = ("--rules", "size=2x2", "--moves", "1112 1121 1222")  # a box can be taken
    text = run("best", "dots", *position, "--nodes", "2000")
    assert text.splitlines()[0] == "2122", text
    answer = json.loads(run("best", "dots", *position, "--nodes", "2000", "--json"))
    assert answer["move"] == "2122" and answer["line"][0] == "2122", answer
    refused("best", "dots", "--level", "zebra")
    refused("best", "dots", "--engine", "zebra")
    assert "over" in refused("best", "dots", "--rules", "size=1x1", "--position", "-/||/-")


@case
def best_is_the_same_for_the_same_seed_and_nodes():
    for game in ("dots", "trax", "damas"):
        ask = ("best", game, "--nodes", "3000", "--seed", "7", "--json")
        first, second = json.loads(run(*ask)), json.loads(run(*ask))
        for answer in (first, second):
            del answer["seconds"]
        assert first == second, (first, second)


@case
def analyse_draws_the_value_of_each_line():
    text = run("analyse", "dots", "--rules", "size=2x2", "--time", "2s", "--ascii")
    assert any(" proven " in line for line in text.splitlines()[2:]) and "2 +  0  +  0  +" in text, text
    # Beyond what can be solved every line has an estimate, which is marked as one.
    open_board = ("analyse", "dots", "--rules", "size=6x6", "--nodes", "8400")
    text = run(*open_board, "--ascii")
    assert "estimated" in text.splitlines()[-1], text
    last = json.loads(run(*open_board, "--json").splitlines()[-1])
    assert last["values"] == {} and len(last["estimates"]) == 84, last
    # A line without time for an estimate has none, and does not count as proven.
    text = run("analyse", "dots", "--rules", "size=6x6", "--nodes", "840", "--ascii")
    assert text.endswith("Value of each move:\nThere was no time for any of them.\n"), text


@case
def estimates_in_short_time_are_near_the_score_above():
    """They were scores of a search that picks the highest of noisy values: from -11 to +11 on the empty 5x5."""
    *_, last = map(json.loads, run("analyse", "dots", "--time", "2s", "--json").splitlines())
    assert all(abs(value - last["score"]) <= 8 for value in last.get("estimates", {}).values()), last


@case
def the_list_of_perudo_is_sorted_and_names_the_choice():
    text = run("analyse", "perudo", "--position", "11335/?????", "--time", "1s")
    listed = re.findall(r"(?m)^(\d+x\d) +([+-]?\d+) +estimate$", text)
    values = [int(worth) for _, worth in listed]
    assert values and values == sorted(values, reverse=True), text
    chosen = text.split("\n\n")[0].split()[-1]
    best = [move for move, worth in listed if int(worth) == values[0]]
    assert (f"\n{chosen} is chosen " in text) == (chosen not in best), text


@case
def review_names_the_move_that_lost():
    """The last line of the first player opens a chain that the solver would have kept closed."""
    moves = "1121 2131 3141 4151 1222 2232 3242 4252 1323 2333 3343 4353 1213 2223 3233 4243"
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.txt")
        with open(path, "w") as file:
            file.write(f'[Game "dots"]\n[Rules "size=2x4"]\n[Seat2 "María de los Ángeles"]\n\n{moves} *\n')
        lines = run("review", path, "--time", "2s").splitlines()
        greedy = next(line for line in lines if line.startswith("  16 "))
        assert "blunder" in greedy and "best 5253 (proven)" in greedy, greedy
        assert sum("accuracy" in line for line in lines) == 1 and lines[-1].startswith("María de los Ángeles "), lines
        assert lines[-2].index("%") == lines[-1].index("%"), lines
        review = json.loads(run("review", path, "--time", "2s", "--json"))
        assert len(review["moves"]) == 16 and review["moves"][15]["class"] == "blunder", review
    assert refused("review", "no-such-file.txt").count("no-such-file.txt") == 1


@case
def rules_are_there_in_four_languages():
    for game in ("damas", "trax", "perudo", "dots"):
        texts = {run("rules", game, "--language", code) for code in ("en", "es", "it", "fa")}
        assert len(texts) == 4 and all(text.count("    damero ") >= 3 for text in texts), game
    refused("rules", "damas", "--language", "xx")


def table_hash(data):
    """As src/base/hash.h has it: FNV-1a, mixed."""
    word = 2 ** 64 - 1
    value = 0xcbf29ce484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001b3 & word
    value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9 & word
    value = (value ^ value >> 27) * 0x94d049bb133111eb & word
    return (value ^ value >> 31).to_bytes(8, "little")


def spoiled(table):
    """A table whose checksums are right and one of whose values is not."""
    head, body = bytearray(table[:48]), bytearray(table[48:])
    at = 0
    while body[at] >= 128:  # to the first literal value
        at += 2
    body[at + 1] ^= 2
    head[32:40] = table_hash(body)
    head[40:48] = table_hash(head[:40])
    return bytes(head + body)


@case
def tables_are_built_kept_and_used():
    with tempfile.TemporaryDirectory() as folder:
        where = ["--folder", os.path.join(folder, "damas")]
        first = run("tables", "damas", "--pieces", "3", "--verify", *where)
        assert "9 slices (9 new), 199520 positions" in first and "verified (199520 positions now" in first, first
        again = run("tables", "damas", "--pieces", "3", "--verify", *where)
        assert "all verified (0 positions now" in again, "what was checked before is not checked again"
        assert "9 slices (0 new)" in run("tables", "damas", "--pieces", "3", *where)
        listed = run("tables", "damas", "--pieces", "2", "--list", *where).splitlines()
        assert listed[1].split() == ["1k-1k", "992", "194", "2", "796", "3"], listed

        os.environ["DAMERO_TABLES"] = folder
        ask = ["best", "damas", "--position", "W:WK1,K2:B30", "--depth", "4"]
        assert "by the tables: won" in run(*ask)

        # A damaged file is named, and the engine continues without it; the next run rebuilds it.
        path = os.path.join(folder, "damas", "2k-1m.values.table")
        with open(path, "r+b") as file:
            file.seek(60)
            file.write(b"?")
        done = subprocess.run([DAMERO, *ask], capture_output=True, text=True)
        assert done.returncode == 0 and "by the tables" not in done.stdout, done.stdout
        assert "continuing without" in done.stderr and "checksum" in done.stderr, done.stderr
        done = subprocess.run([DAMERO, "tables", "damas", "--pieces", "3", *where], capture_output=True, text=True)
        assert "rebuilding" in done.stderr and "(1 new)" in done.stdout, done
        del os.environ["DAMERO_TABLES"]

        # An interrupted check resumes where it was; a table that has changed is checked again, with
        # all tables that depend on it. Here the check stops at a table that is complete but wrong.
        with open(os.path.join(folder, "damas", "verified")) as file:
            lines = file.readlines()
        with open(os.path.join(folder, "damas", "verified"), "w") as file:
            file.writelines(lines[:5])
        text = run("tables", "damas", "--pieces", "3", "--verify", *where)
        assert 0 < int(re.search(r"verified \((\d+) positions now", text)[1]) < 199520, text
        path = os.path.join(folder, "damas", "1m-1k.distances.table")
        with open(path, "rb") as file:
            good = file.read()
        with open(path, "wb") as file:
            file.write(spoiled(good))
        assert "1m-1k.values.table: table: position" in refused("tables", "damas", "--pieces", "3", "--verify", *where)
        with open(path, "wb") as file:
            file.write(good)
        assert "verified (0 positions" in run("tables", "damas", "--pieces", "3", "--verify", *where)
    refused("tables", "dots")
    refused("tables", "damas", "--pieces", "9")


@case
def tables_of_a_variant_have_a_folder_of_their_own():
    with tempfile.TemporaryDirectory() as folder:
        os.environ["DAMERO_TABLES"] = folder
        english = ["--rules", "variant=english"]
        assert f"{folder}/damas-english," in run("tables", "damas", "--pieces", "3", "--verify", *english)
        position = ["--position", "B:WK1:BK14,K15", "--nodes", "100"]
        assert "by the tables: won in" in run("best", "damas", *english, *position)
        assert "by the tables" not in run("best", "damas", *position)
        del os.environ["DAMERO_TABLES"]


@case
def tables_of_perudo_are_built_kept_and_used():
    with tempfile.TemporaryDirectory() as folder:
        rules = ["--rules", "dice=1,faces=3,raise=either"]
        make = ["tables", "perudo", *rules, "--folder", os.path.join(folder, "perudo")]
        assert "2 tables (2 new)" in run(*make)
        assert "2 tables (0 new)" in run(*make)
        os.environ["DAMERO_TABLES"] = folder
        ask = ["exploit", "perudo", *rules, "--player", "perudo", "--json"]
        assert json.loads(run(*ask))["exploitability"] < 0.001

        path = os.path.join(folder, "perudo", "either-half-open-3-1v1-opener.table")
        with open(path, "r+b") as file:
            file.seek(60)
            file.write(b"?")
        done = subprocess.run([DAMERO, *ask], capture_output=True, text=True)
        assert done.returncode == 0 and "continuing without" in done.stderr, done.stderr
        done = subprocess.run([DAMERO, *make], capture_output=True, text=True)
        assert "rebuilding" in done.stderr and "(1 new)" in done.stdout, done
        del os.environ["DAMERO_TABLES"]
    assert "calza" in refused("tables", "perudo", "--rules", "calza=on")
    assert "two players" in refused("tables", "perudo", "--rules", "players=3")


def completed(line):
    """What bash offers at the end of a line; it breaks words at blanks and '='."""
    words = [word for word in re.split(r"( |=)", line) if word not in ("", " ")]
    if line.endswith(" "):
        words.append("")
    quoted = " ".join("'" + word + "'" for word in words)
    script = f"""source <('{DAMERO}' completion); COMP_LINE='{line}'; COMP_POINT=${{#COMP_LINE}}
COMP_WORDS=({quoted}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _damero; echo "${{COMPREPLY[@]}}" """
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True)
    assert done.stderr == "", done.stderr
    return done.stdout.split()


@case
def solve_announces_long_runs_and_refuses_hopeless_ones():
    said = refused("solve", "dots", "--rules", "size=5x5")
    assert "60 open lines: about" in said and "days" in said and "--anyway" in said, said
    answer = json.loads(run("solve", "dots", "--rules", "size=5x5", "--nodes", "1000", "--memory", "16M", "--json",
                            status=1))
    assert answer["value"] is None and answer["lower"] < answer["upper"], answer
    # If terminated, it prints what it knows. Once it has announced the run it can be terminated.
    running = subprocess.Popen([DAMERO, "solve", "dots", "--rules", "size=4x5", "--memory", "16M"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    first = running.stderr.readline()
    assert "49 open lines: about" in first and "table 16 MB" in first, first
    running.terminate()
    out, err = running.communicate(timeout=WAIT)
    assert running.returncode == 1 and "value   between -" in out and "nodes" in out, (running.returncode, out, err)


@case
def play_teaches_the_game_and_how_a_move_is_written():
    for game, taught in (("dots", "two dots"), ("trax", "Shapes: + straight"), ("damas", "squares"), ("perudo", "dudo")):
        shown = run("play", game, "--seed", "1", stdin="help\nquit\n")
        assert taught in shown and "rules         explain the game" in shown, shown
        assert f"\n{run('rules', game)}" in run("play", game, "--seed", "1", stdin="rules\nquit\n").replace("> ", "\n")


@case
def people_are_called_by_their_names():
    with tempfile.TemporaryDirectory() as folder:
        saved = os.path.join(folder, "game.txt")
        shown = run("play", "dots", "--rules", "size=1x1", "--seats", "me,me", "--names", "Ana,Béla",
                    stdin=f"1112\nsave {saved}\nquit\n")
        assert "Ana> " in shown and "Béla> " in shown, shown
        assert "Ana is on turn" in shown and "Béla is on turn" in shown and "Player" not in shown, shown
        assert "Béla> " in run("play", "--load", saved, stdin="quit\n")
        rest = run("play", "--load", saved, stdin="1121\n1222\n2122\nquit\n")
        assert "Score Ana 0, Béla 1\nBéla has won" in rest, rest
        against_engine = run("play", "dots", "--rules", "size=2x2", "--names", "Ana", stdin="quit\n")
        assert "Ana is on turn" in against_engine, against_engine
        assert "only 2 seats" in refused("play", "dots", "--names", "A,B,C")
        assert "visible text" in refused("play", "dots", "--names", "A,")
        assert "visible text" in refused("play", "dots", "--names", "\x1b[2J,B")
        shown = on_terminal("match", "dots", "--rules", "size=1x1", "--seat", "me", "--seat", "me", "--names", "Ana,Béla",
                            "--store", os.path.join(folder, "journal.db"),
                            typed=("1112\n", "1121\n", "2122\n", "1222\n"))
        assert "Ana, your move" in shown and "Béla, your move" in shown, shown


@case
def perudo_speaks_of_players_by_their_names():
    """In the sentences about dice and at the table, which pads names to one width and cuts long ones."""
    long = "Bartholomäus der Dritte"
    players = ["--players", "3", "--seats", "me,me,me", "--names", f"Ana,{long},Łucja"]
    shown = run("play", "perudo", *players, "--rules", "first=1,dice=1", "--seed", "3", "--ascii",
                stdin="\n1x2\n\ndudo\n\nquit\n")
    assert "Player" not in shown, shown
    assert re.search(rf"^{long} rolls \d\.$", shown, re.MULTILINE), shown
    rows = re.findall(r"^[> ] (.{16})  (?:1x2|dudo!| {5}) ", shown, re.MULTILINE)
    assert {row.rstrip() for row in rows} == {"Ana", long[:16], "Łucja"}, shown
    assert re.search(rf"^  (Ana|{long[:16]}|Łucja) loses the last die and is out\.$", shown, re.MULTILINE), shown
    seats = [word for seat in range(3) for word in ("--seat", "engine:beginner:1ms")]
    refereed = run("match", "perudo", "--rules", "dice=1", *seats, "--names", "Ana,Béla,Łucja", "--no-journal", "--seed", "1")
    assert re.search(r"^ +\d+\. (Ana|Béla|Łucja) ", refereed, re.MULTILINE), refereed
    assert "Player 1: Ana" in refereed and "Player 1 " not in refereed.replace("Player 1 (Ana)", ""), refereed


@case
def lists_are_available_as_json():
    for game in ("dots", "trax", "damas"):
        assert json.loads(run("moves", game, "--json"))["moves"] == run("moves", game).split(), game
        shown = json.loads(run("show", game, "--json"))
        assert shown["turn"] == 0 and f"Position: {shown['text']}\n" in run("show", game), shown
    assert json.loads(run("moves", "dots", "--rules", "size=1x1", "--moves", "1112 1121 2122 1222", "--json")) == {"moves": []}
    lines = [json.loads(line) for line in run("perft", "dots", "2", "--rules", "size=1x1", "--json").splitlines()]
    assert lines == [{"depth": 1, "count": 4}, {"depth": 2, "count": 12}], lines
    lines = [json.loads(line) for line in run("perft", "dots", "2", "--rules", "size=1x1", "--divide", "--json").splitlines()]
    assert {"move": "1112", "count": 3} in lines and len(lines) == 4, lines
    described = json.loads(run("games", "trax", "--json"))
    assert [game["name"] for game in described["games"]] == ["trax"] and described["games"][0]["engines"]
    assert isinstance(json.loads(run("ports", "--json"))["ports"], list)


@case
def commands_that_print_for_people_print_json_too():
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        lines = lambda *words: [json.loads(line) for line in run(*words, "--json").splitlines()]
        game = '[Game "dots"]\n[Rules "size=1x1"]\n[Seat1 "Ana"]\n\n{why} 1. 1112 {first} 1121 2. 2122 1222 0-1\n'
        with open(path("games"), "w") as file:
            file.write(game + "\n" + game)
        first, second = lines("record", path("games"))
        assert first == second and first["tags"]["Seat1"] == "Ana" and first["result"] == "0-1", first
        assert [move["move"] for move in first["moves"]] == ["1112", "1121", "2122", "1222"]
        assert first["notes"] == ["{why}"] and first["moves"][0]["notes"] == ["{first}"]
        assert lines("record", path("games"), "--check") == [{"games": 2, "moves": 8}]

        book = ("openings", "damas", "--count", "3", "--plies", "2", "--balanced", "--nodes", "200")
        (made,) = lines(*book, "--out", path("book"))
        with open(path("book")) as file:
            assert [one["moves"] for one in made["openings"]] == file.read().splitlines()[1:], made
        assert lines(*book) == [made] and all(one["uneven"] >= 0 for one in made["openings"])
        assert "standard output" in refused(*book, "--out", "-", "--json")

        *slices, all_of_them = lines("tables", "damas", "--pieces", "2", "--folder", path("damas"), "--list")
        assert all_of_them["positions"] == sum(one["positions"] for one in slices) and all_of_them["new"] == 3
        assert all(one["won"] + one["lost"] + one["drawn"] <= one["positions"] for one in slices), slices
        (made,) = lines("tables", "perudo", "--rules", "dice=1", "--folder", path("perudo"))
        assert made["tables"] == made["new"] == 2 and made["bytes"] > 0, made

        journal = path("journal")
        run("match", "dots", "--rules", "size=1x1", "--seat", "engine", "--seat", "engine", "--store", journal)
        (copy,) = lines("store", "backup", path("copy"), "--store", journal)
        assert copy == {"file": path("copy"), "bytes": os.path.getsize(path("copy"))}
        assert lines("store", "copy", path("copy"), path("other"))[0]["rows"] > 1

        (puzzle,) = lines("puzzle", "dots", "--number", "3", "--state", path("state"))
        assert puzzle["number"] == 3 and puzzle["line"][0]["good"] and not os.path.exists(path("state"))
        listed = lines("puzzles", "list", "dots", "--theme", "double-cross")
        assert all("double-cross" in one["themes"] for one in listed) and listed[0]["number"] > 0

    position = ("--moves", "@0/ B1+")
    (turns,) = lines("trax-eval", *position)
    words = [line.split() for line in run("trax-eval", *position).splitlines()]
    assert [[one["move"], str(one["value"])] for one in turns["turns"]] == [line[:2] for line in words]
    *evaluated, choice = lines("trax-accelerator", *position)
    assert max(one["value"] for one in evaluated) == choice["value"] and choice["evaluated"] == len(evaluated)
    first, second, mean = lines("trax-accelerator", "--game", "2")
    assert (first["turn"], first["seat"], second["seat"], mean["turns"]) == (1, 0, 1, 2)
    *rows, energy = lines("trax-accelerator", "--table")
    assert len(rows) == 13 and rows[-1]["turn"] == "mean" and energy["hardware_mj"] > 0


@case
def moves_of_perudo_have_scores():
    def best(*words):
        return json.loads(run("best", "perudo", *words, "--json"))

    # One die each: the opener wins 17 of 36 rounds, and every move of the table is worth what its hand is.
    scores = [best("--rules", "dice=1", "--position", f"{die}/?")["score"] for die in range(1, 7)]
    assert abs(sum(scores) / 6 + 1000 / 18) < 5, scores
    ask = ("analyse", "perudo", "--time", "200ms", "--position", "22233/????? 2 6x6")
    last = json.loads(run(*ask, "--json").splitlines()[-1])
    assert last["score"] == last["values"][last["move"]] and last["values"]["dudo"] > 500, last
    text = run(*ask)
    assert re.search(rf"^{last['move']} +\{last['score']:+} +estimate$", text, re.M), text
    three = best("--rules", "players=3", "--position", "66666/?????/?????", "--time", "100ms")
    assert three["score"] > 0, three
    assert best("--level", "casual", "--position", "11335/?????")["score"] is None
    for command in ("best", "analyse"):
        assert "Player 2 is on turn, and the position hides" in refused(command, "perudo", "--position", "11335/????? 1 4x3")


@case
def completion_works_in_zsh_and_fish():
    def in_zsh(line):
        """What zsh makes of a line with one possible completion: it writes the rest of the word."""
        there, here = pty.openpty()
        script = run("completion", "zsh")
        with tempfile.TemporaryDirectory() as folder, subprocess.Popen(
                ["zsh", "-f", "-i"], stdin=here, stdout=here, stderr=here, start_new_session=True,
                env={**os.environ, "TERM": "dumb", "ZDOTDIR": folder}) as shell:
            os.close(here)
            with open(os.path.join(folder, "_damero"), "w") as file:
                file.write(script)
            os.write(there, f"fpath=({folder} $fpath); autoload -Uz compinit; compinit -u; bindkey -e; PS1=; echo REA''DY\r".encode())
            shown = b""
            while b"READY\r\n" not in shown:
                shown += os.read(there, 4096)
            os.write(there, f"{line}\t\x01: \recho DO''NE\r".encode())  # the line is not executed
            while b"DONE\r\n" not in shown:
                shown += os.read(there, 4096)
            shell.kill()
            os.close(there)
        return shown.decode()

    cases = (("damero perf", "perft"), ("damero moves do", "dots"), ("damero play damas --level no", "novice"),
             ("damero moves dots --rules border=sw", "border=swedish"), ("damero match dots --order seq", "sequential"),
             ("damero puzzles ma", "make"), ("damero completion fi", "fish"))
    if not shutil.which("zsh") and not shutil.which("fish"):
        skip("neither zsh nor fish is installed")
    for line, whole in cases:
        if shutil.which("zsh"):
            shown = in_zsh(line)
            assert line[:line.rindex(" ") + 1] + whole in shown, shown
        if shutil.which("fish"):
            with tempfile.TemporaryDirectory() as home:
                offered = subprocess.run(["fish", "-c", f"'{DAMERO}' completion fish | source; complete -C '{line}'"],
                                         capture_output=True, text=True, env={**os.environ, "HOME": home}).stdout
            assert whole in [row.split("\t")[0] for row in offered.splitlines()], (line, offered)


@case
def completion_knows_commands_games_and_settings():
    assert completed("damero perf") == ["perft"]
    assert completed("damero moves do") == ["dots"]
    assert completed("damero moves dots --ru") == ["--rules"]
    assert completed("damero moves dots --rules bo") == ["border="]
    assert completed("damero moves dots --rules border=sw") == ["swedish"]
    assert completed("damero moves dots --rules border=") == ["free", "icelandic", "swedish"]
    assert completed("damero moves dots --rules size=2x2,bo") == ["2x2,border="]
    assert completed("damero moves dots --rules=bo") == ["border="]
    assert completed("damero perft damas 3 --count ") == ["D", "K"]
    assert "beginner" in completed("damero play dots --level ")
    assert completed("damero best trax --engine co") == ["codesign"]
    assert completed("damero help rec") == ["record"]
    with tempfile.TemporaryDirectory() as folder:
        open(os.path.join(folder, "game.txt"), "w").close()
        assert completed(f"damero record {folder}/ga") == [f"{folder}/game.txt"]
        assert completed(f"damero play --load {folder}/ga") == [f"{folder}/game.txt"]
        assert completed(f"damero verify {folder}/ga") == [f"{folder}/game.txt"]
        assert completed(f"damero serve --data {folder}/ga") == [f"{folder}/game.txt"]


@case
def every_command_has_a_man_page_and_three_shells_complete():
    for command in commands():
        page = run("manual", command)
        assert page.startswith(".TH") and f"damero-{command}" in page, page[:200]
        assert f"-a {command} " in run("completion", "fish")
    assert run("completion", "zsh").startswith("#compdef damero\n")
    assert "no-such" in refused("manual", "no-such") and "tcsh" in refused("completion", "tcsh")
    assert re.fullmatch(r"damero \d+\.\d+\.\d+ \(\S+\)\n", run("--version"))


@case
def manual_names_every_command():
    page = run("manual")
    assert not [line for line in page.splitlines() if line.startswith("'")], "roff takes these lines for requests"
    assert page.startswith(".TH DAMERO 1")
    for command in commands():
        assert f".SS damero {command}" in page, command
    for name in ("NO_COLOR", "DAMERO_STORE", "DAMERO_TABLES"):
        assert f".B {name}\n" in page, name


@case
def serve_refuses_a_folder_without_a_page():
    with tempfile.TemporaryDirectory() as folder:
        said = refused("serve", "--listen", "127.0.0.1:0", "--web", folder, "--data", folder)
        assert f"there is no page in {folder}" in said and not os.listdir(folder), said


@case
def a_full_disk_is_noticed():
    with open("/dev/full", "w") as full:
        done = subprocess.run([DAMERO, "games"], stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1



def puzzle_of(game, number):
    """A built-in puzzle, by its line of text: rating, themes, goal, rules, start, line."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), f"../src/puzzles/data/{game}.txt")
    with open(path, encoding="utf-8") as lines:
        return [line.rstrip("\n").split("\t") for line in lines if not line.startswith("#")][number - 1]


def solution_of(game, number):
    """The solver's moves of a line."""
    return [word.split(":")[0] for word in puzzle_of(game, number)[5].split() if word[0] not in "=!~"]


@case
def a_puzzle_is_solved_refuted_helped_and_its_rating_kept():
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "new/state.txt")
        for game in ("damas", "trax", "dots", "perudo"):
            typed = "\n".join([*solution_of(game, 3), "rating", "quit"]) + "\n"
            shown = run("puzzle", game, "--number", "3", "--state", state, stdin=typed)
            assert f"Puzzle 3 of 520, rated {puzzle_of(game, 3)[0]}." in shown, shown
            assert "Solved: " in shown and "(+" in shown, shown
            assert "1 of 1 puzzles solved" in shown, shown
        with open(state, encoding="utf-8") as kept:
            lines = kept.read().splitlines()
        assert [line.split()[0] for line in lines] == ["damas", "trax", "dots", "perudo"]
        assert all(float(line.split()[1]) > 1200 and line.split()[3:] == ["1", "1", "3"] for line in lines)
        wrong = re.search(r"!([^,>]+)[^>]*>([^:]+):", puzzle_of("damas", 4)[5])
        shown = run("puzzle", "damas", "--number", "4", "--state", state,
                    stdin=f"{wrong[1]}\n{solution_of('damas', 4)[0]}\nquit\n")
        assert f"{wrong[1]} is wrong: after {wrong[2]}" in shown and "is right" in shown, shown
        assert "(-" in shown, shown
        shown = run("puzzle", "dots", "--number", "5", "--state", state,
                    stdin="hint\nhint\nmoves\nsolution\nnext\nhelp\nboard\nnonsense\nquit\n")
        assert "Think of this" in shown and "begins with" in shown and "That is the solution" in shown, shown
        assert shown.count("Puzzle ") == 2 and shown.count("Your rating") == 1, shown
        with open(state, "a", encoding="utf-8") as kept:
            kept.write("damas x\n")
        before = open(state, encoding="utf-8").read()
        assert "line 5" in refused("puzzle", "damas", "--state", state)
        assert open(state, encoding="utf-8").read() == before


@case
def puzzle_takes_a_theme_a_number_or_the_day():
    with tempfile.TemporaryDirectory() as folder:
        state = os.path.join(folder, "state.txt")
        first = run("puzzle", "trax", "--theme", "fork", "--seed", "4", "--state", state, stdin="quit\n")
        assert run("puzzle", "trax", "--theme", "fork", "--seed", "4", "--state", state, stdin="quit\n") == first
        number = int(re.search(r"Puzzle (\d+)", first)[1])
        assert "fork" in puzzle_of("trax", number)[1].split(",")
        assert "Puzzle " in run("puzzle", "--daily", "--state", state, stdin="")
        assert not os.path.exists(state), "nothing was tried"
        assert "fork" in refused("puzzle", "trax", "--theme", "frok", "--state", state)
        assert "1 to 520" in refused("puzzle", "dots", "--number", "999", "--state", state)
        refused("puzzle", "--state", state)
        refused("puzzle", "chess", "--state", state)
        refused("puzzle", "dots", "--daily", "--state", state)


@case
def puzzles_are_made_from_a_seed_checked_and_listed():
    with tempfile.TemporaryDirectory() as folder:
        made = os.path.join(folder, "dots.txt")
        say = run("puzzles", "make", "dots", "--count", "2", "--seed", "9", "--out", made)
        assert "2 puzzles" in say, say
        text = open(made, encoding="utf-8").read()
        assert text.startswith("# damero puzzles make dots --count 2 --seed 9\n") and text.count("\n") == 3
        assert run("puzzles", "make", "dots", "--count", "2", "--seed", "9") == text
        assert run("puzzles", "check", "dots", "--file", made) == "2 puzzles of Dots and Boxes are proven\n"
        # Another value is another proof.
        spoilt = re.sub(r"\t(\d{4}):(\d+)", lambda m: f"\t{m[1]}:{int(m[2]) + 1}", text, count=1)
        assert spoilt != text
        with open(made, "w", encoding="utf-8") as out:
            out.write(spoilt)
        done = subprocess.run([DAMERO, "puzzles", "check", "dots", "--file", made], capture_output=True,
                              text=True, timeout=WAIT)
        assert done.returncode == 1 and "puzzle 1" in done.stderr, done
    listed = run("puzzles", "list", "perudo")
    assert listed.count("\n") == 521
    assert 0 < run("puzzles", "list", "perudo", "--theme", "bluff").count("\n") < 400
    assert "make, check or list" in refused("puzzles", "bake", "dots")
    refused("puzzles", "make", "dots", "--count", "0")
    refused("puzzles", "list")

run_cases()
