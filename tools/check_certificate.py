#!/usr/bin/env python3
"""Checks a certificate of `cairn solve GAME --certificate FILE`, a winner's strategy for Margo or Spargo.

  tools/check_certificate.py FILE

Says "proven", or where the strategy breaks (exit code 1). It has rules of its own, written from games/margo/rules.md,
and shares no code with Cairn. The numbers behind the comments are those of the rules. docs/theory.md, "The certificate",
tells the form of the file and why this proves the claim whatever stood on the board before.
"""
import json
import sys
import zlib


class Broken(Exception):
    """Where and why a certificate proves nothing."""


class Board:
    """The points of a pyramid (1.1), and a move on it. A position is a tuple of 0 (empty), 1 (white), 2 (black)."""

    def __init__(self, size, height, all_freedoms):
        self.points = [(l, c, r) for l in range(size) for r in range(size - l) for c in range(size - l)]
        self.number = {p: i for i, p in enumerate(self.points)}
        at = self.number.get
        self.height, self.all_freedoms = height, all_freedoms
        self.names = [chr(ord("A") + 2 * c + l) + str(2 * r + l + 1) for l, c, r in self.points]  # 1.3
        self.under = [[at((l - 1, c + i, r + j)) for i in (0, 1) for j in (0, 1)] if l else [] for l, c, r in self.points]
        self.over = [[i for i, below in enumerate(self.under) if p in below] for p in range(len(self.points))]
        self.buries = [at((l + 2, c - 1, r - 1)) for l, c, r in self.points]
        self.beside = []  # neighbour, and the points that straddle the link
        for p, (l, c, r) in enumerate(self.points):
            near = [at((l, c + i, r + j)) for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))]
            self.beside.append([(q, [o for o in self.over[p] if o in self.over[q]]) for q in near if q is not None])
        self.pictures = []  # the symmetries of the square: where each point comes to
        for turn in range(8):
            image = []
            for l, c, r in self.points:
                side = size - l - 1
                c, r = (side - c if turn & 1 else c), (side - r if turn & 2 else r)
                image.append(at((l, r, c) if turn & 4 else (l, c, r)))
            self.pictures.append(image)

    def playable(self, position, p):  # 1.2
        return not position[p] and self.points[p][0] < self.height and all(position[q] for q in self.under[p])

    def buried(self, position, p):  # 2.1
        return self.buries[p] is not None and position[self.buries[p]]

    def group(self, position, p):  # 2.2, 2.3
        found, left = {p}, [p]
        while left:
            q = left.pop()
            if self.buried(position, q):
                continue
            near = self.under[q] + self.over[q]
            near += [n for n, straddle in self.beside[q] if len(straddle) < 2 or not all(position[s] for s in straddle)]
            for n in near:
                if n not in found and position[n] == position[q] and not self.buried(position, n):
                    found.add(n)
                    left.append(n)
        return found

    def free(self, position, group):  # 3.1, 3.2
        for p in group:
            for q, _ in self.beside[p]:
                if not position[q] and (self.points[p][0] == 0 or self.all_freedoms and self.playable(position, q)):
                    return True
            if self.all_freedoms and any(self.playable(position, q) for q in self.over[p]):
                return True
        return False

    def phase(self, position, colour, spared):  # 4.2
        dead, seen = set(), set(self.group(position, spared)) if position[spared] == colour else set()
        for p, ball in enumerate(position):
            if ball != colour or p in seen:
                continue
            group = self.group(position, p)
            seen |= group
            if not self.free(position, group) or self.buried(position, p):
                dead |= group
        fell = False
        for p in sorted(dead, reverse=True):  # from the top level down
            if not any(position[q] for q in self.over[p]):
                position[p], fell = 0, True
        return fell

    def play(self, position, p, colour):
        """The position after a ball on a playable point; None: suicide (4.5)."""
        position = list(position)
        position[p] = colour
        idle, turn = 0, 3 - colour
        while idle < 2:
            idle = 0 if self.phase(position, turn, p) else idle + 1
            turn = 3 - turn
        return tuple(position) if self.free(position, self.group(position, p)) else None

    def moves(self, position, mover, barred):
        """Point, position after it, and what the other side may not retake there, in the order of points."""
        for p in range(len(self.points)):
            after = self.play(position, p, mover) if p != barred and self.playable(position, p) else None
            if after is None:
                continue
            changed = [q for q in range(len(position)) if position[q] != after[q] and q != p]
            retake = changed[0] if len(changed) == 1 and position[changed[0]] == 3 - mover else None
            if retake is not None and not (self.playable(after, retake)
                                           and self.play(after, retake, 3 - mover) == position):
                retake = None
            yield p, after, retake

    def state(self, position, mover, barred):
        """The least of the eight pictures: first by the last point's ball, then by what is barred."""
        best = None
        for image in self.pictures:
            turned = [0] * len(position)
            for p, ball in enumerate(position):
                turned[image[p]] = ball
            key = (turned[::-1], -1 if barred is None else image[barred])
            best = key if best is None or key < best else best
        return tuple(best[0][::-1]), mover, None if best[1] < 0 else best[1]


