#!/usr/bin/env python3
"""The prose check: what people read is plain English, of our voice and spelled right.

  tests/prose/prose.py            all texts
  tests/prose/prose.py page mail  only those of some kinds: page (with button), doc, cli, mail, core

It refuses house idioms (idioms.txt, each with what to say instead), words that neither hunspell's British dictionary
nor words.txt has, and sentences that are too long. Texts between <details> tags of a document, history and lists of
foreign words, are free.
"""
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from sources import Text, all_texts

HERE = Path(__file__).resolve().parent

# Words of a sentence. A clause of a document ends at a colon or semicolon, too.
MOST_WORDS = {"button": 6, "page": 25, "mail": 25, "cli": 25, "doc": 30, "core": 30}


class Idiom(NamedTuple):
    pattern: re.Pattern[str]
    instead: str
    kinds: frozenset[str]


def bounded(pattern: str) -> str:
    before = r"\b" if re.match(r"\(?\w", pattern) else ""
    after = r"\b" if re.search(r"\w\)?$", pattern) and not pattern.endswith("\\b") else ""
    return f"{before}(?:{pattern}){after}"


def read_idioms() -> list[Idiom]:
    idioms = []
    for line in (HERE / "idioms.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        pattern, arrow, instead = line.partition(" => ")
        if not arrow:
            sys.exit(f"idioms.txt: no \" => \" in {line!r}")
        kinds = {"page", "button", "doc", "cli", "mail", "core"}
        if named := re.search(r" in ((?:page|doc|cli|mail|core)(?: (?:page|doc|cli|mail|core))*)$", instead):
            kinds = set(named.group(1).split())
            kinds |= {"button"} if "page" in kinds else set()
            instead = instead[: named.start()]
        idioms.append(Idiom(re.compile(bounded(pattern), re.I), instead, frozenset(kinds)))
    return idioms


def idiom_faults(texts: list[Text]) -> list[str]:
    idioms, faults = read_idioms(), []
    for text in texts:
        for idiom in idioms:
            if text.kind in idiom.kinds and (found := idiom.pattern.search(text.text)):
                faults.append(f"{text.file}:{text.line}: \"{found.group(0).strip()}\": say {idiom.instead}")
    return faults


def sentences(text: Text) -> list[str]:
    ends = r"(?<=[.!?:;])\s+|\n\s*" if text.kind in ("doc", "cli", "mail", "core") else r"(?<=[.!?])\s+|\n\s*"
    return re.split(ends, text.text)


def length_faults(texts: list[Text]) -> list[str]:
    faults = []
    for text in texts:
        most = MOST_WORDS[text.kind]
        for sentence in sentences(text):
            words = sum(1 for word in sentence.split() if re.search(r"\w", word))
            if words > most:
                faults.append(f"{text.file}:{text.line}: {words} words, {most} at most in a {text.kind}: {sentence[:70]} ...")
    return faults


def spelling_faults(texts: list[Text]) -> list[str]:
    """Words in small letters or with a capital first; names of programs, in capitals or with digits, are left alone."""
    places: dict[str, str] = {}
    for text in texts:
        plain = re.sub(r"`[^`]*`|\S+[/_@=<>\\]\S*|\w+\.\w+\S*|--?\w[\w-]*|\\.", " ", text.text)
        for word in re.findall(r"(?<![\w'’-])[^\W\d_]+(?:['’-][^\W\d_]+)*(?![\w-])", plain):
            for part in word.replace("’", "'").split("-"):
                if len(part) > 2 and re.fullmatch(r"[^\W\d_]?[a-zà-ÿ]+(?:'[a-z]+)?", part):
                    places.setdefault(part, f"{text.file}:{text.line}")
    known = {line for line in (HERE / "words.txt").read_text().splitlines() if line and not line.startswith("#")}
    asked = "\n".join(sorted(places)) + "\n"
    answer = subprocess.run(["hunspell", "-l", "-d", "en_GB", "-i", "utf-8"], input=asked, capture_output=True, text=True)
    if answer.returncode != 0:
        sys.exit(f"hunspell has no British dictionary (package hunspell-en-gb): {answer.stderr.strip()}")
    base = {word for name in known for word in (name, name + "'s", name[:1].upper() + name[1:])}
    wrong = sorted({word for word in answer.stdout.split() if word not in base})
    return [f"{places.get(word, '')}: \"{word}\" is not in the dictionary; tests/prose/words.txt lists ours" for word in wrong]


def main() -> None:
    if shutil.which("hunspell") is None:
        sys.exit("prose: hunspell is missing; install it: apt-get install hunspell hunspell-en-gb")
    wanted = set(sys.argv[1:]) or {"page", "doc", "cli", "mail", "core"}
    if not wanted <= {"page", "doc", "cli", "mail", "core"}:
        sys.exit(__doc__)
    texts = [text for text in all_texts() if text.kind.replace("button", "page") in wanted]
    faults = idiom_faults(texts) + length_faults(texts) + spelling_faults(texts)
    print("\n".join(sorted(faults)), end="\n" if faults else "")
    print(f"prose: {len(texts)} texts, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
