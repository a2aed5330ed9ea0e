#!/usr/bin/env python3
"""What scripts/new_game writes, in a copy of the tree: every file is there, the layers hold, and bad names are refused.
Whether it compiles and plays is for prove.sh beside this file."""
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
NAME = "quintet"
FILES = """ai.cpp ai.h info.cpp info.h quintet.cpp quintet.h rules.md without_engine.cpp tests/quintet_test.cpp""".split()
REFUSED = {"x": "no name", "Quintet": "no name", "a-b": "no name", "four_rows": "no name", "fifteenletters": "no name",
           "toroidal": "there is a game", NAME: "there is a game", "table": "a word of the sources", "mix": "a word of"}


def run(tree, *words):
    return subprocess.run(words, cwd=tree, capture_output=True, text=True)


def expect(holds, text):
    if not holds:
        sys.exit(f"new_game: {text}")


def files_of(folder):
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())


def copy_to(tree):
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, check=True, capture_output=True)
    there = [name for name in listed.stdout.split(b"\0") if name and (ROOT / name.decode()).is_file()]
    subprocess.run(["xargs", "-0", "cp", "--parents", "-t", tree], cwd=ROOT, input=b"\0".join(there), check=True)
    subprocess.run(["git", "init", "-q", "."], cwd=tree, check=True)


def check_written(tree):
    made = run(tree, "scripts/new_game", NAME)
    expect(made.returncode == 0, made.stdout + made.stderr)
    folder = tree / "games" / NAME
    found = files_of(folder)
    expect(found == sorted(FILES), f"wrote {found}, not {sorted(FILES)}")
    for name in FILES:
        expect(f"games/{NAME}/{name}" in made.stdout, f"says nothing of {name}")
        expect("skeleton" not in (folder / name).read_text().lower(), f"{name} names what it was copied from")
        expect(f"games/<name>/{name.replace(NAME, '<name>')}" in (tree / "docs/adding-a-game.md").read_text(),
               f"docs/adding-a-game.md says nothing of {name}")
    registry = (tree / "games/registry.cpp").read_text()
    expect(f'#include "games/{NAME}/info.h"\n' in registry and f"      {NAME}::info(),\n" in registry, "is not registered")
    expect((tree / "web/tests/unit/new_games.ts").read_text().count(f'["{NAME}"]') == 2, "is on no list of new games")


def check_refusals(tree):
    before = files_of(tree / "games")
    for name, why in REFUSED.items():
        refused = run(tree, "scripts/new_game", name)
        expect(refused.returncode == 1 and why in refused.stderr and "Traceback" not in refused.stderr,
               f'"{name}" is answered by {refused.stdout}{refused.stderr}')
    expect(files_of(tree / "games") == before, "a refused name has left something behind")


def main():
    with tempfile.TemporaryDirectory(prefix="cairn-new-game-") as where:
        tree = Path(where)
        copy_to(tree)
        check_written(tree)
        check_refusals(tree)
        layers = run(tree, "python3", "tests/layers.py")
        expect(layers.returncode == 0, f"tests/layers.py finds\n{layers.stdout}")
        two = run(tree, "scripts/new_game", "quartet")
        expect(two.returncode == 0, two.stdout + two.stderr)
        expect((tree / "web/tests/unit/new_games.ts").read_text().count(f'["{NAME}", "quartet"]') == 2, "a second game is not listed")
    print(f"new_game: {len(FILES)} files, {len(REFUSED)} refused names")


main()
