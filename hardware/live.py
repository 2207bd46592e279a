#!/usr/bin/env python3
"""Runs a design in a simulator that takes orders, so that it can stand in for our board (docs/boards.md, "live"):

    damero board perudo --design hardware/perudo --settings bit=8,seed=7 --compare --keys "d e 2n e"

    live.py [--simulator iverilog|verilator] [--build] [--library] FOLDER [PARAMETER=VALUE...]

FOLDER has the sources, besides benches that end in _tb.v. The top module has its name, with or without `_board` after it; its ports
are the board's pins and `clock`. A board's setting is the parameter of its name. Verilator is used if it is installed, otherwise
Icarus Verilog; the variable DAMERO_SIMULATOR chooses too. The simulator is built once for the same sources and parameters, in
build-hardware/live/; --build only builds it, and prints its command. --library builds the same as a library, in Verilator: damero runs
it in its own process, several times as fast, if it is given the file that --library prints.
"""
import argparse
import fcntl
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
WORDS = {"off": "0", "on": "1", "lab": "0", "official": "1", "crown": "0", "stacked": "1"}  # values of settings, as numbers

# Simulates one edge at a time. An order is answered by the tick and all outputs.
VERILOG = """`timescale 1ns / 1ps
module live;
    localparam STDIN = 32'h8000_0000;
    reg clock = 0;
    {declarations}
    {top} #({parameters}) board (.clock(clock){connections});
    wire [{bits} - 1:0] pins = {{{outputs}}};
    reg  [{bits} - 1:0] mask = 0, before;
    reg  [63:0] tick = 0, until, value;
    reg  [8*24-1:0] order, name;
    integer found;
    initial begin
        #1;
        found = $fscanf(STDIN, "%s", order);
        while (found == 1) begin
            if (order == "set" || order == "watch") begin
                found = $fscanf(STDIN, "%s %d", name, value);
                if (order == "set") case (name)
                    {sets}
                    default: $display("no input %0s", name);
                endcase else case (name)
                    {watches}
                    default: $display("no output %0s", name);
                endcase
                #1;
            end else begin
                found = $fscanf(STDIN, "%d", until);
                before = pins;
                while (tick < until && (order == "go" || (pins & mask) === (before & mask))) begin
                    #4 clock = 1;
                    tick = tick + 1;
                    #5 clock = 0;
                    #1;
                end
            end
            $display("%0d{formats}", tick{values});
            $fflush;
            found = $fscanf(STDIN, "%s", order);
        end
        $finish;
    end
endmodule
"""

CPP = """#include "Vboard.h"
#include "verilated.h"
#include <cinttypes>
#include <cstdio>
#include <cstring>
static const char *const outputs[] = {{{names}}};
enum {{ OUTPUTS = {count} }};
struct bench {{
    VerilatedContext context;
    Vboard board{{&context}};
    uint64_t tick = 0, value[OUTPUTS], answered[OUTPUTS];
    bool watched[OUTPUTS] = {{}}, first = true;
    char answer[200 + 64 * OUTPUTS];
    bench() {{
        {first}
        board.clock = 0;
        board.eval();
        read_outputs();
    }}
    void read_outputs() {{
        {reads}
    }}
    bool set_input(const char *name, uint64_t v) {{
        {sets}
        else return false;
        board.eval();
        read_outputs();
        return true;
    }}
    void advance(uint64_t end, bool until) {{
        uint64_t before[OUTPUTS];
        memcpy(before, value, sizeof value);
        for (bool changed = false; tick < end && !changed; tick++) {{
            board.clock = 1;
            board.eval();
            board.clock = 0;
            board.eval();
            read_outputs();
            for (int i = 0; until && i < OUTPUTS; i++) changed |= watched[i] && value[i] != before[i];
        }}
    }}
    const char *order(const char *line) {{
        char name[100];
        uint64_t number;
        int length = 0;
        if (sscanf(line, "until %" SCNu64, &number) == 1) advance(number, true);
        else if (sscanf(line, "set %99s %" SCNu64, name, &number) == 2) {{
            if (!set_input(name, number)) length = sprintf(answer, "no input %s\\n", name);
        }} else if (sscanf(line, "watch %99s %" SCNu64, name, &number) == 2) {{
            for (int i = 0; i < OUTPUTS; i++) if (!strcmp(outputs[i], name)) watched[i] = number;
        }} else if (sscanf(line, "go %" SCNu64, &number) == 1) advance(number, false);
        length += sprintf(answer + length, "%" PRIu64, tick);
        for (int i = 0; i < OUTPUTS; i++)
            if (first || value[i] != answered[i])
                length += sprintf(answer + length, " %s=%" PRIu64, outputs[i], answered[i] = value[i]);
        strcpy(answer + length, "\\n");
        first = false;
        return answer;
    }}
}};
extern "C" void *design_bench_open() {{ return new bench; }}
extern "C" const char *design_bench_order(void *b, const char *line) {{ return static_cast<bench *>(b)->order(line); }}
extern "C" void design_bench_close(void *b) {{ delete static_cast<bench *>(b); }}
int main() {{
    static bench b;
    char line[200];
    while (fgets(line, sizeof line, stdin)) {{
        fputs(b.order(line), stdout);
        fflush(stdout);
    }}
}}
"""


