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


def test_ligatures_of_latin_9_are_letters() -> None:
    text = "Prénom;Nom\nZoé;Œuvrard\nNoël;D'Hœur\nANDRÉ;SŒUR\n"

    assert decode_text(text.encode("iso8859-15")) == text


def test_fractions_stay_and_are_no_ligatures() -> None:
    text = "Prénom;Tarif\nZoé;½\nNoël;1½ h\nLætitia;¼ h\n"

    assert decode_text(text.encode("cp1252")) == text


def test_letters_of_a_macintosh_are_no_ligatures_of_latin_9() -> None:
    text = "Prénom;Nom\nLætitia;Sœur\nCÆSAR;Ωmega\n"

    assert decode_text(text.encode("mac_roman"), {"prénom"}) == text


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "cp850"])
def test_end_of_a_dos_file_is_no_text(encoding: str) -> None:
    assert decode_text(TEXT.replace("’", "'").encode(encoding) + b"\x1a") == TEXT.replace("’", "'")


@pytest.mark.parametrize("encoding", ["cp1252", "cp850", "mac_roman"])
def test_text_that_was_encoded_twice_is_put_right(encoding: str) -> None:
    text = "N° licence;Prénom\n1;Zoé Lefèvre\n"

    assert decode_text(text.encode().decode(encoding).encode()) == text


@pytest.mark.parametrize("text", ["Škoda;Žižka\n", "¬²;Ångström\n", "«été»;“Ÿ”\n", "A&B;R&eacute;;&quot;\n"])
def test_letters_that_are_right_stay(text: str) -> None:
    assert decode_text(text.encode()) == text.replace("&eacute;", "é")
