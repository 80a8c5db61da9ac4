"""Each system call for files fails once, at each place and with each error, in the whole program.

A library that is preloaded (`failing_calls.c`) counts the calls and fails one. The table is complete: a round takes the
next row. A change is stored if it was acknowledged, whether the program reported an error or not, and is made once."""

import itertools
import json
import shutil
import subprocess
import threading

from ..places import FILES, Place

WEIGHT = 6

CODES = {"EPERM": 1, "ENOENT": 2, "EINTR": 4, "EIO": 5, "EACCES": 13, "EBUSY": 16, "EINVAL": 22, "EMFILE": 24}
CODES |= {"ENOSPC": 28, "EROFS": 30, "ENOLCK": 37, "ENOSYS": 38, "ENOTSUP": 95, "ESTALE": 116, "EDQUOT": 122}
CALLS = ["open", "write", "fsync", "close", "rename", "fchown", "fchmod", "flock", "fstat", "xattr"]
TABLE = list(itertools.product(CALLS, CODES))
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
    place = Place(round, storage=random.choice(names or FILES))
    round.about = f"{place.storage}, {call} {code}"
    first = round.start(place)
    first.save_soon("before any failure")
    first.end()
    if random.random() < 0.5:
        # Only an existing file has an owner and permissions to keep.
        place.path.chmod(0o664)
    for number in range(1, 9):
        # The call fails once, the number-th time that it is made for a file in the folder.
        preload = {"LD_PRELOAD": str(library), "FAIL_CALL": call, "FAIL_CODE": str(CODES[code])}
        preload |= {"FAIL_AT": str(number), "FAIL_FOLDER": str(place.folder)}
        program = round.start(place, variables=preload)
        program.send("save 1")
        program.answer()
        program.send("save 1")
        program.answer()
        count = json.loads(program.ask("read"))["counts"].get(program.name, 0)
        program.save_soon(f"after {call} has failed with {code}")
        program.end(flushes=False)
        stored = place.read()["counts"].get(program.name, 0)
        round.check(count <= program.writer.sent, f"invented: {count} of {program.writer.sent} changes")
        round.check(stored >= program.writer.acknowledged, f"lost: {stored} of {program.writer.acknowledged}")
        round.check_writers(place.read()["counts"])
        round.count("attacks")
    last = round.start(place)
    last.save_soon("at the end")
    last.end()
    round.check_leftovers(round.folder)


def compile(round):
    """Compiles the library that is preloaded, once."""
    import pathlib
    import tempfile

    source = pathlib.Path(__file__).with_suffix(".c")
    target = pathlib.Path(tempfile.mkdtemp(prefix="soak-shim-")) / "failing_calls.so"
    subprocess.run(["clang", "-shared", "-fPIC", "-O1", "-o", target, source, "-ldl"], check=True)
    return target
