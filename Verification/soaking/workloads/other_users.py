"""Several users, and the superuser, change one file, whose owner, group and permissions are theirs.

No user is locked out. The group and the permissions stay, and no user gets rights that the file did not give before.
Needs the superuser."""

import os
import stat
import subprocess

from ..places import FILES, Place

WEIGHT = 2
TEAM = 7_777
USERS = [4_321, 4_322, 0]


def run(round):
    random = round.random
    if os.getuid() != 0:
        return
    round.folder.chmod(0o755)
    # By another process: a program that is started meanwhile would inherit the open copy, which can't be started then.
    executable = round.folder / "soak-fixture"
    subprocess.run(["cp", round.program, executable], check=True)
    folder = round.folder / "place"
    folder.mkdir()
    os.chown(folder, 0, TEAM)
    folder.chmod(0o2775)
    # SQLite keeps the files of its log for the user who has created them.
    names = [name for name in round.storages or [*FILES, "settings"] if name != "sqlite"]
    place = Place(round, storage=random.choice(names or FILES), folder=folder)
    first = start(round, place, random.choice(USERS[:2]), executable)
    first.save_soon("by the first user")
    first.end()
    mode = random.choice([0o664, 0o660])
    place.path.chmod(mode)
    for _ in range(random.randint(3, 6)):
        user = random.choice(USERS)
        mask = random.choice([0o022, 0o077, 0o002])
        program = start(round, place, user, executable, umask=mask)
        program.save_soon(f"by user {user}")
        program.send(random.choice(["save 3", "change 5", "burst 2 3"]))
        if random.random() < 0.3:
            round.pause(0.05)
            program.kill()
        else:
            program.end(flushes=False)
        state = place.path.stat()
        text = f"owner {state.st_uid}, group {state.st_gid}, mode {oct(stat.S_IMODE(state.st_mode))} after user {user}"
        round.check(stat.S_IMODE(state.st_mode) == mode and state.st_gid == TEAM, f"not kept: {text}")
        round.check(state.st_uid in USERS[:2], f"locked out: {text}")
        round.check_writers(place.read()["counts"])
    last = start(round, place, random.choice(USERS), executable)
    last.read_value()
    last.end()
    round.check_leftovers(folder)


def start(round, place, user, executable, **options):
    """Starts a program of a user, who is in the team."""
    groups = {"user": user, "group": user, "extra_groups": [TEAM]}
    return round.start(place, executable=executable, **groups, **options)
