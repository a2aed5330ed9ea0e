#!/usr/bin/env python3
"""Reads a club as files, which `cairn export-club FOLDER` wrote, and checks them.

  tools/read_club_files.py FOLDER

Prints the numbers of games and rows and the digest, or what is wrong (exit code 1). It shares no code with Cairn, and
is an example of how other programs read these files. docs/club-files.md has the format.
"""
import base64
import hashlib
import json
import pathlib
import struct
import sys


def cell_bytes(kind, value):
    """What a value counts as in a digest."""
    if value is None:
        return b"0"
    if kind == "integer":
        return b"1" + struct.pack("<q", value)
    if kind == "real":
        return b"2" + struct.pack("<d", value + 0.0)
    held = base64.b64decode(value["base64"], validate=True) if isinstance(value, dict) else value.encode()
    return (b"3" if kind == "text" else b"4") + struct.pack("<Q", len(held)) + held


def add(sums, digest):
    """Both halves of a digest, added to sums of 64 bits."""
    return [(one + other) % 2**64 for one, other in zip(sums, struct.unpack("<QQ", digest))]


def read_table(folder, table):
    """The number of rows of a table, and their digest."""
    rows, sums = 0, [0, 0]
    with open(folder / (table["name"] + ".jsonl"), encoding="utf-8", newline="\n") as lines:
        for line in lines:
            row = json.loads(line)
            held = table["name"].encode()
            for column in table["columns"]:
                held += cell_bytes(column["type"], row.pop(column["name"]))
            if row:
                raise ValueError(f"{table['name']}.jsonl, line {rows + 1}: unknown column: {min(row)}")
            sums = add(sums, hashlib.blake2b(held, digest_size=16).digest())
            rows += 1
    return rows, struct.pack("<QQ", *sums)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    club = json.loads((folder / "club.json").read_text(encoding="utf-8"))
    if club["format"] != "cairn-club" or club["version"] != 1:
        sys.exit(f"{folder}/club.json does not describe a club that this program knows")
    games, all_rows, all_sums = 0, 0, [0, 0]
    for table in club["tables"]:
        rows, digest = read_table(folder, table)
        if (rows, digest.hex()) != (table["rows"], table["digest"]):
            sys.exit(f"{folder}/{table['name']}.jsonl differs from what club.json says")
        games += rows if table["name"] == "tables" else 0
        all_rows += rows
        all_sums = add(all_sums, digest)
    digest = struct.pack("<QQ", *all_sums).hex()
    if (all_rows, digest) != (club["rows"], club["digest"]):
        sys.exit(f"{folder}/club.json: the sum of the tables differs")
    print(f"{folder}: {games} games, {all_rows} rows of {len(club['tables'])} tables; checked, digest {digest}.")


if __name__ == "__main__":
    try:
        main()
    except (OSError, ValueError, KeyError, TypeError, struct.error) as fault:
        sys.exit(f"these files cannot be read: {fault!r}")
