"""The code on a table card, scanned in the hall evening after evening."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tables import open_table
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import TournamentState
from tournaments.models import AuditEvent, Club, Tournament
from tournaments.results.services.club_tables import club_table_secret, drop_table_codes, make_table_codes
from tournaments.results.services.table_access import revoke_table_link, table_secret

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    club = make_club()
    make_table_codes(club=club, made_by=make_user())
    return club


def scan(club: Club, number: int = 3) -> Any:
    return Client().get(reverse("table-of-club", args=[club_table_secret(club, number)]))


def today(tournament: Tournament, *, days: int = 0) -> Tournament:
    Tournament.objects.filter(pk=tournament.pk).update(starts_on=timezone.localdate() + timedelta(days))
    return tournament


def opened(tournament: Tournament, number: int = 3) -> str:
    return reverse("table-page", args=[table_secret(open_table(tournament, number))])


def test_one_card_opens_its_table_evening_after_evening(club: Club) -> None:
    first = today(make_seated_tournament(club, is_dealt=False))
    address = opened(first)
    response = scan(club)
    Tournament.objects.filter(pk=first.pk).update(state=TournamentState.FINISHED)
    nothing = scan(club)
    second = opened(today(make_seated_tournament(club, name="La suivante", is_dealt=False)))

    second_response = scan(club)

    assert (response.status_code, response.headers["Location"]) == (302, address)
    assert nothing.status_code == 404
    assert "Cette table ne note aucun tournoi" in nothing.text
    assert (second_response.status_code, second_response.headers["Location"]) == (302, second)


def test_evening_of_another_day_gives_way_and_two_of_today_are_asked_about(club: Club) -> None:
    soon = opened(today(make_seated_tournament(club, name="Bientôt", is_dealt=False), days=7))
    alone = scan(club)
    addresses = [
        opened(today(make_seated_tournament(club, name=name, is_dealt=False))) for name in ("Midi", "Soir")
    ]

    choice_page = scan(club)

    assert alone.headers["Location"] == soon
    assert choice_page.status_code == 200
    assert [address in choice_page.text for address in (*addresses, soon)] == [True, True, False]
    assert "À quel tournoi jouez-vous" in choice_page.text


def test_table_whose_link_was_taken_back_is_not_opened_by_the_card(club: Club) -> None:
    access = open_table(today(make_seated_tournament(club, is_dealt=False)), 3)
    revoke_table_link(access=access, revoked_by=None)

    assert scan(club).status_code == 404


def test_table_of_another_club_is_not_opened(club: Club) -> None:
    opened(today(make_seated_tournament(make_club("Ailleurs"), is_dealt=False)))

    assert scan(club).status_code == 404


def test_earlier_and_invented_codes_open_nothing(club: Club) -> None:
    opened(today(make_seated_tournament(club, is_dealt=False)))
    secret = club_table_secret(club, 3)
    invented = [secret.replace("t3-", "t4-"), secret[:-1], "t-", f"{10**30}t3-x", "x"]
    make_table_codes(club=club, made_by=make_user("Autre"))
    renewed = club_table_secret(club, 3)
    answers = [
        Client().get(reverse("table-of-club", args=[code])).status_code
        for code in (secret, *invented, renewed)
    ]

    drop_table_codes(club=club, dropped_by=make_user("Encore"))

    assert answers == [404, 404, 404, 404, 404, 404, 302]
    assert Client().get(reverse("table-of-club", args=[renewed])).status_code == 404
    assert AuditEvent.objects.filter(action__startswith="club.table_codes").count() == 3


def test_club_makes_and_removes_its_codes_on_the_page_of_its_papers(client: Client) -> None:
    club = make_club()
    client.force_login(make_user(club=club))
    papers, codes = (
        reverse(name, args=[club.slug]) for name in ("organiser-papers", "organiser-table-codes")
    )
    page_before = client.get(papers).text

    client.post(codes)
    page_made = client.get(papers).text
    first = Club.objects.get(pk=club.pk).table_codes
    client.post(codes)
    second = Club.objects.get(pk=club.pk).table_codes
    client.post(codes, {"drop": "1"})

    assert ["Retirer les codes" in text for text in (page_before, page_made)] == [False, True]
    assert len({first, second, ""}) == 3
    assert Club.objects.get(pk=club.pk).table_codes == ""
