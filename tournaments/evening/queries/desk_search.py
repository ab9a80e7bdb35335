"""What a search on the desk of a tournament finds: who plays, tables, boards."""

import re
from dataclasses import dataclass

from django.db.models import Q

from tournaments.core.exchange.searching import answers, search_key
from tournaments.models import Entry, Person, Play, Session, Table
from tournaments.people.queries.people import matching_people

LIMIT = 8
"""At most so many players."""
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class DeskFinds:
    """What answers a search."""

    entries: tuple[Entry, ...]
    """With their people, by name."""
    table: int | None
    board: int | None
    """Of the session's plays."""


def find_on_desk(session: Session, search: str) -> DeskFinds:
    """Who plays under a name beginning so; the table and the board of a number. Five queries at most."""
    found = _NUMBER.search(search)
    number = int(found[0]) if found else 0
    table = Table.objects.filter(section__session=session, number=number)
    board = Play.objects.filter(round__section__session=session, board=number)
    return DeskFinds(
        entries=_entries(session, search) if search.strip() else (),
        table=number if found and table.exists() else None,
        board=number if found and board.exists() else None,
    )


def _entries(session: Session, search: str) -> tuple[Entry, ...]:
    entries = session.tournament.entries.select_related("person").prefetch_related("members__person")
    people = matching_people(Person.everybody.all(), search)
    named = [row.pk for row in entries.exclude(name="") if answers(search_key([row.name]), search)]
    found = entries.filter(
        Q(person__in=people.values("pk")) | Q(members__person__in=people.values("pk")) | Q(pk__in=named)
    )
    return tuple(found.distinct()[:LIMIT])
