"""Records of a club's events, made again in the order of their days: places, season points, ratings."""

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
    RatedPerson,
    Tallies,
    UnitResult,
    award_units,
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
    """Make the records again from the first event asked for on; returns how many events were.

    Safe to run twice: events that are not finished and public any more lose theirs, later ones follow
    because each rating begins with the one before. The club's row is locked, so that two never overlap.
    """
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    requests = RECORDS.requests(club.pk)
    seen = list(requests.select_related("tournament").order_by("tournament__starts_on", "tournament__pk"))
    if not seen:
        return 0
    first = seen[0].tournament
    since = Q(starts_on__gt=first.starts_on) | Q(starts_on=first.starts_on, pk__gte=first.pk)
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
        rated = _rate_event(event, ratings)
        ratings |= rated
        EventRecord.objects.bulk_create(_records(event, units, points, event_tallies(event), rated))
    RECORDS.forget([request.pk for request in seen])
    return len(events)


def _records(
    event: Tournament,
    units: Sequence[UnitResult],
    points: Sequence[Fraction | None],
    tallies: Mapping[int, Tallies],
    rated: Mapping[int, RatedPerson],
) -> list[EventRecord]:
    field_size = sum(unit.place is not None for unit in units)
    records = []
    for unit, earned in zip(units, points, strict=True):
        for person_id in unit.person_ids:
            own, after = tallies.get(person_id, Tallies()), rated.get(person_id)
            records.append(
                EventRecord(
                    tournament=event,
                    person_id=person_id,
                    place=unit.place,
                    field_size=field_size,
                    season_points="" if earned is None else str(earned),
                    duplicate_total=str(own.duplicate.total),
                    duplicate_deals=own.duplicate.games,
                    free_total=int(own.free_deals.total),
                    free_deals=own.free_deals.games,
                    rating_value=after.rating.value if after else None,
                    rating_deviation=after.rating.deviation if after else None,
                    rating_volatility=after.rating.volatility if after else None,
                    rating_games=after.rating.games if after else 0,
                    rating_period=after.period if after else 0,
                )
            )
    return records


def _rate_event(event: Tournament, before: Mapping[int, RatedPerson]) -> dict[int, RatedPerson]:
    """The ratings after an event of whoever was compared with somebody in it, session by session.

    Args:
        before: the ratings before it, by person.
    """
    rated: dict[int, RatedPerson] = {}
    is_moved = is_rated(find_format(event.format).plan)
    for session in event.sessions.select_related("tournament").order_by("number") if is_moved else ():
        rated |= _rate_session(session, {**before, **rated})
    return rated


def _rate_session(session: Session, ratings: Mapping[int, RatedPerson]) -> dict[int, RatedPerson]:
    period = max((known.period for known in ratings.values()), default=0) + 1
    loaded = load_session(session)
    grid = loaded.plays.grid
    assert isinstance(grid, ScoreGrid)
    people = [entry.person_id for entry in load_entries(loaded)]
    before = [_rating_at(ratings.get(person_id), period) for person_id in people]
    ruled, marks = mark_with_rulings(grid, loaded.plays.rulings, loaded.options.topage)
    after = rate_session(ruled, marks, before, SYSTEM)
    return {
        person_id: RatedPerson(rating, period)
        for person_id, rating, old in zip(people, after, before, strict=True)
        if rating.games > old.games
    }


def _rating_at(known: RatedPerson | None, period: int) -> Rating:
    """The rating with which somebody comes to a session: less certain with every one that was missed."""
    if known is None:
        return Rating()
    rating = known.rating
    for _missed in range(known.period + 1, period):
        rating = SYSTEM.rate(rating, ())
    return rating
