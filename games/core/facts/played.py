"""Sum of a deal that was played on the site, at the games of tarot cards without a taker."""

from games.core.cards import QUEEN, rank_of, trump_number
from games.core.facts.fields import SumLine
from games.core.facts.sums import cold_poker_sum, contrat_sum, grelin_sum, nullo_sum, papayou_sum
from games.core.play import State
from games.core.variants.cold_poker import ColdPokerOutcome
from games.core.variants.contrat import ContratOutcome
from games.core.variants.grelin import GrelinOutcome
from games.core.variants.nullo import NulloOutcome
from games.core.variants.papayou_play import PapayouState


def played_sum(state: State) -> tuple[SumLine, ...]:
    """Return the lines that explain the scores of a finished deal, one for each seat; () for Tarot."""
    if isinstance(state, PapayouState):
        # its outcome holds points alone: queens and trumps are counted in the tricks
        queens = [sum(rank_of(card) == QUEEN for card in pile) for pile in state.won]
        trumps = [sum(trump_number(card) or 0 for card in pile) for pile in state.won]
        return papayou_sum(queens, trumps, state.outcome_so_far().scores())
    match state.outcome():
        case NulloOutcome() as outcome:
            return nullo_sum(outcome)
        case GrelinOutcome() as outcome:
            return grelin_sum(outcome)
        case ContratOutcome() as outcome:
            return contrat_sum(outcome)
        case ColdPokerOutcome() as outcome:
            return cold_poker_sum(outcome.points)
    return ()
