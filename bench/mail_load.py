#!/usr/bin/env python3
"""Mails for a server: how many commands a second it takes, how soon the other player is mailed, what memory it takes.

mail_load.py CAIRN [--players N] [--moves N] [--rate N] [--connections N]

Starts CAIRN serve in a folder of its own, hands it mails by LMTP as a mail server does, and takes its mails as a relay
does. Pairs of players sign up, begin a game of Go and play MOVES moves each by proven command mails; a player writes
when the answer 250 to the other's mail is there. RATE: mails a second, 0: as fast as it goes. Standard library only."""
import argparse
import asyncio
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

DOMAIN = "play.example"
LETTERS = "ABCDEFGHJKLMNOPQRST"
TURN = re.compile(rb"^Subject: (?:New )?Go Board (\d+) (\S+) \*\*\r?$", re.M)


class Relay:
    """Takes every mail; of those that say whose turn it is, it notes when they came."""

    def __init__(self):
        self.turns = {}  # board -> moments, in order
        self.count = 0

    async def serve(self, reader, writer):
        writer.write(b"220 relay\r\n")
        try:
            while line := await reader.readline():
                word = line[:4].upper()
                if word == b"DATA":
                    writer.write(b"354 go on\r\n")
                    data = await reader.readuntil(b"\r\n.\r\n")
                    self.note(data)
                    writer.write(b"250 taken\r\n")
                elif word == b"QUIT":
                    writer.write(b"221 bye\r\n")
                    break
                elif word in (b"EHLO", b"HELO"):
                    writer.write(b"250-relay\r\n250-PIPELINING\r\n250 SIZE 1000000\r\n")
                else:
                    writer.write(b"250 ok\r\n")
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        writer.close()

    def note(self, data):
        self.count += 1
        if found := TURN.search(data[:3000]):
            self.turns.setdefault(int(found[1]), []).append(time.monotonic())


class Lmtp:
    """One connection of a mail server."""

    def __init__(self, path):
        self.path = path

    async def open(self):
        self.reader, self.writer = await asyncio.open_unix_connection(self.path)
        await self.reply()
        self.writer.write(b"LHLO mx.play.example\r\n")
        while (await self.reader.readline())[3:4] == b"-":
            pass

    async def reply(self):
        return (await self.reader.readline()).decode()

    async def send(self, sender, subject, body, number):
        head = (f"Authentication-Results: mx.{DOMAIN}; dkim=pass header.d=players.example\r\n"
                f"From: {sender}\r\nTo: cairn@{DOMAIN}\r\nMessage-ID: <{number}@players.example>\r\n"
                f"Date: Mon, 23 Nov 2026 10:00:00 +0000\r\nSubject: {subject}\r\n"
                "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n")
        for line in (f"MAIL FROM:<{sender}>\r\n", f"RCPT TO:<cairn@{DOMAIN}>\r\n", "DATA\r\n"):
            self.writer.write(line.encode())
            said = await self.reply()
            if said[0] not in "23":
                raise RuntimeError(said)
        self.writer.write((head + body + "\r\n.\r\n").encode())
        said = await self.reply()
        if not said.startswith("250"):
            raise RuntimeError(said)
        return time.monotonic()


def name(i):
    return f"player{i}"


def address(i):
    return f"{name(i)}@players.example"


def point(seat, move):
    """Where this seat's move goes: each fills its own half by rows, with room beside, so that nothing is captured."""
    return f"{LETTERS[(0 if seat == 0 else 11) + move % 8]}{1 + move // 8}"


