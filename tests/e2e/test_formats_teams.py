"""Triplets, quartets, a match, a triangular: from the teams entered to the final ranking."""

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.judging import faults, faults_of_kinds
from tests.processes import Server


@dataclass(frozen=True)
class Path:
    """Steps of one format in this test."""

    format_name: str
    teams: int
    size: int
    rounds: int
    """Played; 0 for all of the shape proposed."""
    attack: str
    """What the first line of étui 1 says of the attacker's side: its seats, or its team."""
    has_bid: bool = False


PATHS = {
    "triplets": Path("Triplettes", 6, 3, 0, "N-S"),
    "quartets": Path("Quadrettes", 5, 4, 2, "Attaque Équipe"),
    "teams": Path("Équipes", 2, 4, 1, "Attaque Équipe", has_bid=True),
    "triangular": Path("Triangulaire", 3, 4, 2, "Attaque Équipe", has_bid=True),
}


@pytest.mark.nights  # by day triplets, in test_triplets.py
@pytest.mark.parametrize("format_code", PATHS)
def test_teams_play_from_their_entry_to_the_final_ranking(
    page: Page,
    server: Server,
    sign_in_link: str,
    environment: dict[str, str],
    launch: Callable[..., "subprocess.Popen[str]"],
    format_code: str,
) -> None:
    path = PATHS[format_code]
    page.goto(sign_in_link)
    page.get_by_role("button", name="Entrer").click()
    follow(page, "Plus tard")
    create(page, path)
    desk = page.url
    enter_teams(page, path)
    if format_code == "teams":
        look_at_teams(page, desk)
    if path.has_bid:
        give_bonus(page, desk)
    fix_seats(page)

    type_first_board(page, desk, path)
    slug = desk.rstrip("/").rpartition("/")[2]
    process = launch(sys.executable, "-m", "tests.e2e.play_the_rest", slug, env=environment)
    assert process.wait(60) == 0, process.log_path.read_text()  # type: ignore[attr-defined]
    page.goto(desk)
    page.get_by_role("button", name="Terminer le tournoi").click()

    page.goto(f"http://localhost:{server.port}/t/{slug}/")
    expect(page.get_by_text("Définitif")).to_be_visible()
    ranked = page.locator("table.standings tbody tr")
    expect(ranked).to_have_count(path.teams)
    expect(ranked.first).to_contain_text("1")
    expect(ranked.first).to_contain_text(re.compile(r"Équipe \d"))


def link_called(page: Page, text: str) -> Locator:
    """Return the first link with that text, in the form of a link or of a button."""
    return page.locator("a").filter(has_text=re.compile(rf"^\s*{re.escape(text)}\s*$")).first


def follow(page: Page, text: str) -> None:
    link_called(page, text).click()


def create(page: Page, path: Path) -> None:
    """An evening of the smallest usual size; ends on its desk."""
    follow(page, "Club de démonstration")
    follow(page, "Créer un tournoi")
    follow(page, "Tout sur une page")
    follow(page, path.format_name)
    page.get_by_label("Nom du tournoi").fill(f"Essai en {path.format_name.lower()}")
    if path.rounds:
        page.get_by_label("Positions à jouer").fill(str(path.rounds))
    page.get_by_role("button", name="Créer le tournoi").click()
    expect(page.get_by_text("Inscrivez les équipes.")).to_be_visible()


def enter_teams(page: Page, path: Path) -> None:
    """Teams of the first people of the lists, the captain first."""
    follow(page, "Inscrits")
    follow(page, "Inscrire une équipe")
    for number in range(1, path.teams + 1):
        page.get_by_label("Nom de l’équipe").fill(f"Équipe {number}")
        for place in range(path.size):
            page.locator(f"select[name=member-{place}]").select_option(index=place + 1)
        page.get_by_role("button", name="Inscrire, puis une autre").click()
        expect(page.get_by_text(f"« Équipe {number} » est inscrite.")).to_be_visible()
    follow(page, "Inscrits")
    teams = page.get_by_role("table", name=re.compile("^Équipes inscrites")).locator("tbody tr")
    expect(teams).to_have_count(path.teams)


def look_at_teams(page: Page, desk: str) -> None:
    """The pages that only evenings of teams have, without fault; ends on the desk."""
    judged: dict[str, set[str]] = {}
    page_faults = faults_of_kinds(page, "the teams entered", "entries", judged)
    page.goto(f"{desk}inscrits/equipe/")
    page_faults += faults_of_kinds(page, "a team to enter", "team", judged)
    page.goto(f"{desk}inscrits/")
    page.get_by_role("link", name="Modifier").first.click()
    page_faults += faults_of_kinds(page, "a team to change", "team", judged)
    assert page_faults == []
    page.goto(desk)


def give_bonus(page: Page, desk: str) -> None:
    """Match points before a match, on a page without fault."""
    page.goto(f"{desk}classement/bonus/")
    page.get_by_label("Équipe 1, contre Équipe 2").fill("8")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("Les bonus sont enregistrés")).to_be_visible()
    expect(page.get_by_label("Équipe 1, contre Équipe 2")).to_have_value("8")
    assert faults(page, "bonuses of teams") == []


def fix_seats(page: Page) -> None:
    """Places by lot, deals, and the seats of every round."""
    follow(page, "Places")
    page.get_by_role("button", name="Tirer au sort les places libres").click()
    follow(page, "Étuis")
    page.get_by_role("button", name="Distribuer les donnes").click()
    follow(page, "Places")
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    expect(page.get_by_text("Les places sont fixées pour toutes les positions.")).to_be_visible()
    follow(page, "Bureau")
    page.get_by_role("button", name="Rendre les résultats publics").click()


def type_first_board(page: Page, desk: str, path: Path) -> None:
    """Every line of étui 1; a match without its bid is refused first."""
    page.goto(f"{desk}resultats/etuis/1/")
    lines = page.locator("tbody[data-line]").all()
    expect(page.locator("tbody[data-line] .players").first).to_contain_text(path.attack)
    for number, line in enumerate(lines):
        if path.has_bid and number:
            line.get_by_role("combobox", name=re.compile("^Contrat")).select_option("garde_sans")
        score = 124 if path.has_bid else 62
        line.get_by_role("textbox", name=re.compile("^Gagne")).fill(str(score + 4 * number))
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    if path.has_bid:
        expect(page.get_by_text("Choisissez le contrat.")).to_be_visible()
        first = page.locator("tbody[data-line]").first
        first.get_by_role("combobox", name=re.compile("^Contrat")).select_option("garde_sans")
        page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.locator("tbody.stored")).to_have_count(len(lines))
