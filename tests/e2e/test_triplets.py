"""Triplets with accented names: entered, printed on badges, typed and ranked in a browser."""

from fractions import Fraction

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.naive_ranking import percentages
from tests.e2e.shown_ranking import expected_lines, ranked_lines
from tests.e2e.stored_lines import rank_again, triplet_lines
from tests.e2e.traveller_typing import expect_saved, save
from tests.factories.tournaments import SCORES, enter_results, list_plays, make_team_tournament
from tournaments.entries.services.teams import enter_team
from tournaments.models import Club, Person, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

TEAMS = {
    "Edelweiss": ("Blanc", "Œuvrard", "Rouge"),
    "Étoile": ("Coquelicot", "Écluse", "Ventaroux"),
    "Île": ("Éa", "Eb", "Éc"),
    "Œillet": ("Ägidius", "Azur", "Zürcher"),
    "Orage": ("D’Été", "Dez", "Łukasz"),
    "Zénith": ("Le Gall", "Leblanc", "Lévy"),
}
"""Teams in the order of a French list, and in each the surnames of its members in that order."""
BADGES = ("Bleu", "Blanc", "Rouge")
BOARD = 1
READ_CARDS = """cards => cards.map(card => [
    card.querySelector("h1").innerText.trim(),
    [...card.querySelectorAll(".people span")].map(person => person.innerText.trim()),
])"""
"""Script that returns the team of each card, and its players."""


def make_member(club: Club, last_name: str) -> Person:
    return Person.objects.create(club=club, last_name=last_name, first_name="Ana", shows_full_name=True)


@pytest.fixture
def evening(club: Club) -> Tournament:
    """Six teams at three tables over five rounds: all entered but Étoile, the last of their names first."""
    tournament = make_team_tournament(club, "triplets", shape="fft-triplet-howell-3-5-6-4")
    for name, surnames in reversed(TEAMS.items()):
        people = [make_member(club, surname) for surname in reversed(surnames)]
        if name != "Étoile":
            enter_team(tournament=tournament, name=name, people=people, entered_by=None)
    return tournament


def enter_last_team(page: Page, site: str, tournament: Tournament) -> None:
    """Étoile, its members in the order of the alphabet without accents: É behind Z."""
    page.goto(site + reverse("organiser-team-add", args=[tournament.slug]))
    page.get_by_label("Nom de l’équipe").fill("Étoile")
    for place, surname in enumerate(sorted(TEAMS["Étoile"])):
        member = Person.objects.get(last_name=surname)
        page.locator(f"select[name=member-{place}]").select_option(str(member.pk))
    page.get_by_role("button", name="Inscrire, puis une autre").click()
    expect(page.get_by_text("« Étoile » est inscrite.")).to_be_visible()


def fix_seats(page: Page, site: str, tournament: Tournament) -> None:
    page.goto(site + reverse("organiser-places", args=[tournament.slug]))
    page.get_by_role("button", name="Tirer au sort les places libres").click()
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    expect(page.get_by_text("Les places sont fixées pour toutes les positions.")).to_be_visible()


def test_members_attack_in_the_order_of_a_french_list_and_teams_are_ranked(
    page: Page, live_server, evening: Tournament
) -> None:
    enter_last_team(page, live_server.url, evening)
    page.goto(live_server.url + reverse("organiser-entries", args=[evening.slug]))
    listed = page.get_by_role("table", name="Équipes inscrites").locator("tbody th").all_inner_texts()
    assert [text.splitlines()[0] for text in listed] == list(TEAMS)

    fix_seats(page, live_server.url, evening)
    assert badges_on_cards(page, live_server.url, evening) == {
        name: [f"{badge} {surname.upper()} Ana" for badge, surname in zip(BADGES, surnames, strict=True)]
        for name, surnames in TEAMS.items()
    }
    type_board(page, live_server.url, evening)
    other_plays = [play for play in list_plays(evening) if play.board != BOARD]
    enter_results((play, SCORES[number * 5 % len(SCORES)]) for number, play in enumerate(other_plays))
    session = evening.sessions.get()
    rank_again(session)
    page.goto(live_server.url + reverse("organiser-desk", args=[evening.slug]))
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.goto(live_server.url + reverse("public-standings", args=[evening.slug]))

    ranked_teams = [text.split("\n") for text in page.locator("table.standings tbody th").all_inner_texts()]
    assert {name: people for name, *people in ranked_teams} == {
        name: [f"{surname.upper()} Ana" for surname in surnames] for name, surnames in TEAMS.items()
    }
    lines = ranked_lines(page)
    assert len(lines) == len(TEAMS)
    assert lines == expected_lines(percentages(triplet_lines(session), attack_share=Fraction(1, 2)))


def badges_on_cards(page: Page, site: str, tournament: Tournament) -> dict[str, list[str]]:
    """Return the badges of each team with their holders, from its guide cards."""
    page.goto(site + reverse("organiser-document-preview", args=[tournament.slug, "guide_cards"]))
    cards = page.locator("article.guide:has(.people)").evaluate_all(READ_CARDS)
    return {name: [text.rstrip(",") for text in people] for name, people in cards}


def type_board(page: Page, site: str, tournament: Tournament) -> None:
    """The three lines of an étui; the attack is one team, the defence the other one."""
    page.goto(site + reverse("organiser-traveller", args=[tournament.slug, BOARD]))
    for gained, score in zip(page.locator("input[name$='-gain']").all(), (56, 62, 58), strict=True):
        gained.fill(str(score))
    save(page)
    expect_saved(page, 3)
