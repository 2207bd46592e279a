#!/usr/bin/env python3
"""Lines, programs, other processes and laboratory boards, as the server shows them to the page."""
import base64
import json
import os
import re
import socket
import subprocess
import sys
import time

from confined import why_unconfined
from page_client import Refused, Server, end_servers
from tap import WAIT, case, run_cases, until

DAMERO = os.path.abspath(sys.argv[1])
PLAYER = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", "examples", "player.py"))


def socket_to(port):
    return socket.create_connection(("127.0.0.1", int(port)), timeout=WAIT)


def serve(*words, **more):
    if "--contest" in words and why_unconfined(DAMERO):
        words += ("--no-sandbox",)  # programs play here too; tests/sandbox_test.py tests their confinement
    return Server(DAMERO, *words, **more)


shared = serve()


def awaited(screen, match):
    """The seats on lines, as soon as their addresses are known."""
    while True:
        seats = [seat for seat in screen.ask(do="watch", match=match)["match"]["seats"] if seat["kind"] == "link"]
        if all(seat["called"] for seat in seats):
            return seats
        time.sleep(0.1)


@case
def boards_on_lines_are_shown_live():
    server = serve("--contest")
    match, tokens = server.begin(game="dots", rules="size=2x2", seats=[{"kind": "link", "spec": "pty"}] * 2,
                                 clock={"move": 10000})
    assert tokens == [None, None]
    screen, boards = server.socket(), []
    for seat in awaited(screen, match):
        boards.append(subprocess.Popen([DAMERO, "board", "dots", "--rules", "size=2x2", "--quiet", "--time", "5ms",
                                        "--link", f"serial:{seat['called']}@115200"], stdout=subprocess.DEVNULL))
    try:
        lines, moves, news = [], 0, {"tell": ""}
        while news["tell"] != "end":
            news = screen.hear()
            lines += [news] if news["tell"] == "line" else []
            moves += news["tell"] == "move"
        assert news["verdict"]["reason"] in ("won", "drawn") and moves >= 12, news
        assert {(line["seat"], line["dir"]) for line in lines} == {(0, "in"), (0, "out"), (1, "in"), (1, "out")}
        assert any(line["bytes"].startswith("0") and line["dir"] == "out" for line in lines)
    finally:
        for board in boards:
            board.kill()
            board.wait()


@case
def the_player_on_turn_need_not_wait_for_others_to_pass():
    """While others may call calza, a person on turn may answer already: that counts when they have had their time."""
    match, tokens = shared.begin(game="perudo", rules="dice=2,calza=on,first=1", seats=[{"kind": "person"}] * 3)
    sockets = [shared.socket() for _ in tokens]
    for socket, token in zip(sockets, tokens):
        whole = socket.ask(do="watch", match=match, token=token)["match"]
    while whole["state"]["turn"] != 0:
        time.sleep(0.1)
        whole = sockets[0].ask(do="watch", match=match, token=tokens[0])["match"]
    at = whole["at"]
    for seat, bid in ((0, "1x2"), (1, "1x3"), (2, "1x4")):
        assert sockets[seat].ask(do="move", match=match, at=at, text=bid)["tell"] == "done"
        at += 1
        for socket in sockets:
            news = socket.hear_until("move", "error")
            while news["tell"] == "move" and news["at"] < at:  # the rolls
                news = socket.hear_until("move", "error")
            assert news["tell"] == "move" and news["move"] == {"seat": seat, "text": bid, "used": news["move"]["used"]}, news
    # The one on turn has bid, but another one cuts in first: the bid is refused.
    sockets[0].ask(do="move", match=match, at=at, text="1x5")
    assert sockets[1].ask(do="move", match=match, at=at, text="calza:2")["tell"] == "done"
    assert sockets[1].hear_until("move")["move"]["text"].startswith("calza")
    news = sockets[0].hear_until("error")
    assert news["code"] == "refused" and news["match"] == match, news


