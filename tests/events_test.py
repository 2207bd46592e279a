#!/usr/bin/env python3
"""Tournaments of the server: created, played, paused and changed by the organiser, killed and resumed; people and boards in them."""
import contextlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
from urllib.parse import quote

from confined import why_unconfined
from page_client import Server
from tap import WAIT, case, run_cases, until

DAMERO, PLAYER = (os.path.abspath(word) for word in sys.argv[1:3])
servers, boards = [], []

SMALL = {"game": "dots", "rules": "size=2x2"}
ENGINES = [{"kind": "engine", "name": name, "level": "casual", "time": 1} for name in ("Ana", "Bo", "Cy", "Di")]


def serve(*words):
    words = ("--contest", *words)
    if why_unconfined(DAMERO):
        words += ("--no-sandbox",)
    server = Server(DAMERO, *words)
    servers.append(server)
    return server


def address(name):
    return f"/api/events/{quote(name, safe='')}"


def create(server, name, **words):
    status, answer = server.http("POST", "/api/events", {"name": name, "kind": "round-robin", **SMALL, "players": ENGINES, **words})
    assert status == 201, (status, answer)
    return answer


def create_typed(server, name, game, *words):
    """The same on the command line."""
    subprocess.run([DAMERO, "tournament", "new", name, game, *words, "--store", "damero.db"], cwd=server.folder, stdout=subprocess.DEVNULL,
                   check=True, timeout=WAIT)


def do(server, name, word, status=200, **words):
    got, answer = server.http("POST", address(name), {"do": word, **words})
    assert got == status, (got, answer)
    return answer if status == 200 else answer["error"]


def event(server, name):
    return server.get(address(name))


def over(server, name):
    return until(lambda: (e := event(server, name))["state"] == "over" and e, lambda: event(server, name))


def named(e, number):
    return next(player["name"] for player in e["players"] if player["number"] == number)


def shown(server, name):
    """The same tournament on the command line."""
    done = subprocess.run([DAMERO, "tournament", "show", name, "--json", "--store", os.path.join(server.folder, "damero.db")],
                          capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def query(server, statement, *values):
    with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "damero.db"))) as file:
        return file.execute(statement, values).fetchall()


def assert_each_game_once(server, e, games):
    """Every pairing has `games` games that count, each once, and its points are theirs."""
    for pairing in e["pairings"]:
        if len(pairing["players"]) == 1 or pairing["reason"]:
            continue
        counted = [game for game in pairing["games"] if game["over"] and game["reason"] != "aborted"]
        assert [game["number"] for game in counted] == list(range(1, games + 1)), pairing
        assert all(game["over"] for game in pairing["games"]), pairing
        points = [sum(1 if game["winner"] == i else 0.5 if game["winner"] is None else 0 for game in counted) for i in (0, 1)]
        assert points == pairing["result"], pairing


def attach(place):
    """A software board at a line that waits."""
    boards.append(subprocess.Popen([DAMERO, "board", "dots", "--rules", "size=2x2", "--link", place], stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL))


@case
def a_round_robin_is_played_and_shown_everywhere():
    server = serve()
    create(server, "Spring / 1", games=2)
    e = event(server, "Spring / 1")
    assert (e["state"], e["kind"], e["rounds"], e["pairings"]) == ("new", "round-robin", 3, []), e
    assert [player["kind"] for player in e["players"]] == ["engine"] * 4
    socket = server.socket()
    first = socket.ask(do="event", event="Spring / 1")
    assert first["event"]["state"] == "new" and "seat" not in first["event"]["players"][0]
    do(server, "Spring / 1", "start")
    states = []
    while not states or states[-1] != "over":  # by the socket alone
        states.append(socket.hear_until("event")["event"]["state"])
    e = over(server, "Spring / 1")
    assert len(e["pairings"]) == 6 and e["round"] == 3
    assert_each_game_once(server, e, 2)
    assert sum(player["points"] for player in e["players"]) == 12
    assert [p["points"] for p in e["players"]] == sorted((p["points"] for p in e["players"]), reverse=True)
    same = shown(server, "Spring / 1")
    assert same["state"] == "over" and [p["name"] for p in same["players"]] == [p["name"] for p in e["players"]]
    assert [p["result"] for p in same["pairings"]] == [p["result"] for p in e["pairings"]]
    listed = server.get("/api/events")["events"]
    assert [(one["name"], one["state"], one["players"]) for one in listed] == [("Spring / 1", "over", 4)]
    assert do(server, "Spring / 1", "start", status=409)["reason"] == "event-over"


