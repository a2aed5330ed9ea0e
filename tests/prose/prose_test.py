#!/usr/bin/env python3
"""The prose check refuses how Cairn used to speak, and lets plain English pass."""
import sys

from prose import idiom_faults, length_faults, spelling_faults
from sources import Text, shown

OLD = {
    "page": [
        "Nobody with an account is on line just now.",
        "Find somebody about as strong",
        "Open a table for anybody",
        "Nothing was said yet.",
        "Those who play read this; everybody does when the game is over.",
        "Forgotten the password? Have a link mailed",
        "This browser is signed in no more.",
        "by it clocks stand on your weekends",
        "Each against each",
        "nobody came",
        "gives away {lost} %",
        "The network may go: play off-line.",
    ],
    "doc": [
        "Whom a write concerns who is not looking is told by rows of the outbox.",
        "Whoever has the address may read.",
        "What is stored stays as it stands.",
        "Should a page be damaged, it is read anew.",
        "It is told elsewhere; who plays next has his clock.",
        "The game goes on where it was.",
        "A settings file that is no file.",
    ],
    "cli": ["Not: Limit how often an address may ask", "Tell what an engine thinks of a position", "the file; else that is seen from it",
            "there is no library of this name; `cairn library list` tells them", "1 file was read before and passed over.",
            "The target is of no use: remove it.", "the server does not start before this is mended", "Most rows to list",
            "the loop was held", "playouts a move", "this is no key of secrets", "the same command goes on"],
    "mail": ["Your opponent gives up the game.", "Play goes on with his move.", "N is to move as well.", "There are no such boards."],
    "core": [
        "50 of your reports wait for a moderator, or it was just let go",
        "who takes a turn says N",
        "there is no such table",
        "too many wrong links; come again later",
        "N is passed over: N",
        "a square stands twice: N",
        "N is no colour; B or W is right",
        "nobody here has this name",
        "this link was used, or has run out, or is none; ask for another",
        "who you are cannot be read just now; try again",
        "the password must not be the name",
        "a value without a property; a name in capitals comes first, as in C[text]",
        "where something is hidden nobody knows what there will be to answer",
        "seat N is not to act; seat N is",
        "the puzzle's moves do not replay",
    ],
}
PLAIN = {
    "page": ["No registered players are online.", "Post an open game", "No messages yet.", "Players only until the game ends, then public.",
             "You have been signed out. Sign in again; your games are safe.", "Who won? What is komi?"],
    "doc": ["When a move affects a player who is offline, the same transaction adds one outbox row for each address.",
            "The server tells browsers to use HTTPS.", "| what happens | effect |"],
    "cli": ["Disable rate limits for each address", "Default 10: strength, from 1 (beginner) to 10 (full)",
            "Maximum number of rows to list", "there is no file secrets.key; restore your copy of it",
            "the event loop was blocked"],
    "mail": ["It is your turn. Reply to this mail with your move."],
    "core": ["this link is invalid, used or expired; ask for a new one", "the player to move has no move", "there is no player named N here"],
}


def faults_of(kind: str, text: str) -> list[str]:
    texts = [Text(kind, "test", 1, shown(text))]
    return idiom_faults(texts) + length_faults(texts) + spelling_faults(texts)


def main() -> None:
    wrong = [f"passes: {text}" for kind, texts in OLD.items() for text in texts if not faults_of(kind, text)]
    wrong += [f"is refused: {text}: {faults_of(kind, text)}" for kind, texts in PLAIN.items() for text in texts if faults_of(kind, text)]
    wrong += [] if faults_of("button", "Send it to my old address now") else ["seven words pass on a button"]
    wrong += [] if faults_of("page", " ".join(["word"] * 26)) else ["26 words pass in a sentence"]
    wrong += [] if faults_of("doc", "An exaple.") else ["a misspelt word passes"]
    print("\n".join(wrong) or "prose_test: ok")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
