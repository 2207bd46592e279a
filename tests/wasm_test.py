#!/usr/bin/env python3
"""The tests of rules and engines again, in WebAssembly under Node, with threads. Usage: wasm_test.py SOURCE

They contain counts of positions, golden games and the engines' node counts, so they fail if any answer differs."""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from tap import WAIT, case, run_cases, skip

SOURCE = pathlib.Path(sys.argv[1])
BUILD = SOURCE / "build-wasm"
WITHOUT_SIMD = BUILD.with_name("build-wasm-plain")
FINGERPRINTS = "damas_engine dots_solver perudo trax_engine".split()  # the engines' node counts
NO_VECTORS = ["--no-enable-ssse3", "--no-enable-sse4-1"]  # without these instructions Node has no SIMD
QUICK = "threads contract damas_engine damas_moves dots dots_solver golden perudo settings trax_engine trax_truth".split()


def build(*what):
    if not shutil.which("wasm-ld-14"):
        skip("the compiler for WebAssembly is not here: script/bootstrap wasm")
    done = subprocess.run([SOURCE / "script" / "wasm", *what], capture_output=True, text=True, timeout=10 * WAIT)
    assert done.returncode == 0, done.stdout + done.stderr


def run_unit(module, *flags):
    """Runs a test program; whether it has the SIMD that this Node lacks is seen when it is compiled."""
    done = subprocess.run(["node", *flags, SOURCE / "wasm" / "run.mjs", module, SOURCE / "tests" / "data"],
                          capture_output=True, text=True, timeout=10 * WAIT)
    plan = re.search(r"^1\.\.(\d+)$", done.stdout, re.M)
    passed = len(re.findall(r"^ok ", done.stdout, re.M))
    return done.returncode == 0 and plan is not None and passed == int(plan[1]) > 0, f"{module}\n{done.stdout}{done.stderr}"


@case
def the_library_needs_nothing_but_a_clock():
    build()
    count = "process.stdout.write(WebAssembly.Module.imports(new WebAssembly.Module(require('fs').readFileSync(process.argv[1])))" \
        ".map((i) => i.name).join())"
    done = subprocess.run(["node", "-e", count, BUILD / "wasm" / "damero.wasm"], capture_output=True, text=True, timeout=WAIT)
    assert done.stdout == "clock_time_get", done.stdout + done.stderr


@case
def rules_and_engines_give_the_same_answers():
    build()
    others = ("bench", "damero", "house", "house_linked")
    everything = sorted(path.stem for path in (BUILD / "wasm").glob("*.wasm") if path.stem not in others)
    for name in everything if os.environ.get("DAMERO_LONG") == "1" else QUICK:
        good, said = run_unit(BUILD / "wasm" / f"{name}.wasm")
        assert good, said


@case
def a_program_ends_with_a_thread_that_fails():
    build("wasm/threads.wasm")
    os.environ["DAMERO_TRAP"] = "1"
    good, said = run_unit(BUILD / "wasm" / "threads.wasm")
    del os.environ["DAMERO_TRAP"]
    assert not good and "a thread failed: RuntimeError: unreachable" in said, said


@case
def without_simd_engines_give_the_same_answers():
    build("plain", *(f"wasm/{name}.wasm" for name in FINGERPRINTS))
    for name in FINGERPRINTS:
        good, said = run_unit(WITHOUT_SIMD / "wasm" / f"{name}.wasm", *NO_VECTORS)
        assert good, said
    build("wasm/damas_engine.wasm")
    good, said = run_unit(BUILD / "wasm" / "damas_engine.wasm", *NO_VECTORS)
    assert not good and "SIMD unsupported" in said, "this Node has SIMD after all"


run_cases()
