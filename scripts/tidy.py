#!/usr/bin/env python3
"""Runs clang-tidy over the C++ of the product, on all processors.

  scripts/tidy.py [FILE...]    all but tests, benchmarks and fuzz targets; or the files given

What was changed last is looked at first. With CAIRN_TIDY_SECONDS no file is begun when so many have passed.
A file that was clean stays so until it, a header, .clang-tidy or the program changes: what was clean is remembered in
~/.cache/cairn-tidy, for every clone. Needs build/tidy/compile_commands.json (cmake --preset tidy), or the folder that CAIRN_BUILD names.
"""
import concurrent.futures
import hashlib
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = Path(os.environ.get("CAIRN_BUILD", ROOT / "build" / "tidy"))
CLEAN = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cairn-tidy"
PROGRAM = "clang-tidy-22"
UNTIL = time.time() + float(os.environ.get("CAIRN_TIDY_SECONDS") or "inf")
NOT_PRODUCT = re.compile(r"(^|/)(tests|bench|fuzz)/")


def files_of_git(*patterns):
    out = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", *patterns], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return sorted(name for name in set(out.splitlines()) if (ROOT / name).is_file())


INCLUDE = re.compile(rb'^\s*#\s*include\s*"([^"]+)"', re.M)


def closure(name, seen):
    """The file and every header of the project that it includes, however deep."""
    if name in seen or not (ROOT / name).is_file():
        return seen
    seen[name] = (ROOT / name).read_bytes()
    for target in INCLUDE.findall(seen[name]):
        closure(target.decode(), seen)
    return seen


def version():
    return subprocess.run([PROGRAM, "--version"], check=True, capture_output=True).stdout


def key(name, program):
    digest = hashlib.sha256((ROOT / ".clang-tidy").read_bytes() + program)
    for part, content in sorted(closure(name, {}).items()):
        digest.update(part.encode() + b"\0" + content)
    return digest.hexdigest()[:32]


def git_names(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True).stdout.splitlines()


def lately_changed_first(names):
    """By the last commit that touched each; what is not committed yet, or unknown to git, comes first."""
    known = {}
    for place, name in enumerate(git_names("log", "--format=", "--name-only", "--diff-filter=AM")):
        known.setdefault(name, place)
    for name in git_names("diff", "--name-only", "HEAD"):
        known.pop(name, None)
    return sorted(names, key=lambda name: known.get(name, -1))


def check(name, program):
    """The file, what clang-tidy said of it (None where it was known as clean) and the seconds; or None: time was up."""
    stamp = CLEAN / key(name, program)
    if stamp.exists():
        return name, None, 0.0
    if time.time() > UNTIL:
        return None
    start = time.monotonic()
    # The compile commands are GCC's, and so are the warnings: here only the checks of .clang-tidy count.
    command = [PROGRAM, "--quiet", "-p", str(BUILD), "--extra-arg=-w", name]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode == 0:
        stamp.write_text(name)
        return name, "", time.monotonic() - start
    return name, (done.stdout.strip() or done.stderr.strip()), time.monotonic() - start


def main():
    CLEAN.mkdir(parents=True, exist_ok=True)
    database = BUILD / "compile_commands.json"
    if not database.is_file():
        sys.exit(f"{database} is missing: cmake --preset tidy")
    compiled = {os.path.relpath(entry["file"], ROOT) for entry in json.loads(database.read_text())}
    wanted = [os.path.relpath(Path(name).resolve(), ROOT) for name in sys.argv[1:]] or [
        name for name in files_of_git("*.cpp") if not NOT_PRODUCT.search(name)
    ]
    names = lately_changed_first([name for name in wanted if name in compiled])
    program = version()
    faults, fresh, known = 0, 0, 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, text, seconds in filter(None, pool.map(lambda name: check(name, program), names)):
            known += text is None
            fresh += text is not None
            if text:
                faults += 1
                print(f"{name}:\n{text}\n")
            if os.environ.get("CAIRN_TIMES") and text is not None:
                print(f"{seconds:6.1f} s {name}")
    late = len(names) - fresh - known
    print(
        f"tidy: {len(names)} files ({fresh} looked at, {known} unchanged since they were clean"
        + (f", {late} left out, for time was up" if late else "")
        + f"), {faults} with faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
