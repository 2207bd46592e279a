#!/usr/bin/env python3
"""Writes the rules of the games into a C file: rules_texts.py OUT.c GAMES/GAME/rules/LANGUAGE.txt...

The page shows the same files (web/src/games/GAME/rules/).
"""
import pathlib
import sys

out, *paths = map(pathlib.Path, sys.argv[1:])
rows = []
for path in paths:
    lines = "\n     ".join('"%s\\n"' % line.replace("\\", "\\\\").replace('"', '\\"')
                           for line in path.read_text(encoding="utf-8").splitlines())
    rows.append(f'    {{"{path.parent.parent.name}", "{path.stem}",\n     {lines}}},')
out.write_text("\n".join(['/* Made by rules_texts.py. */', '#include "cli/rules.h"', "",
                          "const rules_text rules_texts[] = {", *rows, "    {0},", "};", ""]), encoding="utf-8")
