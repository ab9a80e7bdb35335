"""A network between two programs that a test cuts: before a request arrives, or before its answer does."""

import socket
import threading
from contextlib import suppress

OPEN, NO_REQUEST, NO_ANSWER, HALF_ANSWER = "open", "no request", "no answer", "half an answer"
CUTS = (NO_REQUEST, NO_ANSWER, HALF_ANSWER)


class Network:
    """A port of this machine that leads to another one, for one request a connection."""

    def __init__(self, target: int) -> None:
        self.state = OPEN
        self._target = target
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listening.getsockname()[1])
        threading.Thread(target=self._accept, name="network", daemon=True).start()

    def close(self) -> None:
        self._listening.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                connection, _address = self._listening.accept()
                threading.Thread(target=self._pass_on, args=(connection,), daemon=True).start()

    def _pass_on(self, near: socket.socket) -> None:
        with near, suppress(OSError):
            near.settimeout(20)
            request = _read_request(near)
            if self.state == NO_REQUEST:
                return
            with socket.create_connection(("127.0.0.1", self._target), timeout=20) as far:
                far.sendall(request)
                answer = _read_all(far)
            if self.state == NO_ANSWER:
                return
            near.sendall(answer[: len(answer) // 2] if self.state == HALF_ANSWER else answer)


def _read_request(connection: socket.socket) -> bytes:
    received = b""
    while b"\r\n\r\n" not in received:
        if not (piece := connection.recv(65536)):
            return received
        received += piece
    head, _blank, body = received.partition(b"\r\n\r\n")
    length = next(
        (
            int(line.split(b":")[1])
            for line in head.split(b"\r\n")
            if line.lower().startswith(b"content-length")
        ),
        0,
    )
    while len(body) < length and (piece := connection.recv(65536)):
        body += piece
    return head + b"\r\n\r\n" + body


def _read_all(connection: socket.socket) -> bytes:
    # urllib asks for one request a connection, so the site closes it after the answer
    received = b""
    while piece := connection.recv(65536):
        received += piece
    return received
