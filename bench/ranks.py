#!/usr/bin/env python3
"""Ranks of the levels of Go, by handicap games against a program whose rank is known.

    bench/ranks.py CAIRN GNUGO [--pachi PACHI] [--size 19] [--levels 1,2,...] [--games 12] [--out ranks.jsonl]

Each level plays a ladder against GNU Go at level 10: the weaker side takes Black and its handicap goes one stone up
after a loss and one down after a win (two, until the first change), so that it swings around the handicap at which
both win half of the games. On 19x19 a stone of handicap is a rank. A game ends early where GNU Go's own count is
beyond --hopeless points (for Black more, by 13 a stone of handicap) twice in a row, twenty moves apart. Beyond nine
stones each further one is 13 points of komi, for which GNU Go does not care. The ladder of a level begins three
stones above that of the level before: name the strong ones first. With --pachi GNU Go itself is measured against
Pachi with 5,000 playouts and without its network, which is 3 kyu on KGS by the word of Pachi's own document.

Every game is a line of the file --out; the command goes on where the file ends. The last lines printed are the table:
level, opponent, games, mean handicap and its doubt (two standard errors).
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

ANCHOR, PACHI = "gnugo", "pachi"
FIRST_GUESS, MOST_MOVES = 3, 500
STONE = 13  # points that a stone of handicap is worth on 19x19


class Gtp:
    def __init__(self, words: list[str], folder: str | None = None):
        self.child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      text=True, cwd=folder)

    def ask(self, line: str) -> str:
        assert self.child.stdin and self.child.stdout
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        lines: list[str] = []
        while (text := self.child.stdout.readline()) != "":
            if text.strip() == "" and lines:
                break
            if text.strip() != "":
                lines.append(text.rstrip("\n"))
        if not lines or not lines[0].startswith("="):
            raise RuntimeError(f"{line!r} was answered {' '.join(lines)!r}")
        return "\n".join([lines[0][1:].strip(), *lines[1:]])

    def end(self) -> None:
        self.child.kill()
        self.child.wait()


def program(name: str, given: argparse.Namespace, seed: int) -> Gtp:
    if name == ANCHOR:
        return Gtp([given.gnugo, "--mode", "gtp", "--level", "10", "--chinese-rules", "--never-resign", "--seed", str(seed)])
    if name == PACHI:  # its patterns lie beside it
        return Gtp([given.pachi, "-t", "=5000", "--nodcnn", "threads=1"], os.path.dirname(given.pachi))
    return Gtp([given.cairn, "gtp", "go", "--level", name, "--threads", "1", "--seconds", "600", "--seed", str(seed),
                "-o", f"size={given.size}"])


def hopeless(judge: Gtp, given: argparse.Namespace, stones: int) -> str:
    """The side that is ahead by more than can be made good, or nothing. Black begins ahead by its handicap."""
    count = judge.ask("estimate_score").split()[0]  # "B+12.5", "0"
    if count[0] not in "BW" or float(count[2:]) <= given.hopeless + (STONE * stones if count[0] == "B" else 0):
        return ""
    return "black" if count[0] == "B" else "white"


def play(weak: str, strong: str, stones: int, given: argparse.Namespace, seed: int) -> dict:
    """One game: `weak` is Black with so many stones; 0 is an even game with komi 6.5, 1 one without komi."""
    black, white = program(weak, given, seed), program(strong, given, seed + 1)
    # GNU Go knows which stones are dead at the end, and counts.
    judge = program(ANCHOR, given, 1)
    try:
        placed = 9 if given.size % 2 == 1 and given.size >= 9 else 4  # at most
        komi = 6.5 if stones == 0 else 0.5 - STONE * max(0, stones - placed)
        for name, one in ((weak, black), (strong, white), (ANCHOR, judge)):
            one.ask(f"boardsize {given.size}")
            one.ask("clear_board")
            # By Chinese rules White has a point for each handicap stone. GNU Go counts so by itself.
            paid = min(stones, placed) if stones > 1 and name not in (ANCHOR, PACHI) else 0
            one.ask(f"komi {komi + paid}")
        if stones > 1:  # programs differ where three stones go
            points = judge.ask(f"fixed_handicap {min(stones, placed)}")
            for one in (black, white):
                one.ask(f"set_free_handicap {points}")
        passes, moves, winner, ahead = 0, 0, "", ""
        turn = 1 if stones > 1 else 0  # 0: Black
        while passes < 2 and moves < MOST_MOVES and winner == "":
            side = ("black", "white")[turn]
            move = (black, white)[turn].ask(f"genmove {side}").lower()
            if move == "resign":
                winner = ("white", "black")[turn]
                break
            for other in ((white, black)[turn], judge):
                other.ask(f"play {side} {move}")
            passes = passes + 1 if move == "pass" else 0
            moves, turn = moves + 1, 1 - turn
            if moves % 20 == 0 and moves >= given.size * given.size // 3:
                before, ahead = ahead, hopeless(judge, given, stones)
                winner = ahead if ahead == before else ""
        score = judge.ask("final_score") if winner == "" else "given up"
        if winner == "":
            winner = "black" if score.startswith("B") else "white"
    finally:
        for one in (black, white, judge):
            one.end()
    return {"size": given.size, "weak": weak, "strong": strong, "stones": stones, "seed": seed, "moves": moves,
            "score": score, "won": winner == "black"}


def next_stones(games: list[dict], first: int) -> int:
    if not games:
        return first
    step = 1 if any(game["won"] != games[0]["won"] for game in games) else 2
    return max(0, games[-1]["stones"] + (-step if games[-1]["won"] else step))


def settled(games: list[dict]) -> list[int]:
    """The handicaps from the first change of direction on, and the one that would come next."""
    for i in range(1, len(games)):
        if games[i]["won"] != games[i - 1]["won"]:
            return [game["stones"] for game in games[i:]] + [next_stones(games, 0)]
    return []


def ladder(weak: str, strong: str, given: argparse.Namespace, known: list[dict], first: int = FIRST_GUESS) -> list[dict]:
    games = [g for g in known if (g["size"], g["weak"], g["strong"]) == (given.size, weak, strong)]
    while len(games) < given.games:
        game = play(weak, strong, next_stones(games, first), given, 1000 * len(games) + 7)
        games.append(game)
        known.append(game)
        with open(given.out, "a") as file:
            file.write(json.dumps(game) + "\n")
        print(f"{weak} with {game['stones']} against {strong}: {'won' if game['won'] else 'lost'} "
              f"({game['score']}, {game['moves']} moves)", file=sys.stderr)
    return games


def row(level: str, opponent: str, sign: int, games: list[dict]) -> None:
    stones = settled(games)
    mean = statistics.mean(stones) if stones else float("nan")
    doubt = 2 * statistics.stdev(stones) / len(stones) ** 0.5 if len(stones) > 2 else float("nan")
    print(f"| {level} | {opponent} | {len(games)} | {sign * mean:+.1f} ± {doubt:.1f} |")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("cairn")
    options.add_argument("gnugo")
    options.add_argument("--pachi", type=os.path.abspath)
    options.add_argument("--size", type=int, default=19)
    options.add_argument("--levels", default="9,8,7,6,5,4,3,2,1")
    options.add_argument("--stronger", default="", help="levels that play White, for they are stronger than GNU Go: 8,9")
    options.add_argument("--hopeless", type=float, default=60)
    options.add_argument("--games", type=int, default=12)
    options.add_argument("--out", default="ranks.jsonl")
    given = options.parse_args()
    try:
        known = [json.loads(line) for line in open(given.out)]
    except FileNotFoundError:
        known = []
    rows = []
    if given.pachi:
        rows.append(("GNU Go", "Pachi", -1, ladder(ANCHOR, PACHI, given, known)))
    first = FIRST_GUESS
    for level in filter(None, given.levels.split(",")):
        if level in given.stronger.split(","):
            rows.append((level, ANCHOR, 1, ladder(ANCHOR, level, given, known)))
            continue
        games = ladder(level, ANCHOR, given, known, first)
        rows.append((level, ANCHOR, -1, games))
        first = round(statistics.mean(settled(games) or [first])) + 3
    print("| level | opponent | games | stones that it gives |\n|---|---|---|---|")
    for one in rows:
        row(*one)


if __name__ == "__main__":
    main()
