"""Bytes of text files to text."""

import pytest

from tournaments.core.exchange.text_decoding import decode_text

TEXT = "Prénom;Nom\nZoé;LEFÈVRE\nFrançois;Boulé\nAndré;D’Orgemont\n"


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "mac_roman"]
)
def test_encodings_are_told_apart_by_their_letters(encoding: str) -> None:
    assert decode_text(TEXT.encode(encoding), {"prénom"}) == TEXT


def test_a_dos_file_without_titles_is_known_by_its_letters() -> None:
    text = "Zoé;LEFÈVRE\nFrançois;Boulé\n"

    assert decode_text(text.encode("cp850")) == text


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac_roman"])
def test_text_that_was_encoded_twice_is_put_right(encoding: str) -> None:
    text = "N° licence;Prénom\n1;Zoé Lefèvre\n"

    assert decode_text(text.encode().decode(encoding).encode()) == text


@pytest.mark.parametrize("text", ["Škoda;Žižka\n", "¬²;Ångström\n", "«été»;“Ÿ”\n", "A&B;R&eacute;;&quot;\n"])
def test_letters_that_are_right_stay(text: str) -> None:
    assert decode_text(text.encode()) == text.replace("&eacute;", "é")
