"""Friendly evenings from the movement to the prizes: phones, paper, late arrivals and departures.

The page's ranking is compared with plain sums of the typed results, under the names of the page.
"""

import datetime
import random
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from tests.e2e.shown_ranking import Line, expected_lines, points_written, ranked_lines
from tests.e2e.test_incidents import open_from_list, read_and_confirm
from tests.e2e.walking import IS_WHOLE
from tests.factories.sheets import enter_line, find_play, make_sheet_tournament
from tests.factories.tables import open_table
from tournaments.core.slips.score_sheet import SheetLine
from tournaments.models import Club, Entry, Seating, Tournament
from tournaments.people.services.person_links import ensure_links, person_secret
from tournaments.results.services.table_access import table_secret

pytestmark = pytest.mark.django_db(transaction=True)

TABLES, PEOPLE = (12, 47) if IS_WHOLE else (6, 23)
LETTERS = "NOSEA"
"""Letters of the seats, by number."""
PHONE = {"width": 360, "height": 640}


@dataclass
class Evening:
    """Results that the test typed, with the browser and the site of the organiser."""

    page: Page
    site: str
    tournament: Tournament
    rng: random.Random = field(default_factory=lambda: random.Random(47))
    points: dict[tuple[int, int], dict[str, int]] = field(default_factory=dict)
    """Round and table → points by name."""
    sheet_sum: int = 0
    """Sum of the points of a sheet. If it is not zero, no player has a negative score."""

    def open(self, name: str, *arguments: object) -> Page:
        self.page.goto(self.site + reverse(name, args=[self.tournament.slug, *arguments]))
        return self.page

    def draw_points(self, names: Iterable[str]) -> dict[str, int]:
        """Return random points whose sum is that of a sheet."""
        names = list(names)
        least, most = (0, self.sheet_sum // len(names)) if self.sheet_sum else (-300, 300)
        points_by_name = {name: self.rng.randrange(least, most) for name in names[1:]}
        return {names[0]: self.sheet_sum - sum(points_by_name.values()), **points_by_name}

    def totals(self) -> dict[str, Fraction]:
        sums: dict[str, Fraction] = defaultdict(Fraction)
        for sheet in self.points.values():
            for name, points in sheet.items():
                sums[name] += points
        return sums


@pytest.fixture
def evening(page: Page, live_server: LiveServer, club: Club) -> Evening:
    """Players in preparation, one fewer than seats: three rounds of totals."""
    new_event = make_sheet_tournament(
        club,
        table_count=TABLES,
        player_count=PEOPLE,
        round_count=3,
        deals=4,
        options={"sheet": "totals"},
    )
    return Evening(page, live_server.url, new_event)


def prepare(evening: Evening) -> None:
    """Choose the draws, fix the places, show the results to the public."""
    page = evening.open("organiser-movement")
    page.get_by_role("radio", name="Par un tirage avant chaque tour").check()
    page.get_by_role("button", name="Enregistrer").click()
    page = evening.open("organiser-places")
    page.get_by_role("button", name="Fixer les places du premier tour").click()
    expect(page.get_by_text("Les places du premier tour sont fixées")).to_be_visible()
    page = evening.open("organiser-phones")
    page.get_by_role("button", name="Créer les codes des tables").click()
    page = evening.open("organiser-desk")
    page.get_by_role("button", name="Rendre les résultats publics").click()
    expect(page.get_by_role("link", name="Voir le classement").first).to_be_visible()
    evening.tournament.refresh_from_db()


def short_name(text: str) -> str:
    """Return the part of a name that is the same on every page: a visitor is "RETARD Zoé" or "Zoé R."."""
    name_match = re.search(r"NOM\d\d|Zoé", text)
    assert name_match is not None, text
    return name_match[0]


def read_names(seats: Locator) -> dict[int, str]:
    """Return the short names of seats on a page: a letter, then the name."""
    texts = [text.split(maxsplit=1) for text in seats.all_inner_texts()]
    return {LETTERS.index(letter): short_name(name) for letter, name in texts}


def fill_scores(fields: Locator, names: dict[int, str], points: dict[str, int]) -> None:
    """Type the points of each seat into its field."""
    expect(fields).to_have_count(len(names))
    for score in fields.all():
        seat = int((score.get_attribute("name") or "").rpartition("_")[2])
        score.fill(str(points[names[seat]]))


def type_sheet(evening: Evening, number: int, table: int) -> None:
    """A sheet of paper typed by the organiser."""
    page = evening.open("organiser-score-sheet", number, table)
    names = read_names(page.locator(".sheet-players > span"))
    points = evening.draw_points(names.values())
    fill_scores(page.locator("tbody[data-line] .figure input"), names, points)
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("1 résultat enregistré.")).to_be_visible()
    evening.points[number, table] = points


