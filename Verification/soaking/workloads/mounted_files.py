"""A file is mounted by itself, as into a container, while programs change it and are killed.

No file can be renamed onto it, so it is written in place. A crash leaves the old contents or the new ones: the next
program reads one of them, and finishes the write. Needs the superuser."""

import os
import subprocess

from ..places import FILES, Place

WEIGHT = 2


def run(round):
    random = round.random
    if os.getuid() != 0:
        return
    folder = round.folder / "container"
    folder.mkdir()
    names = [name for name in round.storages or [*FILES, "settings"] if name != "sqlite"]
    place = Place(round, storage=random.choice(names or FILES), folder=folder)
    host = round.folder / "host.json"
    host.write_bytes(b"")
    place.path.write_bytes(b"")
    if subprocess.run(["mount", "--bind", host, place.path], capture_output=True).returncode != 0:
        return
    round.at_end.append(lambda: subprocess.run(["umount", "--lazy", place.path]))
    inode = host.stat().st_ino
    program = round.start(place)
    program.save_soon("in a mounted file")
    for _ in range(random.randint(2, 6)):
        program.send(random.choice(["save 20", "burst 3 5", "change 5", "save 3"]))
        if random.random() < 0.7:
            round.pause(0.05)
            program.kill()
            program = round.start(place)
        # The program finishes an interrupted write before it answers, if no other process has the lock.
        program.read_value()
        program.save_soon("after a crash")
        program.send("flush")
        program.read_value()
        round.check_writers(place.read()["counts"])
        round.check(host.read_bytes() == place.path.read_bytes(), "the host has another file")
        round.check(host.stat().st_ino == inode, "the file was replaced")
    program.end()
    round.check_writers(place.read()["counts"])
    last = round.start(place)
    last.read_value()
    last.end()
    round.check_leftovers(folder)
