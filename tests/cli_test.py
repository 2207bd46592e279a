#!/usr/bin/env python3
"""The command line as a user meets it: what is typed, what comes back, and with which status."""
import fcntl
import hashlib
import json
import os
import pty
import re
import stat
import subprocess
import sys
import tempfile
import termios
import time

from tap import WAIT, case, run_cases

DAMERO = os.path.abspath(sys.argv[1])


def run(*words, stdin="", status=0):
    done = subprocess.run([DAMERO, *words], input=stdin, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def refused(*words, stdin=""):
    """One clear line on standard error, status 2, nothing on standard output."""
    done = subprocess.run([DAMERO, *words], input=stdin, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stdout == "", done.stdout
    assert done.stderr.startswith("damero") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def on_terminal(*words, typed, columns=80, **environment):
    """What a terminal shows while these lines are typed, one at each prompt; Ctrl-C is the signal there."""
    there, here = pty.openpty()
    termios.tcsetwinsize(here, (24, columns))
    lines = iter(typed)
    with subprocess.Popen([DAMERO, *words], stdin=here, stdout=here, stderr=here, start_new_session=True,
                          preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
                          env={**os.environ, "TERM": "xterm", **environment}) as process:
        os.close(here)
        shown = b""
        try:
            while part := os.read(there, 4096):
                shown += part
                if shown.endswith(b"> "):
                    os.write(there, next(lines, "\x04").encode())
        except OSError:
            pass  # Linux says so where the last writer is gone
        os.close(there)
        assert process.wait(WAIT) == 0
    return shown.decode("utf-8", "replace")


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
    assert len({re.match(r" +\S+ +", line).end() for line in listed}) == 1, "summaries stand in one column"
    for command in commands():
        text = run(command, "--help")
        assert text.startswith(f"Usage: damero {command}"), text
        assert "Options:" in text and "Examples:" in text, text
        prose, examples = text.split("Examples:\n")  # a command to copy is one line, however long
        assert max(map(len, prose.splitlines())) <= 80 and max(map(len, examples.splitlines())) <= 100, text
        assert text == run("help", command)


@case
def odds_are_those_of_the_dice_that_are_seen():
    table = json.loads(run("odds", "perudo", "--position", "11335/22222", "--json"))
    odds = {line["bid"]: line for line in table["bids"]}
    assert table["seat"] == 1 and abs(odds["4x3"]["odds"] - 1) < 1e-6
    assert abs(odds["5x3"]["odds"] - 0.868313) < 1e-6
    assert run("odds", "perudo", "--position", "11335/22222") == run("odds", "perudo", "--position", "11335/?????")
    assert "nobody is to bid" in refused("odds", "perudo")
    text = run("odds", "perudo", "--rules", "players=3", "--position", "22456/?????/????? 2 2x4,3x4")
    assert text.startswith("The last bid, 3x4: 89.6 % by the dice seen, 96.4 %"), text
    row = re.search(r"^  4 x( +\d+ / \d+)( +\d+ / \d+)( +\d+ / \d+)( +\d+ / \d+) *$", text, re.M)
    assert row and row[1].split() == ["7", "/", "7"] and row[2].split() == ["70", "/", "82"], text
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
    bound = json.loads(run("exploit", "perudo", "--rules", "dice=2", "--player", "seed", "--local", "--json"))
    assert bound["exploitability"] > 0.1
    assert "two players" in refused("exploit", "perudo", "--rules", "players=3")
    assert "did you mean" in refused("exploit", "perudo", "--player", "binomal")
    # four bids remembered do not suffice here: 0.0026 is the end of it
    wide = ["exploit", "perudo", "--rules", "raise=any,dice=1+2,faces=5", "--time", "30s", "--json"]
    solved = json.loads(run(*wide))
    assert solved["exploitability"] < 0.0004 and solved["remembered"] > 4
    # trillions of histories: not even begun
    assert "try --local" in refused("exploit", "perudo")
    assert "try --local" in refused("exploit", "perudo", "--rules", "preset=strict,dice=3")


@case
def dice_of_a_game_can_be_verified():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        played = run("play", "perudo", "--players", "3", "--time", "10ms", "--rules", "first=1",
                     stdin=f"3x4\nodds\nmoves\nsave {path}\nquit\n")
        assert "{commit" not in played and "?" in played
        game = open(path).read()
        assert game.count("{commit ") >= 3
        assert "committed" in run("verify", path)
        # one hash changed: what was shown is not what was committed to
        if "{reveal 1 " in game:
            at = game.index("{commit ") + 8
            changed = game[:at] + ("0" if game[at] != "0" else "1") + game[at + 1:]
            open(path, "w").write(changed)
            run("verify", path, status=1)
        open(path, "w").write(game.replace("{commit ", "{remark "))
        run("verify", path, status=1)


@case
def dice_of_a_game_saved_in_mid_round_can_be_verified():
    with tempfile.TemporaryDirectory() as folder:
        path, later = (os.path.join(folder, name) for name in ("game", "later"))
        play = ["--time", "10ms", "--seats", "me,me"]
        run("play", "perudo", "--rules", "first=1,dice=2", *play, stdin=f"\n1x4\n\nsave {path}\nquit\nquit\n")
        assert "committed" in run("verify", path)
        run("play", "--load", path, *play, stdin=f"\ndudo\n\nsave {later}\nquit\nquit\n")
        game = open(later).read()
        assert "1=" in game and game.startswith("[Game")
        proof = json.loads(run("verify", later, "--json"))
        assert proof["proven"] == proof["secrets"] >= 2, (proof, game)


@case
def trax_eval_values_every_legal_turn():
    moves = "@0/ B1\\"
    lines = run("trax-eval", "--moves", moves).splitlines()
    names = run("moves", "trax", "--moves", moves).split()
    assert [line.split()[0] for line in lines] == names
    values = {line.split()[0]: line.split(maxsplit=2)[1:] for line in lines}
    assert values["A2\\"] == ["0", "loses"], values
    assert values["A0+"] == ["1", "leaves the opponent a win"], values
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
    refused("show", "dots", "--ascii=yes")
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


@case
def games_lists_the_settings():
    text = run("games")
    assert "dots - Dots and Boxes" in text
    assert "border=free|icelandic|swedish  (default free)" in text
    assert run("games", "dots") in text
    assert "        bold: bids high and doubts soon\n" in text  # what a level is like
    shown = on_terminal("games", "perudo", typed=(), columns=60).replace("\r", "")
    assert max(map(len, shown.splitlines())) <= 60 and "as sold,\n      as on the best-known" in shown, shown


@case
def moves_are_listed_one_a_line():
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
def two_people_play_save_and_load():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game.txt")
        play = ("play", "dots", "--rules", "size=1x1", "--seats", "me,me")
        text = run(*play, stdin=f"1112\nzebra\n1112\nundo\n1121\nsave {path}\nquit\n")
        assert "'zebra' is not a line" in text and "drawn already" in text, text
        assert f"Saved in {path}" in text
        text = run("play", "--load", path, "--seats", "me,me", stdin="1112\n1222\n2122\nquit\n")
        assert "Player 2 has won: every line is drawn" in text, text


@case
def play_explains_itself():
    text = run("play", "dots", "--seats", "me,me", stdin="help\nmoves\nboard\nresign\n1112\nundo\n1112\n")
    assert "Type a move, for example" in text
    for command in ("moves", "hint", "undo", "save", "load", "resign", "quit"):
        assert f"  {command}" in text, text
    assert "(60)" in text and "resigns. Result: 0-1" in text
    assert "The game is over" in text and "resignation is taken back" in text


@case
def help_lists_what_the_game_has():
    has = {game: run("play", game, stdin="help\n") for game in ("dots", "trax", "perudo")}
    assert "  values" in has["trax"] and "  values" not in has["perudo"], has
    assert "  odds" in has["perudo"] and "  odds" not in has["dots"], has
    assert "  undo" in has["dots"] and "  undo" not in has["perudo"], has


@case
def lines_are_broken_between_words_on_a_terminal():
    shown = on_terminal("play", "dots", columns=40, typed=("99\n",), NO_COLOR="1")
    lines = shown.replace("\r", "").splitlines()
    assert max(map(len, lines)) <= 40 and lines[0] == "Dots and Boxes: Draw lines between dots;", shown
    assert "'99' is not a line: write two\nneighbouring dots" in shown.replace("\r", ""), shown
    assert len(run("play", "dots").splitlines()[0]) > 80  # elsewhere a line stays one


@case
def another_game_begins_with_new():
    text = run("play", "dots", "--rules", "size=1x1", "--seats", "me,me",
               stdin="1112\n1121\n1222\n2122\nzebra\nnew\n1112\nnew\nmoves\n")
    assert "'new' begins another" in text and text.count("(4)") == 1 and text.count("A draw") == 0, text
    assert text.rstrip().endswith("Player 1>"), text
    shown = on_terminal("play", "dots", "--rules", "size=2x2,border=icelandic", "--seats", "me,me",
                        typed=("1222\n", "new\n", "new\n", "moves\n"))
    assert shown.count("'new' again begins another") == 1 and "(8)" in shown, shown
    dice = run("play", "perudo", "--seed", "4", stdin="resign\nnew\n")
    assert dice.count("rolls") == 2, dice


@case
def saving_replaces_files_and_nothing_else():
    """A pipe or a device is written into, and a link stays a link: root could have replaced /dev/null."""
    with tempfile.TemporaryDirectory() as folder:
        pipe, link, file = (os.path.join(folder, name) for name in ("pipe", "link", "file"))
        os.mkfifo(pipe)
        os.symlink(file, link)
        with subprocess.Popen(["cat", pipe], stdout=subprocess.PIPE, text=True) as reader:
            run("play", "dots", "--seats", "me,me", stdin=f"1112\nsave {pipe}\n")
            assert "1. 1112 *" in reader.stdout.read()
        assert stat.S_ISFIFO(os.stat(pipe).st_mode)
        open(file, "w").close()
        run("play", "dots", "--seats", "me,me", stdin=f"1112\nsave {link}\n")
        assert os.path.islink(link) and "1. 1112 *" in run("record", file) and sorted(os.listdir(folder)) == ["file", "link", "pipe"]
        assert "Is a directory" in run("play", "dots", "--seats", "me,me", stdin=f"save {folder}\n")


@case
def a_game_is_not_lost_by_one_key():
    """Ctrl-C or the end of the input at a prompt, or Ctrl-C while the engine thinks, first ask whether to save."""
    game = os.path.join(tempfile.mkdtemp(), "game.txt")
    warning = "This game is not saved."
    shown = on_terminal("play", "dots", "--seats", "me,me", typed=("1112\n", "\x03", f"save {game}\n", "\x04"))
    assert shown.count(warning) == 1 and shown.count("Player 2> ") == 3 and "Saved in" in shown, shown
    assert "1. 1112 *" in run("record", game)
    shown = on_terminal("play", "dots", "--seats", "me,me", typed=("1112\n", "\x04", "1121\n", "\x03", "\x03"))
    assert shown.count(warning) == 2, shown
    assert warning not in on_terminal("play", "dots", typed=("\x03",))


@case
def play_refuses_bad_seats():
    refused("play", "dots", "--seats", "me")
    refused("play", "dots", "--seats", "me,you")
    refused("play", "dots", "--seats", "me,me,me")


@case
def undo_goes_back_to_a_person():
    first = run("play", "dots", "--rules", "size=2x2", "--seats", "engine,me", "--level", "beginner",
                stdin="undo\nquit\n")
    assert "no move of yours to take back" in first, first
    text = run("play", "dots", "--seats", "me,me", stdin="1112\n1121 1222\nundo 5\nundo\nquit\n")
    assert "one too many" in text and "takes nothing after it" in text and "Taken back: 1 move." in text


@case
def a_resigned_game_stays_resigned():
    with tempfile.TemporaryDirectory() as folder:
        path, again = os.path.join(folder, "one.txt"), os.path.join(folder, "two.txt")
        run("play", "dots", "--seats", "me,me", stdin=f"1112\nresign\nsave {path}\nquit\n")
        saved = open(path).read()
        assert '[Reason "resigned"]' in saved and '[Result "1-0"]' in saved, saved
        run("play", "--load", path, "--seats", "me,me", stdin=f"1121\nsave {again}\nquit\n")
        assert open(again).read() == saved
        run("play", "--load", path, "--seats", "me,me", stdin=f"undo\nsave {again}\nquit\n")
        assert "Reason" not in open(again).read() and '[Result "*"]' in open(again).read()


@case
def several_games_are_not_played_at_once():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two.txt")
        with open(path, "w") as file:
            file.write('[Game "dots"]\n1112 *\n[Game "dots"]\n1121 *\n')
        assert "several games" in refused("play", "--load", path)
        assert "leave those out" in refused("play", "--load", path, "--rules", "size=2x2")


@case
def dice_are_not_shown_to_the_other_at_one_keyboard():
    text = run("play", "perudo", "--seats", "me,me", "--seed", "7", stdin="\n3x5\n\nquit\nquit\n")
    handed = text.split("takes the keyboard and presses Enter> ")
    assert len(handed) == 3, text
    assert "⚀" not in handed[0], text  # nothing is shown before somebody is there
    assert "Player 1          ╭? ? ? ? ? ╮" in handed[1] and "Player 2          ╭? ? ? ? ? ╮" not in handed[1]
    # On a terminal what the last one saw is wiped before that, with colours or without.
    for colours in ({}, {"NO_COLOR": "1"}):
        shown = on_terminal("play", "perudo", "--seats", "me,me", "--seed", "3",
                            typed=("\n", "1x2\n", "\n", "quit\n", "quit\n"), **colours)
        before, after = shown.split("\x1b[2J\x1b[3J\x1b[H")[-2:]
        assert "1x2" in before and "takes the keyboard" in after.splitlines()[0], shown


@case
def a_game_of_any_length_is_verified():
    """Twenty thousand rolls: a calza that is right each time, so that nobody ever loses a die. The hashes are Python's."""
    moves = []

    def roll(seat, dice):
        word, key = f"{seat}:{dice}", f"{len(moves):032x}"
        digest = hashlib.blake2b(f"{len(moves) + 1} {word} {key}".encode(), digest_size=32).hexdigest()
        moves.append(f"{word} {{commit {digest}}}")
        return f" {{reveal {len(moves)} {key}}}"

    for _ in range(10000):
        keys = roll(1, 3) + roll(2, 4)
        moves.extend(["1x3", "calza", "1=3", "2=4" + keys])
    game = '[Game "perudo"]\n[Rules "dice=1,calza=on,first=1"]\n\n' + "\n".join(moves) + " *\n"
    assert json.loads(run("verify", "-", "--json", stdin=game)) == {"secrets": 20000, "proven": 20000, "open": 0}


@case
def an_evening_of_perudo_reads_well():
    """Rolls in words, the dice of all at a doubt on the table alone, the end of the game drawn once."""
    text = run("play", "perudo", "--rules", "dice=1,first=1", "--seed", "5", stdin="2x6\nquit\nquit\n")
    assert re.search(r"Player 1 rolls [1-6]\.", text) and "Chance:" not in text, text
    assert text.count("has won: the last with dice") == text.count("dudo!") == 1, text


@case
def at_a_doubt_the_table_stays_until_it_is_seen():
    shown = on_terminal("match", "perudo", "--rules", "dice=2+1,first=1", "--seed", "3", "--no-journal", "--seat", "me",
                        "--seat", "engine", typed=("3x6\n", "2x6\n"))
    screens = shown.split("\x1b[H\x1b[J")
    both = [s for s in screens if "Player 1 loses a die." in s and "Player 1 is on turn" in s]
    assert both and both[-1].index("loses a die") < both[-1].index("2 dice on the table"), shown


@case
def a_person_may_call_calza_out_of_turn():
    words = ["play", "perudo", "--players", "3", "--rules", "preset=perudo,first=2", "--seed", "4", "--engine", "seed"]
    text = run(*words, stdin="9x9\ncalza\nquit\nquit\n")
    before, after = text.split("Player 1: calza? Enter: no> ", 1)
    assert "Player 2 (seed, full): " in before and "Player 3 (seed, full)" not in before, text
    assert "it is not your turn" in after and "Player 1  calza!" in after, text
    text = run(*words, stdin="\nquit\nquit\n")  # Enter: the next one moves
    assert "Player 1: calza? Enter: no> Player 3 (seed, full): " in text, text
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "game")
        run(*words, stdin=f"save {path}\ncalza\nquit\nquit\n")
        assert "[Game " in open(path).read()
    people = run(*words[:-2], "--seats", "me,me,me", stdin="\n1x2\ncalza\nquit\nquit\n")
    assert "Player 1  calza!" in people, people


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
    for words in (("solve", "dots", "--rules", "size=5x5"), ("best", "trax", "--time", "1h"),
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
def a_failed_load_changes_nothing():
    text = run("play", "dots", "--seats", "me,me", stdin="1112\nload no-such-file\nboard\nquit\n")
    assert "Not loaded" in text
    assert text.rstrip().count("Player 2 is on turn") == 2, text


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
    assert "only for dots" in refused("solve", "trax")
    refused("solve", "dots", "--memory", "much")
    refused("solve", "dots", "--threads", "0")


@case
def solve_goes_on_from_its_checkpoint():
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
        assert "remove it to begin again" in refused(*solve)
        with open(path, "r+b") as file:
            file.seek(8)
            file.write(bytes([1]))
        assert "of this version" in refused(*solve)  # the first one's keys could mean other positions


@case
def a_killed_solver_loses_nothing_it_had_saved():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "solve.save")
        run("solve", "dots", "--rules", "size=3x4", "--checkpoint", path, "--nodes", "5000", status=1)
        before = open(path, "rb").read()
        running = subprocess.Popen([DAMERO, "solve", "dots", "--rules", "size=4x4", "--memory", "64M",
                                    "--checkpoint", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert running.wait(WAIT) == 2  # the file is of another grid: refused, and left as it was
        assert open(path, "rb").read() == before
        running = subprocess.Popen([DAMERO, "solve", "dots", "--rules", "size=3x4", "--memory", "64M",
                                    "--checkpoint", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        time.sleep(0.3)
        running.kill()
        running.communicate()
        answer = json.loads(run("solve", "dots", "--rules", "size=3x4", "--checkpoint", path, "--json"))
        assert answer["value"] == 0


@case
def a_game_that_is_won_is_called_so():
    won = ("damas", "--position", "W:WK30:B20,K26")
    assert "score  a win in 3 moves\n" in run("best", *won, "--nodes", "10000")
    assert json.loads(run("best", *won, "--nodes", "10000", "--json"))["score"] == 29995  # as docs/api.md has it
    text = run("analyse", *won, "--nodes", "10000")
    assert re.search(r"^ +\d+  a win in 3 moves +\d+ +[\d.]+ s  30x21 20-16", text, re.M), text
    assert re.search(r"^30x17 +a win in 4 moves$", text, re.M), text
    lost = run("best", "damas", "--position", "B:WK21:B20:H0", "--nodes", "10000")
    assert "score  a loss in 2 moves\n" in lost, lost


@case
def the_course_of_an_analysis_is_cut_between_moves():
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
def analyse_draws_the_worth_of_each_line():
    text = run("analyse", "dots", "--rules", "size=2x2", "--time", "2s", "--ascii")
    assert any(" proven " in line for line in text.splitlines()[2:]) and "2 +  0  +  0  +" in text, text
    # Beyond what can be solved every line has an estimate, and it is said that it is one.
    open_board = ("analyse", "dots", "--rules", "size=6x6", "--nodes", "8400")
    text = run(*open_board, "--ascii")
    assert "estimated" in text.splitlines()[-1], text
    last = json.loads(run(*open_board, "--json").splitlines()[-1])
    assert last["values"] == {} and len(last["estimates"]) == 84, last


@case
def play_against_the_engine_to_the_end():
    lines = run("moves", "dots", "--rules", "size=2x2").split()
    text = run("play", "dots", "--rules", "size=2x2", "--level", "beginner", "--time", "20ms",
               stdin="\n".join(["values", "hint"] + lines * 3) + "\nquit\n")
    assert "has won: every line is drawn" in text or "A draw: " in text, text
    assert "Hint: " in text and "What each move is worth" in text, text


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
    while body[at] >= 128:  # to the first value that stands alone
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
        assert "9 slices (9 made now), 199520 positions" in first and "verified (199520 positions now" in first, first
        again = run("tables", "damas", "--pieces", "3", "--verify", *where)
        assert "all verified (0 positions now" in again, "what was checked before is not checked again"
        assert "9 slices (0 made now)" in run("tables", "damas", "--pieces", "3", *where)
        listed = run("tables", "damas", "--pieces", "2", "--list", *where).splitlines()
        assert listed[1].split() == ["1k-1k", "992", "194", "2", "796", "3"], listed

        os.environ["DAMERO_TABLES"] = folder
        ask = ["best", "damas", "--position", "W:WK1,K2:B30", "--depth", "4"]
        assert "by the tables: won" in run(*ask)

        # A damaged file is named, and the engine goes on without it; the next run makes it again.
        path = os.path.join(folder, "damas", "2k-1m.values.table")
        with open(path, "r+b") as file:
            file.seek(60)
            file.write(b"?")
        done = subprocess.run([DAMERO, *ask], capture_output=True, text=True)
        assert done.returncode == 0 and "by the tables" not in done.stdout, done.stdout
        assert "going on without" in done.stderr and "checksum" in done.stderr, done.stderr
        done = subprocess.run([DAMERO, "tables", "damas", "--pieces", "3", *where], capture_output=True, text=True)
        assert "is made again" in done.stderr and "(1 made now)" in done.stdout, done
        del os.environ["DAMERO_TABLES"]

        # A check that was interrupted goes on where it was; a table that is another one is checked again, with
        # all that rest on it. Here the check stops at a table that is whole but wrong.
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
def tables_of_perudo_are_built_kept_and_used():
    with tempfile.TemporaryDirectory() as folder:
        rules = ["--rules", "dice=1,faces=3,raise=either"]
        make = ["tables", "perudo", *rules, "--folder", os.path.join(folder, "perudo")]
        assert "2 tables (2 made now)" in run(*make)
        assert "2 tables (0 made now)" in run(*make)
        os.environ["DAMERO_TABLES"] = folder
        ask = ["exploit", "perudo", *rules, "--player", "perudo", "--json"]
        assert json.loads(run(*ask))["exploitability"] < 0.001

        path = os.path.join(folder, "perudo", "either-half-open-3-1v1-opener.table")
        with open(path, "r+b") as file:
            file.seek(60)
            file.write(b"?")
        done = subprocess.run([DAMERO, *ask], capture_output=True, text=True)
        assert done.returncode == 0 and "going on without" in done.stderr, done.stderr
        done = subprocess.run([DAMERO, *make], capture_output=True, text=True)
        assert "is made again" in done.stderr and "(1 made now)" in done.stdout, done
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
def manual_names_every_command():
    page = run("manual")
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


run_cases()
