#!/usr/bin/env python3
"""The server as the page uses it: whole games over the socket, people, kills, and those who mean harm."""
import os
import random
import shutil
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from page_client import Refused, Server, Socket  # noqa: E402

DAMERO = os.path.abspath(sys.argv[1])
cases, servers = [], []


def case(function):
    cases.append(function)
    return function


def serve(*words):
    server = Server(DAMERO, *words)
    servers.append(server)
    return server


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


print("TAP version 13")
print(f"1..{len(cases)}")
for number, function in enumerate(cases, 1):
    name = function.__name__.replace("_", " ")
    try:
        function()
        print(f"ok {number} - {name}", flush=True)
    except Exception as failure:  # a test's failure is told, the others go on
        for line in f"{type(failure).__name__}: {failure}".splitlines():
            print(f"# {line}")
        print(f"not ok {number} - {name}", flush=True)
for server in servers:
    server.process.kill()
    server.process.communicate()
    shutil.rmtree(server.folder, ignore_errors=True)
