#!/usr/bin/env python3
"""A player for damero in Python: speaks Hub (docs/hub.md), plays any game.

    damero match dots --seat 'program:examples/player.py' --seat engine:casual

It plays a random legal move; in Dots it prefers one that completes a box.
"""
import random
import re
import sys


def say(line):
    print(line, flush=True)


def values(line):
    """The name=value pairs of a line; values may be quoted."""
    return {name: quoted or plain for name, quoted, plain in re.findall(r'([\w-]+)=(?:"([^"]*)"|(\S+))', line)}


def boxes_completed(line, drawn):
    """How many boxes of a Dots grid have all four lines once `line` is drawn: x1 y1 x2 y2."""
    x1, y1, x2, y2 = (int(c, 17) for c in line)
    drawn = drawn | {(x1, y1, x2, y2)}
    upright = x1 == x2
    corners = [(x1 - 1, y1), (x1, y1)] if upright else [(x1, y1 - 1), (x1, y1)]
    return sum(
        {(x, y, x + 1, y), (x, y + 1, x + 1, y + 1), (x, y, x, y + 1), (x + 1, y, x + 1, y + 1)} <= drawn
        for x, y in corners
    )


def choose(game, moves, legal):
    lines = [move for move in legal if move != "0000"]
    if game != "dots" or not lines:
        return random.choice(legal)
    drawn = {tuple(int(c, 17) for c in move) for move in moves if move != "0000"}
    best = max(boxes_completed(line, drawn) for line in lines)
    return random.choice([line for line in lines if boxes_completed(line, drawn) == best])


game, moves, legal = "", [], []
for line in sys.stdin:
    command, pairs = line.split(maxsplit=1)[0] if line.strip() else "", values(line)
    if command == "hub":
        say('id name="Python example" version=1 author=Damero')
        say("wait")
    elif command == "game":
        game = pairs["name"]
    elif command == "init":
        say("ready")
    elif command == "pos":
        moves = pairs.get("moves", "").split()
    elif command == "legal":
        legal = pairs["moves"].split()
    elif command == "go":
        say(f"done move={choose(game, moves, legal)}")
    elif command == "quit":
        break
