"""Texts are compressed for clients that accept it; compressed files are not."""

import gzip

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse

from common.web_server.static_files import TextGZipMiddleware

WORDS = b"<p>Une page assez longue pour valoir la peine</p>" * 20


def answer(response, *, encoding="gzip"):
    request = HttpRequest()
    request.META["HTTP_ACCEPT_ENCODING"] = encoding
    return TextGZipMiddleware(lambda _: response)(request)


@pytest.mark.parametrize(
    "kind", ["text/html; charset=utf-8", "text/css", "application/json", "image/svg+xml"]
)
def test_text_is_packed(kind):
    packed = answer(HttpResponse(WORDS, content_type=kind))

    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == WORDS


@pytest.mark.parametrize("kind", ["application/pdf", "image/png", "font/ttf"])
def test_files_go_as_they_are_with_their_length(tmp_path, kind):
    path = tmp_path / "file"
    path.write_bytes(WORDS)

    with path.open("rb") as file:
        response = answer(FileResponse(file, content_type=kind))
        content = b"".join(response.streaming_content)

    assert "Content-Encoding" not in response
    assert response["Content-Length"] == str(len(WORDS))
    assert content == WORDS


def test_nothing_is_packed_for_who_cannot_unpack_it():
    response = answer(HttpResponse(WORDS), encoding="identity")

    assert response.content == WORDS
