#!/usr/bin/env python3
"""Keeps the house in order: include directions, game names inside games/, lengths of files and C++ functions, paths that
pages name, headers that stand alone.

  tests/layers.py             the checks that read only text
  tests/layers.py --headers   also compiles alone every header that no source includes first (CXX or clang++-22)

Folders in their order; each may use only itself and what its line lists. Tests, benchmarks and fuzz targets may use all.
"""
import argparse
import concurrent.futures
import fnmatch
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MAY_USE = {
    "core": {"core"},
    "games": {"core", "games"},
    "search": {"core", "search"},
    "notation": {"core", "games", "search", "notation"},
    "server": {"core", "games", "search", "notation", "server"},
    "apps": {"core", "games", "search", "notation", "server", "apps"},
}
# The server's rooms in their order (server/CMakeLists.txt).
ROOMS = "base play engines tournaments store tables people matchmaking library notifications protocol mail net".split()
# The pure layers build for wasm32 without exceptions: no I/O, no clock, no threads, no library but the standard one.
PURE = {"core", "games", "search"}
PURE_MAY_INCLUDE = set(
    """algorithm array atomic bit bitset cassert charconv cmath compare concepts cstddef cstdint cstdlib cstring deque
    functional initializer_list iterator limits list map memory new numbers numeric optional queue ratio set span stack
    string string_view tuple type_traits unordered_map unordered_set utility variant vector
    immintrin.h wasm_simd128.h""".split()
)
PURE_ROOMS = {"play", "tournaments"}
PURE_ROOMS_MAY_INCLUDE = PURE_MAY_INCLUDE | {"tuple", "chrono"}  # of which the calendar alone
# Edges: the only places for SQL, for sockets, and for CLI11, which takes seconds to compile in each file that includes it.
EDGES = {
    re.compile(r"sqlite3\.h|libpq-fe\.h"): ("server/store/",),
    re.compile(r"boost/(asio|beast)|sys/socket\.h|netinet/|arpa/inet\.h"): (
        "server/net/", "server/store/postgres_connection", "apps/cairn/serve", "apps/cairn/bot_link",
        "apps/cairn/load_wire", "apps/cairn/mail_handover"),
    re.compile(r"CLI/"): ("apps/cairn/command_line.cpp",),
}
SOURCE = {".h", ".cpp", ".ts", ".tsx", ".css", ".html", ".js", ".mjs", ".py", ".cmake", ".txt", ".json", ".sh", ""}
# Where games may be named: their own folder, prose, tests, measurements, what fuzzers start from, the client's skins, and
# the words and pictures with which its front page greets, what is told in other languages.
NAMES_ALLOWED = re.compile(
    r"^(games/|tests/|bench/|fuzz/corpus/|docs/|LICENSE|\.git)|(^|/)(tests?|skins|learn|e2e)/|\.md$|_test\.cpp$"
    r"|\.test\.tsx?$|package-lock\.json$|^tools/check_certificate\.py$|^web/(index\.html|src/lang/.*\.json|src/pages/home_page\.tsx|scripts/pictures\.mjs)$|^scripts/packages\.txt$"
)
WARN_LINES, MAX_LINES = 500, 800
MAX_FUNCTION_LINES = 70
MADE_FOLDERS = ("web/dist", "web/node_modules")
MADE = {"web/src/net/api_types.ts"}  # by a program, however long
TEST_FOLDERS = re.compile(r"(^|/)(tests|bench|fuzz)/|_test\.(cpp|h)$")
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
# What is not code in C++: comments, strings (raw ones, too), letters in quotes (not the mark in 1'000), directives.
NOT_CODE = re.compile(
    r'''//[^\n]*|/\*.*?\*/|R"(?P<mark>[^\s()\\]*)\(.*?\)(?P=mark)"|"(?:\\.|[^"\\\n])*"'''
    r"""|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|^[ ]*\#(?:\\\n|[^\n])*""",
    re.S | re.M,
)
NO_FUNCTION = re.compile(r"(template\s*<.*>\s*)?(inline )?(namespace|struct|class|union|enum|extern|concept)\b", re.S)
CONTROL = re.compile(r"(if|else|for|while|do|switch|case|default|try|catch)\b")
# What stands before the body of a function: parameters, or the captures of a lambda without any, and what may follow.
FUNCTION = re.compile(
    r"[)\]]\s*(const|noexcept|override|final|mutable|constexpr|try|&&?|\s)*"
    r"(\s*->[^;=]*|\s*requires\b[^;=]*|\s*:[^:].*)?$",
    re.S,
)


def tracked():
    """Every file of the project: tracked, or new and not ignored."""
    out = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout
    return sorted(name for name in set(out.splitlines()) if (ROOT / name).is_file())


