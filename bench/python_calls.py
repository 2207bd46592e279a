#!/usr/bin/env python3
"""What a call from Python costs, beside the same work in C: python_calls.py LIBRARY."""
import os
import random
import sys
import time

os.environ["DAMERO_LIBRARY"] = os.path.abspath(sys.argv[1])
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "bindings", "python"))
import damero  # noqa: E402


def seconds(work):
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


rules = damero.Rules("damas")
game = rules.start()
taken, _ = seconds(lambda: [game.turn for _ in range(200_000)])
print(f"game.turn              {taken / 200_000 * 1e6:8.2f} us a call")
taken, _ = seconds(lambda: [game.moves() for _ in range(20_000)])
print(f"game.moves()           {taken / 20_000 * 1e6:8.2f} us a call, 7 moves")


def play(count):
    chance, moves = random.Random(1), 0
    for _ in range(count):
        played = rules.start()
        while not played.over:
            played.play_action(chance.randrange(sum(played.mask())))
            moves += 1
    return moves


taken, moves = seconds(lambda: play(200))
print(f"random games, Python   {moves / taken / 1e3:8.0f} thousand moves a second")
taken, result = seconds(lambda: rules.play_random(2_000))
print(f"random games, C        {result.moves / taken / 1e3:8.0f} thousand moves a second")
