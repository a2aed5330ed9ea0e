#!/usr/bin/env python3
"""Makes files with games of Go for measuring `cairn import`: library_games.py FOLDER [GAMES] [MOVES] [SIZE].

Every move is legal without replaying: no point is used twice, and a point is taken only while a neighbour of it was never
used. The games differ in players, dates and results; of every hundred games one is another one turned by a quarter. A
file holds 100 games.
"""
import pathlib
import random
import sys

NAMES = [f"{first} {last}" for first in ("Ann", "Bo", "Chen", "Dag", "Eva", "Fumi", "Gil", "Hana")
         for last in ("Abe", "Berg", "Cho", "Dahl", "Endo", "Falk", "Gao", "Holm", "Ito", "Jung")]


def game_moves(rng: random.Random, size: int, count: int) -> list[tuple[int, int]]:
    points = [(x, y) for x in range(size) for y in range(size)]
    rng.shuffle(points)
    used: set[tuple[int, int]] = set()
    out = []
    for x, y in points:
        near = [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        if all(p in used or not (0 <= p[0] < size and 0 <= p[1] < size) for p in near):
            continue
        used.add((x, y))
        out.append((x, y))
        if len(out) == count:
            break
    return out


def sgf(rng: random.Random, size: int, moves: list[tuple[int, int]]) -> str:
    black, white = rng.sample(NAMES, 2)
    day = f"{rng.randint(1950, 2025)}-{rng.randint(1, 12):02}-{rng.randint(1, 28):02}"
    result = rng.choice(("B+R", "W+R", "B+3.5", "W+0.5"))
    head = f"(;FF[4]GM[1]SZ[{size}]KM[6.5]PB[{black}]PW[{white}]DT[{day}]RE[{result}]EV[Open {rng.randint(1, 60)}]"
    turns = "".join(f";{'BW'[i % 2]}[{chr(97 + x)}{chr(97 + y)}]" for i, (x, y) in enumerate(moves))
    return head + turns + ")\n"


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    games, count, size = (int(sys.argv[i]) if len(sys.argv) > i else usual for i, usual in ((2, 10_000), (3, 200), (4, 19)))
    folder.mkdir(parents=True, exist_ok=True)
    rng = random.Random(1)
    for first in range(0, games, 100):
        kept = [game_moves(rng, size, count) for _ in range(min(100, games - first))]
        if len(kept) > 1:
            kept[-1] = [(y, size - 1 - x) for x, y in kept[0]]
        text = "".join(sgf(rng, size, moves) for moves in kept)
        (folder / f"games-{first // 100:05}.sgf").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
