#!/usr/bin/env python3
"""The referee with real parts: boards on pseudo-terminals, TCP, socat, ser2net, programs good and bad, people.
Runs the program as a user does."""
import json
import os
import pty
import re
import signal
import subprocess
import sys

from confined import needs_sandbox
from referee_support import DAMERO, LONG, Process, board, events, folder, free_port, listens, place, run, verdict
from tap import WAIT, case, run_cases, until

PLAYER, ROOT = (os.path.abspath(word) for word in sys.argv[2:4])
PYTHON_PLAYER = os.path.join(ROOT, "examples", "player.py")


@case
def two_boards_on_pseudo_terminals():
    with board("dots", "--rules", "size=3x3") as a, board("dots", "--rules", "size=3x3") as b:
        found = events("dots", "--rules", "size=3x3", "--games", "2",
                       "--seat", f"serial:{place(a)}@115200", "--seat", f"serial:{place(b)}")
    ends = [e for e in found if e["event"] == "end"]
    assert len(ends) == 2 and all(e["reason"] in ("won", "drawn") for e in ends), ends
    assert all(sum(e["score"]) == 9 for e in ends), ends
    assert sum(ends[-1]["wins"]) + ends[-1]["draws"] == 2, ends


@case
def two_boards_through_socat():
    """Each board and the referee open their own ends of lines that socat makes."""
    ends = [os.path.join(folder, name) for name in ("a", "a-board", "b", "b-board")]
    with Process("socat", f"pty,raw,echo=0,link={ends[0]}", f"pty,raw,echo=0,link={ends[1]}"), \
         Process("socat", f"pty,raw,echo=0,link={ends[2]}", f"pty,raw,echo=0,link={ends[3]}"):
        for end in ends:
            until(lambda: os.path.exists(end), end)
        with board("trax", "--link", f"serial:{ends[1]}@19200", "--level", "beginner") as a, \
             board("trax", "--link", f"serial:{ends[3]}@19200", "--level", "beginner") as b:
            place(a), place(b)
            found = verdict("trax", "--move-time", "10s", "--seat", f"serial:{ends[0]}@19200",
                            "--seat", f"serial:{ends[2]}@19200+team")
    assert found[0] in ("won", "drawn"), found


@case
def our_engines_play_over_hub():
    """Through socat: a program with sanitizers needs more memory than the referee gives programs."""
    for game, rules, level, others in (("damas", "variant=russian", "novice", 1), ("trax", "", "beginner", 1),
                                       ("dots", "size=2x2", "beginner", 1), ("perudo", "players=3,dice=2,calza=on", "bold", 2)):
        port = free_port()
        words = ["--rules", rules] if rules else []
        with Process("socat", f"TCP:127.0.0.1:{port},retry=600,interval=0.1", f"EXEC:{DAMERO} hub {game} --level {level}"):
            found = verdict(game, *words, "--seat", f"listen:{port}+hub", *["--seat", "engine:5ms"] * others, "--move-time", "10s")
        assert found[0] in ("won", "drawn"), (game, found)


@case
def hub_answers_while_it_thinks():
    lines = ["hub", "set-param name=level value=club", "init", "pos pos=W" + "w" * 12 + "e" * 8 + "b" * 12 + ' moves="10-14"',
             "level infinite", "go think", "ping", "stop", "pos moves=\"1-2\"", "set-param name=threads value=0", "go", "quit"]
    answers = run("hub", "damas", stdin="\n".join(lines) + "\n").splitlines()
    said = [line.split()[0] for line in answers if not line.startswith(("info", "param"))]
    assert said[:3] == ["id", "wait", "ready"] and sorted(said[3:5]) == ["done", "pong"], answers
    assert said[5:7] == ["error", "error"], answers
    lines = ["hub", "init", "pos pos=W" + "w" * 12 + "e" * 8 + "b" * 12, "quit"]
    for game in "dots", "trax", "perudo":  # Hub writes positions of Damas only
        assert run("hub", game, stdin="\n".join(lines) + "\n").splitlines()[-1].startswith("error "), game


