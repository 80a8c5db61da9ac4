"""One process at a time changes a value. It is stopped, killed or ends, and the next one finds what it stored."""

import time

from ..places import Place

WEIGHT = 4


def run(round):
    random = round.random
    place = Place(round)
    for _ in range(random.randint(2, 5)):
        if round.is_late:
            break
        program = round.start(place)
        found = program.read_value()
        stored = place.read()
        if place.storage != "settings":
            round.check(found == stored, f"stale: a new program shows {found}, and stored is {stored}")
        round.check_leftovers(round.folder)
        if random.random() < 0.6:
            work_until_killed(round, program)
        else:
            work_to_the_end(round, place, program)
        round.check_writers(place.read()["counts"])
    program = round.start(place)
    program.read_value()
    round.check_leftovers(round.folder)
    program.end()


def command(random):
    """A command, and how many answers it has."""
    number = random.choice([1, 10, 100, 400, 1_000])
    name = random.choice(["change", "save", "save", "burst", "flush"])
    if name == "burst":
        return f"burst {random.randint(2, 8)} {random.randint(1, 20)}", 1
    return ("flush", 1) if name == "flush" else (f"{name} {number}", number)


def work_until_killed(round, program):
    """Kills the program at a random time, in the middle of its work."""
    for _ in range(round.random.randint(1, 5)):
        program.send(command(round.random)[0])
    round.pause(0.4)
    if round.random.random() < 0.3:
        program.stop()
        round.pause(0.05)
        if round.random.random() < 0.5:
            program.go_on()
            round.pause(0.05)
    program.kill()


def work_to_the_end(round, place, program):
    """Lets the program end, after it was stopped a few times. The file must be whole whenever one reads it."""
    for _ in range(round.random.randint(1, 6)):
        if round.is_late:
            break
        text, count = command(round.random)
        program.send(text)
        if round.random.random() < 0.3:
            program.stop()
            round.pause(0.1)
            if place.storage != "sqlite":
                # A stopped program may hold the lock of a database.
                place.read()
            program.go_on()
        program.answers(count)
        place.read()
    delay = {"settings": 0.1, "throttled": 1}.get(place.storage)
    if delay and round.random.random() < 0.5:
        # The end of the program meets a write that the library does by itself after this time.
        program.send("change 5")
        program.answers(5)
        time.sleep(delay * round.random.uniform(0.97, 1.03))
    program.end()
