#!/usr/bin/env python3
"""Holds a feed from the standard input to what Atom 1.0 (RFC 4287) demands, and prints the titles of its entries."""
import re
import sys
from xml.etree import ElementTree

ATOM = "{http://www.w3.org/2005/Atom}"
MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")


def one(parent, name):
    found = parent.findall(ATOM + name)
    assert len(found) == 1, f"{parent.tag} has {len(found)} times {name}, not once"
    return found[0]


def check(part):
    assert re.fullmatch(r"[a-z][a-z0-9+.-]*:\S+", one(part, "id").text), "an id is an absolute IRI"
    assert MOMENT.fullmatch(one(part, "updated").text), "updated is a moment"
    one(part, "title")
    assert any(link.get("rel") == "alternate" and link.get("href") for link in part.findall(ATOM + "link"))


feed = ElementTree.fromstring(sys.stdin.buffer.read())
assert feed.tag == ATOM + "feed", feed.tag
check(feed)
assert one(one(feed, "author"), "name").text
entries = feed.findall(ATOM + "entry")
for entry in entries:
    check(entry)
ids = [one(entry, "id").text for entry in entries]
assert len(set(ids)) == len(ids), "two entries have one id"
for entry in entries:
    print(one(entry, "title").text)
