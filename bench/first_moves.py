#!/usr/bin/env python3
"""What each first move of Margo is worth: which openings to offer and which to take, where the second player may swap.

    bench/first_moves.py CAIRN [--file bench/first_moves.jsonl] [--sizes 4,5,6,7,8] [--games 200] [--playouts 400]
                         [--visits 200000] [--minutes N] [--picture DIR]

Of first moves that are alike by symmetry one is measured. It is searched once with --visits, and played from by the
engine against itself, with noise so that games differ, in small batches, always for the move with the fewest games so
far, until each has --games or the time is up. Each batch is one line of --file; run it again to go on. The tables are
printed at the end, and --picture draws a board of each size with White's points on every first move.
"""
import argparse
import collections
import datetime
import json
import subprocess
import tempfile
import time
from pathlib import Path

from levels import interval, read

BATCH = 10
NOISE = 0.25
EVEN = 0.1  # a move within so much of one half is fit to be offered


def name_of(column: int, row: int) -> str:
    return f"{chr(ord('A') + 2 * column)}{2 * row + 1}"


def first_moves(size: int) -> list[tuple[int, int]]:
    """One point of each kind: an eighth of the board."""
    half = (size + 1) // 2
    return [(column, row) for column in range(half) for row in range(column + 1)]


def kind_of(column: int, row: int, size: int) -> tuple[int, int]:
    column, row = min(column, size - 1 - column), min(row, size - 1 - row)
    return max(column, row), min(column, row)


def said(words: list[str]) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout


def search(cairn: str, size: int, move: str, visits: int) -> dict:
    """White's chances after the move, as a deep search sees them."""
    lines = said([cairn, "analyze", "margo", "-o", f"size={size}", move, "--playouts", str(visits), "--candidates", "1",
                  "--engine", "cairn:decide=0", "--json"]).splitlines()
    return {"visits": visits, "white": round(1 - json.loads(lines[-1])["win_rate"], 4)}


def play(cairn: str, size: int, move: str, playouts: int, seed: int) -> dict:
    engine = f"cairn:playouts={playouts},noise={NOISE},threads=1"
    with tempfile.TemporaryDirectory() as folder:
        openings, games = Path(folder, "openings"), Path(folder, "games.jsonl")
        openings.write_text(move + "\n")
        said([cairn, "match", f"{engine},name=a", f"{engine},name=b", "--game", "margo", "-o", f"size={size}", "--openings",
              str(openings), "--games", str(BATCH), "--seed", str(seed), "--out", str(games)])
        results = [game["result"] for game in read(str(games)) if "result" in game]
    if len(results) != BATCH:
        raise SystemExit(f"{move} on {size}x{size}: {len(results)} games of {BATCH} have a result")
    won, lost = (sum(result.startswith(colour + "+") for result in results) for colour in "WB")
    return {"playouts": playouts, "won": won, "drawn": len(results) - won - lost, "lost": lost}


def percent(share: float) -> str:
    return f"{max(share, 0) * 100:.0f} %"


class Known:
    """What the file says of each move of each size."""

    def __init__(self, lines: list[dict], playouts: int, visits: int):
        self.points: dict = collections.defaultdict(lambda: [0.0, 0])  # White's, and games
        self.searched: dict = {}
        for line in lines:
            key = (line["size"], line["move"])
            if line.get("visits") == visits:
                self.searched[key] = line["white"]
            elif line.get("playouts") == playouts:
                self.points[key][0] += line["won"] + line["drawn"] / 2
                self.points[key][1] += line["won"] + line["drawn"] + line["lost"]


def table(known: Known, sizes: list[int]) -> str:
    rows = ["| size | first move | White's points in games | 95 % | games | White's chances by search | |",
            "|---|---|---|---|---|---|---|"]
    for size in sizes:
        keys = [(size, name_of(*move)) for move in first_moves(size)]
        for key in sorted(keys, key=lambda key: -known.points[key][0] / max(known.points[key][1], 1)):
            won, games = known.points[key]
            if games == 0:
                continue
            low, high = interval(won, games)
            verdict = "even" if abs(won / games - 0.5) <= EVEN else "take" if won / games > 0.5 else "leave"
            seen = percent(known.searched[key]) if key in known.searched else ""
            rows.append(f"| {size} | `{key[1]}` | {percent(won / games)} | {percent(low)} .. {percent(high)} | {games} | "
                        f"{seen} | {verdict} |")
    return "\n".join(rows)


def picture(known: Known, size: int) -> str:
    step, edge = 60, 44
    side = 2 * edge + (size - 1) * step
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {side} {side}" font-family="sans-serif" '
           f'text-anchor="middle"><title>Margo {size}x{size}: White\'s points in percent, by White\'s first move</title>',
           f'<rect width="{side}" height="{side}" fill="#c9a26b"/>']
    for column in range(size):
        for row in range(size):
            won, games = known.points[size, name_of(*kind_of(column, row, size))]
            if games == 0:
                continue
            share, x, y = won / games, edge + column * step, edge + (size - 1 - row) * step
            grey = round(255 * share)
            out.append(f'<circle cx="{x}" cy="{y}" r="25" fill="rgb({grey},{grey},{grey})" stroke="#7a5c33"/>'
                       f'<text x="{x}" y="{y + 6}" font-size="18" fill="{"#111" if grey > 127 else "#fff"}">'
                       f'{share * 100:.0f}</text>')
    for i in range(size):
        at, name = edge + i * step, name_of(i, i)
        out.append(f'<text x="{at}" y="{side - 4}" font-size="13">{name[0]}</text>'
                   f'<text x="10" y="{side - at + 5}" font-size="13">{name[1:]}</text>')
    return "\n".join(out) + "\n</svg>\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cairn")
    parser.add_argument("--file", type=Path, default=Path("bench/first_moves.jsonl"))
    parser.add_argument("--sizes", default="4,5,6,7,8")
    parser.add_argument("--games", type=int, default=200, help="per first move")
    parser.add_argument("--playouts", type=int, default=400)
    parser.add_argument("--visits", type=int, default=200_000, help="of the one deep search")
    parser.add_argument("--minutes", type=float, default=1e9)
    parser.add_argument("--picture", type=Path, help="folder for margo-SIZE.svg")
    wish = parser.parse_args()
    sizes = [int(size) for size in wish.sizes.split(",")]
    keys = [(size, name_of(*move)) for size in sizes for move in first_moves(size)]
    end = time.monotonic() + wish.minutes * 60
    known = Known(read(str(wish.file)), wish.playouts, wish.visits)

    def note(size: int, move: str, found: dict) -> None:
        nonlocal known
        with wish.file.open("a") as file:
            file.write(json.dumps({"size": size, "move": move, **found, "date": datetime.date.today().isoformat()}) + "\n")
        known = Known(read(str(wish.file)), wish.playouts, wish.visits)

    for size, move in keys:
        if (size, move) not in known.searched and time.monotonic() < end:
            note(size, move, search(wish.cairn, size, move, wish.visits))
    while time.monotonic() < end:
        size, move = min(keys, key=lambda key: known.points[key][1])
        done = known.points[size, move][1]
        if done >= wish.games:
            break
        note(size, move, play(wish.cairn, size, move, wish.playouts, 1 + done))
    print(table(known, sizes))
    if wish.picture:
        wish.picture.mkdir(parents=True, exist_ok=True)
        for size in sizes:
            Path(wish.picture, f"margo-{size}.svg").write_text(picture(known, size))


if __name__ == "__main__":
    main()
