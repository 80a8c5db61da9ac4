"""A visitor in a process of its own, which loads its page again and again and prints the milliseconds of each load.

  pace.py PORT ADDRESS

It begins a session, opens the stream, and loads the page every ten milliseconds until its standard input ends. A load
that is refused or gets no answer is the text of the problem. The process is not one of the soak test's threads, because
those wait for one another."""

import json
import re
import socket
import sys
import threading
import time

PAUSE = 0.01


class Reader:
    """One connection that is kept alive."""

    def __init__(self, port, address, cookie=None):
        self.socket = socket.create_connection(("127.0.0.1", port), 60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = [f"Host: 127.0.0.1:{port}", f"X-Forwarded-For: {address}", "Sec-Fetch-Site: same-origin"]
        self.headers = "\r\n".join(lines + ([f"Cookie: {cookie}"] if cookie else []))
        self.buffer = b""

    def send(self, path):
        self.socket.sendall(f"GET {path} HTTP/1.1\r\n{self.headers}\r\n\r\n".encode())

    def read_until(self, mark):
        while mark not in self.buffer:
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("closed by the server")
            self.buffer += data
        head, _, self.buffer = self.buffer.partition(mark)
        return head

    def load(self):
        """The status, the head and the body of the page."""
        self.send("/")
        head = self.read_until(b"\r\n\r\n").decode("latin-1")
        length = int(re.search(r"(?i)content-length: (\d+)", head)[1])
        while len(self.buffer) < length:
            data = self.socket.recv(65_536)
            if not data:
                raise ConnectionError("closed by the server")
            self.buffer += data
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        return int(head.split()[1]), head, body


def main():
    port, address = int(sys.argv[1]), sys.argv[2]
    _, head, body = Reader(port, address).load()
    cookie = re.search(r"(?i)set-cookie: ([^;\r]+)", head)[1]
    revision = re.search(rb'data-revision="([^"]*)"', body)[1].decode()
    stream = Reader(port, address, cookie)
    stream.send(f"/events?since={revision}")
    stream.read_until(b"retry:")
    is_over = threading.Event()
    threading.Thread(target=lambda: (sys.stdin.read(), is_over.set()), daemon=True).start()
    reader = Reader(port, address, cookie)
    times, problems = [], []
    while not is_over.wait(PAUSE):
        began = time.monotonic()
        try:
            status, _, _ = reader.load()
            if status != 200:
                problems.append(f"status {status}")
        except (OSError, TypeError) as error:
            problems.append(repr(error))
            reader = Reader(port, address, cookie)
        times.append((time.monotonic() - began) * 1_000)
    print(json.dumps({"times": times, "problems": problems}))


if __name__ == "__main__":
    main()
