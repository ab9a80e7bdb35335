"""Movements in the browser: from a number of players to a movement, its page and the guide cards."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from pypdf import PdfReader

CARDS_PER_SHEET = 4


@pytest.mark.nights  # by day test_evening.py prepares an evening of twenty and prints its papers
@pytest.mark.parametrize("players", [24, 31, 40])
def test_evening_is_proposed_placed_and_printed(
    page: Page, sign_in_link: str, site: str, players: int
) -> None:
    page.goto(sign_in_link)
    page.get_by_role("button", name="Entrer").click()
    expect(page.get_by_role("heading", name="Choisir un mot de passe")).to_be_visible()

    page.goto(f"{site}/organiser/clubs/club-de-demonstration/tournois/nouveau/complet/")
    create_from_first_proposal(page, players)
    enter_and_place(page, players)
    page.get_by_role("link", name="Mouvement", exact=True).click()
    expect(page.locator("table.matrix tbody tr")).to_have_count(players)
    page.get_by_text("Position par position").click()
    expect(page.get_by_role("heading", name="Position 1", exact=True)).to_be_visible()
    pages = print_guide_cards(page)

    text = "\n".join(pages)
    assert len(pages) == -(-players // CARDS_PER_SHEET)
    assert ("Relais" in text) == (players % 4 != 0)
    assert len(set(re.findall(r"\b([NSEOR]\d+)\b", text))) >= players


def create_from_first_proposal(page: Page, players: int) -> None:
    page.get_by_label("Joueurs", exact=True).fill(str(players))
    page.get_by_label("Temps disponible").select_option("210")
    page.get_by_role("button", name="Voir les propositions").click()
    expect(page.locator(".proposals input[name=shape]").first).to_be_checked()
    page.get_by_label("Nom du tournoi", exact=True).fill(f"Soirée à {players}")
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_role("heading", name=f"Soirée à {players}")).to_be_visible()


def enter_and_place(page: Page, players: int) -> None:
    page.get_by_role("link", name="Inscrits", exact=True).first.click()
    page.get_by_role("link", name="Cocher plusieurs joueurs du registre").click()
    boxes = page.locator("input[name=people]")
    expect(boxes.nth(players - 1)).to_be_visible()
    boxes.evaluate_all("(boxes, count) => boxes.slice(0, count).forEach(box => box.click())", players)
    page.get_by_role("button", name="Inscrire les joueurs cochés").click()
    entered = page.get_by_role("table", name="Joueurs inscrits, par nom").locator("tbody tr")
    expect(entered).to_have_count(players)
    page.get_by_role("link", name="Places", exact=True).click()
    page.get_by_label("Placer tout le monde").select_option("series")
    page.get_by_role("button", name="Placer", exact=True).click()
    expect(page.get_by_text("Tout le monde est placé.")).to_be_visible()
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    expect(page.get_by_role("heading", name="Qui joue où")).to_be_visible()


def print_guide_cards(page: Page) -> list[str]:
    """Return the texts of the pages of the guide cards, drawn by the worker."""
    page.get_by_role("link", name="Documents", exact=True).click()
    page.locator("button[name=kind][value=guide_cards]").click()
    link = page.locator("a[download]")
    expect(link).to_have_count(1, timeout=90_000)
    with page.expect_download() as started:
        link.click()
    reader = PdfReader(BytesIO(Path(started.value.path()).read_bytes()))
    return [sheet.extract_text() for sheet in reader.pages]
