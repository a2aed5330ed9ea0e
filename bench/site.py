#!/usr/bin/env python3
"""How much a site of one, two and three servers carries, and what a site of so many players a day needs.

site.py CAIRN [--servers 1,2,3] [--seconds S] [--games N] [--rate R] [--idle N] [--archive N] [--json FILE] [--write PAGE]
site.py --reckon FILE [--players N] [--games-a-day G] [--moves-a-game M] ...

Starts CAIRN serve once, twice and three times behind HAProxy (the lines of docs/hosting.md) on one PostgreSQL with its
usual settings, with and without a synchronous standby, and plays by `cairn load`. Then it searches a filled archive, with
and without a replica. All parts and the client share this machine: what a thing costs in processor time holds elsewhere,
too, and the moves per second do not. --write puts the tables between the marks of PAGE, in place of the older ones.
--quick proves in a minute that it works; its figures say nothing. Standard library only."""
import argparse
import datetime
import json
import os
import platform
import re
import subprocess
import sys
from pathlib import Path

from site_load import fill_archive, measure_idle, measure_moves, measure_reading
from site_parts import Site

MARKS = ("<!-- site.py: begin -->", "<!-- site.py: end -->")
HOUR, DAYS_A_YEAR, GB = 3_600, 365, 1e9


def machine() -> str:
    model = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text(encoding="utf-8"))
    return f"{os.cpu_count()} processors ({model[1] if model else platform.machine()})"


def measure(wish) -> dict:
    version = subprocess.run([wish.program, "--version"], capture_output=True, text=True, check=True).stdout.split("\n")[0]
    out = {"machine": machine(), "program": version, "day": str(datetime.date.today()),
           "load": round(os.getloadavg()[0], 1), "quick": wish.quick, "games": wish.games, "seconds": wish.seconds,
           "moves": [], "reading": []}
    for standby in (False, True):
        for servers in wish.servers:
            with Site(wish.program, servers, standby, False) as site:
                print(site.name, file=sys.stderr, flush=True)
                idle = {} if standby else measure_idle(site, wish.program, wish.idle, wish.seconds)
                out["moves"].append({"servers": servers, "standby": standby, **idle,
                                     **measure_moves(site, wish.program, wish.games, wish.seconds, wish.rate)})
    for replica in (False, True):
        with Site(wish.program, max(wish.servers), False, replica) as site:
            print(site.name + ", searches", file=sys.stderr, flush=True)
            fill_archive(site, wish.program, wish.archive)
            out["reading"].append({"servers": max(wish.servers), "replica": replica, "archive": wish.archive,
                                   **measure_reading(site, wish.program, wish.games, wish.seconds, wish.rate / 2,
                                                     wish.readers)})
    return out


def table(heads: list[str], rows: list[list]) -> str:
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows])


def thousands(number: float) -> str:
    return f"{round(number):,}"


def figures(found: dict) -> str:
    moves = table(
        ["servers", "standby", "durable moves/s", "acknowledged p50, p99 at a rate", "CPU per move: servers, database, "
         "standby, HAProxy", "bytes per move", "idle WebSockets, each"],
        [[row["servers"], "yes" if row["standby"] else "no", f"**{thousands(row['moves_per_s'])}**",
          f"{row['p50_ms']}, {row['p99_ms']} ms at {thousands(row['rate'])}/s",
          ", ".join(thousands(row["us_per_move"][part]) for part in ("servers", "database", "standbys", "balancer")) + " µs",
          thousands(row["bytes_per_move"]),
          f"{thousands(row['sockets'])}, {thousands(row['bytes_per_socket'])} bytes" if "sockets" in row else ""]
         for row in found["moves"]])
    reading = table(
        ["replica", "searches/s", "p50, p99", "CPU per search: servers, database, replica", "moves beside it",
         "acknowledged p50, p99"],
        [["yes" if row["replica"] else "no", row["searches_per_s"], f"{row['search_p50_ms']}, {row['search_p99_ms']} ms",
          ", ".join(thousands(row["us_per_search"][part]) for part in ("servers", "database", "standbys")) + " µs",
          f"{thousands(row['beside_done_per_s'])}/s", f"{row['beside_p50_ms']}, {row['beside_p99_ms']} ms"]
         for row in found["reading"]])
    note = (f"{found['day']}, {found['program']}, {found['machine']} for all parts and the client, a load of {found['load']} "
            f"before. {thousands(found['games'])} games, {found['seconds']:g} s for each figure. "
            f"Archive: {thousands(found['reading'][0]['archive'])} games, {found['reading'][0]['servers']} servers.")
    if found["quick"]:
        note = "**These are figures of `--quick`, which only proves that the command works.** " + note
    return f"{note}\n\n{moves}\n\n{reading}"


