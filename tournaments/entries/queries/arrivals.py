"""Entries expected at the reception, with their arrival, payment and licences."""

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournaments.base.queries.teams import people_of
from tournaments.core.exchange.searching import answers, parse_player_code, search_key
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.fees import FeeAccount, FeeLine, load_fees
from tournaments.models import Entry, Person, Tournament


class Licence(StrEnum):
    """State of a person's licence on the day of the event, according to the register."""

    VALID = "valid"
    EXPIRED = "expired"
    UNKNOWN = "unknown"
    """A number without a last day."""
    NONE = "none"
    """No number, as for a visitor."""


@dataclass(frozen=True, slots=True)
class ExpectedPerson:
    person: Person
    licence: Licence | None
    """State of the licence; None if the event requires none, or if the register has no last days to check."""
    is_here: bool = False
    """True for a member of a team who has arrived before the others."""


@dataclass(frozen=True, slots=True)
class ArrivalLine:
    """One entry at the reception."""

    entry: Entry
    guests: tuple[ExpectedPerson, ...]
    """All people who play for the entry."""
    fee: FeeLine


@dataclass(frozen=True, slots=True)
class ArrivalList:
    """The entries that match a search, and the totals of all entries."""

    lines: tuple[ArrivalLine, ...]
    account: FeeAccount
    arrived: int
    mark: str
    """Version of the list. It changes with each visible change."""

    @property
    def entered(self) -> int:
        return len(self.account.lines)

    @property
    def missing(self) -> int:
        """Number of entries that have not arrived."""
        return self.entered - self.arrived


def load_arrivals(tournament: Tournament, search: str = "", *, only_missing: bool = False) -> ArrivalList:
    """Return the entries that match a search, by name. Queries as `load_fees`.

    Args:
        search: names, numbers or the code of a player's card.
        only_missing: leave out the entries that have arrived.
    """
    account = load_fees(tournament)
    licence_check = _licence_check(tournament, account)
    lines = [_line(fee, licence_check) for fee in account.lines]
    listed_lines = tuple(
        line
        for line in lines
        if answers_search(search, [guest.person for guest in line.guests], [line.entry.name])
        and not (only_missing and line.entry.arrived_at is not None)
    )
    arrived_count = sum(line.entry.arrived_at is not None for line in lines)
    return ArrivalList(
        listed_lines,
        account,
        arrived_count,
        _version(listed_lines, account, arrived_count, f"{search}/{only_missing}"),
    )


def licence_of(person: Person, day: date) -> Licence:
    """Return the state of a person's licence on a day, as far as the register knows."""
    if not person.federation_number:
        return Licence.NONE
    if person.licence_until is None:
        return Licence.UNKNOWN
    return Licence.VALID if person.licence_until >= day else Licence.EXPIRED


def _licence_check(tournament: Tournament, account: FeeAccount) -> Callable[[Person], Licence | None]:
    """Return a function from a person to the licence state on the list.

    Friendly events require no licence. In a register without last days a number alone is not marked, since
    all people would be.
    """
    if find_format(tournament.format).is_friendly:
        return lambda person: None
    keeps_days = any(person.licence_until for fee in account.lines for person in people_of(fee.entry))

    def state_of(person: Person) -> Licence | None:
        licence = licence_of(person, tournament.starts_on)
        return None if licence is Licence.UNKNOWN and not keeps_days else licence

    return state_of


def _line(fee: FeeLine, licence_check: Callable[[Person], Licence | None]) -> ArrivalLine:
    entry = fee.entry
    early_ids = {
        member.person_id for member in entry.members.all() if member.arrived_at and not entry.arrived_at
    }
    guests = tuple(
        ExpectedPerson(person, licence_check(person), person.pk in early_ids) for person in people_of(entry)
    )
    return ArrivalLine(fee.entry, guests, fee)


def answers_search(search: str, people: Iterable[Person], team_names: Iterable[str]) -> bool:
    """Return whether a search finds one of the people, by name, number or card, or their team."""
    code = parse_player_code(search)
    if code is not None:
        return code in [person.pk for person in people]
    keys = [*(search_key([name]) for name in team_names), *(person.search_key for person in people)]
    return any(answers(key, search) for key in keys)


def _version(lines: tuple[ArrivalLine, ...], account: FeeAccount, arrived_count: int, filters: str) -> str:
    states = [
        (
            line.entry.pk,
            str(line.entry),
            line.entry.arrived_at,
            line.entry.is_announced,
            line.entry.start_table,
            line.entry.start_seat,
            line.fee.left,
            [(guest.person.full_name, guest.licence, guest.is_here) for guest in line.guests],
        )
        for line in lines
    ]
    # the filters count too, since a page compares the version of its own list
    text = repr((states, account.owed, account.paid, arrived_count, filters))
    return hashlib.sha256(text.encode()).hexdigest()[:16]
