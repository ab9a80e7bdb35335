"""The code of a sheet beside its entry, by keyboard alone: nothing typed is lost on the way."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.signed_in import sign_in
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import DocumentKind
from tournaments.models import PrintedSheet
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.services.sheet_codes import issue_codes

pytestmark = pytest.mark.django_db(transaction=True)


def test_code_is_checked_beside_what_is_typed(page: Page, live_server) -> None:
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    issue_codes(
        document_type=DOCUMENTS[DocumentKind.TRAVELLERS],
        tournament=tournament,
        options=DocumentOptions(last_board=2),
    )
    first, second = PrintedSheet.objects.order_by("board")
    sign_in(page.context, live_server.url, make_user("Claire", club=tournament.club))
    page.goto(live_server.url + reverse("organiser-traveller", args=[tournament.slug, 1]))
    gain = page.locator("[name$='-gain']").first
    expect(gain).to_be_focused()
    page.keyboard.type("56")
    code = page.get_by_label("Code de la feuille")

    code.fill(second.code)
    code.press("Enter")

    expect(page.get_by_text("Cette feuille est celle de l’étui 2")).to_be_visible()
    expect(page.get_by_role("link", name="Ouvrir cette feuille")).to_be_focused()
    expect(gain).to_have_value("56")

    code.fill(first.code.lower())
    code.press("Enter")

    expect(page.get_by_text("C’est bien cette feuille")).to_be_visible()
    expect(gain).to_be_focused()
    expect(gain).to_have_value("56")
