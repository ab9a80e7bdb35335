"""Pages of competitions: made, joined, shown."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.sessions import make_dealt_evening, make_short_evening, play_session
from tests.factories.tournaments import make_club, make_user
from tournaments.enums import CompetitionKind, Visibility
from tournaments.models import Club, Competition, Person, Tournament
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
    show_competition,
)


@pytest.fixture
def keeper(client: Client, club: Club) -> Client:
    client.force_login(make_user(club=club))
    return client


def make_competition(club: Club, kind: CompetitionKind = CompetitionKind.SIMULTANEOUS) -> Competition:
    return create_competition(club=club, plan=CompetitionPlan(name="Coupe", kind=kind), created_by=None)


def page_of(competition: Competition, name: str = "organiser-competition") -> str:
    return reverse(name, args=[competition.club.slug, competition.pk])


def test_competition_is_made_and_a_tournament_added(keeper: Client, club: Club) -> None:
    tournament = play_session(make_short_evening(club))
    values = {"name": "Coupe d’hiver", "kind": "championship", "method": "sum", "least_events": "1"}

    keeper.post(reverse("organiser-competitions", args=[club.slug]), values)
    competition = club.competitions.get()
    answer = keeper.post(
        page_of(competition, "organiser-competition-add"),
        {"tournament": tournament.pk, "coefficient": "1,5", "site": "Salle"},
        follow=True,
    )

    member = competition.members.get()
    assert (competition.slug, str(member.coefficient), member.site) == ("coupe-d-hiver", "1.500", "Salle")
    assert "Le tournoi compte dans la compétition." in answer.content.decode()


def test_refusal_stands_at_the_tournament(keeper: Client, club: Club) -> None:
    tournament = make_short_evening(club)
    competition = make_competition(club)
    foreign_event = Tournament.objects.create(
        club=club, name="Libre", slug="libre", starts_on="2026-11-20", format="free_deals", game="tarot-4"
    )
    add_tournament(competition=competition, tournament=tournament, added_by=None)

    answer = keeper.post(
        page_of(competition, "organiser-competition-add"),
        {"tournament": foreign_event.pk, "coefficient": "1"},
    )

    assert "même formule" in str(answer.context["member_form"].errors["tournament"])


def test_tournament_of_another_club_is_not_offered(keeper: Client, club: Club) -> None:
    competition = make_competition(club)
    foreign = make_short_evening(make_club("Ailleurs"))

    answer = keeper.post(
        page_of(competition, "organiser-competition-add"), {"tournament": foreign.pk, "coefficient": "1"}
    )

    assert "tournament" in answer.context["member_form"].errors
    assert not competition.members.exists()


def test_other_clubs_join_by_the_code(client: Client, club: Club) -> None:
    competition = make_competition(make_club("Ailleurs"))
    client.force_login(make_user(club=club))
    tournament = make_short_evening(club)
    path = reverse("organiser-competition-join", args=[tournament.slug])

    wrong = client.post(path, {"code": "x"})
    client.post(path, {"code": competition.join_code, "site": "Chez nous"})

    assert "code" in wrong.context["form"].errors
    assert competition.members.get().site == "Chez nous"


def test_ranking_is_hidden_until_it_is_shown(client: Client, club: Club) -> None:
    competition = make_competition(club)
    add_tournament(competition=competition, tournament=play_session(make_short_evening(club)), added_by=None)
    refresh_competition(competition=competition)
    path = reverse("public-competition", args=[competition.slug])
    assert client.get(path).status_code == 404

    show_competition(competition=competition, visibility=Visibility.PUBLIC, set_by=None)

    page = client.get(path)
    assert "NOM01 Ana" in page.content.decode()
    live = reverse("public-competition-live", args=[competition.slug])
    mark_shown = page.context["mark"]
    assert [client.get(live, {"shown": mark}).status_code for mark in (mark_shown, "0")] == [204, 200]


def test_site_is_shown_alone(client: Client, club: Club) -> None:
    competition = make_competition(club)
    for number in range(2):
        tournament = play_session(make_dealt_evening(club), first_score=number)
        add_tournament(competition=competition, tournament=tournament, site=f"Lieu {number}", added_by=None)
    refresh_competition(competition=competition)
    show_competition(competition=competition, visibility=Visibility.PUBLIC, set_by=None)
    path = reverse("public-competition", args=[competition.slug])

    full_page, alone = client.get(path), client.get(path, {"lieu": competition.members.all()[1].pk})

    assert [len(page.context["rows"]) for page in (full_page, alone)] == [40, 20]
    assert "Lieu 0" in full_page.content.decode()
    assert client.get(path, {"lieu": "999999"}).status_code == 404


def test_tournament_is_taken_out_and_settings_change(keeper: Client, club: Club) -> None:
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP)
    member = add_tournament(
        competition=competition, tournament=play_session(make_short_evening(club)), added_by=None
    )

    keeper.post(page_of(competition), {"name": "Autre", "method": "points", "least_events": "2"})
    path = reverse("organiser-competition-remove", args=[club.slug, competition.pk, member.pk])
    keeper.post(path)

    competition.refresh_from_db()
    assert (competition.name, competition.method, competition.least_events) == ("Autre", "points", 2)
    assert not competition.members.exists()


def test_organisers_read_full_names_of_their_own_people(keeper: Client, club: Club) -> None:
    other_club = make_club("Ailleurs")
    competition = make_competition(club, CompetitionKind.CHAMPIONSHIP)
    for event_club in (club, other_club):
        tournament = play_session(make_short_evening(event_club))
        add_tournament(competition=competition, tournament=tournament, added_by=None)
    Person.objects.update(shows_full_name=False)
    Person.objects.filter(club=other_club).update(last_name="Voisin")
    refresh_competition(competition=competition)

    page = keeper.get(page_of(competition)).text

    assert "NOM01 Ana" in page
    assert "VOISIN" not in page
