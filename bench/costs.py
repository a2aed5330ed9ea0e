#!/usr/bin/env python3
"""What each thing that one person can repeat costs the server: processor time and bytes written, a request.

costs.py [--times N] CAIRN [NAME ...]

Starts CAIRN serve in a folder of its own, without limits by address, and repeats each request N times (10) with pauses
where a limit by person asks for them. Standard library only."""
import argparse
import glob
import http.client
import itertools
import json
import re
import subprocess
import tempfile
import time

NUMBER = itertools.count()
GO = {"game": "go", "options": {"size": 19}}
LONG = "(;GM[1]SZ[19]" + "".join(f"(;B[{chr(97 + i % 19)}{chr(97 + i // 19 % 19)}])" for i in range(6_400)) + ")"


class Server:
    def __init__(self, program, folder):
        self.process = subprocess.Popen(
            [program, "serve", "--port", "0", "--data", folder, "--no-rate-limits", "--bot-threads", "1",
             "--log-level", "error"], stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)", self.process.stdout.readline())[1])

    def used(self):
        """Milliseconds of the processor, and bytes that were handed to files, until now."""
        spent = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            with open(path) as file:
                spent += int(file.read().split()[0])
        with open(f"/proc/{self.process.pid}/io") as file:
            written = int(re.search(r"wchar: (\d+)", file.read())[1])
        return spent / 1e6, written


class Person:
    def __init__(self, server, name, account=True):
        self.line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        self.cookie = ""
        self.name = name
        if account:
            self.ask("POST", "/api/account", {"name": name, "password": "password of " + name})
        else:
            self.ask("POST", "/api/guest", {"name": name})

    def ask(self, method, path, body=None):
        while True:
            headers = {"Cookie": self.cookie} if self.cookie else {}
            if body is not None:
                headers["Content-Type"] = "application/json"
            try:
                self.line.request(method, path, None if body is None else json.dumps(body), headers)
                answer = self.line.getresponse()
            except ConnectionError:  # it was idle
                self.line.close()
                continue
            data = answer.read()
            for name, value in answer.getheaders():
                if name.lower() == "set-cookie" and "session" in value:
                    self.cookie = value.split(";")[0]
            if answer.status == 429:
                raise Waiting(int(answer.getheader("Retry-After", "1")))
            if answer.status >= 400:
                raise SystemExit(f"{method} {path}: {answer.status} {data[:300]}")
            return json.loads(data) if data.startswith(b"{") else data


class Waiting(Exception):
    pass


class World:
    """Who plays."""

    def __init__(self, server):
        self.ann, self.bob, self.eve = (Person(server, name) for name in ("Ann", "Bob", "Eve"))
        self.table = self.ann.ask("POST", "/api/tables", {**GO, "opponent": "friend", "seat": "first"})["id"]
        self.bob.ask("POST", f"/api/tables/{self.table}/join", {})
        for _ in range(20):
            self.move()
        self.over = self.finished()

    def finished(self):
        table = self.ann.ask("POST", "/api/tables", {**GO, "opponent": "friend", "seat": "first"})["id"]
        self.bob.ask("POST", f"/api/tables/{table}/join", {})
        for _ in range(100):
            self.move(table)
        self.command(self.ann, {"command": "resign"}, table)
        return table

    def state(self, who, table=None):
        return who.ask("GET", f"/api/tables/{table or self.table}")

    def command(self, who, what, table=None):
        version = self.state(who, table)["version"]
        return who.ask("POST", f"/api/tables/{table or self.table}/commands",
                       {"request": f"r{next(NUMBER)}", "version": version, **what})

    def move(self, table=None):
        who = self.ann if self.state(self.ann, table)["legal"] else self.bob
        words = self.state(who, table)["legal"]
        self.command(who, {"command": "play", "word": next(w for w in words if w != "pass")}, table)


