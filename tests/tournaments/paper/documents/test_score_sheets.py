"""Score sheets: one for each table and round, with who sits there and who deals."""

import re

import pytest
from django.utils import translation

from games.core.outcome import Bid
from games.core.seats import EAST, NORTH, SOUTH, WEST
from games.core.variant import TAROT_4, TAROT_5
from tests.factories.sheets import enter_line, find_play, make_seated_sheets, make_sheet_tournament, seat
from tests.factories.tournaments import make_club
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.enums import DocumentKind, SlipKind
from tournaments.models import Person, ResultSlip
from tournaments.paper.documents.making.document import preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.scores.score_layout import (
    LINE,
    WIDEST_LINE,
    most_score_lines,
    sure_score_lines,
)
from tournaments.paper.documents.scores.score_sheets import build_score_sheets
from tournaments.paper.documents.typesetting.ruled_lines import BLANKS
from tournaments.paper.services.sheet_codes import find_coded_sheet, issue_codes

pytestmark = pytest.mark.django_db


def cards_of(tournament):
    return [card for sheet in build_score_sheets(tournament) for card in sheet.cards if card]


def test_each_table_has_its_sheet_in_every_round():
    cards = cards_of(make_seated_sheets(make_club(), deals=5))

    assert sorted((card.sheet.round.number, card.sheet.table.number) for card in cards) == [
        (this_round, table) for this_round in (1, 2) for table in range(1, 6)
    ]
    first = cards[0]
    assert [place for place, _entry in first.players] == [NORTH, SOUTH, EAST, WEST]
    assert first.lines == ((1, NORTH), (2, WEST), (3, SOUTH), (4, EAST), (5, NORTH))
    assert (first.tarot, len(first.columns)) == (TAROT_4, 2)


def test_sheet_names_the_hall_of_its_table_in_place_of_its_own_name():
    tournament = make_seated_sheets(make_club(), round_count=1)
    tournament.halls = [["Véranda", 4, 5]]
    tournament.save()

    html = sheets_html(tournament)

    assert [card.hall for card in sorted(cards_of(tournament), key=lambda card: card.sheet.table.number)] == [
        "", "", "", "Véranda", "Véranda",
    ]  # fmt: skip
    # the first sheet has the cards of tables 1 and 4
    assert [html.count(words) for words in ("<b>Véranda</b>", "– Feuille de marque")] == [1, 1]


def test_totals_keep_the_lines_of_the_deals():
    card = cards_of(make_seated_sheets(make_club(), deals=3, options={"sheet": "totals"}))[0]

    assert [deal for deal, _dealer in card.lines] == [1, 2, 3]


@pytest.mark.parametrize(
    ("deals", "has_help", "has_notes"),
    [
        (4, True, True),
        (7, True, True),
        (9, True, False),
        (12, True, False),
        (15, True, False),
        (20, False, False),
    ],
)
def test_lines_come_closer_and_at_last_take_the_room_of_notes_and_help(deals, has_help, has_notes):
    tournament = make_seated_sheets(make_club(), round_count=1, deals=deals)

    setting = cards_of(tournament)[0].setting

    assert (bool(setting.help), setting.has_notes) == (has_help, has_notes)
    assert LINE <= setting.row_height <= WIDEST_LINE


def test_more_lines_than_a_card_holds_go_on_on_another_one():
    tournament = make_seated_sheets(make_club(), round_count=1, deals=40)

    cards = [card for card in cards_of(tournament) if card.sheet.table.number == 1]

    assert [deal for card in cards for deal, _dealer in card.lines] == list(range(1, 41))
    assert [(card.part, card.part_count) for card in cards] == [(1, 2), (2, 2)]
    assert sheets_html(tournament).count("Table 1 <small>Tour 1 (1 / 2)") == 1


def test_many_players_stand_in_two_columns():
    tournament = make_seated_sheets(
        make_club(),
        format_code="friendly_total",
        game="papayou-9",
        table_count=2,
        player_count=18,
        round_count=1,
    )

    Person.objects.update(first_name="Barnabé", last_name="Hautecombe")

    columns = [block.text.split("\n") for block in cards_of(tournament)[0].setting.players]

    assert [[line.split()[0] for line in column] for column in columns] == [
        ["N", "S", "E", "O", "A"], ["B", "C", "D", "F"],
    ]  # fmt: skip
    assert all(line.endswith("HAUTECOMBE Barnabé") for column in columns for line in column)


