"""Weight of the pages that players open most, on the first visit of a phone.

The walks of test_accessibility.py weigh each kind of page. Here the cache is empty.
"""

import re

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.e2e.judging import MOST_BYTES


def loaded_bytes(browser: Browser, context_args: dict[str, object], address: str) -> int:
    """Return the bytes loaded on the first visit to a page, besides the file of the deck."""
    context = browser.new_context(**context_args)  # type: ignore[arg-type]
    page = context.new_page()
    answers: list[Request] = []

    def keep(answer: Request) -> None:  # Playwright takes no method of a list
        answers.append(answer)

    page.on("requestfinished", keep)
    page.goto(address, wait_until="networkidle")
    total = sum(
        sizes["responseBodySize"] + sizes["responseHeadersSize"]
        for answer in answers
        if "/img/deck" not in answer.url
        for sizes in (answer.sizes(),)
    )
    context.close()
    return total


@pytest.mark.nights  # by day test_accessibility weighs each kind of page
def test_first_visit_of_each_public_page_is_small(
    page: Page, browser: Browser, browser_context_args: dict[str, object], site: str
) -> None:
    page.goto(site)
    addresses = [page.get_by_role("link", name="Club de démonstration").first.get_attribute("href")]
    page.get_by_role("link", name="Soirée du club").click()
    expect(page.get_by_role("heading", name="Classement", exact=True)).to_be_visible()
    addresses.append(re.sub(r"^https?://[^/]+", "", page.url))
    addresses.append(page.locator("table.standings tbody a").first.get_attribute("href"))
    addresses.append(f"{addresses[1]}etuis/1/")
    page.goto(f"{site}{addresses[2]}")
    rival_value = page.get_by_label("Comparer avec").input_value()
    addresses.append(f"{addresses[2]}contre/?avec={rival_value}")

    sizes = {path: loaded_bytes(browser, browser_context_args, f"{site}{path}") for path in addresses}

    assert len(sizes) == 5
    assert {path: size for path, size in sizes.items() if not 5_000 < size <= MOST_BYTES} == {}
