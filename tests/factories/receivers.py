"""A program on the loopback that receives messages of a webhook."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer


@dataclass
class Receiver:
    """What a program received, and the status that it answers."""

    address: str
    status: int = 204
    messages: list[tuple[dict[str, str], bytes]] = field(default_factory=list)
    """Headers, by their names in small letters, and body of each message."""


@contextmanager
def receiving_program() -> Iterator[Receiver]:
    """Run a program until the end of the block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.messages.append(({name.lower(): value for name, value in self.headers.items()}, body))
            self.send_response(receiver.status)
            self.send_header("Location", receiver.address)
            self.end_headers()

        def log_message(self, *_arguments: object) -> None:
            """Write nothing."""

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        receiver = Receiver(f"http://127.0.0.1:{server.server_port}/etui?source=club")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()
