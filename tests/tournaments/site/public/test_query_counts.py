"""Database queries of every page of the players' site: few, and as many for any size.

The figures of docs/player-pages.md, "What a visit costs", are those of this test.
"""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import resolve, reverse

from tests.factories.shown_club import ShownClub, make_shown_club
from tournaments.base.web.device import COOKIES
from tournaments.entries.services.registrations import registration_secret
from tournaments.models import Tournament
from tournaments.people.services.person_links import person_secret
from tournaments.results.services.table_access import table_secret
from tournaments.urls import public

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("undrawn_pictures")]

MOST = 14
"""Each page stays under 15."""
UNCOUNTED = {
    "public-points": "has no single players here: counted in rankings/public/test_points.py",
    "public-claims": "leads to the names who has not said who they are",
    "public-own-claims": "is open in the last minutes of an event",
    "public-invitation": "asks who comes in, once",
    "public-robots": "is no page",
    "public-deal-document": "is a file",
    "public-club-logo": "is a file",
    "public-club-picture": "is a file",
    "public-person-follow": "is only posted to",
    "public-club-follow": "is only posted to",
    "public-own": "is only posted to",
    "public-https-authority": "is a file, of a laptop that serves https",
    "manual-booklet": "the manual as a PDF, from files of the project alone",
    "rules-leaflet": "the rules of a game as a PDF, from files of the project alone",
    "public-find-evening": "leads who is known to his page, and shows others names alone",
    "public-own-language": "is only posted to",
    "public-own-arrival": "is only posted to",
    "public-own-tie": "is only posted to",
    "public-registration-cancel": "is only posted to",
    "public-registration-partner": "is only posted to",
    "public-registration-arrival": "is only posted to",
    "public-arrival": "is only posted to",
    "public-registration-forget": "is only posted to",
}
Path = Callable[[ShownClub], str]


def at(name: str, event: str = "individual", *ids: int, asked: str = "") -> Path:
    """An address of a tournament of the club."""
    return lambda shown: reverse(name, args=[getattr(shown, event).slug, *ids]) + asked


def player(event: str, query: str = "") -> Path:
    """The evening of a player or team; of the individual event, of whom not all deals are settled."""

    def path(shown_club: ShownClub) -> str:
        tournament: Tournament = getattr(shown_club, event)
        entry = shown_club.player if event == "individual" else tournament.entries.order_by("pk")[0]
        return reverse("public-player", args=[tournament.slug, entry.pk]) + query

    return path


def beside(shown_club: ShownClub, address: str) -> str:
    """The address of a comparison, with whom."""
    second_entry = shown_club.individual.entries.exclude(pk=shown_club.player.pk).order_by("pk")[0]
    return f"{address}?avec={second_entry.pk}"


def club(name: str) -> Path:
    return lambda shown: reverse(name, args=[shown.club.slug])


