"""Damas, Trax, Perudo and Dots and Boxes: rules, engines and records, over libdamero.

    import damero

    rules = damero.Rules("dots", "size=3x3")
    game = rules.start()
    for move in game.moves():
        print(move)
    game.play("1112")
    answer = damero.Engine(rules).think(game, seconds=0.5)
    game.play(answer.move)

Seats are counted from 0. Wrong input raises damero.Error and changes nothing.
"""
from __future__ import annotations

import ctypes
from typing import Any, Callable, Iterator, List, NamedTuple, Optional, Sequence

from ._library import NOBODY, OVER, CHANCE, SEATS_MAX, MOVE_TEXT, Answer as _Answer, Error, Limits as _Limits, \
    Progress as _Progress, call, library, text

__all__ = ["CHANCE", "NOBODY", "OVER", "Answer", "Engine", "Error", "Game", "Outcome", "Rules", "RandomGames", "games",
           "masks", "read_records", "version"]


class Outcome(NamedTuple):
    """How a game stands: whether it is over, who won, why, and the score of each seat."""
    over: bool
    winner: int  # a seat, or NOBODY
    reason: Optional[str]
    score: List[int]


class Answer(NamedTuple):
    """What an engine has found: a move's text, and the score for the seat that moves, if it has one."""
    move: str
    score: Optional[int]
    exact: bool
    depth: int
    nodes: int
    seconds: float


class RandomGames(NamedTuple):
    """What came of games with random moves: wins of each seat, draws, and moves in all."""
    wins: List[int]
    draws: int
    moves: int


def _string(name: bytes) -> str:
    return name.decode()


def version() -> str:
    """The version of the library."""
    return _string(library.damero_version())


def games() -> List[str]:
    """The names of the games."""
    names: List[str] = []
    while (name := library.damero_game_name(len(names))) is not None:
        names.append(name.decode())
    return names


class Rules:
    """A game with its settings, as in Rules("dots", "size=4x4,border=swedish")."""

    def __init__(self, game: str, settings: str = "", _handle: Any = None):
        self._handle = _handle or call(library.damero_rules_new, game.encode(), settings.encode())

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library.damero_rules_free(self._handle)

    def __repr__(self) -> str:
        return f"Rules({self.game!r}, {self.settings!r})"

    @property
    def game(self) -> str:
        """The name of the game."""
        return _string(library.damero_rules_game(self._handle))

    @property
    def settings(self) -> str:
        """The settings that differ from the defaults."""
        return text(library.damero_rules_settings, self._handle)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return int(library.damero_rules_seats(self._handle))

    def seat_name(self, seat: int) -> str:
        """What the game calls a seat, such as "White"."""
        name = library.damero_rules_seat_name(self._handle, seat)
        if name is None:
            raise Error(f"there is no seat {seat}")
        return _string(name)

    @property
    def moves_max(self) -> int:
        """The largest number of moves that any position has."""
        return int(library.damero_rules_moves_max(self._handle))

    def start(self, position: Optional[str] = None) -> "Game":
        """A game from the usual start, or from a position as text."""
        return Game(self, position)

    def play_random(self, count: int, seed: int = 1) -> RandomGames:
        """Plays `count` games with random moves in C."""
        wins, draws, moves = (ctypes.c_uint64 * SEATS_MAX)(), ctypes.c_uint64(), ctypes.c_uint64()
        call(library.damero_play_random, self._handle, seed, count, wins, ctypes.byref(draws), ctypes.byref(moves))
        return RandomGames(list(wins)[: self.seats], draws.value, moves.value)


