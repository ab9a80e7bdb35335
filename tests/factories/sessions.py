"""Tournaments of several short sessions."""

import datetime
import random
from collections.abc import Sequence

from tests.factories.stored_again import stored_again
from tests.factories.tournaments import (
    EVENING,
    SCORES,
    SEED,
    fill_tournament,
    make_club,
)
from tournaments.base.queries.sessions import current_session
from tournaments.deals.services.deals import deal_boards
from tournaments.enums import CompetitionKind, SlipKind, TournamentState, Visibility
from tournaments.events.services.events import create_tournament, enter_people
from tournaments.models import (
    Club,
    CompetitionMember,
    Person,
    Play,
    ResultSlip,
    Season,
    SeasonTariff,
    Session,
    Tournament,
)
from tournaments.movements.services.sections import SectionPlan
from tournaments.rankings.services.sessions import SessionPlan, open_session
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    show_competition,
)
from tournaments.seating.services.seating import apply_movement
from tournaments.seating.services.starting_places import arrange_places
from tournaments.work.kinds import request_standings


def make_short_evening(club: Club | None = None, people: Sequence[Person] = ()) -> Tournament:
    """Five tables, two rounds of two boards, seats fixed; with these twenty people, or new ones."""
    if not people:
        return _make_short_evening(club or make_club())
    tournament = _prepare_short_evening(club or make_club())
    entries = enter_people(tournament=tournament, people=people, entered_by=None)
    places_of_entries = {(place // 4 + 1, place % 4): entry.pk for place, entry in enumerate(entries)}
    arrange_places(tournament=tournament, wanted=places_of_entries, seen={}, arranged_by=None)
    return apply_movement(tournament=tournament, seated_by=None)


@stored_again
def _make_short_evening(club: Club) -> Tournament:
    return apply_movement(tournament=fill_tournament(_prepare_short_evening(club)), seated_by=None)


def _prepare_short_evening(club: Club) -> Tournament:
    return create_tournament(
        club=club,
        name="Deux séances",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=5, round_count=2, boards_per_set=2)],
        created_by=None,
    )


def make_dealt_evening(club: Club | None = None, *, seed: bytes = SEED) -> Tournament:
    """The same with its deals, those of every other evening from this seed."""
    tournament = make_short_evening(club)
    deal_boards(session=tournament.sessions.get(), dealt_by=None, seed=seed)
    return tournament


def play_session(tournament: Tournament, *, first_score: int = 0) -> Tournament:
    """A result for every play of the current session that has none, and its ranking."""
    session = current_session(tournament)
    plays = Play.objects.filter(round__section__session=session, slips=None)
    ordered = plays.order_by("board", "round__number", "table__number")
    ResultSlip.objects.bulk_create(
        ResultSlip(play=play, version=1, kind=SlipKind.PLAYED, score=SCORES[number % len(SCORES)])
        for number, play in enumerate(ordered, start=first_score)
    )
    Tournament.objects.filter(pk=tournament.pk).update(state=TournamentState.PLAYING)
    request_standings(session=session)
    refresh_standings(session=session)
    return Tournament.objects.get(pk=tournament.pk)


def open_next(tournament: Tournament, **plan_options: object) -> Session:
    """The next session as a plan with these values wants it."""
    return open_session(
        tournament=tournament, plan=SessionPlan(**plan_options), rng=random.Random(1), opened_by=None
    )


def make_season(club: Club, **values: object) -> Season:
    """A season from September to August, with these values."""
    days = {"starts_on": datetime.date(2026, 9, 1), "ends_on": datetime.date(2027, 8, 31)}
    return Season.objects.create(club=club, name="2026-2027", **(days | values))


def make_season_tariff(club: Club) -> SeasonTariff:
    """Store a tariff: forty points for the first of any field, one for every other entry."""
    bands = [{"least_field": 2, "points": ["40"], "attendance": "1"}]
    return SeasonTariff.objects.create(club=club, valid_from=datetime.date(2026, 1, 1), bands=bands)


def make_competition(tournament: Tournament, visibility: Visibility) -> CompetitionMember:
    """A championship of the club in which the tournament counts, shown or not."""
    plan = CompetitionPlan(name="Coupe", kind=CompetitionKind.CHAMPIONSHIP)
    competition = create_competition(club=tournament.club, plan=plan, created_by=None)
    show_competition(competition=competition, visibility=visibility, set_by=None)
    return add_tournament(competition=competition, tournament=tournament, added_by=None)
