"""Visitor with a browser without JavaScript: cookies, forms, tokens."""

import re
from collections.abc import Iterator
from http.cookiejar import CookieJar
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from django.core.files.uploadedfile import SimpleUploadedFile
from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

PATIENCE = 60
"""Seconds after which an answer counts as missing."""


class Visitor:
    """Keeps the cookies of one person on the site at `base`, as in http://localhost:8000."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self._cookies))

    def get(self, path: str) -> str:
        return self.read(path).decode()

    def read(self, path: str) -> bytes:
        """Return the content of a file."""
        with self._opener.open(self._base + path, timeout=PATIENCE) as answer:
            return bytes(answer.read())

    def listen(self, path: str) -> Iterator[str]:
        """Yield the lines of a stream until the site ends it."""
        with self._opener.open(f"{self._base}{path}?ecoute=1", timeout=PATIENCE) as answer:
            for line in answer:
                yield line.decode().strip()

    def post(self, path: str, fields: dict[str, str], **files: tuple[str, bytes]) -> tuple[int, str]:
        """Send a form, with files by name and content. Return status and page, redirections followed."""
        fields = {"csrfmiddlewaretoken": self._csrf_token(), **fields}
        body, kind = urlencode(fields).encode(), "application/x-www-form-urlencoded"
        if files:
            uploads = {name: SimpleUploadedFile(*file) for name, file in files.items()}
            body, kind = encode_multipart(BOUNDARY, {**fields, **uploads}), MULTIPART_CONTENT
        request = Request(self._base + path, body, {"Content-Type": kind})  # noqa: S310 # http
        try:
            with self._opener.open(request, timeout=PATIENCE) as answer:
                return int(answer.status), str(answer.read().decode())
        except HTTPError as refusal:
            return refusal.code, refusal.read().decode()

    def sign_in(self, link_path: str) -> None:
        self.get(link_path)
        status, page = self.post(link_path, {})
        assert (status, "Se déconnecter" in page) == (200, True)

    def line(self, traveller: str, prefix: str, score: int) -> dict[str, str]:
        """Return the fields of one line of a traveller from its page, with a score."""
        page = self.get(traveller)
        hidden = re.findall(rf'name="({prefix}-(?:token|seen_version))"\s+value="([^"]*)"', page)
        column = "gain" if score >= 0 else "loss"
        return dict(hidden) | {f"{prefix}-kind": "played", f"{prefix}-{column}": str(abs(score))}

    def _csrf_token(self) -> str:
        return next(cookie.value or "" for cookie in self._cookies if cookie.name == "csrftoken")
