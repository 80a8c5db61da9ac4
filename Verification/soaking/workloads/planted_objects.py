"""Something else stands in the place of a file: a FIFO, a folder, a socket, an endless device, a read-only file.

The program does not wait for it, read it without an end, or replace it. It refuses with an error."""

import os
import resource
import shutil
import socket

from ..places import Place

WEIGHT = 2
OBJECTS = ["fifo", "link to a fifo", "folder", "socket", "endless", "read-only", "link", "lock link", "lock fifo"]
PRECIOUS = b"precious " * 100
NOBODY = 65_534


def run(round):
    random = round.random
    place = Place(round, folder=round.folder / "place")
    place.folder.mkdir()
    choices = [name for name in OBJECTS if place.storage != "sqlite" or not name.startswith("lock")]
    name = random.choice(choices)
    victim = round.folder / "victim"
    at = plant(name, place, victim, round)
    before, target = os.lstat(at), victim.read_bytes() if victim.is_file() else None

    options = {"deadline": 20}
    if name == "read-only" and os.getuid() == 0:
        # The superuser may write every file.
        options |= as_nobody(round, place)
    program = round.start(place, **options)
    if name == "endless":
        # A program that reads without an end fails before the machine does.
        resource.prlimit(program.process.pid, resource.RLIMIT_AS, (4 << 30, 4 << 30))
    round.about += f", {name}"
    program.read_value()
    program.send("save 1")
    answer = program.answer()
    if name == "link":
        round.check(answer.startswith("stored"), f"a link to a file was refused: {answer}")
        round.check(at.is_symlink() and victim.read_bytes() != target, "the link was replaced, and not its target")
        round.check_writers(place.read()["counts"])
    else:
        after = os.lstat(at)
        same = (before.st_ino, before.st_mode) == (after.st_ino, after.st_mode)
        round.check(same, "touched: the object was replaced")
        if target is not None:
            round.check(victim.read_bytes() == target, "touched: the target of the link was overwritten")
        round.check(answer.startswith("refused"), f"accepted: {answer}")
    program.ask("load")
    program.writer.forget()
    program.end(flushes=False)


def plant(name, place, victim, round):
    """Puts the object there, and returns its path."""
    at = place.path
    if name.startswith("lock"):
        at = place.folder / f".counterpoint-{place.path.name}.lock"
    if name in ("fifo", "lock fifo"):
        os.mkfifo(at)
    elif name == "link to a fifo":
        os.mkfifo(victim)
        at.symlink_to(victim)
    elif name == "folder":
        at.mkdir()
    elif name == "socket":
        listener = socket.socket(socket.AF_UNIX)
        round.at_end.append(listener.close)
        listener.bind(str(at))
    elif name == "endless":
        at.symlink_to("/dev/zero")
    elif name == "lock link":
        victim.write_bytes(PRECIOUS)
        at.symlink_to(victim)
    else:
        # A value of a real program.
        maker = round.start(place)
        maker.save()
        maker.end()
        if name == "read-only":
            at.chmod(0o444)
        else:
            at.rename(victim)
            at.symlink_to(victim)
    return at


def as_nobody(round, place):
    """Options that run a copy of the program as a user without rights, to whom the folder belongs."""
    round.folder.chmod(0o755)
    for path in [place.folder, *place.folder.iterdir()]:
        os.chown(path, NOBODY, NOBODY)
    return {"executable": shutil.copy(round.program, round.folder), "user": NOBODY, "group": NOBODY, "extra_groups": []}
