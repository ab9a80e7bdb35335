"""Who is expected at the reception of an event: arrived or not, paid or not, with a valid licence or not."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from tournaments.base.queries.teams import people_of
from tournaments.core.exchange.searching import answers, parse_player_code, search_key
from tournaments.core.formats.registry import find_format
from tournaments.entries.queries.fees import FeeAccount, FeeLine, load_fees
from tournaments.models import Entry, Person, Tournament


class Licence(StrEnum):
    """What the register says of a person's licence on the day of the event."""

    VALID = "valid"
    EXPIRED = "expired"
    UNKNOWN = "unknown"
    """A number, and no last day."""
    NONE = "none"
    """No number: a visitor."""


@dataclass(frozen=True, slots=True)
class ExpectedPerson:
    """One person of an entry."""

    person: Person
    licence: Licence | None
    """None where none is asked for, and where the register keeps no last days to compare."""


@dataclass(frozen=True, slots=True)
class ArrivalLine:
    """One entry at the reception."""

    entry: Entry
    guests: tuple[ExpectedPerson, ...]
    """Everybody who plays for it."""
    fee: FeeLine


@dataclass(frozen=True, slots=True)
class ArrivalList:
    """The list at the reception, narrowed by a search, and the figures of all entries."""

    lines: tuple[ArrivalLine, ...]
    account: FeeAccount
    arrived: int
    mark: str
    """Changes whenever something on the list does."""

    @property
    def entered(self) -> int:
        return len(self.account.lines)

    @property
    def missing(self) -> int:
        """Entries not there yet."""
        return self.entered - self.arrived


def load_arrivals(tournament: Tournament, written: str = "", *, only_missing: bool = False) -> ArrivalList:
    """Everybody entered, by name, who answers a search: of names, numbers or a card's code. Five queries."""
    account = load_fees(tournament)
    judge = _judge(tournament, account)
    lines = [_line(fee, judge) for fee in account.lines]
    shown = tuple(
        line
        for line in lines
        if _is_asked(line, written) and not (only_missing and line.entry.arrived_at is not None)
    )
    arrived = sum(line.entry.arrived_at is not None for line in lines)
    return ArrivalList(shown, account, arrived, _mark(shown, account, arrived, f"{written}/{only_missing}"))


def licence_of(person: Person, day: date) -> Licence:
    """Whether somebody's licence is valid on a day, as far as the register knows."""
    if not person.federation_number:
        return Licence.NONE
    if person.licence_until is None:
        return Licence.UNKNOWN
    return Licence.VALID if person.licence_until >= day else Licence.EXPIRED


def _judge(tournament: Tournament, account: FeeAccount) -> Callable[[Person], Licence | None]:
    """Return what says of a person whether their licence is to be checked.

    Friendly events ask for none. A number without a last day is nothing to check in a register that
    keeps no last days: everybody would be marked.
    """
    if find_format(tournament.format).is_friendly:
        return lambda person: None
    keeps_days = any(person.licence_until for fee in account.lines for person in people_of(fee.entry))

    def judged(person: Person) -> Licence | None:
        licence = licence_of(person, tournament.starts_on)
        return None if licence is Licence.UNKNOWN and not keeps_days else licence

    return judged


def _line(fee: FeeLine, judge: Callable[[Person], Licence | None]) -> ArrivalLine:
    guests = tuple(ExpectedPerson(person, judge(person)) for person in people_of(fee.entry))
    return ArrivalLine(fee.entry, guests, fee)


def _is_asked(line: ArrivalLine, written: str) -> bool:
    code = parse_player_code(written)
    people = [guest.person for guest in line.guests]
    if code is not None:
        return code in [person.pk for person in people]
    keys = [search_key([line.entry.name]), *(person.search_key for person in people)]
    return any(answers(key, written) for key in keys)


def _mark(lines: tuple[ArrivalLine, ...], account: FeeAccount, arrived: int, asked: str) -> str:
    told = [
        (
            line.entry.pk,
            str(line.entry),
            line.entry.arrived_at,
            line.entry.start_table,
            line.entry.start_seat,
            line.fee.left,
            [(guest.person.full_name, guest.licence) for guest in line.guests],
        )
        for line in lines
    ]
    whole = repr((told, account.owed, account.paid, arrived, asked))
    return hashlib.sha256(whole.encode()).hexdigest()[:16]
