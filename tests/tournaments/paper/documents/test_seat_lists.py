"""Seat lists: by name, the hall at a glance, every round by table."""

import re
from dataclasses import replace

import pytest

from games.core.seats import EAST, NORTH, SOUTH, WEST
from tests.factories.laid_out import lay_out_part
from tests.factories.sessions import make_short_evening, open_next, play_session
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import (
    make_club,
    make_relay_movement,
    make_seated_tournament,
    make_stored_evening,
    make_team_tournament,
    name_every_attacker,
)
from tournaments.core.alphabet import sort_key
from tournaments.core.movements.constructions import build_straight
from tournaments.enums import DocumentKind
from tournaments.models import Entry, Person
from tournaments.paper.documents.hall.name_lists import NamedSeat, name_pages
from tournaments.paper.documents.hall.seat_lists import build_seat_lists
from tournaments.paper.documents.hall.seat_pages import round_pages
from tournaments.paper.documents.making.document import build_sheets, preview_html, sheet_parts
from tournaments.paper.documents.making.options import PLAIN, DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.typesetting.type_widths import Face, Type
from tournaments.seating.queries.seats import load_rounds
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db


def seats_named(*names: str) -> list[NamedSeat]:
    people = [Person(last_name=name, sort_key=sort_key(name)) for name in names]
    return [NamedSeat(Entry(pk=number, person=person), table=1) for number, person in enumerate(people)]


def test_names_are_in_alphabetical_order_whatever_their_accents():
    (page,) = name_pages(seats_named("Zola", "Écluse", "Edel", "Ebert", "d’Orgemont"))

    names = [seat.entry.person.last_name for seat in page.columns[0]]
    assert names == ["d’Orgemont", "Ebert", "Écluse", "Edel", "Zola"]


@pytest.mark.parametrize(
    ("count", "columns"),
    [(20, [[20]]), (35, [[35]]), (36, [[18, 18]]), (78, [[39, 39]]), (79, [[20, 20], [20, 19]])],
)
def test_names_fill_as_few_pages_as_possible_in_even_columns(count, columns):
    pages = name_pages(seats_named(*(f"Nom{number:03d}" for number in range(count))))

    assert [[len(column) for column in page.columns] for page in pages] == columns


def test_hall_shows_each_table_through_the_evening(evening):
    (lists,) = build_seat_lists(evening)

    second = lists.hall[0].rounds[1]
    starts = [(second.entries[seat].start_table, seat) for seat in (NORTH, SOUTH, EAST, WEST)]
    assert [row.table for row in lists.hall] == [1, 2, 3, 4, 5]
    assert starts == [(1, NORTH), (5, SOUTH), (4, EAST), (3, WEST)]
    assert second.boards == (5, 6, 7, 8)


def test_halls_stand_above_each_list(evening, told):
    evening.halls = [["Grande salle", 1, 3], ["Véranda", 4, 4]]

    text = told(DocumentKind.SEAT_LISTS, evening)

    assert text.count("Salles Grande salle, tables 1 à 3 · Véranda, table 4") == 3


def test_pages_leave_room_for_the_names_of_many_halls(evening):
    evening.halls = []
    (without,) = build_seat_lists(evening)
    evening.halls = [
        [f"Salle polyvalente du gymnase numéro {number}", number, number] for number in range(1, 9)
    ]
    (lists,) = build_seat_lists(evening)

    assert row_height(lists.hall_pages[0].row_style) < row_height(without.hall_pages[0].row_style)


def row_height(style):
    return float(re.search(r"height: ?([\d.]+)mm", style)[1])


def test_fingerprint_of_the_deals_is_below_the_names(evening, told):
    deal_set = evening.sessions.get().deal_set

    text = told(DocumentKind.SEAT_LISTS, evening)

    assert f"Empreinte des donnes, fixées avant le jeu : {deal_set.commitment}" in text


def test_no_fingerprint_before_the_deals(evening):
    evening.sessions.update(deal_set=None)

    (lists,) = build_seat_lists(evening)

    assert lists.commitment == ""


def test_costs_a_constant_number_of_queries(evening, django_assert_num_queries):
    with django_assert_num_queries(6):
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


def test_each_page_is_a_sheet_with_its_number(evening):
    document_type = DOCUMENTS[DocumentKind.SEAT_LISTS]

    sheets = [sheet.content for sheet in build_sheets(document_type, evening)]
    first_page = preview_html(document_type, evening, language="fr", first=1)

    pages = [(len(page.name_pages), len(page.hall_pages), len(page.round_pages)) for page in sheets]
    assert pages == [(1, 0, 0), (0, 1, 0), (0, 0, 1)]
    assert 'data-sheets="3"' in first_page
    assert "La salle, position par position" not in first_page


