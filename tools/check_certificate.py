#!/usr/bin/env python3
"""Checks a certificate of `cairn solve GAME --certificate FILE`, a winner's strategy for Margo or Spargo.

  tools/check_certificate.py FILE

Says "proven", or where the strategy breaks (exit code 1). It has rules of its own, written from games/margo/rules.md,
and shares no code with Cairn. The numbers behind the comments are those of the rules. docs/theory.md, "The certificate",
tells the form of the file and why this proves the claim.
"""
import json
import sys
import zlib


class Broken(Exception):
    """Where and why a certificate proves nothing."""


class Board:
    """The points of a pyramid (1.1), and a move on it. A position is a tuple of 0 (empty), 1 (white), 2 (black)."""

    def __init__(self, size, height, all_freedoms, can_pass, beginner):
        self.points = [(l, c, r) for l in range(size) for r in range(size - l) for c in range(size - l)]
        self.number = {p: i for i, p in enumerate(self.points)}
        at = self.number.get
        self.height, self.all_freedoms, self.can_pass, self.beginner = height, all_freedoms, can_pass, beginner
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
        self.inverse = [next(turn for turn, back in enumerate(self.pictures)
                             if all(back[image[p]] == p for p in range(len(image)))) for image in self.pictures]
        bits = range(0, len(self.points), 8)  # what the points of each byte turn to
        self.tables = [[[sum(1 << q for i, q in enumerate(image[first : first + 8]) if byte >> i & 1)
                         for byte in range(256)] for first in bits] for image in self.pictures]

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

    def moves(self, state):
        """The moves that superko does not bar at once, in the order of points: point (None: pass) and state after it."""
        position, mover, barred, passes = state
        for p in range(len(self.points)):
            after = self.play(position, p, mover) if p != barred and self.playable(position, p) else None
            if after is None:
                continue
            changed = [q for q in range(len(position)) if position[q] != after[q] and q != p]
            if self.beginner and any(position[q] == 3 - mover for q in changed):
                yield p, (after, 3 - mover, None, CAPTURED)  # 7.4
                continue
            retake = changed[0] if len(changed) == 1 and position[changed[0]] == 3 - mover else None
            if retake is not None and not (self.playable(after, retake)
                                           and self.play(after, retake, 3 - mover) == position):
                retake = None
            yield p, (after, 3 - mover, retake, 0)
        if self.can_pass:  # 7.2
            yield None, (position, 3 - mover, None, passes + 1)

    def picture(self, state):
        """The least of the eight pictures, first by the last point's ball, then by what is barred; and its symmetry."""
        position, mover, barred, passes = state
        best = None
        for turn, image in enumerate(self.pictures):
            turned = [0] * len(position)
            for p, ball in enumerate(position):
                turned[image[p]] = ball
            key = (turned[::-1], -1 if barred is None else image[barred])
            if best is None or key < best[0]:
                best = key, turn
        return (tuple(best[0][0]), best[0][1], mover, passes), best[1]

    def turned(self, balls, turn):
        """Sets of points, a bit each, under a symmetry."""
        tables = self.tables[turn]
        return tuple(sum(table[mask >> 8 * i & 255] for i, table in enumerate(tables)) for mask in balls)


CAPTURED = 3  # in place of passes: the last move won by its capture
MOST_REPLIES = 1 << 24


def balls_of(position):
    """White's and Black's balls, a bit each."""
    return tuple(sum(1 << p for p, ball in enumerate(position) if ball == colour) for colour in (1, 2))


