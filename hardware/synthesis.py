#!/usr/bin/env python3
"""Synthesises the designs of hardware/ and prints what they take of a device: script/hardware runs it.

    synthesis.py [--cells | --examine] [--work FOLDER] [DESIGN...]

--cells leaves out place and route, so there is no clock; --examine only looks for mistakes, in seconds; --work keeps all files, among them the bitstream DESIGN.bin.
A design is a folder with its sources; its top module is DESIGN_board. The Trax accelerator has a row for each of its sizes, with
its bus; the larger ones take minutes to hours and are synthesised only if named. The Damas board has one for each of
its rules. If a design has a folder hx8k/, the module DESIGN_hx8k with the pins of DESIGN_hx8k.pcf is placed on an iCE40-HX8K. A
latch, an undriven wire, a loop of logic or any warning is an error, and so is a clock that is too slow.
"""
import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
CLOCK = {"perudo": 50, "damas": 25.125}  # MHz that a design must reach on an HX8K: that of our board, or of the picture's pixels
BOARD_CLOCK = 12  # for the others: that of the iCE40-HX8K breakout board

# Designs with a row for each value of a parameter, named in the row; and those left out unless named.
CHOICES = {"trax": ("SIZE", {"8": 8, "16": 16, "32": 32}), "damas": ("RULES", {"lab": 0, "official": 1})}
LARGE = ("trax-16", "trax-32")  # and too large for an HX8K
TOP = {"trax": "trax_axi"}  # if it is not DESIGN_board

# What a Zynq-7020 and an HX8K have. Memories made of LUTs take as many as named here.
ZYNQ = {"LUT": 53200, "FF": 106400, "RAM": 140}
HX8K = {"cells": 7680, "RAM": 32}
LUT_MEMORY = {"RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM32M": 4, "RAM64M": 4, "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2,
              "RAM256X1S": 4, "SRL16E": 1, "SRLC32E": 1}


# Says nothing about a design: for a block RAM yosys connects the cascade bit of the address, which its own cell does not have.
HARMLESS = r"Warning: Resizing cell port \S+\.ADDR\w+ADDR from 17 bits to 16 bits\.\n"


class Refused(Exception):
    pass


def run(words, log):
    """Runs a tool; everything it says goes to a file, and its warnings and errors are ours."""
    with open(log, "w") as output:
        status = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, stdout=output,
                                stderr=subprocess.STDOUT).returncode
    text = re.sub(HARMLESS, "", log.read_text())
    if found := re.search(r"^.*\b(?:ERROR|Warning): .*", text, re.M | re.I):
        raise Refused(found.group())
    if status != 0:
        raise Refused(f"{words[0]}: status {status}, see {log}")
    return text


def read(sources, top, choice):
    """The commands that read a design, with its parameter if it has one. An iCE40's own cells are known."""
    return ("read_verilog -lib +/ice40/cells_sim.v; " if top.endswith("_hx8k") else "") + \
        f"read_verilog {' '.join(map(str, sources))}; " + (f"chparam -set {choice[0]} {choice[1]} {top}; " if choice else "")


def examine(sources, top, choice, work):
    """Refuses latches, undriven wires, wires with two drivers and loops of logic, before they can be optimised away."""
    script = (read(sources, top, choice) + f"hierarchy -check -top {top}; proc; "
              "select -assert-none t:$dlatch t:$adlatch; check -assert")
    run(["yosys", "-q", "-p", script], work / f"{top}_examine.log")


def synthesise(sources, top, command, work, choice):
    """The number of cells of each kind."""
    examine(sources, top, choice, work)
    result = work / f"{top}.json"
    script = (read(sources, top, choice) + f"{command} -top {top}; check -assert; write_json {result}; "
              f"tee -o {result}.stat stat -json")
    run(["yosys", "-q", "-p", script], work / f"{top}.log")
    text = pathlib.Path(f"{result}.stat").read_text()  # of each module, then of the whole; not valid JSON if there are several
    whole = text[text.rindex('"num_cells_by_type"'):]
    return {kind: int(count) for kind, count in re.findall(r'"(\w+)":\s+(\d+)', whole)}