@case
def hub_plays_from_its_book_unless_told_not_to():
    """The first search answers at once; the second one, without the book, searches."""
    ask = ["pos", "level nodes=3000", "go think", "new-game"]  # the last one waits for the answer
    lines = ["hub", *ask, "set-param name=book value=maybe", "set-param name=book value=false", *ask, "quit"]
    answers = run("hub", "damas", stdin="\n".join(lines) + "\n").splitlines()
    assert "param name=book value=true type=bool" in answers, answers
    nodes = [int(re.search(r"nodes=(\d+)", line)[1]) for line in answers if line.startswith("info ")]
    assert nodes[0] == 0 and len(nodes) > 2 and min(nodes[1:]) > 0, answers
    assert [line.split()[0] for line in answers if line.startswith(("done", "error"))] == ["done", "error", "done"], answers
    assert "name=book" not in run("hub", "trax", stdin="hub\nquit\n")


@case
def a_board_behind_ser2net():
    """A board's pseudo-terminal is offered on the network by ser2net; the referee connects to it."""
    port = free_port()
    with board("dots", "--rules", "size=2x2") as a:
        device, settings = place(a), os.path.join(folder, "ser2net.yaml")
        with open(settings, "w") as file:
            file.write("%YAML 1.1\n---\nconnection: &board\n"
                       f"  accepter: tcp,127.0.0.1,{port}\n"
                       f"  connector: serialdev,{device},9600n81,local\n")
        with Process("ser2net", "-n", "-d", "-c", settings, "-P", os.path.join(folder, "ser2net.pid")):
            until(lambda: listens(port), f"a listener on {port}")
            found = verdict("dots", "--rules", "size=2x2", "--seat", f"tcp:127.0.0.1:{port}",
                            "--seat", "engine:5ms")
    assert found[0] in ("won", "drawn"), found


@case
def boards_over_tcp():
    ports = free_port(), free_port()
    with board("trax", "--link", f"listen:{ports[0]}", "--level", "beginner") as a:
        place(a)
        match = Process(DAMERO, "match", "trax", "--json", "--move-time", "10s",
                        "--seat", f"tcp:127.0.0.1:{ports[0]}", "--seat", f"listen:{ports[1]}+crlf")
        with match:
            assert json.loads(match.line())["event"] == "link"
            with board("trax", "--link", f"tcp:127.0.0.1:{ports[1]}", "--level", "beginner"):
                out, _ = match.process.communicate(timeout=WAIT)
    end = json.loads(out.splitlines()[-1])
    assert end["reason"] in ("won", "drawn"), end


@case
def a_line_paced_at_9600_baud_with_faults():
    with board("dots", "--rules", "size=2x2") as a:
        with Process(DAMERO, "line", "--from", "pty", "--to", f"serial:{place(a)}", "--baud", "9600",
                     "--faults-back", "split,newline=crlf") as line:
            end = line.line().split()[-1]
            found = events("dots", "--rules", "size=2x2", "--seat", f"serial:{end}", "--seat", "engine:5ms")
    assert found[-1]["reason"] in ("won", "drawn"), found[-1]
    mine = [e["seconds"] for e in found if e["event"] == "move" and e["seat"] == 0]
    assert all(second > 0.004 for second in mine), mine


@case
def a_board_that_misbehaves_loses():
    expected = {"late@2": "out of time", "illegal@2": "illegal move", "garbage@2": "garbled",
                "silent@2": "out of time", "half@2": "out of time", "flood@1": "garbled",
                "hangup@2": "crashed", "handshake": "garbled"}
    for how, reason in expected.items():
        # Time runs out only for the seat that must lose by it.
        limit = "1s" if reason == "out of time" else "60s"
        with board("dots", "--misbehave", how, "--lateness", "5s") as a:
            found = verdict("dots", "--move-time", limit, "--seat", f"serial:{place(a)}", "--seat", "engine:5ms")
        assert found == (reason, 1), (how, found)


@case
def programs_in_c_and_python_play_every_game():
    for game in ("dots", "trax", "damas", "perudo"):
        found = events(game, "--seat", f"program:{PLAYER}", "--seat", f"program:{PYTHON_PLAYER}")
        assert found[-1]["reason"] in ("won", "drawn"), (game, found[-1])
        names = [e["name"] for e in found if e["event"] == "ready"]
        assert sorted(names) == ["C example", "Python example"], names


