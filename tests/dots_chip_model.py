"""The Dots contest board of hardware/dots/ as plain Python, written from hardware/dots/README.md and not from the design.

Box (x, y) is column x and row y from the bottom left, both from 1. Its sides are numbered 0 bottom, 1 left, 2 right,
3 top; a line is (x, y, side), and every line is the bottom or the left side of one box, which may be just outside.
"""
import copy

AWAY = ((0, -1), (-1, 0), (1, 0), (0, 1))  # to the box beyond each side


class Grid:
    def __init__(self, rows, columns):
        self.rows, self.columns, self.drawn = rows, columns, set()
        # In the order in which the board looks at them.
        self.boxes = [(x, y) for y in range(1, rows + 1) for x in range(1, columns + 1)]
        self.lines = [(x, y, side) for y in range(1, rows + 2) for x in range(1, columns + 2) for side in (0, 1)
                      if (x <= columns if side == 0 else y <= rows)]

    def copy(self):
        other = copy.copy(self)
        other.drawn = set(self.drawn)
        return other

    def inside(self, box):
        return 1 <= box[0] <= self.columns and 1 <= box[1] <= self.rows

    def open_sides(self, box):
        """None outside the grid."""
        return [side for side in range(4) if named(*box, side) not in self.drawn] if self.inside(box) else None

    def degree(self, box):
        return len(self.open_sides(box)) if self.inside(box) else 4

    def draw(self, line):
        """The number of boxes that it completes."""
        self.drawn.add(named(*line))
        return sum(self.degree(box) == 0 for box in beside(line))

    def is_safe(self, line):
        return line not in self.drawn and all(self.degree(box) >= 3 for box in beside(line))


def beyond(box, side):
    return box[0] + AWAY[side][0], box[1] + AWAY[side][1]


def beside(line):
    return (line[0], line[1]), beyond(line[:2], line[2])


def named(x, y, side):
    """The line as bottom or left side."""
    return (x, y, side) if side < 2 else (*beyond((x, y), side), 3 - side)


def digit(number):
    return "0123456789a"[number]


def dots_of(line):
    x, y, side = named(*line)
    return f"{digit(x)}{digit(y)}" + (f"{digit(x + 1)}{digit(y)}" if side == 0 else f"{digit(x)}{digit(y + 1)}")


def read_line(grid, word):
    """The line between two dots, or None if the grid has none there."""
    at = ["0123456789abcdefghij".find(c) for c in word.lower()]
    (x, y), (u, v) = sorted((at[:2], at[2:]))
    line = (x, y, 0) if (u, v) == (x + 1, y) else (x, y, 1) if (u, v) == (x, y + 1) else None
    return line if line in grid.lines else None


def strings(grid):
    """Of each box with one open side: the boxes from there, whether another such box ends them, and their exits."""
    for box in grid.boxes:
        if grid.degree(box) != 1:
            continue
        boxes, exits = [box], [grid.open_sides(box)[0]]
        while True:
            follower = beyond(boxes[-1], exits[-1])
            degree = grid.degree(follower)
            if degree >= 3:
                yield boxes, False, exits
                break
            boxes.append(follower)
            if degree == 1:
                yield boxes, True, exits
                break
            exits.append(next(side for side in grid.open_sides(follower) if side != 3 - exits[-1]))


def components(grid):
    """Chains and loops: (is_loop, boxes from the first one on, the line that opens it)."""
    seen = set()
    for box in grid.boxes:
        if grid.degree(box) != 2 or box in seen:
            continue
        sides, found, loop, ways = grid.open_sides(box), [box], False, []
        for side in sides:
            at, way, before = box, side, len(found)
            while not loop:
                follower = beyond(at, way)
                if grid.degree(follower) != 2:
                    break
                if follower == box:
                    loop = True
                    break
                found.append(follower)
                way = next(s for s in grid.open_sides(follower) if s != 3 - way)
                at = follower
            ways.append(len(found) - before)
        seen |= set(found)
        middle = sides[0] if ways[0] else sides[1]
        yield loop, found, (*box, middle if len(found) == 2 and not loop else sides[0])


def rank(loop, length):
    """In which order they are opened: chains of one to three boxes, loops, longer chains."""
    return (0 if not loop and length <= 3 else 1 if loop else 2, length)


def ending(grid):
    """What the player who need not open the first chain wins of all chains and loops."""
    value = 0
    for _, loop, length in sorted(((rank(loop, len(boxes)), loop, len(boxes)) for loop, boxes, _ in components(grid)),
                                  reverse=True):
        if loop:
            value = length - 4 + abs(value - 4)
        elif length >= 3:
            value = length - 2 + abs(value - 2)
        else:
            value = length - value
    return value


def outlook(grid, line):
    """After this line: how many safe lines can be drawn, and the ending then."""
    after = grid.copy()
    after.draw(line)
    count = 0
    for safe in after.lines:
        if after.is_safe(safe):
            after.draw(safe)
            count += 1
    return count, ending(after)


def choose(grid, passing, may_pass):
    """The line to draw, or None to pass. `passing`: the opponent has passed in this game."""
    held = None
    for boxes, closed, exits in strings(grid):
        capture = (*boxes[0], exits[0])
        if len(boxes) != (4 if closed else 2):
            return capture
        if not held:
            held = boxes, closed, capture, (*boxes[1], exits[1])
        elif not (held[1] and boxes[0] == held[0][-1]):
            return capture
    if held:
        boxes, _, capture, deal = held
        safe, value = outlook(grid, deal)
        return deal if not passing and safe == 0 and value > len(boxes) else capture
    best = None
    for line in grid.lines:
        if grid.is_safe(line):
            safe, value = outlook(grid, line)
            gain = value if safe % 2 == 0 else -value
            if best is None or gain > best[0]:
                best = gain, line
    if best:
        return best[1]
    if may_pass or len(grid.drawn) == len(grid.lines):
        return None
    return min((rank(loop, len(boxes)), order, line) for order, (loop, boxes, line) in enumerate(components(grid)))[2]


class Board:
    """The board on its line: bytes in, bytes out."""

    def __init__(self, rows, columns):
        self.rows, self.columns, self.message, self.playing = rows, columns, "", False

    def begin(self):
        self.grid = Grid(self.rows, self.columns)
        self.playing, self.begun, self.ours, self.passing = True, False, False, False
        self.mine = self.theirs = 0

    def hear(self, byte):
        """The answer to this byte."""
        if not self.message and byte == "0":
            self.begin()
            return "R00"
        if self.message or byte == "A":
            self.message += byte
        if len(self.message) < 5:
            return ""
        word, self.message = self.message[1:], ""
        return self.asked(word) if self.playing else ""

    def asked(self, word):
        first, self.begun = not self.begun, True
        if word == "0000":
            passed = not first and not self.ours
            self.passing |= passed
            return self.move(passed)
        line = read_line(self.grid, word)
        if self.ours or line is None or line in self.grid.drawn:
            return "0000"
        completed = self.grid.draw(line)
        self.theirs += completed
        return "0000" if completed else self.move(False)

    def move(self, passed):
        line = choose(self.grid, self.passing, self.passing and not (passed and self.mine < self.theirs))
        completed = self.grid.draw(line) if line else 0
        self.ours = completed > 0
        self.mine += completed
        return dots_of(line) if line else "0000"