def write_on_phone(evening: Evening, phone: Page, number: int, table: int) -> None:
    """The totals of a table, written by the first of its players."""
    phone.context.clear_cookies()
    phone.goto(f"{evening.site}/table/{table_secret(open_table(evening.tournament, table))}/")
    phone.locator(f"form[action*='/tours/{number}/place/'] button").first.tap()
    expect(phone.get_by_text("vous", exact=True)).to_be_visible()
    names = read_names(phone.locator(".table-seats li"))
    points = evening.draw_points(names.values())
    line = phone.locator("details.deal")
    fill_scores(line.locator("[name^=score_]"), names, points)
    line.get_by_role("button", name="Noter", exact=True).tap()
    expect(line.locator("[data-state]")).to_contain_text(re.compile(r"noté|confirm"))
    evening.points[number, table] = points


def enter_rest(evening: Evening, number: int, *, but: int = 0) -> None:
    """The other sheets of a round, but that of one table, as colleagues of the organiser send them."""
    seats: dict[int, dict[int, str]] = defaultdict(dict)
    rows = Seating.objects.filter(
        round__section__session__tournament=evening.tournament, round__number=number
    ).select_related("entry__person", "table")
    for row in rows.order_by("table__number", "seat"):
        seats[row.table.number][row.seat] = short_name(str(row.entry))
    for table, names in seats.items():
        if table != but and (number, table) not in evening.points:
            points = evening.draw_points(names.values())
            scores = tuple(points[names[seat]] if seat in names else None for seat in range(4))
            enter_line(find_play(evening.tournament, number, table), SheetLine(scores=scores))
            evening.points[number, table] = points


def draw_next(evening: Evening, number: int, *, missing: Iterable[str] = ()) -> None:
    """Best against best for the next round, published; `missing` are the sheets that the page names."""
    page = evening.open("organiser-next-round")
    for sheet in missing:
        expect(page.locator("main")).to_contain_text(sheet)
    page.get_by_role("radio", name="Meilleurs contre meilleurs").check()
    page.get_by_label("Feuilles qui peuvent manquer").fill(str(len(list(missing))))
    page.get_by_role("button", name="Tirer", exact=True).click()
    expect(page.get_by_role("heading", name=f"Tirage à publier, tour {number}")).to_be_visible()
    page.get_by_role("button", name="Publier ces tables").click()
    expect(page.get_by_role("heading", name=f"Tirage publié, tour {number}")).to_be_visible()


def arrive(evening: Evening, last_name: str, first_round: int) -> None:
    page = evening.page
    open_from_list(page, evening.site, evening.tournament, "Quelqu’un arrive ou revient")
    page.get_by_label("ou un visiteur").fill(last_name)
    page.get_by_label("prénom").fill("Zoé")
    page.get_by_label("Sa place").select_option(label="une place de plus")
    page.get_by_label("Du tour").fill(str(first_round))
    read_and_confirm(page, f"{last_name.upper()} Zoé")


def leave(evening: Evening, name: str, number: int) -> None:
    """Let a player leave before the end of a round and keep their points."""
    page = evening.page
    open_from_list(page, evening.site, evening.tournament, "Quelqu’un s’en va")
    page.get_by_label("Qui s’en va").select_option(label=f"{name} Ana")
    page.get_by_label("Après le tour").fill(str(number))
    page.get_by_label("Il part avant la fin").check()
    page.get_by_role("radio", name="à sa place, sur ce qu’il a joué").check()
    read_and_confirm(page, name)


