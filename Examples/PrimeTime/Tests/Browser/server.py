"""The program under test: started, stopped, and asked over a plain socket."""

import atexit
import http.client
import re
import socket
import subprocess


class Server:
    """A running primetime-web."""

    def __init__(self, program, favorites, port=0, *arguments):
        self.process = subprocess.Popen(
            [program, "--port", str(port), "--favorites", favorites, *arguments], stdout=subprocess.PIPE, text=True
        )
        # Also when a check fails: it must not outlive its test.
        atexit.register(self.process.kill)
        line = self.process.stdout.readline()
        match = re.fullmatch(r"PrimeTime is on (http://127\.0\.0\.1:(\d+)/)\n", line)
        if not match:
            raise SystemExit(f"primetime-web does not start: {line}")
        self.url, self.port = match[1], int(match[2])

    def stop(self):
        """Asks it to end, and waits until it has."""
        self.process.terminate()
        return self.process.wait(timeout=20)

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
