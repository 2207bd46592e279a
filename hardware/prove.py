#!/usr/bin/env python3
"""Proves the properties in `ifdef FORMAL` of modules, by induction with yosys-smtbmc and z3, or with yosys's own
solver for the Damas arbiter: script/hardware prove.

    prove.py [FOLDER]     of the sources, hardware/ if not given; for tests, which plant mistakes
"""
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent
# Module, its file, its parameters, steps of the base case and the induction.
CLAIMS = (("uart_tx", "dots/uart_tx.v", {"BIT": 8}, 4), ("uart_rx", "dots/uart_rx.v", {"BIT": 8}, 4),
          ("trax_axi", "trax/trax_axi.v", {}, 4))


# The arbiter's states, whatever the parts that decide and the memory say.
ARBITER = ("chparam -set RULES 1 damas_arbiter; hierarchy -check -top damas_arbiter; proc; cutpoint */t:*damas_search* */t:*damas_walk* "
           "*/t:*damas_mobility* */t:*damas_draws* */t:damas_memory; flatten; async2sync; "
           "sat -verify -tempinduct -prove-asserts -maxsteps 4 damas_arbiter")


def run(*words):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def holds(module, source, parameters, steps, work):
    """Whether it holds from the reset on, and at every later tick."""
    model = work / f"{module}.smt2"
    settings = "".join(f"chparam -set {name} {value} {module}; " for name, value in parameters.items())
    good, said = run("yosys", "-q", "-p", f"read_verilog -formal {source}; {settings}prep -flatten -top {module}; async2sync; "
                     f"dffunmap; write_smt2 -wires {model}")
    for case in ("-t", steps), ("-i", "-t", steps):
        if good:
            good, said = run("yosys-smtbmc", "-s", "z3", *case, model)
    return good, said


def report(module, good, said):
    print(f"{module}: {'proved' if good else 'FAILED'}", flush=True)
    if not good:
        sys.exit(said)


report("damas_arbiter", *run("yosys", "-q", "-p", f"read_verilog -formal {HERE}/damas/*.v; {ARBITER}"))
with tempfile.TemporaryDirectory(prefix="damero-prove-") as scratch:
    for module, source, parameters, steps in CLAIMS:
        report(module, *holds(module, HERE / source, parameters, steps, pathlib.Path(scratch)))