def test_pages_of_a_later_part_count_on(evening):
    document_type = replace(DOCUMENTS[DocumentKind.SEAT_LISTS], sheets_per_part=2)
    parts = sheet_parts(document_type, evening, PLAIN, build_sheets(document_type, evening))

    numbers = [
        [text.text for page in lay_out_part(part).pages for text in page.texts if " / " in text.text]
        for part in parts
    ]

    assert numbers == [["1 / 3", "2 / 3"], ["3 / 3"]]


def test_a_list_has_its_bookmark_on_its_first_page_alone():
    nine_tables = make_seated_tournament(make_club(), table_count=9)

    sheets = build_sheets(DOCUMENTS[DocumentKind.SEAT_LISTS], nine_tables, DocumentOptions(part="rounds"))

    assert [sheet.content.is_first for sheet in sheets] == [True, False, False, False, False]


def test_long_name_is_cut_where_space_is_short_but_whole_on_the_list_by_name(evening, printed):
    entry = evening.entries.select_related("person").first()
    Person.objects.filter(pk=entry.person_id).update(
        last_name="Wolfeschlegelsteinhausen-Bergerdorff", first_name="Marie"
    )

    text = printed(DocumentKind.SEAT_LISTS, evening).pages[0].extract_text()

    assert "WOLFESCHLEGELSTEINHAUSEN-BERGERDORFF Marie" in text.replace("\n", " ")


def test_one_list_names_the_whole_hall_each_with_the_colour():
    movement = build_straight(5, 1)
    colours = apply_movement(tournament=make_stored_evening(make_club(), movement, movement), seated_by=None)

    hall_list, *colour_lists = build_seat_lists(colours)

    seats = [seat for page in hall_list.name_pages for column in page.columns for seat in column]
    assert (hall_list.section, hall_list.hall, hall_list.rounds, len(seats)) == (None, (), (), 40)
    assert [seat.section for seat in seats] == [1] * 20 + [2] * 20
    assert [(lists.section, lists.name_pages) for lists in colour_lists] == [(1, ()), (2, ())]
    (red,) = build_seat_lists(colours, DocumentOptions(section=1, part="names"))
    assert (red.section, sum(len(column) for page in red.name_pages for column in page.columns)) == (1, 20)
    html = preview_html(DOCUMENTS[DocumentKind.SEAT_LISTS], colours, language="fr")
    assert html.count('class="swatch colour-1">Rouge') == html.count('class="swatch colour-2">Vert') == 20
    assert html.count('class="band colour-1"') == html.count('class="band colour-2"') == 2


def test_teams_are_listed_with_their_members_their_side_and_role():
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)
    triplets = make_team_tournament(make_club(), "triplets", is_seated=True)

    (roles,) = build_seat_lists(quartets)
    first, second = roles.name_pages[0].columns[0][:2]
    assert (first.entry, first.side, first.table) == (second.entry, (0, 3, 1), 1)
    assert (second.side, second.seats) == ((2,), (SOUTH,))
    assert [person.last_name for person in first.people] == ["Nom01", "Nom02", "Nom03", "Nom04"]
    html = preview_html(DOCUMENTS[DocumentKind.SEAT_LISTS], triplets, language="fr")
    by_name = html[: html.index("La salle, position")]
    assert by_name.count("E-O</td>") == by_name.count("N-S</td>") == 3
    assert by_name.count("NOM02 Ana") == 6


def test_who_rests_stands_apart_from_the_next_round(pages):
    resting = apply_movement(
        tournament=make_stored_evening(make_club(), make_relay_movement()), seated_by=None
    )

    page = pages(DocumentKind.SEAT_LISTS, resting, options=DocumentOptions(part="rounds"))[0]

    relay = next(word for word in page.words if word[4] == "Relais")
    second = [word for word in page.words if word[4] == "Position"][1]
    assert second[1] - relay[3] > 10


def test_a_long_name_is_a_little_smaller_and_a_longer_one_takes_two_lines():
    names = (
        "Martin Jean",
        "Lefebvre de Laboulaye de la Tour",
        "Hohenstaufen-Löwenwolde-Bernadotte von Sachsen-Coburg",
    )
    (page,) = name_pages(seats_named(*(f"{name} {number}" for number in range(12) for name in names)))

    styles = {seat.name.split()[0]: seat.style for column in page.columns for seat in column}

    assert styles["MARTIN"] == ""
    size = float(styles["LEFEBVRE"].removeprefix("font-size:").partition("pt")[0])
    assert 8 <= size < float(page.row_style.removeprefix("font-size:").partition("pt")[0])
    assert styles["HOHENSTAUFEN-LÖWENWOLDE-BERNADOTTE"].startswith("font-size:9pt")


