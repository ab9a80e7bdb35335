"""A simultaneous in a browser: joined, the deals of the first taken, played, ranked as one field."""

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

import pytest
from django.urls import reverse
from playwright.sync_api import Browser, Download, Page, expect

from tests.e2e.naive_ranking import Played, percentages
from tests.e2e.shared_site import SharedSite
from tests.e2e.shown_ranking import Line, expected_lines, ranked_lines
from tests.e2e.signed_in import sign_in_by_link
from tests.e2e.stored_lines import travellers
from tests.factories.sessions import make_dealt_evening, make_short_evening, play_session
from tests.installations import other_database
from tournaments.models import Club, Competition, Tournament
from tournaments.seasons.services.competitions import refresh_competition

pytestmark = pytest.mark.django_db(transaction=True)

OTHER_SEED = b"other" * 7


def create_simultaneous(page: Page, site: str, club: Club) -> None:
    page.goto(site + reverse("organiser-competitions", args=[club.slug]))
    page.get_by_label("Nom de la compétition").fill("Simultané")
    page.get_by_label("Genre").select_option("simultaneous")
    page.get_by_role("button", name="Créer la compétition").click()


def add_site(page: Page, tournament: Tournament, site: str) -> None:
    page.get_by_label("Tournoi", exact=True).select_option(str(tournament.pk))
    page.get_by_label("Lieu", exact=True).first.fill(site)
    page.get_by_role("button", name="Ajouter").click()
    expect(page.get_by_text("Le tournoi compte dans la compétition.")).to_be_visible()


def show_ranking(page: Page, site: str, club: Club) -> None:
    """The public page of the only competition, as the worker ranks it."""
    open_competition(page, site, club)
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.get_by_role("link", name="Page publique").click()


def open_competition(page: Page, site: str, club: Club) -> None:
    """The organiser's page of the only competition, once the worker has ranked it."""
    competition = Competition.objects.get()
    refresh_competition(competition=competition)
    page.goto(site + reverse("organiser-competition", args=[club.slug, competition.pk]))


def take_deals_of_first(page: Page, site: str, tournament: Tournament, *, has_own: bool = False) -> None:
    page.goto(site + reverse("organiser-deals", args=[tournament.slug]))
    page.get_by_role("button", name="Prendre les donnes").click()
    if has_own:
        page.get_by_label("Remplacer les donnes actuelles").check()
        page.get_by_role("button", name="Reprendre ces donnes").click()
    expect(page.get_by_text("ce tournoi a les mêmes donnes")).to_be_visible()


def tell_sites_apart(sites: Sequence[Tournament]) -> None:
    """Give the people of each site different names."""
    for letter, tournament in zip("ABC", sites, strict=True):
        for entry in tournament.entries.select_related("person"):
            entry.person.last_name += letter
            entry.person.save()


def ranking_of(sites: Iterable[Tournament]) -> list[Line]:
    """The lines that one field of these sites has, computed apart from the program."""
    return expected_lines(percentages([line for site in sites for line in lines_of(site)]))


def lines_of(tournament: Tournament) -> list[Played]:
    return travellers(tournament.sessions.get(), attrgetter("public_name"))


@pytest.mark.nights  # by day seasons/organiser/test_sites
def test_sites_join_before_and_after_dealing_one_is_late_and_one_leaves(
    page: Page, live_server, club: Club
) -> None:
    """Lieu 2 takes the deals before any of its own, Lieu 3 after; it plays last, and Lieu 2 leaves then."""
    sites = [make_dealt_evening(club), make_short_evening(club), make_dealt_evening(club, seed=OTHER_SEED)]
    first, second, third = sites
    tell_sites_apart(sites)
    create_simultaneous(page, live_server.url, club)
    for number, tournament in enumerate(sites, start=1):
        add_site(page, tournament, f"Lieu {number}")
    expect(page.get_by_text("donnes inconnues")).to_have_count(1)
    expect(page.get_by_text("autres donnes", exact=True)).to_have_count(1)

    take_deals_of_first(page, live_server.url, second)
    take_deals_of_first(page, live_server.url, third, has_own=True)
    for start, tournament in enumerate((first, second)):
        play_session(tournament, first_score=start)
    show_ranking(page, live_server.url, club)

    assert len(ranked_lines(page, unplaced=20)) == 40
    assert ranked_lines(page, unplaced=20) == ranking_of([first, second])

    public = page.url
    play_session(third, first_score=2)
    open_competition(page, live_server.url, club)
    expect(page.get_by_text("mêmes donnes", exact=True)).to_have_count(3)
    page.goto(public)
    assert len(ranked_lines(page)) == 60
    assert ranked_lines(page) == ranking_of(sites)

    open_competition(page, live_server.url, club)
    page.get_by_role("button", name="Retirer Lieu 2").click()
    expect(page.get_by_text("Le tournoi ne compte plus dans la compétition.")).to_be_visible()
    refresh_competition(competition=Competition.objects.get())
    page.goto(public)
    assert ranked_lines(page) == ranking_of([first, third])


