"""Languages that people read, as they write them."""

from collections.abc import Mapping

from tournaments.core.exchange.csv_text import simple_word

LANGUAGES: Mapping[str, frozenset[str]] = {
    "fr": frozenset(["fr", "fra", "fre", "frfr", "frbe", "frca", "frch", "francais", "francaise", "french"]),
    "en": frozenset(["en", "eng", "engb", "enus", "enie", "anglais", "anglaise", "english"]),
}
"""Names of each, as `simple_word` gives them, by the code of the site's language (ISO 639-1)."""


def parse_language(text: str) -> str | None:
    """A code of `LANGUAGES`, "" for a blank text, None for any other text.

    "English", "anglais", "EN" and "en-GB" are the same.
    """
    if not text.strip():
        return ""
    word = simple_word(text)
    return next((code for code, names in LANGUAGES.items() if word in names), None)
