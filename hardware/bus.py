#!/usr/bin/env python3
"""Builds the Trax accelerator behind its AXI4-Lite bus in Verilator, as a library, and prints its name:

    bus.py [--work FOLDER] [SIZE]

Its functions are register accesses (hardware/trax/bench/axi_bridge.cpp). tests/trax_bus.c drives it with the firmware's driver.
"""
import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--work", type=pathlib.Path, default=HERE.parent / "build-hardware" / "bus")
    options.add_argument("size", nargs="?", type=int, default=16)
    given = options.parse_args()
    if not shutil.which("verilator"):
        sys.exit("bus.py: verilator is not here: script/bootstrap hardware")
    sources = sorted((HERE / "trax").glob("*.v")) + [HERE / "trax" / "bench" / "axi_bridge.cpp"]
    state = hashlib.sha256("\n".join(path.read_text() for path in sources).encode()).hexdigest()[:16]
    program = given.work / f"{given.size}-{state}" / "bus.so"
    if not program.exists():
        program.parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["verilator", "--default-language", "1364-2005", "--cc", "--exe", "--build", "-O3", "-CFLAGS",
                               "-fPIC", "-LDFLAGS", "-shared", "-Wno-WIDTH", "--top-module", "trax_axi", "--Mdir", program.parent, "-o",
                               program.name, f"-GSIZE={given.size}", *sources],
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"bus.py: {done.stdout}{done.stderr}")
    print(program)


main()
