"""A whole evening through the pages, and its ranking worked out a second time."""

import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from io import BytesIO
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Download, Locator, Page, expect
from pypdf import PdfReader

from tests.cases import by_day
from tests.e2e.naive_ranking import (
    Played,
    alternated_places,
    garde_score,
    overall_places,
    percentages,
    shown,
)
from tests.e2e.traveller_typing import (
    Line,
    Typed,
    expect_saved,
    fill_lines,
    read_lines,
    read_lines_apart,
    save,
    saved_notice,
    send_lines_apart,
    type_lines,
)

FIRST_NAMES = (
    "Aïcha", "Benoît", "Cécile", "Daoud", "Élodie", "Faustin", "Gaïa", "Hugo", "Iris", "Jérôme", "Kenza",
    "Lucie", "Maël", "Nadège", "Odile", "Pacôme", "Quitterie", "René", "Sélim", "Thaïs", "Ulysse", "Violette",
    "Wanda", "Xavier", "Yoann", "Zoé", "Armel", "Basile",
)  # fmt: skip
BY_DAY = 5
"""Tables: the fewest of a proposal."""
TYPED_BOARDS = 2
"""Number of boards whose lines are typed key by key. The last one is filled by a script.

Those between are sent by a script of the open page, which shows none of them.
"""
PAPERS = ("seat_lists", "deal_booklet", "ranking")
"""One of the seats, one with cards, one of the results, which alone is printed by day."""
CENTRES = (0, 10, -7, 3, 15, -2, -14, 6)
"""Points above the contract around which the plays of a board lie, by number of the board."""
PENALTY = Fraction(5, 2)
RANKED = (
    "rows => rows.map(row => ['td.place', 'th', 'td.total'].map(cell => row.querySelector(cell).innerText))"
)
LAST_NAMES = tuple(f"Essai{letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZÀÉ")


@dataclass
class Evening:
    """Results that the test typed, and the seats of the players that it saw."""

    tables: int
    rng: random.Random = field(default_factory=lambda: random.Random(7))
    plays: dict[str, Played] = field(default_factory=dict)
    """Current result of each line, by prefix."""
    lines: dict[str, str] = field(default_factory=dict)
    penalties: dict[str, Fraction] = field(default_factory=dict)

    @property
    def boards(self) -> int:
        """Two for each of as many rounds as tables."""
        return 2 * self.tables

    @property
    def people(self) -> int:
        return 4 * self.tables

    def note(self, board: int, line: Line, score: int) -> None:
        defenders = tuple(name for name in line.players if name != line.taker)
        self.plays[line.prefix] = Played(board, line.taker, defenders, score)
        self.lines.update(line.players)

    def draw(self, board: int) -> tuple[Typed, int]:
        """Draw a result in the form that a scorer types, score or count, and its score.

        The plays of a board stay near each other, so that none is questioned.
        """
        bouts, gap = self.rng.randrange(4), CENTRES[board % len(CENTRES)] + self.rng.randint(-4, 4)
        points = (56, 51, 41, 36)[bouts] + gap
        score = garde_score(bouts, points)
        return (Typed(score=score) if self.rng.random() < 0.6 else Typed(None, bouts, str(points))), score

    def draw_column(self, board: int, above: int, count: int) -> list[tuple[Typed, int]]:
        """Draw results under the score `above`, no two equal in a row, which would be questioned."""
        column: list[tuple[Typed, int]] = []
        while len(column) < count:
            typed, score = self.draw(board)
            if score != (column[-1][1] if column else above):
                column.append((typed, score))
        return column

    def draw_other(self, board: int, stored_score: int) -> int:
        """A score of the board that is not the stored one."""
        score = stored_score
        while score == stored_score:
            _, score = self.draw(board)
        return score


