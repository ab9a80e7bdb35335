"""Malformed heads of requests: the site answers all of them."""

import io
from typing import Any
from wsgiref.util import setup_testing_defaults

import pytest

from config.wsgi import application

pytestmark = pytest.mark.django_db
PART = b"--x\r\nContent-Disposition: form-data; name=\"a\"; filename*=rot13''b%41\r\n\r\n1\r\n--x--\r\n"


def ask(path: str, kind: str, body: bytes = b"{}") -> int:
    """The status of a post."""
    answered: list[str] = []
    environ: dict[str, Any] = {}
    setup_testing_defaults(environ)
    environ |= {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": path,
        "CONTENT_TYPE": kind,
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": io.BytesIO(body),
        "HTTP_HOST": "localhost",
    }
    list(application(environ, lambda status, headers: answered.append(status)))
    return int(answered[0].split()[0])


@pytest.mark.parametrize(
    "charset", ["rot13", "base64", "punycode", "undefined", "idna", "utf-16", "nope", "\x00", "hex"]
)
@pytest.mark.parametrize("path", ["/api/v1/table/results/", "/connexion/", "/verifier/"])
@pytest.mark.parametrize("kind", ["application/json", "application/x-www-form-urlencoded"])
def test_encoding_that_is_none_breaks_nothing(path: str, charset: str, kind: str) -> None:
    assert ask(path, f"{kind}; charset={charset}") < 500


@pytest.mark.parametrize(
    "kind", ["application/json; a*=rot13''x", "multipart/form-data; boundary*=nope''x", "a; b*=''"]
)
def test_head_in_an_encoding_that_is_none_breaks_nothing(kind: str) -> None:
    assert ask("/verifier/", kind) < 500


def test_name_of_a_file_in_an_encoding_that_is_none_breaks_nothing() -> None:
    assert ask("/verifier/", "multipart/form-data; boundary=x", PART) < 500
