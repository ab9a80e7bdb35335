"""Effects of a finished deal on the next ones of its match: the pot, a third Excuse."""

from games.core.facts.over_deals import settle_pot
from games.core.variants.contrat import COSTLY_EXCUSE, ContratOutcome
from play.free.models import FreeDeal
from play.free.queries.free_tables import Gathering, terms_of
from play.tables.services.played_tables import Chairs, load_sitting


def keep_lasting(seated: Gathering) -> None:
    """Keep what a finished deal brings beside its score, once: from the pot, or for a third Excuse.

    Each match begins without a pot and without an Excuse.
    """
    sitting, deal = seated.sitting, seated.deal
    assert sitting is not None
    assert deal is not None
    terms = terms_of(seated.table)
    if deal.pot is not None:
        return
    outcome = sitting.state.outcome()
    if isinstance(outcome, ContratOutcome):
        _keep_excuse(deal, outcome)
    if not terms.plays_for_pot:
        return
    earlier = seated.table.deals.filter(match=deal.match, number=deal.number - 1).first()
    held = earlier.pot if earlier is not None and earlier.pot is not None else 0
    turn = settle_pot(terms, outcome, held, deal.table.dealer)
    payments = " ".join(map(str, turn.payments))
    FreeDeal.objects.filter(pk=deal.pk, pot=None).update(pot=turn.pot, payments=payments)


def _keep_excuse(deal: FreeDeal, outcome: ContratOutcome) -> None:
    """The point of whoever was dealt the Excuse for the third time of the match; noughts for the others."""
    earlier = FreeDeal.objects.filter(
        free_table=deal.free_table_id, match=deal.match, number__lt=deal.number
    ).select_related("table")
    played = [load_sitting(each.table, Chairs(None, frozenset())).state.outcome() for each in earlier]
    dealt = [each.excuse for each in (*played, outcome) if isinstance(each, ContratOutcome)]
    is_costly = outcome.excuse is not None and dealt.count(outcome.excuse) == COSTLY_EXCUSE
    points = " ".join(str(int(is_costly and seat == outcome.excuse)) for seat in range(len(outcome.bets)))
    FreeDeal.objects.filter(pk=deal.pk, pot=None).update(pot=0, payments=points)