def claim_and_accept(evening: Evening, phone: Page, number: int, table: int) -> None:
    """Two players of a sheet had their points interchanged: claimed in private, corrected, accepted."""
    sheet = evening.points[number, table]
    first, second = list(sheet)[:2]
    entry = entry_named(evening.tournament, first)
    ensure_links([entry.person])
    later = timezone.localtime() + datetime.timedelta(hours=1)
    page = evening.open("organiser-claims")
    page.get_by_label("Réclamations jusqu’à").fill(f"{later:%H:%M}")
    page.get_by_role("button", name="Annoncer").click()
    expect(page.get_by_text("C’est annoncé.")).to_be_visible()

    secret = person_secret(entry.person)
    phone.goto(evening.site + reverse("public-own-evening", args=[secret, evening.tournament.slug]))
    phone.get_by_role("link", name="Mes réclamations").tap()
    play = find_play(evening.tournament, number, table)
    phone.get_by_label("Ligne concernée").select_option(str(play.pk))
    phone.get_by_label("Ce qui est faux").fill("Nos points sont intervertis.")
    phone.get_by_role("button", name="Envoyer la réclamation").tap()
    expect(phone.get_by_text("à l’étude")).to_be_visible()

    sheet[first], sheet[second] = sheet[second], sheet[first]
    page = evening.open("organiser-score-sheet", number, table)
    names = read_names(page.locator(".sheet-players > span"))
    fill_scores(page.locator("tbody[data-line] .figure input"), names, sheet)
    page.get_by_label("Motif de la correction").fill("réclamation")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("1 résultat enregistré.")).to_be_visible()
    page = evening.open("organiser-claims")
    page.get_by_label("Votre réponse").fill("Corrigé.")
    page.get_by_role("button", name="Accepter").click()
    expect(page.get_by_text("Correction : version 2 du résultat.")).to_be_visible()
    phone.reload()
    expect(phone.get_by_text("acceptée")).to_be_visible()
    expect(phone.get_by_text("Réponse : Corrigé.")).to_be_visible()


def pass_claims_hour(evening: Evening) -> None:
    """The announced hour of the claims is past: a ranking is final only then."""
    past = timezone.now() - datetime.timedelta(minutes=1)
    Tournament.objects.filter(pk=evening.tournament.pk).update(claims_until=past)


def entry_named(tournament: Tournament, name: str) -> Entry:
    return next(
        entry for entry in tournament.entries.select_related("person") if short_name(str(entry)) == name
    )


def offer_prizes(evening: Evening) -> None:
    """Offer money for the first three, and check that their names are shown."""
    page = evening.open("organiser-prize-add")
    page.get_by_label("Nom de la liste").fill("Général")
    page.get_by_label("Montants, en €").fill("50 30 20")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    page = evening.open("organiser-prizes")
    page.get_by_label("Apport, en €").fill("100")
    page.get_by_label("La page publique montre").select_option(label="les montants et les gagnants")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_role("heading", name="Les prix d’après le classement actuel")).to_be_visible()


def finish(evening: Evening, notice: str = "Le classement est définitif.") -> None:
    """End the evening. The desk then shows how final the ranking is."""
    page = evening.open("organiser-desk")
    page.get_by_role("button", name="Terminer le tournoi").click()
    expect(page.locator("main").get_by_text(notice)).to_be_visible()


def expect_ranking(evening: Evening, totals: Mapping[str, Fraction], *, sign: int = 1) -> list[Line]:
    """The public ranking is that of the totals; `sign` is -1 where the lowest wins."""
    page = evening.open("public-standings")
    expect(page.get_by_text("Définitif", exact=True)).to_be_visible()
    lines = expected_lines(
        {name: sign * total for name, total in totals.items()},
        written=lambda value: points_written(sign * value),
    )
    assert sorted((place, short_name(name), total) for place, name, total in ranked_lines(page)) == lines
    return lines


