"""libdamero and the types of its functions, as damero.h declares them."""
import ctypes
import ctypes.util
import os
from ctypes import POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from typing import Any, Dict, List, Tuple

SEATS_MAX, MOVE_TEXT = 8, 96
CHANCE, OVER, NOBODY = -1, -2, -1


class Error(ValueError):
    """Something was refused; the message says what and why."""


class ErrorText(Structure):
    """damero_error"""
    _fields_ = [("message", c_char * 400)]


class Outcome(Structure):
    """damero_outcome"""
    _fields_ = [("over", c_bool), ("winner", c_int), ("reason", c_char_p), ("score", c_int * SEATS_MAX)]


class Limits(Structure):
    """damero_limits"""
    _fields_ = [("seconds", c_double), ("nodes", c_uint64), ("depth", c_int)]


class Answer(Structure):
    """damero_answer"""
    _fields_ = [("move", c_uint64), ("score", c_int), ("scored", c_bool), ("exact", c_bool), ("depth", c_int),
                ("nodes", c_uint64), ("seconds", c_double)]


Progress = ctypes.CFUNCTYPE(c_bool, c_void_p, POINTER(Answer))


def _open() -> ctypes.CDLL:
    """$DAMERO_LIBRARY, or the library that is installed."""
    path = os.environ.get("DAMERO_LIBRARY") or ctypes.util.find_library("damero")
    if not path:
        raise ImportError("libdamero is not installed: 'meson install', or set DAMERO_LIBRARY to libdamero.so")
    return ctypes.CDLL(path)


library = _open()
TEXT = [c_char_p, c_size_t]
_FUNCTIONS: Dict[str, Tuple[Any, List[Any]]] = {
    "version": (c_char_p, []),
    "game_name": (c_char_p, [c_size_t]),
    "rules_new": (c_void_p, [c_char_p, c_char_p]),
    "rules_free": (None, [c_void_p]),
    "rules_game": (c_char_p, [c_void_p]),
    "rules_seats": (c_int, [c_void_p]),
    "rules_seat_name": (c_char_p, [c_void_p, c_int]),
    "rules_settings": (c_size_t, [c_void_p, *TEXT]),
    "rules_moves_max": (c_size_t, [c_void_p]),
    "play_new": (c_void_p, [c_void_p, c_char_p]),
    "play_copy": (c_void_p, [c_void_p]),
    "play_free": (None, [c_void_p]),
    "turn": (c_int, [c_void_p]),
    "moves": (c_size_t, [c_void_p, c_void_p, c_size_t]),
    "play_move": (c_bool, [c_void_p, c_uint64]),
    "play_text": (c_bool, [c_void_p, c_char_p]),
    "roll": (c_bool, [c_void_p, POINTER(c_uint64)]),
    "undo": (c_bool, [c_void_p]),
    "move_count": (c_size_t, [c_void_p]),
    "move_text": (c_size_t, [c_void_p, c_uint64, *TEXT]),
    "move_read": (c_bool, [c_void_p, c_char_p, POINTER(c_uint64)]),
    "position": (c_size_t, [c_void_p, *TEXT]),
    "view": (c_size_t, [c_void_p, c_int, *TEXT]),
    "picture": (c_size_t, [c_void_p, c_int, c_bool, *TEXT]),
    "hash": (c_uint64, [c_void_p]),
    "result": (Outcome, [c_void_p]),
    "engine_new": (c_void_p, [c_void_p, c_char_p, c_char_p, c_int, c_size_t]),
    "engine_free": (None, [c_void_p]),
    "engine_level": (c_char_p, [c_void_p, c_size_t]),
    "engine_unit": (c_char_p, [c_void_p]),
    "think": (c_bool, [c_void_p, c_void_p, POINTER(Limits), Progress, c_void_p, POINTER(Answer)]),
    "stop": (None, [c_void_p]),
    "record_read": (c_bool, [c_char_p, c_size_t, POINTER(c_size_t), POINTER(c_void_p), POINTER(c_void_p)]),
    "record_write": (c_size_t, [c_void_p, *TEXT]),
    "solve": (c_bool, [c_void_p, c_int, c_size_t, POINTER(c_int)]),
    "perft": (c_bool, [c_void_p, c_int, POINTER(c_uint64)]),
    "masks": (None, [c_void_p, c_size_t, c_char_p, c_size_t]),
    "play_random": (c_bool, [c_void_p, c_uint64, c_size_t, POINTER(c_uint64), POINTER(c_uint64), POINTER(c_uint64)]),
}
# Those that can fail take an error last.
_FAILING = {name for name, (result, _) in _FUNCTIONS.items() if result in (c_bool, c_void_p)}
for _name, (_result, _arguments) in _FUNCTIONS.items():
    _function = getattr(library, "damero_" + _name)
    _function.restype = _result
    _function.argtypes = _arguments + ([POINTER(ErrorText)] if _name in _FAILING else [])


def call(function: Any, *arguments: Any) -> Any:
    """Calls a function that can fail: its result, or Error."""
    error = ErrorText()
    result = function(*arguments, ctypes.byref(error))
    if not result:
        raise Error(error.message.decode())
    return result


def text(function: Any, *arguments: Any, room: int = 256) -> str:
    """The whole of a text that a function writes."""
    while True:
        buffer = ctypes.create_string_buffer(room)
        length = function(*arguments, buffer, room)
        if length < room:
            return buffer.value.decode()
        room = length + 1