@case
def the_seats_of_script_strength_play_with_its_limit():
    """The referee gives 10 s, the relay 50 nodes: this player moves if it hears that, and resigns if not."""
    path = os.path.join(folder, "limited.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write("import re, sys\nmoves, limited = [], False\nfor line in sys.stdin:\n"
                   " if line.startswith('legal'): moves = re.findall(r'\\d{4}', line)\n"
                   " if line.startswith('level'): limited = line == 'level nodes=50\\n'\n"
                   " print({'hub': 'wait', 'init': 'ready', 'go': 'done move=' + (moves[0] if limited and moves else 'resign')}"
                   ".get(line.split()[0], ''), flush=True)\n")
    relay = f"{sys.executable} {os.path.join(ROOT, 'script', 'strength')} --relay nodes=50"
    seat = f"program:{relay} '{sys.executable} {path}'"
    found = events("dots", "--rules", "size=2x2", "--no-sandbox", "--seat", seat, "--seat", seat)
    assert found[-1]["reason"] in ("won", "drawn"), found[-1]


@case
def a_program_in_three_seats_of_perudo():
    seats = ["--seat", f"program:{PLAYER}"] * 2 + ["--seat", f"program:{PYTHON_PLAYER}"]
    found = events("perudo", *seats)  # as many play as sit down
    assert found[-1]["reason"] == "won" and len(found[-1]["score"]) == 3, found[-1]
    # Spectators see dice only when they are shown.
    rolls = [e["move"] for e in found if e["event"] == "roll" and ":" in e["move"] and "starts" not in e["move"]]
    assert rolls and all("?" in roll for roll in rolls), rolls[:3]


GREETING = "echo wait; echo ready; "


@case
def programs_that_hang_crash_flood_fork_and_exit():
    expected = [
        ("sleep 100", "stalled"),
        ("exec 1>&-; sleep 100", "crashed"),
        (GREETING + "sleep 100", "out of time"),
        (GREETING + "while read a; do :; done", "out of time"),
        ("exit 3", "crashed"),
        (GREETING + "sleep 0.2; exit 0", "crashed"),
        (GREETING + "kill -SEGV $$", "crashed"),
        ("head -c 3000000 /dev/zero | tr '\\0' x", "garbled"),
        (GREETING + "yes info", "out of time"),
        (GREETING + "cat /dev/zero", "garbled"),
        (GREETING + "while :; do sleep 50 & sleep 0.05; done", "out of time"),
        (GREETING + "echo done move=9999; cat", "illegal move"),
        (GREETING + "echo done; cat", "garbled"),
        (GREETING + "echo done move=resign; cat", "resigned"),
    ]
    for command, reason in expected:
        # The question must be there before the answer is given.
        command = command.replace(GREETING, "echo wait; read a; echo ready; while read a; do case $a in go*) break;; "
                                  "esac; done; ")
        # Time runs out only for the seat that must lose by it.
        found = verdict("dots", "--move-time", "500ms" if reason == "out of time" else "60s", "--no-journal",
                        "--handshake", "800ms" if reason == "stalled" else "60s",
                        "--seat", f"program:{command}", "--seat", "engine:5ms")
        assert found == (reason, 1), (command, found)


SPY = """
import os, subprocess, sys
def size(path):
    try:
        return len(open(path, "rb").read())
    except OSError:
        return "hidden"
children = 0
try:
    while children < 300:
        subprocess.Popen(["sleep", sys.argv[2]])
        children += 1
except OSError:
    pass
store = sys.argv[1]
try:
    open(store + "-lines/mine", "w")
    lines = "written"
except OSError:
    lines = len(os.listdir(store + "-lines"))
print('id name="%s,%s,%s,%d"' % (size(store), size(store + "-wal"), lines, children), flush=True)
print("wait", flush=True)
for line in sys.stdin:
    if line.strip() == "init":
        print("ready", flush=True)
"""


@case
def a_program_reads_no_journal_and_cannot_fork_without_end():
    """The journal has everyone's dice in it. The limit on processes holds for root too."""
    needs_sandbox(DAMERO)
    path = os.path.join(folder, "spy.py")
    with open(path, "w") as file:
        file.write(SPY)
    seconds = str(80000 + os.getpid() / 1e6)  # distinguishes it from others'
    for store in (os.environ["DAMERO_STORE"], os.path.join(folder, "new.db")):  # one in use, and one made just now
        spy_on(path, store, seconds)
    until(lambda: f"sleep {seconds}" not in subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True).stdout,
          "the end of what it started")