@case
def after_a_kill_and_restart_every_game_counts_once():
    server = serve()
    create(server, "Hard", kind="double", games=3, rules="size=3x3")
    do(server, "Hard", "start")
    kills = 0
    while event(server, "Hard")["state"] != "over" and kills < 12:
        begun = len(query(server, "SELECT id FROM match WHERE over = 1"))
        until(lambda: len(query(server, "SELECT id FROM match WHERE over = 1")) > begun or event(server, "Hard")["state"] == "over")
        if event(server, "Hard")["state"] == "over":
            break
        server.kill()
        server.start()
        kills += 1
    assert kills > 3, kills
    e = over(server, "Hard")
    assert len(e["pairings"]) == 12
    assert_each_game_once(server, e, 3)
    twice = query(server, "SELECT series, number, count(*) FROM match WHERE over = 1 AND reason <> 'aborted' GROUP BY 1, 2 HAVING count(*) > 1")
    assert not twice, twice
    assert query(server, "SELECT count(*) FROM match WHERE reason = 'aborted'") == [(0,)]  # engines go on with their game


@case
def paused_by_the_organiser_and_continued_on_the_command_line():
    server = serve()
    create(server, "Slow", games=2)
    do(server, "Slow", "start")
    until(lambda: any(pairing["games"] for pairing in event(server, "Slow")["pairings"]))
    do(server, "Slow", "pause")
    assert event(server, "Slow")["state"] in ("paused", "over")
    assert do(server, "Slow", "pause", status=409)["reason"] == "event-not-running"
    until(lambda: not query(server, "SELECT 1 FROM match WHERE over = 0"))  # games under way go on
    before = query(server, "SELECT count(*) FROM match")
    server.stop()
    server.start()
    assert event(server, "Slow")["state"] == "paused" and query(server, "SELECT count(*) FROM match") == before
    path = os.path.join(server.folder, "damero.db")
    done = subprocess.run([DAMERO, "tournament", "run", "Slow", "--store", path], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 0, done.stderr
    e = over(server, "Slow")
    assert_each_game_once(server, e, 2)


@case
def a_tournament_of_the_command_line_is_played_by_the_server():
    server = serve()
    create_typed(server, "Typed", "dots", "--rules", "size=2x2", "--kind", "swiss", "--rounds", "2", "--opening", "2",
                 *(f"--player={name}=engine:nodes=200" for name in "ABCDE"))
    do(server, "Typed", "start")
    e = over(server, "Typed")
    assert sorted(pairing["reason"] for pairing in e["pairings"]) == ["", "", "", "", "bye", "bye"], e["pairings"]
    assert_each_game_once(server, e, 1)
    starts = query(server, "SELECT start FROM match")
    assert len(starts) == 4 and all(start for (start,) in starts)


@case
def the_server_takes_openings_from_a_book_and_adjudicates():
    server = serve()
    book = ["1112 2122", "1121 1222"]
    for name in ("book.txt", "none.txt"):
        with open(os.path.join(server.folder, name), "w") as file:
            file.write("\n".join(book))
    for name, words in (("Book", ["--openings", "book.txt", "--games", "4"]), ("Proven", ["--adjudicate", "--max-moves", "9"]),
                        ("Gone", ["--openings", "none.txt"])):
        create_typed(server, name, "dots", "--rules", "size=2x2", *words, "--player", "A=engine:nodes=20", "--player", "B=engine:nodes=30")
    os.unlink(os.path.join(server.folder, "none.txt"))
    do(server, "Book", "start")
    e = over(server, "Book")
    assert_each_game_once(server, e, 4)
    starts = [start for start, in query(server, "SELECT start FROM match ORDER BY number")]
    shown = [subprocess.run([DAMERO, "show", "dots", "--rules", "size=2x2", "--moves", line, "--json"], capture_output=True, text=True,
                            timeout=WAIT).stdout for line in book]
    assert starts[0] == starts[1] != starts[2] == starts[3] and all(start in text for start, text in zip(starts[::2], shown)), (starts, shown)
    do(server, "Proven", "start")
    over(server, "Proven")
    (reason, detail), = query(server, "SELECT reason, detail FROM match WHERE id = (SELECT max(id) FROM match)")
    assert reason == "adjudicated" and "proven" in detail, (reason, detail)
    refused = do(server, "Gone", "start", status=409)
    assert refused["reason"] == "event-book" and "none.txt" in refused["message"], refused
    assert event(server, "Gone")["state"] == "new"


@case
def a_knockout_of_programs_goes_on_without_one_that_cannot_start():
    server = serve()
    good, bad = f"program:{PLAYER}", "program:/nowhere/player"
    players = [{"kind": "link", "name": name, "spec": spec} for name, spec in
               (("Good", good), ("Better", good), ("Broken", bad), ("Best", good))]
    create(server, "Cup", kind="knockout", rules="size=1x1", players=players)
    do(server, "Cup", "start")
    e = over(server, "Cup")
    assert len(e["pairings"]) == 3
    lost = [pairing for pairing in e["pairings"] if "Broken" in (named(e, n) for n in pairing["players"])]
    assert len(lost) == 1 and sorted(lost[0]["result"]) == [0, 1], lost
    assert lost[0]["result"][[named(e, n) for n in lost[0]["players"]].index("Broken")] == 0
    assert all(player["kind"] == "program" and "spec" not in player for player in e["players"])
    status, public = server.http("GET", address("Cup"), headers={"Authorization": None})
    assert status == 200 and "/nowhere" not in json.dumps(public["players"])


@case
def boards_wait_until_the_organiser_says_that_they_are_ready():
    server = serve()
    create(server, "Boards", players=[{"kind": "link", "name": name, "spec": "pty"} for name in ("North", "South")])
    do(server, "Boards", "start")
    table, = event(server, "Boards")["pairings"]
    assert table["state"] == "waits" and table["games"] == []
    assert do(server, "Boards", "ready", status=409, round=1, board=2)["reason"] == "table-not-waiting"
    do(server, "Boards", "ready", round=1, board=1)
    match = until(lambda: event(server, "Boards")["pairings"][0]["games"])[0]["match"]
    # The organiser breaks it off: the table waits again, and the next game is the one that counts.
    until(lambda: all(seat["called"] for seat in server.get(f"/api/matches/{match}")["seats"]))
    assert server.http("POST", f"/api/matches/{match}/abort", {"why": "a cable"})[0] == 200
    table = until(lambda: (t := event(server, "Boards")["pairings"][0])["state"] == "waits" and t)
    assert table["why"]["message"] == "a cable", table
    do(server, "Boards", "ready", round=1, board=1)
    games = until(lambda: (g := event(server, "Boards")["pairings"][0]["games"])[1:] and g)
    assert games[0]["reason"] == "aborted"
    for seat in until(lambda: (s := server.get(f"/api/matches/{games[1]['match']}")["seats"]) and all(x["called"] for x in s) and s):
        attach(f"serial:{seat['called']}@115200")
    e = over(server, "Boards")
    assert sum(e["pairings"][0]["result"]) == 1 and e["pairings"][0]["reason"] == "", e["pairings"]


@case
def boards_share_lines_and_change_them():
    server = serve()
    lines = ["listen:0", "tcp:127.0.0.1:1", "tcp:127.0.0.1:1", "tcp:127.0.0.1:2"]
    create(server, "Lines", players=[{"kind": "link", "name": name, "spec": line} for name, line in zip("ABCD", lines)])
    do(server, "Lines", "start")
    tables = {frozenset(named(event(server, "Lines"), n) for n in t["players"]): t["board"] for t in event(server, "Lines")["pairings"]}
    e = event(server, "Lines")
    pair = next(t for t in tables if "B" in t)
    refused = do(server, "Lines", "ready", status=409, round=1, board=tables[pair])["reason"] if pair == {"B", "C"} else "line-twice"
    assert refused == "line-twice"
    do(server, "Lines", "seat", player="C", seat={"kind": "link", "spec": "tcp:127.0.0.1:3"})
    e = event(server, "Lines")
    assert {p["name"]: p["line"] for p in e["players"]}["C"] == "tcp:127.0.0.1:3", e["players"]
    assert do(server, "Lines", "seat", status=409, player="Z", seat={"kind": "link", "spec": "pty"})["reason"] == "no-such-player"


def shared(server, name):
    """The pairings that are not over, by their boards: their state and the lines of their players by name."""
    e = event(server, name)
    return {p["board"]: (p.get("state"), {named(e, n): line for n, line in zip(p["players"], p.get("lines", []))})
            for p in e["pairings"] if not p["over"]}


def play_on_lines(server, name, board, which=1):
    """Says ready, and plugs a software board in for each team where it is called."""
    do(server, name, "ready", round=which, board=board)
    def live():
        return [g["match"] for p in event(server, name)["pairings"] if (p["round"], p["board"]) == (which, board) for g in p["games"]
                if not g["over"]]
    match, = until(live)
    for seat in until(lambda: (s := server.get(f"/api/matches/{match}")["seats"]) and all(x["called"] for x in s) and s):
        attach(f"serial:{seat['called']}@115200")
    return match


@case
def the_pairing_says_which_board_goes_on_which_line():
    server = serve()
    teams = [{"kind": "link", "name": name, "spec": "board"} for name in "ABCD"]
    create(server, "Day", players=teams)
    assert do(server, "Day", "start", status=409)["reason"] == "too-few-lines"
    assert do(server, "Day", "lines", status=409, lines=["pty", "program:./x"])["reason"] == "not-a-shared-line"
    assert do(server, "Day", "lines", status=409, lines=["tcp:a:1", "tcp:a:1"])["reason"] == "shared-line-twice"
    do(server, "Day", "lines", lines=["pty", "pty"])
    assert event(server, "Day")["lines"] == ["pty", "pty"]
    assert all(player["kind"] == "board" and "line" not in player for player in event(server, "Day")["players"])
    do(server, "Day", "start")
    tables = shared(server, "Day")
    first, second = sorted(tables)
    assert sorted(tables[first][1].values()) == [1, 2] and set(tables[second][1].values()) == {None}, tables
    assert do(server, "Day", "ready", status=409, round=1, board=second)["reason"] == "no-free-line"
    follower = server.socket()
    follower.ask(do="event", event="Day")
    for _ in range(3):  # each change is announced, not every other one
        do(server, "Day", "swap", round=1, board=first)
        follower.hear_until("event")
    assert shared(server, "Day")[first][1] == {team: 3 - line for team, line in tables[first][1].items()}
    assert do(server, "Day", "swap", status=409, round=2, board=1)["reason"] == "table-not-waiting"
    # Killed before a game: the next server calls the same teams, with the lines of the journal.
    server.kill()
    server.start()
    assert sorted(until(lambda: shared(server, "Day"))[first][1].values()) == [1, 2]
    play_on_lines(server, "Day", first)
    until(lambda: first not in shared(server, "Day"))  # the lines go to the next table
    assert sorted(until(lambda: shared(server, "Day"))[second][1].values()) == [1, 2]
    # With four lines all tables of a round are called.
    do(server, "Day", "result", round=1, board=second, result=[1, 0])
    do(server, "Day", "lines", lines=["pty"] * 4)
    tables = shared(server, "Day")
    assert sorted(line for _, lines in tables.values() for line in lines.values()) == [1, 2, 3, 4], tables
    typed = shown(server, "Day")
    assert typed["pairings"][0]["reason"] == "" and sum(typed["pairings"][0]["result"]) == 1, typed
    for round in (2, 3):
        for pairing in [p for p in event(server, "Day")["pairings"] if p["round"] == round and not p["over"]]:
            do(server, "Day", "result", round=round, board=pairing["board"], result=[0.5, 0.5])
    over(server, "Day")
    refused = server.http("POST", "/api/events", {"name": "X", "kind": "round-robin", **SMALL, "players": teams, "lines": ["nonsense"]})
    assert refused[0] == 422 and refused[1]["error"]["where"] == "lines", refused


@case
def people_play_by_their_secret_links():
    server = serve()
    answer = create(server, "Club", players=[{"kind": "person", "name": "Ana"}, {"kind": "person", "name": "Bo"}], rules="size=1x1")
    tokens = {player["name"]: player["token"] for player in answer["players"]}
    raw = query(server, "SELECT * FROM entrant")
    assert all(token not in str(raw) for token in tokens.values())
    do(server, "Club", "start")
    sockets = {name: server.socket() for name in tokens}
    told = {name: socket.ask(do="event", event="Club", token=tokens[name]) for name, socket in sockets.items()}
    assert {named(t["event"], t["you"]) for t in told.values()} == set(tokens) and all(named(t["event"], t["you"]) == n for n, t in told.items())
    match = event(server, "Club")["pairings"][0]["games"][0]["match"]
    wholes = {name: socket.ask(do="join", match=match, token=tokens[name]) for name, socket in sockets.items()}
    assert all(whole["tell"] == "match" for whole in wholes.values()), wholes
    assert {seat["name"] for seat in server.get(f"/api/matches/{match}")["seats"]} == set(tokens)
    first = next(name for name in tokens if wholes[name]["match"]["you"] == 0)
    sockets[first].say(do="resign", match=match)
    sockets[first].hear_until("end")
    e = over(server, "Club")
    assert [p["name"] for p in e["players"]][-1] == first, e["players"]
    assert server.socket().ask(do="event", event="Club", token="A" * 43)["you"] is None
    # A new link replaces the old one.
    fresh = do(server, "Club", "link", player="Ana")["token"]
    assert server.socket().ask(do="event", event="Club", token=tokens["Ana"])["you"] is None
    assert server.socket().ask(do="event", event="Club", token=fresh)["you"] is not None
    path = os.path.join(server.folder, "damero.db")
    create(server, "Club 2", players=[{"kind": "person", "name": "Ana"}, ENGINES[0] | {"name": "Bo"}])
    done = subprocess.run([DAMERO, "tournament", "run", "Club 2", "--store", path], capture_output=True, text=True, timeout=WAIT)
    assert done.returncode and "on the page" in done.stderr, done.stderr


@case
def a_game_that_nobody_has_joined_ends_with_its_pairing():
    server = serve()
    people = [{"kind": "person", "name": name} for name in ("Ana", "Bo", "Cy", "Di")]
    tokens = {p["name"]: p["token"] for p in create(server, "Empty", kind="swiss", rounds=1, players=people)["players"]}
    do(server, "Empty", "start")
    e = event(server, "Empty")
    watcher = server.socket()
    one, two = (pairing["games"][0]["match"] for pairing in e["pairings"])
    assert watcher.ask(do="watch", match=one)["tell"] == "match"
    do(server, "Empty", "result", round=1, board=e["pairings"][0]["board"], result=[1, 0])
    assert watcher.hear_until("end")["verdict"]["reason"] == "aborted"
    do(server, "Empty", "withdraw", player=named(e, e["pairings"][1]["players"][0]))
    e = over(server, "Empty")
    assert [pairing["reason"] for pairing in e["pairings"]] == ["by the organiser", "withdrawn"], e["pairings"]
    assert [pairing["result"] for pairing in e["pairings"]] == [[1, 0], [0, 1]], e["pairings"]
    until(lambda: query(server, "SELECT count(*) FROM match WHERE over = 1 AND reason = 'aborted'") == [(2,)])
    late = named(e, e["pairings"][0]["players"][0])
    assert server.socket().ask(do="join", match=one, token=tokens[late])["reason"] == "match-over"
    assert server.http("POST", f"/api/matches/{two}/abort", {})[0] == 409  # it is over


@case
def the_organiser_decides_withdraws_and_adds():
    server = serve()
    boards_of = [{"kind": "link", "name": name, "spec": "pty"} for name in ("A", "B", "C", "D")]
    create(server, "Swiss", kind="swiss", rounds=2, players=boards_of)
    do(server, "Swiss", "start")
    one, two = event(server, "Swiss")["pairings"]
    do(server, "Swiss", "result", round=1, board=one["board"], result=[0.5, 0.5])
    assert do(server, "Swiss", "result", status=409, round=1, board=two["board"], result=[0.3, 1])["reason"] == "bad-points"
    assert do(server, "Swiss", "result", status=409, round=1, board=two["board"], result=[1])["reason"] == "wrong-points"
    assert do(server, "Swiss", "result", status=409, round=3, board=1, result=[1, 0])["reason"] == "no-such-pairing"
    e = event(server, "Swiss")
    assert e["pairings"][0]["result"] == [0.5, 0.5] and e["pairings"][0]["reason"] == "by the organiser" and e["round"] == 1
    do(server, "Swiss", "add", seat={"kind": "engine", "name": "Late", "time": 1})
    gone = named(e, two["players"][0])
    do(server, "Swiss", "withdraw", player=gone)  # its game has not begun: it is lost
    e = event(server, "Swiss")
    assert e["pairings"][1]["reason"] == "withdrawn" and e["round"] == 2, e
    assert gone not in {named(e, n) for p in e["pairings"] if p["round"] == 2 for n in p["players"]}
    assert "Late" in {named(e, n) for p in e["pairings"] if p["round"] == 2 for n in p["players"]}
    assert do(server, "Swiss", "withdraw", status=409, player=gone)["reason"] == "player-withdrawn"
    assert do(server, "Swiss", "result", status=409, round=1, board=1, result=[1, 0])["reason"] == "round-over"
    for pairing in e["pairings"]:
        if pairing["round"] == 2 and not pairing["over"]:
            do(server, "Swiss", "result", round=2, board=pairing["board"], result=[1, 0])
    over(server, "Swiss")


@case
def a_round_that_was_removed_from_the_journal_is_paired_again():
    server = serve()
    create(server, "Gone", kind="swiss", rounds=2, players=[{"kind": "link", "name": name, "spec": "pty"} for name in "ABCD"])
    do(server, "Gone", "start")
    with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "damero.db"), timeout=WAIT)) as file, file:
        file.execute("DELETE FROM pairing")
    do(server, "Gone", "add", seat={"kind": "engine", "name": "Late", "time": 1})
    until(lambda: [table.get("state") for table in event(server, "Gone")["pairings"]] == ["waits"] * 2, "the round")
    do(server, "Gone", "result", round=1, board=1, result=[1, 0])