@pytest.mark.parametrize(
    ("table_count", "expected"),
    [(5, [[1, 2, 3, 4, 5]]), (9, [[1, 2], [3, 4], [5, 6], [7, 8], [9]]), (13, [[1, 2], [3, 4]])],
)
def test_rounds_share_pages_by_their_number_of_tables(table_count, expected):
    section = make_seated_tournament(make_club(), table_count=table_count).sessions.get().sections.get()
    rounds = load_rounds(section)[: expected[-1][-1]]

    pages = round_pages(rounds, head_height=18, has_boards=True)

    assert [[block.number for block in page.blocks] for page in pages] == expected
    assert [page.is_wide for page in pages] == [table_count == 9] * len(expected)


@pytest.mark.parametrize(("long_names", "points", "letters"), [(1, 14, 6), (12, 8, 16)])
def test_names_of_a_round_are_large_unless_most_would_be_cut(long_names, points, letters):
    tournament = make_seated_tournament(make_club(), table_count=3)
    for person in Person.objects.order_by("pk")[:long_names]:
        person.last_name, person.first_name = "Montmorency-Bouteville", "Marie-Antoinette"
        person.save()
    section = tournament.sessions.get().sections.get()

    (page,) = round_pages(load_rounds(section)[:1], head_height=18, has_boards=True)

    assert page.row_style.startswith(f"font-size:{points}pt")
    cut_names = [text for row in page.blocks[0].lines for text in row.text.split("\t") if "…" in text]
    assert len(cut_names) == long_names
    assert min(len(name.partition("…")[0]) for name in cut_names) >= letters


def test_a_round_of_sixty_tables_goes_on_with_its_heads():
    evening = make_seated_sheets(make_club(), table_count=60, player_count=240, round_count=1)

    pages = round_pages(load_rounds(evening.sessions.get().sections.get()), head_height=18, has_boards=True)

    assert [len(page.blocks[0].lines) for page in pages] == [30, 30]


def test_lists_of_a_second_session_say_so(told):
    evening = play_session(make_short_evening())
    open_next(evening)
    apply_movement(tournament=evening, seated_by=None)

    text = told(DocumentKind.SEAT_LISTS, evening)

    assert "Placement des joueurs – Séance 2" in text
    assert "La salle, position par position – Séance 2" in text
    assert "Tables de chaque position – Séance 2" in text


def test_boards_wider_than_the_numbers_of_teams_stay_behind_the_rule_of_their_position():
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)

    (page,) = build_seat_lists(quartets)[0].hall_pages

    size = float(re.match(r"font-size:([\d.]+)pt", page.row_style)[1])
    widths = [
        Type(face, size).width(cell)
        for line in page.lines
        for face, text in ((Face.CONDENSED, line.seats), (Face.CONDENSED_BOLD, line.boards))
        for cell in text.replace("\n", "\t").split("\t")
    ]
    assert max(widths) - min(widths) < 0.5


def test_teams_of_duels_have_one_number_and_one_word_for_each_side(told):
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)

    text = told(DocumentKind.SEAT_LISTS, quartets)

    assert "Équipe 3 – défense Équipe 3 : NOM01 Ana, NOM02 Ana, NOM03 Ana, NOM04 Ana 3 Défense" in text
    assert "le numéro de l’équipe en défense, celui de l’équipe en attaque" in text
    assert ("Déf." in text, "Nord-Est-Ouest" in text, "N3" in text) == (False, False, False)


def test_named_attackers_stand_on_the_list_by_name_with_their_rounds_in_a_match():
    quartets = make_team_tournament(make_club(), "quartets", is_seated=True)
    match = make_team_tournament(make_club("Autre club"), "teams", is_seated=True)
    for tournament in (quartets, match):
        name_every_attacker(tournament)

    lines = {
        tournament.format: [
            seat.small_text
            for page in build_seat_lists(tournament)[0].name_pages
            for column in page.columns
            for seat in column
            if seat.name.startswith("Équipe 1")
        ]
        for tournament in (quartets, match)
    }

    assert sorted(lines["quartets"]) == [
        "Équipe 1\u00a0: NOM01 Ana",
        "Équipe 1\u00a0: NOM02 Ana, NOM03 Ana, NOM04 Ana",
    ]
    assert "pos. 1\u00a0: NOM01 Ana, pos. 2\u00a0: NOM02 Ana" in sorted(lines["teams"])[1]