def read(name):
    return (ROOT / name).read_text(encoding="utf-8", errors="replace")


def include_faults(name):
    parts = name.split("/")
    layer = parts[0]
    if layer not in MAY_USE or TEST_FOLDERS.search(name):
        return
    # A game's ai may search, its rules may not; the registry hands out what the ai makes.
    search_ok = layer == "games" and (parts[-1].startswith("ai") or name.startswith("games/registry."))
    for bracket, target in INCLUDE.findall(read(name)):
        for pattern, places in EDGES.items():
            if pattern.match(target) and not name.startswith(places):
                yield f"{name}: <{target}> belongs to {' or '.join(places)}"
        if bracket == "<":
            if layer in PURE and target not in PURE_MAY_INCLUDE:
                yield f"{name}: <{target}> does not belong into {layer}/ (no I/O, clock, threads or outside libraries)"
            if layer == "server" and parts[1] in PURE_ROOMS and target not in PURE_ROOMS_MAY_INCLUDE:
                yield f"{name}: <{target}> does not belong into {layer}/{parts[1]}/, which is pure"
            continue
        folder = target.split("/")[0]
        if "/" not in target or not (ROOT / target).is_file():
            yield f'{name}: "{target}" is not a path from the project\'s root'
        elif folder not in MAY_USE[layer] and not (search_ok and folder == "search"):
            yield f'{name}: {layer}/ may not use "{target}" (only {", ".join(sorted(MAY_USE[layer]))})'
        elif layer == folder == "server" and ROOMS.index(target.split("/")[1]) > ROOMS.index(parts[1]):
            yield f'{name}: the room {parts[1]} may not use "{target}", which stands above it ({", ".join(ROOMS)})'
        elif folder == "games" and target.count("/") > 1 and name != "games/registry.cpp":
            game = target.split("/")[1]
            if layer != "games" or (len(parts) > 2 and parts[1] != game):
                yield f'{name}: "{target}" is a game\'s own; use games/registry.h'


def game_names():
    names = {path.name for path in (ROOT / "games").iterdir() if path.is_dir()}
    for path in (ROOT / "games").glob("*/info.h"):
        names |= set(re.findall(r"\b(\w+?)_info\(", path.read_text()))
    names |= set(re.findall(r"\b(\w+?)_info\(", read("games/registry.cpp")))
    return sorted(names)


def name_patterns(names):
    """Long names anywhere, in any case; a name that is also a plain word only where it cannot be one."""
    patterns = []
    for name in names:
        if len(name) > 3:
            patterns.append(re.compile(name, re.I))
        else:
            patterns.append(re.compile(rf"""games/{name}\b|\b{name}::|["'`/]{name}["'`/]|\b{name}_(?=[a-z])"""))
    return patterns


def name_faults(name, patterns):
    if NAMES_ALLOWED.search(name) or Path(name).suffix not in SOURCE:
        return
    for pattern in patterns:
        if found := pattern.search(name):
            yield f"{name}: names the game {found.group(0)!r}"
    for number, line in enumerate(read(name).splitlines(), 1):
        for pattern in patterns:
            if found := pattern.search(line):
                yield f"{name}:{number}: names the game {found.group(0)!r}; only games/ may"


def length_faults(name, warnings):
    if Path(name).suffix not in {".h", ".cpp", ".ts", ".tsx", ".py", ".css"} or name in MADE:
        return
    lines = read(name).count("\n")
    if lines > MAX_LINES:
        yield f"{name}: {lines} lines; at most {MAX_LINES}, better below {WARN_LINES}"
    elif lines > WARN_LINES:
        warnings.append(f"{name}: {lines} lines; better below {WARN_LINES}")


def head_of(code, brace):
    """What stands before a brace and belongs to it: back to the end of another statement or the bracket around it."""
    depth, at = 0, brace
    while at > 0:
        letter = code[at - 1]
        if letter in ")]":
            depth += 1
        elif letter in "([":
            if depth == 0:
                break
            depth -= 1
        elif depth == 0 and letter in ";{":
            break
        elif depth == 0 and letter == "}":
            if not re.match(r"\s*[,{]", code[at:brace + 1]):  # not the braces of a member's first value
                break
            nested = 1
            while nested > 0:
                at -= 1
                nested += {"}": 1, "{": -1}.get(code[at - 1], 0)
        at -= 1
    return code[at:brace]