def reckon(found: dict, wish) -> list[tuple[str, str, float, str]]:
    """Name, formula, value, unit: each formula by the names before it."""
    plain = [row for row in found["moves"] if not row["standby"]]
    safe = [row for row in found["moves"] if row["standby"]] or plain
    one, most = plain[0], max(safe, key=lambda row: row["servers"])
    search = next((row for row in found["reading"] if row["replica"]), found["reading"][0])
    per_move, per_search = most["us_per_move"], search["us_per_search"]
    games = wish.players * wish.games_a_day / 2
    moves = games * wish.moves_a_game
    rate = moves * wish.peak_hour / HOUR
    sockets = wish.players * wish.online * wish.sockets_each
    searches = wish.players * wish.searches_a_day * wish.peak_hour / HOUR
    servers = (rate * per_move["servers"] + searches * per_search["servers"]) / 1e6
    database = rate * per_move["database"] / 1e6
    replica = searches * per_search["standbys"] / 1e6
    instead = searches * (per_search["database"] + per_search["standbys"]) / 1e6
    memory = sockets * one.get("bytes_per_socket", 0) / GB
    return [
        ("games a day", "players × games-a-day ÷ 2", games, ""),
        ("moves a day", "games a day × moves-a-game", moves, ""),
        ("moves in the busiest second", "moves a day × peak-hour ÷ 3,600", rate, "/s"),
        ("WebSockets at the same time", "players × online × sockets-each", sockets, ""),
        ("memory for them", "WebSockets × bytes per socket", memory, "GB"),
        ("searches in the busiest second", "players × searches-a-day × peak-hour ÷ 3,600", searches, "/s"),
        ("processors for the servers", "moves/s × CPU per move + searches/s × CPU per search", servers, ""),
        ("processors for the database", "moves/s × CPU per move of the database", database, ""),
        ("processors for a replica", "searches/s × CPU per search of the replica", replica, ""),
        ("the same, without a replica, for the database", "searches/s × CPU per search of both", instead, ""),
        ("servers", "processors for the servers ÷ (0.5 × 2 processors), and one more for a loss",
         max(2, -(-servers // 1) + 1), ""),
        ("storage in a year", "moves a day × 365 × bytes per move", moves * DAYS_A_YEAR * most["bytes_per_move"] / GB, "GB"),
    ]


def reckoning(found: dict, wish) -> str:
    given = (f"{thousands(wish.players)} players a day, {wish.games_a_day:g} games each, {wish.moves_a_game:g} moves a game. "
             f"The busiest hour has {wish.peak_hour:.0%} of a day's moves. {wish.online:.0%} of the players are online at once, with "
             f"{wish.sockets_each:g} pages open each. A player makes {wish.searches_a_day:g} searches a day:")

    def shown(value: float) -> str:
        return thousands(value) if value >= 10 else f"{value:.2g}"
    rows = [[name, formula, f"{shown(value)} {unit}".strip()] for name, formula, value, unit in reckon(found, wish)]
    return given + "\n\n" + table(["needed", "formula", "result"], rows)


def write_page(page: str, text: str):
    old = Path(page).read_text(encoding="utf-8")
    begin, end = (old.find(mark) for mark in MARKS)
    if begin < 0 or end < begin:
        raise SystemExit(f"{page} has no marks {MARKS[0]} and {MARKS[1]}")
    Path(page).write_text(old[:begin + len(MARKS[0])] + "\n" + text + "\n" + old[end:], encoding="utf-8")


def read_wish():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", nargs="?", help="cairn, of a release build")
    parser.add_argument("--servers", default="1,2,3", help="how many, each in turn")
    parser.add_argument("--seconds", type=float, default=10, help="for each figure")
    parser.add_argument("--games", type=int, default=500, help="at the same time")
    parser.add_argument("--rate", type=float, default=1_000, help="moves per second where waiting is measured")
    parser.add_argument("--idle", type=int, default=5_000, help="WebSockets that listen")
    parser.add_argument("--archive", type=int, default=100_000, help="finished games that are searched")
    parser.add_argument("--readers", type=int, default=6, help="connections that search")
    parser.add_argument("--quick", action="store_true", help="proves that it works: few games, two seconds each")
    parser.add_argument("--json", metavar="FILE", help="also write the figures there")
    parser.add_argument("--write", metavar="PAGE", help="also put the tables into a page")
    parser.add_argument("--reckon", metavar="FILE", help="measure nothing; reckon with the figures of --json")
    for name, usual, what in (("players", 100_000, "in a day"), ("games-a-day", 4, "of a player"),
                              ("moves-a-game", 60, "of both"), ("peak-hour", 0.1, "share of a day's moves in its busiest hour"),
                              ("online", 0.08, "share of the players at the same time"), ("sockets-each", 1.5, "open pages"),
                              ("searches-a-day", 3, "of a player")):
        parser.add_argument("--" + name, type=float, default=usual, help=f"{what} ({usual:g})")
    wish = parser.parse_args()
    if not wish.program and not wish.reckon:
        parser.error("name the program, or --reckon FILE")
    wish.servers = sorted({int(number) for number in wish.servers.split(",")})
    if wish.quick:
        wish.seconds, wish.games, wish.rate, wish.idle, wish.archive, wish.readers = 2, 20, 100, 200, 2_000, 2
    return wish


def main():
    wish = read_wish()
    found = json.loads(Path(wish.reckon).read_text(encoding="utf-8")) if wish.reckon else measure(wish)
    if wish.json and not wish.reckon:
        Path(wish.json).write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    text = figures(found) + "\n\n" + reckoning(found, wish)
    if wish.write:
        write_page(wish.write, text)
    print(text)
    failed = [row for row in found["moves"] if row["errors"]] + [row for row in found["reading"] if row["failed"]]
    for row in failed:
        print("failed:", json.dumps(row), file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
