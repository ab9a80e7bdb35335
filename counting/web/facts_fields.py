"""Facts of a deal as fields on a page, with the typed texts and their problems."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict
from django.utils.translation import gettext as _

from games.core.facts import FactField, FactsForm, FactsReading, Kind
from tournaments.results.words.facts import choice_name, fact_field_label, nearest_words, problem_words

TAKEN = "prendre"
"""Name of the buttons that take a near value, such as "points=45"."""
LONGEST_TEXT = 24
"""Largest number of characters of a typed text that are read."""
MOST_KEY = 3
"""Largest number of bouts with a key of its own, as on the phone of a hall's table."""
_MORE = ("called", "petits", "slam", "misere", "margin")
"""Facts that a deal seldom has."""


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """One entry of a list of choices."""

    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownField:
    """One field with its typed text."""

    name: str
    label: str
    value: str
    choices: tuple[ShownChoice, ...]
    """Choices of a list; empty for a number."""
    is_decimal: bool
    has_half: bool
    """True if half a point can be counted, at a table of three, five, seven…"""
    most: str
    """Largest number; "" for a list."""
    problem: str
    nearest: tuple[tuple[str, str], ...]
    """Pairs of words and the value of a button that takes a near value.

    They include the near values of other fields.
    """

    @property
    def has_keypad(self) -> bool:
        """True for the points of the attack, which a phone types with keys of the page."""
        return self.name == "points"

    @property
    def keys(self) -> tuple[str, ...]:
        """Values of big keys, one of which is pressed; empty for a list and for a larger number."""
        if self.name != "bouts" or not self.most.isdecimal() or int(self.most) > MOST_KEY:
            return ()
        return tuple(map(str, range(int(self.most) + 1)))


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """Fields of a form, in the groups of a page."""

    main: tuple[ShownField, ...]
    more: tuple[ShownField, ...]
    """Facts that a deal seldom has."""
    is_more_open: bool
    by_seat: tuple[tuple[str, tuple[ShownField, ...]], ...]
    """Name and fields of each player."""


def typed_of(query: QueryDict, form: FactsForm) -> dict[str, str]:
    """Return the texts of a form's fields, with the near value of a pressed button in its field."""
    typed = {field.name: query.get(field.name, "").strip()[:LONGEST_TEXT] for field in form.fields}
    near_values = dict(parse_qsl(query.get(TAKEN, ""), keep_blank_values=True))
    return typed | {name: text[:LONGEST_TEXT] for name, text in near_values.items() if name in typed}


def show_facts(
    form: FactsForm, game: str, typed: Mapping[str, str], names: Sequence[str], reading: FactsReading | None
) -> ShownFacts:
    """Return the fields of a form as a page shows them.

    Args:
        names: names of the players, in seat order.
        reading: reading of the typed texts; None while all are empty.
    """
    problems = {error.field: problem_words(error) for error in reading.problems} if reading else {}
    near_values = _near_values(form, game, names, reading) if reading else ()

    def show(field: FactField) -> ShownField:
        return ShownField(
            name=field.name,
            label=fact_field_label(field, game),
            value=typed.get(field.name, ""),
            choices=_choices(field, typed.get(field.name, ""), names),
            is_decimal=field.kind is Kind.POINTS,
            has_half=field.kind is Kind.POINTS and len(names) % 2 == 1,
            most="" if field.kind in (Kind.CHOICE, Kind.SEAT) else field.write(field.most),
            problem=problems.get(field.name, ""),
            nearest=near_values if field.name in problems else (),
        )

    deal_fields = [field for field in form.fields if not field.of_seat]
    rare_fields = tuple(show(field) for field in deal_fields if field.fact in _MORE)
    return ShownFacts(
        main=tuple(show(field) for field in deal_fields if field.fact not in _MORE),
        more=rare_fields,
        is_more_open=any(field.problem or field.value not in ("", "none", "1") for field in rare_fields),
        by_seat=tuple(
            (name, tuple(show(field) for field in form.fields if field.of_seat and field.place == seat))
            for seat, name in enumerate(names)
            if any(field.of_seat for field in form.fields)
        ),
    )


def _near_values(
    form: FactsForm, game: str, names: Sequence[str], reading: FactsReading
) -> tuple[tuple[str, str], ...]:
    """Return the words and the value of each button that makes the deal possible."""
    buttons = [
        (nearest_words(near, form, game, names), urlencode({near.field: near.value}))
        for near in reading.nearest
    ]
    if any(error.code == "passed_with_facts" for error in reading.problems):
        # the keys of the bouts cannot be released
        others = {field.name: "" for field in form.fields if field.name != "bid"}
        buttons.insert(0, (_("Personne ne prend, effacer le reste"), urlencode(others)))
    return tuple(buttons)


def _choices(field: FactField, text: str, names: Sequence[str]) -> tuple[ShownChoice, ...]:
    if field.kind not in (Kind.CHOICE, Kind.SEAT):
        return ()
    # An empty field shows its meaning, if the list has it.
    current_value = text or field.blank or ""
    empty_choice = () if field.blank in field.choices else ("",)
    return tuple(
        ShownChoice(choice, choice_name(field, choice, names), choice == current_value)
        for choice in (*empty_choice, *field.choices)
    )
