"""Competitions: sites with the same deals as one field, championships over several events."""

from decimal import Decimal

import pytest

from common.errors import AppError
from tests.factories.sessions import (
    make_dealt_evening,
    make_season_tariff,
    make_short_evening,
    play_session,
)
from tests.factories.simultaneous import event_document
from tests.factories.tournaments import make_club, make_people, make_team_tournament
from tournaments.core.exchange.event_json import rank_event
from tournaments.enums import CompetitionKind, CompetitionMethod
from tournaments.models import Club, Competition, CompetitionRequest, Person, Play, Tournament
from tournaments.rankings.queries.event_standings import load_event_standings
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seasons.queries.competition_standings import (
    competition_rows,
    latest_ranking,
    of_site,
)
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    change_competition,
    create_competition,
    join_competition,
    refresh_competition,
    remove_tournament,
)
from tournaments.work.kinds import request_standings

pytestmark = pytest.mark.django_db


def make_competition(club: Club, kind: CompetitionKind, **values: object) -> Competition:
    plan = CompetitionPlan(name="Coupe", kind=kind, **values)
    return create_competition(club=club, plan=plan, created_by=None)


def ranking(competition: Competition):
    refresh_competition(competition=competition)
    return competition_rows(latest_ranking(competition))


@pytest.fixture
def sites() -> list[Tournament]:
    """Two clubs that play the same boards on the same evening, with other results."""
    return [play_session(make_dealt_evening(make_club()), first_score=start) for start in (0, 5)]


def test_sites_are_one_field(sites: list[Tournament]):
    """The same plays as one document of the exchange format give the same ranking."""
    competition = make_competition(sites[0].club, CompetitionKind.SIMULTANEOUS)
    for number, tournament in enumerate(sites):
        add_tournament(competition=competition, tournament=tournament, site=f"Lieu {number}", added_by=None)

    rows = ranking(competition)

    expected = rank_event(event_document(sites))["overall"]
    assert {(row.entry.pk, row.place, str(row.value)) for row in rows} == {
        (int(line["unit"]), line["place"], line["exact"]) for line in expected
    }
    assert {row.site for row in rows} == {"Lieu 0", "Lieu 1"}


def test_each_site_has_places_of_its_own(sites: list[Tournament]):
    competition = make_competition(sites[0].club, CompetitionKind.SIMULTANEOUS)
    members = [
        add_tournament(competition=competition, tournament=tournament, added_by=None) for tournament in sites
    ]

    site_rows = of_site(ranking(competition), str(members[1].pk))

    assert {row.entry.tournament_id for row in site_rows} == {sites[1].pk}
    assert site_rows[0].place == 1
    assert [row.value for row in site_rows] == sorted((row.value for row in site_rows), reverse=True)


def test_result_of_a_site_changes_the_ranking_of_all(sites: list[Tournament]):
    competition = make_competition(sites[0].club, CompetitionKind.SIMULTANEOUS)
    for tournament in sites:
        add_tournament(competition=competition, tournament=tournament, added_by=None)
    values_before = {row.entry.pk: row.value for row in ranking(competition)}
    play = Play.objects.filter(round__section__session__tournament=sites[1]).earliest("pk")
    play.slips.update(score=-80 if play.slips.get().score > 0 else 92)

    request_standings(session=sites[1].sessions.get())
    refresh_standings(session=sites[1].sessions.get())

    assert CompetitionRequest.objects.filter(competition=competition).exists()
    assert {row.entry.pk: row.value for row in ranking(competition)} != values_before
    assert refresh_competition(competition=competition) is None


def test_championship_adds_results_by_their_coefficients():
    club = make_club()
    people = make_people(club, 20)
    events = [play_session(make_short_evening(club, people), first_score=start) for start in (0, 4)]
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP)
    add_tournament(competition=competition, tournament=events[0], added_by=None)
    add_tournament(competition=competition, tournament=events[1], coefficient=Decimal(2), added_by=None)

    rows = ranking(competition)

    values = [
        {row.entry.person_id: row.value for row in load_event_standings(event).rows} for event in events
    ]
    assert len(rows) == 20
    for row in rows:
        person = row.entry.person_id
        assert row.value == values[0][person] + 2 * values[1][person]
        assert row.by_event == (values[0][person], values[1][person])


