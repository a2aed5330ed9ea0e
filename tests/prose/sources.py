"""Where the program's English is: pages, documents, command line, mails, messages of core and server. Each reader yields `Text`s."""
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent

# Without plain words of ours: the glossary quotes the words that go, the licences are not ours.
QUOTING = {"docs/glossary.md"}
CLI_FILES = ["apps/cairn/*.cpp", "apps/cairn/*.h", "server/net/config*.cpp", "search/self_play.cpp"]
# What a host reads: the log, `cairn doctor`, and why a server, a backup or a move fails.
HOST_FILES = ["server/net/doctor*.cpp", "server/net/server.cpp", "server/net/backup_keeper.cpp", "server/net/store_watch.cpp",
              "server/net/time_of_day.cpp", "server/net/end_in_time.cpp", "server/net/watched_loop.cpp", "server/net/listen.cpp",
              "server/net/tls*.cpp", "server/net/mail_room.cpp", "server/store/backup*.cpp", "server/store/migrate.cpp",
              "server/store/move*.cpp", "server/store/moving.cpp", "server/store/private_files.cpp", "server/store/reading.cpp",
              "server/store/sealer.cpp", "server/store/postgres.cpp", "server/store/sqlite.cpp", "server/engines/*.cpp"]
MAIL_FILES = ["server/mail/*.cpp", "notation/mail_command.cpp", "notation/mail_rows.cpp"]
# They know what mail programs write in other languages.
NOT_OURS = re.compile(r"^server/mail/(message|own_text)\.cpp$")
DOC_FILES = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "docs/*.md", "docs/players/*.md", "bench/*.md"]
# Catalogues of texts of the core and of other programs, and shaders.
NOT_PAGES = re.compile(r"^web/src/(lang/(languages|core/|core_text|messages)|boards/scene/)")


@dataclass(frozen=True)
class Text:
    kind: str  # button, page, doc, cli, mail, core
    file: str
    line: int
    text: str


def files(*patterns: str) -> list[str]:
    """Tracked files and new ones that git does not ignore."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "--", *patterns], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    return sorted(name for name in listed if (ROOT / name).is_file())


def line_of(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1


# --- pages

LITERAL = r'"((?:[^"\\\n]|\\.)*)"'
SAID = re.compile(rf"\b(t|tx|msg|tn)\(\s*{LITERAL}(?:\s*,\s*{LITERAL})?")


def end_of_tag(source: str, start: int) -> int:
    """Behind the ">" of the opening tag that begins at `start`; -1 where the element has no content."""
    depth, at = 0, start
    while at < len(source):
        sign = source[at]
        if sign in "\"'`":
            at = source.find(sign, at + 1)
            if at < 0:
                return -1
        depth += (sign == "{") - (sign == "}")
        if sign == ">" and depth == 0:
            return -1 if source[at - 1] == "/" else at + 1
        at += 1
    return -1


def button_spans(source: str) -> list[tuple[int, int]]:
    spans = []
    for found in re.finditer(r"<(button|[A-Z]\w*Button)\b", source):
        start = end_of_tag(source, found.end())
        if start > 0:
            spans.append((start, source.find(f"</{found.group(1)}", start)))
    return spans


def shown(literal: str) -> str:
    """As the page shows it: without the note that tells equal texts apart, holes as one word each."""
    text = literal.replace('\\"', '"').replace("\\n", "\n").split("##")[0]
    return re.sub(r"\{[^}]*\}", "N", re.sub(r"</?\w+/?>", "", text))


def page_texts() -> Iterator[Text]:
    for name in files("web/src/*.ts", "web/src/*.tsx"):
        if NOT_PAGES.match(name):
            continue
        source = (ROOT / name).read_text()
        spans = button_spans(source) if name.endswith("x") else []
        for found in SAID.finditer(source):
            is_button = any(start <= found.start() < end for start, end in spans)
            literals = [found.group(2)] + ([found.group(3)] if found.group(1) == "tn" and found.group(3) else [])
            for literal in literals:
                yield Text("button" if is_button else "page", name, line_of(source, found.start()), shown(literal))


# --- documents

def prose_of(line: str) -> str:
    """Markdown without code, addresses and marks."""
    line = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", line)
    line = re.sub(r"``[^`]+``|`[^`]*`", "X1", line)
    return re.sub(r"<!--.*?-->|<[^>]+>|https?://\S+|\*\*|^#+ ", "", line)


def doc_texts() -> Iterator[Text]:
    """A paragraph, an item of a list, a heading, a cell of a table each; what is folded away is history and free."""
    for name in files(*DOC_FILES):
        if name in QUOTING:
            continue
        fenced = folded = False
        paragraph, begun = "", 0
        for number, line in enumerate((ROOT / name).read_text().split("\n") + [""], 1):
            if line.startswith("```"):
                fenced = not fenced
                continue
            folded = (folded or line.startswith("<details")) and not line.startswith("</details")
            if fenced or folded:
                continue
            is_own = re.match(r"\s*([-*]|\d+\.|#+|>|\||$)", line) is not None
            if paragraph and is_own:
                yield Text("doc", name, begun, prose_of(paragraph))
                paragraph = ""
            if line.startswith("|"):
                for cell in re.split(r"(?<!\\)\|", prose_of(line)):
                    if cell.strip():
                        yield Text("doc", name, number, cell.strip())
            elif line.strip():
                begun = begun if paragraph else number
                paragraph = (paragraph + " " + re.sub(r"^\s*([-*]|\d+\.|>) +", "", line).strip()).strip()
                if line.startswith("#"):
                    yield Text("doc", name, number, prose_of(paragraph))
                    paragraph = ""


# --- command line and mails

ADJACENT = re.compile(r'(?<![R\w])"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*')


def literal_texts(kind: str, patterns: list[str]) -> Iterator[Text]:
    """Texts of C++, adjacent ones joined, that have two words at least."""
    for name in files(*patterns):
        if NOT_OURS.match(name):
            continue
        source = re.sub(r"(?m)^#include.*|//.*", "", (ROOT / name).read_text())
        for found in ADJACENT.finditer(source):
            text = "".join(re.findall(LITERAL, found.group(0)))
            text = re.sub(r"\{[^}]*\}", " N ", text.replace('\\"', '"')).replace("\\n", "\n")
            if re.search(r"[a-z]{2,}[,.;:]? +[a-zA-Z]", text) and not re.match(r"\s*(SELECT|INSERT|UPDATE|DELETE)\b", text):
                yield Text(kind, name, line_of(source, found.start()), text)


# --- messages of the core and the server

def core_texts() -> Iterator[Text]:
    """The English catalogue, which web/tests/unit/messages.test.ts holds equal to the sources. Forms of a request are free."""
    name = "web/src/lang/core/en.json"
    source = (ROOT / name).read_text()
    for code, message in json.loads(source).items():
        line = line_of(source, source.index(f'\n "{code}": ') + 1)
        for text in message.split("|"):
            plain = re.sub(r"\{[^{}\"]*\}", "N", text)
            yield Text("core", name, line, re.sub(r'\{".*\}|"[^"]*"', "N", plain))


def all_texts() -> Iterator[Text]:
    yield from page_texts()
    yield from doc_texts()
    yield from literal_texts("cli", CLI_FILES + HOST_FILES)
    yield from literal_texts("mail", MAIL_FILES)
    yield from core_texts()
