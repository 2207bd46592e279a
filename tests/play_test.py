#!/usr/bin/env python3
"""`damero play` as a person meets it: moves, commands, saved games, several people at one keyboard."""
import hashlib
import json
import os
import re
import stat
import subprocess
import tempfile

from command import on_terminal, refused, run
from tap import case, run_cases


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
        # one hash changed: the dice shown do not match the commitment
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
    assert all("  values" in text for text in has.values()), has
    assert "  odds" in has["perudo"] and "  odds" not in has["dots"], has
    assert "  undo" in has["dots"] and "  undo" not in has["perudo"], has


@case
def lines_are_broken_between_words_on_a_terminal():
    shown = on_terminal("play", "dots", columns=40, typed=("99\n",), NO_COLOR="1")
    lines = shown.replace("\r", "").splitlines()
    assert max(map(len, lines)) <= 40 and lines[0] == "Dots and Boxes: Draw lines between dots;", shown
    assert "'99' is not a line: write two\nneighbouring dots" in shown.replace("\r", ""), shown
    assert len(run("play", "dots").splitlines()[0]) > 80  # elsewhere a line stays one
    for game in "damas", "trax", "perudo", "dots":
        shown = on_terminal("play", game, columns=40, typed=("help\n", "rules\n"), NO_COLOR="1")
        wide = [line for line in shown.replace("\r", "").splitlines() if len(line) > 40]
        assert "## Aim" in shown and all(line.startswith(("    damero", "(This board")) for line in wide), wide
    shown = on_terminal("rules", "perudo", columns=40, typed=()).replace("\r", "")
    assert "\n- Higher is the same face with a higher\n  count, or a higher face" in shown, shown


@case
def another_game_begins_with_new():
    text = run("play", "dots", "--rules", "size=1x1", "--seats", "me,me",
               stdin="1112\n1121\n1222\n2122\nzebra\nnew\n1112\nnew\nmoves\n")
    assert "'new' starts another" in text and text.count("(4)") == 1 and text.count("A draw") == 0, text
    assert text.rstrip().endswith("Player 1>"), text
    shown = on_terminal("play", "dots", "--rules", "size=2x2,border=icelandic", "--seats", "me,me",
                        typed=("1222\n", "new\n", "new\n", "moves\n"))
    assert shown.count("'new' again starts another") == 1 and "(8)" in shown, shown
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
    assert warning not in on_terminal("play", "--load", game, typed=("quit\n",))


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
    assert "unexpected" in text and "takes no argument" in text and "Taken back: 1 move." in text


@case
def a_touched_piece_must_move():
    text = run("play", "damas", "--rules", "profile=lab", "--seats", "me,me", stdin="9-20\n10-14\n9-13\nquit\n")
    assert "White must move the piece on 9" in text and "'10-14' is not allowed" in text, text
    assert "B:W" not in text and "Black>" in text, text
    text = run("play", "damas", "--rules", "profile=lab,touch=off", "--seats", "me,me", stdin="9-20\n10-14\nquit\n")
    assert "must move" not in text and "Black>" in text, text


@case
def a_resigned_game_stays_resigned():
    with tempfile.TemporaryDirectory() as folder:
        path, again = os.path.join(folder, "one.txt"), os.path.join(folder, "two.txt")
        run("play", "dots", "--seats", "me,me", stdin=f"1112\nresign\nsave {path}\nquit\n")
        saved = open(path).read()
        assert '[Reason "resigned"]' in saved and '[Result "1-0"]' in saved, saved
        run("play", "--load", path, "--seats", "me,me", stdin=f"1121\nsave {again}\nquit\n")
        assert open(again).read() == saved
        os.remove(again)
        run("play", "--load", path, "--seats", "me,me", stdin=f"undo\nsave {again}\nquit\n")
        assert "Reason" not in open(again).read() and '[Result "*"]' in open(again).read()


@case
def several_games_are_not_played_at_once():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "two.txt")
        with open(path, "w") as file:
            file.write('[Game "dots"]\n1112 *\n[Game "dots"]\n1121 *\n')
        assert "several games" in refused("play", "--load", path)
        assert "omit those options" in refused("play", "--load", path, "--rules", "size=2x2")


@case
def dice_are_not_shown_to_the_other_at_one_keyboard():
    text = run("play", "perudo", "--seats", "me,me", "--seed", "7", stdin="\n3x5\n\nquit\nquit\n")
    handed = text.split("takes the keyboard and presses Enter> ")
    assert len(handed) == 3, text
    assert "⚀" not in handed[0], text  # nothing is shown before somebody is there
    assert "Player 1          ╭? ? ? ? ? ╮" in handed[1] and "Player 2          ╭? ? ? ? ? ╮" not in handed[1]
    # On a terminal the last person's view is wiped before that, with colours or without.
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
def a_loaded_game_has_its_seats_level_and_names_again():
    with tempfile.TemporaryDirectory() as folder:
        path, again = os.path.join(folder, "game.txt"), os.path.join(folder, "again.txt")
        run("play", "damas", "--seats", "engine,me", "--level", "novice", stdin=f"save {path}\nquit\n")
        text = run("play", "--load", path, stdin=f"resign\nnew\nsave {again}\nquit\n")
        assert "level novice" in text and "Black> " in text and "Black resigns" in text, text
        assert '[Seats "engine:damas:novice' in open(again).read(), "a new game keeps the seats"
        assert "level club" in run("play", "--load", path, "--level", "club", stdin="quit\n")
        assert "White> " in run("play", "--load", path, "--seats", "me,engine", stdin="quit\n")
        with open(path) as file:
            game = file.read()
        with open(path, "w") as file:
            file.write(game.replace("engine:damas:novice", "program:/bin/true:"))
        assert "White> " in run("play", "--load", path, stdin="quit\n"), "a file starts no program"


@case
def saving_asks_before_it_overwrites():
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "precious.txt")
        with open(path, "w") as file:
            file.write("mine")
        text = run("play", "dots", "--seats", "me,me", stdin=f"1112\nsave {path}\nquit\n")
        assert "already" in text and open(path).read() == "mine", text
        text = run("play", "dots", "--seats", "me,me", stdin=f"1112\nsave {path}\nsave {path}\n1121\nsave {path}\nquit\n")
        assert text.count("Saved in") == 2 and "1112 1121" in open(path).read(), text


@case
def the_board_of_a_person_at_black_is_turned():
    text = run("play", "damas", "--seats", "engine,me", "--ascii", stdin="q\n")
    assert text.index("w1 ") < text.index("b32") and "     7    6    5" in text, text


@case
def a_failed_load_changes_nothing():
    text = run("play", "dots", "--seats", "me,me", stdin="1112\nload no-such-file\nboard\nquit\n")
    assert "Not loaded" in text
    assert text.rstrip().count("Player 2 is on turn") == 2, text


@case
def play_against_the_engine_to_the_end():
    lines = run("moves", "dots", "--rules", "size=2x2").split()
    text = run("play", "dots", "--rules", "size=2x2", "--level", "beginner", "--time", "20ms",
               stdin="\n".join(["values", "hint"] + lines * 3) + "\nquit\n")
    assert "has won: every line is drawn" in text or "A draw: " in text, text
    assert "Hint: " in text and "Value of each move" in text, text


run_cases()