def walk(board, root, winner, aim, replies):
    """All states that the strategy leads to, and for each where it leads."""
    number, states, leads, open_, read = {root: 0}, [root], [[]], [0], 0
    while open_:
        at = open_.pop()
        position, mover, barred = states[at]
        moves = list(board.moves(position, mover, barred))
        shown = " ".join(f"{'.WB'[ball]}{board.names[p]}" for p, ball in enumerate(position) if ball)
        if not moves:  # 6.1
            if position.count(winner) - position.count(3 - winner) < aim:
                raise Broken(f"the game ends there without the lead: {shown}")
            continue
        if mover == winner:
            if read == len(replies):
                raise Broken(f"there are fewer replies than positions: {shown}")
            moves = [move for move in moves if move[0] == replies[read]]
            read += 1
            if not moves:
                raise Broken(f"the reply is illegal there: {shown}")
        for _, after, retake in moves:
            state = board.state(after, 3 - mover, retake)
            if state not in number:
                number[state] = len(states)
                states.append(state)
                leads.append([])
                open_.append(number[state])
            leads[at].append(number[state])
    if read != len(replies):
        raise Broken("there are more replies than positions")
    return states, leads


def look_for_returns(states, leads, past, positional, winner, aim):
    """5.1, 5.3: the winner's moves may not come to a position again, nor any move to one of the past. Where the other
    side comes to one again, that move is barred: it must have another, or the winner be far enough ahead already."""
    place = [position if positional else (position, mover) for position, mover, _ in states]
    if past & set(place):
        raise Broken("a position from before the strategy can come back")
    into = [0] * len(states)
    for targets in leads:
        for target in targets:
            into[target] += 1
    order = [state for state, count in enumerate(into) if count == 0]
    for state in order:
        for target in leads[state]:
            into[target] -= 1
            if into[target] == 0:
                order.append(target)
    if len(order) != len(states):
        raise Broken("play can come back to where it was")
    times = {}
    for one in place:
        times[one] = times.get(one, 0) + 1
    several, again = [one for one, count in times.items() if count > 1], set()
    for begin in range(0, len(several), 512):  # which of them can be reached from each state, a bit each
        bit = {one: 1 << i for i, one in enumerate(several[begin : begin + 512])}
        reach = [0] * len(states)
        for state in reversed(order):
            for target in leads[state]:
                reach[state] |= reach[target]
            own = bit.get(place[state], 0)
            if reach[state] & own:
                if positional or states[state][1] != winner:
                    raise Broken("the winner can come back to a position")
                again.add(place[state])
            reach[state] |= own
    for (position, mover, _), targets in zip(states, leads):
        stuck = mover != winner and targets and all(place[target] in again for target in targets)
        if stuck and position.count(winner) - position.count(3 - winner) < aim:
            raise Broken("all answers of a position may be barred, and the winner is not ahead there")


def check(data):
    """The head of a certificate that proves its claim; raises Broken otherwise."""
    line, _, packed = data.partition(b"\n")
    head = json.loads(line)
    options = head["options"]
    flag = lambda name: options.get(name, "false") in ("", "true", "yes", "on", "1")
    if head.get("cairn_certificate") != 1 or head["game"] not in ("margo", "spargo"):
        raise Broken("this is not a certificate of Margo or Spargo")
    if any(flag(name) for name in ("can_pass", "beginner", "testing", "swap")) or int(options.get("players", 2)) != 2:
        raise Broken("these rules are not checked here")
    if options.get("ko", "situational") not in ("situational", "positional"):
        raise Broken("without superko a game may go round")
    size = 4 if head["game"] == "spargo" else int(options.get("size", 6))
    positional = options.get("ko") == "positional"
    board = Board(size, int(options.get("height", 0)) or size, flag("all_freedoms"))
    position, mover, barred, past = (0,) * len(board.points), 1, None, set()
    for word in head["moves"]:
        still, _, _ = board.state(position, mover, None)
        past.add(still if positional else (still, mover))
        found = [m for m in board.moves(position, mover, barred) if board.names[m[0]] == word.upper()]
        if not found:
            raise Broken(f"move {word} is illegal")
        _, position, barred = found[0]
        mover = 3 - mover
    winner, replies = head["winner"] + 1, packed if head.get("encoding") == "plain" else zlib.decompress(packed)
    states, leads = walk(board, board.state(position, mover, barred), winner, head["aim"], replies)
    look_for_returns(states, leads, past, positional, winner, head["aim"])
    return f"{'white' if winner == 1 else 'black'} wins by {head['aim']} at least; {len(states)} states"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], "rb") as file:
            print("proven:", check(file.read()))
    except (OSError, ValueError, KeyError, TypeError, zlib.error) as error:
        sys.exit(f"{sys.argv[1]} cannot be read: {error}")
    except Broken as broken:
        print("not proven:", broken)
        sys.exit(1)
