import pytest
from django.conf import settings

from tournaments.core.exchange.player_row import LANGUAGES, parse_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("fr", "fr"),
        ("Français", "fr"),
        ("FRANÇAISE", "fr"),
        ("fr-BE", "fr"),
        ("English", "en"),
        ("anglais", "en"),
        ("en_GB", "en"),
        ("", ""),
        ("  ", ""),
        ("de", None),
        ("franglais", None),
        ("?", None),
    ],
)
def test_languages_are_read_as_people_write_them(text, language):
    assert parse_language(text) == language


def test_the_languages_of_a_file_are_those_of_the_site():
    assert list(LANGUAGES) == list(dict(settings.LANGUAGES))
