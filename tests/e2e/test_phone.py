"""An evening from a phone of 360 pixels: a scorer in the hall, a player in a corner."""

import re

import pytest
from playwright.sync_api import Browser, Page, expect

LEAST_TARGET = 44
"""Pixels a finger needs, as wide as high."""


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, object]) -> Page:
    context = browser.new_context(
        **{  # type: ignore[arg-type]
            **browser_context_args,
            "viewport": {"width": 360, "height": 640},
            "has_touch": True,
            "is_mobile": True,
            "device_scale_factor": 2,
        }
    )
    return context.new_page()


@pytest.mark.nights  # by day test_staff types on a phone, test_evening ranks what is typed
def test_scorer_signs_in_types_a_result_and_finds_it_in_the_standings(phone: Page, sign_in_link: str) -> None:
    phone.goto(sign_in_link)
    phone.get_by_role("button", name="Entrer").tap()
    phone.get_by_role("link", name="Plus tard").tap()
    phone.get_by_role("link", name="Soirée du club").tap()
    phone.get_by_role("link", name="Voir le classement").tap()
    progress = phone.get_by_text(re.compile(r"\d+ résultats sur 196"))
    count = int(progress.inner_text().split()[0])
    phone.get_by_role("link", name="Organiser", exact=True).tap()
    phone.get_by_role("link", name="Soirée du club").tap()
    phone.get_by_role("link", name="Saisir les résultats").first.tap()
    phone.locator("a", has_text=re.compile(r"Saisir l’étui \d+")).tap()
    expect(phone.get_by_role("heading", name=re.compile("^Étui"))).to_be_visible()
    assert too_small(phone) == []
    empty = phone.locator("tbody[data-line]:not(.stored)").first
    empty.get_by_role("textbox", name=re.compile("^Bouts")).fill("2")
    empty.get_by_role("textbox", name=re.compile("^Points")).fill("45")
    expect(empty.locator("output")).to_have_text("+58")
    phone.get_by_role("button", name="Enregistrer", exact=True).tap()
    expect(phone.get_by_text("1 résultat enregistré.")).to_be_visible()

    phone.get_by_role("link", name="Étui", exact=True).first.tap()
    phone.get_by_role("link", name="Soirée du club").tap()

    expect(phone.get_by_text(f"{count + 1} résultats sur 196")).to_be_visible()


def test_player_finds_place_deals_and_what_others_did_with_the_same_hand(phone: Page, site: str) -> None:
    phone.goto(site)
    phone.get_by_role("link", name="Tournoi d’automne").tap()
    rows = phone.locator("table.standings tbody tr:visible")
    name = rows.nth(5).get_by_role("link").inner_text()
    phone.get_by_role("searchbox", name="Trouver un nom").fill(name.lower())
    expect(rows).to_have_count(1)
    assert too_small(phone) == []
    rows.first.get_by_role("link").tap()

    expect(phone.get_by_role("heading", name=name)).to_be_visible()
    expect(phone.get_by_text("Donne par donne")).to_be_visible()
    phone.locator("main table a").first.tap()
    expect(phone.get_by_role("heading", name=re.compile(r"^Étui \d+"))).to_be_visible()
    expect(phone.locator("main table").first).to_contain_text(re.compile(r"[+−]\d+"))
    phone.locator(".score-axis .dot").last.tap()
    expect(phone.get_by_role("heading", name=re.compile(r"^Table \d+, position \d+"))).to_be_visible()
    expect(phone.locator(".felt-table .who")).to_have_count(4)


def too_small(page: Page) -> list[str]:
    """Buttons, fields and links outside of a sentence that a finger would miss."""
    return page.evaluate(  # type: ignore[no-any-return]
        """least => [...document.querySelectorAll("main button, main input:not([type=hidden]), main select")]
            .filter(element => element.checkVisibility() && !element.closest("[aria-hidden=true]"))
            .map(element => [element.outerHTML, element.getBoundingClientRect()])
            .filter(([, box]) => box.height < least || box.width < least)
            .map(([html]) => html)""",
        LEAST_TARGET,
    )


def test_table_that_goes_on_fades_at_that_edge(phone: Page, site: str) -> None:
    phone.goto(site)
    phone.evaluate("""() => {
        document.querySelector("main").innerHTML = '<div class="table-scroll"><pre></pre></div>';
        document.querySelector(".table-scroll pre").style.width = "60rem";
    }""")

    fades = [phone.evaluate(FADE, to) for to in (0, 300, 9999)]

    assert fades == [["0px", "32px"], ["32px", "32px"], ["32px", "0px"]]


FADE = """to => {
    const table = document.querySelector(".table-scroll");
    table.scrollLeft = to;
    const twoFrames = resolve => requestAnimationFrame(() => requestAnimationFrame(resolve));
    const read = name => getComputedStyle(table).getPropertyValue(name);
    return new Promise(twoFrames).then(() => [read("--more-before"), read("--more-after")]);
}"""
"""Script that returns the fading of a table on both sides, scrolled to a position."""
