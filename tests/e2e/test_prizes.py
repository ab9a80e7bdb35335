"""Prizes: from the entry fees to the prizes on the public page."""

from playwright.sync_api import Page, expect

from tests.e2e.judging import faults
from tests.e2e.test_accessibility import open_running_evening


def test_fees_become_prizes_that_everybody_reads(page: Page, site: str, sign_in_link: str) -> None:
    page.goto(sign_in_link)
    page.get_by_role("button", name="Entrer").click()
    open_running_evening(page, site)
    page.get_by_role("link", name="Classement", exact=True).first.click()
    slug = page.url.rstrip("/").split("/")[-2]
    page.get_by_role("link", name="Droits d’inscription").click()
    page.get_by_label("Tarif 1").fill("Plein tarif")
    page.get_by_label("Montant 1, en €").fill("12,50")
    page.get_by_role("button", name="Enregistrer les tarifs").click()
    page.get_by_role("button", name="Tout payé").first.click()
    expect(page.get_by_text("paiement noté")).to_be_visible()

    page.get_by_role("link", name="Dotation").click()
    page.get_by_label("Part des droits redistribuée, en %").fill("80")
    page.get_by_label("La page publique montre").select_option(label="les montants et les gagnants")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    page.get_by_role("button", name="Remplacer").click()
    expect(page.get_by_role("heading", name="Les prix d’après le classement actuel")).to_be_visible()
    page.get_by_role("link", name="Classement général").first.click()
    page_faults = faults(page, "a list of prizes")

    page.goto(f"{site}/t/{slug}/")
    page.get_by_role("link", name="Prix", exact=True).click()
    expect(page.get_by_text("Prix offerts")).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("€")
    page_faults += faults(page, "public prizes")
    assert page_faults == []
