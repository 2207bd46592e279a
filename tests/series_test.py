#!/usr/bin/env python3
"""Series of games: figures, the sequential test, several at once, programs that stay. Runs the program as a user does."""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from command import on_terminal
from tap import WAIT, case, run_cases

DAMERO, PLAYER = (os.path.abspath(word) for word in sys.argv[1:3])
folder = tempfile.mkdtemp(prefix="damero-series-")
os.chmod(folder, 0o755)  # programs of a referee that runs as root are other users
os.environ["DAMERO_STORE"] = os.path.join(folder, "journal.db")


def run(*words, status=0):
    done = subprocess.run([DAMERO, *words], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout if status == 0 else done.stderr


def events(*words, status=0):
    return [json.loads(line) for line in run("match", *words, "--json", status=status).splitlines()]


RESIGNS = f"program:{sys.executable} -c \"import sys\nfor l in sys.stdin:\n print(dict(hub='wait', init='ready').get("\
    "l.strip(), 'done move=resign' if l[:2] == 'go' else 'info'), flush=True)\""


@case
def a_series_ends_with_its_figures():
    found = events("dots", "--rules", "size=1x1", "--no-journal", "--games", "4", "--seat", "engine:5ms", "--seat", RESIGNS)
    last = found[-1]
    assert last == {"event": "series", "games": 4, "wins": 4, "draws": 0, "losses": 0, "pentanomial": [0, 0, 0, 0, 2],
                    "elo": None, "error": None, "los": 1.0, "llr": None, "verdict": "open"}, last
    assert [e["games"] for e in found if e["event"] == "standing"] == [2, 4], found
    one = events("dots", "--rules", "size=1x1", "--no-journal", "--seat", "engine:5ms", "--seat", RESIGNS)
    assert one[-1]["event"] == "end", one  # a match by itself has no figures


@case
def both_players_of_a_series_get_their_points():
    """In 1x1 Dots the second player closes the only box: each wins with seat 2, every pair is one point each."""
    last = events("dots", "--rules", "size=1x1", "--no-journal", "--games", "6", "--seat", "engine:5ms", "--seat", "engine:5ms")[-1]
    assert (last["wins"], last["losses"], last["pentanomial"]) == (3, 3, [0, 0, 3, 0, 0]), last
    assert abs(last["elo"]) < 1e-9 and last["error"] is None and last["los"] == 0.5, last


@case
def a_test_stops_a_series_at_its_verdict():
    words = ["dots", "--rules", "size=1x1", "--no-journal", "--games", "1000", "--sprt"]
    last = events(*words, "elo0=0,elo1=200", "--seat", "engine:5ms", "--seat", RESIGNS)[-1]
    assert last["verdict"] == "H1" and last["games"] < 100 and last["games"] % 2 == 0 and last["llr"] > 2.94, last
    last = events(*words, "elo0=0,elo1=200,model=logistic", "--seat", RESIGNS, "--seat", "engine:5ms")[-1]
    assert last["verdict"] == "H0" and last["llr"] < -2.94, last
    out = run("match", *words, "elo0=0,elo1=200", "--quiet", "--seat", "engine:5ms", "--seat", RESIGNS)
    assert "SPRT [0, 200]: H1 accepted\n" in out and "pairs 0 0 0 0 " in out, out


@case
def an_impossible_test_is_refused():
    sides = ["--seat", "engine", "--seat", "engine"]
    assert "--sprt: elo0 must be less than elo1" in run("match", "dots", "--sprt", "elo0=5,elo1=0", *sides, status=2)
    assert "--sprt compares two players" in run("match", "perudo", "--sprt", "elo0=0,elo1=5", *sides, "--seat", "engine", status=2)


def program(name, body):
    """A program that speaks Hub: `body` has the lines of a function answer(line, legal)."""
    path = os.path.join(folder, name)
    with open(path, "w") as file:
        file.write(f"""import os, sys
who = os.urandom(4).hex()
games = 0
legal = []
def say(*words):
    print(*words, flush=True)
for line in sys.stdin:
    line = line.strip()
    if line.startswith("legal"):
        legal = line.split('"')[1].split()
    if line.startswith("new-game"):
        games += 1
{body}
    elif line == "hub":
        say(f"id name={{who}}")
        say("wait")
    elif line == "init":
        say("ready")
    elif line.startswith("go"):
        say("done move=" + legal[0])
""")
    os.chmod(path, 0o644)
    return f"program:{sys.executable} {path}"


PLAIN = program("plain.py", "    if False: pass")


@case
def games_at_once_are_shown_in_order_and_come_to_the_same():
    words = ["dots", "--rules", "size=3x3", "--games", "12", "--opening", "5", "--seed", "3", "--seat", PLAIN, "--seat", PLAIN]
    one, several = events(*words, "--concurrency", "1"), events(*words, "--concurrency", "4")
    for found in (one, several):
        assert [e["number"] for e in found if e["event"] == "start"] == list(range(1, 13)), found
        assert [e["number"] for e in found if e["event"] == "end"] == list(range(1, 13)), found
        assert found[-1]["event"] == "series" and found[-1]["games"] == 12, found
    assert [e["move"] for e in one if e["event"] == "move"] == [e["move"] for e in several if e["event"] == "move"]
    assert one[-1] == several[-1], (one[-1], several[-1])


def names(*words):
    return [e["name"] for e in events("dots", "--rules", "size=1x1", "--games", "6", "--seat", "engine:5ms", *words)
            if e["event"] == "ready"]


@case
def a_program_stays_between_games_unless_it_is_restarted():
    assert len(set(names("--seat", PLAIN))) == 1
    assert len(set(names("--seat", PLAIN, "--restart", "on"))) == 6
    assert "--restart must be on or off" in run("match", "dots", "--seat", PLAIN, "--seat", PLAIN, "--restart", "no", status=2)


@case
def a_program_that_leaves_after_a_game_is_started_again():
    """At once, after a while, or by not answering a second greeting."""
    for name, body in (("leaves.py", '    if line.startswith("end"): sys.exit(0)'),
                       ("slow.py", '    if line.startswith("end"):\n        import time\n        time.sleep(0.05)\n        sys.exit(0)'),
                       ("deaf.py", '    if line == "init" and games > 0: pass')):
        patience = "4s" if name == "deaf.py" else "100s"  # only this one is waited for in vain
        found = events("dots", "--rules", "size=1x1", "--games", "6", "--handshake", patience, "--seat", "engine:5ms",
                       "--seat", program(name, body))
        assert [e["reason"] for e in found if e["event"] == "end"] == ["won"] * 6, (name, found)
        called = [e["name"] for e in found if e["event"] == "ready"]
        assert len(called) == 6 and len(set(called)) == 6, (name, called)


@case
def a_program_that_crashes_is_quoted_and_started_again():
    crashing = program("crashing.py", '    if line.startswith("go") and games == 2:\n        print("one\\ntwo\\nthree\\nfour\\nfive\\n'
                       'no book\\a!", file=sys.stderr)\n        sys.exit(7)')
    done = subprocess.run([DAMERO, "match", "dots", "--rules", "size=1x1", "--games", "4", "--json", "--names", "Old,New",
                           "--seat", "engine:5ms", "--seat", crashing], capture_output=True, text=True, timeout=WAIT)
    ends = [e for e in map(json.loads, done.stdout.splitlines()) if e["event"] == "end"]
    assert [e["reason"] for e in ends] == ["won", "crashed", "won", "crashed"], ends
    assert done.stderr.splitlines()[:5] == ["New: two", "New: three", "New: four", "New: five", "New: no book?!"], done.stderr
    # without names, two players of the same program are told apart by their numbers
    dying = program("dying.py", '    if line.startswith("go"):\n        print("no book", file=sys.stderr)\n        sys.exit(7)')
    done = subprocess.run([DAMERO, "match", "dots", "--rules", "size=1x1", "--games", "2", "--quiet", "--seat", dying, "--seat",
                           dying], capture_output=True, text=True, timeout=WAIT)
    assert done.stderr.splitlines() == ["player 1: no book", "player 2: no book"], done.stderr


@case
def a_program_that_cannot_be_started_is_refused_before_the_first_game():
    store = os.path.join(folder, "empty.db")
    plain = os.path.join(folder, "not-executable")
    with open(plain, "w") as file:
        file.write("text\n")
    for command, why in (("./no-such-player", "there is no such command or folder (status 127)"),
                         (plain, "it cannot be executed (status 126)")):
        for games in ("1", "10"):
            done = subprocess.run([DAMERO, "match", "dots", "--games", games, "--store", store, "--seat", "engine", "--seat",
                                   f"program:{command}"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=WAIT)
            said = done.stderr
            assert done.returncode == 2 and "seat 2: " in said and "cannot be started: " + why in said, said
            assert not done.stdout, done.stdout  # no figures of no games
    players = os.path.join(folder, "players.ini")
    with open(players, "w") as file:
        file.write("[A]\nseat = engine\n[B]\ncommand = ./player\nfolder = /no/such/folder\n")
    said = run("match", "dots", "--players", players, "--games", "4", "--store", store, status=2)
    assert "cannot be started: there is no such command or folder (status 127)" in said, said
    assert not run("matches", "--store", store).strip()


@case
def a_series_ends_after_three_failed_starts_in_a_row():
    done = subprocess.run([DAMERO, "match", "dots", "--games", "10", "--json", "--seat", "engine:5ms", "--seat", "program:exit 3"],
                          capture_output=True, text=True, timeout=WAIT)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 1 and "failed to start 3 times in a row: the program exited with status 3" in done.stderr, done
    assert [e["reason"] for e in found if e["event"] == "end"] == ["crashed", "crashed"], found
    assert found[-1]["event"] == "series" and found[-1]["wins"] == 2, found[-1]
    said = run("match", "dots", "--games", "10", "--quiet", "--handshake", "100ms", "--seat", "engine:5ms", "--seat", "program:sleep 100",
               status=1)
    assert "failed to start 3 times in a row: it does not answer the greeting" in said, said


@case
def a_terminal_shows_figures_and_progress_of_games_at_once():
    shown = on_terminal("match", "dots", "--rules", "size=1x1", "--no-journal", "--games", "6", "--concurrency", "2", "--seat",
                        "engine:5ms", "--seat", "engine:5ms", typed=[], columns=200)
    assert re.findall(r"pairs 0 0 (\d) 0 0(?:\. Game (\d) of 6, about \d+ s left)?\r?\n", shown) == [
        ("1", "2"), ("2", "4"), ("3", ""), ("3", "")], shown


@case
def games_at_once_are_for_engines_and_programs():
    said = run("match", "dots", "--games", "4", "--concurrency", "2", "--seat", "me", "--seat", "engine", status=2)
    assert "only engines and programs" in said, said


@case
def a_series_of_several_at_once_can_be_stopped():
    process = subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=1x1", "--games", "100000", "--concurrency", "3", "--quiet",
                                "--no-journal", "--seat", PLAIN, "--seat", "engine:5ms"], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline().startswith("Result: ")
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    assert process.wait(WAIT) == 1 and re.search(r"After \d+ of 100000 games: ", rest), rest[-600:]


@case
def a_book_has_no_opening_twice_and_each_is_played_from_both_sides():
    book = os.path.join(folder, "book.txt")
    run("openings", "dots", "--rules", "size=3x3", "--count", "20", "--plies", "4", "--out", book)
    assert run("openings", "dots", "--rules", "size=3x3", "--count", "20", "--plies", "4", "--out", "-") == open(book).read()
    lines = [line for line in open(book).read().splitlines() if not line.startswith("#")]
    assert len(set(lines)) == 20 and all(len(line.split()) == 4 for line in lines), lines
    words = ["dots", "--rules", "size=3x3", "--seed", "7", "--openings", book, "--seat", PLAIN, "--seat", PLAIN, "--no-journal"]

    def starts(*more):
        return [e["position"] for e in events(*words, *more) if e["event"] == "start"]

    in_order = starts("--games", "40")
    assert in_order[0::2] == in_order[1::2] and len(set(in_order)) == 20, in_order
    assert starts("--games", "44")[40:] == in_order[:4]  # from the beginning again
    shuffled = starts("--games", "40", "--order", "random", "--concurrency", "3")
    assert shuffled != in_order and sorted(shuffled) == sorted(in_order)
    assert shuffled == starts("--games", "40", "--order", "random")


@case
def a_book_may_hold_positions_or_records():
    store, records = os.path.join(folder, "records.db"), os.path.join(folder, "records.txt")
    words = ["dots", "--rules", "size=2x2", "--seat", PLAIN, "--seat", PLAIN]
    run("match", *words, "--games", "3", "--opening", "4", "--max-moves", "2", "--quiet", "--store", store, "--records", records)
    assert run("record", records, "--check").startswith("3 games, 6 moves"), run("record", records, "--check")
    found = events(*words, "--games", "6", "--openings", records, "--no-journal")
    positions = [e["position"] for e in found if e["event"] == "start"]
    book = os.path.join(folder, "positions.txt")
    with open(book, "w") as file:
        file.write("# three positions\n\n" + "\n".join(positions[0::2]) + "\n")
    again = events(*words, "--games", "6", "--openings", book, "--no-journal")
    assert [e["position"] for e in again if e["event"] == "start"] == positions, (positions, again)


@case
def a_book_that_cannot_be_read_is_refused():
    book = os.path.join(folder, "wrong.txt")
    for content, why in (("1112\n1112 1112\n", "line 2"), ("# nothing\n", "there are no openings in it"),
                         ("1112 1222 1121 2122\n", "the game is over there")):
        with open(book, "w") as file:
            file.write(content)
        said = run("match", "dots", "--rules", "size=1x1", "--openings", book, "--seat", "engine", "--seat", "engine", status=2)
        assert f"--openings {book}: " in said and why in said, said
    assert "has dice" in run("openings", "perudo", "--out", book, status=2)
    assert "different openings" in run("openings", "dots", "--rules", "size=1x1", "--count", "50", "--plies", "2", "--out", book, status=2)


@case
def a_balanced_book_is_more_even():
    """By the solver's values of its positions; and the same seed makes the same book, whatever else the machine does."""
    def made(name, *more):
        path = os.path.join(folder, name)
        run("openings", "dots", "--rules", "size=2x2", "--count", "8", "--plies", "6", "--out", path, *more)
        return [line for line in open(path).read().splitlines() if not line.startswith("#")]

    def uneven(lines):
        record = os.path.join(folder, "line.txt")
        total = 0
        for line in lines:
            with open(record, "w") as file:
                file.write(line + "\n")
            start = events("dots", "--rules", "size=2x2", "--no-journal", "--openings", record, "--max-moves", "1", "--move-time", "100s",
                           "--seat", "engine:nodes=20000", "--seat", "engine:nodes=20000")
            total += abs([e["evaluation"] for e in start if e["event"] == "move"][0])
        return total

    even, again, random_ones = made("even.txt", "--balanced"), made("again.txt", "--balanced"), made("random.txt")
    assert len(even) == 8 and even == again, (even, again)
    assert uneven(even) < uneven(random_ones), (even, random_ones)


@case
def players_have_limits_and_parameters_of_their_own():
    tells = program("tells.py", '    if line.startswith(("level", "set-param")):\n        say("info", line)\n        print(line, file=sys.stderr, flush=True)')
    players = os.path.join(folder, "players.ini")
    path = tells.split()[-1]
    with open(players, "w") as file:
        file.write(f"# two players\n[New]\ncommand = {sys.executable} {path}\ntime = 700ms\nhash = 64\nbook = my own\n\n"
                   "[Old]\nseat = engine:depth=2:nodes=1000\n")
    done = subprocess.run([DAMERO, "match", "dots", "--rules", "size=1x1", "--json", "--errors", "--no-journal", "--move-time", "5s",
                           "--players", players], capture_output=True, text=True, timeout=WAIT)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [s["player"] for s in found[0]["seats"]] == ["New", "Old"] and found[-1]["reason"] == "won", found
    said = done.stderr.splitlines()
    assert said[:2] == ['New: set-param name=hash value="64"', 'New: set-param name=book value="my own"'], said
    assert "New: level move-time=0.700" in said, said
    found = subprocess.run([DAMERO, "match", "dots", "--rules", "size=1x1", "--errors", "--quiet", "--no-journal", "--move-time", "5s",
                            "--seat", "engine:5ms", "--seat", f"{tells}@9s+250ms"], capture_output=True, text=True, timeout=WAIT)
    assert "player 2: level time=9.000 inc=0.250\n" in found.stderr, found


@case
def an_engine_uses_the_time_it_is_given():
    """Four fifths of the time for a move; the first move of a 5x5 game takes more than any engine has."""
    found = events("dots", "--rules", "size=5x5", "--no-journal", "--move-time", "3s", "--max-moves", "1", "--seat", "engine", "--seat", "engine")
    taken = [e["seconds"] for e in found if e["event"] == "move"][0]
    assert taken + found[-1]["waited"] > 1.5, found  # what a busy machine held it up by is not its own time


@case
def a_margin_forgives_a_late_answer():
    late = program("late.py", '    if line.startswith("go"):\n        import time\n        time.sleep(1)\n        say("done move=" + legal[0])')
    words = ["dots", "--rules", "size=1x1", "--no-journal", "--move-time", "100ms", "--seat", late, "--seat", "engine:5ms"]
    assert events(*words)[-1]["reason"] == "out of time"
    assert events(*words, "--margin", "60s")[-1]["reason"] == "won"


def reports(name, score, depth=7):
    return program(name, f'    if line.startswith("go"):\n        say("info score={score} depth={depth}")\n        say("done move=" + legal[0])')


@case
def agreed_scores_decide_a_game():
    """The reporters play 3x3 Dots, 24 moves in all; a player that reports nothing, or does not agree, is not adjudicated."""
    words = ["dots", "--rules", "size=3x3", "--no-journal"]
    wins, loses, level = reports("wins.py", "6.5"), reports("loses.py", "-6.25"), reports("level.py", "0.05")

    def end(*more):
        found = events(*words, *more)
        return found[-1]["reason"], found[-1]["winner"], sum(e["event"] == "move" for e in found)

    assert end("--resign", "score=6,moves=2", "--seat", wins, "--seat", loses)[:2] == ("adjudicated", 0)
    reason, winner, moves = end("--resign", "score=6,moves=2", "--seat", loses, "--seat", wins)
    assert (reason, winner) == ("adjudicated", 1) and moves < 10, moves
    assert end("--resign", "score=7,moves=2", "--seat", loses, "--seat", wins)[0] in ("won", "drawn")
    assert end("--resign", "score=6,moves=2", "--seat", wins, "--seat", PLAIN)[0] in ("won", "drawn")
    reason, winner, moves = end("--draw", "score=0.1,moves=2,from=8", "--seat", level, "--seat", level)
    assert (reason, winner) == ("adjudicated", None) and 8 <= moves < 14, (reason, winner, moves)
    assert end("--draw", "score=0.01,moves=2,from=8", "--seat", level, "--seat", level)[0] in ("won", "drawn")
    found = events(*words, "--seat", wins, "--seat", "engine:nodes=2000", "--move-time", "100s")
    said = [(e["evaluation"], e["depth"]) for e in found if e["event"] == "move" and e["seat"] == 0]
    assert said and set(said) == {(6.5, 7)}, said
    assert any("evaluation" in e for e in found if e["event"] == "move" and e["seat"] == 1), found
    for wrong in ("moves=2", "score=x", "score=1,moves=0", "score=1,luck=3"):
        assert "--resign: " in run("match", *words, "--resign", wrong, "--seat", wins, "--seat", wins, status=2)


@case
def a_game_ends_when_the_rest_is_proven():
    """The same winner as when it is played out by players who play the rest perfectly, and at the same move every time. The
    limits are in nodes: an engine with little time on a busy machine neither proves nor plays perfectly."""
    words = ["dots", "--rules", "size=2x2", "--games", "6", "--opening", "4", "--seed", "2", "--no-journal", "--move-time", "100s",
             "--seat", "engine:nodes=50000", "--seat", "engine:nodes=50000"]
    whole, proven = events(*words), events(*words, "--adjudicate", "--concurrency", "2")
    again = events(*words, "--adjudicate", "--concurrency", "1")
    assert [[e["move"] for e in found if e["event"] == "move"] for found in (proven, again)] == 2 * [
        [e["move"] for e in proven if e["event"] == "move"]], (proven, again)
    winners = [[e["winner"] for e in found if e["event"] == "end"] for found in (whole, proven)]
    assert winners[0] == winners[1], winners
    assert all(e["reason"] == "adjudicated" and "proven" in e["detail"] for e in proven if e["event"] == "end"), proven
    assert sum(e["event"] == "move" for e in proven) < sum(e["event"] == "move" for e in whole)


@case
def a_series_whose_records_cannot_be_written_can_be_resumed():
    store, records = os.path.join(folder, "full.db"), os.path.join(folder, "full.txt")
    words = ["match", "dots", "--rules", "size=1x1", "--games", "4", "--seat", "engine:1ms", "--seat", "engine:1ms", "--quiet", "--store", store]
    done = subprocess.run([DAMERO, *words, "--records", "/dev/full"], capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=WAIT)
    assert done.returncode == 1 and "cannot be written" in done.stderr and "--resume 1" in done.stderr, done
    run("match", "--resume", "1", "--records", records, "--store", store)
    assert run("record", records, "--check").startswith("4 games"), run("record", records, "--check")


@case
def records_have_scores_depths_and_times():
    """Of programs and engines, in the file of --records and in exports: of single matches, ranges and a whole series."""
    store, records = os.path.join(folder, "noted.db"), os.path.join(folder, "noted.txt")
    tells = program("tells_all.py", '    if line.startswith("go"):\n        say(\'info score=-1.25 depth=9 nodes=777 pv="1112 1121"\')\n'
                    '        say("done move=" + legal[0])')
    found = events("dots", "--rules", "size=2x2", "--games", "3", "--names", "New,Old", "--store", store, "--records", records, "--seat", tells,
                   "--seat", "engine:nodes=500", "--concurrency", "2")
    told = [e for e in found if e["event"] == "move" and e.get("depth") == 9]
    assert len(told) > 6 and all((e["evaluation"], e["nodes"], e["line"]) == (-1.25, 777, "1112 1121") for e in told), found
    written = open(records).read()
    assert len(re.findall(r"\{-1\.25/9 \d+\.\d{3}s\}", written)) == len(told), written
    assert len(re.findall(r"\{[^}]* ?\d+\.\d{3}s\}", written)) == sum(e["event"] == "move" for e in found), written
    for tag in ('[Event "series 1"]', '[Round "3"]', '[Seat1 "New"]', '[Reason "won"]', "[Date "):
        assert tag in written, written
    assert run("export", "--series", "2", "--store", store) + "\n" == written
    colours = os.path.join(folder, "colours.txt")
    run("match", "trax", "--games", "2", "--names", "New,Old", "--max-moves", "4", "--quiet", "--store", store, "--records", colours, "--seat",
        "engine:nodes=9", "--seat", "engine:nodes=9")
    rosters = [dict(re.findall(r'\[(\w+) "(.*)"\]', record)) for record in open(colours).read().split("\n\n")[::2]]
    assert [(one["White"], one["Black"], one["Site"]) for one in rosters if one] == [("New", "Old", "?"), ("Old", "New", "?")], rosters
    assert run("export", "1-3", "--store", store) == run("export", "1", "2", "3", "--store", store)  # perhaps in another order
    assert run("record", records, "--check").startswith("3 games, 36 moves"), written
    again = [json.loads(line) for line in run("replay", "1", "--json", "--store", store).splitlines()]
    assert again[0]["position"] == found[0]["position"], again[0]
    first = found[:[e["event"] for e in found].index("end")]
    assert found[0]["number"] == 1 and again[0]["match"] == 1
    again = [json.loads(line) for line in run("replay", str(found[0]["match"]), "--json", "--store", store).splitlines()]
    assert [(e["move"], e.get("evaluation"), e.get("line")) for e in again if e["event"] == "move"] == [
        (e["move"], e.get("evaluation"), e.get("line")) for e in first if e["event"] == "move"]
    for words, why in ((["7"], "no match 7"), (["3-1"], "not a range"), (["1", "--series", "1"], "give the numbers"), ([], "give the numbers"),
                       (["x"], "not a match number"), (["--tournament", "X"], "no tournament called 'X'")):
        assert why in run("export", *words, "--store", store, status=2), words


@case
def engines_of_a_series_keep_their_endgame_tables():
    """A damaged file is named each time that it is read: once for each player, not for each game."""
    tables = os.path.join(folder, "tables")
    os.makedirs(os.path.join(tables, "damas"))
    with open(os.path.join(tables, "damas", "damaged.table"), "w") as file:
        file.write("damaged")
    words = [DAMERO, "match", "damas", "--games", "6", "--max-moves", "8", "--json", "--no-journal", "--seed", "5", "--move-time", "100s",
             "--seat", "engine:nodes=300", "--seat", "engine:nodes=200"]
    kept, moves = [], []
    for concurrency in ("1", "3"):
        done = subprocess.run([*words, "--concurrency", concurrency], capture_output=True, text=True, timeout=WAIT,
                              env={**os.environ, "DAMERO_TABLES": tables})
        assert done.returncode == 0, done
        kept.append(done.stderr.count("continuing without"))
        moves.append([e["move"] for e in map(json.loads, done.stdout.splitlines()) if e["event"] == "move"])
    assert kept[0] == 2 and kept[1] in (2, 4, 6), kept  # a thread that gets no game has no engines
    assert moves[0] == moves[1], moves  # an engine that has played before plays as a new one


@case
def a_game_of_damas_ends_by_the_endgame_tables():
    tables = os.path.join(folder, "endings")
    done = subprocess.run([DAMERO, "tables", "damas", "--pieces", "3"], capture_output=True, text=True, timeout=WAIT,
                          env={**os.environ, "DAMERO_TABLES": tables})
    assert done.returncode == 0, done
    for position, winner in (("W:WK1,K5:BK32", 0), ("W:WK2:BK30", None)):
        done = subprocess.run([DAMERO, "match", "damas", "--position", position, "--adjudicate", "--json", "--no-journal", "--move-time", "100s",
                               "--seat", "engine:nodes=200", "--seat", "engine:nodes=200"], capture_output=True, text=True, timeout=WAIT,
                              env={**os.environ, "DAMERO_TABLES": tables})
        end = json.loads(done.stdout.splitlines()[-1])
        assert (end["reason"], end["winner"]) == ("adjudicated", winner) and "proven" in end["detail"], (position, end)


run_cases(lambda: shutil.rmtree(folder, ignore_errors=True))
