"""The program under test, sys.argv[1], as a user runs it: with input, or at a terminal."""
import fcntl
import os
import pty
import subprocess
import sys
import termios

from tap import WAIT

DAMERO = os.path.abspath(sys.argv[1])


def run(*words, stdin="", status=0):
    done = subprocess.run([DAMERO, *words], input=stdin, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def refused(*words, stdin=""):
    """One clear line on standard error, status 2, nothing on standard output."""
    done = subprocess.run([DAMERO, *words], input=stdin, capture_output=True, text=True, timeout=WAIT)
    assert done.returncode == 2, f"{words}: status {done.returncode}\n{done.stdout}{done.stderr}"
    assert done.stdout == "", done.stdout
    assert done.stderr.startswith("damero") and done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def on_terminal(*words, typed, columns=80, **environment):
    """What a terminal shows while these lines are typed, one at each prompt; Ctrl-C is the signal there."""
    there, here = pty.openpty()
    termios.tcsetwinsize(here, (24, columns))
    lines = iter(typed)
    with subprocess.Popen([DAMERO, *words], stdin=here, stdout=here, stderr=here, start_new_session=True,
                          preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
                          env={**os.environ, "TERM": "xterm", **environment}) as process:
        os.close(here)
        shown = b""
        try:
            while part := os.read(there, 4096):
                shown += part
                if shown.endswith(b"> "):
                    os.write(there, next(lines, "\x04").encode())
        except OSError:
            pass  # Linux reports this if the last writer is gone
        os.close(there)
        assert process.wait(WAIT) == 0
    return shown.decode("utf-8", "replace")