class Walk:
    """Plays against a strategy all that can be played, depth first, and keeps a lemma of each state: the winner wins
    from it after every way that lacks the boards `fresh` and has all of `stood`."""

    def __init__(self, board, winner, aim, replies, positional, past):
        self.board, self.winner, self.aim, self.replies, self.positional = board, winner, aim, replies, positional
        self.way = past  # (balls, mover)
        self.read, self.lemmas = 0, {}

    def key(self, balls, mover):  # 5.1, 5.3
        return balls if self.positional else (balls, mover)

    def stands(self, key):
        return any(self.key(*one) == key for one in self.way)

    def lacks(self, fresh):
        """`fresh` sums boards up: balls on all of them, points taken on any, the fewest balls, whether the loser makes
        one of them. A board that does not fit this is none of them."""
        if fresh is None:
            return True
        (aw, ab), (ew, eb), fewest, losers = fresh
        for (white, black), mover in self.way:
            if aw & ~white or ab & ~black or white & ~ew or black & ~eb or (white | black).bit_count() < fewest:
                continue
            if self.positional or losers or mover != self.winner:
                return False
        return True

    def broken(self, why, position):
        shown = " ".join(f"{'.WB'[ball]}{self.board.names[p]}" for p, ball in enumerate(position) if ball)
        raise Broken(f"{why}: {shown}")

    def leads(self, position):
        return position.count(self.winner) - position.count(3 - self.winner) >= self.aim

    def prove(self, state):
        """The lemma of a state to which the way leads: `fresh`, and `stood` as a set of (balls, mover)."""
        position, mover, _, passes = state
        if passes == CAPTURED or passes == 2:
            if passes == CAPTURED and mover == self.winner or passes == 2 and not self.leads(position):
                self.broken("the winner loses there", position)
            return None, frozenset()
        name, turn = self.board.picture(state)
        back = self.board.inverse[turn]
        for fresh, stood in self.lemmas.get(name, ()):
            fresh = fresh and (self.board.turned(fresh[0], back), self.board.turned(fresh[1], back), *fresh[2:])
            stood = frozenset((self.board.turned(balls, back), who) for balls, who in stood)
            if self.lacks(fresh) and all(self.stands(self.key(*one)) for one in stood):
                return fresh, stood
        if len(self.way) >= 2000:
            self.broken("play gets too long", position)
        here = balls_of(position), mover
        self.way.append(here)
        fresh, stood = self.look_at(state)
        self.way.pop()
        stood = stood - {here}  # it is on every way to what is below it
        kept = fresh and (self.board.turned(fresh[0], turn), self.board.turned(fresh[1], turn), *fresh[2:])
        self.lemmas.setdefault(name, []).append((kept, [(self.board.turned(b, turn), who) for b, who in stood]))
        return fresh, stood

    def look_at(self, state):
        position, mover, _, _ = state
        moves, stood = [], frozenset()
        for p, after in self.board.moves(state):
            made = balls_of(after[0]), after[1]
            if p is not None and self.stands(self.key(*made)):
                stood |= {made}
            else:
                moves.append((p, after, made[0]))
        if not moves:  # 6.1
            if not self.leads(position):
                self.broken("the game ends there without the lead", position)
            return None, stood
        if mover == self.winner:
            if self.read == len(self.replies):
                self.broken("there are fewer replies than positions", position)
            reply = self.replies[self.read] if self.replies[self.read] != 255 else None
            self.read += 1
            found = [move for move in moves if move[0] == reply]
            if not found:
                self.broken("the reply is illegal there", position)
            fresh, stood = self.prove(found[0][1])
            return (fresh if reply is None else joined(fresh, of_board(found[0][2], False))), stood
        fresh = None
        for _, after, _ in moves:
            one, more = self.prove(after)
            fresh, stood = joined(fresh, one), stood | more
        if not self.board.can_pass and not self.leads(position):
            # Were all of these barred, the game would end here: the first with the most balls must not be.
            most = max(moves, key=lambda move: sum(mask.bit_count() for mask in move[2]))
            fresh = joined(fresh, of_board(most[2], True))
        return fresh, stood


def of_board(balls, by_loser):
    return balls, balls, sum(mask.bit_count() for mask in balls), by_loser


def joined(one, other):
    if one is None or other is None:
        return one or other
    return (tuple(a & b for a, b in zip(one[0], other[0])), tuple(a | b for a, b in zip(one[1], other[1])),
            min(one[2], other[2]), one[3] or other[3])


