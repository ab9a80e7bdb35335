"""Score sheets on phones of 360 × 640: free deals with their bids, and the totals of a round."""

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.judging import LARGE_TEXT, OVERFLOW, faults
from tests.e2e.test_phone import too_small
from tests.factories.sheets import make_sheet_tournament, seat
from tests.factories.tables import open_table
from tests.factories.tournaments import make_club
from tests.processes import wait_until
from tournaments.core.formats.event_options import SheetOf
from tournaments.models import ResultSlip, SlipConfirmation, TableAccess
from tournaments.results.services.table_access import set_phone_rules, table_secret

pytestmark = pytest.mark.django_db(transaction=True)
NBSP = "\N{NO-BREAK SPACE}"
DEAL_ON_TOP = "Math.abs(document.querySelector('details.deal[open]').getBoundingClientRect().top) < 2"
"""Condition: the first open deal stands at the upper edge of the window."""


def open_sheet(sheet: SheetOf = SheetOf.DEALS) -> TableAccess:
    """Store table 1 of an evening of free deals whose results must be confirmed."""
    evening = seat(make_sheet_tournament(make_club(), options={"sheet": sheet.value}))
    set_phone_rules(tournament=evening, needs_confirmation=True, shows_comparison=False, set_by=None)
    return open_table(evening)