def spy_on(path, store, seconds):
    found = events("dots", "--move-time", "300ms", "--handshake", "60s", "--store", store, "--seat",
                   f"program:{sys.executable} {path} {store} {seconds}", "--seat", "engine:5ms")
    database, log, lines, children = next(e["name"] for e in found if e["event"] == "ready").split(",")
    assert database in ("0", "hidden") and log in ("0", "hidden"), (database, log)
    assert lines == "0" and os.listdir(store + "-lines"), "what passes on lines tells dice too"
    assert 10 < int(children) < 70, children


@case
def a_person_types_moves_and_resigns():
    found = events("dots", "--rules", "size=2x2", "--seat", "me", "--seat", "engine:5ms",
                   stdin="nonsense\n1112\nresign\n")
    assert found[1]["move"] == "1112" and found[-1]["reason"] == "resigned" and found[-1]["winner"] == 1, found
    found = events("dots", "--seat", "me", "--seat", "engine:5ms", stdin="", status=1)
    assert found[-1]["reason"] == "aborted" and found[-1]["winner"] is None, found


@case
def two_people_at_one_keyboard_agree():
    seats = ("damas", "--seat", "me", "--seat", "me")
    found = events(*seats, stdin="10-14\ndraw\ndraw\n")
    assert [e["seat"] for e in found if e["event"] == "offer"] == [1] and found[-1]["reason"] == "drawn", found
    found = events(*seats, stdin="10-14\n22-18\nundo\nundo\n9-13\nresign\n")
    assert [(e["number"], e["move"]) for e in found if e["event"] == "move"] == [(1, "10-14"), (2, "22-18"), (1, "9-13")], found
    found = events(*seats, stdin="draw\ndecline\nresign\n")
    assert [(e["event"], e["seat"]) for e in found if "offer" in e["event"] or e["event"] == "decline"] == \
        [("offer", 0), ("decline", 1)], found


@case
def a_person_on_turn_passes_by_typing_pass():
    found = events("dots", "--rules", "size=2x2,pass=on", "--seat", "me", "--seat", "me", stdin="pass\n0000\n")
    moves = [e["move"] for e in found if e["event"] == "move"]
    assert moves == ["0000", "0000"] and found[-1]["reason"] == "drawn", found
    done = subprocess.run([DAMERO, "match", "damas", "--seat", "me", "--seat", "engine", "--quiet"], input="pass\nresign\n",
                          capture_output=True, text=True, timeout=WAIT)
    assert "the rules do not allow passing" in done.stderr, done.stderr


RESIGNS = f"program:{sys.executable} -c \"import sys\nfor l in sys.stdin:\n print(dict(hub='wait', init='ready').get("\
    "l.strip(), 'done move=resign' if l[:2] == 'go' else 'info'), flush=True)\""


@case
def best_of_ends_when_it_is_decided():
    found = events("dots", "--rules", "size=2x2", "--best-of", "5", "--seat", "engine:5ms", "--seat", RESIGNS)
    ends = [e for e in found if e["event"] == "end"]
    assert len(ends) == 3 and ends[-1]["wins"] == [3, 0], ends
    run("match", "dots", "--best-of", "3", "--games", "2", "--seat", "me", "--seat", "me", status=2)


@case
def a_series_reports_its_score_and_confidence():
    """Ten of ten: Wilson's interval begins at 10 / (10 + 1.96^2)."""
    words = ["match", "dots", "--rules", "size=1x1", "--quiet", "--no-journal", "--games", "10", "--seat"]
    out = run(*words, "engine:5ms", "--seat", RESIGNS)
    assert "engine:5ms: 10, program:" in out and "drawn: 0\n" in out, out
    assert out.endswith("engine:5ms has 100.0 % of the points (95 % confidence interval: 72.2 to 100.0 %).\n"), out
    out = run(*words, "engine:beginner", "--seat", "engine:beginner")
    assert "engine:beginner (1): " in out and "engine:beginner (2): " in out, out  # not which of the two


@case
def an_interrupted_series_reports_its_score():
    with Process(DAMERO, "match", "dots", "--rules", "size=1x1", "--quiet", "--no-journal", "--games", "10000",
                 "--seat", "engine:5ms", "--seat", "engine:5ms") as match:
        assert match.line().startswith("Result: ")
        match.process.send_signal(signal.SIGINT)
        rest = match.process.stdout.read().splitlines()
    assert any(re.match(r"After \d+ of 10000 games: engine:5ms \(1\): \d", line) for line in rest[-3:]), rest


