#!/usr/bin/env python3
"""Measures `cairn import` of a large collection of Go games and the searches in it.

    library_import.py CAIRN FOLDER [--games 100000]

Half of the games are written into FOLDER/games, one file a game, the other half into FOLDER/games.zip. One game in a
hundred is another one turned or mirrored, and one file in a hundred is broken in one of several ways. Files that are there
already are used again. FOLDER/shelf gets the database, anew with every run. The import must find every copy and every
broken file.
"""
import argparse
import os
import pathlib
import random
import re
import resource
import shutil
import subprocess
import sys
import time
import zipfile

from library_games import game_moves, sgf

LIBRARY = "measured"
BOARDS = ((9, 40, 60), (9, 40, 60), (13, 90, 130), (19, 160, 240), (19, 160, 240))  # size, fewest and most moves
BROKEN = ("within", "size", "words", "empty", "start", "bytes")
UNREAD = frozenset(BROKEN) - {"within"}  # of which the moves before are kept
FOLDER_FILES = 1000
RANDOM_SEED = 1


def turned(moves: list[tuple[int, int]], size: int, how: int) -> list[tuple[int, int]]:
    out = moves
    for _ in range(how % 4):
        out = [(y, size - 1 - x) for x, y in out]
    return [(y, x) for x, y in out] if how >= 4 else out


def broken(text: str, how: str, number: int) -> bytes:
    """Never the same bytes twice: an import passes over files that it has read."""
    if how == "within":
        return text[:-4].encode()  # the last move has no end
    if how == "size":
        return re.sub(r"SZ\[\d+\]", "SZ[0]", text).encode()
    if how == "words":
        return f"Dear Ann,\n\nhere is game {number}.\n".encode()
    if how == "empty":
        return b" " * number
    if how == "start":
        return text[:text.index(";B[") + 3].encode()
    return bytes(random.Random(number).randbytes(400))


def file_name(number: int) -> str:
    return f"{number // FOLDER_FILES:03}/game-{number:06}.sgf"


class Made:
    """What was written, and what an import must find in it."""

    def __init__(self) -> None:
        self.copies = self.unread = self.cut = 0

    def files(self, games: int):
        rng = random.Random(RANDOM_SEED)
        kept: list[tuple[int, list[tuple[int, int]]]] = []
        for number in range(games):
            size, fewest, most = rng.choice(BOARDS)
            if number % 100 == 50:
                size, first = rng.choice(kept)
                moves = turned(first, size, rng.randrange(8))
                self.copies += 1
            else:
                moves = game_moves(rng, size, rng.randint(fewest, most))
            text = sgf(rng, size, moves)
            if number % 100 == 99:
                how = BROKEN[number // 100 % len(BROKEN)]
                self.unread += how in UNREAD
                self.cut += how not in UNREAD
                yield file_name(number), broken(text, how, number)
                continue
            if len(kept) < 1000:
                kept.append((size, moves))
            yield file_name(number), text.encode()


def write(folder: pathlib.Path, games: int) -> Made:
    made, ready = Made(), folder / f"made-{games}"
    there = ready.exists()
    if not there:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
    archive = None if there else zipfile.ZipFile(folder / "games.zip", "w", zipfile.ZIP_DEFLATED)
    for number, (name, data) in enumerate(made.files(games)):
        if there:
            continue
        if number % 2:
            path = folder / "games" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        else:
            archive.writestr(name, data)
    if archive:
        archive.close()
    ready.touch()
    return made


def timed(command: list[str], expect: tuple[int, ...] = (0,)) -> tuple[str, float, float]:
    """Standard output and error, seconds of clock time and of CPU time."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wall = time.monotonic() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in expect:
        sys.exit(f"{' '.join(command)} ended with {done.returncode}:\n{done.stderr[-2000:]}")
    return done.stdout + done.stderr, wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def number_in(pattern: str, text: str) -> int:
    found = re.search(pattern, text)
    return int(found.group(1)) if found else 0


def check(text: str, made: Made, games: int) -> None:
    want = {"new games": (r"Imported (\d+)", games - made.copies - made.unread),
            "copies": (r"Skipped (\d+) games? that the library already has", made.copies),
            "broken files": (r"Skipped (\d+) files? or games? that cannot be read", made.unread),
            "games that end early": (r"Cut (\d+)", made.cut)}
    for what, (pattern, right) in want.items():
        if number_in(pattern, text) != right:
            sys.exit(f"{what}: {right} were made, the import says:\n{text[-2000:]}")


def searches(folder: pathlib.Path) -> dict[str, list[str]]:
    every = ["--most", "1000000"]
    return {"a player, 50 games": ["--player", "falk"],
            "a player in no game": ["--player", "nobodyhere"],
            "two players and an event": ["--player", "falk", "--against", "holm", "--event", "open 7"],
            "one year, won by White": ["--since", "1990-01-01", "--until", "1990-12-31", "--result", "second"],
            "the position after 3 moves": ["--game", "go", "--option", "size=9", "--moves", "C3 G7 C7"],
            "a year as SGF": ["--since", "1990-01-01", "--until", "1990-12-31", *every, "--sgf", str(folder / "out.sgf")],
            "a year as JSON lines": ["--since", "1990-01-01", "--until", "1990-12-31", *every, "--lines", str(folder / "out.jsonl")],
            "a year as a zip": ["--since", "1990-01-01", "--until", "1990-12-31", *every, "--zip", str(folder / "out.zip")]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cairn", help="program to measure")
    parser.add_argument("folder", type=pathlib.Path, help="where files are written")
    parser.add_argument("--games", type=int, default=100_000)
    given = parser.parse_args()
    shelf = given.folder / "shelf"
    print(f"writing {given.games} games ...", flush=True)
    made = write(given.folder, given.games)
    shutil.rmtree(shelf, ignore_errors=True)
    data = ["--data", str(shelf)]
    load = os.getloadavg()[0]
    places = [str(given.folder / "games"), str(given.folder / "games.zip")]
    text, wall, cpu = timed([given.cairn, "import", *places, "--as", LIBRARY, *data], (0, 1))
    check(text, made, given.games)
    kept = sum(file.stat().st_size for file in shelf.iterdir() if file.is_file())
    print(f"import: {wall:.0f} s, {cpu:.0f} s of CPU time, load {load:.1f} before and {os.getloadavg()[0]:.1f} after; "
          f"{kept / given.games / 1000:.1f} KB a game", flush=True)
    for name, words in searches(given.folder).items():
        _, wall, cpu = timed([given.cairn, "library", "search", LIBRARY, *words, *data], (0, 1))
        print(f"{name}: {wall:.2f} s, {cpu:.2f} s of CPU time", flush=True)


if __name__ == "__main__":
    main()
