#!/usr/bin/env python3
"""The dashboard and the alerts ask for metrics that the server has, in PromQL that can work.

monitoring_test.py [CAIRN]: with the program, a server is started, and its own /metrics must have the names and types that
are read from the source. Checked of each expression: every metric exists; every label is one of that metric; counters are
asked for by rate or increase only, and nothing else is; quantiles get buckets, and keep `le`; functions are known;
brackets match."""
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "server/net/metrics_text.cpp"
ALERTS, DASHBOARD = ROOT / "packaging/prometheus/alerts.yml", ROOT / "packaging/grafana/cairn.json"
GROUPING, OF_COUNTERS = {"by", "without"}, {"rate", "increase", "irate"}
AGGREGATES = {"sum", "min", "max", "avg", "count", "topk"}
FUNCTIONS = OF_COUNTERS | AGGREGATES | {"histogram_quantile", "time", "predict_linear"}
OPERATORS = {"and", "or", "unless", "on", "ignoring", "bool"}
EVERYWHERE = {"job", "instance"}  # labels that Prometheus adds
TOKEN = re.compile(r'\s*(?:(?P<word>[A-Za-z_:][\w:]*)|(?P<number>\d+(?:\.\d+)?)|(?P<text>"(?:[^"\\]|\\.)*")'
                   r'|(?P<range>\[[^\]]*\])|(?P<sign>=~|!~|!=|==|<=|>=|[-+*/%<>=(){},]))')
RANGE = re.compile(r"\[(\d+[smhd]|\$__rate_interval)\]")


class Fault(Exception):
    pass


def source_metrics() -> dict[str, tuple[str, set[str]]]:
    """Each family with its type and labels."""
    source = SOURCE.read_text(encoding="utf-8")
    families: dict[str, tuple[str, set[str]]] = {}
    found = list(re.finditer(r'(?:single\(out,|out\.family\()\s*"(\w+)",\s*"(\w+)"', source))
    for i, match in enumerate(found):
        end = found[i + 1].start() if i + 1 < len(found) else len(source)
        body = source[match.end():end]
        labels = set(re.findall(r'(\w+)=\\"', body))
        if "label" in body and "engine" in match[1]:
            labels.add("engine")
        if "route_label" in body:
            labels.add("route")
        families[match[1]] = (match[2], labels)
    return families


def series(families: dict[str, tuple[str, set[str]]]) -> dict[str, tuple[str, set[str]]]:
    """Each name that can be asked for."""
    names: dict[str, tuple[str, set[str]]] = {"up": ("gauge", set())}
    for name, (kind, labels) in families.items():
        if kind == "histogram":
            names[name + "_bucket"] = ("counter", labels | {"le"})
            names[name + "_sum"] = names[name + "_count"] = ("counter", labels)
        else:
            names[name] = (kind, labels)
    return names


def tokens_of(text: str) -> list[tuple[str, str]]:
    tokens, at = [], 0
    text = text.strip()
    while at < len(text):
        found = TOKEN.match(text, at)
        if not found:
            raise Fault(f"cannot be read at {text[at:at + 20]!r}")
        tokens.append((str(found.lastgroup), found[found.lastgroup or 0]))
        at = found.end()
    return tokens


