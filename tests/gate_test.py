#!/usr/bin/env python3
"""The gate itself: gate_test.py SOURCE, the root of the sources.

A test program that crashes on import, at its start or half-way must fail the run, whichever runner it has. Programs
that are whole and programs that die are run by Meson and counted by count.py, as script/test does it.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import count
from tap import case, run_cases, skip

SOURCE = sys.argv[1]
folder = tempfile.mkdtemp(prefix="damero-gate-")

PYTHON = {  # before and after the cases one(), two() and three()
    "whole": ("", "run_cases()"),
    "dies on import": ("import no_such_module", "run_cases()"),
    "exits on import": ("sys.exit(0)", "run_cases()"),
    "never runs its cases": ("", ""),
    "exits in a case": ("HALF_WAY = lambda: os._exit(0)", "run_cases()"),
    "is killed in a case": ("HALF_WAY = lambda: os.kill(os.getpid(), 9)", "run_cases()"),
    "fails in a case": ("HALF_WAY = lambda: 1 / 0", "run_cases()"),
    "fails after its cases": ("", "run_cases(lambda: 1 / 0)"),
}
PYTHON_PROGRAM = """
import os, sys
sys.path.insert(0, {tests!r})
from tap import case, run_cases, skip
HALF_WAY = lambda: None
{before}
@case
def one(): pass
@case
def two(): HALF_WAY()
@case
def three(): skip("not today")
{after}
"""

CMOCKA = {  # in a constructor, and in the second case
    "whole": ("", ""),
    "dies at its start": ("abort();", ""),
    "exits at its start": ("_exit(0);", ""),
    "exits in a case": ("", "_exit(0);"),
    "is killed in a case": ("", "raise(SIGKILL);"),
    "crashes in a case": ("", "raise(SIGSEGV);"),
    "fails in a case": ("", "fail();"),
}
CMOCKA_PROGRAM = """
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
#include <cmocka.h>
__attribute__((constructor)) static void start(void) {{ {start} }}
static void one(void **state) {{ (void)state; }}
static void two(void **state) {{ (void)state; {half_way} }}
static void three(void **state) {{ (void)state; print_message("# SKIP not today\\n"); }}
int main(void) {{
    const struct CMUnitTest tests[] = {{cmocka_unit_test(one), cmocka_unit_test(two), cmocka_unit_test(three)}};
    return cmocka_run_group_tests(tests, NULL, NULL);
}}
"""

NODE = {  # before the cases, and in the second case
    "whole": ("", ""),
    "dies on import": ('import "./no-such-module.mjs";', ""),
    "exits on import": ("process.exit(0);", ""),
    "exits in a case": ("", "process.exit(0);"),
    "is killed in a case": ("", 'process.kill(process.pid, "SIGKILL");'),
    "fails in a case": ("", 'throw new Error("planted");'),
    "fails after its cases": ('after(() => { throw new Error("planted"); });', ""),
}
NODE_PROGRAM = """
import test, {{ after }} from "node:test";
{before}
test("one", () => {{}});
test("two", () => {{ {half_way} }});
test("three", {{ skip: "not today" }}, () => {{}});
"""

FUZZ = {  # in the target's start, and for each input
    "whole": ("", ""),
    "dies at its start": ("abort();", ""),
    "exits at its start": ("_exit(0);", ""),
    "crashes on an input": ("", "abort();"),
}
FUZZ_PROGRAM = """
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>
int LLVMFuzzerInitialize(int *count, char ***words) {{ (void)count; (void)words; {start} return 0; }}
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {{ (void)bytes; (void)size; {input} return 0; }}
"""

MESON = """
project('planted', 'c')
env = environment({{'CMOCKA_MESSAGE_OUTPUT': 'TAP'}})
python = find_program('python3')
{tests}
"""


def put(name, text):
    path = os.path.join(folder, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w") as file:
        file.write(text)
    return path


def plant():
    """Writes all of them, and a Meson project that has them as its tests; has Meson run it."""
    lines = []
    for name, (before, after) in PYTHON.items():
        path = put(f"{name}.py", PYTHON_PROGRAM.format(tests=os.path.join(SOURCE, "tests"), before=before, after=after))
        lines.append(f"test('python {name}', python, args: '{path}', protocol: 'tap')")
    for name, (start, half_way) in CMOCKA.items():
        put(f"{name}.c", CMOCKA_PROGRAM.format(start=start, half_way=half_way))
        lines.append(f"test('cmocka {name}', executable('cmocka {name}', '{name}.c', dependencies: dependency('cmocka')),"
                     " env: env, protocol: 'tap')")
    for name, (before, half_way) in NODE.items():
        path = put(f"{name}.test.mjs", NODE_PROGRAM.format(before=before, half_way=half_way))
        lines.append(f"test('node {name}', find_program('node'), args: ['{SOURCE}/web/tests/tap.mjs', '{path}'],"
                     " protocol: 'tap')")
    for name, (start, each) in FUZZ.items() if shutil.which("clang") else ():
        path = put(f"fuzz/{name}.c", FUZZ_PROGRAM.format(start=start, input=each))
        target = os.path.join(folder, "fuzz", f"fuzz_{name}")
        subprocess.run(["clang", "-fsanitize=fuzzer", path, "-o", target], check=True)
        lines.append(f"test('fuzz {name}', python, args: ['{SOURCE}/fuzz/run.py', '{target}', '{folder}/fuzz'],"
                     " protocol: 'tap')")
    put("meson.build", MESON.format(tests="\n".join(lines)))
    quiet = {"stdout": subprocess.DEVNULL, "cwd": folder}
    subprocess.run(["meson", "setup", "build"], check=True, **quiet)
    subprocess.run(["ninja", "-C", "build"], check=True, **quiet)
    subprocess.run(["meson", "test", "-C", "build", "--no-rebuild"], **quiet)
    return count.programs(os.path.join(folder, "build"))


planted = plant()


def verdicts(runner, plants):
    for name in plants:
        passed, failed, skipped, trouble = count.count_program(planted[f"{runner} {name}"], least=0)
        if name == "whole":
            assert trouble is None and failed == 0, (name, trouble)
            assert (passed, skipped) == ((1, 0) if runner == "fuzz" else (2, 1)), (name, passed, skipped)
        else:
            assert failed > 0 or trouble, f"{runner}: a program that {name} is taken for whole"


@case
def a_python_program_that_dies_is_a_failure():
    verdicts("python", PYTHON)


@case
def a_cmocka_program_that_dies_is_a_failure():
    verdicts("cmocka", CMOCKA)


@case
def a_test_file_of_the_page_that_dies_is_a_failure():
    verdicts("node", NODE)


@case
def a_fuzz_target_that_dies_is_a_failure():
    if not shutil.which("clang"):
        skip("clang is not here: script/bootstrap test")
    verdicts("fuzz", FUZZ)


@case
def why_a_case_failed_is_printed():
    for runner, why in (("python", "ZeroDivisionError"), ("cmocka", "two"), ("node", "planted")):
        shown = "\n".join(count.failures(planted[f"{runner} fails in a case"]["stdout"]))
        assert "not ok 2" in shown and why in shown, f"{runner}: {shown}"
        assert "one" not in shown.split("not ok", 1)[0], shown


def counted(programs, *, status="0", demanded=None, complete=True):
    """What count.py makes of a run of these programs, each a name, its output and Meson's verdict."""
    log = put("run/meson-logs/testlog.json", "")
    with open(log, "w") as file:
        for name, output, result in programs:
            file.write(json.dumps({"name": name, "stdout": output, "result": result, "returncode": 0}) + "\n")
    return count.count([(os.path.join(folder, "run"), status)], demanded or {}, complete)