PAGES: dict[str, Path] = {
    "home": lambda _shown: reverse("public-home"),
    "https": lambda _shown: reverse("public-https"),
    "manual": lambda _shown: reverse("public-manual") + "?q=etui",
    "manual, page": lambda _shown: reverse("public-manual-page", args=["places"]),
    "ranking": at("public-standings"),
    "ranking of a session": at("public-standings", asked="?seance=1"),
    "ranking, alternated": at("public-standings", asked="?ordre=alterne&seance=1"),
    "ranking, a name": at("public-standings", asked="?nom=nom01"),
    "ranking, teams": at("public-standings", "triplets"),
    "ranking, pairs of free deals": at("public-standings", "sheets"),
    "ranking, poll": at("public-standings-live"),
    "groups": at("public-groups", asked="?seance=1"),
    "groups of the event": at("public-groups"),
    "prizes": at("public-prizes"),
    "game rules": at("public-game-rules"),
    "player": player("individual"),
    "player, earlier session": player("individual", "?seance=1"),
    "player, triplets": player("triplets"),
    "player, quartets": player("quartets"),
    "player, triangular": player("triangular"),
    "player, free deals": player("sheets"),
    "player, picture": lambda s: reverse("public-evening-card", args=[s.individual.slug, s.player.pk]),
    "player, poll": lambda s: reverse("public-player-live", args=[s.individual.slug, s.player.pk]),
    "étuis": at("public-boards"),
    "sheets": at("public-boards", "sheets"),
    "étui": at("public-board", "individual", 1),
    "étui, circulating": at("public-board", "individual", 4),
    "étui, hidden hands": at("public-board", "triplets", 1),
    "étui, quartets": at("public-board", "quartets", 1),
    "étui, triangular": at("public-board", "triangular", 1),
    "étui, reference": at("public-reference", "individual", 1),
    "replay": lambda s: reverse("public-replay", args=[s.individual.slug, 1, s.record.play_id]),
    "places": at("public-seats"),
    "places, triplets": at("public-seats", "triplets"),
    "log": at("public-log"),
    "screen": at("public-screen"),
    "screen, poll": at("public-screen-live"),
    "clock, poll": at("public-round"),
    "sharing": at("public-share"),
    "frame": at("public-embed"),
    "picture": at("public-link-picture"),
    "QR code": at("public-qr"),
    "registrations": at("public-registrations", "prepared"),
    "own registration": lambda s: reverse(
        "public-registration", args=[s.prepared.slug, registration_secret(s.registration)]
    ),
    "club": club("public-club"),
    "calendar": club("public-club-calendar"),
    "feed": club("public-club-feed"),
    "records": club("public-records"),
    "ladders": club("public-ladders"),
    "season": lambda s: reverse("public-season", args=[s.club.slug, s.season.pk]),
    "competition": lambda s: reverse("public-competition", args=[s.competition.slug]),
    "competition, poll": lambda s: reverse("public-competition-live", args=[s.competition.slug]),
    "person": lambda s: reverse("public-person", args=[s.player.person_id]),
    "private link": lambda s: reverse("public-own-results", args=[person_secret(s.player.person)]),
    "private link, an evening": lambda s: reverse(
        "public-own-evening", args=[person_secret(s.player.person), s.individual.slug]
    ),
    "private link, an evening, poll": lambda s: reverse(
        "public-own-evening-live", args=[person_secret(s.player.person), s.individual.slug]
    ),
    "face to face": lambda s: reverse("public-person-head-to-head", args=[s.player.person_id, s.rival.pk]),
    "private link, face to face": lambda s: reverse(
        "public-own-head-to-head", args=[person_secret(s.player.person), s.rival.pk]
    ),
    "private link, side by side": lambda s: beside(
        s, reverse("public-own-compare", args=[person_secret(s.player.person), s.individual.slug])
    ),
    "side by side": lambda s: beside(s, reverse("public-compare", args=[s.individual.slug, s.player.pk])),
    "followed": lambda _shown: reverse("public-follows"),
    "verification": lambda _shown: reverse("public-verify"),
    "lessons": lambda _shown: reverse("lessons-index"),
    "lesson": lambda _shown: reverse("lesson-page", args=["attaque"]),
    "pack": lambda _shown: reverse("games-pack"),
    "look": lambda _shown: reverse("games-look"),
    "bids": lambda _shown: reverse("rooms-bids"),
    "commented": lambda _shown: reverse("rooms-commented"),
    "rules": lambda _shown: reverse("rules-page", args=["tarot-4"]),
    "ranking, JSON": at("api-v1-standings"),
    "event, JSON": at("api-v1-event-standings"),
    "étui, JSON": at("api-v1-board", "individual", 1),
    "table": lambda s: reverse("table-page", args=[table_secret(s.table)]),
    "table, a round that is over": lambda s: reverse("table-page", args=[table_secret(s.table)]) + "?tour=1",
}


def stranger(shown_club: ShownClub) -> Client:
    """Return a visitor whose device knows their name, the person and club they follow, and their seat."""
    client = Client()
    cookie_values = (shown_club.player.person_id, shown_club.player.person_id, shown_club.club.pk)
    client.cookies.load(dict(zip(COOKIES.values(), map(str, cookie_values), strict=True)))
    for number in (1, 4):
        client.post(reverse("table-sit", args=[table_secret(shown_club.table), number, 0]))
    return client


def director(shown_club: ShownClub) -> Client:
    """Return the same visitor, signed in: they direct the evening, play in it and read the cards."""
    client = stranger(shown_club)
    client.force_login(shown_club.director)
    client.get(reverse("public-robots"))  # the account takes over what the device kept
    for name in COOKIES.values():
        del client.cookies[name]
    return client


def count_queries(client: Client, address: str) -> int:
    """Queries of a page that nothing has been kept of yet."""
    cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = client.get(address)
    assert answer.status_code == 200, address
    return len(queries)


def test_every_page_costs_few_queries_whatever_its_size(record_property: Callable[[str, Any], None]) -> None:
    clubs = make_shown_club(1), make_shown_club(2)
    visitors = {
        "stranger": [(clubs[1], stranger(clubs[1]))],
        "director": [(shown_club, director(shown_club)) for shown_club in clubs],
    }

    counts_by_page = {
        (page, who): [count_queries(client, path(shown_club)) for shown_club, client in opened]
        for page, path in PAGES.items()
        for who, opened in visitors.items()
    }

    record_property("queries", counts_by_page)
    assert {key: counts for key, counts in counts_by_page.items() if max(counts) > MOST} == {}
    assert {key: counts for key, counts in counts_by_page.items() if len(set(counts)) > 1} == {}
    counted_names = {resolve(path(clubs[0]).partition("?")[0]).url_name for path in PAGES.values()}
    uncounted_names = {pattern.name for pattern in public} - counted_names
    assert uncounted_names == set(UNCOUNTED), "add its address to PAGES, or to UNCOUNTED with the reason"
