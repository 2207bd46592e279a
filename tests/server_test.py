#!/usr/bin/env python3
"""The server as the page uses it: whole games over the socket, people, kills, and hostile clients."""
import contextlib
import gzip
import hashlib
import json
import os
import random
import re
import select
import sqlite3
import subprocess
import sys
import time

from confined import why_unconfined
from page_client import Refused, Server, Socket, end_servers
from tap import WAIT, case, run_cases, until

DAMERO = os.path.abspath(sys.argv[1])


def serve(*words, **more):
    if "--contest" in words and why_unconfined(DAMERO):
        words += ("--no-sandbox",)  # programs play here too; tests/sandbox_test.py tests their confinement
    return Server(DAMERO, *words, **more)


shared = serve()


def play_on(socket, match, seat, state, at, choose, verdict=None):
    """Plays a seat until the match is over; the verdict."""
    said = None
    while not verdict:
        if state["turn"] == seat and state["moves"] and said != at:
            socket.say(do="move", match=match, at=at, text=choose(state)["text"])
            said = at
        news = socket.hear()
        assert news, f"closed with {socket.closed}"
        assert news["tell"] != "error", news
        if news.get("match") == match and "state" in news:
            state, at = news["state"], news.get("at", at)
        if news["tell"] == "end":
            verdict = news["verdict"]
    return verdict, state


def play_against_engine(game, rules, count=2, level=None):
    engine = {"kind": "engine", "time": 20}
    if level:
        engine["level"] = level
    match, tokens = shared.begin(game=game, rules=rules,
                                 seats=[{"kind": "person", "name": "Ana"}] + [engine] * (count - 1))
    assert tokens[0] and tokens[1:] == [None] * (count - 1)
    socket = shared.socket()
    whole = socket.ask(do="watch", match=match, token=tokens[0])["match"]
    assert whole["you"] == 0 and whole["game"] == game and whole["seats"][0]["connected"]
    assert whole["seats"][1]["engine"] and whole["seats"][1]["level"] == whole["seats"][1]["name"]
    chance = random.Random(7)
    verdict, state = play_on(socket, match, 0, whole["state"], whole["at"],
                             lambda state: chance.choice(state["moves"]), whole["verdict"])
    assert verdict["reason"] in ("won", "drawn"), verdict
    assert state["over"] and state["turn"] is None
    socket.close()
    again = shared.get(f"/api/matches/{match}")
    assert again["verdict"] == verdict and again["state"]["text"] == state["text"]
    return match, again


@case
def a_whole_game_of_dots():
    match, whole = play_against_engine("dots", "size=3x3")
    state = whole["state"]
    assert len(state["lines"]) == 24 and all(line["drawn"] for line in state["lines"])
    assert sum(state["score"]) == 9 and len(state["boxes"]) == 9


@case
def a_whole_game_of_trax():
    match, whole = play_against_engine("trax", "")
    state = whole["state"]
    places = {(tile["x"], tile["y"]): tile["white"] for tile in state["tiles"]}
    assert len(places) == len(state["tiles"])
    win = state.get("win")
    if win and win["kind"] == "loop":
        assert len(win["tiles"]) >= 4 and all(tuple(at) in places for at in win["tiles"])
    box = state["box"]
    assert min(x for x, _ in places) == box["x"] and max(y for _, y in places) == box["y"] + box["rows"] - 1


@case
def a_whole_game_of_damas():
    match, whole = play_against_engine("damas", "")
    numbers = [number for row in whole["state"]["numbering"] for number in row if number]
    assert sorted(numbers) == list(range(1, 33))


@case
def a_whole_game_of_perudo():
    match, whole = play_against_engine("perudo", "dice=2", 3)
    assert sum(not player["out"] for player in whole["state"]["players"]) >= 1


def two_people(game="dots", rules="size=2x2", server=None, **more):
    """A match between two people, both at their sockets."""
    server = server or shared
    match, tokens = server.begin(game=game, rules=rules, seats=[{"kind": "person", "name": "Ana"}, {"kind": "open"}],
                                 **more)
    first, second = server.socket(), server.socket()
    whole = first.ask(do="watch", match=match, token=tokens[0])["match"]
    assert whole["waiting"] and whole["seats"][1]["kind"] == "open"
    joined = second.ask(do="join", match=match, token=tokens[1], name="Béla <b>", avatar="fox")["match"]
    assert joined["you"] == 1 and not joined["waiting"] and joined["seats"][1]["name"] == "Béla <b>"
    first.hear_until("clocks")
    second.hear_until("clocks")
    return match, tokens, first, second


@case
def two_people_meet_by_a_link():
    match, tokens, first, second = two_people()
    assert first.ask(do="move", match=match, at=0, text="1112")["tell"] == "done"
    news = second.hear_until("move")
    assert news["at"] == 1 and news["move"]["text"] == "1112" and news["move"]["seat"] == 0
    assert news["state"]["turn"] == 1 and len(news["state"]["moves"]) == 11
    assert first.hear_until("move")["state"]["moves"] == []
    watcher = shared.socket()
    whole = watcher.ask(do="watch", match=match)["match"]
    assert whole["you"] is None and whole["state"]["moves"] == []
    assert [seat["connected"] for seat in whole["seats"]] == [True, True] and whole["clock"] is None
    second.close()
    assert [seat["connected"] for seat in watcher.hear_until("seats")["seats"]] == [True, False]
    again = shared.socket()
    assert again.ask(do="watch", match=match, token=tokens[1])["match"]["at"] == 1
    assert [seat["connected"] for seat in watcher.hear_until("seats")["seats"]] == [True, True]


