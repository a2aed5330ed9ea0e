"""Reads what `cairn selfplay` writes (search/samples.h, docs/networks.md) and turns boards.

A file is lines of text, an empty line, then records of one size. Records stay packed in memory; a batch is unpacked when
it is drawn.
"""
from dataclasses import dataclass
from pathlib import Path

import numpy as np

MAGIC = "cairn samples 1"


@dataclass(frozen=True)
class Kind:
    """What the records of a file hold: files of one kind may be mixed in a batch."""

    features: str
    columns: int
    rows: int
    planes: int
    globals: int
    policy: int
    extras: int
    torus: int = 0

    @property
    def points(self):
        return self.columns * self.rows

    @property
    def logits(self):
        return self.points * self.policy + self.extras

    @property
    def record(self):
        return np.dtype(
            [
                ("planes", np.uint8, (self.points * self.planes + 7) // 8),
                ("globals", "<f4", self.globals),
                ("legal", np.uint8, (self.logits + 7) // 8),
                ("policy", np.uint8, self.logits),
                ("owners", np.int8, self.points),
                ("value", "<f4"),
                ("score", "<f4"),
                ("root", "<f4"),
                ("ply", "<u2"),
            ]
        )


def read(path):
    """The kind and the records of a file; ValueError says what is wrong with it."""
    data = Path(path).read_bytes()
    end = data.find(b"\n\n", 0, 16384)
    lines = data[: max(end, 0)].decode(errors="replace").split("\n")
    if lines[0] != MAGIC:
        raise ValueError(f"{path}: no samples: the first line is not \"{MAGIC}\"")
    fields = dict(line.split(" ", 1) for line in lines[1:])
    fields.pop("note", None)
    kind = Kind(fields.pop("features"), **{name: int(value) for name, value in fields.items()})
    body = len(data) - end - 2
    if body % kind.record.itemsize:
        raise ValueError(f"{path}: {body} bytes of records of {kind.record.itemsize}: it is cut off")
    return kind, np.frombuffer(data, kind.record, offset=end + 2)


# Of steps in directions left and right may be exchanged, and the directions with them; up and down may not. Directions 0 to 7: ahead,
# ahead left, ahead right, left, right, back left, back right, back.
MIRRORED = [0, 2, 1, 4, 3, 6, 5, 7]


def symmetries(kind):
    """Codes of those that the game has: 1 exchanges columns, 2 rows, 4 the diagonal."""
    if kind.features == "steps-1":
        return [0, 1]
    return range(8 if kind.columns == kind.rows else 4)


def exchanged(kind, code):
    """Where each plane and each policy plane is taken from."""
    planes, policy = list(range(kind.planes)), list(range(kind.policy))
    if kind.features == "steps-1" and code & 1:
        policy = MIRRORED
        planes = planes[:-8] + [kind.planes - 8 + way for way in MIRRORED]
    return planes, policy


# How far each plane's board is smaller than the whole, where a game stacks boards that shrink: they are turned within
# themselves, for a ball stands at the same column and row on every level.
def insets(kind):
    """Of each plane and of each policy plane."""
    if kind.features == "pyramid-1":
        levels = list(range(8))
        return levels * 6 + [0] * 4, levels
    return [0] * kind.planes, [0] * kind.policy


LAST_BALL = 49  # of pyramid-1: the plane that shows it on whatever level it lies


def move_last_ball(kind, code, before, after):
    """The last ball is turned within its level: that of the highest ball there."""
    shape = (len(before), kind.rows, kind.columns, kind.planes)
    before, after = before.reshape(shape), after.reshape(shape)
    record, row, column = np.nonzero(before[..., LAST_BALL])
    balls = before[record, row, column, :8] | before[record, row, column, 8:16]
    end = kind.rows - 1 - (7 - np.argmax(balls[:, ::-1], axis=1))
    if code & 4:
        row, column = column, row
    if code & 2:
        row = end - row
    if code & 1:
        column = end - column
    after[..., LAST_BALL] = 0
    after[record, row, column, LAST_BALL] = 1


@dataclass(frozen=True)
class Turned:
    """Where each input plane's cell, each logit and each point is taken from: indices into planes [row, column, plane] flat,
    logits flat, points flat."""
    code: int
    cells: np.ndarray
    logits: np.ndarray
    points: np.ndarray


def turned(kind):
    """One for each of the game's symmetries."""
    plane_insets, policy_insets = insets(kind)
    result = []
    for code in symmetries(kind):
        plane_sources, policy_sources = exchanged(kind, code)

        def source(row, column, inset):
            if code & 1:
                column = kind.columns - 1 - inset - column
            if code & 2:
                row = kind.rows - 1 - inset - row
            return (column, row) if code & 4 else (row, column)

        def cells(list_of_insets, sources):
            count = len(list_of_insets)
            index = np.zeros((kind.rows, kind.columns, count), np.int64)
            for plane, inset in enumerate(list_of_insets):
                for row in range(kind.rows):
                    for column in range(kind.columns):
                        inside = row < kind.rows - inset and column < kind.columns - inset
                        r, c = source(row, column, inset) if inside else (row, column)
                        index[row, column, plane] = (r * kind.columns + c) * count + sources[plane]
            return index.reshape(-1)

        logits = np.concatenate([cells(policy_insets, policy_sources), np.arange(kind.points * kind.policy, kind.logits)])
        result.append(Turned(code, cells(plane_insets, plane_sources), logits, cells([0], [0])))
    return result


def unpack(kind, records, symmetry=None, shift=(0, 0)):
    """A batch as float32 arrays: planes [n, plane, row, column], globals, legal, policy (shares of 1), owners [n, row,
    column], value, score, root. `shift`: rows and columns that a torus is rolled by."""
    n = len(records)
    planes = np.unpackbits(records["planes"], axis=1, count=kind.points * kind.planes, bitorder="little")
    legal = np.unpackbits(records["legal"], axis=1, count=kind.logits, bitorder="little")
    policy = records["policy"].astype(np.float32)
    policy /= np.maximum(policy.sum(axis=1, keepdims=True), 1)
    owners = records["owners"].astype(np.float32) / 127
    if symmetry is not None:
        before, planes = planes, planes[:, symmetry.cells]
        if kind.features == "pyramid-1":
            move_last_ball(kind, symmetry.code, before, planes)
        legal, policy, owners = legal[:, symmetry.logits], policy[:, symmetry.logits], owners[:, symmetry.points]
    planes = planes.reshape(n, kind.rows, kind.columns, kind.planes).transpose(0, 3, 1, 2)
    owners = owners.reshape(n, kind.rows, kind.columns)
    if any(shift):
        inner = kind.points * kind.policy

        def rolled(logits):
            board = logits[:, :inner].reshape(n, kind.rows, kind.columns, kind.policy)
            return np.concatenate([np.roll(board, shift, (1, 2)).reshape(n, inner), logits[:, inner:]], axis=1)

        planes, owners = np.roll(planes, shift, (2, 3)), np.roll(owners, shift, (1, 2))
        legal, policy = rolled(legal), rolled(policy)
    return {
        "planes": planes.astype(np.float32),  # in memory still [n, row, column, plane], as convolutions like it
        "globals": records["globals"].copy(),
        "legal": legal.astype(bool),
        "policy": policy,
        "owners": owners,
        "value": records["value"].copy(),
        "score": records["score"].copy(),
        "root": records["root"].copy(),
    }


class Window:
    """The newest records of folders of files, up to `size` of each kind; `refresh` looks for new files. Batches are of one
    kind, drawn by the root of how many there are: games on small boards are soon played."""

    def __init__(self, folders, size):
        self.folders, self.size = [Path(folder) for folder in folders], size
        self.seen, self.parts, self.total = set(), [], 0  # parts: (kind, records), oldest first

    def refresh(self):
        fresh = [p for folder in self.folders for p in folder.glob("*.samples") if p not in self.seen]
        for path in sorted(fresh, key=lambda p: (p.stat().st_mtime, p.name)):
            self.seen.add(path)
            kind, records = read(path)
            self.parts.append((kind, records))
            self.total += len(records)
        kept, held = [], {}
        for kind, records in reversed(self.parts):
            if held.get(kind, 0) < self.size:
                kept.append((kind, records))
                held[kind] = held.get(kind, 0) + len(records)
        self.parts = kept[::-1]
        self.kinds = {kind: np.concatenate([r for k, r in self.parts if k == kind]) for kind in held}
        self.symmetries = {kind: turned(kind) for kind in self.kinds}
        return sum(held.values())

    def batch(self, count, rng):
        kinds = list(self.kinds)
        sizes = np.sqrt([len(self.kinds[kind]) for kind in kinds])
        kind = kinds[rng.choice(len(kinds), p=sizes / sizes.sum())]
        records = self.kinds[kind][rng.integers(0, len(self.kinds[kind]), count)]
        symmetries = self.symmetries[kind]
        shift = tuple(rng.integers(0, (kind.rows, kind.columns))) if kind.torus else (0, 0)
        return kind, unpack(kind, records, symmetries[rng.integers(len(symmetries))], shift)
