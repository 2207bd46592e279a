#!/usr/bin/env python3
"""How the program was linked and compiled, read off its file: what makes a mistake in it harder to use."""
import os
import platform
import re
import subprocess
import sys

from tap import case, run_cases, skip

DAMERO = os.path.abspath(sys.argv[1])


def read(*words):
    return subprocess.run(["readelf", "-W", *words, DAMERO], capture_output=True, text=True, check=True).stdout


@case
def it_is_loaded_at_any_address():
    assert re.search(r"Type:\s+DYN \(Position-Independent Executable file\)", read("-h")), read("-h")


@case
def its_tables_of_addresses_are_read_only():
    assert "GNU_RELRO" in read("-l") and re.search(r"FLAGS.*(BIND_)?NOW", read("-d")), read("-d")


@case
def no_memory_is_writable_and_executable():
    flags = re.findall(r"^\s+(LOAD|GNU_STACK)\s.* ([RWE ]{3}) 0x", read("-l"), re.M)
    assert ("GNU_STACK", "RW ") in flags and not [f for f in flags if "W" in f[1] and "E" in f[1]], flags


@case
def its_stack_its_buffers_and_its_returns_are_checked():
    symbols = read("--dyn-syms")
    if "asan" in symbols:
        skip("the sanitizers check these, and more")
    assert "__stack_chk_fail" in symbols and re.search(r"__\w+_chk", symbols), symbols
    assert platform.machine() != "x86_64" or "SHSTK" in read("-n"), read("-n")  # returns are checked if the system supports it


run_cases()