def scan(
    browser: Browser, options: dict[str, object], live_server: LiveServer, access: TableAccess, place: int
) -> Page:
    phone = {**options, "viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
    page = browser.new_context(**phone).new_page()  # type: ignore[arg-type]
    page.goto(f"{live_server.url}/table/{table_secret(access)}/")
    page.locator(f"form[action$='/place/{place}/'] button").tap()
    expect(page.get_by_text("vous", exact=True)).to_be_visible()
    return page


def deal(page: Page, number: int) -> Locator:
    return page.locator("details.deal").nth(number - 1)


def press(page: Page, number: int, **keys: str) -> None:
    for name, value in keys.items():
        deal(page, number).locator(f"label:has([name={name}][value='{value}'])").tap()


def note(page: Page, number: int) -> None:
    deal(page, number).get_by_role("button", name="Noter", exact=True).tap()


def test_free_deals_are_written_confirmed_and_added_up(
    browser: Browser, browser_context_args: dict[str, object], live_server: LiveServer
) -> None:
    access = open_sheet()
    taker = scan(browser, browser_context_args, live_server, access, 0)
    defender = scan(browser, browser_context_args, live_server, access, 1)
    page_faults = faults(taker, "a free deal to write")
    assert too_small(taker) == []
    defender.get_by_role("button", name="Noter sur ce téléphone").tap()
    expect(deal(defender, 1).get_by_role("button", name="Noter", exact=True)).to_be_visible()
    defender.evaluate(LARGE_TEXT)
    assert defender.evaluate(OVERFLOW) == 0
    # the call for the referee leaves its place beside the heading, which has the whole width
    assert defender.locator("h1").evaluate("heading => getComputedStyle(heading).paddingRight") == "0px"
    taker.get_by_role("button", name="Noter sur ce téléphone").tap()
    defender.reload()

    taker.context.set_offline(True)
    press(taker, 1, taker="0", bid="garde", bouts="2")
    for figure in "49":
        deal(taker, 1).locator(f"[data-key='{figure}']").tap()
    note(taker, 1)
    expect(taker.get_by_text("1 résultat attend le réseau")).to_be_visible()
    expect(taker.locator("[data-queue-list]")).to_contain_text("Donne 1")
    expect(deal(taker, 2).locator("summary").first).to_be_in_viewport()
    press(taker, 2, taker="2", bid="prise", bouts="1")
    deal(taker, 2).locator("[data-key='5']").tap()
    taker.context.set_offline(False)
    expect(deal(taker, 1).locator("[data-state]")).to_contain_text("à confirmer")
    expect(deal(taker, 2).locator("[data-key='5']")).to_be_in_viewport()
    deal(taker, 2).locator("[data-key='1']").tap()
    expect(deal(taker, 2).locator("[data-says]")).to_contain_text("S +75")
    note(taker, 2)
    expect(deal(taker, 2).locator("[data-state]")).to_contain_text(f"S{NBSP}+75")
    assert wait_until(lambda: taker.evaluate(DEAL_ON_TOP), 20)
    defender.get_by_role("button", name="Je confirme").first.tap()
    expect(deal(taker, 1).locator("[data-state]")).to_contain_text("confirmé")
    expect(taker.locator(".running-totals .mine .number")).to_have_text("+173")
    page_faults += faults(taker, "a sheet with its totals")

    deal(taker, 2).get_by_role("link", name="Corriger").tap()
    expect(deal(taker, 2).locator("[name=points]")).to_have_value("51")
    page_faults += faults(taker, "a deal to correct")
    assert too_small(taker) == []
    mark = taker.locator("[data-mark]").get_attribute("data-mark")
    deal(defender, 2).locator("summary").first.tap()
    deal(defender, 2).get_by_role("link", name="Contester").tap()
    defender.get_by_label("Ce qui est faux").fill("une garde")
    defender.get_by_role("button", name="Prévenir l’organisateur").tap()
    expect(taker.locator("[data-mark]")).not_to_have_attribute("data-mark", str(mark))
    press(taker, 2, bid="garde")
    deal(taker, 2).get_by_label("Motif de la correction").fill("c’était une garde")
    note(taker, 2)
    expect(deal(taker, 2).locator("[data-state]")).to_contain_text(f"S{NBSP}+150")
    expect(deal(taker, 2).get_by_role("link", name="Corriger")).to_be_visible()
    taker.context.set_offline(True)
    deal(taker, 2).get_by_role("link", name="Corriger").tap()
    expect(deal(taker, 2).get_by_text("Sans réseau")).to_be_visible()
    taker.context.set_offline(False)
    taker.get_by_role("link", name="mes marques").tap()
    expect(taker.locator(".own-marks .number").nth(1)).to_have_text("−50")
    page_faults += faults(taker, "own marks")
    assert too_small(taker) == []
    taker.get_by_role("link", name="Retour à la table").tap()
    deal(taker, 2).get_by_role("link", name="Contester").tap()
    expect(taker.get_by_role("heading", name="Contester la donne 2")).to_be_visible()

    assert page_faults == []
    scores = list(ResultSlip.objects.order_by("play__board").values_list("version", "seat_scores"))
    assert scores == [(1, [198, -66, -66, -66]), (1, [-25, -25, 75, -25]), (2, [-50, -50, 150, -50])]


def test_totals_of_a_round_are_checked_and_confirmed_by_any_other_player(
    browser: Browser, browser_context_args: dict[str, object], live_server: LiveServer
) -> None:
    access = open_sheet(SheetOf.TOTALS)
    writer = scan(browser, browser_context_args, live_server, access, 0)
    second_phone = scan(browser, browser_context_args, live_server, access, 2)
    line = deal(writer, 1)
    expect(line.locator(".deal-name")).to_have_text("Totaux, tour 1")
    page_faults = faults(writer, "totals to write")
    assert too_small(writer) == []

    for place, figures in ((0, "446"), (2, "1346"), (3, "390")):
        line.locator(f"[name=score_{place}]").fill(figures)
    line.locator("[data-sign=score_0]").tap()
    line.locator("[data-sign=score_3]").tap()
    expect(line.locator("[name=score_0]")).to_have_value("−446")
    expect(line.locator("[data-nearest]")).to_have_text(["O −510"])
    line.locator("[name=score_1]").fill("-500")
    expect(line.locator("[data-margin]")).to_contain_text("doit être 0")
    note(writer, 1)
    expect(deal(writer, 1).get_by_role("alert").first).to_contain_text("doit être 0")
    page_faults += faults(writer, "totals that are refused")
    writer.context.set_offline(True)
    deal(writer, 1).locator("[name=score_1]").fill("-510")
    note(writer, 1)
    expect(writer.locator("[data-queue-list]")).to_contain_text("Totaux, tour 1")
    writer.context.set_offline(False)
    second_phone.get_by_role("button", name="Je confirme").tap()
    expect(deal(writer, 1).locator("[data-state]")).to_contain_text("confirmé")

    assert page_faults == []
    assert ResultSlip.objects.get().seat_scores == [-446, -510, 1346, -390]
    assert SlipConfirmation.objects.get().seat == 2
