#!/usr/bin/env python3
"""People who play by mail, each with a mail program of another kind, for the tests of play by mail.

mail_client.py MAILDIR PORT SERVER SECONDS NAME...

Reads the Maildir, where the mails for all of them lie, and answers each board on which NAME is to move, by SMTP to
127.0.0.1:PORT, until everybody has been told that the game is over. NAME has the address NAME@proven.example; SERVER is
the address that commands go to. The moves are any free places that the drawn board (size plain) shows; one that is
refused is followed by another. Prints a line for each mail that it sent, and at last what the last mail of each said."""
import email
import email.policy
import email.utils
import mailbox
import os
import random
import re
import smtplib
import sys
import time
from email.message import EmailMessage

MAILDIR, PORT, SERVER, SECONDS, NAMES = sys.argv[1], int(sys.argv[2]), sys.argv[3], float(sys.argv[4]), sys.argv[5:]
UNTIL = time.monotonic() + SECONDS
RANDOM = random.Random(5)
READ = {name: set() for name in NAMES}  # by Message-ID


def mails_of(name):
    """What came for them, the oldest first."""
    found = []
    if not os.path.isdir(os.path.join(MAILDIR, "new")):  # nothing came yet
        return found
    box = mailbox.Maildir(MAILDIR, factory=None, create=False)
    for key in box.keys():
        mail = email.message_from_bytes(box.get_bytes(key), policy=email.policy.default)
        if mail["Delivered-To"].startswith(name + "@"):
            found.append((int(key.split(".")[0]), int(re.search(r"M(\d+)", key).group(1)), key, mail))
    return [one[3] for one in sorted(found, key=lambda one: one[:3])]


def text_of(mail):
    return mail.get_body(("plain",)).get_content()


def quoted(text):
    return "".join("> " + line + "\n" for line in text.splitlines())


def html_of(text):
    lines = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").split("\n")
    return "<html><body>" + "".join("<div>%s</div>\n" % (line or "<br>") for line in lines) + "</body></html>"


def answer_of(name, mail, move, turn):
    """As programs make it: a reply to Reply-To that says what it answers, in another form each time."""
    answer = EmailMessage()
    answer["From"] = email.utils.formataddr((name.capitalize(), name + "@proven.example"))
    answer["To"] = str(mail["Reply-To"])
    answer["Subject"] = ("Re: ", "AW: ", "RE: Re: ")[turn % 3] + str(mail["Subject"])
    answer["Date"] = email.utils.localtime()
    answer["Message-ID"] = email.utils.make_msgid(domain="proven.example")
    answer["In-Reply-To"] = str(mail["Message-ID"])
    answer["References"] = (str(mail["References"] or "") + " " + str(mail["Message-ID"])).strip()
    who = "On Sunday, 22 November 2026 at 10:00, %s wrote:" % mail["From"]
    comment = "Zug %d, schöne Grüße!\n" % turn
    old = text_of(mail)
    if turn % 4 == 0:  # a text alone, with a signature
        body = "%s\n\n%s\n%s\n%s\n-- \n%s\n" % (move, comment, who, quoted(old), name)
        answer.set_content(body, cte="quoted-printable")
    elif turn % 4 == 1:  # with HTML beside it
        body = "%s\n\n%s\n%s\n\n%s" % (move, comment, who, quoted(old))
        answer.set_content(body, cte="base64")
        answer.add_alternative(html_of(body), subtype="html", cte="quoted-printable")
    elif turn % 4 == 2:  # HTML alone, the old mail as a block of its own
        page = "<html><body><div>%s</div><div><br></div><div>%s</div>" % (move, comment)
        page += "<div>%s<blockquote type=\"cite\"><pre>%s</pre></blockquote></div></body></html>" % (who, old)
        answer.set_content(page, subtype="html", cte="base64")
    else:  # as Outlook does it: nothing is quoted, the old mail stands below its head
        head = "From: %s\nSent: Sunday, 22 November 2026 10:00\nTo: %s\nSubject: %s\n" % (
            mail["From"], mail["To"], mail["Subject"])
        answer.set_content("%s\n\n%s\n________________________________\n%s\n%s" % (move, comment, head, old),
                           charset="utf-8", cte="8bit")
    return answer


def send(mail):
    with smtplib.SMTP("127.0.0.1", PORT, local_hostname="people.example", timeout=30) as relay:
        relay.send_message(mail)


def command(name, subject, body=""):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = name + "@proven.example", SERVER, subject
    mail["Message-ID"] = email.utils.make_msgid(domain="proven.example")
    mail.set_content(body)
    send(mail)
    print("%s: %s" % (name, subject))


def wait_for(name, pattern):
    """The first mail that was not read yet whose subject is such."""
    while time.monotonic() < UNTIL:
        for mail in mails_of(name):
            if str(mail["Message-ID"]) not in READ[name] and re.fullmatch(pattern, str(mail["Subject"])):
                READ[name].add(str(mail["Message-ID"]))
                return mail
        time.sleep(0.05)
    sys.exit("%s has no new mail with the subject %s, but %s" % (name, pattern,
                                                                 [str(one["Subject"]) for one in mails_of(name)]))


def places_of(text):
    """The free places of a plain board: the holes of its grids, by the names along their edges."""
    found, rows = [], []
    for line in text.splitlines():
        row = re.match(r" *(\d+) ", line)
        if row:
            rows.append((row.group(1), line))
        elif rows and re.fullmatch(r"[A-Z ]+", line):  # below its grid
            columns = {one.start(): one.group() for one in re.finditer("[A-Z]", line)}
            found += [columns[i] + number for number, cells in rows for i in columns if cells[i:i + 1] == "."]
            rows = []
        else:
            rows = []
    return found


def play():
    for name in NAMES:
        command(name, "signup %s secret-of-%s" % (name, name))
    for name in NAMES:
        wait_for(name, "Welcome to Cairn")
        command(name, "spargo set %s secret-of-%s plain" % (name, name))
    for name in NAMES:
        wait_for(name, "Spargo")
    command(NAMES[0], "spargo challenge " + " ".join(NAMES), "Spielen wir?")
    turn, refused = 0, 0
    mover = NAMES[0]
    board = wait_for(mover, r"New Spargo Board 101 .* \*\*")
    tried = set()
    while True:
        for line in text_of(board).splitlines():
            if line.startswith("Zug "):
                print("%s reads: %s" % (mover, line))
        places = [one for one in places_of(text_of(board)) if one not in tried]
        move = RANDOM.choice(places) if places else "pass" if "pass" in text_of(board) else "resign"
        send(answer_of(mover, board, move, turn))
        print("%s: %s" % (mover, move))
        turn += 1
        said = wait_for(mover, r"Spargo Board 101.*")
        if str(said["Subject"]).endswith("Error"):
            board, refused = said, refused + 1
            tried.add(move)
            continue
        tried = set()
        if str(said["Subject"]) == "Spargo Board 101":
            break
        mover = str(said["Subject"]).split()[3]
        board = wait_for(mover, r"(New )?Spargo Board 101 .* \*\*")
    for name in NAMES:
        over = said if name == mover else wait_for(name, r"Spargo Board 101")
        print("== %s\n%s" % (name, text_of(over)))
    print("== %d answers, %d of them refused" % (turn, refused))


play()