@case
def openings_are_random_and_the_same_for_both_sides():
    def starts(seed, *more):
        store = os.path.join(folder, f"openings-{seed}{len(more)}.db")
        run("match", "damas", "--opening", "5", *more, "--games", "4", "--seed", seed, "--quiet", "--store", store,
            "--seat", "engine:novice", "--seat", "engine:novice")
        records = [run("export", str(number), "--store", store) for number in (1, 2, 3, 4)]
        return [re.search(r'\[FEN "(.*)"\]|\[Position "(.*)"\]', record)[0] for record in records]

    first, second, third, fourth = starts("7")
    assert first == second != third == fourth and starts("8")[0] != first
    even = starts("7", "--balanced")
    assert even[0] == even[1] != even[2] == even[3] and even != [first, second, third, fourth]
    done = subprocess.run([DAMERO, "match", "damas", "--balanced", "--seat", "engine", "--seat", "engine"],
                          capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2 and "--balanced needs --opening" in done.stderr, done
    for words, part in ((["perudo", "--seat", "engine", "--seat", "engine"], "perudo has dice"),
                        (["dots", "--seat", "pty", "--seat", "engine"], "seat 1 (pty) speaks the contest protocol"),
                        (["dots", "--rules", "size=1x1", "--seat", "engine", "--seat", "engine"], "ended within 5")):
        done = subprocess.run([DAMERO, "match", *words, "--opening", "5"], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 2 and part in done.stderr and not done.stdout, done


@case
def a_board_is_not_seated_where_it_cannot_know_the_start():
    position = "../.../../|../.. 2 ../.."
    done = subprocess.run([DAMERO, "match", "dots", "--rules", "size=2x2,pass=on", "--position", position, "--seat", "pty",
                           "--seat", "engine"], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2 and "starts from another position" in done.stderr, done.stderr


@case
def a_trace_has_one_clock_for_all_links_and_games():
    trace = os.path.join(folder, "bytes.txt")
    program = f"program:{PLAYER}"
    events("dots", "--rules", "size=2x2", "--games", "2", "--seat", program, "--seat", program, "--trace", trace)
    with open(trace) as file:
        lines = file.read().splitlines()
    times = [float(line.split()[0]) for line in lines]
    assert times == sorted(times) and times[-1] > times[0], times
    whose = {re.match(r"[\d.]+ (.*?), program:", line).group(1) for line in lines}
    assert whose == {"player 1", "player 2"}, whose


@case
def a_board_passes_once_the_other_has():
    """The engine passes rather than give boxes away; a board that never does would lose all nine to it."""
    with board("dots", "--rules", "size=3x3") as a:
        end = events("dots", "--rules", "size=3x3", "--seat", f"serial:{place(a)}", "--seat", "engine:20ms")[-1]
    assert end["reason"] in ("won", "drawn") and "both passed" in end["detail"], end


@case
def a_board_stays_for_the_next_match():
    rules = ("--rules", "size=2x2")
    with board("dots", *rules, "--stay") as a:
        device = place(a)
        for _ in range(3):
            assert verdict("dots", *rules, "--seat", f"serial:{device}", "--seat", "engine:5ms")[0] in ("won", "drawn")
        assert a.process.poll() is None
    with board("dots", *rules, "--stay", "--link", "listen:0") as a:
        port = place(a).split(":")[-1]
        for _ in range(2):
            until(lambda: listens(int(port)), "the port")
            assert verdict("dots", *rules, "--seat", f"tcp:127.0.0.1:{port}", "--seat", "engine:5ms")[0] in ("won", "drawn")
    with Process(DAMERO, "board", "dots", *rules) as a:  # else it ends with the first, and says so
        run("match", "dots", *rules, "--seat", f"serial:{place(a)}", "--seat", "engine:5ms")
        assert a.process.wait(WAIT) == 0 and a.process.stdout.read().endswith("The other side has hung up.\n")


@case
def the_result_is_a_sentence():
    silent, crashing = "program:sleep 60", "program:false"
    for words, sentence in (
            (["--handshake", "200ms", "--seat", "engine", "--seat", silent], "Player 2 (program:sleep 60) stalled"),
            (["--seat", "engine", "--seat", crashing], "Player 1 (engine) has won; Player 2 (program:false) crashed"),
            (["--seat", "engine", "--seat", "me"], "Player 1 (engine) has won; Player 2 (me) resigned")):
        out = run("match", "dots", "--rules", "size=2x2", "--quiet", *words, stdin="resign\n")
        assert sentence in out, out


@case
def without_colours_the_board_is_still_live():
    for colours in ({}, {"NO_COLOR": "1"}):
        reader, writer = pty.openpty()
        with subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=1x1", "--clock", "2m", "--games", "2",
                               "--seat", "engine:strong", "--seat", "engine"],
                              stdout=writer, stdin=subprocess.DEVNULL, env={**os.environ, "TERM": "xterm", **colours}) as p:
            os.close(writer)
            shown = b""
            try:
                while part := os.read(reader, 4096):
                    shown += part
            except OSError:
                pass  # Linux reports this if the last writer is gone
            os.close(reader)
            assert p.wait() == 0
        screens = shown.split(b"\x1b[H\x1b[J")
        assert len(screens) == 9, shown  # redrawn with each line
        assert screens[1].startswith(b"Game 1 of 2. Player 1: engine:strong, 0 won, "), screens[1]
        assert re.search(rb" won, (1:59|2:00) left", screens[-1].replace(b"\r\n", b" ")), screens[-1]
        assert (b"\x1b[3" in shown or b"\x1b[1" in shown) == (not colours), shown


@case
def wrong_seats_are_refused():
    for words, part in ((["--seat", "me"], "2 seats"), (["--seat", "me", "--seat", "you"], "not a seat"),
                        (["--seat", "me", "--seat", "engine:godlike"], "unknown level"),
                        (["--seat", "me", "--seat", "pty+loud"], "+hub"),
                        (["--seat", "me", "--seat", "serial:/dev/nothing"], "cannot be opened")):
        done = subprocess.run([DAMERO, "match", "dots", *words], capture_output=True, text=True, timeout=WAIT)
        assert done.returncode != 0 and part in done.stderr, done.stderr
    # The spelling of a seat is checked before anything is opened: an error there is the user's.
    for seat, part in (("program:", "missing command"), ("serial:", "missing device"), ("tcp:here", "tcp:HOST:PORT"),
                       ("serial:/dev/null@9601", "no such speed"), ("listen:x", "listen:[HOST:]PORT"), ("pty+team", "Trax")):
        done = subprocess.run([DAMERO, "match", "dots", "--seat", "pty", "--seat", seat], capture_output=True, text=True,
                              timeout=WAIT)
        assert done.returncode == 2 and part in done.stderr and not done.stdout, (seat, done.stdout, done.stderr)


@case
def boards_play_on_the_largest_grid_that_one_character_can_count():
    size = ["--rules", "size=2x34"]
    with board("dots", *size) as a, board("dots", *size) as b:
        out = run("match", "dots", *size, "--no-journal", "--quiet", "--seat", f"serial:{place(a)}",
                  "--seat", f"serial:{place(b)}")
    assert "every line is drawn" in out, out
    with board("dots", "--rules", "size=34x34", think="1ms") as a:
        out = run("check", "dots", "--rules", "size=34x34", "--games", "1", "--link", f"serial:{place(a)}")
    assert "35x35 dots" in out and "0 of 9 rules failed" in out, out


@case
def boards_can_be_reset_between_games():
    words = ["match", "dots", "--rules", "size=1x1", "--no-journal", "--quiet", "--games", "3", "--pause-between",
             "--seat", "engine:5ms", "--seat", "engine:5ms"]
    out = run(*words, stdin="\n\n")
    assert out.count("Reset the boards") == 2, out
    out = run(*words, stdin="\n", status=1)
    assert "After 2 of 3 games" in out, out


@case
def many_matches_at_once_lose_no_time():
    count = 50 if LONG else 12
    words = [DAMERO, "match", "dots", "--rules", "size=3x3", "--seat", "engine:5ms", "--seat",
             f"program:{PLAYER}", "--json"]
    matches = [subprocess.Popen(words, stdout=subprocess.PIPE, text=True) for _ in range(count)]
    for match in matches:
        end = json.loads(match.communicate(timeout=5 * WAIT)[0].splitlines()[-1])
        assert end["reason"] in ("won", "drawn"), end


run_cases()
