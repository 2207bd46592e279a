"""A round-robin between engines and functions, for a notebook.

    import damero
    from damero.tournament import engine, round_robin

    rules = damero.Rules("dots", "size=3x3")
    table = round_robin(rules, {
        "club": engine(rules, level="club", seconds=0.01),
        "mine": lambda game: game.moves()[0],
    }, games=4)
    for row in table:
        print(row.name, row.points)

Contests with clocks, programs, boards and a journal are played by `damero tournament`.
"""
from __future__ import annotations

import itertools
import random
from typing import Any, Callable, Dict, List, NamedTuple

from . import CHANCE, NOBODY, Engine, Error, Game, Rules

__all__ = ["Row", "engine", "play", "round_robin"]

# Chooses a move, by its text, for the seat on turn. In a game with dice, look at game.view(game.turn) only.
Player = Callable[[Game], str]


class Row(NamedTuple):
    """A line of the standings; a draw is worth half a point."""
    name: str
    points: float
    wins: int
    draws: int
    losses: int


def engine(rules: Rules, name: str | None = None, level: str | None = None, **limits: Any) -> Player:
    """An engine as a player; its limits are seconds, nodes or depth."""
    who = Engine(rules, name, level)
    return lambda game: who.think(game, **limits).move


def play(rules: Rules, players: List[Player], seed: int = 1) -> Game:
    """One game, players by seat; the seed determines the dice."""
    game, dice = rules.start(), random.Random(seed).getrandbits(64)
    while not game.over:
        if game.turn == CHANCE:
            dice = game.roll(dice)
        else:
            game.play(players[game.turn](game))
    return game


def round_robin(rules: Rules, players: Dict[str, Player], games: int = 2, seed: int = 1) -> List[Row]:
    """Everyone against everyone, `games` times with seats alternating; the standings, best first."""
    if rules.seats != 2 or len(players) < 2:
        raise Error("a round-robin needs a game of two seats and at least two players")
    tally = {name: [0, 0, 0] for name in players}  # won, drawn, lost
    dice = random.Random(seed)
    for pair in itertools.combinations(players, 2):
        for number in range(games):
            seats = pair if number % 2 == 0 else pair[::-1]
            winner = play(rules, [players[name] for name in seats], dice.getrandbits(64)).outcome.winner
            for seat, name in enumerate(seats):
                tally[name][1 if winner == NOBODY else 0 if winner == seat else 2] += 1
    rows = [Row(name, won + drawn / 2, won, drawn, lost) for name, (won, drawn, lost) in tally.items()]
    return sorted(rows, key=lambda row: -row.points)
