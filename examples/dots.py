#!/usr/bin/env python3
"""An engine for Dots and Boxes in Python, over Hub (docs/hub.md). It beats the level `beginner`:

    damero match dots --seat program:examples/dots.py --seat engine:beginner --games 20

It takes every box it can, otherwise draws a line that gives away as few boxes as possible.
"""
import random
import re
import sys

rows = columns = 5


def boxes_beside(line):
    """The boxes on both sides of a line: the column and row of their lower left dot."""
    x1, y1, x2, y2 = (int(c, 36) for c in line)
    beside = [(x1, y1), (x1 - 1, y1) if x1 == x2 else (x1, y1 - 1)]
    return [(x, y) for x, y in beside if 1 <= x <= columns and 1 <= y <= rows]


def sides(box):
    x, y = box
    dots = [(x, y, x + 1, y), (x, y + 1, x + 1, y + 1), (x, y, x, y + 1), (x + 1, y, x + 1, y + 1)]
    return ["".join("0123456789abcdefghijklmnop"[n] for n in line) for line in dots]


def missing(box, open_lines):
    return [line for line in sides(box) if line in open_lines]


def gift(line, open_lines):
    """How many boxes the other player can take one after the other once this line is drawn."""
    left, taken, waiting = open_lines - {line}, 0, boxes_beside(line)
    while waiting:
        last = missing(waiting.pop(), left)
        if len(last) == 1:
            done = [box for box in boxes_beside(last[0]) if len(missing(box, left)) == 1]
            left = left - {last[0]}
            taken += len(done)
            waiting += boxes_beside(last[0])
    return taken


def choose(legal):
    open_lines = {line for line in legal if line != "0000"}
    for line in open_lines:
        if any(len(missing(box, open_lines)) == 1 for box in boxes_beside(line)):
            return line
    return min(open_lines, key=lambda line: (gift(line, open_lines), random.random()), default="0000")


legal = []
for text in sys.stdin:
    command = text.split()[0] if text.strip() else ""
    if command == "hub":
        print('id name="Dots in Python" version=1 author=Damero\nwait', flush=True)
    elif command == "game":
        size = re.search(r"size=(\d+)x(\d+)", text)
        rows, columns = (int(size[1]), int(size[2])) if size else (5, 5)
    elif command == "init":
        print("ready", flush=True)
    elif command == "legal":
        legal = re.search(r'moves="?([^"\n]*)', text)[1].split()
    elif command == "go":
        print("done move=" + choose(legal), flush=True)
    elif command == "quit":
        break
