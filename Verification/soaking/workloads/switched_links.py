"""A deployment switches a link above the file to another folder, and deletes the old one, while programs work.

The programs follow the link. What was acknowledged is in the folder that the link leads to, or was overwritten by the
deployment, which copies the file first. No old folder is created again."""

import shutil

from ..places import FILES, Place

WEIGHT = 2


def run(round):
    random = round.random
    releases = round.folder / "releases"
    (releases / "0").mkdir(parents=True)
    current = round.folder / "current"
    current.symlink_to("releases/0")
    # A deployment copies files, and a database is more than one.
    names = [name for name in round.storages or [*FILES, "settings"] if name != "sqlite"]
    place = Place(round, storage=random.choice(names or FILES), folder=current)
    programs = [round.start(place) for _ in range(random.randint(1, 2))]
    programs[0].save_soon("before the first deployment")
    for number in range(1, random.randint(2, 4)):
        for program in programs:
            program.send("flush")
            program.read_value()
        old, new = releases / str(number - 1), releases / str(number)
        shutil.copytree(old, new, ignore=shutil.ignore_patterns(".counterpoint-*"))
        temporary = round.folder / "new"
        temporary.symlink_to(f"releases/{number}")
        temporary.rename(current)
        shutil.rmtree(old)
        round.count("foreign")
        round.check_shown(place, programs, "stale: programs show the file that the link leads to")
        for program in programs:
            program.save_soon("after a deployment")
        round.check_writers(place.read()["counts"])
        left = sorted(path.name for path in releases.iterdir())
        round.check(left == [str(number)], f"created again: {left} instead of {number}")
    for program in programs:
        program.end(flushes=False)
    round.check_writers(place.read()["counts"])
    last = round.start(place)
    last.read_value()
    last.end()
    round.check_leftovers(current.resolve())
