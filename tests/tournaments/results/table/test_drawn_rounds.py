"""A phone at a table, and a player's evening, where the next round is drawn when it is due."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.draws import draw, draw_and_publish, enter_totals, make_drawn_tournament
from tests.factories.tables import open_table
from tests.factories.tournaments import make_club
from tournaments.enums import Visibility
from tournaments.models import Seating, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db
WAITS = "Les tables du tour suivant ne sont pas encore tirées"


@pytest.fixture
def tournament() -> Tournament:
    new_tournament = make_drawn_tournament(make_club(), round_count=2)
    Tournament.objects.filter(pk=new_tournament.pk).update(visibility=Visibility.PUBLIC)
    return new_tournament


def sit(tournament: Tournament) -> tuple[Client, str]:
    """A phone at the first table, and the address of its page."""
    client, secret = Client(), table_secret(open_table(tournament, 1))
    client.post(reverse("table-sit", args=[secret, 1, 0]))
    return client, reverse("table-page", args=[secret])


def test_phone_waits_for_the_draw_and_shows_its_places(tournament: Tournament) -> None:
    client, page = sit(tournament)
    enter_totals(tournament, 1)
    waiting = client.get(page)
    assert WAITS in waiting.text
    assert "C’était le dernier tour" not in waiting.text

    draw(tournament)
    assert client.get(page).context["mark"].text == waiting.context["mark"].text
    draw_and_publish(tournament)
    page_shown = client.get(page)
    assert "Tour suivant" in page_shown.text
    assert WAITS not in page_shown.text
    # a phone that polls is told to load the page again
    assert page_shown.context["mark"].text != waiting.context["mark"].text


def test_phone_says_when_the_last_drawn_round_is_over(tournament: Tournament) -> None:
    client, page = sit(tournament)
    enter_totals(tournament, 1)
    draw_and_publish(tournament)
    enter_totals(tournament, 2)

    assert "C’était le dernier tour" in client.get(f"{page}?tour=2").text


def test_player_reads_the_next_table_as_soon_as_it_is_published(tournament: Tournament) -> None:
    enter_totals(tournament, 1)
    session = tournament.sessions.get()
    refresh_standings(session=session)
    entry = tournament.entries.order_by("pk")[0]
    page = reverse("public-player", args=[tournament.slug, entry.pk])
    assert WAITS in Client().get(page).text

    draw_and_publish(tournament)
    refresh_standings(session=session)
    table = Seating.objects.get(entry=entry, round__number=2).table.number
    course = Client().get(page).context["course"]
    (stop,) = course.next or course.now
    assert (stop.round, stop.table) == (2, table)
    assert not course.waits_for_draw
