"""Search engines stay out of everything but the archives that a club has opened."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories.tournaments import make_club, make_tournament
from tournaments.base.web.search_engines import HEADER, KEPT_OUT
from tournaments.enums import TournamentState, Visibility
from tournaments.models import Club, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def archived() -> Tournament:
    tournament = make_tournament(make_club())
    archive = {"state": TournamentState.FINISHED, "archived_at": timezone.now()}
    Tournament.objects.filter(pk=tournament.pk).update(visibility=Visibility.PUBLIC, **archive)
    return tournament


def told(name: str, *arguments: object) -> str | None:
    return Client().get(reverse(name, args=arguments)).headers.get(HEADER)


def open_archives() -> None:
    Club.objects.update(opens_archives=True)


@pytest.mark.parametrize("name", ["public-home", "public-verify", "accounts-sign-in", "rules-index"])
def test_pages_are_for_people(name: str) -> None:
    open_archives()

    assert told(name) == KEPT_OUT


def test_an_archive_is_open_once_its_club_says_so(archived: Tournament) -> None:
    first_value = told("public-standings", archived.slug)

    open_archives()

    assert (first_value, told("public-standings", archived.slug)) == (KEPT_OUT, None)


@pytest.mark.parametrize("change", [{"archived_at": None}, {"visibility": Visibility.PRIVATE}])
def test_what_is_no_public_archive_stays_closed(archived: Tournament, change: dict[str, object]) -> None:
    open_archives()
    Tournament.objects.filter(pk=archived.pk).update(**change)

    assert told("public-standings", archived.slug) == KEPT_OUT


def test_crawlers_are_told_first(archived: Tournament) -> None:
    closed = Client().get("/robots.txt").text

    open_archives()

    assert closed == "User-agent: *\nDisallow: /\n"
    assert Client().get("/robots.txt").text == ("User-agent: *\nAllow: /t/\nAllow: /static/\nDisallow: /\n")
