#!/usr/bin/env python3
"""The Python bindings over libdamero, and the example in C: python_test.py LIBRARY SOURCE_ROOT EXAMPLE."""
import os
import random
import subprocess
import sys

from tap import case, run_cases

LIBRARY, ROOT, EXAMPLE = (os.path.abspath(word) for word in sys.argv[1:4])
os.environ["DAMERO_LIBRARY"] = LIBRARY
sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))
import damero  # noqa: E402
from damero.environment import Environment  # noqa: E402


def refused(function, *arguments, **named):
    try:
        function(*arguments, **named)
    except damero.Error as error:
        return str(error)
    raise AssertionError("not refused")


@case
def every_game_is_played_to_its_end():
    chance = random.Random(1)
    for name, settings in (("dots", "size=3x3"), ("damas", ""), ("trax", "variant=8x8"), ("perudo", "players=4")):
        game, seed = damero.Rules(name, settings).start(), 5
        while not game.over:
            if game.turn == damero.CHANCE:
                seed = game.roll(seed)
            else:
                game.play(chance.choice(game.moves()))
        assert game.outcome.over and game.moves() == [], game
        assert [again.position for again in damero.read_records(game.record())] == [game.position]


@case
def moves_are_played_copied_and_taken_back():
    game = damero.Rules("damas").start()
    before, copy = game.position, game.copy()
    game.play("10-14").play("24-20")
    assert len(game) == 2 and len(copy) == 0 and copy.position == before
    assert game.undo().undo() == copy and hash(game) == hash(copy)
    assert "10-33" in refused(game.play, "10-33") and game.position == before
    refused(game.undo)
    assert game.perft(4) == 1469


@case
def bad_input_raises_an_error_that_says_why():
    assert "size" in refused(damero.Rules, "dots", "size=99x99")
    assert "chess" in refused(damero.Rules, "chess")
    rules = damero.Rules("dots")
    refused(rules.start, "nonsense")
    refused(damero.Engine, rules, level="godlike")
    refused(rules.seat_name, 9)
    refused(list, damero.read_records("[Game \"dots\"]\n\n1. 9999 *\n"))


@case
def dice_of_others_are_hidden():
    game, seed = damero.Rules("perudo", "players=3").start(), 3
    while game.turn == damero.CHANCE:
        seed = game.roll(seed)
    seen = game.view(1).split()[0].split("/")
    assert [("?" in dice) for dice in seen] == [True, False, True], seen
    assert "?" not in game.position


@case
def an_engine_thinks_reports_and_is_stopped():
    rules = damero.Rules("dots", "size=2x2")
    engine, game = damero.Engine(rules), rules.start()
    answer = engine.think(game, seconds=60)
    assert answer.exact and answer.move in game.moves() and answer.score == game.solve(), answer
    damas = damero.Rules("damas")
    seen = []
    answer = damero.Engine(damas).think(damas.start(), progress=lambda so_far: seen.append(so_far) or len(seen) < 3)
    assert len(seen) >= 3 and answer.move, seen
    try:
        damero.Engine(damas).think(damas.start(), progress=lambda so_far: 1 / 0)
    except ZeroDivisionError:
        return
    raise AssertionError("an exception of the callback is lost")


@case
def environments_respect_hidden_information_and_end_with_rewards():
    chance = random.Random(2)
    for name, settings in (("dots", "size=2x2"), ("damas", ""), ("trax", "variant=8x8"), ("perudo", "players=3")):
        environment = Environment(name, settings, seed=9)
        for agent in environment.agent_iter():
            observation, _, over, _, _ = environment.last()
            legal = [i for i, one in enumerate(observation["action_mask"]) if one]
            assert over or len(legal) == len(observation["moves"]) > 0, observation
            assert len(observation["action_mask"]) == environment.action_count
            for other in environment.possible_agents:
                dice = environment.observe(other)["observation"].split()[0].split("/")
                assert name != "perudo" or over or all("?" in d or not d.strip("-") for d in dice[:environment.possible_agents.index(other)]), dice
            environment.step(None if over else chance.choice(legal))
        assert sum(environment.rewards.values()) in (0.0, -1.0) and not environment.agents, environment.rewards
    refused(environment.step, 0) if environment.agents else None


@case
def many_games_are_played_at_once():
    rules = damero.Rules("dots", "size=2x2")
    result = rules.play_random(1000, seed=3)
    assert sum(result.wins) + result.draws == 1000 and result.moves == 12000, result
    assert result == rules.play_random(1000, seed=3) != rules.play_random(1000, seed=4)


@case
def the_library_exports_what_its_header_declares_and_nothing_else():
    with open(os.path.join(ROOT, "src", "api", "damero.h")) as header:
        source = header.read()
    import re
    declared = set(re.findall(r"DAMERO_EXPORT[^;(]*?\b(damero_\w+)\(", source))
    listing = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True,
                             env={**os.environ, "LD_PRELOAD": ""}).stdout
    exported = {line.split()[-1].split("@")[0] for line in listing.splitlines()}
    assert {name for name in exported if not name.startswith(("DAMERO_", "__"))} == declared, exported ^ declared
    assert all("@@DAMERO_1" in line for line in listing.splitlines() if " T damero_" in line), listing


@case
def the_example_in_c_plays_a_game_to_its_end():
    *moves, score = subprocess.run([EXAMPLE], capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(moves) == 24 and sum(int(number) for number in score.split(" - ")) == 9, (moves, score)


run_cases()