def test_other_games_have_a_column_for_each_seat_and_no_bids():
    tournament = make_sheet_tournament(
        make_club(), format_code="friendly", game="nullo-3", table_count=3, player_count=9, deals=3
    )

    cards = cards_of(seat(tournament))

    assert (cards[0].game, cards[0].tarot, len(cards[0].players)) == ("nullo-3", None, 3)
    assert [[board for board, _dealer in card.lines] for card in cards if card.sheet.round.number == 2] == [
        [4, 5, 6], [7, 8, 9], [1, 2, 3],
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "columns"), [("tarot-7", 1), ("tarot-12", 0)])
def test_tarot_of_a_large_table_notes_taker_and_bid_while_there_is_room(game, columns):
    count = int(game.removeprefix("tarot-"))
    tournament = make_sheet_tournament(
        make_club(), format_code="friendly", game=game, table_count=2, player_count=2 * count
    )

    html = sheets_html(seat(tournament))

    assert html.count("appelée Contrat") == columns * len(html.split("<article")[1:])
    assert "défenseur × −1" not in html


def sheets_html(tournament, **options):
    """The first sheet, with one space between texts of a line and of two lines."""
    html = preview_html(
        DOCUMENTS[DocumentKind.SCORE_SHEETS],
        tournament,
        language="fr",
        first=1,
        options=DocumentOptions(**options),
    )
    return re.sub(f"[\n{''.join(BLANKS)}]+", " ", html)


def test_free_deals_have_lines_for_handfuls_and_for_the_visa_of_the_referee():
    html = sheets_html(make_seated_sheets(make_club()))

    assert html.count("Visa de l’arbitre") == 2
    assert html.count("Poignée : qui, quels atouts") == 2
    assert "preneur × 3" in html
    assert "carte appelée" not in html


def test_five_players_note_the_called_card_and_read_who_pays_what():
    tournament = make_sheet_tournament(
        make_club(), format_code="friendly", game="tarot-5", table_count=3, player_count=15
    )

    card = cards_of(seat(tournament))[0]
    html = sheets_html(tournament)

    assert card.tarot == TAROT_5
    assert "appelée Contrat" in html
    assert "simple (8) 20" in html
    for share in ("défenseur × −1", "preneur × 2", "appelé × 1", "preneur seul × 4"):
        assert share in html


@pytest.mark.parametrize(
    ("format_code", "game", "table_count", "player_count", "deals"),
    [
        ("free_deals", "tarot-4", 5, 20, 5),
        ("friendly", "tarot-5", 3, 15, 4),
        ("friendly_total", "papayou-6", 2, 12, 12),
    ],
)
def test_lines_that_fit_below_long_names_fit_below_any(format_code, game, table_count, player_count, deals):
    tournament = make_sheet_tournament(
        make_club(),
        format_code=format_code,
        game=game,
        table_count=table_count,
        player_count=player_count,
        deals=deals,
    )
    tables = [card.table for card in cards_of(seat(tournament))]

    for last_name in ("D", 4 * "Lefebvre de Laboulaye "):
        Person.objects.update(last_name=last_name)
        named_tables = [card.table for card in cards_of(tournament)]
        assert all(sure_score_lines(table) <= most_score_lines(table) for table in named_tables)
        assert list(map(sure_score_lines, named_tables)) == list(map(sure_score_lines, tables))


def test_costs_a_constant_number_of_queries(django_assert_num_queries):
    tournament = make_seated_sheets(make_club())

    # entries are a query of their own: a copy of them for each round took half of a preview
    with django_assert_num_queries(6):
        build_score_sheets(tournament)
    with django_assert_num_queries(7):
        build_score_sheets(tournament, DocumentOptions(part="known"))


def test_paper_has_two_sheets_a_page(printed):
    first_round = DocumentOptions(last_round=1)
    reader = printed(DocumentKind.SCORE_SHEETS, make_seated_sheets(make_club()), options=first_round)
    text = reader.pages[0].extract_text()

    assert len(reader.pages) == 3
    assert "NOM01 Ana" in text
    assert text.count("garde contre × 6") == 2


def test_small_sheets_keep_their_type_and_leave_the_help_out(pages):
    options = DocumentOptions(per_sheet=4, last_round=1)

    first, *_others = pages(DocumentKind.SCORE_SHEETS, make_seated_sheets(make_club()), options=options)

    assert first.small_words == []
    assert "Poignée" not in {word[4] for word in first.words}


def test_rounds_and_tables_are_chosen():
    tournament = make_seated_sheets(make_club())

    sheets = build_score_sheets(tournament, DocumentOptions(first_round=2, last_table=3, paper="A5"))

    cards = [card.sheet for sheet in sheets for card in sheet.cards]
    assert [(card.round.number, card.table.number) for card in cards] == [(2, 1), (2, 2), (2, 3)]
    assert {len(sheet.cards) for sheet in sheets} == {1}


def test_code_is_that_of_the_table_and_round():
    tournament = make_seated_sheets(make_club())
    options = DocumentOptions(last_round=1, last_table=1)
    issue_codes(document_type=DOCUMENTS[DocumentKind.SCORE_SHEETS], tournament=tournament, options=options)

    mark = build_score_sheets(tournament, options)[0].cards[0].mark

    coded_sheet = find_coded_sheet(mark.text)
    assert (coded_sheet.sheet.round_number, coded_sheet.sheet.table_number, coded_sheet.changes) == (1, 1, ())
    assert mark.address == mark.code


