"""A player joins or comes back during the evening, at a vacant place or at an additional one."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.event_options import lines_per_round
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.movement import NO_SET, SEAT_COUNT
from tournaments.core.movements.seat_changes import (
    Arrival,
    join_tables,
    seat_arrival,
    with_a_table_more,
    with_wider_tables,
)
from tournaments.enums import IncidentKind
from tournaments.incidents.services.action_words import (
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.awaiting_seat import enter_arrival, refuse_teams, table_hint
from tournaments.incidents.services.leaving import present_units
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.seat_steps import (
    add_table,
    change_seats,
    lock_plays_at,
    refuse_results,
    refuse_rulings,
    seatings_at,
)
from tournaments.incidents.services.session_rounds import (
    check_rounds,
    has_undrawn_round,
    refuse_locked,
    round_count,
)
from tournaments.incidents.services.substituting import Newcomer
from tournaments.incidents.services.table_regrouping import (
    closed_places,
    seat_differences,
    session_table_sizes,
    widen_tables,
)
from tournaments.incidents.services.waiting_entries import load_arrays_with_waiting
from tournaments.models import Entry, Incident, Play, Round, Seating, Session, Table
from tournaments.movements.queries.counts import deals_per_line
from tournaments.movements.queries.movements import session_line_kind
from tournaments.paper.queries.papers import TABLE_PAPERS
from tournaments.seating.queries.seat_arrays import SeatArrays


@dataclass(frozen=True, slots=True)
class SeatsToTake:
    """Changes of seats and plays when a player joins."""

    removed: list[Seating]
    """Stored seats of players who sat at a vacant place and now rest again."""
    added: list[Seating]
    """New seats, not stored. A seat without an entry is for the player who joins."""
    due: list[Play]
    """Plays that become due, not stored."""
    table: Table | None = None
    """Additional table, not stored; None if another table has a free seat."""
    seat_count: int = 0
    """Number of seats that a table needs; 0 if the tables have enough."""

    @property
    def own(self) -> list[Seating]:
        """Seats of the player who joins, by round."""
        return sorted((row for row in self.added if row.entry_id is None), key=lambda row: row.round.number)


@dataclass(frozen=True, slots=True, kw_only=True)
class Arriving:
    """A player who joins or comes back, their place and first round."""

    kind: ClassVar = IncidentKind.ARRIVING

    comes: Newcomer | Entry
    """A person who is not entered, or an entry that had left."""
    place: Incident | None
    """Departure whose place is taken over; None for an additional place."""
    first_round: int
    makes_threes: bool = False
    """True if players of full tables make a small table with the player, rather than a larger table."""

    def plan(self, session: Session) -> CasePlan:
        """Plan the seats of the player.

        A vacant place restores the movement's own seats. An additional place is chosen so that no other
        player loses a deal.

        Raises:
            AppError: as `Newcomer.require_free`, or with one of these codes:

            - `teams_only`: teams are entered;
            - `no_such_round`;
            - `no_seat`: there is no seat from that round on;
            - `results_exist`, `rulings_exist`: a result or a ruling stands where seats change;
            - `round_locked`.
        """
        refuse_teams(session)
        if isinstance(self.comes, Newcomer):
            self.comes.require_free(session.tournament)
        check_rounds(session, self.first_round, round_count(session))
        seats = self._vacant_seats(session, self.place) if self.place else self._additional_seats(session)
        is_drawn_later = has_undrawn_round(session, self.first_round - 1)
        if not seats.own and not is_drawn_later:
            raise self._no_seat(session)
        return CasePlan(
            told=Consequences(
                movement=(
                    *self._movement_sentences(seats),
                    *((self._draw_sentence(),) if is_drawn_later else ()),
                    *self._size_sentences(session, seats),
                ),
                boards=self._deals(session, seats, is_drawn_later=is_drawn_later),
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

    def _vacant_seats(self, session: Session, place: Incident) -> SeatsToTake:
        """Return the seats of a departure, and the tables that rest because of it.

        A round is left out if one of these players has another seat in it by now, or if a seat has changed
        since.
        """
        step = next(step for step in place.steps if step["step"] == "seats")
        rounds = Round.objects.filter(section__session=session, number__gte=self.first_round).in_bulk()
        tables = Table.objects.filter(section__session=session).in_bulk()
        # undo the departure's own step: (round, table, seat) → entry, for rounds that still come
        rows = {(row[0], row[1], row[2]): row[3] for row in step["removed"] if row[0] in rounds}
        stand_in_keys = {(row[0], row[1], row[2]): row[3] for row in step["added"] if row[0] in rounds}
        places = {(rounds[row[0]].number, tables[row[1]].number) for row in rows}
        current_seats = {(row.round_id, row.table_id, row.seat): row for row in seatings_at(session, places)}
        occupied_entries = {
            (row.round_id, row.entry_id)
            for row in Seating.objects.filter(round__in=rounds)
            if (row.round_id, row.table_id, row.seat) not in stand_in_keys
        }
        # a round is all or nothing: part of its seats would not be the movement's any more
        unusable_rounds = {
            key[0]
            for key, pk in rows.items()
            if (key[0], pk) in occupied_entries
            or (current_seats[key].entry_id if key in current_seats else None) != stand_in_keys.get(key)
        }
        vacant_seats = {key: pk for key, pk in rows.items() if key[0] not in unusable_rounds}
        plays = lock_plays_at(
            session, {(rounds[key[0]].number, tables[key[1]].number) for key in vacant_seats}
        )
        refuse_results(plays)
        refuse_rulings(plays)
        refuse_locked(plays)
        entries = session.tournament.entries.in_bulk()
        return SeatsToTake(
            removed=[current_seats[key] for key in vacant_seats if key in current_seats],
            added=[
                Seating(
                    round=rounds[key[0]],
                    table=tables[key[1]],
                    seat=key[2],
                    entry=None if pk == place.facts["left"] else entries[pk],
                )
                for key, pk in vacant_seats.items()
            ],
            due=[
                Play(round=rounds[row[0]], table=tables[row[1]], board=row[2])
                for row in step["plays"]
                if row[0] in rounds and row[0] not in unusable_rounds
            ],
        )

    def _additional_seats(self, session: Session) -> SeatsToTake:
        """Return empty seats of tables in play, and seats at new tables with other players."""
        arrays = load_arrays_with_waiting(session, self.comes)
        if arrays is None:
            raise self._no_seat(session)
        sections = list(session.sections.all())
        extra_table = Table(section=sections[-1], number=max(arrays.tables) + 1)
        arrival = self._arrival(session, arrays)
        seats = seat_differences(session, arrays, arrival.movement, extra_table)
        places = {(row.round.number, row.table.number) for row in (*seats.removed, *seats.added)}
        affected_plays = lock_plays_at(session, places)
        refuse_results(affected_plays)
        refuse_rulings(affected_plays)
        refuse_locked(affected_plays)
        table_rows = {(row.round.number, row.table.number): row for row in seats.added}
        numbers = (*arrays.tables, extra_table.number)
        lines = lines_per_round(session_line_kind(session), sections[0].boards_per_set)
        plays: list[Play] = []
        for this_round, table, board_set in arrival.tables:
            row = table_rows[this_round + 1, numbers[table]]
            # deals dealt at the table are numbered within the round
            boards = range(1, lines + 1) if board_set == NO_SET else arrays.boards[board_set]
            plays.extend(Play(round=row.round, table=row.table, board=board) for board in boards)
        return SeatsToTake(
            removed=seats.removed,
            added=seats.added,
            due=plays,
            table=seats.table,
            seat_count=seats.seat_count,
        )

    def _arrival(self, session: Session, arrays: SeatArrays) -> Arrival:
        sizes, present = session_table_sizes(session), present_units(session, arrays)
        movement, first = with_a_table_more(arrays.movement), self.first_round - 1
        if sizes is None or movement.has_boards:
            return seat_arrival(movement, first, present, unit=len(arrays.entries))
        return join_tables(
            with_wider_tables(movement, sizes.most),
            first,
            present,
            sizes,
            closed_places(session, arrays),
            unit=len(arrays.entries),
            makes_threes=self.makes_threes,
        )

    def _come(self, session: Session, seats: SeatsToTake, user: User) -> list[Step]:
        steps, entry = enter_arrival(session, self.comes, user)
        if seats.table is not None:
            # before the seats, which need the table's id
            steps.append(add_table(seats.table))
        steps.extend(widen_tables(session, seats.seat_count))
        # only now, since the entry may just have been created
        for row in seats.own:
            row.entry = entry
        return [*steps, change_seats(removed=seats.removed, added=seats.added, due=seats.due, is_bound=True)]

    def _draw_sentence(self) -> str:
        return _("%(comes)s est dans le tirage de chaque position à venir.") % {"comes": self.comes}

    def _size_sentences(self, session: Session, seats: SeatsToTake) -> tuple[str, ...]:
        """Return a remark on tables of five, which the federation does not homologate."""
        is_large = any(row.seat >= SEAT_COUNT for row in seats.added)
        if find_format(session.tournament.format).is_friendly or not is_large:
            return ()
        return (_("Des tables de cinq ne sont pas homologuées par la fédération."),)

    def _movement_sentences(self, seats: SeatsToTake) -> tuple[str, ...]:
        new_places = {(row.round_id, row.entry_id) for row in seats.added}
        seat_sentences = [
            _("%(rounds)s : %(entry)s joue %(place)s.")
            % {
                "rounds": rounds_text(row.round.number, row.round.number).capitalize(),
                "entry": row.entry if row.entry_id is not None else self.comes,
                "place": seat_text(row.table.number, [row.seat]),
            }
            for row in sorted(seats.added, key=lambda row: (row.round.number, row.entry_id is not None))
        ]
        rest_sentences = [
            _("%(rounds)s : %(entry)s se repose de nouveau.")
            % {
                "rounds": rounds_text(row.round.number, row.round.number).capitalize(),
                "entry": row.entry,
            }
            for row in seats.removed
            if (row.round_id, row.entry_id) not in new_places
        ]
        # a player who changes tables has both an old and a new seat
        return (*seat_sentences, *rest_sentences)

    def _deals(self, session: Session, seats: SeatsToTake, *, is_drawn_later: bool) -> tuple[str, ...]:
        """Return the sentence with the number of deals of the player who joins.

        Args:
            is_drawn_later: true if a draw will give more deals, which nobody can count yet.
        """
        places = {(row.round.number, row.table.number) for row in seats.own}
        place_keys = {(row.round_id, row.table_id) for row in seats.own}
        new_count = sum((play.round_id, play.table_id) in place_keys for play in seats.due)
        count = (len(lock_plays_at(session, places)) + new_count) * deals_per_line(session)
        if is_drawn_later:
            sentence_text = ngettext(
                "%(comes)s joue %(count)d donne avant le prochain tirage.",
                "%(comes)s joue %(count)d donnes avant le prochain tirage.",
                count,
            )
        else:
            sentence_text = ngettext(
                "%(comes)s joue %(count)d donne.", "%(comes)s joue %(count)d donnes.", count
            )
        # before the next draw, no deal is no news
        return (sentence_text % {"comes": self.comes, "count": count},) if count or not is_drawn_later else ()

    def _no_seat(self, session: Session) -> AppError:
        message = _(
            "Aucune table n’a de place pour une personne de plus à partir de cette position. %(hint)s"
            " Choisissez « attendre », ou faites-la jouer comme remplaçante, en relais avec un joueur qui"
            " le veut bien. Avant le premier résultat, un autre mouvement peut aussi avoir une place de plus."
        ) % {"hint": table_hint(session, self.first_round)}
        return AppError("no_seat", message, fields={"place": message})


def list_departures_to_fill(session: Session) -> list[Incident]:
    """Return the departures whose place is still vacant, the latest first. One query."""
    incidents = list(session.incidents.in_force())
    taken_places = {incident.facts.get("place") for incident in incidents}
    return [
        incident for incident in incidents if "left" in incident.facts and incident.pk not in taken_places
    ]
