"""Results typed without a mouse, and paper and phones in one session."""

import random
from dataclasses import dataclass, field

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.naive_ranking import overall_places, percentages, shown
from tests.e2e.stored_lines import travellers
from tests.e2e.traveller_typing import expect_saved, save, wait_for_keys
from tests.factories.tables import make_device, open_table, sit_down, write_down
from tests.factories.tournaments import enter_result, make_seated_tournament
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Club, Play, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db(transaction=True)
MOST_KEYS = 6
"""Presses that a line may take."""
ENDINGS = {str(score) for score in range(50, 100, 2)}
"""Scores of a garde that the page recognises as complete."""
MOST_SHEET_KEYS = 20
"""Presses for a traveller of seven lines, up to the next one."""
PRISES = (56, 62, -52, 62, 50, None, 70, 58, -58, 66, None, None, 64)
"""Scores of thirteen lines; None is the line above once more."""


@dataclass
class Keys:
    """A keyboard that counts."""

    page: Page
    presses: list[int] = field(default_factory=list)
    """Key presses of each line typed so far."""

    def type_line(self, score: int | None, *, is_last: bool = False) -> None:
        """Type a score where a line begins, up to the beginning of the line below."""
        keys = ["="] if score is None else list(str(score))
        has_moved = score is None or str(abs(score)) in ENDINGS
        keys += [] if is_last or has_moved else ["Enter"]
        for key in keys:
            self.page.keyboard.press(key)
        self.presses.append(len(keys))


def open_traveller(page: Page, live_server: LiveServer, evening: Tournament, board: int) -> None:
    page.goto(live_server.url + reverse("organiser-traveller", args=[evening.slug, board]))
    wait_for_keys(page)


def stored(page: Page) -> list[str]:
    """The stored score of each line, from top to bottom, "" for none."""
    lines = page.locator("tbody[data-line]").all()
    return [" ".join(line.locator("[data-stored]").all_inner_texts()).strip() for line in lines]


