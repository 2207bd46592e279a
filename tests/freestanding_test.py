#!/usr/bin/env python3
"""base, games, engines and boards keep no global state and do no input or output: read off the libraries."""
import re
import subprocess
import sys

# What the C library may be asked for.
ALLOWED = re.compile(
    r"^(mem(cpy|move|set|cmp|chr)|bcmp|str(len|cmp|ncmp|chr|rchr|spn|cspn|str)|malloc|calloc|realloc|free"
    r"|aligned_alloc|qsort|abort|clock_gettime|madvise|pthread_\w+|thrd_\w+|mtx_\w+|cnd_\w+|sched_yield|nanosleep"
    r"|exp|log|log2|pow|sqrt|fabs|floor|ceil|round|lround|tanh|expf|logf|powf|sqrtf|fabsf|lgamma"
    r"|__(asan|ubsan|stack_chk|sanitizer)\w*|_GLOBAL_OFFSET_TABLE_|__assert_fail|__\w+_chk)$"
)
libraries = sys.argv[1:]


def symbols(library):
    """(name, class, section) of every symbol; constants with addresses in them are in .data.rel.ro."""
    listing = subprocess.run(["nm", "-f", "sysv", library], capture_output=True, text=True, check=True)
    for line in listing.stdout.splitlines():
        parts = [part.strip() for part in line.split("|")]
        if len(parts) == 7 and parts[2] in "dDbBCUtTrRvVwW":
            yield parts[0], parts[2], parts[6]


print("TAP version 13")
print(f"1..{2 * len(libraries)}")
number = 0
defined = {name for library in libraries for name, kind, _ in symbols(library) if kind != "U"}
for library in libraries:
    state, calls = set(), set()
    for name, kind, section in symbols(library):
        sanitizer = re.search(r"asan|ubsan", name + section)
        if kind in "dDbBC" and not section.startswith(".data.rel.ro") and not sanitizer:
            state.add(f"{name} in {section}")
        if kind == "U" and name not in defined and not ALLOWED.match(name):
            calls.add(name)
    library = library.rsplit("/", 1)[-1]
    for what, found in (("keeps no global state", state), ("calls nothing that does I/O", calls)):
        number += 1
        for symbol in sorted(found):
            print(f"# {library}: {symbol}")
        print(f"{'not ok' if found else 'ok'} {number} - {library} {what}")