@case
def a_result_entered_as_the_last_game_ends_stays():
    """The organiser's result comes with the end of the game: the server cannot have seen it when it settles the pairing."""
    server = serve()
    create(server, "Race", players=ENGINES[:2])
    with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "damero.db"), timeout=WAIT)) as file, file:
        file.execute("""CREATE TRIGGER organiser AFTER UPDATE OF over ON match WHEN new.over = 1 BEGIN
                        UPDATE pairing SET over = 1, played = 1, points = '7,9', reason = 'by the organiser'; END""")
    do(server, "Race", "start")
    pairing = over(server, "Race")["pairings"][0]
    assert (pairing["result"], pairing["reason"]) == ([3.5, 4.5], "by the organiser"), pairing
    assert query(server, "SELECT over FROM series") == [(1,)]


@case
def a_tournament_of_the_command_line_keeps_its_position_and_writes_no_file():
    server = serve()
    for name, words in (("Ending", ["--position", "W:WK10:BK1"]), ("Noted", ["--records", "noted.txt"])):
        create_typed(server, name, "damas", "--max-moves", "4", *words, "--player", "Ana=engine:nodes=9", "--player", "Bo=engine:nodes=9")
    do(server, "Ending", "start")
    over(server, "Ending")
    assert query(server, "SELECT start FROM match") == [("W:WK10:BK1",)]
    assert do(server, "Noted", "start", status=409)["reason"] == "event-recorded"
    assert event(server, "Noted")["state"] == "new" and not os.path.exists(os.path.join(server.folder, "noted.txt"))


