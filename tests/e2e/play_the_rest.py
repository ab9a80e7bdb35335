"""Run beside the site: plausible results for the lines of a tournament that have none, and its ranking."""

import random
import sys

import django

django.setup()

from games.models import Deal  # noqa: E402 - models only after setup
from tests.factories.opened import cards_of  # noqa: E402
from tournaments.core.formats.registry import find_format  # noqa: E402
from tournaments.core.slips.traveller import CHOSEN_BIDS  # noqa: E402
from tournaments.demo.services.demo_boards import plausible_line  # noqa: E402
from tournaments.models import Play, Tournament  # noqa: E402
from tournaments.rankings.services.standings import refresh_standings  # noqa: E402
from tournaments.results.services.results import Author, record_result  # noqa: E402


def play_the_rest(slug: str) -> None:
    """Record them one by one, as a second person at the keyboard would."""
    rng = random.Random(slug)
    tournament = Tournament.objects.get(slug=slug)
    event_format = find_format(tournament.format)
    deals = {deal.number: deal for deal in Deal.objects.filter(deal_set__session__tournament=tournament)}
    for play in Play.objects.filter(round__section__session__tournament=tournament, slips=None):
        deal = deals[play.board]
        bid = event_format.imposed_bid or rng.choice(CHOSEN_BIDS)
        assert deal.taker is not None
        line = plausible_line(cards_of(deal), deal.taker, bid, event_format.variant, 0, rng)
        record_result(play=play, line=line, seen_version=0, author=Author(user=None), confirmed=True)
    refresh_standings(session=tournament.sessions.get())


play_the_rest(sys.argv[1])
