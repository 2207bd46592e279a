"""The runner of the Python tests: cases in source order, reported as TAP.

    @case                     a function without arguments; an exception is a failure
    skip("why")               inside a case: it cannot run here, which is reported
    until(lambda: ...)        waits for something that another process does
    run_cases(clean_up)       at the end of the script

DAMERO_CASE=WORD runs only those with the word in their name; a comment says how long each took. Nothing here assumes
speed: WAIT is long enough for a machine that is busy with other things, and only what hangs takes that long.
"""
import os
import time
import traceback

WAIT = 120  # seconds
cases = []


class Skipped(Exception):
    pass


def case(function):
    cases.append(function)
    return function


def skip(why):
    raise Skipped(why)


def until(found, what="what was waited for"):
    """The result of `found` once it is true; on a time-out reports what was awaited, given as text or a function."""
    end = time.monotonic() + WAIT
    while not (answer := found()):
        assert time.monotonic() < end, f"no sign of {what() if callable(what) else what}"
        time.sleep(0.01)
    return answer


def run_cases(clean_up=None):
    word = os.environ.get("DAMERO_CASE", "").replace(" ", "_")
    chosen = [function for function in cases if word in function.__name__]
    print("TAP version 13")
    print(f"1..0 # SKIP no case has {word} in its name" if word and not chosen else f"1..{len(chosen)}")
    for number, function in enumerate(chosen, 1):
        good, directive, start = True, "", time.monotonic()
        try:
            function()
        except Skipped as why:
            directive = f" # SKIP {why}"
        except Exception:  # report the failure, run the others
            good = False
            print("\n".join(f"# {line}" for line in traceback.format_exc().splitlines()))
        print(f"# {time.monotonic() - start:.1f} s")
        print(f"{'ok' if good else 'not ok'} {number} - {function.__name__.replace('_', ' ')}{directive}", flush=True)
    if clean_up:
        clean_up()