def expect_winners(evening: Evening, lines: list[Line]) -> None:
    """The first three of the ranking win the prizes."""
    page = evening.open("public-prizes")
    winners = page.locator("main tbody th").all_inner_texts()
    assert list(map(short_name, winners)) == [name for _place, name, _total in lines[:3]]


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, object]) -> Page:
    """Return one phone for all tables."""
    options = {**browser_context_args, "viewport": PHONE, "has_touch": True, "is_mobile": True}
    return browser.new_context(**options).new_page()  # type: ignore[arg-type]


def test_hall_plays_best_against_best_from_the_first_table_to_the_prizes(
    evening: Evening, phone: Page
) -> None:
    late_sheet = (1, TABLES)
    prepare(evening)
    for table in (1, 3) if IS_WHOLE else (1,):
        write_on_phone(evening, phone, 1, table)
        type_sheet(evening, 1, table + 1)
    enter_rest(evening, 1, but=TABLES)
    arrive(evening, "Retard", first_round=2)
    draw_next(evening, 2, missing=[f"Tour 1, table {TABLES}"])

    type_sheet(evening, *late_sheet)
    write_on_phone(evening, phone, 2, 1)
    leaver = next(iter(evening.points[2, 1]))
    leave(evening, leaver, 2)
    enter_rest(evening, 2)
    draw_next(evening, 3)

    if IS_WHOLE:
        write_on_phone(evening, phone, 3, TABLES)
    enter_rest(evening, 3)
    claim_and_accept(evening, phone, 3, 1)
    offer_prizes(evening)
    finish(evening, "définitif après les réclamations")
    pass_claims_hour(evening)

    counts = [sum(name in sheet for sheet in evening.points.values()) for name in evening.totals()]
    assert sorted(counts) == [2, 2] + [3] * (PEOPLE - 1)
    assert sum(evening.totals().values()) == 0
    expect_winners(evening, expect_ranking(evening, evening.totals()))


def play_round(evening: Evening, phone: Page, number: int) -> None:
    """The first table on a phone, the second on paper."""
    write_on_phone(evening, phone, number, 1)
    type_sheet(evening, number, 2)


@pytest.mark.nights  # by day above, and rankings/queries/test_rests
def test_thirteen_play_tarot_at_five_and_rest_in_turn_for_points(
    page: Page, live_server: LiveServer, club: Club, phone: Page
) -> None:
    new_event = make_sheet_tournament(
        club,
        format_code="friendly_total",
        game="tarot-5",
        table_count=2,
        player_count=13,
        round_count=3,
        deals=2,
        options={"sheet": "totals"},
    )
    evening = Evening(page, live_server.url, new_event)
    page = evening.open("organiser-ranking-options")
    page.get_by_label("Joueur au repos").select_option(value="points")
    page.get_by_label("Points par donne au repos, s’ils sont fixes").fill("10")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    prepare(evening)
    play_round(evening, phone, 1)
    draw_next(evening, 2)
    play_round(evening, phone, 2)
    leaver = next(iter(evening.points[2, 1]))
    leave(evening, leaver, 2)
    draw_next(evening, 3)
    play_round(evening, phone, 3)
    finish(evening)

    everybody = {f"NOM{number:02d}" for number in range(1, 14)}
    totals = dict.fromkeys(everybody, Fraction(0)) | evening.totals()
    for number in (1, 2, 3):
        present_names = everybody - ({leaver} if number == 3 else set())
        for name in present_names - evening.points[number, 1].keys() - evening.points[number, 2].keys():
            # two deals at rest
            totals[name] += 2 * 10
    expect_ranking(evening, totals)


@pytest.mark.nights  # by day above, and rankings/public/test_points
def test_papayou_whose_fewest_points_win(
    page: Page, live_server: LiveServer, club: Club, phone: Page
) -> None:
    new_event = make_sheet_tournament(
        club,
        format_code="friendly_total",
        game="papayou-5",
        table_count=2,
        player_count=10,
        round_count=2,
        deals=1,
        options={"sheet": "totals", "lowest_wins": True},
    )
    evening = Evening(page, live_server.url, new_event, sheet_sum=431)
    prepare(evening)
    play_round(evening, phone, 1)
    draw_next(evening, 2)
    play_round(evening, phone, 2)
    finish(evening)

    assert sum(evening.totals().values()) == 4 * 431
    expect_ranking(evening, evening.totals(), sign=-1)
