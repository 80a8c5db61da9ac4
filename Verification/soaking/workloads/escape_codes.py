"""Texts with escape codes come from recordings and from clients of an inspector. No code reaches a terminal.

A code that a terminal obeys changes its title, its clipboard or its keys, and hides what a person reads (C5)."""

import json
import os
import subprocess
import unicodedata

from ..terminals import Terminal, text
from .inspectors import connect, lines_of

WEIGHT = 1
PROGRAMS = ["counterpoint", "primetime", "signup"]
DEADLINE = 60
# Codes that the library itself never writes, with the introducers of seven and of eight bits.
CODES = ["\x1b]0;title-7731\x07", "\x1b]52;c;NzczMQ==\x1b\\", "\x1b[7731m", "\x1b[2J\x1b[7731m", "\x1bP7731\x1b\\"]
CODES += ["\x1b_7731\x1b\\", "\x9b7731m", "\x9d0;7731\x9c", "\x1b\u0301[7731m", "a\x08\x08\x077731", "\r7731\x7f"]


def run(round):
    round.attack(ATTACKS)


def check_lines(round, what, output):
    """Checks what is printed into a terminal or a file: only the ends of lines are controls."""
    raw = {each for each in output.decode() if each != "\n" and unicodedata.category(each) == "Cc"}
    round.check(not raw, f"{what} prints {sorted(raw)}")


def check_screen(round, what, terminal):
    """Checks what a program has drawn: the codes of the screen are its own."""
    raw = [code for code in CODES if code.encode() in bytes(terminal.output)]
    round.check(not raw, f"{what} draws {raw}")


def hostile(random, value):
    """A copy of a value of JSON, with codes in some of its names and texts."""
    if isinstance(value, dict):
        return {hostile(random, name): hostile(random, each) for name, each in value.items()}
    if isinstance(value, list):
        return [hostile(random, each) for each in value]
    return value + random.choice(CODES) if isinstance(value, str) and random.random() < 0.3 else value


def recordings(round):
    """Inspects and replays recordings with codes in labels, causes, names, values, and in what is no JSON."""
    random, file, favorites = round.random, round.folder / "hostile.recording.jsonl", round.folder / "favorites.json"
    script = b"increment\nincrement\nis-prime\nsave-favorite\ndismiss\nshow-favorites\n"
    command = [round.executables["primetime"], "--favorites", favorites, "--script", "-", "--record", file]
    subprocess.run(command, input=script, capture_output=True, timeout=DEADLINE, check=True)
    first, *lines = map(json.loads, file.read_text().splitlines())
    code = random.choice(CODES)
    written = [first | {"feature": first["feature"] + code, "label": code}]
    for line in lines:
        line |= {name: hostile(random, line[name]) for name in ("a", "state") if name in line}
        if "d" in line:
            line["d"] = {hostile(random, path): digest for path, digest in line["d"].items()}
        if "a" in line:
            # Its first element is the kind of the cause.
            line["by"][1:] = hostile(random, line["by"][1:])
        written.append(line)
    texts = [json.dumps(each, ensure_ascii=random.random() < 0.5, separators=(",", ":")) for each in written]
    if random.random() < 0.3:
        texts.insert(random.randrange(1, len(texts)), random.choice(CODES))
    file.write_text("\n".join(texts) + "\n")

    for program, *arguments in (["counterpoint", "inspect", file, "--text"], ["primetime", "--replay", file]):
        result = subprocess.run([round.executables[program], *arguments], capture_output=True, timeout=DEADLINE)
        round.check(result.returncode >= 0, f"{program} ended by signal {-result.returncode}")
        check_lines(round, f"{program} {arguments[0]}", result.stdout + result.stderr)
        round.count("programs")
    terminal = Terminal(round, "counterpoint", "inspect", file, size=(110, 30))
    terminal.wait(DEADLINE, "the inspector has read the file", lambda: " ended " in text(terminal.screen()))
    # The views of some actions, and the filter.
    for key in random.choices([b"\x1b[A", b"\x1b[B", b"\x1b[C", b"\x1b[D"], k=30) + [b"/"]:
        terminal.type(key)
        round.pause(0.02)
    terminal.wait(DEADLINE, "the filter is shown", lambda: "Filter by" in text(terminal.screen()))
    check_screen(round, "the inspector", terminal)


def actions(round):
    """Sends actions and notes with codes to a program in a terminal, which two inspectors follow."""
    random, runtime = round.random, round.folder / "runtime"
    runtime.mkdir(mode=0o700)
    environment = {"XDG_RUNTIME_DIR": str(runtime)}
    program = Terminal(round, "signup", "--inspect", environment=environment)
    screen = Terminal(round, "counterpoint", "inspect", "signup", size=(110, 30), environment=environment)
    printed = round.folder / "events"
    command = [round.executables["counterpoint"], "inspect", "signup", "--text"]
    with open(printed, "wb") as file:
        lines = subprocess.Popen(command, stdout=file, stderr=file, env=os.environ | environment)
    round.at_end.append(lambda: (lines.kill(), lines.wait()))
    path = next((runtime / "counterpoint").glob("*.socket"))
    with connect(path, path.with_suffix(".token").read_text()) as client:
        number = 0

        def ask(what, **values):
            nonlocal number
            number += 1
            client.sendall(json.dumps({"id": number, "do": what, "s": 1} | values).encode() + b"\n")
            lines_of(client, lambda line: b'"id":%d' % number in line)

        ask("send", a={"startButtonTapped": {}})
        for _ in range(20):
            ask("send", a=email(random.choice(CODES) + "@example.org"))
            ask("note", n=1, note=random.choice(CODES))
        ask("send", a=email("last@example.org"))
        ask("note", n=1, note="the last note")
    program.wait(DEADLINE, "the program shows the last text", lambda: "last@example.org" in text(program.screen()))
    round.wait(DEADLINE, "the events are printed", lambda: b"the last note" in printed.read_bytes())
    screen.wait(DEADLINE, "a frame ends", screen.is_between_frames)
    check_screen(round, "the program", program)
    check_screen(round, "the inspector", screen)
    check_lines(round, "the inspector", printed.read_bytes())


def email(text):
    """The action that types an address of mail."""
    basics = {"binding": {"_0": {"set": "draft.email", "to": text}}}
    return {"path": {"_0": {"element": {"id": 0, "action": {"basics": {"_0": basics}}}}}}


ATTACKS = {"recordings": recordings, "actions": actions}