class Load:
    def __init__(self, options):
        self.options = options
        self.folder = tempfile.mkdtemp(prefix="cairn-mail-load-")
        self.relay = Relay()
        self.sent = 0
        self.took = []  # seconds from the mail's first byte to its 250
        self.acknowledged = {}  # board -> moments, in order
        self.next = 0.0
        self.memory = []

    async def start(self):
        relay = await asyncio.start_server(self.relay.serve, "127.0.0.1", 0, limit=1 << 20)
        port = relay.sockets[0].getsockname()[1]
        self.socket = self.folder + "/lmtp"
        self.server = subprocess.Popen(
            [self.options.cairn, "serve", "--port", "0", "--data", self.folder + "/data", "--mail-socket", self.socket,
             "--mail-domain", DOMAIN, "--mail-authserv-id", "mx." + DOMAIN, "--mail-hops", "0", "--mail-relay",
             f"smtp://127.0.0.1:{port}", "--mail-relay-tls", "never", "--mail-from", f"Cairn <cairn@{DOMAIN}>",
             "--public-url", "http://127.0.0.1", "--no-rate-limits"],
            stdout=open(self.folder + "/said", "w"), stderr=subprocess.STDOUT)
        while not os.path.exists(self.socket):
            if self.server.poll() is not None:
                sys.exit(open(self.folder + "/said").read())
            await asyncio.sleep(0.1)

    def note_memory(self):
        with open(f"/proc/{self.server.pid}/status") as file:
            rss = next(int(line.split()[1]) for line in file if line.startswith("VmRSS"))
        self.memory.append((self.sent, rss // 1024))

    async def pace(self):
        if self.options.rate:
            self.next = max(self.next, time.monotonic()) + 1 / self.options.rate
            await asyncio.sleep(self.next - time.monotonic())

    async def mail(self, lmtp, i, subject, timed=True):
        if timed:
            await self.pace()
        began = time.monotonic()
        self.sent += 1
        if timed and self.sent % 5000 == 0:
            self.note_memory()
        done = await lmtp.send(address(i), subject, "", self.sent)
        if timed:
            self.took.append(done - began)
        return done

    async def sign_up(self, lmtp, people):
        for i in people:
            await self.mail(lmtp, i, f"signup {name(i)} secret-of-{i}", timed=False)

    async def moves(self, lmtp, pairs):
        for move in range(self.options.moves):
            for seat in (0, 1):
                for a in pairs:
                    board = self.board_of[a]
                    done = await self.mail(lmtp, a + seat, f"go move {board} {name(a + seat)} {point(seat, move)}")
                    self.acknowledged.setdefault(board, []).append(done)

    async def all(self, work, items):
        """The same work over all connections, each with its share."""
        shares = [items[k::len(self.lines)] for k in range(len(self.lines))]
        await asyncio.gather(*(work(line, share) for line, share in zip(self.lines, shares) if share))

    async def run(self):
        try:
            await self.start()
            await self.load()
        finally:
            self.server.terminate()
            code = await asyncio.to_thread(self.server.wait)
            shutil.rmtree(self.folder)
        return code

    async def load(self):
        self.lines = [Lmtp(self.socket) for _ in range(self.options.connections)]
        for line in self.lines:
            await line.open()
        began = time.monotonic()
        await self.all(self.sign_up, list(range(self.options.players)))
        print(f"{self.options.players} signed up in {time.monotonic() - began:.1f} s")
        pairs = list(range(0, self.options.players, 2))
        self.board_of = {}
        for k, a in enumerate(pairs):  # in order, so that their numbers are known
            await self.mail(self.lines[0], a, f"go challenge -size=19 {name(a)} {name(a + 1)}", timed=False)
            self.board_of[a] = 101 + k
        while self.relay.count < 2 * len(pairs) + self.options.players:
            await asyncio.sleep(0.2)
        self.relay.turns.clear()
        self.note_memory()
        began, before = time.monotonic(), self.relay.count
        await self.all(self.moves, pairs)
        seconds = time.monotonic() - began
        count = len(self.took)
        while self.relay.count - before < 2 * count and time.monotonic() - began < 3 * seconds + 60:
            await asyncio.sleep(0.2)
        drained = time.monotonic() - began
        self.note_memory()
        self.report(count, seconds, drained, self.relay.count - before)

    def report(self, count, seconds, drained, mailed):
        def quantiles(values):
            values = sorted(values)
            at = lambda q: values[min(len(values) - 1, int(q * len(values)))]
            return f"p50 {at(.5):.3f} s, p99 {at(.99):.3f} s, longest {values[-1]:.3f} s"

        print(f"{count} moves by mail in {seconds:.1f} s: {count / seconds:.0f} mails/s over "
              f"{len(self.lines)} connections")
        print(f"from the mail to its 250: {quantiles(self.took)}")
        waits = []
        for board, moments in self.acknowledged.items():
            waits += [turn - done for done, turn in zip(moments, self.relay.turns.get(board, []))]
        print(f"{mailed} mails of the server, the last {drained - seconds:.1f} s after the last move; of turns "
              f"{len(waits)} of {count}, from the 250 to the relay: {quantiles(waits)}")
        print("memory (mails: MB): " + ", ".join(f"{n}: {mb}" for n, mb in self.memory))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("cairn")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--moves", type=int, default=25)
    parser.add_argument("--rate", type=float, default=0)
    parser.add_argument("--connections", type=int, default=20)
    options = parser.parse_args()
    if options.players % 2 or options.moves > 55:
        sys.exit("an even number of players, and 55 moves at most: nobody is answered more than 60 times an hour")
    return asyncio.run(Load(options).run())


if __name__ == "__main__":
    sys.exit(main())