@pytest.mark.parametrize("tables", by_day([BY_DAY, 7], BY_DAY.__eq__))
def test_whole_evening_is_played_ranked_published_and_printed(
    page: Page,
    browser: Browser,
    browser_context_args: dict[str, object],
    sign_in_link: str,
    tables: int,
) -> None:
    evening = Evening(tables)
    boards, results = evening.boards, tables * evening.boards
    sign_in(page, sign_in_link)
    found_club(page)
    import_players(page, evening)
    prepare_tournament(page, evening)
    desk = page.url
    public = watch_standings(browser, browser_context_args, page)
    expect(public.get_by_text("Le classement apparaîtra avec les premiers résultats.")).to_be_visible()

    follow(page, "Résultats")
    follow(page, "Saisir l’étui 1")
    type_first_board(page, evening)
    expect(public.get_by_text(f"{tables} résultats sur {results}")).to_be_visible()
    for board in range(2, TYPED_BOARDS + 1):
        link_called(page, f"Étui {board} →").press("Enter")
        type_board(page, board, evening)
    for board in range(TYPED_BOARDS + 1, boards):
        send_board(page, board, evening)
    page.goto(board_address(page, boards))
    type_board(page, boards, evening)
    for row in (2,) if tables == BY_DAY else (2, tables - 2):
        correct_line(page, evening, board=boards, row=row)
    penalise(page, desk, evening)
    page.goto(desk)
    page.get_by_role("button", name="Terminer le tournoi").click()
    expect(page.locator("main").get_by_text("Le classement est définitif.")).to_be_visible()

    expect(public.get_by_text("Définitif")).to_be_visible()
    expect(public.get_by_text(f"{results} résultats sur {results}")).to_be_visible()
    assert public.evaluate("window.opened") == "once"
    totals = percentages(list(evening.plays.values()), evening.penalties)
    assert len(evening.plays) == results
    assert len(totals) == evening.people
    assert shown_ranking(public) == expected_ranking(overall_places(totals), totals)
    follow(public, "Alterné")
    expect(link_called(public, "Alterné")).to_have_attribute("aria-current", "true")
    assert shown_ranking(public) == expected_ranking(alternated_places(totals, evening.lines), totals)
    texts = print_papers(page, desk, PAPERS[-1:] if tables == BY_DAY else PAPERS)
    assert all("Soirée des essais" in text for text in texts.values())
    for name in totals:
        assert name in texts["classement"]


def link_called(page: Page, text: str) -> Locator:
    """Return the first link with that text, in the form of a link or of a button."""
    words = r"\s+".join(map(re.escape, text.split(" ")))
    return page.locator("a").filter(has_text=re.compile(rf"^\s*{words}\s*$")).first


def follow(page: Page, text: str) -> None:
    link_called(page, text).click()


def sign_in(page: Page, link: str) -> None:
    page.goto(link)
    page.get_by_role("button", name="Entrer").click()
    follow(page, "Plus tard")


def found_club(page: Page) -> None:
    follow(page, "Créer un club")
    page.get_by_label("Nom du club").fill("Cercle des essais")
    page.get_by_label("Ville").fill("Cartes-sur-Table")
    page.get_by_role("button", name="Créer le club").click()
    expect(page.get_by_role("heading", name="Cercle des essais")).to_be_visible()


def players_csv(people: int, series_of_third: str) -> bytes:
    """Return the club's list in the form of a spreadsheet's export, with the third player's series."""
    rows = [
        f"{last};{first};{1000 + number};{series_of_third if number == 2 else '2'}"
        for number, (last, first) in enumerate(zip(LAST_NAMES[:people], FIRST_NAMES, strict=False))
    ]
    return "\r\n".join(["Nom;Prénom;Numéro;Série", *rows]).encode("utf-8-sig")


def import_players(page: Page, evening: Evening) -> None:
    """First with a bad line, which is shown and mended."""
    follow(page, "Importer une liste")
    choose_file(page, players_csv(evening.people, series_of_third="neuvième"))
    bad_line = page.get_by_role("group", name=re.compile("^Ligne 4, "))
    expect(bad_line).to_contain_text("neuvième")
    bad_line.get_by_label("Série").fill("3")
    page.get_by_role("button", name="Vérifier ces lignes de nouveau").click()
    expect(bad_line).to_have_count(0)
    page.get_by_role("button", name="Importer", exact=True).click()
    follow(page, "Registre des joueurs")
    expect(page.get_by_text(f"{evening.people} joueurs").first).to_be_visible()