class Check:
    """Goes through one expression; `inside` are the functions around the present place."""

    def __init__(self, text: str, names: dict[str, tuple[str, set[str]]]):
        self.tokens, self.names, self.inside, self.at = tokens_of(text), names, [], 0
        self.metrics: set[str] = set()
        self.grouped: list[set[str]] = []
        pending = ""
        while self.at < len(self.tokens):
            kind, word = self.tokens[self.at]
            self.at += 1
            if kind == "word":
                pending = self.word(word)
            elif word == "(":
                self.inside.append(pending)
                pending = ""
            elif word == ")":
                if not self.inside:
                    raise Fault("a bracket closes nothing")
                self.inside.pop()
            elif kind == "range" or word in "{}":
                raise Fault(f"{word} stands behind no metric")
        if self.inside:
            raise Fault("a bracket is open")
        self.check_groups()

    def next_is(self, sign: str) -> bool:
        return self.at < len(self.tokens) and self.tokens[self.at][1] == sign

    def word(self, word: str) -> str:
        if word in GROUPING:
            self.grouped.append(self.labels("(", ")"))
            return self.aggregate
        if word in OPERATORS:
            return ""
        if word in FUNCTIONS:
            if not self.next_is("(") and not (word in AGGREGATES and self.tokens[self.at][1] in GROUPING):
                raise Fault(f"{word} has no arguments")
            self.aggregate = word
            return word
        self.metric(word)
        return ""

    aggregate = ""

    def labels(self, begin: str, end: str) -> set[str]:
        if not self.next_is(begin):
            raise Fault(f"{begin} is missing")
        labels, self.at = set(), self.at + 1
        while not self.next_is(end):
            if self.at >= len(self.tokens):
                raise Fault(f"{end} is missing")
            if self.tokens[self.at][0] == "word":
                labels.add(self.tokens[self.at][1])
            self.at += 1
        self.at += 1
        return labels

    def metric(self, name: str) -> None:
        if name not in self.names:
            raise Fault(f"there is no metric {name}")
        self.metrics.add(name)
        kind, labels = self.names[name]
        asked = self.labels("{", "}") if self.next_is("{") else set()
        if not asked <= labels | EVERYWHERE:
            raise Fault(f"{name} has no label {', '.join(sorted(asked - labels - EVERYWHERE))}")
        ranged = self.at < len(self.tokens) and self.tokens[self.at][0] == "range"
        if ranged and not RANGE.fullmatch(self.tokens[self.at][1]):
            raise Fault(f"{self.tokens[self.at][1]} is no time")
        self.at += 1 if ranged else 0
        around = self.inside[-1] if self.inside else ""
        if (kind == "counter") != (around in OF_COUNTERS):
            raise Fault(f"{name} is a {kind}: " + ("use rate or increase" if kind == "counter" else "rate is of no use"))
        if ranged != (around in OF_COUNTERS or around == "predict_linear"):
            raise Fault(f"{name}: a range belongs to rate, increase and predict_linear alone")
        if name.endswith("_bucket") != ("histogram_quantile" in self.inside):
            raise Fault(f"{name}: buckets belong to histogram_quantile alone")

    def check_groups(self) -> None:
        known = EVERYWHERE.union(*(self.names[name][1] for name in self.metrics))
        for labels in self.grouped:
            if not labels <= known:
                raise Fault(f"no metric here has the label {', '.join(sorted(labels - known))}")
            if any(name.endswith("_bucket") for name in self.metrics) and "le" not in labels:
                raise Fault("a quantile needs the label le")


def expressions() -> list[tuple[str, str]]:
    """What asks, and its PromQL, without the dashboard's variables."""
    found = []
    for group in yaml.safe_load(ALERTS.read_text(encoding="utf-8"))["groups"]:
        for rule in group["rules"]:
            assert set(rule) - {"for"} == {"alert", "expr", "labels", "annotations"}, rule
            assert rule["labels"]["severity"] in ("warning", "critical"), rule
            assert set(rule["annotations"]) == {"summary", "action"}, rule
            assert re.fullmatch(r"\d+[mh]", rule.get("for", "1m")), rule
            found.append((rule["alert"], rule["expr"]))
    dashboard = json.loads(DASHBOARD.read_text(encoding="utf-8"))
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids)), "two panels have one id"
    for panel in dashboard["panels"]:
        assert panel["type"] == "row" or panel["targets"], panel["title"]
        for target in panel.get("targets", []):
            found.append((panel["title"], target["expr"]))
    return found


def check_the_check(names: dict[str, tuple[str, set[str]]]) -> None:
    """Faults are found."""
    for text in ("cairn_redy == 0", "cairn_moves_stored_total", "rate(cairn_ready[5m])", "sum(rate(cairn_moves_stored_total[5m])",
                 "rate(cairn_moves_stored_total)", "rate(cairn_moves_stored_total[5 minutes])", "cairn_ready{route=\"x\"}",
                 "sum by (route) (cairn_ready)", "mean(cairn_ready)", "cairn_ready)",
                 "histogram_quantile(0.9, sum by (route) (rate(cairn_http_request_seconds_bucket[5m])))",
                 "rate(cairn_http_request_seconds_bucket[5m])", "cairn_ready[5m]", "cairn_ready == #"):
        try:
            Check(text, names)
        except Fault:
            continue
        raise AssertionError(f"no fault was found in {text}")


def live_types(program: str) -> dict[str, str]:
    """The families that a server shows that was just started, with their types."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: value for key, value in os.environ.items() if not key.startswith("CAIRN_")}
        server = subprocess.Popen([program, "serve", "--port", "0", "--data", folder + "/data", "--backup-folder", folder + "/backups"],
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
        try:
            assert server.stdout
            address = server.stdout.readline().split(" on ")[1].split()[0]
            with urllib.request.urlopen(address + "/metrics", timeout=20) as answer:
                text = answer.read().decode()
        finally:
            server.terminate()
            server.wait(20)
    return dict(re.findall(r"^# TYPE (\w+) (\w+)$", text, re.M))


def main() -> int:
    families = source_metrics()
    names = series(families)
    check_the_check(names)
    faults = 0
    for who, text in expressions():
        try:
            Check(text, names)
        except Fault as fault:
            faults += 1
            print(f"{who}: {text}: {fault}")
    if len(sys.argv) > 1:
        live = live_types(sys.argv[1])
        assert len(live) > 30, live
        for name, kind in live.items():
            if families.get(name, ("", set()))[0] != kind:
                faults += 1
                print(f"/metrics shows {name} as {kind}, which the source does not")
    print(f"{len(expressions())} expressions, {len(names)} names, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
