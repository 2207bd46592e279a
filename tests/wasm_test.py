#!/usr/bin/env python3
"""The tests of rules and engines again, in WebAssembly under Node. Usage: wasm_test.py SOURCE

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
QUICK = "contract damas_engine damas_moves dots dots_solver golden perudo settings trax_engine trax_truth".split()


def build():
    if not shutil.which("wasm-ld-14"):
        skip("the compiler for WebAssembly is not here: script/bootstrap wasm")
    done = subprocess.run([SOURCE / "script" / "wasm"], capture_output=True, text=True, timeout=10 * WAIT)
    assert done.returncode == 0, done.stdout + done.stderr


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
    everything = sorted(path.stem for path in (BUILD / "wasm").glob("*.wasm") if path.stem not in ("bench", "damero", "house"))
    for name in everything if os.environ.get("DAMERO_LONG") == "1" else QUICK:
        done = subprocess.run(["node", SOURCE / "wasm" / "run.mjs", BUILD / "wasm" / f"{name}.wasm", SOURCE / "tests" / "data"],
                              capture_output=True, text=True, timeout=10 * WAIT)
        plan = re.search(r"^1\.\.(\d+)$", done.stdout, re.M)
        passed = len(re.findall(r"^ok ", done.stdout, re.M))
        assert done.returncode == 0 and plan and passed == int(plan[1]) > 0, f"{name}\n{done.stdout}{done.stderr}"


run_cases()