GOOD = ("good", "1..3\nok 1 - one\nok 2 - two # SKIP why\n# SKIP why\nok 3 - three\n", "OK")


@case
def passed_failed_and_skipped_are_counted():
    assert counted([GOOD]) == (1, 0, 2, [])
    bad = ("bad", "1..2\nnot ok 1 - one\nok 2 - # of two\n", "FAIL")
    *numbers, wrong = counted([GOOD, bad], status="1")
    assert numbers == [2, 1, 2] and len(wrong) == 1 and wrong[0].endswith("bad: not ok 1 - one"), wrong


@case
def a_program_skipped_as_a_whole_counts_once_unless_cases_are_required():
    absent = ("absent", "1..0 # SKIP no browser\n", "SKIP")
    assert counted([absent]) == (0, 0, 1, [])
    *numbers, wrong = counted([absent], demanded={"absent": 5})
    assert numbers == [0, 1, 1] and "demands 5" in wrong[0], wrong
    assert counted([("empty", "1..0\n", "SKIP")])[:3] == (0, 1, 0)


@case
def fewer_cases_than_required_are_a_failure():
    assert counted([GOOD], demanded={"good": 3})[1] == 0
    *numbers, wrong = counted([GOOD], demanded={"good": 4})
    assert numbers == [1, 1, 2] and "3 cases" in wrong[0], wrong


