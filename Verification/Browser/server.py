"""The program under test: started, stopped, and asked over a plain socket."""

import atexit
import http.client
import re
import signal
import socket
import subprocess
import tempfile
import threading


class Program:
    """A running program that prints its address."""

    def __init__(self, *command):
        self.output = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.output, text=True)
        # Also when a check fails: it must not outlive its test.
        atexit.register(self.kill)
        line = self.process.stdout.readline()
        match = re.fullmatch(r".+ is on (http://127\.0\.0\.1:(\d+)/\S*)\n", line)
        if not match:
            raise SystemExit(f"{command[0]} does not start: {line}")
        self.url, self.port = match[1], int(match[2])

    def kill(self):
        """Ends it at once."""
        self.process.kill()
        return self.process.wait(timeout=20)

    def pause(self):
        """Stops it where it stands, with its connections open."""
        self.process.send_signal(signal.SIGSTOP)

    def resume(self):
        """Lets it continue."""
        self.process.send_signal(signal.SIGCONT)

    def stop(self):
        """Asks it to end, and waits until it has. Returns what it exits with."""
        self.process.terminate()
        return self.process.wait(timeout=20)

    def said(self):
        """What it has said since it started: after its end."""
        self.output.seek(0)
        return self.process.stdout.read() + self.output.read()

    def request(self, method, path, body=None, headers={}):
        """A request that no browser would make: status, headers and text of the answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            return response.status, dict(response.getheaders()), response.read().decode("utf-8", "replace")
        finally:
            connection.close()

    def garbage(self, data):
        """Bytes that are no request: what comes back."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=20) as connection:
            try:
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
                answer = b""
                while part := connection.recv(4096):
                    answer += part
                return answer
            except ConnectionError:
                return b""

    def requests(self, requests):
        """Many requests, one after the other on as few connections as it allows: status and text of each answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        for method, path, body, headers in requests:
            connection.request(method, path, body, headers)
            response = connection.getresponse()
            yield response.status, response.read().decode("utf-8", "replace")
        connection.close()


class Server(Program):
    """A running primetime-web."""

    def __init__(self, program, favorites, port=0, *arguments):
        super().__init__(program, "--port", str(port), "--favorites", favorites, *arguments)


class Line:
    """The way from browsers to a server, which can be cut, and can lose answers to actions or repeat actions."""

    def __init__(self, port):
        self.target, self.ends, self.is_cut = port, set(), False
        self.answers_to_lose, self.lost, self.sent = 0, 0, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}/"
        threading.Thread(target=self.listen, daemon=True).start()

    def listen(self):
        while True:
            near, _ = self.listener.accept()
            if self.is_cut:
                near.close()
                continue
            far = socket.create_connection(("127.0.0.1", self.target))
            self.ends |= {near, far}
            # Whether the answer to the connection's last request is to be lost.
            loses = threading.Event()
            for source, sink, is_answer in ((near, far, False), (far, near, True)):
                threading.Thread(target=self.carry, args=(source, sink, is_answer, loses), daemon=True).start()

    def carry(self, source, sink, is_answer, loses):
        try:
            while data := source.recv(65536):
                if not is_answer and data.startswith(b"POST /actions"):
                    self.sent.append(data)
                    if self.answers_to_lose > 0:
                        self.answers_to_lose -= 1
                        loses.set()
                if is_answer and loses.is_set():
                    self.lost += 1
                    for end in (source, sink):
                        end.shutdown(socket.SHUT_RDWR)
                    return
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            pass

    def cut(self):
        """Cuts it: nothing comes through any more."""
        self.is_cut = True
        while self.ends:
            try:
                self.ends.pop().shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def mend(self):
        """Lets browsers through again."""
        self.is_cut = False