@case
def a_late_spectator_sees_what_was_on_the_line():
    server = serve("--contest")
    match, _ = server.begin(game="dots", rules="size=2x2", seats=[{"kind": "link", "spec": "pty"}, {"kind": "engine", "time": 5}])
    screen = server.socket()
    assert "lines" not in screen.ask(do="watch", match=match)["match"], "nothing has passed yet"
    seat = awaited(screen, match)[0]
    assert not seat["connected"], "the board is waited for"
    board = subprocess.Popen([DAMERO, "board", "dots", "--rules", "size=2x2", "--quiet", "--time", "5ms",
                              "--link", f"serial:{seat['called']}@115200"], stdout=subprocess.DEVNULL)
    try:
        seats = screen.hear_until("seats")["seats"]
        while not seats[0]["connected"]:
            seats = screen.hear_until("seats")["seats"]
        lines, news = {"in": "", "out": ""}, {"tell": ""}
        while news["tell"] != "end":
            news = screen.hear()
            if news["tell"] == "line":
                lines[news["dir"]] += news["bytes"]
    finally:
        board.kill()
        board.wait()
    kept = server.socket().ask(do="watch", match=match)["match"]["lines"]
    assert kept[1] is None
    for way in ("in", "out"):
        assert kept[0][way] and len(kept[0][way]) <= 120 and lines[way].endswith(kept[0][way]), (kept, lines)


@case
def the_wall_of_a_contest_hears_of_every_table():
    server = serve("--contest")
    tables = [server.begin(game="dots", rules="size=2x2", seats=[{"kind": "link", "spec": "pty"}, {"kind": "person"}])[0]
              for _ in range(45)]
    screen = server.socket()
    screen.say(do="list", on=True)
    while {match["id"] for match in screen.hear_until("list")["matches"]} != set(tables):
        pass


@case
def matches_of_other_processes_show_their_bytes():
    """'damero match' plays it, the server only shares the journal."""
    server = serve()
    screen, board, bytes_told, moves = server.socket(), None, {"in": "", "out": ""}, 0
    screen.say(do="list")
    match = subprocess.Popen([DAMERO, "match", "dots", "--rules", "size=2x2", "--seat", "pty", "--seat", "engine:300ms",
                              "--json", "--store", os.path.join(server.folder, "damero.db")], stdout=subprocess.PIPE, text=True)
    try:
        where = json.loads(match.stdout.readline())["name"]
        board = subprocess.Popen([DAMERO, "board", "dots", "--rules", "size=2x2", "--quiet", "--time", "300ms",
                                  "--link", f"serial:{where}@115200"], stdout=subprocess.DEVNULL)
        number = json.loads(match.stdout.readline())["match"]
        whole = screen.ask(do="watch", match=number)["match"]
        assert whole["seats"][0]["kind"] == "link", whole["seats"]
        for way in ("in", "out"):  # the earlier bytes
            bytes_told[way] = whole.get("lines", [{way: ""}])[0][way]
        news = {"tell": ""}
        while news["tell"] != "end":
            news = screen.hear()
            if news["tell"] == "line":
                assert news["seat"] == 0
                bytes_told[news["dir"]] += news["bytes"]
            moves += news["tell"] == "move"
        assert moves > 4 and news["verdict"]["reason"] in ("won", "drawn"), news
        kept = server.socket().ask(do="watch", match=number)["match"]["lines"][0]
        for way in ("in", "out"):
            assert len(kept[way]) > 20 and bytes_told[way].endswith(kept[way]), (kept, bytes_told)
        match.stdout.read()
        assert match.wait() == 0
    finally:
        for process in (match, board):
            if process:
                process.kill()
                process.wait()
        match.stdout.close()


