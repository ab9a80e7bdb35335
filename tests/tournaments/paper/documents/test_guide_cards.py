"""Guide cards: tables, partners, opponents and étuis of each player."""

import re

import numpy as np
import pytest

from tests.factories.printed_pages import PrintedPage
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import (
    make_club,
    make_relay_movement,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
)
from tournaments.core.movements.constructions import build_straight
from tournaments.core.movements.movement import Movement
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person, Tournament
from tournaments.paper.documents.hall.guide_cards import GUIDE_CARDS, SIZES, GuideCard, build_guide_cards
from tournaments.paper.documents.making.document import preview_html
from tournaments.seating.services.seating import apply_movement

FOOT = 2
"""Millimetres that may be left below the rows: line distances are whole parts of a millimetre."""
CUT_MARGIN = 11
"""Points, four millimetres."""

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return apply_movement(tournament=make_stored_evening(make_club(), make_relay_movement()), seated_by=None)


def of_quartets() -> Tournament:
    return make_team_tournament(make_club(), "quartets", is_seated=True)


def cards_of(tournament: Tournament) -> list[GuideCard]:
    return [card for sheet in build_guide_cards(tournament) for card in sheet.cards if card is not None]


def test_card_names_the_others_from_the_left_on(evening: Tournament) -> None:
    card = next(card for card in cards_of(evening) if card.entry.person.last_name == "Nom02")

    line = card.lines[0]
    assert (line.table, line.seats, line.boards) == (1, (1,), (1, 2, 3, 4))
    assert [(row.seats, row.entry.person.last_name) for row in line.others] == [
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


def test_quartets_have_a_card_for_their_defence_and_one_for_their_attacker() -> None:
    cards = cards_of(make_team_tournament(make_club(), "quartets", is_seated=True))

    first = [card for card in cards if card.entry.name == "Équipe 1"]
    assert [card.side for card in first] == [(0, 3, 1), (2,)]
    assert {line.table for line in first[0].lines} == {1}
    assert [line.seats for line in first[1].lines] == [(2,)] * 4
    assert all(len(line.others) == 1 for card in first for line in card.lines)


def test_triplets_have_one_card_with_their_side_of_each_round() -> None:
    cards = cards_of(make_team_tournament(make_club(), "triplets", is_seated=True))

    assert len(cards) == 6
    assert {line.seats for card in cards for line in card.lines} == {(0, 2), (3, 1)}


@pytest.mark.parametrize(
    "make",
    [
        pytest.param(lambda: make_seated_tournament(make_club(), table_count=7), marks=pytest.mark.nights),
        of_quartets,
    ],
)
def test_long_names_of_opponents_are_whole_where_the_card_has_room(make, pages) -> None:
    tournament = make()
    Person.objects.filter(club=tournament.club_id).update(
        last_name="Hohenstaufen-Löwenwolde", first_name="Maximilienne-Ada"
    )
    teams = Entry.objects.filter(tournament=tournament).exclude(name="")
    teams.update(name="Les Joyeux Tarotiers du Val-de-Marne")

    card_pages = pages(DocumentKind.GUIDE_CARDS, tournament)

    assert [word for page in card_pages for *_place, word in page.words if "…" in word] == []


def test_long_names_of_opponents_are_whole_on_one_card_each() -> None:
    evening = make_seated_tournament(make_club(), table_count=8)
    Person.objects.filter(club=evening.club_id).update(
        last_name="Hohenstaufen-Löwenwolde", first_name="Maximilienne-Ada"
    )

    cards = cards_of(evening)

    assert {card.part_count for card in cards} == {1}
    for card in cards:
        for line, row in zip(card.lines, card.grid.rows, strict=True):
            assert row.text.count("HOHENSTAUFEN-LÖWENWOLDE Maximilienne-Ada") == len(line.others) == 3


def test_rows_of_few_rounds_grow_to_the_foot_of_the_card() -> None:
    card = cards_of(make_team_tournament(make_club(), "triplets", is_seated=True))[0]

    (height,) = re.findall(r'height="([\d.]+)mm"', card.grid.drawing)
    assert float(height) == pytest.approx(card.head.room(), abs=FOOT)


def test_cards_of_a_sheet_have_names_in_one_size(evening: Tournament) -> None:
    sheet = build_guide_cards(evening)[0]

    (size,) = {card.grid.classes.split()[0] for card in sheet.cards if card}
    assert size == f"points-{SIZES[0]}".replace(".", "-")


@pytest.fixture
def long_evening() -> Tournament:
    """Twenty rounds at one table."""
    movement = Movement(
        code="one-table-20",
        players=np.tile(np.arange(4), (20, 1, 1)),
        board_sets=np.arange(20)[:, None],
    )
    tournament = make_stored_evening(make_club(), movement, boards_per_set=1)
    return apply_movement(tournament=tournament, seated_by=None)


def in_order(tournament: Tournament) -> list[GuideCard]:
    """The cards as the cut piles lie on each other."""
    sheets = build_guide_cards(tournament)
    return [card for place in zip(*(sheet.cards for sheet in sheets), strict=True) for card in place if card]


def test_twenty_rounds_stand_on_one_card_where_the_names_fit(long_evening) -> None:
    cards = in_order(long_evening)

    assert [(card.part, card.part_count, len(card.lines)) for card in cards] == [(1, 1, 20)] * 4


def test_long_names_of_a_long_evening_go_on_a_second_card(long_evening, pages) -> None:
    Person.objects.update(last_name="Hohenstaufen-Löwenwolde-Königsmarck", first_name="Maximilienne")

    cards = in_order(long_evening)

    assert [(card.part, len(card.lines)) for card in cards] == [(1, 10), (2, 10)] * 4
    assert [line.round for card in cards[:2] for line in card.lines] == list(range(1, 21))
    for kind in (DocumentKind.GUIDE_CARDS, DocumentKind.PERSONAL_CARDS):
        for page in pages(kind, long_evening):
            assert all(_is_away_from_cuts(word, page) for word in page.words)


@pytest.mark.nights
def test_names_of_a_table_of_nine_stay_on_their_card(pages) -> None:
    evening = make_sheet_tournament(
        make_club(),
        format_code="friendly_total",
        game="tarot-9",
        table_count=9,
        player_count=81,
        round_count=10,
    )
    for page in pages(DocumentKind.GUIDE_CARDS, seat(evening))[:1]:
        assert all(_is_away_from_cuts(word, page) for word in page.words)


def _is_away_from_cuts(word: tuple[float, float, float, float, str], page: PrintedPage) -> bool:
    """Four millimetres from the lines along which four cards are cut."""
    left, top, right, bottom, _text = word
    middle = page.height / 2
    across = bottom < middle - CUT_MARGIN or top > middle + CUT_MARGIN
    return across and (right < page.width / 2 - CUT_MARGIN or left > page.width / 2 + CUT_MARGIN)
