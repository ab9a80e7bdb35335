"""Seasons that add up the points of free deals, against a naive sum of stored rows."""

import datetime
from collections import defaultdict
from fractions import Fraction

import pytest

from tests.factories.sessions import make_season, make_season_tariff, make_short_evening, play_session
from tests.factories.sheets import bid_line, enter_line, make_seated_sheets
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import EntryPresence, SeasonMeasure, Visibility
from tournaments.events.services.states import finish_tournament
from tournaments.models import Club, Entry, Play, ResultSlip, SeasonCoefficient, Seating, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.queries.person_history import load_history
from tournaments.seasons.queries.records import player_records
from tournaments.seasons.queries.seasons import Ladder, load_ladder, suitable_measure
from tournaments.seasons.services.ratings import refresh_records
from tournaments.seasons.words.season_words import season_figure, season_rule

HANDICAP = {"by": "series", "per": "event", "points": {"4": 1000}}


def finish(tournament: Tournament, day: int) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(
        starts_on=datetime.date(2026, 9, day), visibility=Visibility.PUBLIC
    )
    return finish_tournament(tournament=tournament, finished_by=None)


def play_evening(tournament: Tournament, *, day: int) -> Tournament:
    """Play and finish an evening of score sheets, other deals each day."""
    for number, play in enumerate(Play.objects.filter(round__section__session__tournament=tournament)):
        enter_line(play, bid_line((number + day) % 4, (56, -54, 62)[(number + day) % 3]))
    refresh_standings(session=tournament.sessions.get())
    return finish(tournament, day)


def give_to(tournament: Tournament, first: Tournament, shift: int) -> None:
    """Give the entries of an evening to the people of the first one, each some places further."""
    people = list(first.entries.order_by("pk").values_list("person", flat=True))
    for number, entry in enumerate(tournament.entries.order_by("pk")):
        Entry.objects.filter(pk=entry.pk).update(person=people[(number + shift) % len(people)])


def naive_points(tournament: Tournament) -> dict[int, int]:
    """Return the sum of each person's scores, seat by seat from the stored rows."""
    sums: dict[int, int] = defaultdict(int)
    slips = ResultSlip.objects.current().of_session(tournament.sessions.get())
    for slip in slips.select_related("play"):
        for seating in Seating.objects.filter(round=slip.play.round_id, table=slip.play.table_id):
            sums[seating.entry.person_id] += (slip.seat_scores or [])[seating.seat]
    return sums


def totals(ladder: Ladder) -> dict[int, Fraction]:
    return {row.person.pk: row.points for row in ladder.rows if row.place is not None}


@pytest.fixture
def evenings(club: Club) -> list[Tournament]:
    """Three evenings of the same people; the last one has a handicap and a player out of the ranking."""
    made = [make_seated_sheets(club, round_count=1) for _evening in range(3)]
    for place, tournament in enumerate(made[1:], start=1):
        give_to(tournament, made[0], 3 * place)
    made[2].entries.filter(pk=made[2].entries.earliest("pk").pk).update(presence=EntryPresence.UNRANKED)
    club.people.filter(pk=made[2].entries.latest("pk").person_id).update(series="4")
    made[2].options = {**made[2].options, "handicap": HANDICAP}
    made[2].save()
    return [play_evening(tournament, day=day) for day, tournament in enumerate(made, start=1)]


def test_best_points_are_added_up_with_their_weights(club: Club, evenings: list[Tournament]) -> None:
    season = make_season(club, measure=SeasonMeasure.SUMS, best_events=2)
    SeasonCoefficient.objects.create(tournament=evenings[0], coefficient="1.5")
    unranked = evenings[2].entries.get(presence=EntryPresence.UNRANKED).person_id
    refresh_records(club=club)

    points = [naive_points(tournament) for tournament in evenings]
    expected = {}
    for pk in points[0]:
        values = [Fraction(3, 2) * points[0][pk], points[1][pk], *([points[2][pk]] if pk != unranked else [])]
        expected[pk] = sum(sorted(values, reverse=True)[:2])
    ladder = load_ladder(season)

    records, _season = player_records(club, datetime.date(2026, 9, 9))

    assert totals(ladder) == expected
    assert min(expected.values()) < 0
    for row in ladder.rows:
        assert (
            sum(points for points, is_counted in row.results if is_counted and points is not None)
            == row.points
        )
        assert sum(row.counted) == 2
    assert {record.key.pk: record.season.total for record in records} == expected
    (own_season,) = load_history(ladder.rows[0].person).seasons
    assert own_season.points == ladder.rows[0].points


def test_handicap_of_each_evening_is_added_where_the_season_says_so(
    club: Club, evenings: list[Tournament]
) -> None:
    season = make_season(club, measure=SeasonMeasure.SUMS)
    favoured = evenings[2].entries.latest("pk").person_id
    refresh_records(club=club)

    scratch_totals = totals(load_ladder(season))
    season.measure = SeasonMeasure.HANDICAP
    handicap_totals = totals(load_ladder(season))

    differences = {pk: handicap_totals[pk] - points for pk, points in scratch_totals.items()}
    assert {pk: points for pk, points in differences.items() if points} == {favoured: 1000}


def test_evenings_without_points_to_add_count_nothing(club: Club) -> None:
    season = make_season(club, measure=SeasonMeasure.SUMS)
    duplicate = make_short_evening(club)
    play_session(duplicate)
    finish(duplicate, 1)
    lowest_wins = make_seated_sheets(
        club, format_code="friendly_total", game="tarot-4", round_count=1, options={"lowest_wins": True}
    )
    same_deals = make_seated_sheets(club, format_code="friendly", round_count=5, options={"method": "total"})
    for day, tournament in enumerate((lowest_wins, same_deals), start=2):
        for play in Play.objects.filter(round__section__session__tournament=tournament):
            enter_line(play, SheetLine(scores=(30, -10, -10, -10)))
        refresh_standings(session=tournament.sessions.get())
        finish(tournament, day)
    refresh_records(club=club)

    assert totals(load_ladder(season)) == {}


def test_new_season_adds_up_what_the_club_plays(club: Club) -> None:
    measures = [suitable_measure(club)]
    play_evening(make_seated_sheets(club, round_count=1), day=1)
    measures.append(suitable_measure(club))
    make_season_tariff(club)
    measures.append(suitable_measure(club))

    assert measures == [SeasonMeasure.PERCENT, SeasonMeasure.SUMS, SeasonMeasure.POINTS]


def test_rule_of_a_season_names_what_is_added_and_how_many_events_count(club: Club) -> None:
    season = make_season(club, measure=SeasonMeasure.SUMS, best_events=10)

    assert season_rule(season).endswith(
        "points marqués\N{NO-BREAK SPACE}; les 10 meilleurs tournois comptent"
    )
    assert season_figure(Fraction(-120), season) == "−120"