@case
def bytes_that_tell_dice_wait_for_the_end():
    """A program that plays Perudo receives its dice over its line; nobody else does before the end."""
    server = serve("--contest")
    match, tokens = server.begin(game="perudo", rules="dice=2", seats=[{"kind": "person"}, {"kind": "link", "spec": f"program:{PLAYER}"}])
    person = server.socket()
    whole = person.ask(do="watch", match=match, token=tokens[0])["match"]
    state, at, news = whole["state"], whole["at"], {"tell": ""}
    while news["tell"] != "end":
        if state["turn"] == 0 and state["moves"]:
            person.say(do="move", match=match, at=at, text=state["moves"][-1]["text"])
        news = person.hear_until("move", "end", "line", "note")
        assert news["tell"] in ("move", "end"), news
        state, at = news["state"], news.get("at", at)
        whole = server.get(f"/api/matches/{match}")
        assert whole["verdict"] or "lines" not in whole, whole
    # The program gets the end on its line, perhaps after everybody else.
    until(lambda: "end winner=" in server.get(f"/api/matches/{match}")["lines"][1]["out"], "the end on the line")


def on_disk(server, match):
    """What the store keeps of a match's lines: texts by seat and direction."""
    texts = {}
    with open(os.path.join(server.folder, "damero.db-lines", str(match))) as kept:
        for line in kept:
            _, seat, way, shown = line.rstrip("\n").split(" ", 3)
            way = (int(seat) - 1, "out" if way == ">" else "in")
            texts[way] = texts.get(way, "") + shown
    return texts


@case
def a_kill_keeps_what_was_on_the_line():
    """Bytes that were shown are shown after a restart too: a board's match is over then, a program's continues."""
    server = serve("--contest")
    board, boards = {"kind": "link", "spec": "pty"}, []
    large = "size=20x20"  # so that it is not over before the kill
    contest, _ = server.begin(game="dots", rules=large, seats=[board, {"kind": "engine", "time": 5}])
    program, tokens = server.begin(game="dots", seats=[{"kind": "link", "spec": f"program:{PLAYER}"}, {"kind": "person"}])
    screen, heard = server.socket(), {contest: {}, program: {}}
    screen.ask(do="watch", match=program)
    boards.append(subprocess.Popen([DAMERO, "board", "dots", "--quiet", "--time", "50ms", "--rules", large, "--link",
                                    f"serial:{awaited(screen, contest)[0]['called']}@115200"], stdout=subprocess.DEVNULL))
    while not all(len(heard[match].get((0, way), "")) > 20 for match in heard for way in ("in", "out")):
        news = screen.hear()
        if news["tell"] == "line":
            way = (news["seat"], news["dir"])
            heard[news["match"]][way] = heard[news["match"]].get(way, "") + news["bytes"]
    server.kill()
    boards[0].kill()
    boards[0].wait()
    server.start()
    for match, told in heard.items():
        kept = on_disk(server, match)
        for way, shown in told.items():
            assert shown in kept[way], (way, kept, shown)  # some may have passed before the screen watched
    whole = server.get(f"/api/matches/{contest}")
    assert whole["verdict"]["reason"] == "aborted" and whole["lines"][1] is None, whole
    for way in ("in", "out"):
        tail = whole["lines"][0][way]
        assert len(tail) > 20 and on_disk(server, contest)[0, way].endswith(tail), whole["lines"]
    # The program is restarted, and its bytes are appended to the earlier ones, even after a clean end.
    before = on_disk(server, program)[0, "in"]
    greeting = before[:before.index("wait")]
    until(lambda: on_disk(server, program)[0, "in"].count(greeting) == 2, "the program's second greeting")
    assert "nothing is lost" in server.stop()
    server.start()
    until(lambda: on_disk(server, program)[0, "in"].count(greeting) == 3, "the program's third greeting")
    person = server.socket()
    person.ask(do="watch", match=program, token=tokens[1])
    person.ask(do="resign", match=program)
    until(lambda: server.get(f"/api/matches/{program}")["verdict"], "the verdict")
    assert "end winner=1" in server.get(f"/api/matches/{program}")["lines"][0]["out"]


