#!/usr/bin/env python3
"""Runs one fuzz target for a bounded time and reports as TAP: run.py TARGET SEEDS

What a fuzzer tries next depends on what it has found, also on addresses. So that the same tree gets the same verdict,
a target starts from the seeds alone, without the caller's environment and with memory always at the same addresses:
it tries the same inputs in the same order. Only how many it has time for may differ. With DAMERO_LONG=1 it runs
longer, on new inputs each time, and keeps its corpus.
"""
import os
import re
import shutil
import subprocess
import sys

target, seeds = map(os.path.abspath, sys.argv[1:])
name = os.path.basename(target).removeprefix("fuzz_")
build = os.path.dirname(os.path.dirname(target))
if os.environ.get("DAMERO_LONG") == "1":
    limits, wrapper, corpus = ["-max_total_time=120"], [], f"{build}/corpus/{name}"
else:
    limits, corpus = ["-seed=1", "-runs=20000", "-max_total_time=15"], f"{build}/gate/{name}"
    steady = subprocess.run(["setarch", "-R", "true"], stderr=subprocess.DEVNULL).returncode == 0
    wrapper = ["env", "-i", "PATH=/usr/bin:/bin", *(["setarch", "-R"] if steady else [])]
    shutil.rmtree(corpus, ignore_errors=True)
os.makedirs(corpus, exist_ok=True)

print("1..1", flush=True)
done = subprocess.run([*wrapper, target, *limits, "-timeout=60", "-rss_limit_mb=2048", "-max_len=4096",
                       f"-artifact_prefix={build}/{name}-", corpus, seeds],
                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
runs = re.search(r"^Done ([1-9]\d*) runs", done.stdout, re.MULTILINE)
if done.returncode == 0 and runs:
    print(f"ok 1 - {runs[1]} inputs, nothing found")
else:
    print("\n".join(f"# {line}" for line in done.stdout.splitlines()[-40:]))
    print(f"not ok 1 - the fuzzer ended with {done.returncode}")
