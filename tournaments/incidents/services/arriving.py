"""Somebody comes or comes back during the evening: at a place that was left, or at one more."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.event_options import lines_per_round
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.movement import NO_SET
from tournaments.core.movements.seat_changes import seat_arrival, with_a_table_more
from tournaments.enums import EntryPresence, IncidentKind
from tournaments.events.services.events import refuse_mixed
from tournaments.incidents.services.action_words import (
    TABLE_PAPERS,
    costs_text,
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.leaving import present_units
from tournaments.incidents.services.people_steps import add_entry, set_standing
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.seat_steps import (
    add_table,
    change_seats,
    plays_at,
    refuse_results,
    refuse_rulings,
    seatings_at,
)
from tournaments.incidents.services.session_rounds import (
    check_rounds,
    refuse_locked,
    round_count,
)
from tournaments.incidents.services.substituting import Newcomer
from tournaments.models import Entry, Incident, Play, Round, Seating, Session, Table
from tournaments.movements.queries.counts import deal_counts, deals_per_line
from tournaments.movements.queries.movements import lines_of
from tournaments.seating.queries.seat_arrays import load_seat_arrays


@dataclass(frozen=True, slots=True)
class SeatsToTake:
    """What becomes of seats and lines when somebody comes."""

    removed: list[Seating]
    """Of those who had made up the number, who rest again."""
    added: list[Seating]
    """Not stored; a seat without an entry is for the one who comes."""
    due: list[Play]
    """Not stored."""
    table: Table | None = None
    """One more, not stored, where all others are taken."""

    @property
    def own(self) -> list[Seating]:
        """Where the one who comes sits, by round."""
        return sorted((row for row in self.added if row.entry_id is None), key=lambda row: row.round.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arriving:
    """Who comes, from which round on, and to which place."""

    kind: ClassVar = IncidentKind.ARRIVING

    comes: Newcomer | Entry
    """Somebody who is not entered, or an entry that had left."""
    place: Incident | None
    """The departure whose place is taken; None for one place more."""
    first_round: int

    def plan(self, session: Session) -> CasePlan:
        """At a place that was left everything is as the movement had it; one place more is found where it
        costs nobody a deal.

        Raises:
            AppError: teams are entered (`teams_only`), nobody comes (`newcomer_missing`, `newcomer_twice`),
                he is entered (`plays_already`), there is no such round (`no_such_round`) or no seat then
                (`no_seat`), a result (`results_exist`) or a ruling (`rulings_exist`) stands where seats
                change, or a round is locked (`round_locked`).
        """
        if find_format(session.tournament.format).has_teams:
            raise AppError(
                "teams_only", _("Changez l’équipier sur la page de son équipe, ou prenez un remplaçant.")
            )
        if isinstance(self.comes, Newcomer):
            self.comes.require_free(session.tournament)
        check_rounds(session, self.first_round, round_count(session))
        seats = self._left(session, self.place) if self.place else self._one_more(session)
        if not seats.own:
            raise self._no_seat()
        before = deal_counts(session, ())
        after = deal_counts(
            session,
            (),
            removed=seats.removed,
            added=[row for row in seats.added if row.entry_id is not None],
            due=seats.due,
        )
        others = list(session.tournament.entries.select_related("person"))
        return CasePlan(
            told=Consequences(
                movement=self._movement_sentences(seats),
                boards=(self._deals(session, seats), *costs_text(others, before, after)),
                ranking=(_("%(comes)s est classé sur les donnes qu’il joue.") % {"comes": self.comes},),
                papers=papers_text(session, TABLE_PAPERS),
            ),
            carry_out=lambda user: self._come(session, seats, user),
            facts={
                "entry": str(self.comes),
                "rounds": [self.first_round, round_count(session)],
                **({"place": self.place.pk} if self.place else {}),
                **({"back": self.comes.pk} if isinstance(self.comes, Entry) else {}),
            },
        )

    def _left(self, session: Session, place: Incident) -> SeatsToTake:
        """The seats that somebody left, with the tables that rest since, round by round as long as nobody of
        them plays elsewhere by now."""
        step = next(step for step in place.steps if step["step"] == "seats")
        rounds = Round.objects.filter(section__session=session, number__gte=self.first_round).in_bulk()
        tables = Table.objects.filter(section__session=session).in_bulk()
        rows = {(row[0], row[1], row[2]): row[3] for row in step["removed"] if row[0] in rounds}
        made_up = {(row[0], row[1], row[2]): row[3] for row in step["added"] if row[0] in rounds}
        places = {(rounds[row[0]].number, tables[row[1]].number) for row in rows}
        now = {(row.round_id, row.table_id, row.seat): row for row in seatings_at(session, places)}
        busy = {
            (row.round_id, row.entry_id)
            for row in Seating.objects.filter(round__in=rounds)
            if (row.round_id, row.table_id, row.seat) not in made_up
        }
        spoiled = {
            key[0]
            for key, pk in rows.items()
            if (key[0], pk) in busy or (now[key].entry_id if key in now else None) != made_up.get(key)
        }
        kept = {key: pk for key, pk in rows.items() if key[0] not in spoiled}
        plays = plays_at(session, {(rounds[key[0]].number, tables[key[1]].number) for key in kept})
        refuse_results(plays)
        refuse_rulings(plays)
        refuse_locked(plays)
        entries = session.tournament.entries.in_bulk()
        return SeatsToTake(
            removed=[now[key] for key in kept if key in now],
            added=[
                Seating(
                    round=rounds[key[0]],
                    table=tables[key[1]],
                    seat=key[2],
                    entry=None if pk == place.facts["left"] else entries[pk],
                )
                for key, pk in kept.items()
            ],
            due=[
                Play(round=rounds[row[0]], table=tables[row[1]], board=row[2])
                for row in step["plays"]
                if row[0] in rounds and row[0] not in spoiled
            ],
        )

    def _one_more(self, session: Session) -> SeatsToTake:
        """Empty seats of tables that play, and tables of those who rest."""
        arrays = load_seat_arrays(session)
        if arrays is None:
            raise self._no_seat()
        sections = list(session.sections.all())
        more = Table(section=sections[-1], number=max(arrays.tables) + 1)
        numbers = (*arrays.tables, more.number)
        arrival = seat_arrival(
            with_a_table_more(arrays.movement), self.first_round - 1, present_units(session, arrays)
        )
        tables = {table.number: table for table in Table.objects.filter(section__session=session)}
        tables.setdefault(more.number, more)
        rounds = {(row.section_id, row.number): row for row in Round.objects.filter(section__session=session)}
        touched = plays_at(session, {(row[0] + 1, numbers[row[1]]) for row in arrival.seats})
        refuse_results(touched)
        refuse_locked(touched)

        def at(this_round: int, table: int) -> tuple[Round, Table]:
            found = tables[numbers[table]]
            return rounds[found.section_id, this_round + 1], found

        added: list[Seating] = []
        due: list[Play] = []
        for this_round, table, seat, unit in arrival.seats:
            number, found = at(this_round, table)
            entry = arrays.entries[unit] if unit < len(arrays.entries) else None
            added.append(Seating(round=number, table=found, seat=seat, entry=entry))
        lines = lines_per_round(lines_of(session), sections[0].boards_per_set)
        for this_round, table, board_set in arrival.tables:
            number, found = at(this_round, table)
            boards = range(1, lines + 1) if board_set == NO_SET else arrays.boards[board_set]
            due.extend(Play(round=number, table=found, board=board) for board in boards)
        is_used = any(row.table is more for row in added)
        return SeatsToTake(removed=[], added=added, due=due, table=more if is_used else None)

    def _come(self, session: Session, seats: SeatsToTake, user: User) -> list[Step]:
        steps, entry = self._entry(session, user)
        if seats.table is not None:
            steps.append(add_table(seats.table))
        for row in seats.own:
            row.entry = entry
        return [*steps, change_seats(removed=seats.removed, added=seats.added, due=seats.due)]

    def _entry(self, session: Session, user: User) -> tuple[list[Step], Entry]:
        if isinstance(self.comes, Entry):
            return [set_standing(self.comes, EntryPresence.RANKED)], self.comes
        person = self.comes.enter(session, user)
        refuse_mixed(session.tournament, [person])
        step, entry = add_entry(session, person)
        return [step], entry

    def _movement_sentences(self, seats: SeatsToTake) -> tuple[str, ...]:
        playing = {(row.round_id, row.entry_id) for row in seats.added}
        comes = [
            _("%(rounds)s : %(entry)s joue %(place)s.")
            % {
                "rounds": rounds_text(row.round.number, row.round.number).capitalize(),
                "entry": row.entry if row.entry_id is not None else self.comes,
                "place": seat_text(row.table.number, [row.seat]),
            }
            for row in sorted(seats.added, key=lambda row: (row.round.number, row.entry_id is not None))
        ]
        rest = [
            _("%(rounds)s : %(entry)s se repose de nouveau.")
            % {
                "rounds": rounds_text(row.round.number, row.round.number).capitalize(),
                "entry": row.entry,
            }
            for row in seats.removed
            if (row.round_id, row.entry_id) not in playing
        ]
        return (*comes, *rest)

    def _deals(self, session: Session, seats: SeatsToTake) -> str:
        """How many deals the one who comes has."""
        places = {(row.round.number, row.table.number) for row in seats.own}
        here = {(row.round_id, row.table_id) for row in seats.own}
        new = sum((play.round_id, play.table_id) in here for play in seats.due)
        count = (len(plays_at(session, places)) + new) * deals_per_line(session)
        told = ngettext("%(comes)s joue %(count)d donne.", "%(comes)s joue %(count)d donnes.", count)
        return told % {"comes": self.comes, "count": count}

    def _no_seat(self) -> AppError:
        told = _(
            "Aucune table n’a de place pour une personne de plus à partir de cette position :"
            " faites-la jouer comme remplaçante, ou changez de mouvement avant le premier résultat."
        )
        return AppError("no_seat", told, fields={"place": told})


def places_left(session: Session) -> list[Incident]:
    """Departures whose place nobody has taken since, the latest first. One query."""
    done = list(session.incidents.in_force())
    taken = {incident.facts.get("place") for incident in done}
    return [incident for incident in done if "left" in incident.facts and incident.pk not in taken]