def sum_of(cells, pattern):
    return sum(count for kind, count in cells.items() if re.fullmatch(pattern, kind))


def on_zynq(sources, name, choice, work):
    cells = synthesise(sources, TOP.get(name, f"{name}_board"), "synth_xilinx -family xc7 -flatten", work, choice)
    memory = sum(cells.get(kind, 0) * luts for kind, luts in LUT_MEMORY.items())
    return {"LUT": sum_of(cells, r"LUT\d|INV") + memory, "FF": sum_of(cells, r"FD\w+"),
            "RAM": cells.get("RAMB36E1", 0) + cells.get("RAMB18E1", 0) / 2}


def on_hx8k(sources, design, choice, work, place):
    """What it takes, and the fastest clock in MHz if it is placed; the bitstream has the design's name, as in the table."""
    name = design.partition("-")[0]
    folder = HERE / name / "hx8k"
    cells = synthesise([*sources, *folder.glob("*.v")], f"{name}_hx8k", "synth_ice40", work, choice)
    used = {"cells": sum_of(cells, "SB_LUT4"), "RAM": cells.get("SB_RAM40_4K", 0)}
    if not place:
        return used, None
    base, wanted = work / f"{name}_hx8k", CLOCK.get(name, BOARD_CLOCK)
    text = run(["nextpnr-ice40", "--hx8k", "--package", "ct256", "--json", f"{base}.json", "--pcf", folder / f"{name}_hx8k.pcf",
                "--asc", f"{base}.asc", "--freq", wanted, "--seed", 1], work / f"{name}_place.log")
    used["cells"] = int(re.findall(r"ICESTORM_LC:\s*(\d+)/", text)[-1])
    clock = float(re.findall(r"Max frequency for clock .*?: ([\d.]+) MHz", text)[-1])
    if clock < wanted:
        raise Refused(f"{clock} MHz on an HX8K, {wanted} MHz wanted")
    run(["icepack", f"{base}.asc", work / f"{design}.bin"], work / f"{name}_pack.log")
    return used, clock


def share(used, capacity):
    return f"{used:g} ({100 * used / capacity:.1f} %)"


def row(design, work, place, only_examined):
    name, _, value = design.partition("-")
    sources = sorted((HERE / name).glob("*.v"))
    choice = (CHOICES[name][0], CHOICES[name][1][value]) if value else None
    if only_examined:
        examine(sources, TOP.get(name, f"{name}_board"), choice, work)
        return f"| {design} |" + " - |" * 6
    zynq = on_zynq(sources, name, choice, work)
    columns = [design] + [share(zynq[kind], ZYNQ[kind]) for kind in ZYNQ]
    if (HERE / name / "hx8k").is_dir() and design not in LARGE:
        used, clock = on_hx8k(sources, design, choice, work, place)
        columns += [share(used[kind], HX8K[kind]) for kind in HX8K] + [f"{clock:.0f} MHz" if clock else "-"]
    else:
        columns += ["-"] * 3
    return "| " + " | ".join(columns) + " |"


def main():
    folders = sorted(folder.name for folder in HERE.iterdir() if (folder / f"{folder.name}_board.v").exists())
    known = [f"{name}-{value}" if value else name for name in folders for value in CHOICES.get(name, (None, {None: None}))[1]]
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--cells", action="store_true")
    options.add_argument("--examine", action="store_true")
    options.add_argument("--work", type=pathlib.Path)
    options.add_argument("designs", nargs="*", metavar="DESIGN")
    given = options.parse_args()
    if unknown := set(given.designs) - set(known):
        options.error(f"unknown design {', '.join(sorted(unknown))} ({', '.join(known)})")
    print("| design | Zynq-7020 LUT | FF | block RAM | HX8K cells | block RAM | clock |\n|---|---|---|---|---|---|---|", flush=True)
    with tempfile.TemporaryDirectory(prefix="damero-hardware-") as scratch:
        work = given.work or pathlib.Path(scratch)
        work.mkdir(parents=True, exist_ok=True)
        for name in given.designs or [design for design in known if design not in LARGE]:
            try:
                print(row(name, work, not given.cells, given.examine), flush=True)
            except Refused as why:
                sys.exit(f"hardware: {name}: {why}")


main()
