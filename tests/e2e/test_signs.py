"""Marks typed blind: signs choose the column and letters the contract, in every kind of sheet."""

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.e2e.traveller_typing import expect_saved, save, wait_for_keys
from tests.factories.sheets import make_seated_sheets
from tests.factories.tournaments import make_seated_tournament, make_team_tournament
from tournaments.models import Club, ResultSlip

pytestmark = pytest.mark.django_db(transaction=True)


def stored(board: int | None = None) -> list[int | None]:
    """The stored scores, by position and étui."""
    slips = ResultSlip.objects.filter(is_current=True).order_by("play__round__number", "play__board")
    return [slip.score for slip in slips if board is None or slip.play.board == board]


def open_sheet(page: Page, address: str) -> Locator:
    page.goto(address)
    wait_for_keys(page)
    expect(page.locator("input[name$='-gain'][autofocus]")).to_be_focused()
    return page.locator("tbody[data-line]")


def figure(line: Locator, name: str) -> Locator:
    return line.locator(f"[name$='-{name}']")


def test_signs_choose_the_column_before_and_behind_the_digits(page: Page, live_server, club: Club) -> None:
    tournament = make_seated_tournament(club, is_dealt=False)
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    for name, numbers in (("organiser-traveller", [1]), ("organiser-table-lines", [1, 1])):
        lines = open_sheet(page, live_server.url + reverse(name, args=[tournament.slug, *numbers]))
        type_signs(page, lines)
    assert errors == []


def type_signs(page: Page, lines: Locator) -> None:
    """Type scores with their signs, and compare the first four lines."""
    page.keyboard.type("62-38")  # "62" goes on by itself, the sign is that of the line of the cursor
    page.keyboard.press("Enter")
    page.keyboard.type("94")
    page.keyboard.press("Enter")
    expect(figure(lines.nth(2), "gain")).to_have_value("94")
    page.keyboard.type("162-")  # no whole score begins so: the cursor stayed, the sign is behind
    expect(figure(lines.nth(3), "loss")).to_be_focused()
    expect(figure(lines.nth(3), "loss")).to_have_value("162")
    page.keyboard.type("+")
    expect(figure(lines.nth(3), "gain")).to_have_value("162")
    expect(figure(lines.nth(3), "loss")).to_have_value("")
    page.keyboard.press("ArrowUp")
    expect(figure(lines.nth(2), "gain")).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.type("−56")  # from *Bouts*, with the sign of typographers
    expect(figure(lines.nth(2), "loss")).to_have_value("56")
    expect(figure(lines.nth(2), "gain")).to_have_value("")

    columns = ("gain", "loss")
    values = [tuple(figure(line, name).input_value() for name in columns) for line in lines.all()]
    assert values[:4] == [("62", ""), ("", "38"), ("", "56"), ("162", "")]


def test_a_sign_behind_a_score_that_went_on_belongs_to_its_line_and_a_gain_replaces_a_loss(
    page: Page, live_server, club: Club
) -> None:
    tournament = make_seated_tournament(club, is_dealt=False)
    address = live_server.url + reverse("organiser-traveller", args=[tournament.slug, 1])
    lines = open_sheet(page, address)

    page.keyboard.type("62-")
    page.keyboard.press("Enter")
    expect(figure(lines.nth(1), "gain")).to_be_focused()
    page.keyboard.type("58-")  # from now on nothing goes on by itself
    page.keyboard.press("Enter")
    page.keyboard.type("70+")
    page.keyboard.press("Enter")
    figure(lines.nth(3), "gain").evaluate("field => field.focus()")
    page.keyboard.insert_text("–52")  # pasted, or from the keyboard of a phone
    expect(figure(lines.nth(3), "loss")).to_have_value("52")
    save(page)

    expect_saved(page, 4)
    assert stored(1) == [-62, -58, 70, -52]

    wait_for_keys(page)
    page.keyboard.press("ArrowUp")
    expect(figure(lines.nth(3), "gain")).to_be_focused()
    page.keyboard.type("56")
    expect(figure(lines.nth(3), "loss")).to_have_value("")
    expect(figure(lines.nth(3), "gain")).to_have_value("56")


def test_contracts_of_teams_are_letters_before_or_behind_the_score(
    page: Page, live_server, club: Club
) -> None:
    tournament = make_team_tournament(club, "teams", is_seated=True)
    address = live_server.url + reverse("organiser-traveller", args=[tournament.slug, 1])
    lines = open_sheet(page, address)
    last = lines.count() - 1
    page.keyboard.type("62")
    page.keyboard.press("Enter")
    expect(figure(lines.first, "bid")).to_be_focused()  # the line lacks its contract
    page.keyboard.press("g")
    for number in range(1, last):
        expect(figure(lines.nth(number), "gain")).to_be_focused()
        page.keyboard.type("g62")
        page.keyboard.press("Enter")

    expect(figure(lines.nth(last), "gain")).to_be_focused()
    page.keyboard.type("-132")
    page.keyboard.press("Enter")
    expect(figure(lines.nth(last), "bid")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("s")  # the last thing that the sheet lacked

    expect_saved(page, last + 1)
    slips = ResultSlip.objects.filter(is_current=True).order_by("pk")
    contracts = [(slip.score, slip.facts["bid"]) for slip in slips]
    assert contracts == [(62, "garde")] * last + [(-132, "garde_sans")]


def test_takers_of_free_deals_are_letters_and_the_sheet_is_saved_by_return(
    page: Page, live_server, club: Club
) -> None:
    tournament = make_seated_sheets(club, round_count=1, deals=2)
    address = live_server.url + reverse("organiser-score-sheet", args=[tournament.slug, 1, 1])
    lines = open_sheet(page, address)

    page.keyboard.type("np31-")
    page.keyboard.press("Enter")
    expect(figure(lines.nth(1), "gain")).to_be_focused()
    page.keyboard.type("56")
    page.keyboard.press("Enter")
    expect(figure(lines.nth(1), "taker")).to_be_focused()
    page.keyboard.press("s")  # Sud
    expect(figure(lines.nth(1), "bid")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("g")

    expect_saved(page, 2)
    slips = ResultSlip.objects.filter(is_current=True, play__table__number=1).order_by("play__board")
    assert [(slip.score, slip.facts["bid"]) for slip in slips] == [(-31, "prise"), (56, "garde")]


def test_totals_go_from_seat_to_seat_with_their_signs(page: Page, live_server, club: Club) -> None:
    tournament = make_seated_sheets(club, round_count=1, options={"sheet": "totals"})
    page.goto(live_server.url + reverse("organiser-score-sheet", args=[tournament.slug, 1, 1]))
    wait_for_keys(page)

    for text in ("120", "-40", "40-"):
        page.keyboard.type(text)
        page.keyboard.press("Enter")
    page.keyboard.type("−40")
    with page.expect_navigation():
        page.keyboard.press("Enter")

    expect_saved(page, 1)
    slip = ResultSlip.objects.get(is_current=True)
    assert sorted(slip.seat_scores) == [-40, -40, -40, 120]
