"""Two entries sat at each other's place for some rounds: exchange their seats, keep the results."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from tournaments.core.errors import InvalidMovement
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.seat_changes import boards_again, meetings_again, swap_units
from tournaments.enums import IncidentKind
from tournaments.incidents.services.action_words import (
    boards_text,
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.plans import CasePlan, Consequences
from tournaments.incidents.services.seat_steps import lock_plays_at, refuse_rulings
from tournaments.incidents.services.second_plays import Twice, change_seats_once, twice_sentence
from tournaments.incidents.services.session_rounds import check_rounds, refuse_locked
from tournaments.models import Entry, Play, ResultSlip, Seating, Session
from tournaments.paper.queries.papers import SEAT_PAPERS
from tournaments.seating.queries.seat_arrays import SeatArrays, load_seat_arrays

MOST_MEETINGS = 5
"""Largest number of repeated meetings that are named; further ones are only counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """Two entries that sat at each other's place, and the rounds concerned."""

    kind: ClassVar = IncidentKind.SWAP

    entry: Entry
    other: Entry
    first_round: int
    last_round: int
    twice: Twice = Twice.KEEP
    """Treatment of boards that a player meets twice because of the exchange."""

    def plan(self, session: Session) -> CasePlan:
        """Plan to exchange the seats of the two entries in these rounds. Boards, tables and results stay.

        Raises:
            AppError: the entries are the same (`same_entry`), the rounds are not played (`no_such_round`),
                teams meet home and away (`swap_in_duels`), neither entry sits then (`swap_nothing`), a ruling
                is in force at their tables (`rulings_exist`), or a round is locked (`round_locked`).
        """
        self._refuse(session)
        check_rounds(session, self.first_round, self.last_round)
        old_seats = list(self._seats(session))
        plays = lock_plays_at(session, {(row.round.number, row.table.number) for row in old_seats})
        # a ruling on a deal concerns the players at its table, who would now be different
        refuse_rulings(plays)
        refuse_locked(plays)
        arrays = load_seat_arrays(session)
        if arrays is None:
            raise self._no_seats_error()
        new_movement = self._new_movement(arrays)
        repeated_meetings = meetings_again(arrays.movement, new_movement)
        repeated_boards = boards_again(arrays.movement, new_movement)
        return CasePlan(
            told=Consequences(
                movement=(*self._seat_sentences(old_seats), *_meeting_sentences(arrays, repeated_meetings)),
                boards=_board_sentences(
                    arrays, [dict(finding.values) for finding in repeated_boards], self.twice
                ),
                ranking=_ranking_sentences(plays),
                papers=papers_text(session, SEAT_PAPERS),
            ),
            carry_out=lambda user: change_seats_once(
                session, self.twice, user, removed=old_seats, added=self._new_seats(old_seats)
            ),
            facts={
                "entry": str(self.entry),
                "other": str(self.other),
                "rounds": [self.first_round, self.last_round],
            },
        )

    def _refuse(self, session: Session) -> None:
        if self.entry == self.other:
            message = _("Choisissez deux personnes différentes.")
            raise AppError("same_entry", message, fields={"other": message})
        plan = find_format(session.tournament.format).plan
        if plan.has_duels:
            raise AppError(
                "swap_in_duels",
                _(
                    "Ici chaque étui se joue à l’aller et au retour entre les deux mêmes équipes :"
                    " changer les équipes de place déferait leurs duels."
                    " Neutralisez plutôt ces étuis (« Un étui abîmé »)."
                ),
            )

    def _new_movement(self, arrays: SeatArrays) -> Movement:
        unit, other_unit = arrays.unit_of(self.entry), arrays.unit_of(self.other)
        if unit is None or other_unit is None:
            raise self._no_seats_error()
        try:
            return swap_units(arrays.movement, unit, other_unit, range(self.first_round - 1, self.last_round))
        except InvalidMovement as error:
            raise self._no_seats_error() from error

    def _seats(self, session: Session) -> Iterable[Seating]:
        rows = Seating.objects.filter(
            round__section__session=session,
            round__number__range=(self.first_round, self.last_round),
            entry__in=(self.entry, self.other),
        )
        return rows.select_related("round", "table", "entry").order_by("round__number", "seat")

    def _new_seats(self, old_seats: Iterable[Seating]) -> list[Seating]:
        partner = {self.entry.pk: self.other, self.other.pk: self.entry}
        return [
            Seating(round=row.round, table=row.table, seat=row.seat, entry=partner[row.entry_id])
            for row in old_seats
        ]

    def _seat_sentences(self, old_seats: Iterable[Seating]) -> Iterable[str]:
        partner = {self.entry.pk: self.other, self.other.pk: self.entry}
        places: dict[tuple[int, int, int], list[int]] = {}
        for row in old_seats:
            # a team holds several seats of a table: one sentence for all of them
            places.setdefault((row.round.number, row.table.number, row.entry_id), []).append(row.seat)
        for (number, table, pk), seats in places.items():
            yield _("%(rounds)s : %(entry)s, %(place)s.") % {
                "rounds": rounds_text(number, number).capitalize(),
                "entry": partner[pk],
                "place": seat_text(table, seats),
            }

    def _no_seats_error(self) -> AppError:
        message = _("Ni l’un ni l’autre n’a de table à ces positions.")
        return AppError("swap_nothing", message, fields={"first_round": message})


def _meeting_sentences(arrays: SeatArrays, pairs: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    sentences = [
        _("%(one)s et %(other)s se rencontrent plus d’une fois.")
        % {"one": arrays.entries[unit], "other": arrays.entries[opponent]}
        for unit, opponent in pairs[:MOST_MEETINGS]
    ]
    remaining_count = len(pairs) - len(sentences)
    if remaining_count > 0:
        sentences.append(
            ngettext(
                "%(count)d autre rencontre a lieu plus d’une fois.",
                "%(count)d autres rencontres ont lieu plus d’une fois.",
                remaining_count,
            )
            % {"count": remaining_count}
        )
    return tuple(sentences)


def _board_sentences(arrays: SeatArrays, findings: list[dict[str, int]], way: Twice) -> tuple[str, ...]:
    if not arrays.movement.has_boards:
        return ()
    if not findings:
        return (_("Personne ne joue deux fois un étui."),)
    return tuple(
        twice_sentence(way)
        % {
            "entry": arrays.entries[finding["player"]],
            "boards": boards_text(arrays.boards[finding["board_set"]], has_boards=True),
        }
        for finding in findings
    )


def _ranking_sentences(plays: list[Play]) -> tuple[str, ...]:
    count = ResultSlip.objects.current().filter(play__in=plays).count()
    if not count:
        return (_("Aucun résultat n’est encore saisi à ces tables."),)
    return (
        ngettext(
            "%(count)d résultat reste à sa table et à son étui, et compte pour qui y était vraiment assis.",
            "%(count)d résultats restent à leur table et à leur étui,"
            " et comptent pour qui y était vraiment assis.",
            count,
        )
        % {"count": count},
    )
