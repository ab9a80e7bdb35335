"""Plays recorded card by card."""

from random import Random

from games.core.exchange.deals import record_of_state
from games.core.notation import format_played_deal
from games.core.outcome import Bid
from games.core.play import play_randomly
from games.core.play.games import State
from games.core.variants.registry import GAMES
from games.core.variants.tarot.setting import Imposed
from games.models import Deal
from tests.factories.opened import open_deal_layout
from tests.factories.tournaments import make_user
from tournaments.models import Play, PlayRecord


def record_play(play: Play) -> State:
    """A play of a dealt board, played to its end by chance and kept as a record."""
    deal = Deal.objects.get(deal_set__session=play.round.section.session, number=play.board)
    start = GAMES["tarot-4"].start(
        open_deal_layout(deal), dealer=deal.dealer, imposed=Imposed(deal.taker, Bid.GARDE)
    )
    state = play_randomly(start, Random(4))
    text = format_played_deal(record_of_state(state))
    PlayRecord.objects.create(play=play, version=1, text=text, written_by=make_user())
    return state
