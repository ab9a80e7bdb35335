"""Evenings whose results are score sheets, made through the services that people use."""

from collections.abc import Mapping
from typing import Any

from games.core.outcome import Bid
from tests.factories.stored_again import stored_again
from tests.factories.tournaments import EVENING, make_people
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.core.slips.traveller import LineInput
from tournaments.events.services.events import create_tournament, enter_people
from tournaments.models import Club, Play, ResultSlip, Tournament
from tournaments.movements.queries.movements import sections_by_place, sections_of
from tournaments.movements.services.sections import SectionPlan
from tournaments.results.services.results import Author, record_result
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import arrange_places


@stored_again
def make_sheet_tournament(
    club: Club,
    *,
    format_code: str = "free_deals",
    table_count: int = 5,
    player_count: int = 20,
    round_count: int = 2,
    deals: int = 2,
    game: str = "",
    options: Mapping[str, Any] | None = None,
) -> Tournament:
    """Build an evening in preparation, all entries in the order of the places: table 1 N, W, S, E…"""
    plan = SectionPlan(
        table_count=table_count, round_count=round_count, boards_per_set=deals, player_count=player_count
    )
    tournament = create_tournament(
        club=club,
        name="Soirée libre",
        starts_on=EVENING,
        format_code=format_code,
        sections=[plan],
        created_by=None,
        game=game,
        options=options,
    )
    people = make_people(club, player_count)
    entries = enter_people(tournament=tournament, people=people, entered_by=None)
    places = sorted(sections_by_place(sections_of(tournament)))
    places_of_entries = {place: entry.pk for place, entry in zip(places, entries, strict=True)}
    arrange_places(tournament=tournament, wanted=places_of_entries, seen={}, arranged_by=None)
    return tournament


def seat(tournament: Tournament) -> Tournament:
    return apply_movement(tournament=tournament, seated_by=None)


@stored_again
def make_seated_sheets(club: Club, **shape: Any) -> Tournament:
    """Build the evening of `make_sheet_tournament` with fixed seats, ready to play."""
    return seat(make_sheet_tournament(club, **shape))


def bid_line(taker: int, score: int, *, bid: Bid = Bid.GARDE, **figures: Any) -> SheetLine:
    """Return a line with its taker and contract, and the signed score of one defender."""
    column = {"gain": score} if score >= 0 else {"loss": -score}
    return SheetLine(taker=taker, bid=bid, written=LineInput(**column, **figures))


def enter_line(play: Play, line: SheetLine, **arguments: Any) -> ResultSlip:
    """Store a line, confirmed by its writer."""
    return record_result(
        play=play,
        line=line,
        **{"author": Author(user=None, device="test"), "seen_version": 0, "confirmed": True} | arguments,
    )


def find_play(tournament: Tournament, round_number: int, table_number: int, board: int = 1) -> Play:
    return Play.objects.get(
        round__section__session__tournament=tournament,
        round__number=round_number,
        table__number=table_number,
        board=board,
    )
