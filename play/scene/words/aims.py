"""The aim of a game without a taker, and the person's count so far, in a few words for the table."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.core.cards import SUIT_SYMBOLS, rank_of, sort_hand, suit_of
from games.core.play import Points, State
from games.core.variants.cold_poker import ColdPokerState
from games.core.variants.contrat import ContratState
from games.core.variants.grelin import GrelinState
from games.core.variants.nullo import NulloState
from games.core.variants.papayou_play import PapayouState
from games.core.variants.tarot.playing import Playing
from games.core.variants.tarot.state import TarotState
from play.tables.web.felt import tokens_words
from tournaments.base.words.cards import CORNERS
from tournaments.base.words.wording import NBSP
from tournaments.results.words.facts import points_words

AIMS: dict[type[State], Promise] = {
    PapayouState: gettext_lazy("Évitez les dames et les atouts"),
    NulloState: gettext_lazy("Évitez les points"),
    GrelinState: gettext_lazy("Posez toutes vos cartes le premier"),
    ContratState: gettext_lazy("Faites exactement les plis annoncés"),
    ColdPokerState: gettext_lazy("Gagnez les plus gros atouts"),
}


def aim_words(state: State) -> str:
    """Return the aim of the game; "" where a contract says it."""
    aim = AIMS.get(type(state))
    return str(aim) if aim else ""


def count_words(state: State, seat: int) -> str:
    """Return the count of a seat so far, from what all players have seen; "" where there is none."""
    match state:
        case PapayouState() | ColdPokerState():
            return _taken_words(state.outcome_so_far().points[seat])
        case NulloState():
            return _taken_words(state.outcome_so_far().scores()[seat])
        case GrelinState():
            return tokens_words(state.tokens[seat])
        case ContratState():
            return _bet_words(state, seat)
    return ""


def left_words(state: ColdPokerState, seat: int) -> str:
    """Return the cards left to a seat, which all know: "♠ R D 9 3"."""
    cards = sort_hand(state.layout.hands[seat] - frozenset(state.shown))
    if not cards:
        return ""
    ranks = " ".join(str(CORNERS.get(rank, rank)) for card in cards if (rank := rank_of(card)))
    return f"{SUIT_SYMBOLS[suit_of(cards[0]) or 0]}{NBSP}{ranks}"


def stock_words(state: State) -> str:
    """Return the number of cards that are still in the stock; "" where there are none."""
    count = 0
    if isinstance(state, TarotState) and isinstance(state.phase, Playing) and state.phase.reserve:
        count = len(state.phase.reserve.stock)
    elif isinstance(state, PapayouState) and None not in state.terms:
        count = len(state.stock)
    if not count or state.is_over:
        return ""
    return ngettext("talon : %(count)d carte", "talon : %(count)d cartes", count) % {"count": count}


def _taken_words(points: Points) -> str:
    return _("points pris : %(points)s") % {"points": points_words(points).removeprefix("+")}


def _bet_words(state: ContratState, seat: int) -> str:
    """Return the bet and the tricks of a seat; before all have bet, the sum of the bets so far."""
    if len(state.bets) < state.player_count:
        values = {"sum": sum(state.bets), "tricks": len(state.layout.hands[0])}
        words = ngettext(
            "annonces : %(sum)d sur %(tricks)d pli",
            "annonces : %(sum)d sur %(tricks)d plis",
            values["tricks"],
        )
        return words % values
    outcome = state.outcome_so_far()
    return _("annonce %(bet)d, plis %(tricks)d") % {"bet": outcome.bets[seat], "tricks": outcome.tricks[seat]}