def test_best_events_count_and_who_played_too_few_has_no_place():
    club = make_club()
    people = make_people(club, 20)
    events = [play_session(make_short_evening(club, people), first_score=start) for start in (0, 4)]
    events.append(play_session(make_short_evening(club)))
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP, best_events=1, least_events=2)
    for event in events:
        add_tournament(competition=competition, tournament=event, added_by=None)

    rows = ranking(competition)

    assert len(rows) == 40
    for row in rows:
        assert (row.place is None) == (row.event_count == 1)
        assert row.value == max(value for value in row.by_event if value is not None)


def test_championship_by_points_of_the_clubs_table():
    club = make_club()
    make_season_tariff(club)
    people = make_people(club, 20)
    event = play_session(make_short_evening(club, people))
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP, method=CompetitionMethod.POINTS)
    add_tournament(competition=competition, tournament=event, added_by=None)

    rows = ranking(competition)

    assert sum(row.value for row in rows) == 60
    assert max(row.value for row in rows) <= 41


@pytest.mark.parametrize(("names", "count"), [({}, 1), ({"last_name": "Besson", "first_name": "Monique"}, 0)])
def test_people_of_two_clubs_are_one_by_their_federation_number_and_name(names: dict[str, str], count: int):
    clubs = [make_club(), make_club()]
    events = [play_session(make_short_evening(club)) for club in clubs]
    for event in events:
        first = event.entries.order_by("pk")[0].person
        Person.objects.filter(pk=first.pk).update(
            federation_number="00 12 34" if event == events[0] else "001234"
        )
    Person.objects.filter(pk=first.pk).update(**names)
    competition = make_competition(clubs[0], CompetitionKind.CHAMPIONSHIP)
    add_tournament(competition=competition, tournament=events[0], added_by=None)
    join_competition(
        code=f" {competition.join_code.lower()} ", tournament=events[1], site="Ailleurs", joined_by=None
    )

    rows = ranking(competition)

    assert len(rows) == 40 - count
    assert [row.event_count for row in rows].count(2) == count


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (CompetitionKind.SIMULTANEOUS, "competition_format"),
        (CompetitionKind.CHAMPIONSHIP, "competition_measure"),
    ],
)
def test_what_cannot_be_added_is_refused(kind: CompetitionKind, code: str):
    club = make_club()
    competition = make_competition(club, kind)
    add_tournament(competition=competition, tournament=make_short_evening(club), added_by=None)

    with pytest.raises(AppError) as caught:
        add_tournament(
            competition=competition, tournament=make_team_tournament(club, "quartets"), added_by=None
        )

    assert caught.value.code == code
    assert competition.members.count() == 1


def test_unit_must_fit_when_results_are_added_after_all():
    club = make_club()
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP, method=CompetitionMethod.POINTS)
    add_tournament(competition=competition, tournament=make_short_evening(club), added_by=None)
    add_tournament(competition=competition, tournament=make_team_tournament(club, "quartets"), added_by=None)

    with pytest.raises(AppError) as caught:
        change_competition(
            competition=competition,
            plan=CompetitionPlan(name="Coupe", kind=CompetitionKind.CHAMPIONSHIP),
            changed_by=None,
        )

    assert caught.value.code == "competition_measure"


def test_tournament_counts_once_and_may_leave():
    club = make_club()
    event = play_session(make_short_evening(club))
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP)
    member = add_tournament(competition=competition, tournament=event, added_by=None)
    with pytest.raises(AppError) as caught:
        add_tournament(competition=competition, tournament=event, added_by=None)
    assert caught.value.code == "competition_twice"
    assert len(ranking(competition)) == 20

    remove_tournament(member=member, removed_by=None)

    assert ranking(competition) == []


def test_unknown_code_is_refused_at_its_field():
    with pytest.raises(AppError) as caught:
        join_competition(code="nothing", tournament=make_short_evening(), site="", joined_by=None)

    assert (caught.value.code, set(caught.value.fields)) == ("no_such_competition", {"code"})
