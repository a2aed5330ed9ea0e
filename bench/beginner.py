#!/usr/bin/env python3
"""A beginner as a program that speaks GTP, for measuring how strong weak levels are.

    cairn match cairn:level=1 "gtp:python3 bench/beginner.py CAIRN KIND GAME [OPTION=VALUE ...]" --game GAME

KIND "catcher" captures most among two dozen moves that it looks at, and else moves at random; where pieces step, forward
if it can. KIND "careful" plays, among a dozen moves, the one after which it has most when the best capture has answered
it. Both know the rules only from `cairn gtp`, which runs beside it.
"""
import json
import random
import subprocess
import sys

MOST_SEEN = 24  # moves of which it is seen whether they capture
MOST_LOOKED_AT = 12  # moves whose answers the careful one looks at
OTHER = {"black": "white", "white": "black"}


class Board:
    """The rules: a `cairn gtp` that is asked line by line."""

    def __init__(self, cairn: str, game: str, options: list[str]):
        words = [cairn, "gtp", "--game", game]
        for option in options:
            words += ["-o", option]
        self.child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str) -> tuple[bool, str]:
        assert self.child.stdin and self.child.stdout
        self.child.stdin.write(line + "\n")
        self.child.stdin.flush()
        lines = []
        while (text := self.child.stdout.readline().rstrip("\n")) != "" or not lines:
            if text == "" and self.child.poll() is not None:
                raise SystemExit("the rules have ended")
            if text != "":
                lines.append(text)
        return lines[0].startswith("="), "\n".join([lines[0][1:].strip(), *lines[1:]])

    def legal(self, colour: str) -> list[str]:
        return self.ask(f"cairn-legal {colour}")[1].split()

    def lead(self, colour: str) -> int:
        """How many pieces, and points that were scored by hitting or coming through, this side is ahead."""
        view = json.loads(self.ask("cairn-position")[1])
        total = {}
        for side in view["sides"]:
            pieces = sum(row.count(side["letter"]) for row in view["board"])
            total[side["name"]] = pieces + (side["score"] if view["tally"] == "points" else 0)
        others = [lead for name, lead in total.items() if name != colour]
        return total.get(colour, 0) - max(others, default=0)

    def after(self, colour: str, word: str, look) -> int | None:
        """What `look` sees behind the move; None where it cannot be played."""
        if not self.ask(f"play {colour} {word}")[0]:
            return None
        try:
            return look()
        finally:
            self.ask("undo")


def forward(colour: str, word: str) -> bool:
    """Of games in which pieces step from their side of the board to the other: whether this one goes on, or off."""
    start, _, end = word.partition(">")
    if end == "" or not start[1:].isdigit():
        return False
    return not end[1:].isdigit() or (int(end[1:]) > int(start[1:])) == (colour == "black")


class Beginner:
    def __init__(self, board: Board, kind: str, seed: int):
        self.board, self.kind, self.rng = board, kind, random.Random(seed)

    def best(self, colour: str, words: list[str], look) -> tuple[int, list[str]]:
        found: list[tuple[int, str]] = []
        for word in words:
            seen = self.board.after(colour, word, look)
            if seen is not None:
                found.append((seen, word))
        most = max((seen for seen, _ in found), default=0)
        return most, [word for seen, word in found if seen == most]

    def answered(self, colour: str) -> int:
        """The lead behind the best capture that the other side may answer with."""
        other = OTHER[colour]
        answers = self.board.legal(other)
        self.rng.shuffle(answers)
        now = self.board.lead(colour)
        leads = [self.board.after(other, word, lambda: self.board.lead(colour)) for word in answers[:MOST_SEEN]]
        return min([now, *(lead + 1 for lead in leads if lead is not None)])  # a plain answer puts one piece down

    def choose(self, colour: str, passed: bool) -> str:
        words = self.board.legal(colour)
        moves = [word for word in words if any(letter.isdigit() for letter in word)]
        if not moves or (passed and "pass" in words):
            return "pass" if "pass" in words else words[0]
        self.rng.shuffle(moves)
        ahead = [word for word in moves if forward(colour, word)] or moves
        start = self.board.lead(colour)
        most, best = self.best(colour, moves[:MOST_SEEN], lambda: self.board.lead(colour))
        if most > start + 1 or self.kind == "catcher":
            return self.rng.choice(best if most > start + 1 else ahead)
        return self.rng.choice(self.best(colour, ahead[:MOST_LOOKED_AT], lambda: self.answered(colour))[1] or moves)


def main() -> None:
    cairn, kind, game, *options = sys.argv[1:]
    board = Board(cairn, game, options)
    beginner = Beginner(board, kind, seed=1)
    passed = False
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        name, colour = words[0], words[1].lower() if len(words) > 1 else ""
        colour = {"b": "black", "w": "white"}.get(colour, colour)
        if name == "name":
            good, text = True, f"beginner-{kind}"
        elif name == "genmove":
            word = beginner.choose(colour, passed)
            good, text = board.ask(f"play {colour} {word}")
            text = word if good else text
        elif name in ("list_commands", "known_command", "time_settings", "time_left"):
            good, text = board.ask(line.strip())
        else:
            good, text = board.ask(line.strip())
            passed = good and name == "play" and words[-1].lower() == "pass"
        sys.stdout.write(f"{'=' if good else '?'} {text}\n\n")
        sys.stdout.flush()
        if name == "quit":
            return


if __name__ == "__main__":
    main()