def choose_file(page: Page, content: bytes) -> None:
    page.get_by_label("Fichier de la liste").set_input_files(
        {"name": "joueurs.csv", "mimeType": "text/csv", "buffer": content}
    )
    page.get_by_role("button", name="Vérifier la liste").click()


def prepare_tournament(page: Page, evening: Evening) -> None:
    """Prepare a public evening from the register, with all players seated. The page ends on the desk."""
    follow(page, "Tournois")
    follow(page, "Créer un tournoi")
    follow(page, "Tout sur une page")
    page.get_by_label("Joueurs", exact=True).fill(str(evening.people))
    page.get_by_label("Étuis à disposition").fill(str(evening.boards))
    page.get_by_role("button", name="Voir les propositions").click()
    expect(page.locator(".proposals input[name=shape]").first).to_be_checked()
    page.get_by_label("Nom du tournoi", exact=True).fill("Soirée des essais")
    page.get_by_role("button", name="Créer le tournoi").click()
    follow(page, "Inscrits")
    follow(page, "Cocher plusieurs joueurs du registre")
    page.get_by_role("button", name="Tout cocher").click()
    page.get_by_role("button", name="Inscrire les joueurs cochés").click()
    expect(page.get_by_role("table", name="Joueurs inscrits, par nom").locator("tbody tr")).to_have_count(
        evening.people
    )
    follow(page, "Places")
    page.get_by_role("button", name="Tirer au sort les places libres").click()
    follow(page, "Étuis")
    page.get_by_role("button", name="Distribuer les donnes").click()
    expect(page.get_by_text(f"{evening.boards} donnes distribuées et scellées")).to_be_visible()
    page.get_by_role("button", name="Me nommer lecteur").click()
    follow(page, "Places")
    page.get_by_role("button", name="Fixer les places de toute la soirée").click()
    follow(page, "Bureau")
    page.get_by_role("button", name="Rendre les résultats publics").click()


def watch_standings(browser: Browser, context_args: dict[str, object], page: Page) -> Page:
    """The public page on a player's phone, opened once."""
    public = browser.new_context(**{**context_args, "viewport": {"width": 360, "height": 740}}).new_page()  # type: ignore[arg-type]
    address = link_called(page, "Voir le classement").get_attribute("href")
    public.goto(re.sub(r"(?<=\d)/.*", "", page.url) + (address or ""))
    public.evaluate("window.opened = 'once'")
    return public


def read_traveller(page: Page, board: int) -> list[Line]:
    """The lines of an étui, once its page is there and the cursor in its first line."""
    expect(page.get_by_role("heading", name=re.compile(rf"^Étui {board}\b"))).to_be_visible()
    expect(page.locator("tbody[data-line] input:focus")).to_have_count(1)
    return read_lines(page)


def type_first_board(page: Page, evening: Evening) -> None:
    """The first étui: an impossible score is refused, an unlikely one questioned, then all is right."""
    lines = read_traveller(page, 1)
    assert len(lines) == evening.tables
    ordinary = evening.draw_column(1, 156, len(lines[2:]))
    type_lines(page, [Typed(score=57), Typed(score=156), *(typed for typed, _ in ordinary)])
    save(page)
    expect_saved(page, len(lines) - 2)
    impossible, unlikely = (page.locator(f"#{line.prefix}") for line in lines[:2])
    expect(impossible).to_contain_text("+57 est impossible")
    expect(unlikely).to_contain_text("156")
    impossible.get_by_role("textbox", name=re.compile("^Gagne")).fill("58")
    unlikely.get_by_role("checkbox", name="La marque est exacte").check()
    save(page)
    expect_saved(page, 2)
    for line, score in zip(lines, [58, 156, *(score for _, score in ordinary)], strict=True):
        evening.note(1, line, score)


