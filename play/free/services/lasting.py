"""Effects of a finished deal on the next ones of its match: the pot, a third Excuse."""

from games.core.facts.over_deals import settle_pot
from games.core.variants.contrat import COSTLY_EXCUSE, ContratOutcome
from play.free.models import FreeDeal
from play.free.queries.free_tables import Gathering, free_table_terms
from play.tables.services.played_tables import Chairs, load_sitting


def keep_lasting(gathering: Gathering) -> None:
    """Store payments of a finished deal beside its score, once: from the pot, or for a third Excuse.

    Each match begins without a pot and without an Excuse.
    """
    sitting, deal = gathering.sitting, gathering.deal
    assert sitting is not None
    assert deal is not None
    terms = free_table_terms(gathering.table)
    # stored already
    if deal.pot is not None:
        return
    outcome = sitting.state.outcome()
    if isinstance(outcome, ContratOutcome):
        _keep_excuse(deal, outcome)
    if not terms.plays_for_pot:
        return
    previous_deal = gathering.table.deals.filter(match=deal.match, number=deal.number - 1).first()
    pot = previous_deal.pot if previous_deal is not None and previous_deal.pot is not None else 0
    settlement = settle_pot(terms, outcome, pot, deal.table.dealer)
    payments = " ".join(map(str, settlement.payments))
    FreeDeal.objects.filter(pk=deal.pk, pot=None).update(pot=settlement.pot, payments=payments)


def _keep_excuse(deal: FreeDeal, outcome: ContratOutcome) -> None:
    """Store a point for the player dealt the Excuse for the third time in the match, zero for the rest."""
    previous_deals = FreeDeal.objects.filter(
        free_table=deal.free_table_id, match=deal.match, number__lt=deal.number
    ).select_related("table")
    outcomes = [
        load_sitting(previous_deal.table, Chairs(None, frozenset())).state.outcome()
        for previous_deal in previous_deals
    ]
    excuse_seats = [
        played_outcome.excuse
        for played_outcome in (*outcomes, outcome)
        if isinstance(played_outcome, ContratOutcome)
    ]
    is_costly = outcome.excuse is not None and excuse_seats.count(outcome.excuse) == COSTLY_EXCUSE
    points = " ".join(str(int(is_costly and seat == outcome.excuse)) for seat in range(len(outcome.bets)))
    # `pot=None`: two requests store it once
    FreeDeal.objects.filter(pk=deal.pk, pot=None).update(pot=0, payments=points)
