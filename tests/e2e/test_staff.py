"""Delegation in browsers: a director invites, a phone joins without an account, the director ends it."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.judging import faults
from tests.e2e.signed_in import sign_in
from tests.e2e.test_phone import too_small
from tests.factories.tournaments import make_club, make_seated_tournament, make_user
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.models import ResultSlip, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

NewContext = Callable[..., BrowserContext]


@pytest.fixture
def evening() -> Tournament:
    return set_visibility(
        tournament=make_seated_tournament(make_club()), visibility=Visibility.PUBLIC, set_by=None
    )


@pytest.fixture
def new_context(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[NewContext]:
    contexts = []

    def make(**options: Any) -> BrowserContext:
        contexts.append(browser.new_context(**browser_context_args | options))
        return contexts[-1]

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def owner(new_context: NewContext, live_server: Any, evening: Tournament) -> Page:
    """Return the page of the staff, opened by an owner of the club."""
    context = new_context()
    sign_in(context, live_server.url, make_user("Odile", club=evening.club))
    page = context.new_page()
    page.goto(f"{live_server.url}/organiser/t/{evening.slug}/equipe/")
    return page


@pytest.fixture
def phone(new_context: NewContext) -> Page:
    return new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True).new_page()


def invite(owner: Page, label: str, role: str, table: str = "") -> str:
    """Create an invitation on the page. Return its link."""
    form = owner.locator("form", has=owner.get_by_role("button", name="Créer l’invitation"))
    form.get_by_label("Pour qui").fill(label)
    form.get_by_label("Rôle").select_option(role)
    form.get_by_label("Table").fill(table)
    form.get_by_role("button").click()
    return owner.locator(".invitation-link a").get_attribute("href") or ""


def test_captain_comes_in_writes_his_table_and_is_sent_away(
    owner: Page, phone: Page, evening: Tournament
) -> None:
    link = invite(owner, "Jean, table 3", "table", "3")
    assert faults(owner, "staff with a link") + too_small(owner) == []

    phone.goto(link)
    assert faults(phone, "invitation") + too_small(phone) == []
    phone.get_by_role("button", name="Entrer sans compte").click()
    assert faults(phone, "my tables") + too_small(phone) == []
    phone.get_by_role("button", name="Ouvrir la table 3").click()
    phone.get_by_role("button", name=re.compile(r"^N\s")).click()
    expect(phone.get_by_role("heading", name="Table 3, position 1")).to_be_visible()

    owner.get_by_role("button", name="Retirer Jean, table 3").click()
    expect(owner.get_by_text("L’invitation «\u00a0Jean, table 3\u00a0» est retirée.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("Ce lien n’ouvre pas de table")).to_be_visible()


def test_scorer_enters_a_result_and_the_log_names_him(owner: Page, phone: Page, live_server: Any) -> None:
    link = invite(owner, "Marie", "scorer")
    phone.goto(link)
    phone.get_by_role("button", name="Entrer sans compte").click()
    phone.goto(f"{phone.url}resultats/etuis/1/")
    assert too_small(phone) == []
    phone.locator("input[name$=-gain]").first.fill("56")
    phone.keyboard.press("Control+Enter")
    expect(phone.get_by_text("1 résultat enregistré")).to_be_visible()
    assert str(ResultSlip.objects.get().entered_by) == "Marie"

    owner.get_by_role("link", name="Journal").click()
    expect(owner.get_by_role("cell", name="Résultat saisi")).to_be_visible()
    assert faults(owner, "log") == []
    owner.get_by_role("button", name="Publier le journal").click()
    owner.get_by_role("link", name="Le journal public").click()

    expect(owner.get_by_role("cell", name="Résultat saisi")).to_be_visible()
    expect(owner.get_by_text("Marie")).to_have_count(0)
    assert faults(owner, "public log") == []
