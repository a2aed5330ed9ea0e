#!/usr/bin/env python3
"""A mail server that takes mails and keeps them, for the tests of outgoing mail.

smtp_relay.py FOLDER PORT [CERTIFICATE KEY [USER PASSWORD]]

Listens on 127.0.0.1 (PORT 0: any, FOLDER/port says which). Each mail becomes FOLDER/mails/N.json. The file FOLDER/say has
lines "rcpt ADDRESS 550 no" or "data 451 later" of what is answered instead; "" or no such file: all is taken. With a
certificate STARTTLS is offered, with a user nothing is taken from who has not logged in by TLS."""
import base64
import json
import os
import socketserver
import ssl
import sys
import threading

FOLDER, PORT = sys.argv[1], int(sys.argv[2])
TLS = sys.argv[3:5]
LOGIN = sys.argv[5:7]
LOCK = threading.Lock()
CONNECTIONS = 0
COUNT = len(os.listdir(os.path.join(FOLDER, "mails"))) if os.path.isdir(os.path.join(FOLDER, "mails")) else 0


def said(what):
    """What is to be answered to a command that begins so; None: the usual."""
    try:
        with open(os.path.join(FOLDER, "say"), encoding="ascii") as file:
            for line in file:
                if line.startswith(what + " "):
                    return line[len(what) + 1:].strip()
    except FileNotFoundError:
        pass
    return None


def keep(mail):
    global COUNT
    with LOCK:
        COUNT += 1
        number = COUNT
        path = os.path.join(FOLDER, "mails", "%d.json" % number)
        with open(path + ".part", "w", encoding="ascii") as file:
            json.dump(mail, file)
        os.rename(path + ".part", path)


class Talk(socketserver.StreamRequestHandler):
    def say(self, text):
        self.wfile.write(text.encode("ascii") + b"\r\n")
        self.wfile.flush()

    def line(self):
        return self.rfile.readline(2000).decode("latin-1").rstrip("\r\n")

    def hello(self):
        lines = ["relay.test"]
        if TLS and not self.tls:
            lines.append("STARTTLS")
        if LOGIN and self.tls:
            lines.append("AUTH PLAIN")
        lines.append("SIZE 1000000")
        for i, one in enumerate(lines):
            self.say("250%s%s" % (" " if i + 1 == len(lines) else "-", one))

    def start_tls(self):
        self.say("220 go on")
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(TLS[0], TLS[1])
        try:
            self.connection = context.wrap_socket(self.connection, server_side=True)
        except OSError:  # who asks does not trust us
            return False
        self.rfile = self.connection.makefile("rb")
        self.wfile = self.connection.makefile("wb")
        self.tls = True
        return True

    def log_in(self, words):
        given = words[2] if len(words) > 2 else None
        if given is None:
            self.say("334 ")
            given = self.line()
        parts = base64.b64decode(given).decode("utf-8").split("\0")
        if parts[1:] == LOGIN:
            self.user = parts[1]
            self.say("235 welcome")
        else:
            self.say("535 5.7.8 wrong")

    def data(self):
        self.say("354 go on")
        lines = []
        while True:
            line = self.rfile.readline()
            if line in (b".\r\n", b""):
                break
            lines.append(line[1:] if line.startswith(b".") else line)
        answer = said("data")
        if not answer:
            keep({"from": self.sender, "to": self.to, "data": b"".join(lines).decode("latin-1"), "tls": self.tls,
                  "user": self.user, "connection": self.number})
        self.say(answer or "250 taken")
        self.sender, self.to = None, []

    def handle(self):
        global CONNECTIONS
        with LOCK:
            CONNECTIONS += 1
            self.number = CONNECTIONS
        self.tls, self.user, self.sender, self.to = False, None, None, []
        self.say("220 relay.test")
        while True:
            line = self.line()
            word = line.upper()
            if word.startswith("EHLO"):
                self.hello()
            elif word == "STARTTLS" and TLS and not self.tls:
                if not self.start_tls():
                    return
            elif word.startswith("AUTH PLAIN") and LOGIN and self.tls:
                self.log_in(line.split(" "))
            elif word.startswith("MAIL FROM:"):
                if LOGIN and not self.user:
                    self.say("530 5.7.0 log in")
                    continue
                self.sender = line[line.index("<") + 1:line.index(">")]
                self.say("250 yes")
            elif word.startswith("RCPT TO:"):
                address = line[line.index("<") + 1:line.index(">")]
                answer = said("rcpt " + address)
                if not answer:
                    self.to.append(address)
                self.say(answer or "250 yes")
            elif word == "DATA":
                self.data()
            elif word == "RSET":
                self.sender, self.to = None, []
                self.say("250 yes")
            elif word == "NOOP":
                self.say("250 yes")
            elif word == "QUIT":
                self.say("221 bye")
                return
            elif not line:
                return
            else:
                self.say("502 no")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


def main():
    os.makedirs(os.path.join(FOLDER, "mails"), exist_ok=True)
    with Server(("127.0.0.1", PORT), Talk) as server:
        path = os.path.join(FOLDER, "port")
        with open(path + ".part", "w", encoding="ascii") as file:
            file.write(str(server.server_address[1]))
        os.rename(path + ".part", path)
        server.serve_forever()


main()