@case
def a_required_program_that_did_not_run_fails_a_whole_run():
    demanded = {"good": 3, "other": 1}
    assert counted([GOOD], demanded=demanded, complete=False)[1] == 0
    *numbers, wrong = counted([GOOD], demanded=demanded)
    assert numbers == [1, 1, 2] and wrong[0].startswith("other"), wrong


@case
def a_failure_that_only_meson_knows_is_a_failure():
    late = ("late", "1..1\nok 1 - one\n", "TIMEOUT")
    assert counted([late], status="1")[:3] == (1, 1, 0)
    assert counted([GOOD], status="2")[:3] == (1, 1, 2)
    os.remove(os.path.join(folder, "run/meson-logs/testlog.json"))
    for status in "0", "1":
        assert count.count([(os.path.join(folder, "run"), status)], {"good": 3}, True)[:3] == (0, 1, 0)


@case
def every_test_that_security_names_exists():
    """SECURITY.md names for each promise the test that checks it, and the words of a case in quotes."""
    with open(os.path.join(SOURCE, "SECURITY.md"), encoding="utf-8") as file:
        rows = [line.split("|")[-2] for line in file if line.startswith("|")]
    named = [found for row in rows for found in re.findall(r'`([^`]+)`((?:,? "[^"]+")*)', row)]
    assert len(named) > 40, named
    for name, quoted in named:
        word = name.replace(" ", "_")
        files = [path for path in (f"tests/{word}_test.py", f"tests/{word}_test.c", f"fuzz/fuzz_{word}.c", name.split()[0])
                 if os.path.exists(os.path.join(SOURCE, path))]
        assert files, name
        with open(os.path.join(SOURCE, files[0]), encoding="utf-8") as file:
            cases = [one for pair in re.findall(r"^@.*\ndef (\w+)|^static void (\w+)\(void \*\*", file.read(), re.M) for one in pair]
        for words in re.findall('"([^"]+)"', quoted):
            assert [one for one in cases if words.replace(" ", "_") in one], (name, words)


@case
def the_last_line_says_passed_failed_skipped():
    done = subprocess.run([sys.executable, count.__file__, f"{folder}/build=1"], capture_output=True, text=True,
                          env={**os.environ, "DAMERO_CASE": ""})
    numbers = done.stdout.splitlines()[-1].replace(",", "").split()
    assert numbers[1::2] == ["passed", "failed", "skipped"], done.stdout
    assert done.returncode == 1 and int(numbers[2]) >= len(PYTHON) + len(CMOCKA) + len(NODE) - 3


@case
def what_the_page_is_built_with_runs_on_the_node_of_debian_12():
    with open(os.path.join(SOURCE, "web/package-lock.json")) as file:
        packages = json.load(file)["packages"]
    for name, package in packages.items():
        node = package.get("engines", {}).get("node", ">=0")
        assert node.startswith(">=") and int(node[2:].split(".")[0]) <= 18, f"{name} needs Node {node}"


run_cases(lambda: shutil.rmtree(folder))
