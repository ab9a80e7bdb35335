"""A result on the wrong line, from its withdrawal to the locked round, by keyboard alone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from tests.e2e.signed_in import sign_in
from tests.e2e.traveller_typing import save
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.base.queries.sessions import current_session
from tournaments.enums import CheckVerdict
from tournaments.models import Play, Tournament
from tournaments.results.queries.checking import list_sheets
from tournaments.results.services.checking import check_sheet

pytestmark = pytest.mark.django_db(transaction=True)
MOST_TABS = 150


@pytest.fixture
def evening(page: Page, live_server) -> Tournament:
    """Everything is in, but the first line of étui 1 was typed on its second; other sheets are checked."""
    tournament = make_seated_tournament(make_club(), is_dealt=False)
    claire, remi = make_user("Claire", club=tournament.club), make_user("Rémi", club=tournament.club)
    first, second, *_ = lines_of_first(tournament)
    enter_result(second, 84, user=claire)
    enter_results((play, 56) for play in list_plays(tournament) if play not in {first, second})
    session = current_session(tournament)
    for sheet in list_sheets(session):
        if sheet.name.board != 1:
            version = sheet.version_count
            check_sheet(
                session=session,
                sheet=sheet.name,
                verdict=CheckVerdict.CONFORM,
                note="",
                seen=version,
                checked_by=remi,
            )
    sign_in(page.context, live_server.url, claire)
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(live_server.url + reverse("organiser-results", args=[tournament.slug]))
    return tournament


def lines_of_first(tournament: Tournament) -> list[Play]:
    plays = [play for play in list_plays(tournament) if play.board == 1]
    return sorted(plays, key=lambda play: play.round.number)


def reach(page: Page, target: Locator) -> Page:
    """Press Tab until the target has the focus."""
    expect(target).to_be_visible()
    element = target.element_handle()  # looked for once: by its name in the whole page, that takes long
    for _ in range(MOST_TABS):
        if element.evaluate("element => element === document.activeElement"):
            return page
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


def press(page: Page, target: Locator) -> None:
    reach(page, target).keyboard.press("Enter")


def link(page: Page, name: str) -> Locator:
    return page.get_by_role("link", name=name, exact=True)


def button(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=name, exact=True)


def open_results(page: Page) -> None:
    press(page, page.get_by_role("navigation", name="Tournoi").get_by_role("link", name="Résultats"))


@pytest.mark.nights  # by day results/organiser/test_checking
def test_a_wrong_line_is_withdrawn_typed_again_checked_locked_and_unlocked(
    page: Page, evening: Tournament
) -> None:
    first, second, *_ = lines_of_first(evening)

    press(page, link(page, "Étui 1"))
    press(page, page.locator(f"#p{second.pk} .version"))
    press(page, page.locator("summary", has_text="Retirer ce résultat"))
    reach(page, page.get_by_label("Motif")).keyboard.type("mauvaise ligne")
    press(page, button(page, "Voir les conséquences"))
    expect(page.locator("#consequences")).to_contain_text("pas de résultat")
    press(page, button(page, "Retirer ce résultat"))
    expect(page.get_by_text("la ligne est de nouveau à saisir")).to_be_visible()

    press(page, page.get_by_role("link", name="Corriger sur la feuille"))
    expect(page.locator("[data-keys-help]")).to_be_visible()
    gain = re.compile("^Gagne")
    reach(page, page.locator(f"#p{first.pk}").get_by_label(gain)).keyboard.type("84")
    page.keyboard.press("Enter")
    page.keyboard.type("50")
    save(page)
    expect(page.get_by_text("2 résultats enregistrés.")).to_be_visible()

    open_results(page)
    press(page, link(page, "Contrôle des feuilles"))
    press(page, page.get_by_role("link", name="Contrôler l’étui 1"))
    press(page, button(page, "Conforme"))
    expect(page.get_by_text("20 feuilles contrôlées sur 20")).to_be_visible()

    press(page, link(page, "← Tous les résultats"))
    press(page, page.locator("summary", has_text="0 position verrouillée sur 5"))
    press(page, button(page, "Verrouiller la position 1"))
    expect(page.get_by_text("La position 1 est verrouillée.")).to_be_visible()

    press(page, link(page, "Étui 1"))
    expect(page.get_by_text("Position 1 verrouillée (Claire")).to_be_visible()
    line = page.locator(f"#p{first.pk}")
    reach(page, line.get_by_label(gain)).keyboard.type("70")
    reach(page, line.get_by_label("Motif de la correction")).keyboard.type("relu")
    save(page)
    expect(line.get_by_role("alert")).to_contain_text("contrôlée et verrouillée (Claire")

    open_results(page)
    press(page, page.locator("summary", has_text="1 position verrouillée sur 5"))
    press(page, page.locator("summary", has_text="Rouvrir la position 1"))
    reach(page, page.get_by_label("Motif")).keyboard.type("réclamation")
    page.keyboard.press("Enter")
    expect(page.get_by_text("La position 1 est rouverte.")).to_be_visible()
    assert [play.slips.current().get().score for play in (first, second)] == [84, 50]
