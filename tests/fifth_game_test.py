#!/usr/bin/env python3
"""What a new game takes, shown with one that is not shipped (fifth_game/README.md)."""
import os
import subprocess
import sys

from page_client import Server
from tap import case, run_cases

FIVE, CONTRACT, ROOT = (os.path.abspath(word) for word in sys.argv[1:4])
PATCH = open(os.path.join(ROOT, "tests/fifth_game/registries.patch"), encoding="utf-8").read().splitlines()


def damero(*words):
    return subprocess.run([FIVE, *words], capture_output=True, text=True, check=True).stdout


@case
def a_new_game_is_its_folders_and_a_line_or_two_in_each_registry():
    files = [line[6:] for line in PATCH if line.startswith("+++ b/")]
    added = [line for line in PATCH if line.startswith("+") and not line.startswith("+++")]
    assert files == ["src/games/registry.c", "src/meson.build", "src/server/position_json.c",
                     "tests/contract_test.c", "web/src/games/index.ts"], files
    assert len(added) <= 9, added


@case
def it_keeps_the_contract():
    found = subprocess.run([CONTRACT], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout + found.stderr


@case
def the_command_line_knows_it():
    assert "tictactoe" in damero("games")
    assert damero("show", "tictactoe", "--moves", "b2 a1").startswith("o . .\n. x .\n. . .\n")
    # Sequences of moves; from the sixth on, games that were won before are not continued.
    for depth, leaves in ((1, 9), (5, 15120), (6, 54720)):
        assert str(leaves) in damero("perft", "tictactoe", str(depth)).split(), depth


@case
def the_server_plays_it():
    server = Server(FIVE)
    try:
        info = {game["name"]: game for game in server.get("/api/games")["games"]}["tictactoe"]
        assert info["seats"] == {"least": 2, "most": 2, "usual": 2} and info["sides"] == ["Player 1", "Player 2"]
        assert info["features"]["draws"] and not info["features"]["hidden"], info["features"]
        match, tokens = server.begin(game="tictactoe", seats=[{"kind": "person"}, {"kind": "person"}])
        sockets = [server.socket(), server.socket()]
        for socket, token in zip(sockets, tokens):
            whole = socket.ask(do="watch", match=match, token=token)["match"]
        assert whole["state"]["cells"] == [None] * 9
        refused = sockets[0].ask(do="move", match=match, at=0, text="d4")
        assert (refused["code"], refused["reason"], refused["args"]) == (
            "illegal-move", "tictactoe-not-a-cell", ["d4"]), refused
        for at, text in enumerate(["b2", "a1", "b1", "a2", "b3"]):
            sockets[at % 2].say(do="move", match=match, at=at, text=text)
            for socket in sockets:
                state = socket.hear_until("move")["state"]
        end = sockets[1].hear_until("end")
        assert end["verdict"]["winner"] == 0 and end["verdict"]["detail"] == "three in a row", end
        assert state["cells"] == [1, 0, None, 1, 0, None, None, 0, None], state
    finally:
        server.stop()


run_cases()
