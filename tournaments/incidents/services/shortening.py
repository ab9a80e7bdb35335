"""The evening ends early: the open lines of later rounds are not played."""

from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.base.queries.rounds import count_undrawn_rounds
from tournaments.core.slips.traveller import LineKind
from tournaments.enums import IncidentKind
from tournaments.incidents.services.action_words import deals_change, rounds_text
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.result_steps import set_aside
from tournaments.incidents.services.round_steps import give_up_rounds
from tournaments.incidents.services.session_rounds import check_end, round_count
from tournaments.models import Play, ResultSlip, Session
from tournaments.movements.queries.counts import deal_counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Shortening:
    """Last round of an evening that ends early."""

    kind: ClassVar = IncidentKind.SHORTENED

    last_round: int
    """Last round that is played; 0 for none."""

    def plan(self, session: Session) -> CasePlan:
        """Plan the end: each later line without a result becomes "not played". Later results stay.

        Later rounds that are still to be drawn are given up.

        Raises:
            AppError: no round follows, or the number is negative (`no_such_round`); nothing is left to play
                (`nothing_left`).

        Source:
            FFT, Manuel de l'organisateur (2011): étuis that a shortened event does not play stay blank.
        """
        check_end(session, self.last_round, "last_round")
        later_plays = Play.objects.filter(round__section__session=session, round__number__gt=self.last_round)
        has_result = ResultSlip.objects.current().filter(play__in=later_plays).values("play")
        plays = list(
            later_plays.exclude(pk__in=has_result).select_related("round__section__session__tournament")
        )
        undrawn_count = count_undrawn_rounds(session, self.last_round)
        if not plays and not undrawn_count:
            message = _("Il n’y a plus de donne à jouer après cette position.")
            raise AppError("nothing_left", message, fields={"last_round": message})
        result_count = later_plays.filter(pk__in=has_result).count()
        return CasePlan(
            told=Consequences(
                movement=self._movement_sentences(session),
                boards=self._board_sentences(session, plays, undrawn_count),
                ranking=(_("Le classement compte les donnes jouées."), *_later_sentences(result_count)),
            ),
            carry_out=lambda user: self._stop(session, plays, undrawn_count, user),
            facts={"last": self.last_round},
        )

    def _movement_sentences(self, session: Session) -> tuple[str, ...]:
        last = round_count(session)
        return (
            _("%(rounds)s : personne ne joue plus.")
            % {"rounds": rounds_text(self.last_round + 1, last).capitalize()},
        )

    def _board_sentences(self, session: Session, plays: list[Play], undrawn_count: int) -> tuple[str, ...]:
        undrawn_sentences = _undrawn_sentences(undrawn_count)
        if not plays:
            return undrawn_sentences
        old_counts, new_counts = deal_counts(session, ()), deal_counts(session, plays)
        lines_sentence = ngettext(
            "%(count)d ligne devient « non jouée ».", "%(count)d lignes deviennent « non jouée ».", len(plays)
        )
        deals_sentence = deals_change(session.tournament, old_counts.values(), new_counts.values())
        return (lines_sentence % {"count": len(plays)}, deals_sentence, *undrawn_sentences)

    def _stop(self, session: Session, plays: list[Play], undrawn_count: int, user: User) -> list[Step]:
        steps = [give_up_rounds(session, self.last_round)] if undrawn_count else []
        if plays:
            steps.append(set_aside(plays, LineKind.NOT_PLAYED, _("Soirée écourtée"), user))
        return steps


def _undrawn_sentences(count: int) -> tuple[str, ...]:
    """Return a sentence about rounds that will not be drawn, if there are any."""
    if not count:
        return ()
    sentence_text = ngettext(
        "On ne tire plus %(count)d position.", "On ne tire plus %(count)d positions.", count
    )
    return (sentence_text % {"count": count},)


def _later_sentences(result_count: int) -> tuple[str, ...]:
    """Return a sentence about results of later rounds, if there are any."""
    if not result_count:
        return ()
    sentence_text = ngettext(
        "%(count)d résultat déjà saisi dans ces positions reste et compte.",
        "%(count)d résultats déjà saisis dans ces positions restent et comptent.",
        result_count,
    )
    return (sentence_text % {"count": result_count},)