def friendly(game, players, **options):
    return make_seated_sheets(
        make_club(),
        format_code="friendly_total",
        game=game,
        table_count=4,
        player_count=players,
        deals=4,
        options=options,
    )


def test_sheet_of_contrat_says_the_cards_of_each_deal_and_how_it_counts():
    tournament = friendly("contrat-4", 16)

    card = cards_of(tournament)[0]
    html = sheets_html(tournament)

    assert card.cards_each == (1, 2, 3, 4)
    assert "4 cartes" in html
    assert "le double avec l’Excuse" in html
    assert "La troisième Excuse" in html
    same_deals = make_sheet_tournament(
        make_club(), format_code="friendly", game="contrat-3", table_count=3, player_count=9
    )
    assert "le double avec l’Excuse" in sheets_html(seat(same_deals))
    assert "troisième Excuse" not in sheets_html(same_deals), "each deal is compared by itself"


def test_sheet_has_the_rules_of_the_table_instead_of_the_federation_s_help():
    tournament = friendly("tarot-4", 16, rules="fft misere=20 mouche=yes")

    card = cards_of(tournament)[0]
    html = sheets_html(tournament)

    assert (card.has_pot, bool(card.setting.agreed), card.setting.help) == (True, True, "")
    assert "Cagnotte" in html
    assert "Misère d’atouts ou de têtes\N{NO-BREAK SPACE}: 20 points" in html


@pytest.mark.parametrize(
    ("game", "heads", "of_deal"),
    [
        ("grelin-4", ("Cartes restantes", "Jetons", "Marque"), ()),
        ("papayou-4", ("Dames", "Total des atouts", "Marque"), ()),
        ("contrat-4", ("Annoncés", "Faits", "Marque"), (("excuse", "L’Excuse chez"),)),
        ("cold-poker-4", ("",), ()),
        ("nullo-4", ("",), ()),
    ],
)
def test_side_games_have_columns_for_what_their_form_asks(game, heads, of_deal):
    tournament = friendly(game, 16)

    with translation.override("fr"):
        card = cards_of(tournament)[0]

        assert (card.columns, card.deal_facts) == (heads, of_deal)


def test_known_facts_and_scores_without_them_are_told_apart():
    tournament = friendly("contrat-4", 16)
    facts = {f"{fact}_{place}": "0" for fact in ("bet", "tricks") for place in range(4)} | {"excuse": "2"}
    for board, fields in ((1, {"written": facts}), (2, None)):
        play = find_play(tournament, 1, 1, board)
        ResultSlip.objects.create(
            play=play, version=1, kind=SlipKind.PLAYED, seat_scores=[1, 2, 3, 4], facts=fields
        )

    with translation.override("fr"):
        sheets = build_score_sheets(tournament, DocumentOptions(part="known"))
        rows = sheets[0].cards[0].rows
        html = sheets_html(tournament, part="known")

    by_seat = {0: "1", 1: "2", 2: "3", 3: "4"}
    order = [seat for seat, _entry in sheets[0].cards[0].players]
    assert rows[0][-2] == (*(cell for seat in order for cell in ("0", "0", by_seat[seat])), "S")
    assert rows[1][-2] == (*(cell for seat in order for cell in ("", "", by_seat[seat])), "")
    assert [known_result.is_raw for *_row, known_result, _cells, _pot in rows] == [False, True, False, False]
    assert html.count("sans détail") == 1


def test_known_deals_of_tarot_name_taker_and_bid_and_what_is_in_the_pot():
    tournament = friendly("tarot-4", 16, rules="fft mouche=yes")
    lost = {"bid": "garde", "taker": "2", "bouts": "1", "points": "45"}
    for board, line in (
        (1, SheetLine(facts=(("bid", "passed"),))),
        (2, SheetLine(facts=tuple(lost.items()))),
        (3, SheetLine(scores=(60, -20, -20, -20))),
    ):
        enter_line(find_play(tournament, 1, 1, board), line)

    card = build_score_sheets(tournament, DocumentOptions(part="known"))[0].cards[0]
    html = sheets_html(tournament, part="known")

    assert [(line.taker, line.bid, line.is_raw) for line in card.known] == [
        (None, None, False), (2, Bid.GARDE, False), (None, None, True), (None, None, False)
    ]  # fmt: skip
    # 5 of the dealer; 5 more and 40 of each of three, doubled by who fails; then scores alone
    assert card.pots == (5, 260, None, None)
    assert " 62 62 260 3 donneur S 60 20 20 20 sans détail 4 donneur E" in html
