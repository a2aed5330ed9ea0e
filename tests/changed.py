#!/usr/bin/env python3
"""Prints a regular expression for `ctest -R`: the suites of what changed since $CAIRN_SINCE, a commit, or in the four
hours before HEAD. A file of tests counts when it changed, when it includes a header that changed or whose source did,
and when it is a test of the whole server named after a source of it. A header that more than BASE files of tests
include is of all, and tells nothing of one: those tests come in their turn. Of more than MANY suites, as when a folder
moves, every fourth is printed, by the number of commits. Nothing is printed where nothing of that kind changed."""
import collections
import os
import re
import subprocess
import sys
from pathlib import Path

TEST = re.compile(r"^\s*(?:TYPED_)?TEST(?:_[FP])?\(\s*(\w+)\s*,|^\s*RC_GTEST_(?:FIXTURE_)?PROP\(\s*(\w+)\s*,", re.M)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)

BASE = 15
MANY = 60


def git(*words):
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout.splitlines()


def changed_since(commit):
    if not commit:
        before = int(git("log", "-1", "--format=%ct")[0]) - 4 * 3600
        commit = (git("rev-list", "-1", f"--before={before}", "HEAD") or git("rev-list", "--max-parents=0", "HEAD"))[0]
    names = set(git("diff", "--name-only", commit, "HEAD"))
    return names | {name[: -len(".cpp")] + ".h" for name in names if name.endswith(".cpp")}


def includes(path, text):
    """Each as a path from the root: tests name some from their own folder."""
    for name in INCLUDE.findall(text):
        yield name
        yield (path.parent / name).as_posix()


def main():
    changed = changed_since(os.environ.get("CAIRN_SINCE", ""))
    named = {f"server_{Path(name).stem}_test" for name in changed if name.startswith("server/")}
    suites = set()
    files = {path: path.read_text() for path in map(Path, git("ls-files", "*_test.cpp")) if path.is_file()}
    users = collections.Counter(name for path, text in files.items() for name in set(includes(path, text)))
    changed -= {name for name, count in users.items() if count > BASE}
    for path, text in files.items():
        if path.as_posix() in changed or path.stem in named or changed.intersection(includes(path, text)):
            suites.update(name for found in TEST.findall(text) for name in found if name)
    chosen = sorted(suites)
    if len(chosen) > MANY:
        chosen = chosen[int(git("rev-list", "--count", "HEAD")[0]) % 4 :: 4]
    if chosen:
        print(rf"(^|/)({'|'.join(chosen)})\.")
    print(f"changed: {len(changed)} files, {len(suites)} suites of tests; {len(chosen)} of them chosen", file=sys.stderr)


main()