@case
def nobody_moves_for_another():
    match, tokens, first, second = two_people()
    other, other_tokens, *_ = two_people()
    stranger = shared.socket()
    refusal = lambda socket, **words: socket.ask(**words)["code"]
    for token in ("", "x", "A" * 43, tokens[0][:-1], other_tokens[0], tokens[0].lower()):
        if token:
            assert refusal(stranger, do="watch", match=match, token=token) == "wrong-token"
        assert refusal(stranger, do="join", match=match, token=token or "x", name="Eve") == "wrong-token"
    stranger.ask(do="watch", match=match)
    for words in ({"do": "move", "at": 0, "text": "1112"}, {"do": "resign"}, {"do": "offer", "what": "draw"},
                  {"do": "hint"}, {"do": "values"}):
        assert refusal(stranger, match=match, **words) == "not-seated", words
    assert refusal(second, do="move", match=match, at=0, text="1112") == "not-your-turn"
    assert refusal(first, do="move", match=match, at=1, text="1112") == "stale"
    assert refusal(first, do="move", match=match, at=0, text="9999") == "illegal-move"
    assert first.ask(do="move", match=match, at=0, text="1112")["tell"] == "done"
    assert refusal(first, do="move", match=match, at=0, text="1112") == "stale"
    second.hear_until("move")  # the answer above may have come to the first after the move
    assert refusal(first, do="move", match=match, at=0, text="1121") == "stale"
    assert refusal(stranger, do="watch", match=999999) == "no-match"
    for words in ({"name": 61 * "x"}, {"avatar": 31 * "x"}, {"name": 7}):
        assert refusal(stranger, do="join", match=match, token=tokens[1], **words) == "bad-request", words
    assert refusal(first, do="hint", match=match) == "not-allowed"
    assert refusal(first, do="hint", match=match, here=True) == "not-allowed"
    assert refusal(stranger, do="evaluate", match=match, on=True) == "not-allowed"


@case
def a_seat_is_what_was_last_asked_for():
    match, tokens, first, second = two_people()
    assert first.ask(do="watch", match=match)["match"]["you"] is None
    assert first.ask(do="move", match=match, at=0, text="1112")["code"] == "not-seated"
    assert first.ask(do="watch", match=match, token=tokens[1])["match"]["you"] == 1
    assert first.ask(do="move", match=match, at=0, text="1112")["code"] == "not-your-turn"
    assert first.ask(do="watch", match=match, token=tokens[0])["match"]["you"] == 0
    assert first.ask(do="move", match=match, at=0, text="1112")["tell"] == "done"


@case
def not_too_many_matches_are_watched_at_once():
    server = serve()
    numbers = [server.begin(game="dots", seats=[{"kind": "person"}, {"kind": "open"}])[0] for _ in range(33)]
    socket = server.socket()
    answers = [socket.ask(do="watch", match=number) for number in numbers]
    assert [answer["tell"] for answer in answers] == ["match"] * 32 + ["error"] and answers[-1]["code"] == "too-many"
    socket.ask(do="leave", match=numbers[0])
    assert socket.ask(do="watch", match=numbers[-1])["tell"] == "match"


@case
def offers_between_people():
    match, _, first, second = two_people()
    first.ask(do="move", match=match, at=0, text="1112")
    second.hear_until("move")
    assert first.ask(do="accept", match=match, what="draw")["code"] == "no-offer"
    first.ask(do="offer", match=match, what="undo")
    assert second.hear_until("offer")["what"] == "undo"
    second.ask(do="decline", match=match, what="undo")
    assert first.hear_until("declined")["what"] == "undo"
    first.ask(do="offer", match=match, what="undo")
    second.hear_until("offer")
    assert shared.get(f"/api/matches/{match}")["offers"] == [{"seat": 0, "what": "undo"}]
    second.ask(do="accept", match=match, what="undo")
    back = first.hear_until("undone")
    assert back["at"] == 0 and back["state"]["turn"] == 0 and len(back["state"]["moves"]) == 12
    first.ask(do="move", match=match, at=0, text="1121")
    second.hear_until("move")
    second.ask(do="offer", match=match, what="draw")
    first.hear_until("offer")
    first.ask(do="accept", match=match, what="draw")
    assert second.hear_until("end")["verdict"]["reason"] == "drawn"
    assert second.ask(do="resign", match=match)["code"] == "over"


@case
def an_engine_lets_moves_be_taken_back():
    match, tokens = shared.begin(game="dots", rules="size=3x3",
                                 seats=[{"kind": "person"}, {"kind": "engine", "time": 10}])
    socket = shared.socket()
    socket.ask(do="watch", match=match, token=tokens[0])
    socket.ask(do="move", match=match, at=0, text="1112")
    while socket.hear_until("move")["state"]["turn"] != 0:
        pass
    socket.ask(do="offer", match=match, what="undo")
    assert socket.hear_until("undone")["at"] == 0
    assert socket.ask(do="resign", match=match)["tell"] == "done"
    end = socket.hear_until("end")
    assert end["verdict"]["reason"] == "resigned" and end["verdict"]["winner"] == 1


