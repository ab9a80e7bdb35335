"""Columns of a list of players: their titles and meanings."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.core.exchange.csv_text import CsvLine, clean_cell, simple_word
from tournaments.core.exchange.full_names import NameOrder, find_lone_name, split_full_name
from tournaments.core.exchange.player_row import (
    COLUMNS,
    FULL_NAMES,
    LOOSE_NUMBERS,
    is_drawn_number,
    parse_consent,
)

ROWS_ABOVE = 15
"""Largest number of lines above the titles: a name of the club, a date, a header."""
SAMPLES = 3
"""Number of cells of a column that the page shows."""
_QUESTION = re.compile(r"^\s*(?:quel(?:le)?s? (?:est|sont) )?(?:votre|vos) ", re.IGNORECASE)
"""Beginning of a title that is a question of a form: Quel est votre nom ?"""
UNTITLED = "Joueur"
"""Title of the column of a list of names without titles."""
_KNOWN = {word: name for name, column in COLUMNS.items() for word in column.names} | {
    word: order.value for order, words in FULL_NAMES.items() for word in words
}
TITLE_WORDS = frozenset(
    {
        *_KNOWN,
        *(title.casefold() for title in ("prénom", "n° licence", "série", "catégorie", "téléphone", "née")),
    }
)
"""Titles in small letters, some with the accents by which encodings differ."""
NAME_FIELDS = frozenset({"last_name", *(order.value for order in NameOrder)})


class Aside(StrEnum):
    """Reasons to leave a column aside."""

    UNKNOWN = "unknown"
    LESS_PRECISE = "less_precise"
    """Another column has a more precise title, as "Licence" beside "N°"."""
    SMALL_NUMBERS = "small_numbers"
    """The numbers are places, tables or lots of the evening, not licences."""
    NO_NUMBERS = "no_numbers"
    """The column has yes or no for a licence, not its number."""
    CHOSEN = "chosen"
    """The organiser left the column aside."""


@dataclass(frozen=True, slots=True)
class ListTable:
    """A list as a table: its titles and the lines below."""

    titles: tuple[str, ...]
    title_line: int
    """Line of the titles in the file, from 1."""
    records: tuple[CsvLine, ...]
    above: tuple[str, ...] = ()
    """Lines above the titles, one text each."""
    unreadable: int = 0
    """Line from which the file could not be split into cells, 0 for none."""


@dataclass(frozen=True, slots=True)
class ColumnUse:
    """The meaning of one column of a file."""

    title: str
    field: str
    """Field of `PlayerRow` or value of `NameOrder`; "" if the column is left aside."""
    aside: str = ""
    """Value of `Aside` if the column is left aside, else ""."""
    samples: tuple[str, ...] = ()


def field_of_title(title: str) -> str:
    """Return the meaning of a title: a field of `PlayerRow`, a value of `NameOrder`, or ""."""
    word = simple_word(title)
    without_remark_text = re.sub(r"\([^)]*\)", "", title)
    without_remark = simple_word(without_remark_text)
    without_question = simple_word(_QUESTION.sub("", without_remark_text))
    # what stands in brackets may belong to the word, as in "Né(e) le", or explain it, as in "Date (jj/mm)"
    return _KNOWN.get(word) or _KNOWN.get(without_remark) or _KNOWN.get(without_question, "")


def find_titles(records: Sequence[CsvLine]) -> int | None:
    """Return the place of the line of titles: the first line with most known titles, or None."""
    best, most = None, 0
    for place, record in enumerate(records[: ROWS_ABOVE + 1]):
        fields = {name for cell in record.cells if (name := field_of_title(cell))}
        if fields & NAME_FIELDS and len(fields) > most:
            best, most = place, len(fields)
    return best


def count_titles(records: Sequence[CsvLine]) -> int:
    """Return the number of different fields that the titles name, 0 without titles."""
    place = find_titles(records)
    if place is None:
        return 0
    return len({name for cell in records[place].cells if (name := field_of_title(cell))})


def make_table(records: Sequence[CsvLine], place: int, unreadable: int = 0) -> ListTable:
    """Return the lines below the titles as a table. Titles that are repeated on each page are left out."""
    titles = tuple(clean_cell(cell) for cell in records[place].cells)
    records_below = tuple(record for record in records[place + 1 :] if record.cells != records[place].cells)
    texts_above = tuple(" ".join(filter(None, map(clean_cell, record.cells))) for record in records[:place])
    return ListTable(titles, records[place].number, records_below, texts_above, unreadable)


def find_lone_names(records: Sequence[CsvLine]) -> ListTable | None:
    """Return a list of full names, one in each line and nothing else, as a table; None for any other list."""
    name_records = []
    for record in records:
        cells = [cell for cell in record.cells if clean_cell(cell)]
        name = find_lone_name(cells[0]) if len(cells) == 1 else ""
        if not name:
            return None
        name_records.append(CsvLine(record.number, (name,)))
    return ListTable((UNTITLED,), records[0].number, tuple(name_records))


def choose_columns(table: ListTable) -> tuple[ColumnUse, ...]:
    """Return the meaning of each column.

    Of two titles with one meaning the more precise one counts. A loose title ("Numéro", "N°") is a licence
    only if no other column is, and if its values are no small whole numbers. A column of names has full
    names if there is no column of first names and its cells show both.
    """
    fields = [field_of_title(title) for title in table.titles]
    asides = ["" if field else Aside.UNKNOWN.value for field in fields]
    values = [tuple(_values(table.records, place)) for place in range(len(fields))]
    for field in set(filter(None, fields)):
        places = [place for place, name in enumerate(fields) if name == field]
        # precise titles first, then columns with values, then the leftmost
        best = min(places, key=lambda place: (_rank(field, table.titles[place]), not values[place], place))
        for place in places:
            if place != best and not _is_same_name_twice(field, table.titles[place], table.titles[best]):
                fields[place], asides[place] = "", Aside.LESS_PRECISE.value
    if "number" in fields and values[place := fields.index("number")]:
        is_loose = simple_word(table.titles[place]) in LOOSE_NUMBERS
        if is_loose and are_small_numbers(values[place]):
            fields[place], asides[place] = "", Aside.SMALL_NUMBERS.value
        elif all(parse_consent(value) and not value.isdecimal() for value in values[place]):
            fields[place], asides[place] = "", Aside.NO_NUMBERS.value
    fields = _with_whole_names(table.titles, fields, asides, values)
    return tuple(
        ColumnUse(title, field, aside, column_values[:SAMPLES])
        for title, field, aside, column_values in zip(table.titles, fields, asides, values, strict=True)
    )


def use_columns(table: ListTable, choices: Mapping[int, str]) -> tuple[ColumnUse, ...]:
    """Return the columns as `choose_columns` does, with the choices of the organiser. "" leaves one aside.

    A field that is chosen for one column is taken from the others.
    """
    uses = []
    chosen_fields = {field for field in choices.values() if field}
    for place, use in enumerate(choose_columns(table)):
        field = choices.get(place, "" if use.field in chosen_fields else use.field)
        aside = "" if field else use.aside or Aside.CHOSEN.value
        uses.append(ColumnUse(use.title, field, aside, use.samples))
    return tuple(uses)


def are_small_numbers(values: Iterable[str]) -> bool:
    """Return whether all values are whole numbers of a few digits: places or lots, not licences."""
    texts = list(values)
    return bool(texts) and all(is_drawn_number(value) for value in texts)


def _values(records: Iterable[CsvLine], place: int) -> Iterator[str]:
    for record in records:
        if place < len(record.cells) and (text := clean_cell(record.cells[place])):
            yield text


def _rank(field: str, title: str) -> int:
    """Return how precise a title is; 0 is the most precise."""
    names = COLUMNS[field].names if field in COLUMNS else ()
    word = simple_word(title)
    return names.index(word) if word in names else 0


def _is_same_name_twice(field: str, title: str, other_title: str) -> bool:
    """Return True for two columns of names under one title: two lists side by side, both needed."""
    return (field in NAME_FIELDS or field == "first_name") and simple_word(title) == simple_word(other_title)


def _with_whole_names(
    titles: Sequence[str], fields: list[str], asides: list[str], values: Sequence[tuple[str, ...]]
) -> list[str]:
    name_places = [place for place, field in enumerate(fields) if field in set(NameOrder)]
    if "last_name" in fields or "first_name" in fields:
        for place in name_places:
            if "last_name" in fields or fields[place] != NameOrder.UNKNOWN:
                fields[place], asides[place] = "", Aside.LESS_PRECISE.value
            else:
                fields[place] = "last_name"  # "Joueur" beside "Prénom"
    for place in name_places[1:]:
        if fields[place]:
            fields[place], asides[place] = "", Aside.LESS_PRECISE.value
    if "first_name" not in fields and fields.count("last_name") == 1:
        place = fields.index("last_name")
        whole_names = sum(bool(split_full_name(value).first_name) for value in values[place])
        # at least half of the cells hold a first name too
        if whole_names * 2 >= max(1, len(values[place])):
            fields[place] = NameOrder.UNKNOWN.value
    return fields
