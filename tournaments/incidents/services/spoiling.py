"""A board whose cards were seen or changed: neutralise it at the tables that had it so."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import LineKind
from tournaments.enums import IncidentKind, SlipKind
from tournaments.incidents.services.action_words import deals_change, rounds_text
from tournaments.incidents.services.plans import CasePlan, Consequences
from tournaments.incidents.services.result_steps import set_aside
from tournaments.incidents.services.session_rounds import check_rounds
from tournaments.models import Play, ResultSlip, Session
from tournaments.movements.queries.counts import deal_counts
from tournaments.results.services.slip_versions import describe_slip


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoiling:
    """A spoiled board, in some rounds, at one table or at all tables that have it then."""

    kind: ClassVar = IncidentKind.SPOILED

    board: int
    first_round: int
    last_round: int
    table: int | None = None

    def plan(self, session: Session) -> CasePlan:
        """Plan to neutralise each line of the board in these rounds, with or without a result.

        Raises:
            AppError: deals are dealt at the table (`no_boards`), the rounds are not played (`no_such_round`),
                the board is not played there (`no_such_board`), or it is already neutralised there
                (`nothing_left`).

        Source:
            FFT, Code d'arbitrage (2012) C9: a neutralised deal is void for the players concerned.
        """
        if not find_format(session.tournament.format).needs_dealt_boards:
            raise AppError(
                "no_boards",
                _(
                    "Ici chaque table distribue ses donnes :"
                    " faites redistribuer la donne, il n’y a rien à changer ici."
                ),
            )
        check_rounds(session, self.first_round, self.last_round)
        # the board is not dealt afresh for the tables to come: two deals under one number would be compared
        plays = self._plays(session)
        slips = {slip.play_id: slip for slip in ResultSlip.objects.current().filter(play__in=plays)}
        affected_plays = [play for play in plays if not _is_void(slips.get(play.pk))]
        if not affected_plays:
            message = _("Cet étui y est déjà neutralisé.")
            raise AppError("nothing_left", message, fields={"board": message})
        return CasePlan(
            told=Consequences(
                boards=(*_line_sentences(affected_plays, slips), _deals_sentence(session, affected_plays)),
                ranking=(
                    _("Ceux qui y jouent sont classés sur leurs autres donnes."),
                    _("Les autres tables de cet étui se comparent entre elles."),
                    _("L’étui n’est pas redistribué : deux donnes différentes seraient comparées."),
                ),
            ),
            carry_out=lambda user: [set_aside(affected_plays, LineKind.NEUTRALISED, _("Étui abîmé"), user)],
            facts={"board": self.board, "rounds": [self.first_round, self.last_round]},
        )

    def _plays(self, session: Session) -> list[Play]:
        rows = Play.objects.filter(
            round__section__session=session,
            board=self.board,
            round__number__range=(self.first_round, self.last_round),
        )
        if self.table is not None:
            rows = rows.filter(table__number=self.table)
        rows = rows.select_related("round__section__session__tournament", "table")
        plays = list(rows.order_by("round__number", "table__number"))
        if not plays:
            message = _("Cet étui n’est pas joué à cet endroit.")
            raise AppError("no_such_board", message, fields={"board": message})
        return plays


def _is_void(slip: ResultSlip | None) -> bool:
    return slip is not None and slip.kind == SlipKind.NEUTRALISED


def _line_sentences(plays: list[Play], slips: dict[int, ResultSlip]) -> tuple[str, ...]:
    return tuple(
        _("%(rounds)s, table %(table)d : %(before)s → neutralisée.")
        % {
            "rounds": rounds_text(play.round.number, play.round.number).capitalize(),
            "table": play.table.number,
            "before": describe_slip(slips[play.pk]) if play.pk in slips else _("pas encore de résultat"),
        }
        for play in plays
    )


def _deals_sentence(session: Session, plays: list[Play]) -> str:
    old_counts, new_counts = deal_counts(session, ()), deal_counts(session, plays)
    return deals_change(session.tournament, old_counts.values(), new_counts.values())
