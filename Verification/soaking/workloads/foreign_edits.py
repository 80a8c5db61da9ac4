"""A program that knows nothing of the library changes the file, with the same length, in place or by rename.

All programs that have the value must show each such change. One that writes reports a conflict before, or writes both.
A foreign program takes no lock. It therefore edits only while no write is under way."""

import time

from ..places import Place

WEIGHT = 4


def run(round):
    random = round.random
    place = Place(round)
    # The first one changes the value; the others only show it.
    programs = [round.start(place) for _ in range(random.randint(1, 3))]
    program = programs[0]
    program.save_soon("at the beginning")
    for each in programs if place.storage == "settings" else []:
        # The defaults of settings are stored a little after they are declared.
        each.ask("flush")
    for _ in range(random.randint(3, 10)):
        if round.is_late:
            break
        pending = place.storage == "throttled" and random.random() < 0.3
        if pending:
            # One write begins at once, on another thread, and is waited for. What it does not contain waits for the end of
            # the second, and the edit comes before.
            began, before = time.monotonic(), counted(place, program)
            program.send("change 3")
            program.answers(3)
            round.wait(60, "a first change is written", lambda: counted(place, program) > before)
        if place.storage != "sqlite" and random.random() < 0.2:
            program.stop()
        for _ in range(random.choice([1, 1, 1, 3])):
            round.pause(0.02)
            way = place.edit(random)
            round.count("foreign")
        wanted = place.read()
        if pending and time.monotonic() - began > 0.7:
            # The end of the second may have met the edit.
            return
        program.go_on()
        if random.random() < 0.5:
            overwrite(round, place, program, wanted, way)
        round.check_shown(place, programs, f"stale: programs show an edit that was made {way}")
    round.check_writers(place.read()["counts"])
    for each in programs:
        each.end()


def counted(place, program):
    """How many changes of a program are stored."""
    return place.read()["counts"].get(program.name, 0)


def overwrite(round, place, program, wanted, way):
    """The program changes the value at once. Its change and the foreign one are stored, or a conflict is reported."""
    stored = False
    while not stored:
        stored = program.save()
        found = place.read()
        for field in ("about", "foreign"):
            text = f"overwritten: an edit that was made {way}, wanted {wanted[field]!r}, found {found[field]!r}"
            round.check(found[field] == wanted[field], text + ("" if stored else ", in spite of a conflict"))
