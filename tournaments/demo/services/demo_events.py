"""Demonstrations over more than one evening: further sessions, a final, a season."""

import datetime
import random
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from tournaments.core.ranking.season import Band
from tournaments.demo.services.demo import DemoStage, make_demo_tournament, play_demo_session
from tournaments.enums import CompetitionKind, SessionStart, Visibility
from tournaments.events.services.states import finish_tournament, reopen_tournament
from tournaments.models import Club, Competition, Season, Tournament
from tournaments.rankings.services.sessions import SessionPlan, open_session
from tournaments.seasons.queries.seasons import counted_tournaments
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
    show_competition,
)
from tournaments.seasons.services.ratings import refresh_records
from tournaments.seasons.services.seasons import SeasonPlan, keep_season, keep_tariff

POINTS = (40, 32, 26, 21, 17, 14, 11, 9, 7, 5, 3, 2)
"""Points by place in the demonstration's season."""
LEAST_FIELD = 8


def make_demo_event(
    *, club: Club, session_count: int, finalists: int | None, stage: DemoStage, seed: int, **evening: Any
) -> Tournament:
    """Create a tournament of several sessions. Play all but the last one, which is brought to `stage`.

    Args:
        finalists: number of players of the final, the last session, which carries half of the points. None
            for no final.
        evening: further arguments of `make_demo_tournament`.

    Raises:
        AppError: as `make_demo_tournament` and `open_session`.
    """
    organiser = _organiser_of(club)
    tournament = make_demo_tournament(club=club, stage=DemoStage.FINISHED, seed=seed, **evening)
    # `make_demo_tournament` has finished the event after its first session
    tournament = reopen_tournament(tournament=tournament, reopened_by=organiser)
    for number in range(2, session_count + 1):
        is_last = number == session_count
        rng = random.Random(f"etui demo {seed} session {number}")  # noqa: S311 - reproducible, not secret
        plan = SessionPlan(
            seats=SessionStart.FINAL if is_last and finalists else SessionStart.RANKING,
            qualified=finalists if is_last else None,
            is_final=bool(is_last and finalists),
            carried=Fraction(1, 2) if is_last and finalists else Fraction(1),
        )
        open_session(tournament=tournament, plan=plan, rng=rng, opened_by=organiser)
        tournament.refresh_from_db()
        session_stage = stage if is_last else DemoStage.FINISHED
        if session_stage is not DemoStage.ENTERED:
            secret = f"etui demo {seed} session {number}"
            tournament = play_demo_session(
                tournament, stage=session_stage, secret=secret, rng=rng, organiser=organiser
            )
    if stage is DemoStage.FINISHED:
        tournament = finish_tournament(tournament=tournament, finished_by=organiser)
    return tournament


def make_demo_season(*, club: Club, today: datetime.date) -> Season:
    """Create the season that contains a day, from September to August, with a table of points."""
    organiser = _organiser_of(club)
    first = today.year if today.month >= datetime.date(today.year, 9, 1).month else today.year - 1
    starts_on = datetime.date(first, 9, 1)
    keep_tariff(
        club=club,
        tariff=None,
        valid_from=starts_on,
        bands=[Band(LEAST_FIELD, tuple(map(Fraction, POINTS)), Fraction(1))],
        kept_by=organiser,
    )
    plan = SeasonPlan(
        name=f"{first}-{first + 1}",
        starts_on=starts_on,
        ends_on=datetime.date(first + 1, 8, 31),
        best_events=10,
    )
    return keep_season(club=club, season=None, plan=plan, kept_by=organiser)


def make_demo_series(*, club: Club, today: datetime.date) -> Competition:
    """Create a season and a public championship of the club's finished events, with their rankings."""
    organiser = _organiser_of(club)
    make_demo_season(club=club, today=today)
    plan = CompetitionPlan(name=_("Championnat du club"), kind=CompetitionKind.CHAMPIONSHIP)
    competition = create_competition(club=club, plan=plan, created_by=organiser)
    for tournament in counted_tournaments(club):
        add_tournament(competition=competition, tournament=tournament, added_by=organiser)
    competition = show_competition(competition=competition, visibility=Visibility.PUBLIC, set_by=organiser)
    refresh_competition(competition=competition)
    refresh_records(club=club)
    return competition


def _organiser_of(club: Club) -> User | None:
    return User.objects.filter(memberships__club=club).order_by("pk").first()
