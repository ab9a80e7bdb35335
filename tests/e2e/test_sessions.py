"""Events over more than one session in a browser: a second session, and a final."""

import random
from operator import attrgetter

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.naive_ranking import added, percentages
from tests.e2e.shown_ranking import expected_lines, points_written, ranked_lines
from tests.e2e.stored_lines import points, travellers
from tests.factories.sessions import make_short_evening, play_session
from tests.factories.sheets import make_sheet_tournament, seat
from tournaments.base.queries.sessions import current_session
from tournaments.demo.services.demo_sheets import play_sheets
from tournaments.models import Club, Session, Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.results import Author

pytestmark = pytest.mark.django_db(transaction=True)


def fix_seats(page: Page, site: str, tournament: Tournament, rounds: str) -> None:
    page.goto(site + reverse("organiser-places", args=[tournament.slug]))
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    expect(page.get_by_text(f"Les places sont fixées pour {rounds}.")).to_be_visible()


def play_free_deals(tournament: Tournament) -> None:
    """A possible result for every line of the current session, and its ranking."""
    session = current_session(tournament)
    play_sheets(session, range(1, 9), Author(user=None), random.Random(2))
    refresh_standings(session=session)


def finish(page: Page, site: str, tournament: Tournament) -> None:
    page.goto(site + reverse("organiser-desk", args=[tournament.slug]))
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.get_by_role("button", name="Terminer le tournoi").click()
    page.goto(site + reverse("public-standings", args=[tournament.slug]))
    expect(page.get_by_text("Définitif")).to_be_visible()


def sessions_of(tournament: Tournament) -> list[Session]:
    return list(tournament.sessions.order_by("number"))


@pytest.mark.nights  # by day rankings/services/test_sessions
def test_second_session_counts_double(page: Page, live_server, club: Club) -> None:
    tournament = play_session(make_short_evening(club))
    page.goto(live_server.url + reverse("organiser-desk", args=[tournament.slug]))
    page.get_by_role("link", name="Séances", exact=True).click()
    page.get_by_label("Coefficient").fill("2")
    page.get_by_label("Places de départ").select_option("kept")
    page.get_by_role("button", name="Ouvrir la séance suivante").click()
    expect(page.get_by_text("La séance 2 est ouverte.")).to_be_visible()

    fix_seats(page, live_server.url, tournament, "toutes les positions")
    play_session(tournament, first_score=5)
    finish(page, live_server.url, tournament)

    first, second = (
        percentages(travellers(session, attrgetter("public_name"))) for session in sessions_of(tournament)
    )
    lines = ranked_lines(page)
    assert len(lines) == 20
    assert lines == expected_lines(added((1, first), (2, second)))
    page.get_by_role("link", name="Séance 1").click()
    expect(page.get_by_role("link", name="Séance 1")).to_have_attribute("aria-current", "true")
    expect(page.locator("table.standings tbody tr")).to_have_count(20)


@pytest.mark.nights  # by day two whole sessions, above
def test_best_twelve_play_a_final_with_half_of_their_points(page: Page, live_server, club: Club) -> None:
    tournament = seat(make_sheet_tournament(club, round_count=1, deals=2))
    play_free_deals(tournament)
    page.goto(live_server.url + reverse("organiser-sessions", args=[tournament.slug]))
    page.get_by_label("Qualifiés").fill("12")
    page.get_by_label("Places de départ").select_option("final")
    page.get_by_role("checkbox", name="Finale").check()
    page.get_by_label("Part des points gardée en finale").fill("1/2")
    page.get_by_role("button", name="Ouvrir la séance suivante").click()
    expect(page.get_by_text("La séance 2 est ouverte.")).to_be_visible()

    fix_seats(page, live_server.url, tournament, "tous les tours")
    play_free_deals(tournament)
    finish(page, live_server.url, tournament)

    expect(page.locator("tbody tr.is-finalist")).to_have_count(12)
    expect(page.locator("tbody tr:nth-child(-n+12).is-finalist")).to_have_count(12)
    first_points, final = (points(session, attrgetter("public_name")) for session in sessions_of(tournament))
    in_final = {name: first_points[name] / 2 + value for name, value in final.items()}
    out = {name: value for name, value in first_points.items() if name not in final}
    assert set(final) == set(sorted(first_points, key=first_points.__getitem__, reverse=True)[:12])
    assert ranked_lines(page) == expected_lines(in_final, behind=out, written=points_written)
