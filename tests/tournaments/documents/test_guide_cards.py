"""Guide cards: where each player goes, with whom and with which étuis."""

import pytest

from tests.factories.tournaments import make_club, make_relay_movement, make_stored_evening
from tournaments.core.movements.constructions import build_straight
from tournaments.documents.document import preview_html
from tournaments.documents.guide_cards import GUIDE_CARDS, GuideCard, build_guide_cards
from tournaments.models import Tournament
from tournaments.services.seating import apply_movement

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return apply_movement(tournament=make_stored_evening(make_club(), make_relay_movement()), seated_by=None)


def cards_of(tournament: Tournament) -> list[GuideCard]:
    return [card for sheet in build_guide_cards(tournament) for card in sheet.cards if card is not None]


def test_card_names_the_others_from_the_left_on(evening: Tournament) -> None:
    card = next(card for card in cards_of(evening) if card.entry.person.last_name == "Nom02")

    line = card.lines[0]
    assert (line.table, line.seats, line.boards) == (1, (1,), (1, 2, 3, 4))
    assert [(seats, entry.person.last_name) for seats, entry in line.others] == [
        ((2,), "Nom03"), ((3,), "Nom04"), ((0,), "Nom01"),
    ]  # fmt: skip


def test_rest_has_its_line(evening: Tournament) -> None:
    card = next(card for card in cards_of(evening) if card.entry.person.last_name == "Nom05")

    assert [(line.table, line.others == ()) for line in card.lines] == [(None, True), (2, False)]
    assert "Relais" in preview_html(GUIDE_CARDS, evening, language="fr")


def test_colours_are_named_when_there_are_several() -> None:
    movement = build_straight(5, 2)
    tournament = make_stored_evening(make_club(), movement, movement)
    evening = apply_movement(tournament=tournament, seated_by=None)

    assert {card.section for card in cards_of(evening)} == {1, 2}
    assert "Vert" in preview_html(GUIDE_CARDS, evening, language="fr")
