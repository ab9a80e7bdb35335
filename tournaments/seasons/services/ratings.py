"""Refresh of the records of a club's events, in the order of their days: places, points, ratings."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from django.db import transaction
from django.db.models import Q

from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.adjustments import mark_with_rulings
from tournaments.core.ranking.rating import Rating, RatingSystem, rate_session
from tournaments.core.ranking.score_grid import ScoreGrid
from tournaments.models import Club, EventRecord, SeasonCoefficient, Session, Tournament
from tournaments.rankings.queries.session_plays import load_entries, load_session
from tournaments.seasons.queries.records import (
    EventPoints,
    RatedPerson,
    Tallies,
    UnitResult,
    award_units,
    event_points,
    event_tallies,
    event_units,
    is_rated,
    ratings_before,
)
from tournaments.seasons.queries.seasons import counted_tournaments, season_tariffs
from tournaments.work.kinds import RECORDS

SYSTEM = RatingSystem()


@transaction.atomic
def refresh_records(*, club: Club) -> int:
    """Compute the records again from the first requested event on. Return the number of events.

    It is safe to run twice. Events that are no longer finished and public lose their records. Later events
    are computed again as well, because each rating starts from the previous one.
    """
    # the lock keeps two refreshes of a club apart; with no_key, rows that refer to it can still be added
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    requests = RECORDS.requests(club.pk)
    pending_requests = list(
        requests.select_related("tournament").order_by("tournament__starts_on", "tournament__pk")
    )
    if not pending_requests:
        return 0
    first = pending_requests[0].tournament
    since = Q(starts_on__gt=first.starts_on) | Q(starts_on=first.starts_on, pk__gte=first.pk)
    # all later records go, too: their ratings build on these
    EventRecord.objects.filter(tournament__in=club.tournaments.filter(since)).delete()
    ratings = ratings_before(first)
    tariffs = season_tariffs(club)
    events = list(counted_tournaments(club).filter(since).select_related("club"))
    weights = dict(
        SeasonCoefficient.objects.filter(tournament__in=events).values_list("tournament", "coefficient")
    )
    for event in events:
        units = event_units(event)
        points = award_units(units, tariffs, event.starts_on, Fraction(weights.get(event.pk, 1)))
        new_ratings = _rate_event(event, ratings)
        ratings |= new_ratings
        EventRecord.objects.bulk_create(
            _records(event, units, points, event_points(event), event_tallies(event), new_ratings)
        )
    # only the requests seen at the start: one that came since needs another refresh
    RECORDS.forget([request.pk for request in pending_requests])
    return len(events)


def _records(
    event: Tournament,
    units: Sequence[UnitResult],
    points: Sequence[Fraction | None],
    own_points: Mapping[int, EventPoints],
    tallies: Mapping[int, Tallies],
    new_ratings: Mapping[int, RatedPerson],
) -> list[EventRecord]:
    field_size = sum(unit.place is not None for unit in units)
    records = []
    for unit, unit_points in zip(units, points, strict=True):
        for person_id in unit.person_ids:
            person_tallies, rated_person = tallies.get(person_id, Tallies()), new_ratings.get(person_id)
            person_points = own_points.get(person_id)
            records.append(
                EventRecord(
                    tournament=event,
                    person_id=person_id,
                    place=unit.place,
                    field_size=field_size,
                    season_points="" if unit_points is None else str(unit_points),
                    event_points=str(person_points.scratch) if person_points else "",
                    handicap_points=str(person_points.with_handicap) if person_points else "",
                    duplicate_total=str(person_tallies.duplicate.total),
                    duplicate_deals=person_tallies.duplicate.games,
                    free_total=int(person_tallies.free_deals.total),
                    free_deals=person_tallies.free_deals.games,
                    rating_value=rated_person.rating.value if rated_person else None,
                    rating_deviation=rated_person.rating.deviation if rated_person else None,
                    rating_volatility=rated_person.rating.volatility if rated_person else None,
                    rating_games=rated_person.rating.games if rated_person else 0,
                    rating_period=rated_person.period if rated_person else 0,
                )
            )
    return records


def _rate_event(event: Tournament, old_ratings: Mapping[int, RatedPerson]) -> dict[int, RatedPerson]:
    """Return the new ratings after an event, by person; people without a comparison have none.

    Args:
        old_ratings: ratings before the event, by person.
    """
    new_ratings: dict[int, RatedPerson] = {}
    is_moved = is_rated(find_format(event.format).plan)
    for session in event.sessions.select_related("tournament").order_by("number") if is_moved else ():
        # the next session starts from the ratings of this one
        new_ratings |= _rate_session(session, {**old_ratings, **new_ratings})
    return new_ratings


def _rate_session(session: Session, ratings: Mapping[int, RatedPerson]) -> dict[int, RatedPerson]:
    period = max((rated_person.period for rated_person in ratings.values()), default=0) + 1
    loaded = load_session(session)
    grid = loaded.plays.grid
    assert isinstance(grid, ScoreGrid)
    people = [entry.person_id for entry in load_entries(loaded)]
    old_ratings = [_rating_at(ratings.get(person_id), period) for person_id in people]
    ruled_grid, marks = mark_with_rulings(grid, loaded.plays.rulings, loaded.options.topage)
    new_ratings = rate_session(ruled_grid, marks, old_ratings, SYSTEM)
    return {
        person_id: RatedPerson(rating, period)
        for person_id, rating, old in zip(people, new_ratings, old_ratings, strict=True)
        # a person without a comparison keeps the old rating and its period
        if rating.games > old.games
    }


def _rating_at(rated_person: RatedPerson | None, period: int) -> Rating:
    """Return the rating at the start of a session; its uncertainty grows with each session missed."""
    if rated_person is None:
        return Rating()
    rating = rated_person.rating
    for _missed in range(rated_person.period + 1, period):
        rating = SYSTEM.rate(rating, ())
    return rating