@case
def a_kill_does_not_show_dice():
    """What the store keeps of a line tells a program's dice: also after a restart it is shown at the end only."""
    server = serve("--contest")
    answer = "dudo"
    while answer == "dudo":  # the program takes any move; a doubt would show all dice
        match, tokens = server.begin(game="perudo", rules="dice=2,first=1",
                                     seats=[{"kind": "person"}, {"kind": "link", "spec": f"program:{PLAYER}"}])
        person = server.socket()
        whole = person.ask(do="watch", match=match, token=tokens[0])["match"]
        while whole["state"]["turn"] != 0:
            person.hear()
            whole = person.ask(do="watch", match=match, token=tokens[0])["match"]
        person.ask(do="move", match=match, at=whole["at"], text="1x2")
        while (move := person.hear_until("move")["move"])["seat"] != 1:
            pass
        answer = move["text"]
    until(lambda: re.search(r"2:\d\d", on_disk(server, match).get((1, "out"), "")), "the program's dice on its line")
    server.kill()
    server.start()
    dice = re.search(r"2:\d\d", on_disk(server, match)[1, "out"])[0]
    person, other = server.socket(), server.socket()
    for socket, token in ((person, tokens[0]), (other, None)):
        whole = socket.ask(do="watch", match=match, token=token)["match"]
        assert whole["verdict"] is None and "lines" not in whole, whole
    assert "lines" not in server.get(f"/api/matches/{match}")
    assert server.http("POST", f"/api/matches/{match}/abort", {})[0] == 200
    for socket in (person, other):
        socket.hear_until("end")
        before = [words for words in socket.heard if '"verdict": {' not in words]
        assert not any('"line"' in words or dice in words for words in before), before
    assert dice in on_disk(server, match)[1, "out"]
    assert server.get(f"/api/matches/{match}")["lines"][1]["out"]


@case
def what_the_organiser_may_do():
    server = serve("--contest")
    answer = server.get("/api/ports")
    assert answer["usual"] in answer["speeds"] and all(port["device"].startswith("/dev/") for port in answer["ports"])
    assert shared.http("GET", "/api/ports")[1]["error"]["code"] == "no-contest"
    for spec, word in (("serial:", "device"), ("listen:99999", "99999"), ("tcp:nowhere", "tcp:nowhere")):
        status, answer = server.http("POST", "/api/matches", {"game": "dots", "seats": [{"kind": "engine"}, {"kind": "link", "spec": spec}]})
        assert status == 422 and answer["error"]["where"] == "seats/1" and word in answer["error"]["message"], answer
    for body, where in (({"game": "dots", "rules": "size=0x0"}, "rules"), ({"game": "go"}, "game"), ({"game": "dots", "clock": 3}, "clock")):
        answer = server.http("POST", "/api/matches", {"seats": [{"kind": "engine"}] * 2, **body})[1]
        assert answer["error"]["where"] == where, answer
    match, _ = server.begin(game="dots", seats=[{"kind": "link", "spec": "pty"}] * 2)
    screen = server.socket()
    screen.ask(do="watch", match=match)
    assert shared.http("POST", f"/api/matches/{match}/abort", {})[0] == 403
    assert server.http("POST", "/api/matches/999/abort", {})[0] == 404
    assert server.http("POST", f"/api/matches/{match}/abort", {"why": 7})[0] == 400
    assert server.http("POST", f"/api/matches/{match}/abort", {"why": "the wrong boards"})[0] == 200
    verdict = screen.hear_until("end")["verdict"]
    assert verdict["reason"] == "aborted" and verdict["detail"] == "the wrong boards", verdict
    assert server.http("POST", f"/api/matches/{match}/abort", {})[0] == 409
    match, _ = server.begin(game="dots", seats=[{"kind": "engine"}, {"kind": "link", "spec": "serial:/dev/nothing"}])
    verdict = server.socket().ask(do="watch", match=match)["match"]["verdict"]
    while not verdict:
        time.sleep(0.05)
        verdict = server.get(f"/api/matches/{match}")["verdict"]
    assert verdict["culprit"] == 1 and "/dev/nothing" in verdict["detail"], verdict