@case
def all_engines_are_offered_and_play():
    """Those that play through a board too: the same list as the command line's."""
    listed = subprocess.run([DAMERO, "games"], capture_output=True, text=True).stdout
    wanted = re.findall(r"^  engine (\w+):", listed, re.M)
    offered = [engine["name"] for game in shared.get("/api/games")["games"] for engine in game["engines"]]
    assert offered == wanted and "accelerator" in offered, (offered, wanted)
    match, _ = shared.begin(game="trax", rules="variant=8x8",
                            seats=[{"kind": "engine", "engine": "accelerator", "time": 100},
                                   {"kind": "engine", "engine": "codesign", "time": 100}])
    seats = shared.get(f"/api/matches/{match}")["seats"]
    assert [seat["name"] for seat in seats][0] == "64x64", seats


@case
def engines_help_a_player_against_an_engine():
    match, tokens = shared.begin(game="dots", rules="size=2x2",
                                 seats=[{"kind": "person"}, {"kind": "engine", "time": 10}])
    socket = shared.socket()
    socket.ask(do="watch", match=match, token=tokens[0])
    names = [game["name"] for game in shared.get("/api/games")["games"]]
    assert socket.ask(do="hint", match=match, here=True)["tell"] == "done"  # a page that thinks itself
    assert socket.ask(do="hint", match=match, here="yes")["code"] == "bad-request"
    hint = socket.ask(do="hint", match=match)
    assert hint["tell"] == "hint" and len(hint["move"]) == 4 and hint["at"] == 0
    values = socket.ask(do="values", match=match)
    assert len(values["values"]) == 12 and all(v["value"] is not None for v in values["values"])
    assert values["unit"] == shared.get("/api/games")["games"][names.index("dots")]["engines"][0]["unit"]
    watcher = shared.socket()
    watcher.ask(do="watch", match=match)
    watcher.ask(do="evaluate", match=match, on=True)
    news = watcher.hear_until("evaluation")
    assert news["at"] == 0 and news["for"] == 0 and news["line"]
    socket.ask(do="move", match=match, at=0, text="1112")
    while news["at"] == 0:
        news = watcher.hear_until("evaluation")
    assert socket.ask(do="odds", match=match)["code"] == "no-odds"


@case
def engines_help_nobody_out_of_turn_or_with_hidden_dice():
    match, tokens = shared.begin(game="dots", seats=[{"kind": "engine", "time": 60000}, {"kind": "person"}])
    socket = shared.socket()
    socket.ask(do="watch", match=match, token=tokens[1])
    assert socket.ask(do="hint", match=match)["code"] == "not-your-turn"
    assert socket.ask(do="values", match=match)["code"] == "not-your-turn"
    assert socket.ask(do="hint", match=match, here=True)["code"] == "not-your-turn"
    assert socket.ask(do="resign", match=match)["tell"] == "done"
    match, tokens = shared.begin(game="perudo", rules="first=1", seats=[{"kind": "person"}, {"kind": "engine", "time": 10}])
    socket.ask(do="watch", match=match, token=tokens[0])
    assert socket.ask(do="evaluate", match=match, on=True)["code"] == "not-allowed"
    stranger = shared.socket()  # a client that does not even watch
    while not (whole := socket.ask(do="watch", match=match, token=tokens[0])["match"])["state"]["players"][0]["cup"]:
        time.sleep(0.1)
    at = whole["at"]
    assert [player["cup"] for player in stranger.ask(do="look", match=match, at=at)["state"]["players"]] == [None, None]
    assert socket.ask(do="look", match=match, at=at)["state"]["players"][0]["cup"]


@case
def looking_back_and_analysis():
    match, whole = play_against_engine("dots", "size=2x2")
    socket = shared.socket()
    seen = socket.ask(do="look", match=match, at=1)
    assert sum(line["drawn"] for line in seen["state"]["lines"]) == 1 and not seen["state"]["over"]
    assert socket.ask(do="look", match=match, at=99)["code"] == "bad-request"
    assert shared.get(f"/api/matches/{match}/state?at=1") == seen["state"]
    graph = {"done": False}
    while not graph["done"]:
        graph = shared.get(f"/api/matches/{match}/analysis?time=5")
    assert len(graph["points"]) == graph["of"] == whole["at"] + 1 and graph["points"][-1] is None
    assert graph["points"][0]["at"] == 0 and graph["points"][0]["best"]
    answer, record = shared.http("GET", f"/api/matches/{match}/record", raw=True)
    assert answer.status == 200 and b'[Game "dots"]' in record and b'[Seat1 "Ana"]' in record
    status, found = shared.http("POST", "/api/analyse", {"game": "dots", "rules": "size=2x2", "moves": ["1112"],
                                                        "time": 200, "values": True})
    assert status == 200 and len(found["values"]) == 11 and found["state"]["turn"] == 1
    status, found = shared.http("POST", "/api/analyse", {"game": "dots", "moves": ["9999"]})
    assert status == 422 and "move 1" in found["error"]["message"]


