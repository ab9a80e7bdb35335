"""Two tables sat at each other's place, or a table played other boards: count what was really played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.enums import DocumentKind, IncidentKind
from tournaments.incidents.services.action_words import boards_text, papers_text
from tournaments.incidents.services.plans import CasePlan, Consequences
from tournaments.incidents.services.seat_steps import (
    lock_plays_at,
    refuse_results,
    refuse_rulings,
    seatings_at,
)
from tournaments.incidents.services.second_plays import (
    Twice,
    change_seats_once,
    duels_sentence,
    twice_sentence,
)
from tournaments.incidents.services.session_rounds import check_rounds, refuse_locked
from tournaments.models import Play, Seating, Session
from tournaments.paper.queries.papers import SEAT_PAPERS


@dataclass(frozen=True, slots=True, kw_only=True)
class TablesSwapped:
    """Two whole tables that sat at each other's place in one round."""

    kind: ClassVar = IncidentKind.TABLES

    table: int
    other: int
    this_round: int
    twice: Twice = Twice.KEEP
    """Treatment of boards that a player meets twice because of the exchange."""

    def plan(self, session: Session) -> CasePlan:
        """Plan to exchange all players of the two tables, seat by seat. Boards and results stay.

        Raises:
            AppError: the tables are the same (`same_table`), a table is empty then (`empty_table`), there is
                no such round (`no_such_round`), a ruling is in force (`rulings_exist`), or the round is
                locked (`round_locked`).
        """
        if self.table == self.other:
            message = _("Choisissez deux tables différentes.")
            raise AppError("same_table", message, fields={"other": message})
        check_rounds(session, self.this_round, self.this_round)
        old_seats = seatings_at(session, [(self.this_round, self.table), (self.this_round, self.other)])
        # a table without players has no seats to exchange
        for field, number in (("table", self.table), ("other", self.other)):
            if number not in {row.table.number for row in old_seats}:
                raise _empty_table_error(field, number, self.this_round)
        plays = lock_plays_at(session, {(row.round.number, row.table.number) for row in old_seats})
        refuse_rulings(plays)
        refuse_locked(plays)
        new_seats = self._new_seats(old_seats)
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
                boards=_repeat_sentences(session, new_seats, plays, self.twice),
                ranking=(_("Les résultats restent à leur table et comptent pour ceux qui y étaient assis."),),
                papers=papers_text(session, SEAT_PAPERS),
            ),
            carry_out=lambda user: change_seats_once(
                session, self.twice, user, removed=old_seats, added=new_seats
            ),
            facts={"table": self.table, "other": self.other, "rounds": [self.this_round] * 2},
        )

    def _new_seats(self, old_seats: Sequence[Seating]) -> list[Seating]:
        places = {row.table.number: (row.round, row.table) for row in old_seats}
        partner = {self.table: self.other, self.other: self.table}
        return [
            Seating(
                round=places[partner[row.table.number]][0],
                table=places[partner[row.table.number]][1],
                seat=row.seat,
                entry=row.entry,
            )
            for row in old_seats
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherBoards:
    """A table that played other boards than planned in one round."""

    kind: ClassVar = IncidentKind.BOARDS

    table: int
    this_round: int
    boards: tuple[int, ...]
    """Numbers of all boards that the table really played."""
    twice: Twice = Twice.KEEP
    """Fate of boards that a player meets twice because of the change."""

    def plan(self, session: Session) -> CasePlan:
        """Plan to replace the lines due at the table by those of the boards that were played.

        Raises:
            AppError: deals are dealt at the table (`no_boards`), there is no such round (`no_such_round`) or
                board (`no_such_board`), the table plays nothing then (`empty_table`) or not so many boards
                (`too_many_boards`), the boards are the planned ones (`same_boards`), a line that goes has a
                result (`results_exist`) or a ruling (`rulings_exist`), or the round is locked
                (`round_locked`).
        """
        check_rounds(session, self.this_round, self.this_round)
        plays = lock_plays_at(session, [(self.this_round, self.table)])
        seats = seatings_at(session, [(self.this_round, self.table)])
        if not plays or not seats:
            raise _empty_table_error("table", self.table, self.this_round)
        self._check_boards(session, plays)
        dropped_plays = [play for play in plays if play.board not in self.boards]
        refuse_results(dropped_plays)
        refuse_rulings(dropped_plays)
        refuse_locked(plays)
        planned_boards = {play.board for play in plays}
        new_plays = [
            Play(round=plays[0].round, table=plays[0].table, board=board)
            for board in self.boards
            if board not in planned_boards
        ]
        boards_sentence = _("Table %(table)d, position %(round)d. Prévu : %(gone)s. Joué : %(new)s.") % {
            "table": self.table,
            "round": self.this_round,
            "new": boards_text([play.board for play in new_plays], has_boards=True),
            "gone": boards_text([play.board for play in dropped_plays], has_boards=True),
        }
        return CasePlan(
            told=Consequences(
                movement=(_("Personne ne change de place."),),
                boards=(boards_sentence, *_repeat_sentences(session, seats, new_plays, self.twice)),
                ranking=(_("Saisissez ensuite les résultats sur les étuis vraiment joués."),),
                papers=papers_text(session, (DocumentKind.TRAVELLERS, DocumentKind.SCORE_SHEETS)),
            ),
            carry_out=lambda user: change_seats_once(
                session, self.twice, user, plays=dropped_plays, due=new_plays
            ),
            facts={
                "table": self.table,
                "rounds": [self.this_round] * 2,
                "boards": list(self.boards),
                "has_boards": True,
            },
        )

    def _check_boards(self, session: Session, plays: Sequence[Play]) -> None:
        if not find_format(session.tournament.format).plan.needs_same_deals:
            raise AppError(
                "no_boards", _("Ici les donnes sont distribuées à la table : aucun étui ne circule.")
            )
        boards = Play.objects.filter(round__section__session=session, board__in=self.boards)
        unknown_boards = set(self.boards) - set(boards.values_list("board", flat=True))
        if unknown_boards:
            message = _("Aucun étui %(board)d n’est joué dans cette séance.") % {"board": min(unknown_boards)}
            raise AppError("no_such_board", message, fields={"boards": message})
        if len(self.boards) > len(plays):
            message = _("Cette table joue %(count)d étuis à cette position : n’en écrivez pas plus.")
            message %= {"count": len(plays)}
            raise AppError("too_many_boards", message, fields={"boards": message})
        if {play.board for play in plays} == set(self.boards):
            message = _("Ce sont les étuis prévus : il n’y a rien à changer.")
            raise AppError("same_boards", message, fields={"boards": message})


def _repeat_sentences(
    session: Session, seats: Sequence[Seating], plays: Sequence[Play], way: Twice
) -> tuple[str, ...]:
    """Return a sentence for each player who has one of these boards in another round. Two queries.

    One sentence in all where teams meet home and away.
    """
    if find_format(session.tournament.format).plan.has_duels:
        return (duels_sentence(),)
    boards_at: dict[tuple[int, int], set[int]] = {}
    for play in plays:
        boards_at.setdefault((play.round_id, play.table_id), set()).add(play.board)
    round_keys = {play.round_id for play in plays} | {row.round_id for row in seats}
    entries = {row.entry_id: row.entry for row in seats}
    boards_by_entry = {row.entry_id: boards_at.get((row.round_id, row.table_id), set()) for row in seats}
    other_seats = Seating.objects.filter(round__section__session=session, entry__in=entries).exclude(
        round__in=round_keys
    )
    entries_by_place: dict[tuple[int, int], list[int]] = {}
    for this_round, table, entry in other_seats.values_list("round_id", "table_id", "entry_id"):
        entries_by_place.setdefault((this_round, table), []).append(entry)
    repeated_boards: dict[int, set[int]] = {}
    other_plays = Play.objects.filter(round__section__session=session).exclude(round__in=round_keys)
    for this_round, table, board in other_plays.values_list("round_id", "table_id", "board"):
        for entry in entries_by_place.get((this_round, table), ()):
            if board in boards_by_entry[entry]:
                repeated_boards.setdefault(entry, set()).add(board)
    if not repeated_boards:
        return (_("Personne ne joue deux fois un étui."),)
    return tuple(
        twice_sentence(way) % {"entry": entries[pk], "boards": boards_text(sorted(boards), has_boards=True)}
        for pk, boards in repeated_boards.items()
    )


def _empty_table_error(field: str, table: int, this_round: int) -> AppError:
    message = _("La table %(table)d ne joue pas à la position %(round)d.") % {
        "table": table,
        "round": this_round,
    }
    return AppError("empty_table", message, fields={field: message})
