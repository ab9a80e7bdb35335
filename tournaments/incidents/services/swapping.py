"""Two who sat at each other's place for some rounds: seats change, results count for who was there."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from common.errors import AppError
from tournaments.core.errors import InvalidMovement
from tournaments.core.formats.ranking_plan import Scoring
from tournaments.core.formats.registry import find_format
from tournaments.core.movements.movement import Movement
from tournaments.core.movements.seat_changes import boards_again, meetings_again, swap_units
from tournaments.enums import IncidentKind
from tournaments.incidents.services.action_words import (
    SEAT_PAPERS,
    boards_text,
    papers_text,
    rounds_text,
    seat_text,
)
from tournaments.incidents.services.plans import CasePlan, Consequences
from tournaments.incidents.services.seat_steps import plays_at, refuse_rulings
from tournaments.incidents.services.second_plays import Twice, change_seats_once, twice_sentence
from tournaments.incidents.services.session_rounds import check_rounds, refuse_locked
from tournaments.models import Entry, Play, ResultSlip, Seating, Session
from tournaments.seating.queries.seat_arrays import SeatArrays, load_seat_arrays

MOST_MEETINGS = 5
"""Meetings told one by one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """Who sat at each other's place, and when."""

    kind: ClassVar = IncidentKind.SWAP

    entry: Entry
    other: Entry
    first_round: int
    last_round: int
    twice: Twice = Twice.KEEP

    def plan(self, session: Session) -> CasePlan:
        """Each at the other's seats in these rounds; boards, tables and results stay.

        Raises:
            AppError: they are one (`same_entry`), such rounds are not played (`no_such_round`), teams meet
                home and away (`swap_in_duels`), neither sits then (`swap_nothing`), a ruling is in force
                at their tables (`rulings_exist`), or a round is locked (`round_locked`).
        """
        self._refuse(session)
        check_rounds(session, self.first_round, self.last_round)
        removed = list(self._seats(session))
        plays = plays_at(session, {(row.round.number, row.table.number) for row in removed})
        refuse_rulings(plays)
        refuse_locked(plays)
        arrays = load_seat_arrays(session)
        if arrays is None:
            raise self._nothing()
        after = self._swapped(arrays)
        again = meetings_again(arrays.movement, after)
        twice = boards_again(arrays.movement, after)
        return CasePlan(
            told=Consequences(
                movement=(*self._seat_sentences(removed), *_meeting_sentences(arrays, again)),
                boards=_board_sentences(arrays, [dict(finding.values) for finding in twice], self.twice),
                ranking=_ranking_sentences(plays),
                papers=papers_text(session, SEAT_PAPERS),
            ),
            carry_out=lambda user: change_seats_once(
                session, self.twice, user, removed=removed, added=self._exchanged(removed)
            ),
            facts={
                "entry": str(self.entry),
                "other": str(self.other),
                "rounds": [self.first_round, self.last_round],
            },
        )

    def _refuse(self, session: Session) -> None:
        if self.entry == self.other:
            told = _("Choisissez deux personnes différentes.")
            raise AppError("same_entry", told, fields={"other": told})
        plan = find_format(session.tournament.format).plan
        if plan.scoring in (Scoring.DUELS, Scoring.MATCHES):
            raise AppError(
                "swap_in_duels",
                _(
                    "Ici chaque étui se joue à l’aller et au retour entre les deux mêmes équipes :"
                    " changer les équipes de place déferait leurs duels."
                    " Neutralisez plutôt ces étuis (« Un étui abîmé »)."
                ),
            )

    def _swapped(self, arrays: SeatArrays) -> Movement:
        unit, other = arrays.unit_of(self.entry), arrays.unit_of(self.other)
        if unit is None or other is None:
            raise self._nothing()
        try:
            return swap_units(arrays.movement, unit, other, range(self.first_round - 1, self.last_round))
        except InvalidMovement as error:
            raise self._nothing() from error

    def _seats(self, session: Session) -> Iterable[Seating]:
        rows = Seating.objects.filter(
            round__section__session=session,
            round__number__range=(self.first_round, self.last_round),
            entry__in=(self.entry, self.other),
        )
        return rows.select_related("round", "table", "entry").order_by("round__number", "seat")

    def _exchanged(self, removed: Iterable[Seating]) -> list[Seating]:
        partner = {self.entry.pk: self.other, self.other.pk: self.entry}
        return [
            Seating(round=row.round, table=row.table, seat=row.seat, entry=partner[row.entry_id])
            for row in removed
        ]

    def _seat_sentences(self, removed: Iterable[Seating]) -> Iterable[str]:
        partner = {self.entry.pk: self.other, self.other.pk: self.entry}
        places: dict[tuple[int, int, int], list[int]] = {}
        for row in removed:
            places.setdefault((row.round.number, row.table.number, row.entry_id), []).append(row.seat)
        for (number, table, pk), seats in places.items():
            yield _("%(rounds)s : %(entry)s, %(place)s.") % {
                "rounds": rounds_text(number, number).capitalize(),
                "entry": partner[pk],
                "place": seat_text(table, seats),
            }

    def _nothing(self) -> AppError:
        told = _("Ni l’un ni l’autre n’a de table à ces positions.")
        return AppError("swap_nothing", told, fields={"first_round": told})


def _meeting_sentences(arrays: SeatArrays, pairs: tuple[tuple[int, int], ...]) -> tuple[str, ...]:
    told = [
        _("%(one)s et %(other)s se rencontrent plus d’une fois.")
        % {"one": arrays.entries[one], "other": arrays.entries[other]}
        for one, other in pairs[:MOST_MEETINGS]
    ]
    left = len(pairs) - len(told)
    if left > 0:
        told.append(
            ngettext(
                "%(count)d autre rencontre a lieu plus d’une fois.",
                "%(count)d autres rencontres ont lieu plus d’une fois.",
                left,
            )
            % {"count": left}
        )
    return tuple(told)


def _board_sentences(arrays: SeatArrays, twice: list[dict[str, int]], way: Twice) -> tuple[str, ...]:
    if not arrays.movement.has_boards:
        return ()
    if not twice:
        return (_("Personne ne joue deux fois un étui."),)
    return tuple(
        twice_sentence(way)
        % {
            "entry": arrays.entries[finding["player"]],
            "boards": boards_text(arrays.boards[finding["board_set"]], has_boards=True),
        }
        for finding in twice
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
