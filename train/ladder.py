#!/usr/bin/python3
"""How strong the networks of a run became: each plays those before it, and one scale of Elo is laid through all results.

  train/ladder.py RUN --game GAME -o size=6 [--steps 250,1000,...] [--games 60] [--playouts 100] [--svg FILE]

Results are kept in RUN/ladder.jsonl, a line a match, and not played again. `none` stands for the game's own search without
a network, with ten times the playouts: they take about as long. The first player is 0. Needs NumPy.
"""
import argparse
import json
import math
import subprocess
from pathlib import Path

import numpy as np

PER_ELO = math.log(10) / 400


def read_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("run", type=Path)
    parser.add_argument("--program", default="build/release/apps/cairn/cairn")
    parser.add_argument("--game", required=True)
    parser.add_argument("-o", "--option", action="append", default=[])
    parser.add_argument("--steps", help="of the networks; without it about a dozen")
    parser.add_argument("--games", type=int, default=60, help="of a match")
    parser.add_argument("--playouts", type=int, default=100)
    parser.add_argument("--openings", default="random:4")
    parser.add_argument("--concurrency", type=int, default=1)
    parser.add_argument("--back", type=int, default=2, help="how many of those before each one plays")
    parser.add_argument("--svg", type=Path)
    return parser.parse_args()


def chosen(given):
    steps = sorted(int(path.stem) for path in (given.run / "networks").glob("*.network"))
    if given.steps:
        return [step for step in map(int, given.steps.split(",")) if step in steps]
    wanted = np.geomspace(max(1, steps[0]), steps[-1], 12)
    return sorted({min(steps, key=lambda step: abs(step - one)) for one in wanted})


def engine(given, player):
    if player == "none":
        return f"cairn:network=none,playouts={10 * given.playouts},name=none"
    return f"cairn:network={given.run}/networks/{player:07}.network,playouts={given.playouts},name={player}"


def play(given, first, second):
    words = [given.program, "match", engine(given, first), engine(given, second), "--game", given.game]
    words += [word for option in given.option for word in ("-o", option)]
    words += ["--games", str(given.games), "--openings", given.openings, "--concurrency", str(given.concurrency), "--json"]
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{' '.join(words)}\n{done.stderr}")
    told = json.loads(done.stdout)
    return {"won": told["wins"] + told["draws"] / 2, "games": told["games"]}


def fitted(players, results):
    """Elo of each player, the first 0, and its standard error: the likeliest, with one drawn game between neighbours as prior."""
    count = len(players)
    at = {player: i for i, player in enumerate(players)}
    wins = np.zeros((count, count))
    for one in results:
        a, b = at[one["first"]], at[one["second"]]
        wins[a, b] += one["won"]
        wins[b, a] += one["games"] - one["won"]
    for i in range(count - 1):
        wins[i, i + 1] += 0.5
        wins[i + 1, i] += 0.5
    games, elo = wins + wins.T, np.zeros(count)
    for _ in range(200):
        expected = 1 / (1 + np.exp(-PER_ELO * (elo[:, None] - elo[None, :])))
        slope = (wins - games * expected).sum(axis=1)
        weight = games * expected * (1 - expected)
        curve = np.diag(weight.sum(axis=1)) - weight
        step = np.zeros(count)
        step[1:] = np.linalg.solve(curve[1:, 1:], slope[1:])
        elo += np.clip(step / PER_ELO, -200, 200)
    error = np.zeros(count)
    error[1:] = np.sqrt(np.diag(np.linalg.inv(curve[1:, 1:]))) / PER_ELO
    return elo, error


def picture(title, points, line):
    """`points`: (step, Elo, error) of the networks; `line`: Elo of the search without one, or None."""
    wide, high, left, right, top, bottom = 720, 400, 64, 24, 44, 52
    values = [value for _, elo, error in points for value in (elo - error, elo + error)] + ([line] if line is not None else [])
    least, most = math.floor(min(values) / 100) * 100, math.ceil(max(values) / 100) * 100
    last = max(step for step, _, _ in points)
    x = lambda step: left + (wide - left - right) * step / last  # noqa: E731
    y = lambda elo: top + (high - top - bottom) * (most - elo) / max(most - least, 1)  # noqa: E731
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" font-family="sans-serif" font-size="13">',
        f"<title>{title}</title>",
        f'<rect width="{wide}" height="{high}" fill="#fff"/><text x="{left}" y="24" font-size="15" fill="#222">{title}</text>',
    ]
    each = 100 if most - least <= 800 else 200 if most - least <= 1600 else 400
    for elo in range(least, most + 1, each):
        out.append(f'<path d="M{left} {y(elo):.1f}H{wide - right}" stroke="#ddd"/>')
        out.append(f'<text x="{left - 8}" y="{y(elo) + 4:.1f}" text-anchor="end" fill="#555">{elo}</text>')
    for i in range(6):
        step = last * i / 5
        out.append(f'<text x="{x(step):.1f}" y="{high - 28}" text-anchor="middle" fill="#555">{round(step)}</text>')
    out.append(f'<text x="{(left + wide - right) / 2}" y="{high - 8}" text-anchor="middle" fill="#555">steps of learning</text>')
    if line is not None:
        out.append(f'<path d="M{left} {y(line):.1f}H{wide - right}" stroke="#b5541c" stroke-dasharray="6 4"/>')
        out.append(f'<text x="{wide - right}" y="{y(line) - 6:.1f}" text-anchor="end" fill="#b5541c">search without a network</text>')
    out.append('<path d="M' + "L".join(f"{x(step):.1f} {y(elo):.1f}" for step, elo, _ in points) + '" fill="none" stroke="#1d5fa8" stroke-width="2"/>')
    for step, elo, error in points:
        out.append(f'<path d="M{x(step):.1f} {y(elo - error):.1f}V{y(elo + error):.1f}" stroke="#1d5fa8"/>')
        out.append(f'<circle cx="{x(step):.1f}" cy="{y(elo):.1f}" r="3.5" fill="#1d5fa8"/>')
    return "\n".join(out) + "\n</svg>\n"


def main():
    given = read_arguments()
    steps = chosen(given)
    players = ["none", *steps]
    kept = given.run / "ladder.jsonl"
    setting = {"game": given.game, "options": given.option, "playouts": given.playouts}
    results = [json.loads(line) for line in kept.read_text().splitlines()] if kept.exists() else []
    results = [one for one in results if one["setting"] == setting]
    known = {(one["first"], one["second"]) for one in results}
    for i, first in enumerate(players):
        # Those just before it; and each against the search without a network.
        for second in dict.fromkeys([*players[max(0, i - given.back) : i], *(["none"] if i else [])]):
            if (first, second) in known:
                continue
            one = {"setting": setting, "first": first, "second": second, **play(given, first, second)}
            with kept.open("a") as file:
                file.write(json.dumps(one) + "\n")
            results.append(one)
            print(f"{first} against {second}: {one['won']} of {one['games']}", flush=True)
    results = [one for one in results if {one["first"], one["second"]} <= set(players)]
    elo, error = fitted(players, results)
    points = list(zip(steps, elo[1:], error[1:]))
    print("| steps | Elo |\n|---|---|")
    for step, value, wide in points:
        print(f"| {step} | {value:+.0f} ± {1.96 * wide:.0f} |")
    if given.svg:
        options = " ".join(option for option in given.option if len(option) < 20)  # no formations: the title is one line
        title = f"{given.game} {options}".strip() + f", {given.playouts} visits a move"
        given.svg.write_text(picture(title, points, elo[0]))


if __name__ == "__main__":
    main()
