"""The example designs in Verilog, simulated with Icarus Verilog, as they are or with mistakes in them."""
import os
import pathlib
import shutil
import subprocess

from tap import WAIT, skip


def simulate_design(example, folder, arguments, changes=()):
    """Simulates the design of a folder with (file, from, to) changed; the path of the trace it writes."""
    if not shutil.which("iverilog"):
        skip("iverilog is not here: script/bootstrap")
    sources = []
    for path in sorted(pathlib.Path(example).glob("*.v")):
        text = path.read_text()
        for name, old, new in changes:
            if name == path.name:
                assert text.count(old) == 1, (name, old)
                text = text.replace(old, new)
        sources.append(os.path.join(folder, path.name))
        pathlib.Path(sources[-1]).write_text(text)
    program, trace = os.path.join(folder, "design"), os.path.join(folder, "mine.trace")
    subprocess.run(["iverilog", "-g2005", "-Wall", "-o", program, *sources], check=True, timeout=WAIT)
    subprocess.run(["vvp", program, f"+trace={trace}", *arguments], check=True, timeout=5 * WAIT,
                   stdout=subprocess.DEVNULL)
    return trace
