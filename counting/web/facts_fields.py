"""The facts of a deal as fields on a page: what is typed stays there, with what is wrong beside it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlencode

from django.http import QueryDict

from games.core.facts import FactField, FactsForm, FactsReading, Kind
from tournaments.results.words.facts import choice_name, field_name, nearest_words, problem_words

TAKEN = "prendre"
"""Name of the buttons that take a near value: "points=45"."""
LONGEST_TEXT = 24
_MORE = ("called", "petits", "slam", "misere", "margin")
"""Facts that a deal seldom has."""


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """One line of a list."""

    value: str
    words: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class ShownField:
    """One field, with what is typed in it."""

    name: str
    label: str
    value: str
    choices: tuple[ShownChoice, ...]
    """Empty for a number."""
    is_decimal: bool
    most: str
    """The largest number, for a number."""
    problem: str
    nearest: tuple[tuple[str, str], ...]
    """Pairs of words and what a button sends to take the value; those of other fields too."""


@dataclass(frozen=True, slots=True)
class ShownFacts:
    """The fields of a form, in the groups of a page."""

    main: tuple[ShownField, ...]
    more: tuple[ShownField, ...]
    """Facts that a deal seldom has."""
    is_more_open: bool
    by_seat: tuple[tuple[str, tuple[ShownField, ...]], ...]
    """Each player's name and his fields."""


def typed_of(query: QueryDict, form: FactsForm) -> dict[str, str]:
    """What is typed in the fields of a form, with the near value of a button that was pressed."""
    typed = {each.name: query.get(each.name, "").strip()[:LONGEST_TEXT] for each in form.fields}
    taken = dict(parse_qsl(query.get(TAKEN, ""), keep_blank_values=True))
    return typed | {name: text[:LONGEST_TEXT] for name, text in taken.items() if name in typed}


def show_facts(
    form: FactsForm, game: str, typed: Mapping[str, str], names: Sequence[str], reading: FactsReading | None
) -> ShownFacts:
    """The fields of a form as a page shows them.

    Args:
        names: of the players, in seat order.
        reading: of what is typed; None before anything is.
    """
    problems = {error.field: problem_words(error) for error in reading.problems} if reading else {}
    near = tuple(
        (nearest_words(each, form, game, names), urlencode({each.field: each.value}))
        for each in (reading.nearest if reading else ())
    )

    def show(each: FactField) -> ShownField:
        return ShownField(
            name=each.name,
            label=field_name(each, game),
            value=typed.get(each.name, ""),
            choices=_choices(each, typed.get(each.name, ""), names),
            is_decimal=each.kind is Kind.POINTS,
            most="" if each.kind in (Kind.CHOICE, Kind.SEAT) else each.write(each.most),
            problem=problems.get(each.name, ""),
            nearest=near if each.name in problems else (),
        )

    own = [each for each in form.fields if not each.of_seat]
    more = tuple(show(each) for each in own if each.fact in _MORE)
    return ShownFacts(
        main=tuple(show(each) for each in own if each.fact not in _MORE),
        more=more,
        is_more_open=any(each.problem or each.value not in ("", "none", "1") for each in more),
        by_seat=tuple(
            (name, tuple(show(each) for each in form.fields if each.of_seat and each.place == seat))
            for seat, name in enumerate(names)
            if any(each.of_seat for each in form.fields)
        ),
    )


def _choices(each: FactField, chosen: str, names: Sequence[str]) -> tuple[ShownChoice, ...]:
    if each.kind not in (Kind.CHOICE, Kind.SEAT):
        return ()
    now = chosen or each.blank or ""
    empty = () if each.blank in each.choices else ("",)
    return tuple(
        ShownChoice(choice, choice_name(each, choice, names), choice == now)
        for choice in (*empty, *each.choices)
    )
