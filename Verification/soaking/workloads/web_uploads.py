"""Clients send files that are no files: broken forms, huge heads, a thousand parts, early ends, names that are paths.

The memory and the temporary files of the server are bounded (A1), slow senders are ended (A3), nothing is left on the
disk, and other visitors send files meanwhile."""

import contextlib
import os
import pathlib
import shutil
import time

from ..clients import Client, Closed
from ..site import Site
from ..visitors import Visitor

WEIGHT = 2
PROGRAMS = ["web-fixture"]
BOUNDARY = b"----WebKitFormBoundaryAbCdEfGhIjKlMnOp"
# The limits of the program: those of a site by default, and those of its field for pictures.
REQUEST_SIZE, FILE_SIZE, SESSION_SIZE = 50 << 20, 1 << 20, 100 << 20
REQUEST_DEADLINE = 10


def run(round):
    round.attack(ATTACKS)


class Inbox(Site):
    """A server that receives files, and the folder with its temporary files."""

    def __init__(self, round):
        self.folder = round.folder / f"temporary-{len(list(round.folder.glob('temporary-*')))}"
        self.folder.mkdir()
        super().__init__(round, program="web-fixture", arguments=["0", "parcels"], environment={"TMPDIR": str(self.folder)})

    @property
    def stored(self):
        """The sizes of all temporary files."""
        sizes = []
        for path in self.folder.rglob("*"):
            with contextlib.suppress(FileNotFoundError):
                if path.is_file():
                    sizes.append(path.stat().st_size)
        return sizes

    def visitor(self, address="127.0.0.1"):
        visitor = Visitor(self, address)
        visitor.load()
        return visitor

    def check_files(self, count, what):
        """Waits until a number of files is left: a connection may still be ending."""
        self.round.wait(self.within(5), f"{what} left files on the disk", lambda: len(self.stored) == count)

    def check_files_outside(self):
        """Checks that no name of a file was used as a path."""
        outside = [path for path in pathlib.Path("/tmp").glob("soak-evil*")] + list(self.folder.parent.glob("soak-evil*"))
        self.round.check(not outside, f"a name was used as a path: {outside}")


def part(name="pictures", file="a.png", content=b"x", more=b""):
    """A part of a form; without a file if its name is None."""
    names = b'name="%b"' % name.encode() + (b"" if file is None else b'; filename="%b"' % file.encode())
    return b"--%b\r\nContent-Disposition: form-data; %b\r\nContent-Type: image/png\r\n%b\r\n%b\r\n" % (BOUNDARY, names, more, content)


def form(*parts):
    return b"".join(parts) + b"--" + BOUNDARY + b"--\r\n"


def headers(visitor, **more):
    kind = {"Content-Type": f"multipart/form-data; boundary={BOUNDARY.decode()}"}
    return visitor.headers("POST") | kind | more


def post(visitor, body, path="/actions", **more):
    """Sends a form on a connection of its own. Returns the status; None if the server closed the connection."""
    with Client(visitor.site, visitor.address) as client:
        try:
            return client.request("POST", path, headers(visitor, **more), body).status
        except (Closed, OSError):
            return None


def check_honest(site, count=0):
    """An honest visitor sends a file, and removes it."""
    visitor = site.visitor("127.0.0.3")
    status = post(visitor, form(part(content=b"y" * 100_000)))
    site.round.check(status == 204, f"an honest file was refused: {status}")
    visitor.load()
    visitor.press("Clear")
    visitor.close()
    site.check_files(count, "an honest visitor")


def broken_forms(round):
    """Changes bytes of a form at random."""
    site = Inbox(round)
    visitor = site.visitor()
    body = form(part(content=b"\r\n--" * 20), part("note", None, b"text"), part(file="b.gif"))
    for _ in range(60):
        changed = bytearray(body)
        for _ in range(round.random.randrange(1, 6)):
            index = round.random.randrange(len(changed))
            choice = round.random.random()
            if choice < 0.4:
                changed[index] = round.random.randrange(256)
            elif choice < 0.7:
                del changed[index : index + round.random.randrange(1, 30)]
            else:
                changed[index:index] = round.random.choice([b"\r\n", b"--" + BOUNDARY, b"\0", b'"', b"\r\n\r\n"])
        status = post(visitor, bytes(changed), round.random.choice(["/", "/actions"]))
        round.check(status in (204, 303, 400, 409, 413, 415), f"a broken form got status {status}")
    visitor.is_patient = True
    visitor.load()
    visitor.press("Clear")
    site.check_files(0, "broken forms")
    check_honest(site)
    site.check_recovery()
    site.check_end()


def huge_heads(round):
    """Sends heads of parts that never end, boundaries of all lengths, and a thousand parts."""
    site = Inbox(round)
    visitor = site.visitor()
    long = b"X-Long: " + b"x" * round.random.choice([5_000, 100_000, 5_000_000]) + b"\r\n"
    for body in (form(part(more=long)), form(*[part("note", None)] * 1_001), form(*[part()] * 1_001), form(part(file="n" * 5_000))):
        status = post(visitor, body)
        round.check(status in (400, 413), f"huge heads got status {status}")
    for length in (0, 1, 70, 71, 5_000):
        kind = {"Content-Type": "multipart/form-data; boundary=" + "b" * length}
        status = post(visitor, b"--" + b"b" * length + b"--\r\n", **kind)
        round.check(status in (400, 431), f"a boundary of {length} characters got status {status}")
    site.check_files(0, "huge heads")
    check_honest(site)
    site.check_recovery(memory=60 << 20)
    site.check_end()