@case
def a_large_tournament_does_not_stop_the_server():
    """200 players, each of whom beats those after it, except that the last beats the first: ratings are hard to find. Another
    thread than the one that relays moves reads, rates and writes all that."""
    server, players = serve(), 200
    threads = f"/proc/{server.process.pid}/task"
    def spent():
        """Nanoseconds of processor time: of the thread that serves, and of all."""
        each = {int(thread): int(open(f"{threads}/{thread}/schedstat").read().split()[0]) for thread in os.listdir(threads)}
        return each[server.process.pid], sum(each.values())
    create(server, "Marathon", players=[{"kind": "engine", "name": f"P{i}"} for i in range(players)])
    pairs = sorted(((i + j) % players, i, j) for i in range(players) for j in range(i))  # round, loser, winner
    boards = dict.fromkeys(range(players), 0)
    with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "damero.db"))) as file:
        number = file.execute("SELECT id FROM tournament").fetchone()[0]
        for at, low, high in pairs:
            if (low, high) == (players - 1, 0):
                low, high = high, low
            file.execute("INSERT INTO pairing (tournament, round, board, players, over, played, points) VALUES (?, ?, ?, ?, 1, 1, '2,0')",
                         (number, at, boards[at], f"{high},{low}"))
            boards[at] += 1
        file.commit()
    before = spent()
    for number in range(3):
        with contextlib.closing(sqlite3.connect(os.path.join(server.folder, "damero.db"))) as file:
            file.execute("UPDATE pairing SET reason = ? WHERE round = 0 AND board = 0", (f"the organiser's {number}",))
            file.commit()
        socket = server.socket()
        table = socket.ask(do="event", event="Marathon", token="A" * 43)
        socket.close()  # it would not answer pings meanwhile
        assert f"the organiser's {number}" in [pairing["reason"] for pairing in table["event"]["pairings"]]
        assert table["you"] is None and len(table["event"]["pairings"]) == len(pairs), table["you"]
        ratings = [player["rating"] for player in sorted(event(server, "Marathon")["players"], key=lambda p: p["number"])]
        assert ratings[1:-1] == sorted(ratings[1:-1], reverse=True) and None not in ratings, ratings
        assert [e["name"] for e in server.get("/api/events")["events"]] == ["Marathon"]
    serving, everything = (after - start for start, after in zip(before, spent()))
    assert serving < everything / 3, (serving, everything)