def test_thirteen_lines_stand_nine_on_a_laptop_take_six_keys_each_and_are_taken_back_by_keyboard(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    evening = make_seated_tournament(club, table_count=13)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_traveller(page, live_server, evening, 1)
    boxes = [line.bounding_box() for line in page.locator("tbody[data-line] tr:first-child").all()]
    assert len(boxes) == 13
    top = page.locator("[data-save]").bounding_box()
    assert all(box and top and box["y"] + box["height"] <= top["y"] for box in boxes[:9])
    keys = Keys(page)

    for number, score in enumerate(PRISES):
        keys.type_line(score, is_last=number == len(PRISES) - 1)
    save(page)

    expect_saved(page, 13)
    assert max(keys.presses) <= MOST_KEYS
    assert keys.presses[5] == keys.presses[10] == keys.presses[11] == 1
    expected_scores = [62 if score is None else score for score in PRISES]
    expected_scores[5], expected_scores[10], expected_scores[11] = 50, 66, 66
    assert stored(page) == [f"{'−' if score < 0 else '+'}{abs(score)}" for score in expected_scores]

    page.keyboard.press("Control+z")
    expect(page.locator("[data-undo]")).not_to_be_focused()
    page.locator("tbody[data-line] input[name$='-gain']").last.focus()
    page.keyboard.press("Control+z")
    expect(page.locator("[data-undo]")).to_be_focused()
    with page.expect_navigation():
        page.keyboard.press("Enter")
    expect(page.get_by_text("est annulée")).to_be_visible()
    assert stored(page)[-1] == ""


@pytest.mark.nights  # by day results/organiser/test_results_nearest
def test_wrong_figures_are_undone_the_nearest_value_is_taken_and_empty_lines_write_nothing(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    evening = make_seated_tournament(club, table_count=5)
    open_traveller(page, live_server, evening, 1)
    first = page.locator("tbody[data-line]").first
    gain = first.locator("input[name$='-gain']")

    page.keyboard.type("84")
    page.keyboard.press("Enter")
    page.keyboard.press("Control+z")
    expect(gain).to_have_value("")
    expect(gain).to_be_focused()

    page.keyboard.type("57")
    page.keyboard.press("Enter")
    expect(first.get_by_role("alert")).to_contain_text("impossible")
    buttons = first.locator("[data-nearest]")
    expect(buttons).to_have_text(["+56", "+58"])
    buttons.last.focus()
    page.keyboard.press("Enter")
    expect(gain).to_have_value("58")
    save(page)

    expect_saved(page, 1)
    assert stored(page)[0] == "+58"

    open_traveller(page, live_server, evening, 2)
    page.keyboard.type("56")
    for _ in range(3):
        page.keyboard.press("Enter")
    save(page)
    expect_saved(page, 1)
    assert stored(page)[1:] == ["", "", "", ""]


@pytest.mark.nights  # by day test_evening.py ranks what is typed, and test_table_phone.py notes on phones
def test_paper_and_phones_of_one_session_rank_as_the_naive_way_does(
    page: Page,
    browser: Browser,
    browser_context_args: dict[str, object],
    live_server: LiveServer,
    club: Club,
) -> None:
    evening = make_seated_tournament(club, table_count=5)
    set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None)
    open_traveller(page, live_server, evening, 1)
    keys = Keys(page)
    for score in (56, -52, 62):
        keys.type_line(score)
    save(page)
    expect_saved(page, 3)
    third = table_secret(open_table(evening, 3))
    write_on_a_phone(browser, browser_context_args, live_server.url + reverse("table-page", args=[third]))

    play_the_rest(evening)

    lines = travellers(evening.sessions.get())
    totals = percentages(lines, {})
    places = overall_places(totals)
    assert len(lines) == 100
    page.goto(live_server.url + reverse("public-standings", args=[evening.slug]))
    expect(page.get_by_text("100 résultats sur 100")).to_be_visible()
    assert shown_ranking(page) == sorted((places[name], shown(totals[name])) for name in totals)


def play_the_rest(evening: Tournament) -> None:
    """Record the lines without a result: from paper at tables where it was typed, on phones at the others."""
    plays = Play.objects.filter(round__section__session__tournament=evening)
    rng, seated = random.Random(5), {}
    on_paper = set(plays.filter(slips__entered_by__isnull=False).values_list("table", flat=True))
    open_plays = plays.filter(slips=None).select_related("round__section__session__tournament", "table")
    for play in open_plays.order_by("round__number", "table__number", "board"):
        if play.table_id in on_paper:
            enter_result(play, rng.choice((50, 56, 62, 68, -52, -58, -64)))
            continue
        access, place = open_table(evening, play.table.number), (play.round_id, play.table_id)
        if place not in seated:
            seated[place] = make_device()
            sit_down(access, 0, device=seated[place], number=play.round.number)
        write_down(access, play, seated[place], str(rng.randint(38, 52)), takes_pen=True)
    refresh_standings(session=evening.sessions.get())


def write_on_a_phone(browser: Browser, options: dict[str, object], address: str) -> None:
    """Two bouts and 45 points for the first board of a table, on its page."""
    phone = browser.new_context(
        **{**options, "viewport": {"width": 360, "height": 640}, "has_touch": True}
    ).new_page()  # type: ignore[arg-type]
    phone.goto(address)
    phone.locator("form[action$='/place/0/'] button").tap()
    form = phone.locator("details.deal[open] [data-deal-form]").first
    form.locator(".bouts label").nth(2).tap()
    for figure in "45":
        form.locator(f"[data-key='{figure}']").tap()
    form.get_by_role("button", name="Noter", exact=True).tap()
    expect(phone.locator("[data-state]").filter(has_text="+58")).to_have_count(1)


def shown_ranking(page: Page) -> list[tuple[int, str]]:
    """Place and percentage of every row, from top to bottom."""
    rows = page.locator("table.standings tbody tr").all()
    cells = [(row.locator("td.place").inner_text(), row.locator("td.total").inner_text()) for row in rows]
    return sorted((int(place.split()[0]), total.strip()) for place, total in cells)


def test_a_traveller_of_seven_lines_takes_twenty_keys_and_the_next_one_opens(
    page: Page, live_server: LiveServer, club: Club
) -> None:
    evening = make_seated_tournament(club, table_count=7)
    page.set_viewport_size({"width": 1280, "height": 800})
    open_traveller(page, live_server, evening, 1)
    keys = Keys(page)

    for score in (56, 62, -52, -58, 70, 66, 58):
        keys.type_line(score)
    with page.expect_navigation():
        page.keyboard.press("Enter")

    assert sum(keys.presses) + 1 <= MOST_SHEET_KEYS
    expect(page.get_by_role("heading", name="Étui 2")).to_be_visible()
    expect_saved(page, 7)
    wait_for_keys(page)
    page.keyboard.press("PageUp")
    expect(page.get_by_role("heading", name="Étui 1")).to_be_visible()
    assert stored(page) == ["+56", "+62", "−52", "−58", "+70", "+66", "+58"]
