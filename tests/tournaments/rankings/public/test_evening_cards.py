"""The picture of an evening: its words, the hand only where it may be seen, nothing without a place."""

from io import BytesIO

import pytest
from django.test import Client
from django.urls import reverse
from PIL import Image

from tests.factories.tournaments import SCORES, enter_results, list_plays, make_club, make_seated_tournament
from tournaments.deals.services.deals import open_boards
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Tournament
from tournaments.rankings.public import evening_cards
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.standings import refresh_standings
from tournaments.rankings.web.evening_card import CardIndex, EveningCard, draw_evening_card

pytestmark = pytest.mark.django_db
NARROW = EveningCard("Coupe", "Club, 1er mai", "A", "1", "/ 4", "50,00 %", "", (), ())


@pytest.fixture
def evening():
    """Two étuis are played everywhere."""
    tournament = make_seated_tournament(make_club())
    set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)
    enter_results(zip([play for play in list_plays(tournament) if play.board <= 2], SCORES * 2, strict=False))
    refresh_standings(session=tournament.sessions.get())
    return tournament


@pytest.fixture
def first(evening):
    return snapshot_rows(latest_standings(evening.sessions.get()))[0]


@pytest.fixture
def drawn(monkeypatch):
    """Return the list of drawn pictures."""
    cards = []
    monkeypatch.setattr(evening_cards, "draw_evening_card", lambda card: cards.append(card) or b"")
    return cards


def ask(entry):
    return Client().get(reverse("public-evening-card", args=[entry.tournament.slug, entry.pk]))


def test_the_picture_is_a_square_drawn_once(first, monkeypatch):
    picture = ask(first.entry)
    monkeypatch.setattr(evening_cards, "draw_evening_card", None)
    again = ask(first.entry)

    assert Image.open(BytesIO(picture.content)).size == (1080, 1080)
    assert again.content == picture.content
    assert "no-store" in picture.headers["Cache-Control"]


def test_the_best_etui_is_told_and_its_hand_shown_once_everybody_may_see_it(evening, first, drawn):
    ask(first.entry)
    open_boards(session=evening.sessions.get(), boards=[1, 2], opened_by=None)
    ask(first.entry)

    closed, opened = drawn
    assert (closed.place, closed.field) == ("1", "/ 20")
    assert closed.best.startswith("Mon meilleur étui\u00a0: le ")
    assert closed.hand == ()
    assert len(opened.hand) == 18
    assert opened.mark != closed.mark


def test_nobody_without_a_place_that_shows_has_a_picture(evening, first):
    Tournament.objects.update(showing={"ranking": "hidden"})

    page = reverse("public-player", args=[evening.slug, first.entry.pk])
    assert ask(first.entry).url == page
    assert "carte.png" not in Client().get(page).text


@pytest.mark.parametrize(
    "card",
    [
        EveningCard(
            "Grand prix " * 9, "Club " * 40, "Nom " * 40, "9999", "/ 9999", "100,00 %", "M" * 99, (), ()
        ),
        EveningCard("A", "", "", "1", "/ 4", "1", "", (CardIndex("hearts", "10"),) * 26, ((40, 4),) * 60),
    ],
)
def test_nothing_reaches_the_right_edge(card):
    picture = Image.open(BytesIO(draw_evening_card(card)))
    bare = Image.open(BytesIO(draw_evening_card(NARROW)))

    edge = (1080 - 40, 0, 1080, 1080)
    assert picture.crop(edge).tobytes() == bare.crop(edge).tobytes()