def claimed(data):
    """The first line of a certificate and its replies; raises Broken where they are not as docs/theory.md has them."""
    line, _, packed = data.partition(b"\n")
    head = json.loads(line)
    if not isinstance(head, dict) or head.get("cairn_certificate") != 2 or head.get("game") not in ("margo", "spargo"):
        raise Broken("this is not a certificate of Margo or Spargo, version 2")
    whole = lambda value, least, most: type(value) is int and least <= value <= most
    if not whole(head["winner"], 0, 1) or not whole(head["aim"], -30, 30) or not whole(head["replies"], 0, MOST_REPLIES):
        raise Broken("winner, aim or the number of replies is none")
    if not isinstance(head["moves"], list) or len(head["moves"]) > 1000:
        raise Broken("moves are not a list of 1,000 words at most")
    if head.get("encoding", "zlib") == "zlib":
        packed = zlib.decompressobj().decompress(packed, MOST_REPLIES + 1)
    if len(packed) != head["replies"]:
        raise Broken("the number of replies is not the stated one")
    return head, packed


def rules_of(head):
    """The options by name (7)."""
    options = dict(head["options"])
    said = {"size": "6", "players": "2", "height": "0", "ko": "situational"}
    if head["game"] == "spargo":
        said["size"] = "4"
    flags = {name: False for name in ("can_pass", "all_freedoms", "beginner", "testing", "swap")}
    words = {**dict.fromkeys(("", "yes", "true", "on", "1"), True), **dict.fromkeys(("no", "false", "off", "0"), False)}
    for name, value in options.items():
        name, value = name.lower(), value.lower()
        if name in flags and value in words:
            flags[name] = words[value]
        elif name in said and (name, head["game"]) != ("size", "spargo"):
            said[name] = value
        else:
            raise Broken(f"option {name} has no such value in these rules")
    size, players, height = (int(said[name]) for name in ("size", "players", "height"))
    if flags["testing"] or flags["swap"] or players != 2 or not 2 <= size <= 4 or not 0 <= height <= size:
        raise Broken("these rules are not checked here")
    if said["ko"] not in ("situational", "positional"):
        raise Broken("without superko a game may go round")
    if flags["beginner"] and head["aim"] not in (0, 1):
        raise Broken("with beginner a capture wins, whatever the lead")
    return Board(size, height or size, flags["all_freedoms"], flags["can_pass"], flags["beginner"]), said["ko"]


def check(data):
    """What a certificate proves; raises Broken if it proves nothing."""
    head, replies = claimed(data)
    board, ko = rules_of(head)
    state, past = ((0,) * len(board.points), 1, None, 0), []
    walk = Walk(board, head["winner"] + 1, head["aim"], replies, ko == "positional", past)
    for word in head["moves"]:
        found = []
        for p, after in board.moves(state) if state[3] < 2 else ():
            named = word.upper() == ("PASS" if p is None else board.names[p])
            if named and (p is None or not walk.stands(walk.key(balls_of(after[0]), after[1]))):
                found.append(after)
        if not found:
            raise Broken(f"move {word} is illegal")
        past.append((balls_of(state[0]), state[1]))
        state = found[0]
    if state[3] >= 2:
        raise Broken("the game is over before the first reply")
    walk.prove(state)
    if walk.read != len(walk.replies):
        raise Broken("there are more replies than positions")
    side, aim = ("white", "black")[walk.winner - 1], walk.aim
    claim = {0: "does not lose", 1: "wins"}.get(aim, f"wins by {aim} at least" if aim > 0 else f"loses by {-aim} at most")
    return f"{side} {claim}; {sum(map(len, walk.lemmas.values()))} lemmas"


if __name__ == "__main__":
    sys.setrecursionlimit(20_000)
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with open(sys.argv[1], "rb") as file:
            print("proven:", check(file.read()))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError, MemoryError, zlib.error) as error:
        sys.exit(f"{sys.argv[1]} cannot be read: {error}")
    except Broken as broken:
        print("not proven:", broken)
        sys.exit(1)
