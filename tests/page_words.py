"""The words of a page, for tests that something is not on it."""

import re


def words_of(html: str) -> set[str]:
    """Every run of letters and digits, whole: a form's random token is one word and hides no figure."""
    return set(re.findall(r"\w+", html))
