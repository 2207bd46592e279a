"""What the tests of the referee share: running the program, boards in the background, a folder with a journal."""
import atexit
import contextlib
import json
import os
import random
import shutil
import socket
import sqlite3
import subprocess
import sys
import tempfile

from tap import WAIT

DAMERO = os.path.abspath(sys.argv[1])
LONG = os.environ.get("DAMERO_LONG") == "1"
folder = tempfile.mkdtemp(prefix="damero-referee-")
atexit.register(shutil.rmtree, folder, ignore_errors=True)
os.chmod(folder, 0o755)  # programs of a referee that runs as root are other users
os.environ["DAMERO_STORE"] = os.path.join(folder, "journal.db")


def run(*words, status=0, stdin=""):
    done = subprocess.run([DAMERO, *words], input=stdin, capture_output=True, text=True, timeout=WAIT)
    if status is not None:
        assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def events(*words, status=0, stdin=""):
    return [json.loads(line) for line in run("match", *words, "--json", status=status, stdin=stdin).splitlines()]


def verdict(*words, status=0):
    end = events(*words, status=status)[-1]
    assert end["event"] == "end", end
    return end["reason"], end["winner"]


class Process:
    """A command in the background, ended with the test."""

    def __init__(self, *words):
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def line(self):
        return self.process.stdout.readline().strip()

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        self.process.kill()
        self.process.communicate()


def board(game, *words, think="5ms"):
    return Process(DAMERO, "board", game, "--quiet", "--time", think, *words)


def place(process):
    """Where a board says it is."""
    return process.line().split()[-1]


def query(path, statement, *values):
    """Closed at once: an open connection and a copy of the file do not go together in one process."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        return file.execute(statement, values).fetchall()


def free_port():
    """Below those that the system hands out, so that nobody else is given it meanwhile."""
    while True:
        with socket.socket() as s, contextlib.suppress(OSError):
            s.bind(("127.0.0.1", random.SystemRandom().randrange(10000, 32000)))
            return s.getsockname()[1]


def listens(port):
    """Seen from outside: a trial connection would reach the board."""
    with open("/proc/net/tcp") as file:
        return any(line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A" for line in file)