def deeds(world):
    """Name, what is done before each time and not counted, and what is counted."""
    ann, bob, eve = world.ann, world.bob, world.eve
    made = {}

    def keep(name, answer):
        made[name] = answer
        return answer

    def send(who, what):
        version = made["version"]
        return lambda: who.ask("POST", f"/api/tables/{world.table}/commands",
                               {"request": f"r{next(NUMBER)}", "version": version(), **what})

    made["version"] = lambda: made["state"]["version"]
    fresh = lambda who: lambda: keep("state", world.state(who))
    nothing = lambda: None
    moved = lambda: (world.move(), fresh(ann)())
    terms = {**GO, "clock": "fischer 5m+3s"}
    challenge = lambda: keep("challenge", ann.ask("POST", "/api/challenges", {
        "request": f"c{next(NUMBER)}", "people": ["Bob"], **terms}))
    withdraw = lambda: ann.ask("DELETE", "/api/challenges/" + made["challenge"]["id"])
    counter = lambda: bob.ask("POST", f"/api/challenges/{made['challenge']['id']}/counter", {
        "request": f"c{next(NUMBER)}", "offer": made["challenge"]["offer"], **terms})
    announce = lambda: keep("cup", ann.ask("POST", "/api/tournaments", {
        "name": "Cup", **terms, "kind": "swiss", "most": 16}))
    cancel = lambda: ann.ask("POST", f"/api/tournaments/{made['cup']['id']}/cancel", {})
    enter = lambda: eve.ask("POST", f"/api/tournaments/{made['cup']['id']}/enter", {})
    leave = lambda: eve.ask("POST", f"/api/tournaments/{made['cup']['id']}/withdraw", {})
    hook = lambda: keep("hook", ann.ask("POST", "/api/hooks", {
        "url": "https://example.org/hook", "events": ["your-turn"]}))
    unhook = lambda: ann.ask("DELETE", f"/api/hooks/{made['hook']['id']}")
    study = lambda record: lambda: keep("study", ann.ask("POST", "/api/studies", {
        "name": "Long", "record": record, "request": f"s{next(NUMBER)}"}))
    forget = lambda: ann.ask("DELETE", "/api/studies/" + made["study"]["id"]) if "study" in made else None
    seek = lambda: eve.ask("PUT", "/api/seek", {"request": f"k{next(NUMBER)}", **terms, "rated": False})
    table = lambda **more: lambda: eve.ask("POST", "/api/tables", {**GO, "opponent": "friend", **more})
    get = lambda who, path: lambda: who.ask("GET", path)
    return [
        ("a move", lambda: (world.move(), keep("state", world.state(ann if world.state(ann)["legal"] else bob))),
         lambda: (ann if made["state"]["you"] == 0 else bob).ask(
             "POST", f"/api/tables/{world.table}/commands",
             {"request": f"r{next(NUMBER)}", "version": made["state"]["version"], "command": "play",
              "word": made["state"]["legal"][0]})),
        ("an offer of a draw", lambda: (world.move(), world.move(), fresh(ann)()),
         send(ann, {"command": "offer", "offer": "draw"})),
        ("a plan", lambda: (world.move() if world.state(bob)["legal"] else None, fresh(bob)()),
         send(bob, {"command": "plan", "plan": "(*=pass)" * 190})),
        ("a remark", nothing, lambda: ann.ask("POST", f"/api/tables/{world.table}/talk", {
            "request": f"t{next(NUMBER)}", "text": "x" * 400})),
        ("a challenge", lambda: withdraw() if "challenge" in made else None, challenge),
        ("a counter-offer", lambda: (withdraw_any(made, ann, bob), challenge()), counter),
        ("a seek", nothing, seek),
        ("an open game", nothing, table()),
        ("a tournament", lambda: cancel() if "cup" in made else None, announce),
        ("an entry", lambda: (leave() if made.get("in") else None, made.setdefault("in", True)), enter),
        ("a hook", lambda: unhook() if "hook" in made else None, hook),
        ("a long study", forget, study(LONG)),
        ("what is kept of a person", nothing, get(ann, "/api/account/export")),
        ("a game as SGF, again", nothing, get(eve, f"/api/tables/{world.over}/game.sgf")),
        ("a search of the archive", nothing, get(eve, "/api/archive?game=go&size=19&player=Ann")),
        ("archived games as SGF", nothing, get(eve, "/api/archive/games.sgf?player=Ann")),
        ("openings", nothing, get(eve, "/api/openings/go-19?moves=" + "+".join(
            f"{letter}{row}" for row in (3, 17) for letter in "ABCDEFGHJKLMNOPQRST"))),
        ("an analysis, asked for again", nothing, lambda: eve.ask(
            "POST", f"/api/tables/{world.over}/analysis")),
        ("a state", nothing, get(eve, f"/api/tables/{world.table}")),
        ("a picture", nothing, lambda: eve.ask(
            "GET", f"/api/tables/{world.table}/board.png?size={400 + next(NUMBER) % 100}")),
        ("preferences of 8 KB", nothing, lambda: eve.ask("PUT", "/api/account/preferences", {
            "x": f"{next(NUMBER)}{'y' * 7_900}"})),
        ("who is online", nothing, get(eve, "/api/people")),
        ("the lobby", nothing, get(eve, "/api/lobby")),
    ]


def withdraw_any(made, ann, bob):
    if "challenge" in made:
        for who in (ann, bob):
            for one in who.ask("GET", "/api/challenges")["challenges"]:
                if one["state"] == "open" and one["maker"] == one["you"]:
                    who.ask("DELETE", "/api/challenges/" + one["id"])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cairn")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--times", type=int, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        server = Server(given.cairn, folder)
        try:
            world = World(server)
            for name, before, deed in deeds(world):
                if given.names and name not in given.names:
                    continue
                print(name, *measure(server, before, deed, given.times), sep=" | ", flush=True)
        finally:
            server.process.terminate()
            server.process.wait()


def patient(what):
    while True:
        try:
            return what()
        except Waiting as waiting:
            time.sleep(max(1, waiting.args[0]))


def measure(server, before, deed, times):
    spent = written = 0
    for _ in range(times):
        patient(before)
        time.sleep(0.02)  # what goes on by itself is over
        while True:
            start = server.used()
            try:
                deed()
                break
            except Waiting as waiting:
                time.sleep(max(1, waiting.args[0]))
        end = server.used()
        spent += end[0] - start[0]
        written += end[1] - start[1]
    return f"{spent / times:.2f} ms", f"{written / times:,.0f} bytes"


if __name__ == "__main__":
    main()
