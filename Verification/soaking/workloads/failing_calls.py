"""Each system call for files fails once, at each place and with each error, in the whole program.

A library that is preloaded (`failing_calls.c`) counts the calls and fails one. The table is complete: a round takes the
next row. A change is stored if it was acknowledged, whether the program reported an error or not, and is made once."""

import contextlib
import itertools
import json
import os
import shutil
import subprocess
import threading

from ..places import FILES, Place

WEIGHT = 6

CODES = {"EPERM": 1, "ENOENT": 2, "EINTR": 4, "EIO": 5, "EACCES": 13, "EBUSY": 16, "EINVAL": 22, "EMFILE": 24}
CODES |= {"ENOSPC": 28, "EROFS": 30, "ENOLCK": 37, "ENOSYS": 38, "ENOTSUP": 95, "ESTALE": 116, "EDQUOT": 122}
CALLS = ["open", "read", "write", "fsync", "close", "rename", "unlink", "mkdir", "stat", "fstat", "access", "list", "link"]
CALLS += ["fchown", "fchmod", "xattr", "flock", "watch", "allocate", "truncate"]
TABLE = list(itertools.product(CALLS, CODES))
# The calls that are made for a file that is mounted by itself, which is written in place with a journal.
IN_PLACE = ["allocate", "truncate", "unlink"]
rows = itertools.cycle(TABLE)
lock = threading.Lock()
library = None


def run(round):
    global library
    random = round.random
    if shutil.which("clang") is None:
        return
    with lock:
        library = library or compile(round)
        call, code = next(rows)
    names = [name for name in round.storages or [*FILES, "settings"] if name != "sqlite"]
    folder = round.folder / "place"
    place = Place(round, storage=random.choice(names or FILES), folder=folder)
    round.about = f"{place.storage}, {call} {code}"
    if call != "mkdir":
        folder.mkdir()
        if not prepare(round, place, call):
            return
        first = round.start(place)
        first.save_soon("before any failure")
        first.end()
        if random.random() < 0.5:
            # Only an existing file has permissions, attributes and an owner to keep.
            place.path.chmod(0o664)
            with contextlib.suppress(OSError):
                os.setxattr(place.path, "user.tag", b"red")
                os.chown(place.path, 4_321, 7_777)
    # The numbers of the calls that fail, one in each program.
    count = attack(round, place, call, code, 0)
    for number in random.sample(range(1, count + 1), min(count, 8)):
        attack(round, place, call, code, number)
    last = round.start(place)
    last.save_soon("at the end")
    last.end()
    round.check_leftovers(folder)


def prepare(round, place, call):
    """Makes the file a link or a mount point if the call needs it. Returns whether that was possible."""
    if call == "link":
        place.path.symlink_to("target")
    if call in IN_PLACE:
        host = round.folder / "host"
        for file in (host, place.path):
            file.write_bytes(b"")
        if os.getuid() != 0 or subprocess.run(["mount", "--bind", host, place.path], capture_output=True).returncode != 0:
            return False
        round.at_end.append(lambda: subprocess.run(["umount", "--lazy", place.path]))
    return True


def attack(round, place, call, code, number):
    """Runs a program in which the call fails once, the number-th time that it is made for a file in the folder.

    Returns how often it was made if the number is 0."""
    if call == "mkdir":
        # Only a missing folder is created, with those above it.
        place = Place(round, storage=place.storage, folder=round.folder / f"missing-{number}" / "place")
    if call == "truncate":
        # The next write makes the file shorter.
        with place.path.open("ab") as file:
            file.write(b" " * 99)
    preload = {"LD_PRELOAD": str(library), "FAIL_CALL": call, "FAIL_CODE": str(CODES[code]), "FAIL_AT": str(number)}
    # The first folder below that of the round. The errors of programs are written beside it.
    preload["FAIL_FOLDER"] = str(round.folder / place.folder.relative_to(round.folder).parts[0])
    program = round.start(place, variables=preload)
    program.send("save 1")
    program.answer()
    program.send("save 1")
    program.answer()
    count = json.loads(program.ask("read"))["counts"].get(program.name, 0)
    program.save_soon(f"after {call} has failed with {code}")
    program.end(flushes=False)
    stored = place.read()["counts"]
    round.check(count <= program.writer.sent, f"invented: {count} of {program.writer.sent} changes")
    own = stored.get(program.name, 0)
    round.check(own >= program.writer.acknowledged, f"lost: {own} of {program.writer.acknowledged}")
    if call == "mkdir":
        # It has a file of its own.
        program.writer.forget()
    else:
        round.check_writers(stored)
    if number == 0:
        return int(program.complaint().rsplit("calls ", 1)[1])
    round.count("attacks")


def compile(round):
    """Compiles the library that is preloaded, once."""
    import pathlib
    import tempfile

    source = pathlib.Path(__file__).with_suffix(".c")
    target = pathlib.Path(tempfile.mkdtemp(prefix="soak-shim-")) / "failing_calls.so"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"], check=True)
    return target