def ports(source, folder, parameters):
    """The top module; name and width of its inputs but the clock, and of its outputs."""
    header = re.search(rf"\bmodule ({re.escape(folder.name)}(?:_board)?)\b(.*?)\);", re.sub(r"//.*", "", source), re.S)
    if not header:
        sys.exit(f"live.py: there is no module {folder.name}_board in {folder}")
    top, header = header.groups()
    for name, value in parameters:
        if not re.search(rf"\bparameter\b[^,]*\b{re.escape(name)} =", header):
            sys.exit(f"live.py: {top} has no parameter {name}")
        if not value.isdecimal():
            sys.exit(f"live.py: {name}={value}: not a number")
    found = re.findall(r"\b(input|output)\s+(?:wire|reg)?\s*(?:signed\s*)?(?:\[(\d+):0\])?\s*(\w+)", header)
    named = [(kind, name, int(high or 0) + 1) for kind, high, name in found]
    return (top, [(name, width) for kind, name, width in named if kind == "input" and name != "clock"],
            [(name, width) for kind, name, width in named if kind == "output"])


def at_first(name):
    """An input until it is set: what is active low is not active."""
    return int(name.endswith("_n"))


def verilog(top, inputs, outputs, parameters):
    places, place = [], sum(width for _, width in outputs)
    for name, width in outputs:
        place -= width
        places.append(f'"{name}": mask[{place} +: {width}] = {{{width}{{value[0]}}}};')
    return VERILOG.format(
        top=top, parameters=", ".join(f".{name}({value})" for name, value in parameters),
        declarations="\n    ".join([f"reg [{width - 1}:0] {name} = {at_first(name)};" for name, width in inputs] +
                                   [f"wire [{width - 1}:0] {name};" for name, width in outputs]),
        connections="".join(f", .{name}({name})" for name, _ in inputs + outputs),
        bits=sum(width for _, width in outputs), outputs=", ".join(name for name, _ in outputs),
        sets="\n                    ".join(f'"{name}": {name} = value;' for name, _ in inputs),
        watches="\n                    ".join(places),
        formats="".join(f" {name}=0b%b" for name, _ in outputs), values="".join(f", {name}" for name, _ in outputs))


def cpp(inputs, outputs):
    return CPP.format(
        names=", ".join(f'"{name}"' for name, _ in outputs), count=len(outputs),
        reads="\n        ".join(f"value[{i}] = board.{name};" for i, (name, _) in enumerate(outputs)),
        first=" ".join(f"board.{name} = {at_first(name)};" for name, _ in inputs),
        sets="\n        else ".join(f'if (!strcmp(name, "{name}")) board.{name} = v;' for name, _ in inputs))


def call(words):
    done = subprocess.run([str(word) for word in words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 0 or (words[0] == "iverilog" and done.stderr):
        sys.exit(f"live.py: {words[0]}: {done.stdout}{done.stderr}")


def build(folder, simulator, parameters, work, library):
    """The command of the simulator, or the library, built if it is not there."""
    sources = sorted(path for path in folder.glob("*.v") if not path.name.endswith("_tb.v"))
    top, inputs, outputs = ports("\n".join(path.read_text() for path in sources), folder, parameters)
    told = "\n".join([simulator, repr(parameters), pathlib.Path(__file__).read_text()] + [path.read_text() for path in sources])
    place = work / f"{folder.name}-{simulator}-{hashlib.sha256(told.encode()).hexdigest()[:16]}"
    place.mkdir(parents=True, exist_ok=True)
    program = place / ("live.so" if library else "live")
    with open(place / "lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not program.exists():
            print(f"building the simulator of {top} with {simulator}", file=sys.stderr, flush=True)
            if simulator == "iverilog":
                (place / "live.v").write_text(verilog(top, inputs, outputs, parameters))
                call(["iverilog", "-g2005", "-Wall", "-s", "live", "-o", place / "made", *sources, place / "live.v"])
            else:
                (place / "live.cpp").write_text(cpp(inputs, outputs))
                flags = ["-CFLAGS", "-fPIC", "-LDFLAGS", "-shared"] if library else []
                call(["verilator", *flags, "--default-language", "1364-2005", "--cc", "--exe", "--build", "-O3", "-Wno-WIDTH", "--top-module", top, "--prefix",
                      "Vboard", "--Mdir", place / ("library" if library else "objects"), "-o", place / "made", *(f"-G{name}={value}" for name, value in parameters),
                      *sources, place / "live.cpp"])
            (place / "made").rename(program)
    return (["vvp", "-n"] if simulator == "iverilog" else []) + [str(program)]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--simulator", choices=("iverilog", "verilator"), default=os.environ.get("DAMERO_SIMULATOR"))
    options.add_argument("--build", action="store_true")
    options.add_argument("--library", action="store_true")
    options.add_argument("--work", type=pathlib.Path, default=HERE.parent / "build-hardware" / "live", help=argparse.SUPPRESS)
    options.add_argument("folder", type=pathlib.Path)
    options.add_argument("parameters", nargs="*", metavar="PARAMETER=VALUE")
    given = options.parse_args()
    words = [word.partition("=") for word in given.parameters]
    parameters = [(name.upper(), WORDS.get(value, value)) for name, _, value in words]
    simulator = given.simulator or next(filter(shutil.which, ("verilator", "iverilog")), None)
    if not simulator or not shutil.which(simulator):
        sys.exit(f"live.py: {simulator or 'a simulator'} is not here: script/bootstrap hardware")
    if given.library and simulator != "verilator":
        sys.exit("live.py: --library needs Verilator")
    command = build(given.folder.resolve(), simulator, parameters, given.work.resolve(), given.library)
    if given.build or given.library:
        print(" ".join(command))
    else:
        os.execvp(command[0], command)


main()