@pytest.mark.nights  # by day seasons/organiser/test_sites
def test_two_installations_play_the_same_deals_by_file_and_are_ranked_as_one(
    page: Page, elsewhere: Page, live_server, club: Club, own_site: SharedSite
) -> None:
    """The site of this process is the first; the other has a database, keys and a worker of its own."""
    own_evening = make_dealt_evening(club)
    create_simultaneous(page, live_server.url, club)
    add_site(page, own_evening, "Ici")
    deals = take_deals(page, live_server.url, own_evening)
    play_session(own_evening)
    away_database = own_site.folder / "etui.sqlite3"
    with other_database(away_database):
        away = make_evening_away()

    site_away = f"http://localhost:{own_site.port}"
    elsewhere.goto(site_away + reverse("organiser-deals-import", args=[away.slug]))
    elsewhere.get_by_label("Fichier des donnes").set_input_files(deals.path())
    elsewhere.get_by_role("button", name="Importer").click()
    expect(elsewhere.get_by_role("heading", name="Empreinte")).to_be_visible()
    with other_database(away_database):
        play_session(away, first_score=5)
        lines_away = lines_of(away)
    elsewhere.goto(site_away + reverse("organiser-competition-join", args=[away.slug]))
    with elsewhere.expect_download() as results:
        elsewhere.get_by_role("link", name="Fichier des résultats de ce lieu").click()

    receive(page, live_server.url, club, results.value)
    show_ranking(page, live_server.url, club)

    lines = ranked_lines(page)
    assert len(lines) == 40
    assert lines == expected_lines(percentages([*lines_of(own_evening), *lines_away]))


@pytest.fixture
def elsewhere(browser: Browser, browser_context_args: dict[str, object], sign_in_link: str) -> Iterator[Page]:
    """The browser of the organiser of another installation, signed in."""
    context = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
    page = context.new_page()
    sign_in_by_link(page, sign_in_link)
    yield page
    context.close()


def take_deals(page: Page, site: str, tournament: Tournament) -> Download:
    """Return the file of the deals, downloaded by a user with the right to read it."""
    page.goto(site + reverse("organiser-deals", args=[tournament.slug]))
    page.get_by_role("button", name="Me nommer lecteur").click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Fichier des donnes pour un autre lieu").click()
    return download.value


def make_evening_away() -> Tournament:
    """Store an evening of the demonstration club with its first twenty people, placed and with consent."""
    club = Club.objects.get()
    people = list(club.people.order_by("pk")[:20])
    club.people.update(shows_full_name=True)
    return make_short_evening(club, people)


def receive(page: Page, site: str, club: Club, results: Download) -> None:
    page.goto(
        site + reverse("organiser-competition", args=[club.slug, Competition.objects.values_list("pk")[0][0]])
    )
    form = page.locator("form[enctype]")
    form.get_by_label("Lieu", exact=True).fill("Là-bas")
    form.locator("input[type=file]").set_input_files(results.path())
    form.get_by_role("button", name="Prendre ces résultats").click()
    expect(page.get_by_text("Les résultats de ce lieu comptent dans le simultané.")).to_be_visible()
    expect(page.get_by_text("mêmes donnes", exact=True)).to_have_count(2)
