#!/usr/bin/env python3
"""The ladder of levels: how much each level of each game wins against the one below.

    bench/levels.py CAIRN [--file bench/levels.jsonl] [--games 100] [--only spargo,go-9] [--levels 2,3] [--minutes N]
                    [--picture FILE]

Plays matches in small batches, always for the pair of levels with the fewest games so far, until every pair has --games
or the time is up; it can run in the background and go on another day. Each batch is one line of --file: game, options,
level, seed, wins, draws, losses of that level, and the date. Levels are limited by playouts, so a busy machine changes
nothing; level 10 has no limit and is left out. The table is printed at the end, and drawn by --picture.
"""
import argparse
import collections
import datetime
import json
import math
import subprocess
import time

BATCH = 4
LEVELS = range(2, 10)
GOOD = (0.65, 0.85)  # a step that people feel, and no gap
GAMES = {
    "spargo": ("spargo", []),
    "margo-6": ("margo", ["size=6"]),
    "go-9": ("go", ["size=9", "agreement=no"]),
    "go-13": ("go", ["size=13", "agreement=no"]),
    "go-19": ("go", ["size=19", "agreement=no"]),
    "toroidal-11": ("toroidal", ["size=11", "agreement=no"]),
    "phantom-9": ("phantom", ["size=9"]),
    "margrites": ("margrites", []),
}


def read(path: str) -> list[dict]:
    try:
        return [json.loads(line) for line in open(path) if line.strip()]
    except FileNotFoundError:
        return []


def totals(batches: list[dict]) -> dict:
    sums: dict = collections.defaultdict(lambda: [0, 0, 0])
    for batch in batches:
        for i, kind in enumerate(("wins", "draws", "losses")):
            sums[batch["name"], batch["level"]][i] += batch[kind]
    return sums


def play(cairn: str, name: str, level: int, seed: int) -> dict:
    game, options = GAMES[name]
    words = [cairn, "match", f"cairn:level={level},threads=1", f"cairn:level={level - 1},threads=1", "--game", game,
             "--games", str(BATCH), "--seed", str(seed), "--json"]
    for option in options:
        words += ["-o", option]
    result = json.loads(subprocess.run(words, check=True, capture_output=True, text=True).stdout)
    return {"name": name, "game": game, "options": options, "level": level, "seed": seed, "wins": result["wins"],
            "draws": result["draws"], "losses": result["losses"], "date": datetime.date.today().isoformat()}


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's, 95 %."""
    z, share = 1.96, points / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    wide = z / (1 + z * z / games) * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return middle - wide, middle + wide


def table(sums: dict, names: list[str], levels: list[int]) -> str:
    lines = ["| level | " + " | ".join(str(level) for level in levels) + " |", "|---" * (len(levels) + 1) + "|"]
    for name in names:
        cells = []
        for level in levels:
            wins, draws, losses = sums[name, level]
            games = wins + draws + losses
            if games == 0:
                cells.append("")
                continue
            points = wins + draws / 2
            low, high = interval(points, games)
            odd = " (!)" if high < GOOD[0] or low > GOOD[1] else ""
            cells.append(f"{100 * points / games:.0f} % of {games}{odd}")
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def picture(sums: dict, names: list[str]) -> str:
    """A column for each game: a rung for each level, as high as the Elo points above level 1."""
    wide, high, below = 110, 520, 40
    ladders = {}
    for name in names:
        height, rungs = 0.0, [(1, 0.0)]
        for level in LEVELS:
            wins, draws, losses = sums[name, level]
            games = wins + draws + losses
            if games == 0:
                break
            share = min(max((wins + draws / 2) / games, 0.5 / games), 1 - 0.5 / games)
            height += 400 * math.log10(share / (1 - share))
            rungs.append((level, height))
        ladders[name] = rungs
    top = max(400.0, max(height for rungs in ladders.values() for _, height in rungs))
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * len(names) + 60}" height="{high + below + 20}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="#fff"/>']
    for i, name in enumerate(names):
        x = 60 + i * wide
        out.append(f'<text x="{x + 30}" y="{high + below}" text-anchor="middle">{name}</text>')
        for level, height in ladders[name]:
            y = high - (high - 20) * height / top
            out.append(f'<path d="M{x + 8} {y:.0f}h44" stroke="#865" stroke-width="4"/>')
            out.append(f'<text x="{x}" y="{y + 4:.0f}" text-anchor="end">{level}</text>')
            out.append(f'<text x="{x + 56}" y="{y + 4:.0f}" fill="#555">{height:.0f}</text>')
    return "\n".join([*out, "</svg>"]) + "\n"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cairn")
    options.add_argument("--file", default="bench/levels.jsonl")
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--only", default=",".join(GAMES))
    options.add_argument("--levels", default=",".join(map(str, LEVELS)))
    options.add_argument("--minutes", type=float, default=math.inf)
    options.add_argument("--picture")
    given = options.parse_args()
    names = given.only.split(",")
    if unknown := [name for name in names if name not in GAMES]:
        options.error(f'--only: "{unknown[0]}" is not one of ' + ", ".join(GAMES))
    levels = [int(level) for level in given.levels.split(",")]
    if wrong := [level for level in levels if level not in LEVELS]:
        options.error(f"--levels: {wrong[0]} is not from {LEVELS[0]} to {LEVELS[-1]}")
    batches, began = read(given.file), time.monotonic()
    while time.monotonic() - began < 60 * given.minutes:
        sums = totals(batches)
        fewest, name, level = min((sum(sums[name, level]), name, level) for name in names for level in levels)
        if fewest >= given.games:
            break
        batch = play(given.cairn, name, level, 1000 + fewest)
        batches.append(batch)
        with open(given.file, "a") as file:
            file.write(json.dumps(batch) + "\n")
    sums = totals(batches)
    print(table(sums, names, levels))
    if given.picture:
        with open(given.picture, "w") as file:
            file.write(picture(sums, names))


if __name__ == "__main__":
    main()
