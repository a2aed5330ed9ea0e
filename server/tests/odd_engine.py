#!/usr/bin/env python3
"""An engine that behaves as its first argument says, for tests of how engines are watched.

  odd_engine.py WAY [VALUE]     speaks GTP; WAY is what it does when it is to move
  odd_engine.py kata WAY        speaks KataGo's analysis protocol

Its process id is in the file that ODD_ENGINE_PID names, if any.
"""
import json
import os
import sys
import time


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def sees_too_much():
    files = [name for name in os.listdir("/proc/self/fd") if int(name) > 2 and os.path.exists("/proc/self/fd/" + name)]
    return bool(files) or any(name.startswith(("CAIRN_", "PG")) for name in os.environ)


def move(way, value):
    if way == "reply":
        say(f"= {value}\n\n")
    elif way == "cairn":
        say("= A1\n\n")
    elif way == "slow":
        time.sleep(float(value))
        say("= pass\n\n")
    elif way == "nosy":
        say("= nosy\n\n" if sees_too_much() else "= pass\n\n")
    elif way == "rubbish":
        say("I would rather not say.\n")
    elif way == "flood":
        sys.stderr.write("e" * 3_000_000)
        sys.stderr.flush()
        say("=" + "o" * 3_000_000)
    elif way == "die":
        sys.exit("I cannot go on")
    elif way == "hang":
        time.sleep(1000)


def gtp(way, value):
    if way == "deaf":
        time.sleep(1000)
    visits = "none"
    sides = []
    for line in sys.stdin:
        command = line.split()
        if not command:
            continue
        if command[0] == "list_commands":
            own = {"cairn": "\ncairn-game\ncairn-record", "wide": "\nrectangular_boardsize"}.get(way, "")
            say(f"= boardsize\nclear_board\nkomi\nplay\ngenmove\nfinal_status_list\nlz-analyze\nlz-setoption{own}\n\n")
        elif command[0] == "cairn-record":
            record = {"format": "cairn-record", "version": 1, "game": "margo", "options": json.loads(value), "moves": []}
            say("= " + json.dumps(record) + "\n\n")
        elif command[0] == "play" and way == "sulky":
            time.sleep(1000)
        elif command[0] == "rectangular_boardsize":
            sides = command[1:]
            say("=\n\n")
        elif command[0] == "lz-setoption":
            visits = command[4]
            say("=\n\n")
        elif command[0] == "genmove":
            if way == "visits":
                sys.exit(f"visits {visits}")
            if way == "wide":
                say(f"= {value}\n\n" if sides == ["5", "2"] else "= pass\n\n")
            move(way, value)
        elif command[0] == "final_status_list":
            say("= C3 Z99\n\n")
        elif command[0] == "lz-analyze" and way == "mute":
            time.sleep(1000)
        elif command[0] == "lz-analyze":
            say(f"=\ninfo move {value} visits 20 winrate 5100 prior 900 lcb 5000 order 0 pv {value}\n")
            sys.stdin.readline()
            say("\n= 2\n\n")
        else:
            say("=\n\n")


def kata(way):
    for line in sys.stdin:
        query = json.loads(line)
        if "action" in query:
            say(json.dumps({"id": query["id"], "action": query["action"], "version": "1"}) + "\n")
            continue
        for turn in query["analyzeTurns"]:
            if way == "silent" or (way == "tired" and turn > query["analyzeTurns"][0]):
                continue
            if way == "rubbish":
                say("Loading the model ...\n")
                continue
            wide = way == "wide" and (query["boardXSize"], query["boardYSize"]) == (5, 2)
            best = {"move": "Z99" if way == "illegal" else "E2" if wide else "pass", "visits": 9, "winrate": 0.25, "scoreLead": -2.5}
            say(json.dumps({"id": query["id"], "turnNumber": turn, "isDuringSearch": False,
                            "moveInfos": [{**best, "order": 0, "pv": [best["move"]]}],
                            "rootInfo": {"visits": 10, "winrate": 0.25}}) + "\n")


if "ODD_ENGINE_PID" in os.environ:
    with open(os.environ["ODD_ENGINE_PID"], "w", encoding="ascii") as file:
        file.write(str(os.getpid()))
if sys.argv[1] == "kata":
    kata(sys.argv[2])
else:
    gtp(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
