"""Double of an S3 service: one bucket in memory, with the operations that the site uses.

moto has all operations, in 490,000 lines that each machine would install and compile.
"""

import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit
from xml.sax.saxutils import escape

NAME, KEY, SECRET = "etui-tests", "key-of-tests", "secret-of-tests"
LAST_MODIFIED = "Sat, 28 Nov 2026 10:00:00 GMT"


class BucketServer(ThreadingHTTPServer):
    """Service with its files in `objects`, by key. `refused` counts requests without the site's key."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Request)
        self.objects: dict[str, bytes] = {}
        self.refused = 0
        self.is_away = False

    @property
    def environment(self) -> dict[str, str]:
        """Return the variables of a site that stores its files here."""
        return {
            "ETUI_S3_BUCKET": NAME,
            "ETUI_S3_ENDPOINT": f"http://127.0.0.1:{self.server_port}",
            "AWS_ACCESS_KEY_ID": KEY,
            "AWS_SECRET_ACCESS_KEY": SECRET,
            "AWS_DEFAULT_REGION": "eu-west-3",
        }

    def storages(self) -> dict[str, dict[str, Any]]:
        """Return `STORAGES` of a test, as config/settings/prod.py has them."""
        backend = "tournaments.installation.buckets.Bucket"
        shared = {
            "bucket_name": NAME,
            "endpoint_url": self.environment["ETUI_S3_ENDPOINT"],
            "addressing_style": "path",
            "access_key": KEY,
            "secret_key": SECRET,
        }
        return {
            "default": {
                "BACKEND": backend,
                "OPTIONS": shared | {"location": "documents", "file_overwrite": False},
            },
            "backups": {
                "BACKEND": backend,
                "OPTIONS": shared | {"location": "backups", "file_overwrite": True},
            },
            "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
        }


@contextmanager
def bucket_server() -> Iterator[BucketServer]:
    with BucketServer() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class _Request(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: BucketServer

    def log_message(self, *args: Any) -> None:
        pass

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        parts = urlsplit(self.path)
        self.query = {
            name: values[0] for name, values in parse_qs(parts.query, keep_blank_values=True).items()
        }
        bucket, _slash, self.key = unquote(parts.path).removeprefix("/").partition("/")
        self.body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        is_signed = f"Credential={KEY}/" in self.headers.get("Authorization", "")
        self.server.refused += not is_signed
        if self.server.is_away:
            self._send(HTTPStatus.SERVICE_UNAVAILABLE)
        elif not is_signed:
            self._send(HTTPStatus.FORBIDDEN)
        elif bucket != NAME:
            self._send(HTTPStatus.NOT_FOUND)
        else:
            return True
        return False

    def do_PUT(self) -> None:
        is_chunked = "aws-chunked" in self.headers.get("Content-Encoding", "")
        self.server.objects[self.key] = _joined(self.body) if is_chunked else self.body
        self._send(HTTPStatus.OK)

    def do_DELETE(self) -> None:
        self.server.objects.pop(self.key, None)
        self._send(HTTPStatus.NO_CONTENT)

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        if not self.key:
            self._send(HTTPStatus.OK, self._listing())
        elif self.key not in self.server.objects:
            self._send(HTTPStatus.NOT_FOUND)
        else:
            self._send(HTTPStatus.OK, self.server.objects[self.key])

    def _listing(self) -> bytes:
        prefix, delimiter = self.query.get("prefix", ""), self.query.get("delimiter", "")
        folders, files = set(), []
        for key, content in sorted(self.server.objects.items()):
            tail = key.removeprefix(prefix)
            if not key.startswith(prefix):
                continue
            if delimiter and delimiter in tail:
                folders.add(prefix + tail.partition(delimiter)[0] + delimiter)
            else:
                files.append(f"<Contents><Key>{escape(key)}</Key><Size>{len(content)}</Size></Contents>")
        prefixes = [
            f"<CommonPrefixes><Prefix>{escape(folder)}</Prefix></CommonPrefixes>"
            for folder in sorted(folders)
        ]
        listed = "".join(files + prefixes)
        return f"<ListBucketResult><IsTruncated>false</IsTruncated>{listed}</ListBucketResult>".encode()

    def _send(self, status: HTTPStatus, body: bytes = b"") -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Last-Modified", LAST_MODIFIED)
        self.send_header("ETag", f'"{hashlib.sha256(body).hexdigest()}"')
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)


def _joined(chunked: bytes) -> bytes:
    """Return the content of a body that was sent in chunks, each after its length."""
    content = b""
    while (piece := re.match(rb"([0-9a-f]+)[^\r\n]*\r\n", chunked)) and (length := int(piece[1], 16)):
        content += chunked[piece.end() : piece.end() + length]
        chunked = chunked[piece.end() + length + 2 :]
    return content
