"""Effect of an action on each player or team: deals, rounds, rests, opponents met again, and seats."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from django.utils.translation import gettext as _

from tournaments.core.formats.registry import find_format
from tournaments.core.movements.check import meetings
from tournaments.core.movements.movement import NOBODY
from tournaments.incidents.services.leaving import absent_entries
from tournaments.models import Entry, Session
from tournaments.movements.queries.counts import deal_counts
from tournaments.seating.queries.seat_arrays import load_seat_arrays
from tournaments.seating.words.seat_names import seat_name


@dataclass(frozen=True, slots=True)
class PersonFigures:
    """Evening of one player or team."""

    deals: int = 0
    rounds: int = 0
    """Number of rounds played."""
    rests: int = 0
    """Number of rounds without a seat, from the first one on to the last one of those who left."""
    again: int = 0
    """Number of others met more than once; 0 for teams."""
    places: Mapping[int, str] | None = None
    """Table and seats by number of the round, such as "3 Nord"; None for an entry without a seat."""


@dataclass(frozen=True, slots=True)
class PersonEffect:
    """Figures of one player or team before and after an action."""

    entry: Entry
    before: PersonFigures
    after: PersonFigures

    @property
    def figures(self) -> tuple[tuple[int, int], ...]:
        """Pairs (before, after): deals, rounds, rests, others met again."""
        old, new = self.before, self.after
        return (
            (old.deals, new.deals),
            (old.rounds, new.rounds),
            (old.rests, new.rests),
            (old.again, new.again),
        )

    @property
    def moves(self) -> tuple[tuple[int, str, str], ...]:
        """Changed places as (round, place before, place after); "" without a seat."""
        old, new = self.before.places or {}, self.after.places or {}
        return tuple(
            (number, old.get(number, ""), new.get(number, ""))
            for number in sorted({*old, *new})
            if old.get(number) != new.get(number)
        )


def load_person_figures(session: Session) -> dict[int, PersonFigures]:
    """Return the figures of each entry with a seat in the session, by id. Eleven queries at most."""
    arrays = load_seat_arrays(session)
    if arrays is None:
        return {}
    deals, absent = deal_counts(session, ()), absent_entries(session)
    has_teams = find_format(session.tournament.format).has_teams
    met_again: Counter[int] = Counter()
    for pair, times in ({} if has_teams else meetings(arrays.movement)).items():
        met_again.update(pair if times > 1 else ())
    players = arrays.movement.players
    # rounds that are still to be drawn are neither played nor rested
    drawn_rounds = np.flatnonzero((players != NOBODY).any(axis=(1, 2)))
    figures = {}
    for unit, entry in enumerate(arrays.entries):
        places: dict[int, list[tuple[int, int]]] = {}
        for this_round, table, seat in np.argwhere(players == unit).tolist():
            places.setdefault(this_round, []).append((arrays.tables[table], seat))
        last_round = max(places) if entry.pk in absent else players.shape[0]
        stay = drawn_rounds[(drawn_rounds >= _first_round(entry, places)) & (drawn_rounds <= last_round)]
        figures[entry.pk] = PersonFigures(
            deals=deals[entry.pk],
            rounds=len(places),
            rests=len(set(stay.tolist()) - set(places)),
            again=met_again[unit],
            places={this_round + 1: _place_text(seats) for this_round, seats in places.items()},
        )
    return figures


def compare_figures(
    session: Session, old_figures: Mapping[int, PersonFigures], new_figures: Mapping[int, PersonFigures]
) -> tuple[PersonEffect, ...]:
    """Return the effects on all entries whose figures changed, by name. One query."""
    changed_keys = [pk for pk in {*old_figures, *new_figures} if old_figures.get(pk) != new_figures.get(pk)]
    entries = session.tournament.entries.select_related("person").in_bulk(changed_keys)
    none = PersonFigures()
    effects = [
        PersonEffect(entry, old_figures.get(pk, none), new_figures.get(pk, none))
        for pk, entry in entries.items()
    ]
    return tuple(sorted(effects, key=lambda effect: str(effect.entry)))


def _first_round(entry: Entry, places: Mapping[int, object]) -> int:
    """Return the round, from 0, from which an entry is there: its first seat if it joined during the play."""
    return 0 if entry.start_table is not None else min(places)


def _place_text(seats: list[tuple[int, int]]) -> str:
    names = ", ".join(seat_name(seat) for _table, seat in seats)
    return _("%(table)d %(seats)s") % {"table": seats[0][0], "seats": names}