class Game:
    """A game in progress: its start, its moves and its position."""

    def __init__(self, rules: Rules, position: Optional[str] = None, _handle: Any = None):
        self.rules = rules
        self._handle = _handle or call(library.damero_play_new, rules._handle,
                                       None if position is None else position.encode())
        self._buffer = (ctypes.c_uint64 * rules.moves_max)()

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library.damero_play_free(self._handle)

    def __str__(self) -> str:
        return self.picture()

    def __len__(self) -> int:
        """How many moves were played."""
        return int(library.damero_move_count(self._handle))

    def __hash__(self) -> int:
        return int(library.damero_hash(self._handle))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.rules.game == other.rules.game and self.position == other.position

    def copy(self) -> "Game":
        """Another game with the same moves, which is played on independently."""
        return Game(self.rules, _handle=call(library.damero_play_copy, self._handle))

    @property
    def turn(self) -> int:
        """The seat to move, CHANCE or OVER."""
        return int(library.damero_turn(self._handle))

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.turn == OVER

    @property
    def outcome(self) -> Outcome:
        """Who won and why, and the score so far."""
        o = library.damero_result(self._handle)
        return Outcome(o.over, o.winner, o.reason.decode() if o.reason else None, list(o.score)[: self.rules.seats])

    def _numbers(self) -> List[int]:
        count = library.damero_moves(self._handle, self._buffer, len(self._buffer))
        return self._buffer[:count]

    def moves(self) -> List[str]:
        """The legal moves, in a fixed order."""
        return [text(library.damero_move_text, self._handle, number, room=MOVE_TEXT) for number in self._numbers()]

    def mask(self) -> bytes:
        """A byte for each action, which is an index of moves(): 1 if it is legal. Its length never changes."""
        count = int(library.damero_moves(self._handle, None, 0))
        return b"\1" * count + bytes(self.rules.moves_max - count)

    def play(self, move: str) -> "Game":
        """Plays a move in the game's notation."""
        call(library.damero_play_text, self._handle, move.encode())
        return self

    def play_action(self, action: int) -> "Game":
        """Plays the move with that index in moves()."""
        numbers = self._numbers()
        if not 0 <= action < len(numbers):
            raise Error(f"there are {len(numbers)} legal moves, so action {action} is none")
        call(library.damero_play_move, self._handle, numbers[action])
        return self

    def roll(self, seed: int) -> int:
        """Rolls the dice that are due; the result is the seed for the next roll."""
        state = ctypes.c_uint64(seed)
        call(library.damero_roll, self._handle, ctypes.byref(state))
        return state.value

    def undo(self) -> "Game":
        """Takes the last move back."""
        call(library.damero_undo, self._handle)
        return self

    @property
    def position(self) -> str:
        """All of the position, also what seats may not see."""
        return text(library.damero_position, self._handle)

    def view(self, seat: int = NOBODY) -> str:
        """The position as a seat, or a spectator, may see it."""
        return text(library.damero_view, self._handle, seat)

    def picture(self, seat: int = NOBODY, ascii: bool = False) -> str:
        """A drawing of what a seat, or a spectator, may see."""
        return text(library.damero_picture, self._handle, seat, ascii, room=1 << 14)

    def perft(self, depth: int) -> int:
        """The number of move sequences of this length."""
        count = ctypes.c_uint64()
        call(library.damero_perft, self._handle, depth, ctypes.byref(count))
        return count.value

    def solve(self, threads: int = 1, memory: int = 0) -> int:
        """The exact value of a Dots position for the seat to move."""
        value = ctypes.c_int()
        call(library.damero_solve, self._handle, threads, memory, ctypes.byref(value))
        return value.value

    def record(self) -> str:
        """The game as text that read_records reads."""
        return text(library.damero_record_write, self._handle, room=1 << 12)


class Engine:
    """An engine for these rules: the strongest one at full strength, unless said otherwise."""

    def __init__(self, rules: Rules, name: Optional[str] = None, level: Optional[str] = None, threads: int = 1,
                 memory: int = 0):
        self.rules = rules
        self._handle = call(library.damero_engine_new, rules._handle, name.encode() if name else None,
                            level.encode() if level else None, threads, memory)

    def __del__(self) -> None:
        if getattr(self, "_handle", None):
            library.damero_engine_free(self._handle)

    @property
    def levels(self) -> List[str]:
        """The names of its levels, weakest first."""
        names: List[str] = []
        while (name := library.damero_engine_level(self._handle, len(names))) is not None:
            names.append(name.decode())
        return names

    @property
    def unit(self) -> str:
        """What its scores count, such as "hundredths of a man"."""
        return _string(library.damero_engine_unit(self._handle))

    def think(self, game: Game, seconds: float = 0, nodes: int = 0, depth: int = 0,
              progress: Optional[Callable[[Answer], bool]] = None) -> Answer:
        """Chooses a move. `progress` is called when the engine knows more; False stops it."""
        if not (seconds or nodes or depth or progress):
            seconds = 1
        raised: List[BaseException] = []

        def told(_context: Any, answer: Any) -> bool:
            try:
                return progress is not None and progress(self._answer(game, answer.contents)) is not False
            except BaseException as exception:  # pylint: disable=broad-except  # C cannot carry it
                raised.append(exception)
                return False

        answer, limits = _Answer(), _Limits(seconds, nodes, depth)
        call(library.damero_think, self._handle, game._handle, ctypes.byref(limits),
             _Progress(told) if progress else _Progress(0), None, ctypes.byref(answer))
        if raised:
            raise raised[0]
        return self._answer(game, answer)

    @staticmethod
    def _answer(game: Game, a: _Answer) -> Answer:
        move = text(library.damero_move_text, game._handle, a.move, room=MOVE_TEXT) if a.move else ""
        return Answer(move, a.score if a.scored else None, a.exact, a.depth, a.nodes, a.seconds)


def masks(games: Sequence[Game]) -> List[bytes]:
    """The mask of each of these games, which have the same rules, in one call."""
    width = max((game.rules.moves_max for game in games), default=0)
    handles = (ctypes.c_void_p * len(games))(*(game._handle for game in games))
    rows = ctypes.create_string_buffer(len(games) * width)
    library.damero_masks(handles, len(games), rows, width)
    return [rows.raw[i * width: (i + 1) * width] for i in range(len(games))]


def read_records(records: str) -> Iterator[Game]:
    """The games of a text of records, one after the other."""
    data, at = records.encode(), ctypes.c_size_t()
    while data[at.value:].strip():
        rules, play = ctypes.c_void_p(), ctypes.c_void_p()
        call(library.damero_record_read, data, len(data), ctypes.byref(at), ctypes.byref(rules), ctypes.byref(play))
        yield Game(Rules("", _handle=rules.value), _handle=play.value)
