"""Two tables sat at each other’s place, or one played other étuis: what was really played counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind, IncidentKind
from tournaments.incidents.services.action_words import SEAT_PAPERS, boards_text, papers_text
from tournaments.incidents.services.plans import CasePlan, Consequences
from tournaments.incidents.services.seat_steps import (
    plays_at,
    refuse_results,
    refuse_rulings,
    seatings_at,
)
from tournaments.incidents.services.second_plays import Twice, change_seats_once, twice_sentence
from tournaments.incidents.services.session_rounds import check_rounds, refuse_locked
from tournaments.models import Play, Seating, Session


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesSwapped:
    """Two whole tables that sat at each other's place in one round."""

    kind: ClassVar = IncidentKind.TABLES

    table: int
    other: int
    this_round: int
    twice: Twice = Twice.KEEP

    def plan(self, session: Session) -> CasePlan:
        """Everybody of one table at the other, in the same seats; étuis and results stay at their table.

        Raises:
            AppError: the tables are one (`same_table`), one is empty then (`empty_table`), there is no such
                round (`no_such_round`), a ruling is in force (`rulings_exist`) or the round is locked
                (`round_locked`).
        """
        if self.table == self.other:
            told = _("Choisissez deux tables différentes.")
            raise AppError("same_table", told, fields={"other": told})
        check_rounds(session, self.this_round, self.this_round)
        removed = seatings_at(session, [(self.this_round, self.table), (self.this_round, self.other)])
        for field, number in (("table", self.table), ("other", self.other)):
            if number not in {row.table.number for row in removed}:
                raise _empty(field, number, self.this_round)
        plays = plays_at(session, {(row.round.number, row.table.number) for row in removed})
        refuse_rulings(plays)
        refuse_locked(plays)
        added = self._exchanged(removed)
        tables = {"table": self.table, "other": self.other, "round": self.this_round}
        return CasePlan(
            told=Consequences(
                movement=(
                    _(
                        "Position %(round)d : les joueurs de la table %(table)d sont à la table %(other)d,"
                        " et ceux de la table %(other)d à la table %(table)d."
                    )
                    % tables,
                ),
                boards=_met_twice(session, added, plays, self.twice),
                ranking=(_("Les résultats restent à leur table et comptent pour ceux qui y étaient assis."),),
                papers=papers_text(session, SEAT_PAPERS),
            ),
            carry_out=lambda user: change_seats_once(session, self.twice, user, removed=removed, added=added),
            facts={"table": self.table, "other": self.other, "rounds": [self.this_round] * 2},
        )

    def _exchanged(self, removed: Sequence[Seating]) -> list[Seating]:
        places = {row.table.number: (row.round, row.table) for row in removed}
        partner = {self.table: self.other, self.other: self.table}
        return [
            Seating(
                round=places[partner[row.table.number]][0],
                table=places[partner[row.table.number]][1],
                seat=row.seat,
                entry=row.entry,
            )
            for row in removed
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBoards:
    """A table that played other étuis than its own in one round."""

    kind: ClassVar = IncidentKind.BOARDS

    table: int
    this_round: int
    boards: tuple[int, ...]
    """All that it really played."""
    twice: Twice = Twice.KEEP

    def plan(self, session: Session) -> CasePlan:
        """The lines due at the table are those of the étuis played.

        Raises:
            AppError: deals are dealt at the table (`no_boards`), there is no such round (`no_such_round`) or
                board (`no_such_board`), the table plays nothing then (`empty_table`) or not so many
                (`too_many_boards`), a line that goes has a result (`results_exist`) or a ruling
                (`rulings_exist`), or the round is locked (`round_locked`).
        """
        check_rounds(session, self.this_round, self.this_round)
        due = plays_at(session, [(self.this_round, self.table)])
        seated = seatings_at(session, [(self.this_round, self.table)])
        if not due or not seated:
            raise _empty("table", self.table, self.this_round)
        self._check_boards(session, due)
        gone = [play for play in due if play.board not in self.boards]
        refuse_results(gone)
        refuse_rulings(gone)
        refuse_locked(due)
        known = {play.board for play in due}
        new = [
            Play(round=due[0].round, table=due[0].table, board=board)
            for board in self.boards
            if board not in known
        ]
        told = _("Table %(table)d, position %(round)d : %(new)s au lieu de %(gone)s.") % {
            "table": self.table,
            "round": self.this_round,
            "new": boards_text([play.board for play in new], has_boards=True),
            "gone": boards_text([play.board for play in gone], has_boards=True),
        }
        return CasePlan(
            told=Consequences(
                movement=(_("Personne ne change de place."),),
                boards=(told, *_met_twice(session, seated, new, self.twice)),
                ranking=(_("Saisissez ensuite les résultats sur les étuis vraiment joués."),),
                papers=papers_text(session, (DocumentKind.TRAVELLERS, DocumentKind.SCORE_SHEETS)),
            ),
            carry_out=lambda user: change_seats_once(session, self.twice, user, plays=gone, due=new),
            facts={
                "table": self.table,
                "rounds": [self.this_round] * 2,
                "boards": list(self.boards),
                "has_boards": True,
            },
        )

    def _check_boards(self, session: Session, due: Sequence[Play]) -> None:
        if not find_format(session.tournament.format).plan.needs_same_deals:
            raise AppError(
                "no_boards", _("Ici les donnes sont distribuées à la table : aucun étui ne circule.")
            )
        boards = Play.objects.filter(round__section__session=session, board__in=self.boards)
        unknown = set(self.boards) - set(boards.values_list("board", flat=True))
        if unknown:
            told = _("Aucun étui %(board)d n’est joué dans cette séance.") % {"board": min(unknown)}
            raise AppError("no_such_board", told, fields={"boards": told})
        if len(self.boards) > len(due):
            told = _("Cette table joue %(count)d étuis à cette position : n’en écrivez pas plus.")
            told %= {"count": len(due)}
            raise AppError("too_many_boards", told, fields={"boards": told})
        if {play.board for play in due} == set(self.boards):
            told = _("Ce sont les étuis prévus : il n’y a rien à changer.")
            raise AppError("same_boards", told, fields={"boards": told})


def _met_twice(
    session: Session, seated: Sequence[Seating], plays: Sequence[Play], way: Twice
) -> tuple[str, ...]:
    """Name the people who have one of these boards in another round too. Two queries."""
    boards_at: dict[tuple[int, int], set[int]] = {}
    for play in plays:
        boards_at.setdefault((play.round_id, play.table_id), set()).add(play.board)
    here = {play.round_id for play in plays} | {row.round_id for row in seated}
    entries = {row.entry_id: row.entry for row in seated}
    now = {row.entry_id: boards_at.get((row.round_id, row.table_id), set()) for row in seated}
    elsewhere = Seating.objects.filter(round__section__session=session, entry__in=entries).exclude(
        round__in=here
    )
    held: dict[tuple[int, int], list[int]] = {}
    for this_round, table, entry in elsewhere.values_list("round_id", "table_id", "entry_id"):
        held.setdefault((this_round, table), []).append(entry)
    twice: dict[int, set[int]] = {}
    due = Play.objects.filter(round__section__session=session).exclude(round__in=here)
    for this_round, table, board in due.values_list("round_id", "table_id", "board"):
        for entry in held.get((this_round, table), ()):
            if board in now[entry]:
                twice.setdefault(entry, set()).add(board)
    if not twice:
        return (_("Personne ne joue deux fois un étui."),)
    return tuple(
        twice_sentence(way) % {"entry": entries[pk], "boards": boards_text(sorted(boards), has_boards=True)}
        for pk, boards in twice.items()
    )


def _empty(field: str, table: int, this_round: int) -> AppError:
    told = _("La table %(table)d ne joue pas à la position %(round)d.") % {
        "table": table,
        "round": this_round,
    }
    return AppError("empty_table", told, fields={field: told})