@case
def a_review_is_kept_with_its_match():
    match, whole = play_against_engine("dots", "size=2x2")
    assert shared.get(f"/api/matches/{match}/analysis?known=1") == {"unknown": True}
    graph = {"done": False}
    while not graph["done"]:
        graph = shared.get(f"/api/matches/{match}/analysis?time=500")  # every position is proven, on a busy machine too
    again = shared.get(f"/api/matches/{match}/analysis?time=900")
    assert again["done"] and again["points"] == graph["points"] and again["review"] == graph["review"]
    assert len(graph["review"]["accuracy"]) == 2
    assert shared.get(f"/api/matches/{match}/analysis?known=1")["review"] == graph["review"]
    # the same game, sent by somebody: proven by the solver, so with the same values
    game = {"game": "dots", "rules": whole["rules"], "moves": [move["text"] for move in whole["moves"]], "time": 200}
    sent = {"done": False}
    while not sent["done"]:
        status, sent = shared.http("POST", "/api/review", game)
        assert status == 200, sent
    assert [p and p["score"] for p in sent["points"]] == [p and p["score"] for p in graph["points"]]
    assert sent["review"]["moves"] and len(sent["review"]["accuracy"]) == 2
    assert shared.http("POST", "/api/review", {**game, "moves": ["9999"]})[0] == 422
    assert shared.http("POST", "/api/review", {**game, "time": 0})[0] == 400


@case
def a_review_goes_on_after_a_kill():
    server = serve()
    match, _ = server.begin(game="damas", seats=[{"kind": "engine", "time": 5}] * 2)
    while not server.get(f"/api/matches/{match}")["verdict"]:
        time.sleep(0.1)
    graph = {"points": []}
    while len(graph["points"]) < 9:
        graph = server.get(f"/api/matches/{match}/analysis?time=20")
    server.kill()
    server.start()
    # without a request the rest is done in the background; the first points are those from before the kill
    def kept():
        with sqlite3.connect(f"file:{server.folder}/damero.db?mode=ro", uri=True) as journal:
            return journal.execute("SELECT done, content FROM review").fetchall()
    while not (rows := kept()) or not rows[0][0]:
        time.sleep(0.2)
    again = server.get(f"/api/matches/{match}/analysis?time=20")
    assert again["done"] and again["points"][:8] == graph["points"][:8] and again["review"]["moves"]
    assert json.loads(rows[0][1])["points"] == again["points"]


@case
def chat_reaches_those_it_should():
    match, tokens = shared.begin(game="dots", rules="size=2x2", seats=[{"kind": "person", "name": "Ana"}, {"kind": "open"}])
    ana, bob, stranger, other = (shared.socket() for _ in range(4))
    assert ana.ask(do="watch", match=match, token=tokens[0])["match"]["chat"] == {"on": True, "lines": []}
    bob.ask(do="join", match=match, token=tokens[1], name="Bob")
    assert stranger.ask(do="say", match=match, text="x")["code"] == "not-watching"
    stranger.ask(do="watch", match=match)
    other.ask(do="watch", match=match)
    said = ana.ask(do="say", match=match, text="hola \u202e<b>\n//x")["line"]
    assert said["seat"] == 0 and said["name"] == "Ana" and said["text"] == "hola <b> //x", said
    assert bob.hear_until("chat")["line"] == said and other.hear_until("chat")["line"] == said
    assert bob.ask(do="say", match=match, phrase="well-played")["line"]["phrase"] == "well-played"
    assert ana.hear_until("chat")["line"]["phrase"] == "well-played"
    assert bob.ask(do="say", match=match, phrase="rude")["code"] == "bad-request"
    # an invisible character does not hide the slash that makes a text a phrase
    assert bob.ask(do="say", match=match, text="\u200b/rude")["line"]["text"] == "rude"
    assert bob.ask(do="say", match=match, text="\u200b / ")["code"] == "bad-request"
    assert bob.ask(do="say", match=match, text="x" * 201)["code"] == "bad-request"
    # what spectators say reaches spectators alone until the match is over
    advice = stranger.ask(do="say", match=match, text="play 1112", name="Eve")["line"]
    assert advice["seat"] is None and advice["name"] == "Eve"
    while (heard := other.hear_until("chat")["line"]) != advice:
        assert heard["seat"] is not None
    lines = ana.ask(do="watch", match=match, token=tokens[0])["match"]["chat"]["lines"]
    assert [line["seat"] for line in lines] == [0, 1, 1]
    # a few at a time from one address
    answers = [other.ask(do="say", match=match, phrase="hello") for _ in range(8)]
    assert answers[-1]["reason"] == "chat-too-fast", answers[-1]
    assert ana.hear_until("spectators")["count"] >= 1
    ana.ask(do="resign", match=match)
    ana.hear_until("end")
    lines = ana.ask(do="watch", match=match, token=tokens[0])["match"]["chat"]["lines"]
    assert None in [line["seat"] for line in lines]


@case
def lists():
    before = shared.get("/api/matches?limit=1")["matches"][0]["id"]
    socket = shared.socket()
    socket.say(do="list", on=True, states=True)
    known = {m["id"] for m in socket.hear_until("list")["matches"]}
    match, tokens = shared.begin(game="trax", seats=[{"kind": "person"}, {"kind": "engine", "time": 10}])
    status, answer = shared.http("POST", "/api/matches", {"game": "trax", "seats": [{"kind": "person"}, {"kind": "open"}], "listed": False})
    hidden, key = answer["match"], answer["key"]
    while match not in known:
        listed = {m["id"]: m for m in socket.hear_until("list")["matches"]}
        known = set(listed)
    assert listed[match]["state"]["tiles"] == [] and hidden not in listed
    player = shared.socket()
    player.ask(do="watch", match=match, token=tokens[0])
    player.ask(do="resign", match=match)
    while match in listed:
        listed = {m["id"]: m for m in socket.hear_until("list")["matches"]}
    over = shared.get("/api/matches?state=over&game=trax&limit=1")["matches"][0]
    assert over["id"] == match and over["over"] and over["reason"] == "resigned" and over["winner"] == 1
    older = shared.get(f"/api/matches?before={match}&limit=1")["matches"][0]
    assert older["id"] == before or older["id"] < match
    assert shared.get(f"/api/matches/{hidden}-{key}")["waiting"]


