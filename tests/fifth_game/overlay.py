#!/usr/bin/env python3
"""Writes the files of registries.patch as the patch changes them: overlay.py ROOT OUT [PATH...]

PATH names files below ROOT; OUT gets them by their base names.
"""
import os
import shutil
import subprocess
import sys
import tempfile

root, out, *paths = sys.argv[1:]
here = os.path.dirname(os.path.abspath(__file__))
patch = os.path.join(here, "registries.patch")
with tempfile.TemporaryDirectory() as folder:
    for line in open(patch, encoding="utf-8"):
        if line.startswith("+++ b/"):
            path = line[6:].strip()
            os.makedirs(os.path.join(folder, os.path.dirname(path)), exist_ok=True)
            shutil.copy(os.path.join(root, path), os.path.join(folder, path))
    subprocess.run(["patch", "-s", "-p1", "-d", folder, "-i", patch], check=True)
    for path in paths:
        shutil.copy(os.path.join(folder, path), os.path.join(out, os.path.basename(path)))