@case
def bad_requests_are_refused_and_change_nothing():
    server = serve()
    def refused(status=422, **words):
        got, answer = server.http("POST", "/api/events", {"name": "X", "kind": "round-robin", **SMALL, "players": ENGINES, **words})
        assert got == status, (words, got, answer)
        return answer["error"].get("reason", answer["error"]["code"]), answer["error"].get("where")
    assert refused(name="") == ("player-name", "name")
    assert refused(status=400, kind="league")[1] == "kind"
    assert refused(status=400, kind="swiss") == ("event-rounds", "rounds")
    assert refused(players=ENGINES[:1]) == ("too-few-players", "players")
    assert refused(players=ENGINES[:2] + ENGINES[:1]) == ("player-twice", "players/2")
    assert refused(players=[ENGINES[0], {"kind": "link", "name": "B", "spec": "nonsense"}])[1] == "players/1"
    assert refused(rules="size=99x99")[1] == "rules"
    assert refused(status=400, game="chess")[1] == "game"
    assert refused(status=400, clock={"increment": 5})[1] == "clock"
    assert server.get("/api/events") == {"events": []}
    create(server, "X")
    assert refused() == ("event-name-taken", "name")
    for token in (None, "Bearer wrong"):
        for path, body in (("/api/events", {"name": "Y"}), (address("X"), {"do": "start"})):
            status, answer = server.http("POST", path, body, headers={"Authorization": token})
            assert (status, answer["error"]["code"]) == (403, "not-organiser"), answer
    assert server.http("GET", address("No such"))[0] == 404
    assert server.http("POST", address("No such"), {"do": "start"})[0] == 404
    assert server.http("POST", address("X"), {"do": "explode"})[0] == 400
    assert server.socket().ask(do="event", event="No such")["code"] == "no-event"
    assert event(server, "X")["state"] == "new"


def clean_up():
    for process in boards:
        process.kill()
        process.communicate()
    for server in servers:
        server.kill()
        shutil.rmtree(server.folder, ignore_errors=True)


run_cases(clean_up)
