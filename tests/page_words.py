"""Words of a page, for tests that a text is absent."""

import re


def words_of(html: str) -> set[str]:
    """Return every run of letters and digits: a form's random token is one word and contains no figure."""
    return set(re.findall(r"\w+", html))
