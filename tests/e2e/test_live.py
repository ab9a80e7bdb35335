"""Results typed at the desk show on pages that listen. Their clock is stopped, so that none polls."""

import os
import re
import signal
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Response, expect
from pytest_django.plugin import DjangoDbBlocker

from tests.e2e.shared_site import DATABASE, SharedSite
from tests.e2e.signed_in import sign_in_by_link
from tests.factories.tables import open_table, plays_of
from tests.factories.tournaments import make_seated_tournament
from tests.installations import other_database
from tournaments.base.services.link_keys import forget_link_keys
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import Club
from tournaments.results.services.table_access import table_secret

RESTED = 6.0
"""Seconds of the page's clock: longer than its pause, shorter than its next poll."""


@pytest.fixture
def evening(own_site: SharedSite, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Any]]:
    """Store a public evening in the data of the site.

    Its slug, the secret of a table, and the numbers of that table's plays with their boards.
    """
    with django_db_blocker.unblock(), other_database(own_site.folder / DATABASE):
        forget_link_keys()  # those of the site are in its database
        public = make_seated_tournament(Club.objects.order_by("pk")[0], name="Soirée écoutée")
        set_visibility(tournament=public, visibility=Visibility.PUBLIC, set_by=None)
        access = open_table(public)
        plays = [(play.pk, play.board) for play in plays_of(access)]
        stored = {"slug": public.slug, "secret": table_secret(access), "plays": plays}
    yield stored
    forget_link_keys()


@pytest.fixture
def listener(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Callable[[str], Page]]:
    """Return `listener(address)`, which opens a page and stops its clock once its stream is open."""
    context = browser.new_context(**browser_context_args)

    def open_page(address: str) -> Page:
        page = context.new_page()
        page.clock.install()
        with page.expect_response(is_stream):
            page.goto(address)
        stop_time(page)
        return page

    yield open_page
    context.close()


def is_stream(answer: Response) -> bool:
    return answer.headers.get("content-type", "").startswith("text/event-stream")


def stop_time(page: Page) -> None:
    """Once the page has rested from its last question."""
    page.clock.pause_at(datetime.fromtimestamp(page.evaluate("Date.now()") / 1000 + RESTED, UTC))


def enter(desk: Page, site: str, slug: str, play: int, board: int) -> None:
    desk.goto(f"{site}/organiser/t/{slug}/resultats/etuis/{board}/")
    line = desk.locator(f"#p{play}")
    line.get_by_role("textbox", name=re.compile("^Bouts")).fill("2")
    line.get_by_role("textbox", name=re.compile("^Points")).fill("45")
    desk.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(desk.get_by_text("1 résultat enregistré.")).to_be_visible()


def test_a_result_typed_at_the_desk_shows_on_pages_that_listen_and_again_after_a_cut(
    page: Page,
    own_site: SharedSite,
    site: str,
    sign_in_link: str,
    evening: dict[str, Any],
    listener: Callable[[str], Page],
) -> None:
    sign_in_by_link(page, sign_in_link)
    slug, (first, second, *_others) = evening["slug"], evening["plays"]
    standings = listener(f"{site}/t/{slug}/")
    phone = listener(f"{site}/table/{evening['secret']}/")
    noted = phone.locator("details.deal [data-state]", has_text="noté")
    expect(noted).to_have_count(0)

    enter(page, site, slug, *first)

    expect(noted).to_have_count(1)
    expect(standings.get_by_text(re.compile("1 résultats? sur 100"))).to_be_visible()

    with standings.expect_response(is_stream), phone.expect_response(is_stream):
        for open_page in (standings, phone):
            open_page.clock.resume()
        killed = own_site.server.web
        assert killed is not None
        os.kill(killed, signal.SIGKILL)
    for open_page in (standings, phone):
        stop_time(open_page)
    enter(page, site, slug, *second)

    expect(noted).to_have_count(2)
    expect(standings.get_by_text("2 résultats sur 100")).to_be_visible()
