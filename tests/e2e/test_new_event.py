"""A newcomer's evening by pressing « Continuer », the same evening a week later, practice, the visit."""

import re
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.judging import faults, faults_of_kinds
from tests.e2e.signed_in import sign_in_by_link
from tests.e2e.walking import IS_WHOLE
from tournaments.evening.words.first_evening import VISIT

CLUB = "/organiser/clubs/club-de-demonstration/"
STOPS = len(VISIT) if IS_WHOLE else 5
"""Stops of the visit in a browser. test_first_evening.py goes through all of them without one."""


def enter(page: Page, link: str) -> None:
    """Sign in by the link, and open the page of the club."""
    sign_in_by_link(page, link)
    page.goto(urljoin(link, CLUB))


def test_four_presses_make_an_evening_and_its_model_makes_the_next(page: Page, sign_in_link: str) -> None:
    enter(page, sign_in_link)
    page.get_by_role("link", name="Créer un tournoi", exact=True).click()
    page_faults: list[str] = []
    for step in range(1, 5):
        page.get_by_role("button", name="Continuer").click()
        expect(page.get_by_text(f"étape {step + 1} sur 5")).to_be_visible()
        page_faults += faults(page, f"step {step + 1}")
    page.go_back()
    page.get_by_label("Nom du tournoi").fill("Ma première soirée")
    page.get_by_role("button", name="Continuer").click()
    expect(page.get_by_role("heading", name="Ma première soirée")).to_be_visible()
    page.get_by_label("Garder ces choix comme modèle").fill("Le vendredi")
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_text("Voici ce qu’il reste à faire")).to_be_visible()
    page.get_by_role("link", name="Vérifications avant de commencer").click()
    expect(page.get_by_text(re.compile("Il manque .* joueurs"))).to_be_visible()

    page.get_by_role("link", name="Organiser").click()
    page.get_by_role("link", name="Club de démonstration").first.click()
    page.get_by_role("link", name="Modèles de soirée").click()
    page.get_by_role("link", name="Commencer Le vendredi").click()
    page_faults += faults(page, "start from a model")
    page.get_by_label("Date").fill("2026-12-04")
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_role("heading", name="Soirée du 4 décembre")).to_be_visible()
    assert page_faults == []


@pytest.mark.nights  # by day the tour, below, and evening/organiser/test_practice
def test_a_round_is_practised_and_counts_nowhere(page: Page, sign_in_link: str, site: str) -> None:
    enter(page, sign_in_link)
    page.get_by_role("link", name="S’entraîner").click()
    page.get_by_role("button", name="Commencer l’entraînement").click()
    for step in (
        "Inscrire les joueurs fictifs qui manquent",
        "Tirer les places au sort",
        "Distribuer les donnes",
        "Fixer les places",
        "Jouer une position au hasard",
    ):
        page.get_by_role("region", name="Entraînement").get_by_role("button", name=step, exact=True).click()
    expect(page.get_by_text("Résultats : 20 sur 100")).to_be_visible()
    expect(page.get_by_text("ENTRAÎNEMENT : joueurs fictifs, rien ne compte")).to_be_visible()
    page.get_by_role("button", name="Rendre les résultats publics").click()

    page.goto(site)
    expect(page.get_by_role("link", name="Soirée du club")).to_be_visible()
    expect(page.get_by_role("link", name="Entraînement")).to_have_count(0)
    page.goto(f"{site}/organiser/clubs/club-de-demonstration/entrainement/")
    page.get_by_role("link", name="Supprimer").click()
    page_faults = faults(page, "deleting a practice event")
    page.get_by_role("button", name="Supprimer l’entraînement").click()
    expect(page.get_by_text("L’entraînement est supprimé.")).to_be_visible()
    assert page_faults == []


# by day without scripts: tests/tournaments/evening/organiser/test_first_evening.py
@pytest.mark.parametrize("has_scripts", [True, pytest.param(False, marks=pytest.mark.nights)])
def test_tour_leads_through_an_evening(
    browser: Browser, browser_context_args: dict[str, object], sign_in_link: str, has_scripts: bool
) -> None:
    context = browser.new_context(**browser_context_args | {"java_script_enabled": has_scripts})  # type: ignore[arg-type]
    page = context.new_page()
    enter(page, sign_in_link)
    page.get_by_role("link", name="Votre première soirée").click()
    page.get_by_role("button", name="Commencer la visite").click()
    page_faults: list[str] = []
    judged: dict[str, set[str]] = {}
    for number, stop in enumerate(VISIT[:STOPS], start=1):
        bar = page.get_by_role("complementary", name=str(stop.title))
        expect(bar).to_contain_text(f"étape {number} sur {len(VISIT)}")
        expect(bar.get_by_role("link", name="Ouvrir la page de cette étape")).to_have_count(0)
        if has_scripts:
            page_faults += faults_of_kinds(page, f"stop {number} of the visit", "visit", judged)
        if number == 2:
            bar.get_by_role("button", name="Quitter la visite").click()
            page.get_by_role("button", name="Reprendre").click()
        bar.get_by_role("button", name=re.compile("continuer|suivante")).click()

    if len(VISIT) == STOPS:
        expect(page.get_by_text("Vous avez mené une soirée entière")).to_be_visible()
        page.get_by_role("link", name="Supprimer l’entraînement").click()
    else:
        page.goto(urljoin(sign_in_link, f"{CLUB}entrainement/"))
        page.get_by_role("link", name="Supprimer").click()
    delete = page.get_by_role("button", name="Supprimer l’entraînement")
    expect(delete).to_be_visible()
    if has_scripts:
        page_faults += faults(page, "deleting a practice event")
    delete.click()
    expect(page.get_by_text("L’entraînement est supprimé.")).to_be_visible()
    assert page_faults == []
    context.close()