@case
def lists_show_what_has_just_happened():
    """Entries are kept until their match changes: a move, one taken back and played differently, a seat, the end."""
    def listed():
        lists = [shared.get("/api/matches?limit=3" + more)["matches"] for more in ("&states=1", "")]
        with_state, without = (next(m for m in found if m["id"] == match) for found in lists)
        state = with_state.pop("state")
        assert with_state == without and state == shared.get(f"/api/matches/{match}")["state"]
        return {**without, "drawn": [line["text"] for line in state["lines"] if line["drawn"]]}

    match, tokens = shared.begin(game="dots", rules="size=2x2", seats=[{"kind": "person", "name": "Ana"}, {"kind": "open"}])
    first, second = shared.socket(), shared.socket()
    first.ask(do="watch", match=match, token=tokens[0])
    assert listed()["seats"][1]["kind"] == "open"
    second.ask(do="join", match=match, token=tokens[1], name="Zoe")
    assert listed()["seats"][1]["name"] == "Zoe" and listed()["drawn"] == []
    first.ask(do="move", match=match, at=0, text="1112")
    first.hear_until("move")
    assert listed()["drawn"] == ["1112"]
    first.ask(do="offer", match=match, what="undo")
    second.hear_until("offer")
    second.ask(do="accept", match=match, what="undo")
    first.hear_until("undone")
    assert listed()["drawn"] == [] and listed()["moves"] == 0
    first.ask(do="move", match=match, at=0, text="1121")
    first.hear_until("move")
    assert listed()["drawn"] == ["1121"] and not listed()["over"]
    second.ask(do="resign", match=match)
    first.hear_until("end")
    assert listed()["reason"] == "resigned" and listed()["winner"] == 0


@case
def a_kill_loses_nothing():
    server = serve()
    match, tokens, first, second = two_people(rules="size=3x3", server=server, clock={"game": 600000, "increment": 1000})
    engine, engine_tokens = server.begin(game="damas", seats=[{"kind": "person"}, {"kind": "engine", "time": 30}])
    perudo, perudo_tokens = server.begin(game="perudo", seats=[{"kind": "person"}, {"kind": "engine", "time": 30}])
    waiting, waiting_tokens = server.begin(game="trax", seats=[{"kind": "person"}, {"kind": "open"}])
    for at, (socket, move) in enumerate([(first, "1112"), (second, "1121"), (first, "3334")]):
        assert socket.ask(do="move", match=match, at=at, text=move)["tell"] == "done"
        for other in (first, second):
            assert other.hear_until("move")["at"] == at + 1
    dice = server.socket()
    before = dice.ask(do="watch", match=perudo, token=perudo_tokens[0])["match"]
    while before["state"]["turn"] not in (0, 1) or not before["state"]["players"][0]["cup"]:
        time.sleep(0.1)
        before = dice.ask(do="watch", match=perudo, token=perudo_tokens[0])["match"]
    clocks = server.get(f"/api/matches/{match}")["clocks"]
    for kill in (True, False):
        if kill:
            server.kill()
        else:
            assert "nothing is lost" in server.stop()
        server.start()
        first, second = server.socket(), server.socket()
        whole = first.ask(do="watch", match=match, token=tokens[0])["match"]
        assert [m["text"] for m in whole["moves"]] == ["1112", "1121", "3334"] and whole["verdict"] is None
        assert whole["seats"][1]["name"] == "Béla <b>" and whole["seats"][1]["avatar"] == "fox"
        again = server.get(f"/api/matches/{match}")["clocks"]
        assert again["left"][0] == clocks["left"][0], (again, clocks)
        assert clocks["left"][1] - 1000 * WAIT <= again["left"][1] <= 601000
        assert server.socket().ask(do="watch", match=waiting, token=waiting_tokens[1])["match"]["waiting"]
        now = server.socket().ask(do="watch", match=perudo, token=perudo_tokens[0])["match"]
        assert now["state"]["players"][0]["cup"] == before["state"]["players"][0]["cup"]
    second.ask(do="watch", match=match, token=tokens[1])
    assert second.ask(do="move", match=match, at=3, text="3343")["tell"] == "done"
    assert first.hear_until("move")["at"] == 4
    socket = server.socket()
    whole = socket.ask(do="watch", match=engine, token=engine_tokens[0])["match"]
    verdict, _ = play_on(socket, engine, 0, whole["state"], whole["at"], lambda state: state["moves"][0])
    assert verdict["reason"] in ("won", "drawn")


