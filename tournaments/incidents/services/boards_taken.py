"""Boards that a late player or a slow table cannot play in time: put them off, or leave them out."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.event_options import SheetOf
from tournaments.core.formats.ruling_effects import needs_play
from tournaments.core.ranking.faults import Tariff
from tournaments.core.slips.traveller import LineKind
from tournaments.enums import IncidentKind
from tournaments.incidents.services.action_words import boards_text, deals_change, names_text, rounds_text
from tournaments.incidents.services.people_steps import rule_on
from tournaments.incidents.services.plans import CasePlan, Consequences, Step
from tournaments.incidents.services.result_steps import set_aside
from tournaments.incidents.services.session_rounds import refuse_locked
from tournaments.models import Entry, Play, ResultSlip, Session
from tournaments.movements.queries.counts import deal_counts
from tournaments.movements.queries.movements import session_sheet_kind
from tournaments.rankings.queries.rulings import RulingRules, earlier_rulings, load_rules
from tournaments.rankings.services.rulings import RulingDraft
from tournaments.rankings.words.ruling_wording import effects_text
from tournaments.results.services.slip_versions import lock_plays

# the federation's table has no fault for lateness: it costs the same as slowness
DEAL_LOST, SLOW = "slow_play_deal_lost", "slow_play"
"""Faults of the federation's table for slow play: with a lost deal, and without."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardsTaken:
    """Lines of one table in one round, and their fate."""

    kind: IncidentKind
    """`LATE` or `SLOW`."""
    plays: tuple[Play, ...]
    """Plays of one table and round without a result; with round, table, section and tournament."""
    is_later: bool
    """True if the deals are played at the end of the evening or in a pause; False if never."""
    late: Entry | None = None
    """Entry that is late."""
    guilty: tuple[Entry, ...] = ()
    """Entries that the tariff of slow play applies to; empty for no penalty."""

    def plan(self, session: Session) -> CasePlan:
        """Plan the fate of the lines and the rulings.

        Lines to play later stay open. Lost lines become "not played", or neutralised where a ruling needs it.

        Raises:
            AppError: no line is chosen (`nothing_left`), a line has a result or is gone (`results_exist`), or
                the round is locked (`round_locked`).

        Source:
            FFT, Code d'arbitrage (2012): slow play, and slowness that costs a deal.
        """
        if not self.plays:
            message = _("Choisissez au moins une donne.")
            raise AppError("nothing_left", message, fields={"plays": message})
        # the form reads them without a lock: meanwhile a phone stores a result, or another desk moves players
        new_plays, other_plays = lock_plays(self.plays)
        is_one_gone = len(new_plays) + len(other_plays) < len(self.plays)
        if is_one_gone or ResultSlip.objects.current().filter(play__in=other_plays).exists():
            message = _(
                "Une de ces donnes a déjà un résultat, ou n’est plus à jouer à cette table : rechargez la"
                " page."
            )
            raise AppError("results_exist", message, fields={"plays": message})
        refuse_locked(self.plays)
        rules = load_rules(session.tournament)
        drafts = self._drafts(rules, session)
        return CasePlan(
            told=Consequences(
                movement=(self._movement_sentence(),),
                boards=self._board_sentences(session, rules),
                ranking=self._ranking_sentences(rules, drafts),
            ),
            carry_out=lambda user: self._carry_out(session, drafts, user),
            facts={
                **({"put_off": [play.pk for play in self.plays]} if self.is_later else {}),
                "way": "later" if self.is_later else "lost",
                "entry": str(self.late or ""),
                "table": self.plays[0].table.number,
                "rounds": [self.plays[0].round.number] * 2,
                "boards": [play.board for play in self.plays],
                "has_boards": rules.has_boards,
            },
        )

    @property
    def _reason(self) -> str:
        return _("Retard") if self.kind is IncidentKind.LATE else _("Jeu lent")

    def _drafts(self, rules: RulingRules, session: Session) -> list[RulingDraft]:
        """Return the rulings of the action: one for each lost deal, or one for the slowness."""
        if not self.guilty:
            return []
        loses_deals = (
            not self.is_later and session_sheet_kind(session) is SheetOf.DEALS and rules.tariffs(DEAL_LOST)
        )
        fault = DEAL_LOST if loses_deals else SLOW
        occurrence = earlier_rulings(session, fault, self.guilty) + 1
        tariff = rules.tariff(fault, occurrence)
        # a tariff on a play needs a ruling for each deal; one on the total is given once
        plays: Sequence[Play | None] = self.plays if needs_play(tariff) else (None,)
        return [
            RulingDraft(
                effects=tariff,
                guilty=self.guilty,
                play=play,
                fault=fault,
                occurrence=occurrence,
                reason=self._reason,
            )
            for play in plays
        ]

    def _carry_out(self, session: Session, drafts: Sequence[RulingDraft], user: User) -> list[Step]:
        steps: list[Step] = []
        if not self.is_later:
            steps.append(set_aside(self.plays, LineKind.NOT_PLAYED, self._reason, user))
        return [*steps, *(rule_on(session, draft, user) for draft in drafts)]

    def _movement_sentence(self) -> str:
        return _("Personne ne change de place ; la position suivante commence pour tous à la même heure.")

    def _board_sentences(self, session: Session, rules: RulingRules) -> tuple[str, ...]:
        place = _("%(rounds)s, table %(table)d") % {
            "rounds": rounds_text(self.plays[0].round.number, self.plays[0].round.number).capitalize(),
            "table": self.plays[0].table.number,
        }
        boards = boards_text([play.board for play in self.plays], has_boards=rules.has_boards)
        values = {"place": place, "boards": boards}
        if self.is_later:
            later_sentence = (
                _("%(place)s : %(boards)s à jouer plus tard ; le résultat reste attendu.") % values
            )
            storage_sentence = _(
                "Mettez ces étuis de côté après leur dernière table, pour les y rapporter à la fin."
            )
            return (later_sentence, storage_sentence) if rules.has_boards else (later_sentence,)
        old_counts, new_counts = deal_counts(session, ()), deal_counts(session, self.plays)
        lost_sentence = ngettext(
            "%(place)s : %(boards)s, non jouée.", "%(place)s : %(boards)s, non jouées.", len(self.plays)
        )
        return (
            lost_sentence % values,
            deals_change(session.tournament, old_counts.values(), new_counts.values()),
        )

    def _ranking_sentences(self, rules: RulingRules, drafts: Sequence[RulingDraft]) -> tuple[str, ...]:
        sentences: list[str] = []
        if not self.is_later:
            sentences.append(_("Les joueurs de la table sont classés sur leurs autres donnes."))
        if drafts:
            sentences.append(_penalty_sentence(rules, drafts[0].effects, self.guilty, len(drafts)))
        else:
            sentences.append(_("Aucune pénalité."))
        return tuple(sentences)


def _penalty_sentence(rules: RulingRules, tariff: Tariff, guilty: Sequence[Entry], deals: int) -> str:
    sentence_text = ngettext(
        "%(names)s : %(effects)s (tarif du jeu lent).",
        "%(names)s : %(effects)s, sur chacune des %(count)d donnes (tarif du jeu lent).",
        deals,
    )
    return sentence_text % {
        "names": names_text(guilty),
        "effects": effects_text(tariff, rules.measure),
        "count": deals,
    }
