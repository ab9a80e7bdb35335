"""Results of team formats: the taker, and the bid where it is chosen."""

import pytest

from common.errors import AppError
from games.core.dealing.boards import board_taker
from games.core.outcome import Bid
from tests.factories.tournaments import list_plays, make_club, make_team_tournament, written
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import LineInput
from tournaments.models import ResultSlip, Tournament
from tournaments.results.services.results import Author, record_result
from tournaments.results.services.slip_versions import describe_facts, line_of

pytestmark = pytest.mark.django_db

NOBODY = Author(user=None)


def record(tournament: Tournament, line: LineInput, play: int = 0) -> ResultSlip:
    return record_result(play=list_plays(tournament)[play], line=line, seen_version=0, author=NOBODY)


@pytest.mark.parametrize("format_code", ["triplets", "quartets"])
def test_garde_is_imposed_on_triplets_and_quartets(format_code: str) -> None:
    tournament = make_team_tournament(make_club(), format_code, is_seated=True)

    slip = record(tournament, written(62))

    assert (slip.score, slip.facts and slip.facts.get("bid")) == (62, None)


@pytest.mark.parametrize("format_code", ["teams", "triangular"])
def test_bid_of_a_match_is_chosen_stored_and_told(format_code: str) -> None:
    tournament = make_team_tournament(make_club(), format_code, is_seated=True)
    line = LineInput(bouts=2, points="47", bid=Bid.GARDE_SANS)

    slip = record(tournament, line)

    assert slip.score == 124
    assert line_of(slip) == LineInput(gain=124, bouts=2, points="47", bid=Bid.GARDE_SANS)
    assert describe_facts(slip)[0] == "garde sans"
    with pytest.raises(AppError) as refusal:
        record(tournament, written(62), play=1)
    assert set(refusal.value.fields) == {"bid"}


def test_taker_is_the_boards_or_south() -> None:
    takers = {code: find_format(code).taker_of(3) for code in ("triplets", "quartets", "teams")}

    assert takers == {"triplets": board_taker(3), "quartets": 2, "teams": 2}