@case
def a_kill_in_a_contest_is_reported():
    """A board cannot resume a game that has begun: the match is closed, and says why."""
    server = serve("--contest")
    assert server.get("/api/games")["contest"] and not shared.get("/api/games")["contest"]
    match, _ = server.begin(game="dots", seats=[{"kind": "link", "spec": "pty"}, {"kind": "engine", "time": 5}])
    programs, _ = server.begin(game="dots", rules="size=3x3", clock={"move": 20000},
                               seats=[{"kind": "link", "spec": f"program:{PLAYER}"}, {"kind": "engine", "time": 300}])
    screen = server.socket()
    board = subprocess.Popen([DAMERO, "board", "dots", "--quiet", "--time", "300ms", "--link",
                              f"serial:{awaited(screen, match)[0]['called']}@115200"], stdout=subprocess.DEVNULL)
    screen.hear_until("move")
    server.kill()
    board.kill()
    board.wait()
    server.start()
    verdict = server.get(f"/api/matches/{match}")["verdict"]
    assert verdict["reason"] == "aborted" and "cannot resume" in verdict["detail"], verdict
    watcher = server.socket()
    watcher.ask(do="watch", match=programs)
    whole = watcher.ask(do="watch", match=programs)["match"]
    verdict = whole["verdict"] or watcher.hear_until("end", timeout=WAIT)["verdict"]
    assert verdict["reason"] in ("won", "drawn"), verdict


@case
def a_match_of_another_process_can_be_watched():
    server = serve()
    words = [DAMERO, "match", "dots", "--store", os.path.join(server.folder, "damero.db"), "--rules", "size=1x2",
             "--seat", "me", "--seat", "me", "--names", "Ann,Bob", "--quiet"]
    other = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                             text=True)
    socket, listed = server.socket(), []
    while not listed:
        time.sleep(0.1)
        listed = server.get("/api/matches?state=running")["matches"]
    number = listed[0]["id"]
    whole = socket.ask(do="watch", match=number)["match"]
    assert whole["verdict"] is None and whole["at"] == 0
    assert [(seat["kind"], seat["name"]) for seat in whole["seats"]] == [("person", "Ann"), ("person", "Bob")], whole
    assert [(seat["kind"], seat["name"]) for seat in listed[0]["seats"]] == [("person", "Ann"), ("person", "Bob")], listed
    for at, move in enumerate("1112 1121 1222 2131 2122 2232 3132".split(), 1):
        other.stdin.write(move + "\n")
        other.stdin.flush()
        news = socket.hear_until("move")
        assert news["at"] == at and news["move"]["text"] == move == news["state"]["last"]
    verdict = socket.hear_until("end")["verdict"]
    assert sum(verdict["score"]) == 2 and other.wait() == 0
    assert server.get(f"/api/matches/{number}")["verdict"] == verdict


