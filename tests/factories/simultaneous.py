"""Simultaneous: sites of one club with the same deals."""

import random
from collections.abc import Sequence
from typing import Any

from accounts.models import User
from games.core.dealing.boards import board_taker
from games.core.seats import SEAT_LETTERS
from tournaments.demo.services.demo import DemoStage, make_demo_tournament, play_demo_session
from tournaments.enums import CompetitionKind, Visibility
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, Competition, Entry, Play, Tournament
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
    show_competition,
)


def make_simultaneous(
    *, club: Club, organiser: User, site_count: int, seed: int, **evening: Any
) -> Competition:
    """Build finished evenings of the sites, and their common ranking.

    Args:
        evening: further arguments of `make_demo_tournament`.
    """
    plan = CompetitionPlan(name="Simultané", kind=CompetitionKind.SIMULTANEOUS)
    competition = create_competition(club=club, plan=plan, created_by=organiser)
    for number in range(1, site_count + 1):
        site = f"Lieu {number}"
        tournament = make_demo_tournament(
            club=club, stage=DemoStage.ENTERED, seed=1000 * number + seed, name=site, **evening
        )
        tournament = play_demo_session(
            tournament,
            stage=DemoStage.FINISHED,
            secret=f"etui demo {seed}",
            rng=random.Random(f"{seed} {number}"),
            organiser=organiser,
        )
        finish_tournament(tournament=tournament, finished_by=organiser)
        add_tournament(competition=competition, tournament=tournament, site=site, added_by=organiser)
    competition = show_competition(competition=competition, visibility=Visibility.PUBLIC, set_by=organiser)
    refresh_competition(competition=competition)
    return competition


def event_document(tournaments: Sequence[Tournament]) -> dict[str, Any]:
    """Return all plays of these tournaments as one event of the exchange format."""
    entries = Entry.objects.filter(tournament__in=tournaments)
    plays = []
    for play in Play.objects.filter(round__section__session__tournament__in=tournaments):
        seats = dict(play.round.seatings.filter(table=play.table).values_list("seat", "entry_id"))
        plays.append(
            {
                "board": play.board,
                "taker": SEAT_LETTERS[board_taker(play.board)],
                "players": {SEAT_LETTERS[seat]: str(entry) for seat, entry in seats.items()},
                "score": play.slips.current().get().score,
            }
        )
    return {
        "event": "etui-event-1",
        "format": "duplicate_individual",
        "units": [{"id": str(entry.pk)} for entry in entries],
        "sessions": [{"plays": plays}],
    }
