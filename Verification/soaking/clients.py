"""Raw connections to a web server: whole requests, halves of them, and bytes that are no request."""

import contextlib
import random
import resource
import socket
import threading
import time

from .model import Fault

# The connections of all rounds together. The process of the soak test has a few descriptors for other things.
CONNECTIONS = 1_500
soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
if soft < CONNECTIONS + 400:
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(CONNECTIONS + 400, hard), hard))
# Rounds that open hundreds of connections run one at a time.
crowd = threading.Lock()


class Closed(Exception):
    """The server closed the connection before its answer was complete."""


class Response:
    """The status, headers and body of an answer. The names of headers are in lower case, repeated ones in a list."""

    def __init__(self, status, headers, body=b""):
        self.status, self.headers, self.body = status, headers, body

    def header(self, name):
        return next((value for each, value in self.headers if each == name), None)

    @property
    def cookies(self):
        """Names and values of the cookies that the answer sets."""
        pairs = [value.split(";")[0].partition("=") for name, value in self.headers if name == "set-cookie"]
        return {name.strip(): value.strip() for name, _, value in pairs}

    @property
    def text(self):
        return self.body.decode(errors="replace")


class Client:
    """One connection from a chosen loopback address."""

    def __init__(self, site, address="127.0.0.1", timeout=None, small_window=False):
        self.site = site
        self.timeout = timeout or site.within(5)
        self.socket = socket.socket()
        self.buffer = b""
        if small_window:
            # Before the connection is made, else the window is negotiated already.
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        try:
            self.socket.settimeout(self.timeout)
            self.socket.bind((address, 0))
            self.socket.connect(("127.0.0.1", site.port))
        except BaseException:
            self.socket.close()
            raise
        site.round.count("connections")

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def close(self, resets=False):
        """Closes the connection. With `resets` the server gets a reset instead of an orderly end."""
        with contextlib.suppress(OSError):
            if resets:
                self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
            self.socket.close()

    # Writing

    def send(self, data):
        """Sends bytes. False if the server does not take them any more."""
        try:
            self.socket.sendall(data)
            return True
        except OSError:
            return False

    def head(self, method, path, headers=(), host=None):
        """The first lines of a request, without the empty line at their end."""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {host or f'127.0.0.1:{self.site.port}'}"]
        lines += [f"{name}: {value}" for name, value in dict(headers).items()]
        return ("\r\n".join(lines) + "\r\n").encode()

    def start(self, method, path, headers=(), body=b""):
        """Sends a request without waiting for the answer."""
        headers = dict(headers)
        if body:
            headers["Content-Length"] = len(body)
        return self.send(self.head(method, path, headers) + b"\r\n" + body)

    def request(self, method, path, headers=(), body=b""):
        self.start(method, path, headers, body)
        return self.response(without_body=method == "HEAD")

    # Reading

    def read_head(self):
        """Waits for the first lines of an answer."""
        while b"\r\n\r\n" not in self.buffer:
            self.fill()
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        words = first.split(" ", 2)
        if not words[0].startswith("HTTP/1.") or not words[1].isdigit():
            raise Fault(f"this is no answer: {first!r}")
        pairs = [line.partition(":") for line in lines]
        response = Response(int(words[1]), [(name.lower(), value.strip()) for name, _, value in pairs])
        if response.status >= 400:
            self.site.round.count("refusals")
        return response

    def response(self, without_body=False):
        """Waits for a whole answer. Answers of a server that wants more of the body first are left out."""
        while (response := self.read_head()).status == 100:
            pass
        if without_body or response.status in (204, 304):
            return response
        length = response.header("content-length")
        if length is not None:
            while len(self.buffer) < int(length):
                self.fill()
            response.body, self.buffer = self.buffer[: int(length)], self.buffer[int(length) :]
        elif response.header("transfer-encoding") == "chunked":
            while chunk := self.read_chunk():
                response.body += chunk
        else:
            with contextlib.suppress(Closed):
                while True:
                    self.fill()
            response.body, self.buffer = self.buffer, b""
        return response

    def read_chunk(self):
        """Waits for the next part of an answer whose length is not known, such as an event stream's."""
        while b"\r\n" not in self.buffer:
            self.fill()
        size, _, rest = self.buffer.partition(b"\r\n")
        size = int(size.split(b";")[0], 16)
        while len(rest) < size + 2:
            self.fill()
            rest = self.buffer.partition(b"\r\n")[2]
        self.buffer = rest[size + 2 :]
        return rest[:size]

    def fill(self):
        try:
            data = self.socket.recv(65_536)
        except TimeoutError:
            raise Fault(f"no answer within {self.timeout:.1f} s") from None
        except OSError as error:
            raise Closed(str(error)) from None
        if not data:
            raise Closed("closed by the server")
        self.buffer += data

    def wait_until_closed(self, seconds):
        """Whether the server closes the connection in time. What it says before is left out."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            self.socket.settimeout(left)
            try:
                if not self.socket.recv(65_536):
                    return True
            except TimeoutError:
                return False
            except OSError:
                return True
        return False


def outcome(client, without_body=False):
    """The status of the answer; `None` if the server closes the connection instead of an answer."""
    try:
        return client.response(without_body).status
    except Closed:
        return None


def addresses(seed, count, network=20):
    """Loopback addresses of so many other computers."""
    numbers = random.Random(seed)
    return [f"127.{network}.{numbers.randrange(256)}.{numbers.randrange(1, 255)}" for _ in range(count)]
