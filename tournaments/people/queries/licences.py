"""Queries of a club's list of licensees: the lines of a person, fields for a new person."""

from collections.abc import Mapping

from tournaments.core.exchange.full_names import may_be_one
from tournaments.core.exchange.player_row import COLUMNS, PlayerRow, number_key
from tournaments.models import Club, Licensee, Person

LICENCE_COLUMNS = (
    "last_name",
    "first_name",
    "number",
    "series",
    "club",
    "category",
    "country",
    "birth_year",
    "licence_until",
)
"""Columns of a file that are kept. Contact details and consents belong to the register."""


def licensees_of(person: Person) -> list[Licensee]:
    """Return the lines with the person's number and a compatible name. One query, none without a number."""
    return _licensees_named(
        person.club,
        PlayerRow(last_name=person.last_name, first_name=person.first_name, number=person.federation_number),
    )


def complete_values(club: Club, values: Mapping[str, object]) -> dict[str, object]:
    """Return the fields of a new person with those that they leave blank, from the club's list of licensees.

    The line must have the number of the person and a compatible name. One query, none without a number.

    Args:
        values: fields of `Person` by name, with both names and the number.
    """
    texts = {name: str(values.get(name, "")) for name in ("last_name", "first_name", "federation_number")}
    row = PlayerRow(
        last_name=texts["last_name"], first_name=texts["first_name"], number=texts["federation_number"]
    )
    licensees = _licensees_named(club, row)
    known_values = licensee_values(licensees[0]) if len(licensees) == 1 else {}
    return {**values, **{name: value for name, value in known_values.items() if not values.get(name)}}


def licensee_row(licensee: Licensee) -> PlayerRow:
    """Return a licensee as a line of a file."""
    texts = {column: str(getattr(licensee, COLUMNS[column].field) or "") for column in LICENCE_COLUMNS}
    return PlayerRow(**texts, line=licensee.line)


def licensee_values(licensee: Licensee) -> dict[str, object]:
    """Return the fields of `Person` that a licensee sets."""
    names = [COLUMNS[column].field for column in LICENCE_COLUMNS]
    return {name: value for name in names if (value := getattr(licensee, name))}


def _licensees_named(club: Club, row: PlayerRow) -> list[Licensee]:
    """Return the lines with the number of a row and a compatible name."""
    number = number_key(row.number)
    if not number:
        return []
    licensees = Licensee.objects.filter(licence_list__club=club, search_key__contains=number)
    return [
        licensee
        for licensee in licensees
        if number_key(licensee.federation_number) == number
        and may_be_one(row.last_name, row.first_name, licensee.last_name, licensee.first_name)
    ]