@case
def a_pause_costs_nobody_time():
    server = serve()
    match, _, first, second = two_people(server=server, clock={"game": 600000})
    first.ask(do="move", match=match, at=0, text="1112")
    second.hear_until("move")

    def organiser(word):
        done = subprocess.run([DAMERO, "adjudicate", str(match), word, "--store", os.path.join(server.folder, "damero.db")],
                              capture_output=True, text=True, timeout=WAIT)
        assert done.returncode == 0, done.stderr
        while (clocks := second.hear_until("clocks")["clocks"])["paused"] != (word == "--pause"):
            pass
        return clocks["left"]

    before = organiser("--pause")
    time.sleep(2)
    assert server.get(f"/api/matches/{match}")["clocks"]["left"] == before
    began = time.monotonic()  # of the following moves; the match continues later than that
    after = organiser("--go")
    passed = 1000 * (time.monotonic() - began)
    assert after[0] == before[0] and before[1] - passed <= after[1] <= before[1], (before, after, passed)


@case
def no_dice_of_others_in_any_message():
    """Three people and a spectator play Perudo to its end; whatever each was sent is searched for dice that
    were not shown yet. The reference is what each seat was sent about its own cup."""
    match, tokens = shared.begin(game="perudo", rules="dice=3", seats=[{"kind": "person"}] * 3)
    sockets = [shared.socket() for _ in range(4)]
    chance = random.Random(3)
    states = []
    for seat, socket in enumerate(sockets):
        token = {"token": tokens[seat]} if seat < 3 else {}
        whole = socket.ask(do="watch", match=match, **token)["match"]
        states.append((whole["state"], whole["at"]))
    record = shared.http("GET", f"/api/matches/{match}/record", raw=True)[1].decode()
    assert '[Game "perudo"]' in record and not re.search("[1-8][:=][1-6]", record), record
    over, said = False, [None] * 3
    while not over:
        for seat in range(3):
            state, at = states[seat]
            if state["turn"] == seat and said[seat] != at:
                said[seat] = at
                bids = [m for m in state["moves"] if m["kind"] == "bid"]
                doubts = [m for m in state["moves"] if m["kind"] == "doubt"]
                move = doubts[0] if doubts and (not bids or chance.random() < 0.4) else bids[0]
                time.sleep(0.15)  # three requests, and no more than twenty a second
                sockets[seat].say(do="odds", match=match)
                sockets[seat].say(do="look", match=match, at=at)
                sockets[seat].say(do="move", match=match, at=at, text=move["text"])
        for socket in select.select(sockets, [], [], 30)[0]:
            seat, news = sockets.index(socket), socket.hear()
            assert news and news["tell"] != "error", news
            if news["tell"] in ("move", "end"):
                states[seat] = (news["state"], news.get("at", states[seat][1]))
            over = over or news["tell"] == "end"
    for seat, socket in enumerate(sockets):
        if '"tell":"end"' not in "".join(socket.heard):
            socket.hear_until("end")
        for words in socket.heard:
            message = json.loads(words)
            if message["tell"] == "end":
                break  # then nothing is secret any more
            whole = message["match"] if message["tell"] == "match" else message
            state = whole.get("state")
            if not state:
                continue
            shown = "result" in state or any(h["text"] in ("dudo", "calza") for h in state["history"])
            for player in state["players"]:
                assert shown or player["seat"] == seat or player["cup"] is None, words
            for other in range(3):
                if other != seat:
                    assert not re.search(rf'"{other + 1}:[1-6]', words), words
            if not shown:
                hands = state["text"].split()[0].split("/")
                for other, hand in enumerate(hands):
                    assert other == seat or set(hand) <= set("?-"), words
                assert state["reveals"] == [], words
    # Every roll was committed to; no key was published before the dice were shown, and every key fits.
    journal = sqlite3.connect(os.path.join(shared.folder, "damero.db"))
    commits = [row[0].split() for row in journal.execute(
        "SELECT text FROM event WHERE match = ? AND kind = 'commit'", (match,))]
    journal.close()
    whole = shared.get(f"/api/matches/{match}")
    known = {secret["move"]: secret for secret in whole["commitments"]}
    assert len(commits) == len(known) == sum(":" in m["text"] and m["text"][0].isdigit() for m in whole["moves"]) > 2
    for number, digest, key in commits:
        secret = known[int(number)]
        words = f"{number} {secret['text']} {key}".encode()
        assert hashlib.blake2b(words, digest_size=32).hexdigest() == digest == secret["hash"], secret
        for socket in sockets:
            told = [json.loads(words) for words in socket.heard if key in words]
            assert told and (told[0]["tell"] == "reveal" or "result" in told[0]["state"]), told[:1]


@case
def strangers_stay_outside():
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Host": "evil.example"},
                    {"Origin": f"http://127.0.0.1:{shared.port}.evil.example"}, {"Origin": "http://127.0.0.1:1"}):
        try:
            shared.socket(headers=headers)
            assert False, headers
        except (Refused, ConnectionError):
            pass
    assert shared.socket(headers={"Origin": None}).ask(do="ping")["tell"] == "pong"
    for path, protocol in (("/api/other", "damero"), ("/", "damero"), ("/api/socket", "http"), ("/api/socket", "x")):
        try:
            shared.socket(path=path, protocol=protocol)
            assert False, (path, protocol)
        except (Refused, ConnectionError):
            pass
    body = {"game": "dots", "seats": [{"kind": "person"}, {"kind": "open"}]}
    assert shared.http("POST", "/api/matches", body, {"Origin": "http://evil.example"})[0] == 403
    assert shared.http("GET", "/api/games", headers={"Host": "evil.example"})[0] == 403
    answer, _ = shared.http("POST", "/api/matches", "game=dots", {"Content-Type": "text/plain"}, raw=True)
    assert answer.status == 415


