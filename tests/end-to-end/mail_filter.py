#!/usr/bin/env python3
"""A filter for mail servers (the milter protocol, version 6) as OpenDKIM is one, for the tests of play by mail.

mail_filter.py PORT AUTHSERV DOMAIN

Listens on 127.0.0.1:PORT. To each mail it adds Authentication-Results of AUTHSERV, where OpenDKIM does: DKIM passed where
the sender's address is of DOMAIN, and there was none where it is not."""
import email.utils
import socketserver
import struct
import sys

PORT, AUTHSERV, DOMAIN = int(sys.argv[1]), sys.argv[2], sys.argv[3]
ADD_HEADERS = 0x01
ONLY_HEADERS = 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x40 | 0x100 | 0x200  # no other step is told


class Talk(socketserver.StreamRequestHandler):
    def say(self, command, data=b""):
        self.wfile.write(struct.pack(">I", len(data) + 1) + command + data)
        self.wfile.flush()

    def handle(self):
        sender = ""
        while True:
            head = self.rfile.read(4)
            if len(head) < 4:
                return
            packet = self.rfile.read(struct.unpack(">I", head)[0])
            command, data = packet[:1], packet[1:]
            if command == b"O":  # what both can do
                version, _, steps = struct.unpack(">III", data[:12])
                self.say(b"O", struct.pack(">III", min(version, 6), ADD_HEADERS, steps & ONLY_HEADERS))
            elif command == b"L":
                name, value = data.decode("latin-1").split("\0")[:2]
                if name.lower() == "from":
                    sender = email.utils.parseaddr(value)[1]
                self.say(b"c")
            elif command == b"E":
                good = sender.endswith("@" + DOMAIN)
                said = "%s;\n\tdkim=%s" % (AUTHSERV, "pass header.d=" + DOMAIN if good else "none")
                self.say(b"i", struct.pack(">I", 1) + b"Authentication-Results\0" + said.encode() + b"\0")
                self.say(b"a")
                sender = ""
            elif command == b"A":
                sender = ""
            elif command == b"Q":
                return
            elif command not in (b"D", b"K"):
                self.say(b"c")


class Filter(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True


Filter(("127.0.0.1", PORT), Talk).serve_forever()