def too_much(round):
    """Sends more than the limits allow: the memory stays bounded, and nothing stays on the disk."""
    site = Inbox(round)
    visitor = site.visitor()
    content = os.urandom(1 << 20)
    for count in (2, 40, 60):
        body = form(part(content=content * count))
        status = post(visitor, body)
        round.check(status in (413, None), f"{count} MB got status {status}")
        used = site.memory - site.memory_at_start
        round.check(used < 60 << 20, f"a form of {count} MB made the server grow by {used >> 20} MB")
    site.check_files(0, "too much")
    # The room of a session.
    for _ in range(110):
        if post(visitor, form(part("letter", "l", content))) != 204:
            break
    total = sum(site.stored)
    round.check(total <= SESSION_SIZE, f"one session has {total >> 20} MB on the disk")
    visitor.is_patient = True
    visitor.load()
    visitor.press("Clear")
    check_honest(site)
    site.check_recovery(memory=60 << 20)
    site.check_end()


def early_ends(round):
    """Leaves in the middle of files. All of them are removed."""
    site = Inbox(round)
    visitor = site.visitor()
    body = form(part(content=b"z" * 500_000))
    for _ in range(30):
        client = Client(site)
        end = round.random.randrange(len(body))
        if round.random.random() < 0.5:
            client.send(client.head("POST", "/actions", headers(visitor, **{"Content-Length": len(body)})) + b"\r\n" + body[:end])
        else:
            client.send(client.head("POST", "/actions", headers(visitor, **{"Transfer-Encoding": "chunked"})) + b"\r\n")
            client.send(b"%x\r\n%b" % (len(body), body[:end]))
        time.sleep(round.random.random() * 0.02)
        client.close(resets=round.random.random() < 0.5)
    site.check_files(0, "early ends")
    check_honest(site)
    site.check_recovery()
    site.check_end(signals=round.random.choice([1, 2]))
    round.check(not any(path.is_file() for path in site.folder.rglob("*")), "the end of the server left files")


def paths_as_names(round):
    """Sends names that are paths."""
    site = Inbox(round)
    visitor = site.visitor()
    names = ["../../../../tmp/soak-evil.png", "/tmp/soak-evil.png", "..\\..\\soak-evil.png", "soak-evil.png\0", "../soak-evil.png/..", "."]
    for name in names:
        status = post(visitor, form(part(file=name)))
        round.check(status in (204, 400, 415), f"the name {name!r} got status {status}")
    site.check_files_outside()
    for path in ("/counterpoint-files/../../etc/passwd", "/counterpoint-files/%2e%2e/x", "/counterpoint-files/" + "0" * 32):
        response = visitor.ask("GET", path)
        round.check(response.status == 404, f"{path} got status {response.status}")
    check_honest(site, count=len(site.stored))
    site.check_end()


def slow_senders(round):
    """Sends files a byte at a time. The server ends each of them, and removes what has arrived."""
    site = Inbox(round)
    visitors = [site.visitor(f"127.0.2.{number + 1}") for number in range(5)]
    body = form(part(content=b"z" * 500_000))
    clients = []
    for visitor in visitors * 3:
        client = Client(site, visitor.address)
        client.send(client.head("POST", "/actions", headers(visitor, **{"Content-Length": len(body)})) + b"\r\n" + body[:300])
        clients.append(client)
    began, open_clients = time.monotonic(), list(clients)
    bound = REQUEST_DEADLINE + site.within(3)
    while open_clients and time.monotonic() < began + bound:
        for client in list(open_clients):
            client.send(b"z")
            if client.wait_until_closed(0.005):
                open_clients.remove(client)
        time.sleep(0.2)
    round.check(not open_clients, f"{len(open_clients)} slow senders are connected after {bound:.0f} s")
    for client in clients:
        client.close()
    site.check_files(0, "slow senders")
    check_honest(site)
    site.check_recovery()
    site.check_end()


def cleaned_folder(round):
    """Removes the folder of the files, as a cleaner of temporary files does, between uploads and in the middle of one."""
    site = Inbox(round)
    visitor = site.visitor()

    def clean():
        for folder in site.folder.glob("counterpoint-*"):
            # The server may create a file meanwhile.
            while folder.exists():
                shutil.rmtree(folder, ignore_errors=True)

    for _ in range(3):
        status = post(visitor, form(part("letter", "l")))
        round.check(status == 204, f"an upload after the folder was removed got status {status}")
        round.check(len(site.stored) == 1, f"{len(site.stored)} files are stored, 1 was sent")
        body = form(part("letter", "l", b"z" * 100_000))
        with Client(site, visitor.address) as client:
            client.send(client.head("POST", "/actions", headers(visitor, **{"Content-Length": len(body)})) + b"\r\n" + body[:50_000])
            round.pause(0.2)
            clean()
            client.send(body[50_000:])
            status = client.response().status
        round.check(status in (204, 503), f"an upload whose folder was removed got status {status}")
        clean()
    visitor.load()
    visitor.press("Clear")
    check_honest(site)
    site.check_end()


ATTACKS = {
    "broken-forms": broken_forms,
    "huge-heads": huge_heads,
    "too-much": too_much,
    "early-ends": early_ends,
    "paths-as-names": paths_as_names,
    "slow-senders": slow_senders,
    "cleaned-folder": cleaned_folder,
}
