"""Seat lists: by name, the hall at a glance, every round by table."""

import pytest

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tournaments.core.alphabet import sort_key
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person
from tournaments.paper.documents.seat_lists import build_seat_lists, name_pages


def entries_named(*names: str) -> list[Entry]:
    return [
        Entry(pk=number, person=Person(last_name=name, sort_key=sort_key(name)))
        for number, name in enumerate(names)
    ]


def test_names_are_in_alphabetical_order_whatever_their_accents():
    (page,) = name_pages(entries_named("Zola", "Écluse", "Edel", "Ebert", "d’Orgemont"))

    names = [entry.person.last_name for entry in page.columns[0]]
    assert names == ["d’Orgemont", "Ebert", "Écluse", "Edel", "Zola"]


@pytest.mark.parametrize(
    ("count", "columns"),
    [(20, [[20]]), (34, [[34]]), (35, [[18, 17]]), (76, [[38, 38]]), (100, [[38, 38], [24]])],
)
def test_names_fill_as_few_pages_as_possible_in_even_columns(count, columns):
    pages = name_pages(entries_named(*(f"Nom{number:03d}" for number in range(count))))

    assert [[len(column) for column in page.columns] for page in pages] == columns


def test_hall_shows_each_table_through_the_evening(evening):
    (lists,) = build_seat_lists(evening)

    second = lists.hall[0].rounds[1]
    starts = [(second.entries[seat].start_table, seat) for seat in (NORTH, SOUTH, EAST, WEST)]
    assert [row.table for row in lists.hall] == [1, 2, 3, 4, 5]
    assert starts == [(1, NORTH), (5, SOUTH), (4, EAST), (3, WEST)]
    assert second.boards == (5, 6, 7, 8)


def test_fingerprint_of_the_deals_is_below_the_names(evening, printed):
    deal_set = evening.sessions.get().deal_set

    text = printed(DocumentKind.SEAT_LISTS, evening).pages[0].extract_text()

    sentence = f"Empreinte des donnes, fixées avant le jeu\u00a0: {deal_set.commitment}"
    assert sentence in text.replace("\n", " ")


def test_no_fingerprint_before_the_deals(evening):
    evening.sessions.update(deal_set=None)

    (lists,) = build_seat_lists(evening)

    assert lists.commitment == ""


def test_costs_a_constant_number_of_queries(evening, django_assert_num_queries):
    with django_assert_num_queries(5):
        build_seat_lists(evening)


def test_paper_has_names_then_the_hall_across_then_the_rounds(evening, printed):
    reader = printed(DocumentKind.SEAT_LISTS, evening)
    texts = [page.extract_text() for page in reader.pages]

    assert len(texts) == 3
    assert reader.pages[1].mediabox.width > reader.pages[1].mediabox.height
    assert "1 / 3" in texts[0]
    assert "3 / 3" in texts[2]
    assert [entry["/Title"] for entry in reader.outline if not isinstance(entry, list)] == [
        "Placement des joueurs",
        "La salle, position par position",
        "Tables de chaque position",
    ]
    assert all(f"NOM{n:02d} Ana" in texts[0] for n in range(1, 21))
    assert texts[1].replace("\n", " ").count("17–20") == 5
    assert all(f"Position {n}" in texts[2] for n in range(1, 6))


def test_long_name_is_cut_where_space_is_short_but_whole_on_the_list_by_name(evening, printed):
    entry = evening.entries.select_related("person").first()
    Person.objects.filter(pk=entry.person_id).update(
        last_name="Wolfeschlegelsteinhausen-Bergerdorff", first_name="Marie"
    )

    text = printed(DocumentKind.SEAT_LISTS, evening).pages[0].extract_text()

    assert "WOLFESCHLEGELSTEINHAUSEN-BERGERDORFF Marie" in text.replace("\n", " ")
