#!/usr/bin/env python3
"""The Python bindings over libdamero, its ABI, and its examples in C: python_test.py LIBRARY SOURCE_ROOT EXAMPLE..."""
import inspect
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile

from tap import case, run_cases, skip

LIBRARY, ROOT, *EXAMPLES = (os.path.abspath(word) for word in sys.argv[1:])
os.environ["DAMERO_LIBRARY"] = LIBRARY
sys.path.insert(0, os.path.join(ROOT, "bindings", "python"))
import damero  # noqa: E402
from damero.environment import Environment  # noqa: E402
from damero.tournament import engine, round_robin  # noqa: E402


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
def masks_of_many_games_come_in_one_call():
    rules = damero.Rules("damas")
    games = [rules.start() for _ in range(5)]
    for i, game in enumerate(games):
        for _ in range(i):
            game.play(game.moves()[0])
    assert damero.masks(games) == [game.mask() for game in games] and damero.masks([]) == []


@case
def a_round_robin_is_played_in_a_notebook():
    rules = damero.Rules("dots", "size=2x2")
    players = {"full": engine(rules, nodes=2000), "beginner": engine(rules, level="beginner", nodes=100),
               "first": lambda game: game.moves()[0]}
    table = round_robin(rules, players, games=4)
    assert [row.wins + row.draws + row.losses for row in table] == [8, 8, 8] and sum(row.points for row in table) == 12
    assert table[0].name == "full" and table == sorted(table, key=lambda row: -row.points), table
    dice = damero.Rules("perudo", "dice=1")
    both = {name: engine(dice, nodes=10) for name in "ab"}
    assert sum(row.points for row in round_robin(dice, both)) == 2
    refused(round_robin, damero.Rules("perudo", "players=3"), both)


@case
def the_abi_of_version_1_is_unchanged():
    """Declarations may be added, not changed, as long as DAMERO_API is the same."""
    with open(os.path.join(ROOT, "src", "api", "damero.h")) as header:
        source = re.sub(r"/\*.*?\*/", "", header.read(), flags=re.S)
    now = {" ".join(one.replace("DAMERO_EXPORT", "").split())
           for one in re.findall(r"^(?:DAMERO_EXPORT|typedef|enum)[^;{]*(?:\{[^}]*\}[^;]*)?;", source, re.M)}
    version = re.search(r"#define DAMERO_API (\d+)", source)[1]
    with open(os.path.join(ROOT, "tests", "data", "api", f"damero-{version}.txt")) as file:
        promised = set(file.read().splitlines())
    assert promised <= now, promised - now
    assert now <= promised, f"add to tests/data/api/damero-{version}.txt: {now - promised}"


@case
def the_library_exports_what_its_header_declares_and_nothing_else():
    with open(os.path.join(ROOT, "src", "api", "damero.h")) as header:
        source = header.read()
    declared = set(re.findall(r"DAMERO_EXPORT[^;(]*?\b(damero_\w+)\(", source))
    listing = subprocess.run(["nm", "-D", "--defined-only", LIBRARY], capture_output=True, text=True, check=True,
                             env={**os.environ, "LD_PRELOAD": ""}).stdout
    exported = {line.split()[-1].split("@")[0] for line in listing.splitlines()}
    assert {name for name in exported if not name.startswith(("DAMERO_", "__"))} == declared, exported ^ declared
    assert all("@@DAMERO_1" in line for line in listing.splitlines() if " T damero_" in line), listing


@case
def the_examples_in_c_do_what_they_say():
    games, engines, record, solver = (subprocess.run([path], capture_output=True, text=True, check=True).stdout
                                      for path in EXAMPLES)
    assert all(f"{name}, 2 seats\n" in games for name in damero.games()) and "refused: setting size" in games, games
    *moves, score = engines.splitlines()
    assert len(moves) == 24 and sum(int(number) for number in score.split(" - ")) == 9, (moves, score)
    assert record.startswith("4 moves, won by Player 2\n") and record.endswith("1. 1112 1121 2. 2122 1222 0-1\n"), record
    assert solver.startswith("value 2, 1320 sequences of three moves, "), solver


@case
def everything_public_has_a_docstring():
    import damero.tournament as tournament
    owners = [damero, tournament, Environment, *(damero.Rules, damero.Game, damero.Engine)]
    for owner in owners:
        for name, value in inspect.getmembers(owner):
            ours = inspect.isclass(value) or inspect.isfunction(value) or isinstance(value, property)
            if ours and not name.startswith("_") and getattr(value, "__module__", "damero").startswith("damero"):
                assert value.__doc__ and not value.__doc__.startswith(name + "("), f"{owner.__name__}.{name}"


@case
def the_package_is_typed():
    if not shutil.which("mypy"):
        skip("mypy is not installed")
    package = os.path.join(ROOT, "bindings", "python", "damero")
    assert os.path.exists(os.path.join(package, "py.typed"))
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(["mypy", "--strict", "--cache-dir", cache, package], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


run_cases()
