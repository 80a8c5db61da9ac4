"""The disk becomes full while a program works. What was acknowledged stays readable, and saving works again with room.

The disk is a small tmpfs if this user may mount one. Otherwise, and in some rounds, it is a limit of the system on the
size of the files that a process writes (RLIMIT_FSIZE): each write beyond it fails with EFBIG."""

import resource
import shutil
import subprocess

from ..places import Place

WEIGHT = 2


def run(round):
    random = round.random
    disk = Disk.mount(round) if random.random() < 0.7 else None
    disk = disk or Limit(round)
    place = Place(round, folder=disk.folder)
    program = round.start(place)
    round.about += f", {disk.name}"
    program.save_soon("with room")
    for _ in range(random.randint(1, 3)):
        disk.fill(program)
        program.send(random.choice(["save 3", "burst 3 5", "change 5", "save 20"]))
        if random.random() < 0.3:
            round.pause(0.05)
            program.kill()
            program = round.start(place)
            disk.fill(program)
        program.send("save 1")
        while (answer := program.answer()).split()[1] != str(program.writer.sent):
            pass
        stored, shown = place.read(), program.read_value()
        round.check_writers(stored["counts"])
        if "value in memory stays" in answer:
            count = shown["counts"].get(program.name, 0)
            text = f"misleading: of {program.writer.sent} changes {count} are in memory, and the message is: {answer}"
            round.check(count > stored["counts"].get(program.name, 0), text)
        disk.free(program)
        program.save_soon("with room again")
        round.check_writers(place.read()["counts"])
    program.end()
    round.check_writers(place.read()["counts"])
    last = round.start(place)
    last.read_value()
    round.check_leftovers(disk.folder)
    last.end()


class Disk:
    """A file system of half a megabyte, which a file fills."""

    name = "tmpfs"

    @classmethod
    def mount(cls, round):
        """Mounts one, or returns None if that is not permitted."""
        if shutil.which("mount") is None:
            return None
        disk = cls()
        disk.folder = round.folder / "disk"
        disk.folder.mkdir()
        command = ["mount", "-t", "tmpfs", "-o", "size=512k", "tmpfs", disk.folder]
        if subprocess.run(command, capture_output=True).returncode != 0:
            return None
        round.at_end.append(lambda: subprocess.run(["umount", "--lazy", disk.folder]))
        return disk

    def fill(self, program):
        with open(self.folder / "filler", "ab", buffering=0) as file:
            try:
                while file.write(bytes(4_096)):
                    pass
            except OSError:
                pass

    def free(self, program):
        (self.folder / "filler").unlink()


class Limit:
    """A limit on the size of what one process writes."""

    name = "RLIMIT_FSIZE"

    def __init__(self, round):
        self.folder = round.folder
        self.bytes = round.random.randrange(200)

    def fill(self, program):
        resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (self.bytes, resource.RLIM_INFINITY))

    def free(self, program):
        resource.prlimit(program.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