@case
def a_match_that_another_process_began_is_left_to_it():
    """Killed, it is for 'damero match --resume'; names do not make it one of the page's."""
    server = serve()
    words = [DAMERO, "match", "dots", "--store", os.path.join(server.folder, "damero.db"), "--seat", "me", "--seat", "me",
             "--names", "Ann,Bob", "--json"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert json.loads(other.stdout.readline())["event"] == "start"
        other.kill()
    server.stop()
    server.start()
    server.get("/api/matches/1")
    # A person at a terminal is not a board: the wall screen shows only lines, and a nameless player is named by the
    # seat.
    nameless = [DAMERO, "match", "dots", "--store", os.path.join(server.folder, "damero.db"), "--seat", "me", "--seat",
                "engine"]
    subprocess.run(nameless, input="resign\n", stdout=subprocess.DEVNULL, text=True, check=True, timeout=WAIT)
    seats = server.get("/api/matches")["matches"][0]["seats"]
    assert [(seat["kind"], seat["name"]) for seat in seats] == [("person", ""), ("engine", "engine")], seats
    assert "resumed" not in server.stop()


@case
def keys_of_another_process_stay_hidden():
    """The journal has them next to the hashes; spectators are sent only the hashes."""
    server = serve()
    words = [DAMERO, "match", "perudo", "--rules", "first=1", "--store", os.path.join(server.folder, "damero.db"),
             "--seat", "me", "--seat", "me", "--quiet"]
    other = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, text=True)
    socket, listed = server.socket(), []
    while not listed:
        time.sleep(0.1)
        listed = server.get("/api/matches?state=running")["matches"]
    number = listed[0]["id"]
    socket.ask(do="watch", match=number)
    other.stdin.write("3x4\ndudo\n")  # the next round is rolled while we look
    other.stdin.flush()
    hashes = [socket.hear_until("commit")["hash"] for _ in range(2)]
    assert all(re.fullmatch("[0-9a-f]{64}", one) for one in hashes), hashes
    while len(known := server.get(f"/api/matches/{number}")["commitments"]) < 4:
        time.sleep(0.1)
    assert all(re.fullmatch("[0-9a-f]{64}", one["hash"]) for one in known), known
    other.kill()
    other.communicate()


def pixels(picture):
    """How many pixels a picture of the laboratory's board has, and which colours."""
    return sum((byte & 31) + 1 for byte in picture), {byte >> 5 for byte in picture}


@case
def boards_of_the_laboratory():
    board = shared.socket(path="/api/lab/damas", protocol="damero-lab")
    picture, pins = board.hear(), board.hear()
    assert pixels(picture)[0] == 640 * 480 and pins["board"] == "damas" and pins["pins"]["asks"] == 0
    board.say(do="pins", set={"run": 1})
    while pins["pins"]["asks"] != 1:
        news = board.hear()
        picture, pins = (news, pins) if isinstance(news, bytes) else (picture, news)
    assert pixels(picture)[0] == 640 * 480 and len(pixels(picture)[1]) > 2
    board.say(do="key", key="5", down=True)
    board.say(do="key", key="5", down=False)
    for down in (True, False):  # all at once, as after a busy line
        board.say(do="key", key="A", down=down)
    while pins["pins"]["asks"] != 3:
        news = board.hear()
        pins = pins if isinstance(news, bytes) else news
    for wrong in ({"do": "pins", "set": {"asks": 1}}, {"do": "pins", "set": {"run": 2}}, {"do": "key", "key": "G"},
                  {"do": "pins", "set": {"rum": 1}}, {"do": "explode"}, {"do": "button", "name": "run", "down": 1}):
        board.say(**wrong)
        news = board.hear()
        while isinstance(news, bytes) or news["tell"] != "error":
            news = board.hear()
    table, stream = shared.socket(path="/api/lab/perudo", protocol="damero-lab"), b""
    table.hear_until("pins")
    for down in (True, False):
        table.say(do="button", name="enter", down=down)
    while b"I" not in stream:
        stream += base64.b64decode(table.hear_until("bytes")["bytes"])
    assert table.hear_until("heard")["words"]
    # Other settings and a position: another board is powered on, or nothing changes.
    board.say(do="pins", set={"run": 1})
    for wrong in ({"settings": "rules=none"}, {"settings": 3}, {"position": "W:W33"}, {"settings": "x" * 300}):
        board.say(do="settings", **wrong)
        news = board.hear()
        while isinstance(news, bytes) or news["tell"] != "error":
            news = board.hear()
    board.say(do="settings", settings="rules=official,kings=stacked,language=persian", position="W:WK1:B10,19")
    while not isinstance(news, dict) or news["tell"] != "pins" or news["pins"]["memory7"] != 0o00000007:
        news = board.hear()
    assert news["pins"]["asks"] == 1 and news["pins"]["leds"] == 0o200, news
    table.say(do="settings", settings="preset=strict,engine=binomial,dice=counters,bit=8")
    for down in (True, False):
        table.say(do="button", name="doubt", down=down)
    assert table.hear_until("heard")["heard"]["event"] == "sync"
    # The accelerator: its clock runs only on request.
    bench = shared.socket(path="/api/lab/trax", protocol="damero-lab")
    state = bench.hear_until("accelerator")
    assert state["size"] == 16 and state["registers"] == [0, 0, 0, 0] and not state["board"], state
    bench.say(do="write", word=1 << 30 | 5 << 8 | 7 << 4 | 7)  # white from top to bottom in the middle
    state = bench.hear_until("accelerator")
    assert state["board"] == [[7, 7, 5]] and state["registers"][0] == 1 << 30 | 0x577, state
    for request, counts in (({"do": "step"}, 1), ({"do": "finish"}, state["left"] - 1)):
        before = state["registers"][3]
        bench.say(**request)
        state = bench.hear_until("accelerator")
        assert state["registers"][3] == before + counts, (request, state)
    assert state["left"] == 0 and state["registers"][1] == 1 << 31 | 4 and len(state["memory"]) == 4, state
    bench.say(do="write", word=2 << 30 | 2 << 12)
    bench.say(do="finish")
    bench.hear_until("accelerator")
    state = bench.hear_until("accelerator")
    row, column, tiles = state["memory"][2]
    assert state["registers"][1] == 1 << 31 | tiles << 14 | row << 10 | column << 6 | 4, state
    for wrong in ({"do": "write", "word": -1}, {"do": "step", "ticks": 0}, {"do": "key", "key": "1", "down": True},
                  {"do": "settings", "settings": "size=7"}):
        bench.say(**wrong)
        assert bench.hear_until("error")["message"]
    bench.say(do="settings", settings="size=8")
    while state["size"] != 8:
        state = bench.hear_until("accelerator")
    assert not state["board"] and state["registers"] == [0, 0, 0, 0], state
    try:
        shared.socket(path="/api/lab/nothing", protocol="damero-lab")
        assert False, "there is no such board"
    except Refused as why:
        assert " 404 " in str(why)