@case
def headers_of_the_page():
    answer, page = shared.http("GET", "/match/12", headers={"Accept-Encoding": "gzip"}, raw=True)
    assert answer.status == 200 and answer.getheader("Content-Type").startswith("text/html")
    policy = answer.getheader("Content-Security-Policy")
    policy = policy.replace("'wasm-unsafe-eval'", "")  # engines in the browser; no text becomes a script
    assert "default-src 'self'" in policy and "unsafe" not in policy and "http" not in policy
    assert answer.getheader("X-Content-Type-Options") == "nosniff"
    assert answer.getheader("Cross-Origin-Opener-Policy") == "same-origin"  # both: engines may use threads
    assert answer.getheader("Cross-Origin-Embedder-Policy") == "require-corp"
    packed = page if answer.getheader("Content-Encoding") != "gzip" else gzip.decompress(page)
    assert shared.http("GET", "/match/12", raw=True)[1] == packed  # for a client that does not accept gzip
    tag = answer.getheader("ETag")
    answer, page = shared.http("GET", "/", headers={"If-None-Match": tag, "Accept-Encoding": "gzip"}, raw=True)
    assert answer.status == 304 and page == b""
    assert shared.http("GET", "/nothing.js", raw=True)[0].status == 404
    assert shared.http("GET", "/../../etc/passwd.txt", raw=True)[0].status in (400, 403, 404)
    assert shared.http("DELETE", "/api/matches/1", raw=True)[0].status in (403, 404, 405)
    assert shared.http("GET", "/api/nothing")[0] == 404
    answer, _ = shared.http("HEAD", "/", headers={"Accept-Encoding": "gzip"}, raw=True)
    assert answer.status == 200


@case
def what_is_the_same_for_everybody_is_compressed():
    """Not what depends on a person: its length would tell what else is in the answer."""
    for path, common in ("/api/games", True), ("/api/puzzles/trax", True), ("/api/matches", False):
        answer, packed = shared.http("GET", path, headers={"Accept-Encoding": "gzip, br"}, raw=True)
        assert (answer.getheader("Content-Encoding") == "gzip") == common, path
        plain, body = shared.http("GET", path, raw=True)
        assert plain.getheader("Content-Encoding") is None and (plain.getheader("Vary") == "Accept-Encoding") == common, path
        if common:
            assert gzip.decompress(packed) == body and len(packed) * 3 < len(body), path


@case
def bad_requests_get_a_reason():
    wrong = [({}, "game"), ({"game": "chess", "seats": [{"kind": "person"}] * 2}, "chess"),
             ({"game": "dots", "seats": [{"kind": "person"}]}, "seats"),
             ({"game": "dots", "seats": [{"kind": "robot"}] * 2}, "kind"),
             ({"game": "dots", "rules": "size=99x99", "seats": [{"kind": "person"}] * 2}, "size"),
             ({"game": "dots", "seats": [{"kind": "person"}, {"kind": "engine", "level": "godlike"}]}, "godlike"),
             ({"game": "dots", "seats": [{"kind": "person"}, {"kind": "engine", "level": "a\nme"}]}, "single"),
             ({"game": "dots", "clock": {"move": -1}, "seats": [{"kind": "person"}] * 2}, "clock.move"),
             ({"game": "dots", "start": "nonsense", "seats": [{"kind": "person"}] * 2}, "")]
    for body, word in wrong:
        status, answer = shared.http("POST", "/api/matches", body)
        assert status in (400, 422) and word in answer["error"]["message"], (body, status, answer)
    answer, _ = shared.http("POST", "/api/matches", b"{" * 9000, {"Content-Type": "application/json"}, raw=True)
    assert answer.status == 400
    answer, _ = shared.http("POST", "/api/matches", b" " * 20000, {"Content-Type": "application/json"}, raw=True)
    assert answer.status == 413
    socket = shared.socket()
    for words in ("", "[]", "nonsense", "{", '{"do":1}', '{"do":"watch"}', '{"do":"watch","match":"1"}',
                  '{"do":"wach","match":1}', '{"do":"watch","match":1,"token":7}', '{"do":"watch","do":"list"}',
                  '{"do":"look","match":1,"at":-1}', '{"do":"list","on":"yes"}', "[" * 5000):
        socket.frame(words.encode())
        assert socket.hear()["tell"] == "error", words


@case
def bad_frames_end_only_their_socket():
    bystander = shared.socket()
    frames = [(1009, dict(payload=b"x" * 20000)), (1003, dict(payload=b"{}", opcode=2)), (1007, dict(payload=b"\xff\xfe")),
              (1002, dict(payload=b"{}", opcode=3)), (1002, dict(payload=b"x" * 200, opcode=9)), (1002, dict(payload=b"{}", opcode=0))]
    for status, frame in frames:
        socket = shared.socket()
        socket.frame(**frame)
        with contextlib.suppress(OSError):  # it may be closed by now
            socket.frame(b"{}")
        while (heard := socket.hear()) is not None:
            assert heard["tell"] == "error", (frame, heard)
        assert socket.closed in (status, 1006), (frame, socket.closed)
        socket.close()
    socket = shared.socket()
    socket.frame(b"", length=2 ** 40)  # no memory is held for bytes that never come
    socket.close()
    socket = shared.socket()
    socket.frame(b'{"do":"pi', final=False)
    socket.frame(b'ng"}', opcode=0)
    assert socket.hear()["tell"] == "pong"
    for nonsense in (b"\0" * 100, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"POST /api/matches HTTP/1.1\r\n\r\n",
                     b"GET " + b"/a" * 20000 + b" HTTP/1.1\r\n\r\n", os.urandom(3000),
                     b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + b"X: y\r\n" * 3000 + b"\r\n"):
        raw = Socket(shared.port, greet=False)
        try:
            raw.socket.sendall(nonsense)
            raw.socket.settimeout(0.2)
            raw.socket.recv(100)
        except OSError:
            pass
        raw.close()
    assert bystander.ask(do="ping")["tell"] == "pong"


