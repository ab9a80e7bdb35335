"""Étui labels: the federation's table for each étui, within the label."""

import numpy as np

from games.core.seats import EAST, NORTH, WEST
from tests.factories.tournaments import make_stored_evening, make_tournament
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import DocumentKind
from tournaments.paper.documents.deals.board_labels import build_board_labels
from tournaments.paper.documents.deals.label_lines import BoardLabel

DARK = 100
"""Grey of a dot, from 0 to 255, above which it belongs to a cut."""
PRINTERS_MARGIN = 14
"""Points (5 mm) at each edge of the paper on which many printers draw nothing."""


def test_label_names_dealer_taker_and_leader(evening):
    (sheet,) = build_board_labels(evening)

    assert [label.number for label in sheet.labels] == list(range(1, 21))
    assert sheet.labels[1] == BoardLabel(
        number=2, dealer=EAST, taker=WEST, leader=NORTH, section=None, seats=(0, 1, 2, 3)
    )


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


def test_full_sheet_keeps_all_but_its_cuts_from_the_margins_of_a_printer(evening, pages, pictures):
    larger = make_tournament(evening.club, table_count=7, name="Pleine")
    pages(DocumentKind.BOARD_LABELS, larger)

    sheet, _rest = pictures()

    rows, columns = np.nonzero(sheet < DARK)
    assert min(rows.min(), columns.min()) >= PRINTERS_MARGIN
    assert max(rows.max() - sheet.shape[0], columns.max() - sheet.shape[1]) < -PRINTERS_MARGIN


def test_costs_one_query(evening, django_assert_num_queries):
    with django_assert_num_queries(1):
        build_board_labels(evening)
