"""Étui labels: what the federation's table says of each étui, within the label."""

from games.core.seats import EAST, NORTH, WEST
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tournaments import make_stored_evening, make_tournament
from tournaments.core.movements.constructions import build_straight
from tournaments.deals.queries.deals import board_openings
from tournaments.enums import DocumentKind
from tournaments.paper.documents.board_labels import BoardLabel, build_board_labels
from tournaments.paper.documents.document import preview_html
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.score_sheets import build_score_sheets

FIFTH = 4


def test_label_names_dealer_taker_and_leader(evening):
    (sheet,) = build_board_labels(evening)

    assert [label.number for label in sheet.labels] == list(range(1, 21))
    assert sheet.labels[1] == BoardLabel(
        number=2, dealer=EAST, taker=WEST, leader=NORTH, section=None, seats=(0, 1, 2, 3)
    )


def test_labels_at_five_players_follow_the_dealers_of_their_score_sheets(evening):
    five = seat(
        make_sheet_tournament(
            evening.club,
            format_code="friendly",
            game="tarot-5",
            table_count=3,
            player_count=15,
            round_count=3,
        )
    )

    dealers = {label.number: label.dealer for sheet in build_board_labels(five) for label in sheet.labels}

    assert dealers == {number: (number - 1) % 5 for number in range(1, 7)}
    cards = [card for sheet in build_score_sheets(five) for card in sheet.cards if card]
    assert all(dealers[board] == dealer for card in cards for board, dealer in card.lines)
    (sheet,) = build_board_labels(five)
    assert sheet.labels[3] == BoardLabel(4, EAST, None, FIFTH, None, (0, 1, 2, 3, 4))
    html = preview_html(DOCUMENTS[DocumentKind.BOARD_LABELS], five, language="fr")
    assert "Preneur" not in html
    assert {row.dealer for row in board_openings(five.sessions.get(), 6)} == set(range(5))


def test_labels_of_two_sections_say_theirs(evening):
    movement = build_straight(5, 1)
    colours = make_stored_evening(evening.club, movement, movement, boards_per_set=2)

    (sheet,) = build_board_labels(colours)

    assert [(label.section, label.number) for label in sheet.labels[9:12]] == [(1, 10), (2, 1), (2, 2)]


def test_labels_are_printed_before_seats_and_deals(evening, pages):
    empty = make_tournament(evening.club, table_count=7, name="Demain")

    first, second = pages(DocumentKind.BOARD_LABELS, empty)

    assert first.words
    assert set(second.cells(columns=3, rows=8)) == {(0, 0), (0, 1), (0, 2), (1, 0)}


def test_every_word_stands_within_its_label(evening, pages):
    (page,) = pages(DocumentKind.BOARD_LABELS, evening)

    cells = page.cells(columns=3, rows=8)

    assert len(cells) == 20
    roles = ["Preneur", "Ouest", "Donneur", "Est", "Entame", "Nord"]
    assert sorted(cells[0, 1]) == sorted(["2", *"NOSE", *roles])


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_board_labels(evening)
