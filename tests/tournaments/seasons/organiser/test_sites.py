"""Pages on which a site of a simultaneous comes to the deals of the first, in one installation and in two."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.factories.sessions import make_dealt_evening, make_short_evening, play_session
from tests.factories.tournaments import make_club, make_reader, make_user
from tournaments.enums import CompetitionKind, Visibility
from tournaments.models import Club, Competition, Tournament
from tournaments.seasons.services.competitions import (
    CompetitionPlan,
    add_tournament,
    create_competition,
    refresh_competition,
    show_competition,
)

OTHER_SEED = b"other" * 7


@pytest.fixture
def first(club: Club) -> Tournament:
    return make_dealt_evening(club)


@pytest.fixture
def simultaneous(club: Club, first: Tournament) -> Competition:
    plan = CompetitionPlan(name="Simultané", kind=CompetitionKind.SIMULTANEOUS)
    competition = create_competition(club=club, plan=plan, created_by=None)
    add_tournament(competition=competition, tournament=first, site="Lieu 1", added_by=None)
    return competition


def path(name: str, tournament: Tournament) -> str:
    return reverse(name, args=[tournament.slug])


def commitment(tournament: Tournament) -> str:
    return tournament.sessions.select_related("deal_set").get().deal_set.commitment


def organiser_elsewhere(client: Client) -> Club:
    """A club of which the client is the owner."""
    club = make_club("Ailleurs")
    client.force_login(make_user("Paul", club=club))
    return club


def test_site_of_another_club_takes_the_deals_by_one_button(
    client: Client, simultaneous: Competition, first: Tournament
) -> None:
    site = make_short_evening(organiser_elsewhere(client))

    joined = client.post(
        path("organiser-competition-join", site), {"code": simultaneous.join_code}, follow=True
    )
    (offer,) = joined.context["offers"]
    response = client.post(path("organiser-deals-reuse", site), {"earlier": offer.session.pk}, follow=True)

    assert "Prendre les donnes de «\N{NO-BREAK SPACE}Lieu 1\N{NO-BREAK SPACE}»" in joined.text
    assert commitment(site) == commitment(first)
    assert "ce tournoi a les mêmes donnes que «\N{NO-BREAK SPACE}Lieu 1\N{NO-BREAK SPACE}»" in response.text
    assert "Prendre les donnes" not in response.text


def test_site_that_dealt_already_confirms_first(client: Client, simultaneous: Competition) -> None:
    site = make_dealt_evening(organiser_elsewhere(client), seed=OTHER_SEED)
    client.post(path("organiser-competition-join", site), {"code": simultaneous.join_code})
    (offer,) = client.get(path("organiser-deals", site)).context["offers"]

    question_page = client.post(path("organiser-deals-reuse", site), {"earlier": offer.session.pk})
    done = client.post(
        path("organiser-deals-reuse", site), {"earlier": offer.session.pk, "replace": "on"}, follow=True
    )

    assert "replace" in question_page.context["form"].errors
    assert "ce tournoi a les mêmes donnes que «\N{NO-BREAK SPACE}Lieu 1\N{NO-BREAK SPACE}»" in done.text


def test_file_takes_the_deals_to_another_installation_and_both_traces_say_so(
    signed_in: Client, owner: User, simultaneous: Competition, first: Tournament
) -> None:
    """A club that is no site stands for the other installation: nothing but the file reaches it."""
    make_reader(owner, first)
    document = signed_in.get(path("organiser-deals-file", first))
    away = make_short_evening(organiser_elsewhere(signed_in))

    signed_in.post(path("organiser-deals-import", away), {"document": document.content.decode()})

    assert document["Content-Disposition"].endswith('-donnes.json"')
    assert commitment(away) == commitment(first)
    assert first.audit_events.filter(action="deals.file_read", actor=owner).count() == 1
    assert away.audit_events.filter(action="deals.imported").count() == 1


def test_nobody_takes_the_file_without_the_right_to_the_cards(signed_in: Client, first: Tournament) -> None:
    page = signed_in.get(path("organiser-deals", first))

    assert path("organiser-deals-file", first) not in page.text
    assert signed_in.get(path("organiser-deals-file", first)).status_code == 403
    assert not first.audit_events.filter(action="deals.file_read").exists()


def test_before_the_dealing_there_is_no_file(signed_in: Client, owner: User, club: Club) -> None:
    tournament = make_reader(owner, make_short_evening(club)) and Tournament.objects.get()

    assert signed_in.get(path("organiser-deals-file", tournament)).status_code == 404


def test_pages_say_why_a_site_is_not_ranked(
    signed_in: Client, club: Club, simultaneous: Competition, first: Tournament
) -> None:
    play_session(first)
    late_site = make_short_evening(club)
    add_tournament(competition=simultaneous, tournament=late_site, site="Lieu 2", added_by=None)
    play_session(late_site)
    refresh_competition(competition=simultaneous)
    show_competition(competition=simultaneous, visibility=Visibility.PUBLIC, set_by=None)
    reason = (
        "Lieu 2 n’est pas classé avec les autres lieux\u00a0: rien ne prouve que ses donnes sont les leurs."
    )

    public = signed_in.get(reverse("public-competition", args=[simultaneous.slug]))
    organiser = signed_in.get(reverse("organiser-competition", args=[club.slug, simultaneous.pk]))

    for page in (public, organiser):
        assert reason in page.text
        assert {row.site for row in page.context["rows"]} == {"Lieu 1"}
    assert "donnes inconnues" in organiser.text


def test_results_of_another_installation_come_and_go_by_file(
    signed_in: Client, club: Club, simultaneous: Competition, first: Tournament
) -> None:
    play_session(first)
    away = play_session(make_dealt_evening(club), first_score=5)
    page = reverse("organiser-competition", args=[club.slug, simultaneous.pk])
    file_response = signed_in.get(path("organiser-site-file", away))
    file = SimpleUploadedFile("resultats.json", file_response.content)

    done = signed_in.post(
        reverse("organiser-competition-file", args=[club.slug, simultaneous.pk]),
        {"site": "Là-bas", "file": file},
        follow=True,
    )
    refresh_competition(competition=simultaneous)
    show_competition(competition=simultaneous, visibility=Visibility.PUBLIC, set_by=None)
    site_file = simultaneous.site_files.get()
    public = signed_in.get(
        reverse("public-competition", args=[simultaneous.slug]), {"lieu": f"f{site_file.pk}"}
    )
    removal_page = signed_in.post(
        reverse("organiser-competition-file-remove", args=[club.slug, simultaneous.pk, site_file.pk]),
        follow=True,
    )

    assert "Les résultats de ce lieu comptent dans le simultané." in done.text
    assert [row.site for row in public.context["rows"]] == ["Là-bas"] * 20
    assert "Ce lieu ne compte plus dans le simultané." in removal_page.text
    assert signed_in.get(page).context["received"] == []


def test_refusal_of_a_file_stands_at_the_file(
    signed_in: Client, club: Club, simultaneous: Competition
) -> None:
    answer = signed_in.post(
        reverse("organiser-competition-file", args=[club.slug, simultaneous.pk]),
        {"site": "Là-bas", "file": SimpleUploadedFile("x.json", b"{}")},
    )

    assert "fichier des résultats d’un lieu" in str(answer.context["file_form"].errors["file"])
    assert 'value="Là-bas"' in answer.text


def test_each_field_of_a_simultaneous_has_its_own_label(
    signed_in: Client, club: Club, simultaneous: Competition
) -> None:
    """Two forms ask for a place: a label leads to the first field of its name."""
    page = signed_in.get(reverse("organiser-competition", args=[club.slug, simultaneous.pk])).text

    names = re.findall(r'\bid="([^"]+)"', page)
    assert len(names) == len(set(names))
    assert set(re.findall(r'<label[^>]* for="([^"]+)"', page)) <= set(names)
