"""Whether programs are confined on this machine, for tests that need a sandbox."""
import functools
import subprocess

from tap import WAIT, skip

# The least that damero needs from bubblewrap. If this works, a program that is not confined is a failure, not a reason to skip.
PLAIN = ["bwrap", "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-cgroup", "--disable-userns",
         "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev", "true"]


@functools.cache
def why_unconfined(damero):
    """What damero says about a program that it runs unconfined; None for one that is confined."""
    done = subprocess.run([damero, "match", "dots", "--no-journal", "--quiet", "--seat", "program:exit 0", "--seat", "engine:5ms"],
                          capture_output=True, text=True, timeout=WAIT)
    said = [line for line in done.stderr.splitlines() if "unconfined" in line]
    return said[0] if said else None


def needs_sandbox(damero):
    why = why_unconfined(damero)
    if not why:
        return
    try:
        plain = subprocess.run(PLAIN, capture_output=True, timeout=WAIT).returncode
    except FileNotFoundError:
        plain = None
    assert plain != 0, f"bubblewrap works here, but: {why}"
    skip(why.split(": ", 1)[1])