def type_board(page: Page, board: int, evening: Evening) -> None:
    lines = read_traveller(page, board)
    assert len(lines) == evening.tables
    column = evening.draw_column(board, 0, len(lines))
    if board <= TYPED_BOARDS:
        type_lines(page, [typed for typed, _ in column])
    else:
        fill_lines(page, lines, [typed for typed, _ in column])
    save(page)
    expect_saved(page, len(lines))
    for line, (_, score) in zip(lines, column, strict=True):
        evening.note(board, line, score)


def board_address(page: Page, board: int) -> str:
    """Address of another étui than the open one."""
    return re.sub(r"/etuis/\d+/.*", f"/etuis/{board}/", page.url)


def send_board(page: Page, board: int, evening: Evening) -> None:
    lines = read_lines_apart(page, board_address(page, board))
    assert len(lines) == evening.tables
    column = evening.draw_column(board, 0, len(lines))
    response_text = send_lines_apart(page, lines, [typed for typed, _ in column])
    assert saved_notice(len(lines)) in response_text
    for line, (_, score) in zip(lines, column, strict=True):
        evening.note(board, line, score)


def correct_line(page: Page, evening: Evening, *, board: int, row: int) -> None:
    """Correct a stored score: first without a reason, which is requested, then with it."""
    line = read_lines(page)[row]
    score = next(
        new for _, new in iter(lambda: evening.draw(board), None) if new != evening.plays[line.prefix].score
    )
    shown_line = page.locator(f"#{line.prefix}")
    for column in ("Gagne", "Chute", "Bouts", "Points"):
        shown_line.get_by_role("textbox", name=re.compile(f"^{column}")).fill("")
    column = "Gagne" if score >= 0 else "Chute"
    shown_line.get_by_role("textbox", name=re.compile(f"^{column}")).fill(str(abs(score)))
    save(page)
    expect(shown_line).to_contain_text("Dites pourquoi ce résultat est corrigé.")
    shown_line.get_by_label("Motif de la correction").fill("mal recopié")
    save(page)
    expect_saved(page, 1)
    expect(shown_line).to_contain_text("v2")
    evening.note(board, line, score)


def penalise(page: Page, desk: str, evening: Evening) -> None:
    page.goto(desk)
    follow(page, "Arbitrage")
    follow(page, "Nouvelle décision")
    page.get_by_role("button", name="Continuer").click()
    name = sorted(evening.lines)[0]
    page.get_by_label(name, exact=True).check()
    page.get_by_label("Effet").first.select_option(value="penalty")
    page.get_by_label("Montant").first.fill("2,5")
    page.get_by_label("Motif", exact=True).fill("retard répété")
    page.get_by_role("button", name="Prendre la décision").click()
    expect(page.locator("main")).to_contain_text(re.compile(r"pénalité de 2,5\s%"))
    evening.penalties[name] = PENALTY


def shown_ranking(public: Page) -> list[tuple[int, str, str]]:
    """Place, first name and percentage of every row, from top to bottom."""
    rows = public.locator("table.standings tbody tr").evaluate_all(RANKED)
    return sorted((int(place), name.removesuffix(" E."), total.strip()) for place, name, total in rows)


def expected_ranking(places: dict[str, int], totals: dict[str, Fraction]) -> list[tuple[int, str, str]]:
    return sorted((place, name.split()[-1], shown(totals[name])) for name, place in places.items())


def print_papers(page: Page, desk: str, papers: Sequence[str]) -> dict[str, str]:
    """Request the papers of an evening, drawn by the worker. Return their texts by kind."""
    page.goto(desk)
    follow(page, "Documents")
    for kind in papers:
        page.locator(f"button[name=kind][value={kind}]").click()
    links = page.locator("a[download]")
    expect(links).to_have_count(len(papers), timeout=90_000)
    texts = {}
    for link in links.all():
        with page.expect_download() as started:
            link.click()
        texts[link.inner_text().split("\n")[-1].removeprefix("Télécharger").strip()] = read_pdf(started.value)
    return texts


def read_pdf(download: Download) -> str:
    content = Path(download.path()).read_bytes()
    pages = PdfReader(BytesIO(content)).pages
    assert len(pages) >= 1
    return "\n".join(page.extract_text() for page in pages)
