"""The storages: where they keep the value, and how a foreign program reads and changes it."""

import json
import os
import re
import sqlite3

FOREIGN = 100_000
FILES = ["immediate", "throttled", "transactional"]
STORAGES = [*FILES, "settings", "sqlite"]


class Place:
    """The value of one storage in a folder, as a program that knows nothing of the library sees it."""

    def __init__(self, round, storage=None, folder=None):
        folder = folder or round.folder
        self.storage = storage = storage or round.random.choice(round.storages or STORAGES)
        # The numbers come at once, or only after many bytes that are always the same.
        self.about = round.random.choice(["", "." * 120])
        self.folder = folder
        self.path = folder / {"settings": "soak.settings.json", "sqlite": "tally.sqlite"}.get(storage, "tally.json")
        # What the program gets as PLACE.
        self.argument = folder if storage == "settings" else self.path

    def read(self):
        """The stored value: `about`, `counts` by program, and `foreign`. A file that is not whole is an error."""
        text = self._text()
        if text is None:
            return {"about": self.about, "counts": {}, "foreign": FOREIGN}
        value = json.loads(text)
        if self.storage != "settings":
            return value
        settings = {name: next(iter(setting.values()))["_0"] for name, setting in value.items()}
        counts = {name.removeprefix("count-"): n for name, n in settings.items() if name.startswith("count-")}
        about, foreign = settings.get("about", self.about), settings.get("foreign", FOREIGN)
        return {"about": about, "counts": counts, "foreign": foreign}

    def _text(self):
        if self.storage != "sqlite":
            return self.path.read_bytes() if self.path.exists() else None
        if not self.path.exists():
            return None
        with self._database() as database:
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'shared_values'").fetchall():
                return None
            rows = database.execute("SELECT value FROM shared_values WHERE name = 'tally'").fetchall()
        return rows[0][0] if rows else None

    def _database(self):
        return _Connection(self.path)

    def replace(self, bytes):
        """Puts other bytes in the place of the file."""
        temporary = self.folder / "foreign.tmp"
        temporary.write_bytes(bytes)
        os.replace(temporary, self.path)

    def edit(self, random):
        """Changes one byte or a few near the end or in the text before, in one of three ways, and returns the name
        of the way. The length stays, so that only the bytes tell the two files apart."""
        before = self._text()
        if isinstance(before, str):
            before = before.encode()
        if self.storage == "settings" and not (b"foreign" in before and b"about" in before):
            # A default is not stored, and a deletion may have preceded.
            settings = json.loads(before)
            settings["foreign"] = {"int": {"_0": random.randint(100_000, 999_999)}}
            settings.setdefault("about", {"string": {"_0": self.about}})
            self.replace(json.dumps(settings).encode())
            return "by rename"
        if not self.about or random.random() < 0.7:
            # In a file `"foreign":100000`, in settings `"foreign":{"int":{"_0":100000}}`.
            at = re.compile(rb"[ :]\d").search(before, before.index(b"foreign")).start() + 1
            new = str(random.randint(100_000, 999_999)).encode()
        else:
            # Other edits may have changed a dot before.
            at = before.index(b'"', before.index(b"about") + 6) + random.randrange(20, 110)
            new = bytes([random.choice(b"abcdefgh")])
        after = before[:at] + new + before[at + len(new) :]
        if self.storage == "sqlite":
            with self._database() as database:
                database.execute("UPDATE shared_values SET value = ? WHERE name = 'tally'", [after.decode()])
            return "update"
        way = random.choice(["in place", "by rename"])
        if way == "in place":
            file = os.open(self.path, os.O_WRONLY)
            os.pwrite(file, new, at)
            os.close(file)
        else:
            self.replace(after)
        return way


class _Connection:
    """A connection to a database that is closed at the end of `with`."""

    def __init__(self, path):
        self.connection = sqlite3.connect(path, timeout=30)

    def __enter__(self):
        return self.connection

    def __exit__(self, *error):
        self.connection.commit()
        self.connection.close()
