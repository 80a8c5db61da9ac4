"""Several processes change one value at the same time, and are stopped and killed meanwhile.

Each has a number of its own in the value. Transactions and databases lose no change. In the other modes a change may be
lost if a conflict was reported for it. Settings are merged one by one, so that no program loses its own."""

from ..places import Place

WEIGHT = 4


def run(round):
    random = round.random
    place = Place(round)
    programs = [round.start(place) for _ in range(random.randint(2, 4))]
    for _ in range(random.randint(2, 8)):
        if round.is_late:
            break
        program = random.choice(programs)
        if program.process.returncode is not None:
            programs.remove(program)
            programs.append(round.start(place))
            continue
        for each in programs:
            if each.process.returncode is None:
                each.send(random.choice(["save 1", "save 20", "save 50", "burst 3 5", "change 10", "flush"]))
        round.pause(0.2)
        if random.random() < 0.25:
            program.kill()
        elif random.random() < 0.3:
            program.stop()
            round.pause(0.3)
            program.go_on()
        place.read()
    programs = [each for each in programs if each.process.returncode is None]
    for each in programs:
        each.send("flush")
        each.read_value()
    round.check_shown(place, programs, "stale: programs show what others stored")
    for each in programs:
        # At its end a program can't report a conflict, but nothing waits any more.
        each.end(flushes=False)
    round.check_writers(place.read()["counts"])
    last = round.start(place)
    last.read_value()
    round.check_leftovers(round.folder)
    last.end()