def long_functions(text):
    """(line, fault) of each function or lambda that is too long, from the first line of its head to its last brace."""
    code = NOT_CODE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text)
    opened = []
    for found in re.finditer(r"[{}]", code):
        if found[0] == "{":
            opened.append(found.start())
            continue
        if not opened:
            break
        start = opened.pop()
        if code.count("\n", start, found.end()) < MAX_FUNCTION_LINES / 3:
            continue
        head = re.sub(r"^\s*((public|private|protected)\s*:\s*)?", "", head_of(code, start))
        if NO_FUNCTION.match(head) or CONTROL.match(head) or not FUNCTION.search(head):
            continue
        lines = code.count("\n", start - len(head), found.end()) + 1
        if lines > MAX_FUNCTION_LINES:
            line = code.count("\n", 0, start - len(head)) + 1
            yield line, f"a function of {lines} lines; at most {MAX_FUNCTION_LINES}"
    if opened or code.count("{") != code.count("}"):
        yield 1, "the braces do not pair up, so that the lengths of its functions cannot be told"


def function_faults(name):
    for line, fault in long_functions(read(name)):
        yield f"{name}:{line}: {fault}"


def header_faults(name):
    text = read(name)
    if not text.startswith("//"):
        yield f"{name}: a header begins with a comment that says what it is for"
    if "#pragma once" not in text:
        yield f"{name}: #pragma once is missing"


def quote_faults(name):
    """Code that a page quotes from a file (its first line names the file) stands there word for word."""
    for block in re.findall(r"^```cpp\n(.*?)^```", read(name), re.M | re.S):
        first, _, code = block.partition("\n")
        source = first.removeprefix("// ").strip()
        if (ROOT / source).is_file() and code.strip("\n") not in read(source):
            yield f"{name}: the code quoted from {source} is not what stands there: {code.splitlines()[0]}"


def path_faults(name, files):
    """A path of the project that a page names leads to something; <game> and NAME stand for any name."""
    tops = {path.split("/")[0] for path in files if "/" in path}
    for path in re.findall(r"`([^`\s]+/[^`\s]*)`", read(name)):
        if path.split("/")[0] not in tops or path.startswith(MADE_FOLDERS):
            continue
        pattern = re.sub(r"<\w+>|\b[A-Z]{2,}\b", "*", path.rstrip("/"))
        bases = ["", "web/src/lang/"]  # what docs/translating.md calls core/fr.json
        wanted = [base + pattern + end for base in bases for end in ("", ".*", "/*")]
        if not any(fnmatch.fnmatchcase(file, one) for one in wanted for file in files):
            yield f"{name}: there is no {path}"


def first_included(name):
    """The project's header that a file includes before all else, or None."""
    found = INCLUDE.search(read(name))
    if not found or found.group(1) == "<":
        return None
    beside = (Path(name).parent / found.group(2)).as_posix()
    return next((path for path in (beside, found.group(2)) if (ROOT / path).is_file()), None)


def compiled_by_sources(code):
    """Headers that a source includes first, itself or by such a header: the build compiles them alone."""
    proven = set()
    for name in code:
        if not name.endswith(".cpp") or name.startswith(("apps/wasm/", "bench/", "fuzz/")):
            continue
        header = first_included(name)
        while header and header not in proven:
            proven.add(header)
            header = first_included(header)
    return proven


def compile_header(name):
    command = [os.environ.get("CXX", "clang++-22"), "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-I."]
    command += [f'-DCAIRN_VECTORS="{ROOT}/tests/vectors"', "-x", "c++", "-"]
    done = subprocess.run(command, cwd=ROOT, input=f'#include "{name}"\n', capture_output=True, text=True)
    return [] if done.returncode == 0 else [f"{name} does not compile alone:\n{done.stderr.strip()[:1500]}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--headers", action="store_true", help="also compile every header alone")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    args = parser.parse_args()
    files = tracked()
    code = [name for name in files if Path(name).suffix in {".h", ".cpp"}]
    headers = [name for name in code if name.endswith(".h") and not name.startswith("apps/wasm/")]
    patterns = name_patterns(game_names())
    faults, warnings = [], []
    for name in code:
        faults += include_faults(name)
        faults += function_faults(name)
    for name in files:
        faults += name_faults(name, patterns)
        faults += length_faults(name, warnings)
        if name.endswith(".md"):
            faults += quote_faults(name)
            faults += path_faults(name, files)
    for name in headers:
        faults += header_faults(name)
    alone = sorted(set(headers) - compiled_by_sources(code)) if args.headers else []
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        for found in pool.map(compile_header, alone):
            faults += found
    for line in warnings:
        print(f"warning: {line}")
    for line in faults:
        print(f"fault: {line}")
    print(
        f"layers: {len(files)} files, {len(code)} C++, {len(alone)} headers compiled alone, "
        f"{len(warnings)} warnings, {len(faults)} faults"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
