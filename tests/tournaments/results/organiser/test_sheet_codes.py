"""Codes of printed sheets on the entry screens: found, confirmed, caught when they are another sheet's."""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.seats import NORTH, SOUTH
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import (
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.enums import DocumentKind, EventRole
from tournaments.models import PrintedSheet, ResultSlip, Seating
from tournaments.paper.documents.making.options import PLAIN
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import issue_codes

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    return printed(tournament, DocumentKind.TRAVELLERS)


@pytest.fixture
def desk(evening):
    client = Client()
    client.force_login(make_user("Claire", club=evening.club))
    return client


def printed(tournament, kind):
    issue_codes(document_type=DOCUMENTS[kind], tournament=tournament, options=PLAIN)
    return tournament


def code_of(board):
    return PrintedSheet.objects.get(board=board).code


def entry_screen(tournament, board):
    return reverse("organiser-traveller", args=[tournament.slug, board])


def typed_line(evening, **further):
    """A score on the first line of étui 1, as a browser sends it."""
    play = next(play for play in list_plays(evening) if play.board == 1)
    line = {
        "gain": "56",
        "kind": "played",
        "seen_version": "0",
        "token": "0b3c2a4e-2f57-4f0a-9d0c-1c1b1f8f3a11",
    }
    return {f"p{play.pk}-{name}": value for name, value in line.items()} | further


def exchange_places():
    """North and South of table 1 sit the other way round in the first position."""
    seats = Seating.objects.filter(round__number=1, table__number=1)
    north, south = seats.get(seat=NORTH), seats.get(seat=SOUTH)
    north.entry, south.entry = south.entry, north.entry
    north.save()
    south.save()


@pytest.mark.parametrize("written", ["{}", "http://192.0.2.7:8000/f/{}/"])
def test_code_on_the_results_page_opens_the_entry_screen(desk, evening, written):
    page = desk.get(reverse("organiser-sheet-find"), {"code": written.format(code_of(12))}, follow=True)

    assert page.redirect_chain[-1][0] == f"{entry_screen(evening, 12)}?seance=1&feuille={code_of(12)}"
    assert "C’est bien cette feuille" in page.content.decode()


def test_scanned_code_asks_to_sign_in_and_comes_back(evening):
    address = reverse("organiser-sheet-open", args=[code_of(3)])

    answer = Client().get(address)

    assert answer.status_code == 302
    assert answer["Location"].endswith(f"?next={address}")


@pytest.mark.parametrize("written", ["222-223", "AAA-AAA", "K7", "\x00", "22222Z"])
def test_what_is_no_code_says_what_is_wrong_at_the_field(desk, written):
    page = desk.get(reverse("organiser-sheet-find"), {"code": written})

    assert page.status_code == 404
    assert 'aria-describedby="code_error"' in page.content.decode()


def test_strangers_learn_nothing_of_a_code(evening):
    client = Client()
    client.force_login(make_user("Inconnu"))

    page = client.get(reverse("organiser-sheet-open", args=[code_of(3)]))

    assert page.status_code == 404
    assert evening.slug not in page.content.decode()


def test_search_of_the_desk_finds_the_sheet_of_a_code(desk, evening):
    page = desk.get(reverse("organiser-search", args=[evening.slug]), {"q": code_of(7).lower()})

    address = reverse("organiser-sheet-open", args=[code_of(7)])
    assert address in [result.url for result in page.context["found"]]


def test_checker_reads_the_sheet_that_he_may_not_enter(evening):
    client = Client()
    client.force_login(make_user("Chloé", tournament=evening, role=EventRole.CHECKER))

    answer = client.get(reverse("organiser-sheet-open", args=[code_of(3)]))

    check = reverse("organiser-check-traveller", args=[evening.slug, 3])
    assert answer["Location"] == f"{check}?seance=1&feuille={code_of(3)}"


def test_another_sheet_is_caught_before_anything_is_stored(desk, evening):
    page = desk.post(entry_screen(evening, 1), typed_line(evening, sheet_code=code_of(2)))

    assert page.status_code == 422
    text = page.content.decode()
    assert "Cette feuille est celle de l’étui 2\xa0; vous saisissez l’étui 1." in text
    assert reverse("organiser-sheet-open", args=[code_of(2)]) in text
    assert 'value="56"' in text
    assert not ResultSlip.objects.exists()


def test_right_sheet_is_stored(desk, evening):
    page = desk.post(entry_screen(evening, 1), typed_line(evening, sheet_code=code_of(1).lower()))

    assert page.status_code == 302
    assert ResultSlip.objects.get().score == 56


def test_sheet_printed_before_somebody_moved_is_stored_knowingly(desk, evening):
    exchange_places()
    form = typed_line(evening, sheet_code=code_of(1))

    question_page = desk.post(entry_screen(evening, 1), form)
    assert question_page.status_code == 422
    assert "Position 1, table 1, Nord\xa0: NOM03 Ana au lieu de NOM01 Ana." in question_page.content.decode()
    assert not ResultSlip.objects.exists()

    response = desk.post(entry_screen(evening, 1), form | {"sheet_known": code_of(1)})
    assert response.status_code == 302
    assert ResultSlip.objects.get().score == 56


def test_code_alone_is_looked_at_and_nothing_typed_is_lost(desk, evening):
    page = desk.post(entry_screen(evening, 1), typed_line(evening, sheet_code=code_of(1), check_code=""))

    assert "C’est bien cette feuille" in page.content.decode()
    assert 'value="56"' in page.content.decode()
    assert "data-unsaved" in page.content.decode()
    assert not ResultSlip.objects.exists()


@pytest.mark.parametrize(("sheet", "told"), [(1, "C’est bien cette feuille"), (2, "celle de l’étui 2")])
def test_script_asks_what_a_code_says(desk, evening, sheet, told):
    page = desk.get(reverse("organiser-traveller-code", args=[evening.slug, 1]), {"feuille": code_of(sheet)})

    assert told in page.content.decode()
    assert "<h1" not in page.content.decode()


def test_captain_is_led_to_the_sheet_of_his_table_alone():
    tournament = printed(make_seated_sheets(make_club()), DocumentKind.SCORE_SHEETS)
    client = Client()
    client.force_login(make_user("Léa", tournament=tournament, role=EventRole.TABLE))
    own_sheet, foreign_sheet = (
        PrintedSheet.objects.get(round_number=2, table_number=table) for table in (1, 2)
    )

    page = client.get(reverse("organiser-sheet-open", args=[own_sheet.code]), follow=True)
    refused = client.get(reverse("organiser-sheet-open", args=[foreign_sheet.code]))

    assert "C’est bien cette feuille" in page.content.decode()
    assert refused.status_code == 403


def test_score_sheet_of_another_table_is_caught():
    tournament = printed(make_seated_sheets(make_club()), DocumentKind.SCORE_SHEETS)
    client = Client()
    client.force_login(make_user("Claire", club=tournament.club))
    foreign_sheet = PrintedSheet.objects.get(round_number=2, table_number=2)

    page = client.post(
        reverse("organiser-score-sheet", args=[tournament.slug, 1, 1]), {"sheet_code": foreign_sheet.code}
    )

    assert page.status_code == 422
    assert "Cette feuille est celle de la table 2 au tour 2" in page.content.decode()


def test_cursor_goes_to_the_first_line_of_the_leaf(desk):
    evening = make_seated_tournament(make_club(), is_dealt=False)
    kind, options = DOCUMENTS[DocumentKind.TRAVELLERS], PLAIN.__class__(part="two_leaves", last_board=1)
    issue_codes(document_type=kind, tournament=evening, options=options)
    second = PrintedSheet.objects.get(leaf=2, session__tournament=evening)
    client = Client()
    client.force_login(make_user("Claire", club=evening.club))

    page = client.get(entry_screen(evening, 1), {"feuille": second.code})

    focused = [
        row.line.play.round.number
        for row in page.context["rows"]
        if "autofocus" in row.form.fields["gain"].widget.attrs
    ]
    assert focused == [4]