@case
def one_address_does_not_use_up_the_engines():
    """It may have 24 questions at a time; others are answered meanwhile, and it as soon as it has fewer."""
    question = {"game": "damas", "time": 20000}
    asked = []
    refused = None
    while refused is None and len(asked) < 300:
        asked.append(shared.send("POST", "/api/analyse", question, source="127.0.0.2"))
        # Beyond 24, a query is answered before an engine thinks about it.
        ready, _, _ = select.select([c.sock for c in asked], [], [], WAIT if len(asked) > 24 else 0)
        for connection in [c for c in asked if c.sock in ready]:
            asked.remove(connection)
            answer = connection.getresponse()
            told = json.loads(answer.read())
            connection.close()
            if answer.status == 429:
                refused = told["error"]
    assert (refused["code"], refused["reason"]) == ("too-many", "too-many-analyses"), refused
    status, found = shared.http("POST", "/api/analyse", {"game": "damas", "time": 50}, source="127.0.0.3")
    assert status == 200 and found["best"], found
    for connection in asked:
        connection.close()
    until(lambda: shared.http("POST", "/api/analyse", {"game": "damas", "time": 50}, source="127.0.0.2")[0] == 200)


@case
def one_address_does_not_use_up_the_matches():
    """Engines among themselves have 16 places for an address, beginnings 60 at once."""
    engines = {"game": "damas", "seats": [{"kind": "engine", "time": 600000}] * 2}
    server = serve()
    try:
        answers = [server.http("POST", "/api/matches", engines, source="127.0.0.2") for _ in range(17)]
        assert [status for status, _ in answers] == [201] * 16 + [429], answers[-1]
        assert answers[-1][1]["error"]["code"] == "too-many" and "your address" in answers[-1][1]["error"]["message"]
        assert server.http("POST", "/api/matches", engines, source="127.0.0.3")[0] == 201
        people = {"game": "dots", "seats": [{"kind": "person"}, {"kind": "open"}]}
        for _ in range(1000):
            status, told = server.http("POST", "/api/matches", people, source="127.0.0.2")
            if status != 201:
                break
        assert status == 429 and told["error"]["code"] == "slow-down", told
        assert server.http("POST", "/api/matches", people, source="127.0.0.3")[0] == 201
        assert len(os.listdir(f"/proc/{server.process.pid}/task")) < 3 * 17, "a thread for each engine"
    finally:
        server.kill()


@case
def a_client_that_sends_too_much_is_disconnected():
    socket = shared.socket()
    words = b'{"do":"ping"}'
    # All at once, with a mask of zeros, so that the server has read everything when it closes; so
    # many that its allowance does not fill up again meanwhile.
    socket.socket.sendall((bytes([0x81, 0x80 | len(words), 0, 0, 0, 0]) + words) * 200)
    heard = []
    while (message := socket.hear()) is not None:
        heard.append(message)
    assert heard[-1]["code"] == "slow-down" and socket.closed == 1008
    assert [message["tell"] for message in heard[:40]] == ["pong"] * 40, heard


@case
def a_slow_reader_gets_the_whole_match_again():
    match, tokens = shared.begin(game="dots", rules="size=15x15", seats=[{"kind": "person"}] * 2)
    slow = shared.socket(room=4096)
    slow.ask(do="watch", match=match)
    players, count = [shared.socket(), shared.socket()], 80
    states = [socket.ask(do="watch", match=match, token=token)["match"]["state"]
              for socket, token in zip(players, tokens)]
    for at in range(count):
        seat = states[0]["turn"]
        players[seat].say(do="move", match=match, at=at, text=states[seat]["moves"][0]["text"])
        states = [socket.hear_until("move")["state"] for socket in players]
        time.sleep(0.03)  # each keeps to its rate
    last = slow.hear_until("move", "match")
    told = 1
    while (last.get("at") or last["match"]["at"]) < count:
        last = slow.hear_until("move", "match")
        told += 1
    assert told < count, "nothing was left out"
    players[0].ask(do="resign", match=match)
    slow.hear_until("end")


@case
def a_second_server_says_that_the_port_is_taken():
    done = subprocess.run([DAMERO, "serve", "--listen", f"127.0.0.1:{shared.port}", "--data", shared.folder],
                          capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 1 and "is in use" in done.stderr and "--listen" in done.stderr, done
    for wrong in ("nonsense", "127.0.0.1:x", "1.2.3.4:0", "127.0.0.1:99999"):
        done = subprocess.run([DAMERO, "serve", "--listen", wrong, "--data", shared.folder], capture_output=True,
                              text=True, timeout=WAIT)
        assert done.returncode == 1 and "isten" in done.stderr, done


@case
def it_ends_cleanly():
    assert "nothing is lost" in shared.stop()


run_cases(end_servers)
