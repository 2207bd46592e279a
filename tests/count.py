#!/usr/bin/env python3
"""Counts the cases of test runs: count.py [--all] BUILD=STATUS...

BUILD is a build folder and STATUS what 'meson test' returned there. Prints what is wrong and why, and last
'N passed, N failed, N skipped'. The exit status is 0 only if a case passed and nothing failed.

A program that dies early must not look like one with nothing to do. Meson reports a program that exits with 0 before
its first case as skipped, so this reads the programs' output itself. A program counts as failed, over its own
failed cases, if it ran no case, fewer than its plan, or fewer than tests/cases.txt demands. With --all every program
in tests/cases.txt must have run. A case is skipped if its line has the directive SKIP, or if a line '# SKIP why'
comes before it (cmocka cannot write the directive).

    count.py --write BUILD...      writes the numbers of these runs into tests/cases.txt
    count.py --slow BUILD...       prints the programs and cases of these runs that took longest, in seconds
"""
import json
import os
import re
import sys

CASES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "cases.txt")
HEADING = """\
# The least number of cases of each test program, checked by script/test: a number that falls is a failure.
# After adding tests: tests/count.py --write build-test build-fuzz
"""


def read_demanded():
    with open(CASES) as file:
        lines = [line.split(maxsplit=1) for line in file if not line.startswith("#")]
    return {name.strip(): int(number) for number, name in lines}


def programs(build):
    """What Meson wrote down of each test program, by name."""
    path = os.path.join(build, "meson-logs", "testlog.json")
    if not os.path.exists(path):
        return {}
    with open(path) as file:
        return {entry["name"]: entry for entry in map(json.loads, file)}


def read_tap(output):
    """The plan (None without one), and how many cases passed, failed and were skipped."""
    plan, passed, failed, skipped, excused = None, 0, 0, 0, False
    for line in output.splitlines():
        if re.match(r"1\.\.0 *# *SKIP\b", line):
            return 1, 0, 0, 1  # all of it, counted as one
        if found := re.match(r"1\.\.(\d+)", line):
            plan = int(found[1])
        elif re.match(r"# SKIP\b", line):
            excused = True
        elif found := re.match(r"(not )?ok\b[^#]*(# *SKIP\b)?", line, re.IGNORECASE):
            if found[1]:
                failed += 1
            elif found[2] or excused:
                skipped += 1
            else:
                passed += 1
            excused = False
    return plan, passed, failed, skipped


def failures(output):
    """The line of each failed case and the comments around it: runners explain a failure before or after its line."""
    found, comments, failing = [], [], False
    for line in output.splitlines():
        if line.startswith("#"):
            (found if failing else comments).append(line)
        elif re.match(r"(not )?ok\b", line):
            failing = line.startswith("not ")
            found += [line, *comments] if failing else []
            comments = []
    return found


def count_program(entry, least):
    """(passed, failed, skipped, the error of the program as a whole or None)"""
    plan, passed, failed, skipped = read_tap(entry["stdout"] or "")
    ran = passed + failed + skipped
    if ran < least:
        return passed, failed, skipped, f"{ran} cases, and tests/cases.txt demands {least}"
    if plan is None or ran == 0:
        return passed, failed, skipped, "no plan or no case"
    if ran != plan:
        return passed, failed, skipped, f"{ran} cases of {plan}"
    if failed == 0 and entry["result"] not in ("OK", "SKIP"):
        return passed, failed, skipped, f"{entry['result']}, status {entry['returncode']}"
    return passed, failed, skipped, None


def count(runs, demanded, complete):
    """(passed, failed, skipped, error lines) over `runs`, pairs of a build folder and Meson's status."""
    totals, wrong, missing = [0, 0, 0], [], dict(demanded) if complete else {}
    for build, status in runs:
        failed_before, ran = totals[1], programs(build)
        for name, entry in ran.items():
            missing.pop(name, None)
            *numbers, trouble = count_program(entry, demanded.get(name, 0))
            totals = [total + number for total, number in zip(totals, numbers)]
            wrong += [f"{build}: {name}: {line}" for line in failures(entry["stdout"] or "")]
            if trouble:
                totals[1] += 1
                wrong.append(f"{build}: {name}: {trouble}")
        if (status != "0" or not ran) and totals[1] == failed_before:
            totals[1] += 1
            wrong.append(f"{build}: {len(ran)} test programs ran, status {status}")
        if not ran:
            missing = {}  # that says it all
    totals[1] += len(missing)
    wrong += [f"{name}: did not run, and tests/cases.txt demands {least} cases" for name, least in missing.items()]
    return *totals, wrong


def write(builds):
    numbers = {name: sum(read_tap(entry["stdout"])[1:]) for build in builds for name, entry in programs(build).items()}
    with open(CASES, "w") as file:
        file.write(HEADING)
        file.writelines(f"{number} {name}\n" for name, number in sorted(numbers.items()))


def slow(builds, most=40):
    """Programs, and cases of runners that say how long each took: a comment '# 1.5 s' before its line."""
    times = []
    for build in builds:
        for name, entry in programs(build).items():
            times.append((entry["duration"], name))
            for seconds, case in re.findall(r"^# ([0-9.]+) s\n(?:not )?ok \d+ - (.*)", entry["stdout"] or "", re.MULTILINE):
                times.append((float(seconds), f"{name}: {case}"))
    for seconds, what in sorted(times, reverse=True)[:most]:
        print(f"{seconds:7.1f}  {what}")


def main():
    words = sys.argv[1:]
    if words[:1] == ["--slow"]:
        return slow(words[1:])
    if words[:1] == ["--write"]:
        return write(words[1:])
    complete = words[:1] == ["--all"]
    runs = [word.rsplit("=", 1) for word in words[complete:]]
    demanded = {} if os.environ.get("DAMERO_CASE") else read_demanded()
    passed, failed, skipped, wrong = count(runs, demanded, complete)
    print(*wrong, f"{passed} passed, {failed} failed, {skipped} skipped", sep="\n")
    sys.exit(failed > 0 or passed == 0)


if __name__ == "__main__":
    main()
