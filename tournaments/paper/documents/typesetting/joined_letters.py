"""Widths of Arabic letters beside each other: a word is measured as it is written.

A letter has up to four forms of different widths: alone, at the beginning, in the middle and at the end of
letters that are joined. A font has them as the features `init`, `medi` and `fina` of its table GSUB.

Source:
    The Unicode Standard, chapter 9.2: a letter joins the next one if it has a form for a beginning.
"""

import unicodedata
from collections.abc import Iterator, Mapping
from typing import Any

FIRST, MIDDLE, LAST = "init", "medi", "fina"

Forms = Mapping[str, Mapping[int, float]]
"""By feature and code point, widths in parts of the type's size."""


def read_forms(font: Any) -> Forms:
    """Return the widths of the forms that a font has, by feature."""
    if "GSUB" not in font:
        return {}
    table, size = font["GSUB"].table, font["head"].unitsPerEm
    code_by_glyph = {glyph: code for code, glyph in font.getBestCmap().items()}
    forms: dict[str, dict[int, float]] = {}
    for record in table.FeatureList.FeatureRecord:
        if record.FeatureTag in (FIRST, MIDDLE, LAST):
            widths = forms.setdefault(record.FeatureTag, {})
            for index in record.Feature.LookupListIndex:
                for subtable in table.LookupList.Lookup[index].SubTable:
                    # a subtable may hold another one far behind it in the file
                    mapping = getattr(getattr(subtable, "ExtSubTable", subtable), "mapping", {})
                    widths |= {
                        code_by_glyph[glyph]: font["hmtx"].metrics[form][0] / size
                        for glyph, form in mapping.items()
                        if glyph in code_by_glyph
                    }
    return forms


def joined_letters(text: str, forms: Forms) -> Iterator[tuple[str, float | None]]:
    """Yield each letter with the width of its form; None for a letter alone and one of another script."""
    first, middle, last = (forms.get(name, {}) for name in (FIRST, MIDDLE, LAST))
    # accents stand over letters that are joined
    letters = [letter for letter in text if not unicodedata.combining(letter)]
    is_joined = False
    for letter, next_letter in zip(letters, [*letters[1:], ""], strict=True):
        code = ord(letter)
        joins_next = code in first and bool(next_letter) and ord(next_letter) in last
        if is_joined:
            yield letter, (middle if joins_next else last).get(code)
        else:
            yield letter, first.get(code) if joins_next else None
        is_joined = joins_next
