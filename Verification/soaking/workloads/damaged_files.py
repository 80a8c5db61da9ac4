"""A foreign program destroys the value: it deletes the file, writes bytes that are no value, or damages one setting.

A deleted value becomes the default. Bytes that can't be read are kept beside the file; the other settings are kept."""

import json
import secrets

from ..places import FOREIGN, Place

WEIGHT = 2


def run(round):
    random = round.random
    place = Place(round)
    program = round.start(place)
    for _ in range(random.randint(1, 4)):
        program.save_soon("before any damage")
        place.edit(random)
        damages = [noise]
        if place.storage != "sqlite":
            # Databases are not deleted while they are open.
            damages.append(delete)
        if place.storage == "settings":
            damages = [delete, odd_setting, odd_setting]
        restarts = random.random() < 0.5
        if restarts:
            program.end(flushes=False)
        program = random.choice(damages)(round, place, program, restarts)
    program.end(flushes=False)


def start(round, place, program, restarts):
    return round.start(place) if restarts else program


def forget(round):
    for program in round.programs:
        program.writer.forget()


def delete(round, place, program, restarts):
    """Deletes the file. A write in flight may have read the file before, and then creates it again with what it has read:
    the file is deleted again. A deletion that the program doesn't notice is a fault."""
    place.path.unlink()
    round.count("foreign")
    forget(round)
    program = start(round, place, program, restarts)

    def is_default():
        if program.read_value()["foreign"] == FOREIGN:
            return True
        if place.storage == "settings" and place.read()["foreign"] != FOREIGN:
            place.path.unlink(missing_ok=True)
        return False

    round.wait(10, "stale: a deleted value is shown", is_default)
    return program


def noise(round, place, program, restarts):
    bytes = b"noise " + secrets.token_hex(200).encode()
    if place.storage == "sqlite" and not restarts:
        program.end()
        restarts = True
    place.replace(bytes)
    round.count("foreign")
    forget(round)
    program = start(round, place, program, restarts)
    program.read_value()
    program.save_soon("over what is no value")
    kept = [f for f in round.folder.iterdir() if f != place.path and f.is_file() and f.read_bytes() == bytes]
    round.check(kept, "lost: bytes that are no value were overwritten and not kept")
    round.check_writers(place.read()["counts"])
    return program


def odd_setting(round, place, program, restarts):
    settings = json.loads(place.path.read_bytes())
    settings[round.random.choice(["about", "odd"])] = round.random.choice([7, None, {"int": {"_0": "x"}}, {"new": {}}])
    wanted = round.random.randint(100_000, 999_999)
    settings["foreign"] = {"int": {"_0": wanted}}
    place.replace(json.dumps(settings).encode())
    round.count("foreign")
    program = start(round, place, program, restarts)
    what = f"lost: the setting 'foreign' is {wanted}, beside a setting that can't be read"
    round.wait(10, what, lambda: program.read_value()["foreign"] == wanted)
    program.save_soon("beside a setting that can't be read")
    stored = json.loads(place.path.read_bytes())
    round.check(stored.get("foreign") == {"int": {"_0": wanted}}, what)
    for each in round.programs:
        each.writer.check(stored.get(f"count-{each.name}", {}).get("int", {}).get("_0", 0))
    place.replace(json.dumps({name: value for name, value in stored.items() if valid(value)}).encode())
    return program


def valid(setting):
    return isinstance(setting, dict) and set(setting) <= {"int", "string"} and setting != {"int": {"_0": "x"}}
