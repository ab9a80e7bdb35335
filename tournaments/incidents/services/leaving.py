"""Somebody is no longer there: the place stays empty, tables rest where too few are left to play."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.errors import InvalidMovement
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.seat_changes import Departure, rounds_played, without_unit
from tournaments.enums import EntryPresence, IncidentKind
from tournaments.incidents.services.action_words import (
    TABLE_PAPERS,
    costs_text,
    names_text,
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.people_steps import set_standing
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.seat_steps import (
    Place,
    change_seats,
    plays_at,
    refuse_results,
    refuse_rulings,
    seatings_at,
)
from tournaments.incidents.services.session_rounds import check_end, refuse_locked, round_count
from tournaments.models import Entry, Play, Seating, Session
from tournaments.movements.queries.counts import deal_counts, deals_per_line
from tournaments.seating.queries.seat_arrays import SeatArrays, load_seat_arrays


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaving:
    """Who leaves and after which round; 0 for somebody who never came."""

    kind: ClassVar = IncidentKind.LEAVING

    entry: Entry
    after_round: int
    presence: EntryPresence = EntryPresence.WITHDRAWN
    """How the entry stands in the ranking from now on."""

    def plan(self, session: Session) -> CasePlan:
        """From the next round on somebody who rests plays instead; where nobody can, the place is empty, and
        a table that is too small rests, with its étuis.

        Raises:
            AppError: there is no later round (`no_such_round`), the entry has no table then (`not_seated`),
                a result is stored there already (`results_exist`), a ruling is in force (`rulings_exist`)
                or a round is locked (`round_locked`).
        """
        check_end(session, self.after_round, "after_round")
        arrays = load_seat_arrays(session)
        unit = arrays.unit_of(self.entry) if arrays is not None else None
        if arrays is None or unit is None:
            raise self._not_seated()
        present = present_units(session, arrays)
        try:
            gone = without_unit(arrays.movement, unit, self.after_round, present)
        except InvalidMovement as error:
            raise self._not_seated() from error
        removed, plays = self._given_up(session, arrays, gone)
        added = _taken_over(arrays, gone, removed)
        costs = costs_text(
            arrays.entries,
            deal_counts(session, ()),
            deal_counts(session, plays, removed=removed, added=added),
        )
        lost = len(plays) * deals_per_line(session)
        return CasePlan(
            told=Consequences(
                movement=_movement_sentences(arrays, gone, self.entry, removed),
                boards=(*_board_sentences(arrays, gone, self.entry, lost, present), *costs),
                ranking=self._ranking_sentences(session),
                papers=papers_text(session, TABLE_PAPERS),
            ),
            carry_out=lambda user: self._leave(removed, added, plays, user),
            facts={
                "way": "relay",
                "entry": str(self.entry),
                "left": self.entry.pk,
                "rounds": [self.after_round + 1, round_count(session)],
            },
        )

    def _given_up(
        self, session: Session, arrays: SeatArrays, gone: Departure
    ) -> tuple[list[Seating], list[Play]]:
        """Seats and plays that go: all of the tables that rest, the seats that others have now, and the
        one of the table that plays on without."""
        resting = _numbered(arrays, gone.resting)
        taken = [(row[0], row[1]) for row in gone.taken]
        playing = _numbered(arrays, [*gone.short, *dict.fromkeys(taken)])
        plays, kept = plays_at(session, resting), plays_at(session, playing)
        refuse_results([*plays, *kept])
        refuse_rulings([*plays, *kept])
        refuse_locked([*plays, *kept])
        given = {(row[0] + 1, arrays.tables[row[1]], row[2]) for row in gone.taken}
        changed = [
            row
            for row in seatings_at(session, playing)
            if row.entry_id == self.entry.pk or (row.round.number, row.table.number, row.seat) in given
        ]
        return [*seatings_at(session, resting), *changed], plays

    def _leave(
        self, removed: list[Seating], added: list[Seating], plays: list[Play], _user: User
    ) -> list[Step]:
        steps = [change_seats(removed=removed, added=added, plays=plays)]
        if self.presence != self.entry.presence:
            steps.append(set_standing(self.entry, self.presence))
        return steps

    def _ranking_sentences(self, session: Session) -> tuple[str, ...]:
        if not self.after_round:
            return (_("%(entry)s n’est pas au classement.") % {"entry": self.entry},)
        if self.presence == EntryPresence.WITHDRAWN:
            stands = _("%(entry)s reste au classement, à la fin et sans place.")
        else:
            stands = _("%(entry)s garde sa place au classement, sur ce qui est joué.")
        is_sum = find_format(session.tournament.format).plan.scoring is Scoring.SUMS
        others = (
            _("Un joueur qui se repose marque moins de points qu’il n’aurait pu : prévenez les joueurs.")
            if is_sum
            else _("Les autres sont classés sur les donnes qu’ils jouent.")
        )
        return (stands % {"entry": self.entry}, others)

    def _not_seated(self) -> AppError:
        told = _("%(entry)s n’a pas de table après cette position.") % {"entry": self.entry}
        return AppError("not_seated", told, fields={"entry": told})


def absent_entries(session: Session) -> set[int]:
    """Ids of those who left in this session and are not back, or withdrew from the event. Two queries."""
    withdrawn = session.tournament.entries.filter(presence=EntryPresence.WITHDRAWN)
    return gone_entries(session) | set(withdrawn.values_list("pk", flat=True))


def gone_entries(session: Session) -> set[int]:
    """Ids of those who left in this session and are not back, whoever has their places now. One query."""
    is_gone: dict[int, bool] = {}
    for incident in session.incidents.in_force():  # the latest first
        for fact in ("left", "back"):
            if fact in incident.facts:
                is_gone.setdefault(incident.facts[fact], fact == "left")
    return {pk for pk, has_left in is_gone.items() if has_left}


def present_units(session: Session, arrays: SeatArrays) -> list[int]:
    """Units that have not left: who may have an empty seat while they rest. Two queries."""
    absent = absent_entries(session)
    return [unit for unit, entry in enumerate(arrays.entries) if entry.pk not in absent]


def _taken_over(arrays: SeatArrays, gone: Departure, removed: list[Seating]) -> list[Seating]:
    """The seats that others have now."""
    units = {(row[0] + 1, arrays.tables[row[1]], row[2]): arrays.entries[row[3]] for row in gone.taken}
    return [
        Seating(round=row.round, table=row.table, seat=row.seat, entry=entry)
        for row in removed
        if (entry := units.get((row.round.number, row.table.number, row.seat))) is not None
    ]


def _numbered(arrays: SeatArrays, places: Iterable[tuple[int, int]]) -> list[Place]:
    return [(this_round + 1, arrays.tables[table]) for this_round, table in places]


def _movement_sentences(
    arrays: SeatArrays, gone: Departure, leaving: Entry, removed: list[Seating]
) -> tuple[str, ...]:
    """What becomes of each table where somebody is missing."""
    told = []
    for number, table in _numbered(arrays, gone.resting):
        others = {
            row.entry.pk: row.entry
            for row in removed
            if (row.round.number, row.table.number) == (number, table) and row.entry_id != leaving.pk
        }
        told.append(
            _("%(rounds)s : la table %(table)d se repose (%(names)s).")
            % {
                "rounds": rounds_text(number, number).capitalize(),
                "table": table,
                "names": names_text(others.values()),
            }
        )
    told.extend(
        _("%(rounds)s : %(entry)s joue %(place)s.")
        % {
            "rounds": rounds_text(this_round + 1, this_round + 1).capitalize(),
            "entry": arrays.entries[unit],
            "place": seat_text(arrays.tables[table], [seat]),
        }
        for this_round, table, seat, unit in gone.taken
    )
    told.extend(
        _("%(rounds)s : la table %(table)d joue avec une place vide.")
        % {"rounds": rounds_text(number, number).capitalize(), "table": table}
        for number, table in _numbered(arrays, gone.short)
    )
    return tuple(told)


def _board_sentences(
    arrays: SeatArrays, gone: Departure, leaving: Entry, lost: int, present: list[int]
) -> tuple[str, ...]:
    told = (
        ngettext("%(count)d donne n’est plus à jouer.", "%(count)d donnes ne sont plus à jouer.", lost)
        % {"count": lost}
        if lost
        else _("Aucune donne n’est perdue.")
    )
    rounds = rounds_played(gone.movement, unit_count=len(arrays.entries))
    staying = [int(rounds[unit]) for unit in present if arrays.entries[unit].pk != leaving.pk]
    fairness = _("Les autres jouent de %(least)d à %(most)d positions.")
    return (told, fairness % {"least": min(staying), "most": max(staying)})