def perudo_board(link, keys, seed=7):
    """Our Perudo board as a stranger's: it sends its stream to a link and ends with its script."""
    return subprocess.Popen([DAMERO, "board", "perudo", "--settings", f"seed={seed},bit=8", "--link", link,
                             "--keys", keys], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def line_said(server, words):
    """Waits for a line that the server prints about its view."""
    said = ""
    while words not in said:
        said = server.process.stdout.readline()
        assert said, f"the server never said {words!r}"
    return said


def hear_events(view, last, but=0):
    """The events of a board's stream up to one of that name, of which `but` go by."""
    events = []
    while True:
        news = view.hear_until("heard")["heard"]
        events.append(news)
        if news["event"] == last:
            if but == 0:
                return events
            but -= 1


@case
def a_real_perudo_board_is_shown_to_all():
    server = serve("--perudo-view", "listen:0")
    port = re.search(r"listen:(\d+)", line_said(server, "waiting for a board at listen:")).group(1)
    view = server.socket(path="/api/lab/perudo-view", protocol="damero-lab")
    assert view.hear_until("line")["state"] == "waiting"
    # The whole of a game's beginning, then the board goes away.
    board = perudo_board(f"tcp:127.0.0.1:{port}", "r (5ms) d e n e 2n e g")
    names = [event["event"] for event in hear_events(view, "turn")]
    assert names == ["sync", "game", "avatar", "avatar-chosen", "join", "join", "round", "turn"], names
    assert board.wait(timeout=WAIT) == 0, board.stderr.read()
    # Somebody who comes later sees the same table.
    late = server.socket(path="/api/lab/perudo-view", protocol="damero-lab")
    told = [event["event"] for event in hear_events(late, "turn")]
    assert told[:4] == ["game", "avatar", "avatar-chosen", "join"] and "round" in told, told
    while view.hear_until("line")["state"] != "waiting":
        pass  # failed first: the board has hung up
    # It connects again, with noise before its synchronisation.
    noise = socket_to(port)
    noise.sendall(b"zz\x00\xffU")
    events = hear_events(view, "sync")
    assert events[-2]["event"] == "garbled" and events[-2]["bytes"] == "zz\\x00\\xff", events
    noise.sendall(b"IOA20")  # a round that is broken off
    noise.sendall(b"UI")
    assert "A20" in [event.get("bytes") for event in hear_events(view, "game", but=1)]
    noise.close()
    assert server.http("GET", "/api/lab/perudo-view")[1]["link"] == "listen:0"
    assert server.http("POST", "/api/lab/perudo-view", {"link": "pty"})[0] == 403, "nobody organises anything here"
    view.say(do="button", name="enter", down=True)
    while view.hear() is not None:
        pass  # a line takes no requests
    server.stop()


@case
def a_hostile_perudo_board_fills_no_log():
    """It chooses rules and lets players join and leave without end; somebody who comes later hears the present scene alone."""
    server = serve("--perudo-view", "listen:0")
    port = re.search(r"listen:(\d+)", line_said(server, "waiting for a board at listen:")).group(1)
    view = server.socket(path="/api/lab/perudo-view", protocol="damero-lab")
    board = socket_to(port)
    board.sendall(b"IO" + (b"R000000000O" + b"DS") * 300 + b"D")
    assert len(hear_events(view, "leave", but=299)) == 2 + 4 * 300
    hear_events(view, "join")
    late = server.socket(path="/api/lab/perudo-view", protocol="damero-lab")
    told = [event["event"] for event in hear_events(late, "join")]
    assert told == ["game", "avatar-chosen", "rule", "rules-chosen", "join"], told
    server.stop()


@case
def the_organiser_chooses_the_perudo_boards_line():
    server = serve("--contest")
    view = server.socket(path="/api/lab/perudo-view", protocol="damero-lab")
    assert view.hear_until("line")["state"] == "none"
    path = "/api/lab/perudo-view"
    assert server.http("POST", path, {"link": "pty"}, {"Authorization": None})[0] == 403
    for wrong in ({"link": "program:cat"}, {"link": "nonsense"}, {"link": "serial:"}, {"link": "tcp:x"},
                  {"link": "serial:" + "x" * 400}, {"link": 3}, {}):
        status, answer = server.http("POST", path, wrong)
        assert status in (400, 422) and answer["error"]["message"], (wrong, answer)
    status, answer = server.http("POST", path, {"link": "pty"})
    assert status == 200 and answer["state"] == "waiting", answer
    name = ""
    while not name.startswith("/dev/"):
        name = view.hear_until("line")["name"]
    for again in range(2):  # the pseudo-terminal stays the same
        board = perudo_board(f"serial:{name}", "r (5ms) d e e n e g", seed=again)
        events = hear_events(view, "turn")
        assert "round" in [event["event"] for event in events], events
        assert board.wait(timeout=WAIT) == 0, board.stderr.read()
        while view.hear_until("line")["state"] != "waiting":
            pass
    status, answer = server.http("POST", path, {"link": "serial:/dev/no-such-device"})
    assert status == 200, answer
    news = view.hear_until("line")
    while news["state"] != "failed":
        news = view.hear_until("line")
    assert "no-such-device" in news["why"], news
    assert server.http("POST", path, {"link": ""})[1]["state"] == "none"
    server.stop()
    refused = subprocess.run([DAMERO, "serve", "--listen", "127.0.0.1:0", "--data", server.folder,
                              "--perudo-view", "program:cat"], capture_output=True, text=True, timeout=WAIT)
    assert refused.returncode != 0 and "not from a program" in refused.stderr, refused


run_cases(end_servers)
