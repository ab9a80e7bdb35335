"""A Howell of four tables with paper alone: the travellers list the plays that the desk requests."""

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.e2e.naive_ranking import Played, percentages
from tests.e2e.shown_ranking import expected_lines, ranked_lines
from tests.e2e.stored_lines import rank_again
from tests.e2e.traveller_typing import Typed, expect_saved, fill_lines, read_lines, save, wait_for_keys
from tests.factories.tournaments import enter_results, list_plays, make_stored_evening
from tournaments.core.movements.catalogue import find_by_code
from tournaments.models import Club, Tournament
from tournaments.seating.services.seating import apply_movement

pytestmark = pytest.mark.django_db(transaction=True)
SEATS = {"Nord": "N", "Sud": "S", "Est": "E", "Ouest": "O"}
SCORES = (50, 56, 50, 62)
"""Gained by the attack: two of four tables alike, never two lines one below the other."""
TYPED = (1, 8, 12)
"""Boards whose travellers are typed on their pages, one of each round. The others are stored directly."""
PLAYER = re.compile(r"\b([NSEO])(?:\d+| \([NSEO]\d+\)) (▶ )?(NOM\d+ Ana)")
"""Seat, mark of the taker, name. A player away from their starting place has it in brackets."""
PLACE = re.compile(r"^ +(\d+) +(\d+)(?: +[NSEO].*)?$", re.MULTILINE)
"""Round and table of a line."""


@dataclass(frozen=True)
class PaperLine:
    """A line of a printed traveller, before anything is written on it."""

    board: int
    round: int
    table: int
    taker: str
    defenders: frozenset[str]


@pytest.fixture
def evening(club: Club) -> Tournament:
    movement = find_by_code("fft-howell-4-3-16-4").movement
    return apply_movement(tournament=make_stored_evening(club, movement, boards_per_set=4), seated_by=None)


def print_travellers(page: Page, site: str, tournament: Tournament) -> Path:
    page.goto(site + reverse("organiser-documents", args=[tournament.slug]))
    page.locator("button[name=kind][value=travellers]").click()
    link = page.locator("a[download]")
    expect(link).to_have_count(1)
    with page.expect_download() as started:
        link.click()
    return Path(started.value.path())


def read_travellers(file: Path) -> list[PaperLine]:
    """Return every line on paper. Two travellers are side by side on an A4 sheet in landscape."""
    halves = [
        subprocess.run(
            ["pdftotext", "-layout", "-x", str(x_offset), "-y", "0", "-W", "421", "-H", "595", file, "-"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for x_offset in (0, 421)
    ]
    cards = [card for half in halves for card in half.split("\f") if "Preneur" in card]
    return [line for card in cards for line in read_card(card)]


def read_card(card: str) -> list[PaperLine]:
    board = re.search(r"l’étui\s+(\d+)", card)
    taker = re.search(r"Preneur (Nord|Sud|Est|Ouest)", card)
    assert board is not None
    assert taker is not None
    players, places = PLAYER.findall(card), PLACE.findall(card)
    assert len(players) == 4 * len(places)
    lines = []
    for number, (this_round, table) in enumerate(places):
        seated = players[4 * number : 4 * number + 4]
        takers = [name for seat, mark, name in seated if mark]
        assert takers == [name for seat, _mark, name in seated if seat == SEATS[taker[1]]]
        defenders = frozenset(name for _seat, mark, name in seated if not mark)
        lines.append(PaperLine(int(board[1]), int(this_round), int(table), takers[0], defenders))
    return lines


@pytest.mark.nights  # by day test_typing and test_evening
def test_what_travellers_say_is_typed_and_ranked(page: Page, live_server, evening: Tournament) -> None:
    paper = read_travellers(print_travellers(page, live_server.url, evening))
    scores_by_line = {line: SCORES[(line.board + line.table) % 4] for line in paper}
    assert len(scores_by_line) == 48

    for board in TYPED:
        type_board(
            page, live_server.url, evening, {x: y for x, y in scores_by_line.items() if x.board == board}
        )
    store(evening, {x: y for x, y in scores_by_line.items() if x.board not in TYPED})
    rank_again(evening.sessions.get())
    page.goto(live_server.url + reverse("organiser-desk", args=[evening.slug]))
    page.get_by_role("button", name="Rendre les résultats publics").click()
    page.goto(live_server.url + reverse("public-standings", args=[evening.slug]))

    names = {str(entry): entry.public_name for entry in evening.entries.select_related("person")}
    plays = [
        Played(line.board, names[line.taker], tuple(names[name] for name in line.defenders), score)
        for line, score in scores_by_line.items()
    ]
    assert ranked_lines(page) == expected_lines(percentages(plays))


def type_board(page: Page, site: str, tournament: Tournament, scores_by_line: dict[PaperLine, int]) -> None:
    """Type the traveller of a board, and check that each of its lines is on the paper."""
    (board,) = {line.board for line in scores_by_line}
    page.goto(site + reverse("organiser-traveller", args=[tournament.slug, board]))
    wait_for_keys(page)
    page_lines = read_lines(page)
    scores = {(line.taker, line.defenders | {line.taker}): score for line, score in scores_by_line.items()}
    typed = [Typed(scores[line.taker, frozenset(line.players)]) for line in page_lines]
    fill_lines(page, page_lines, typed)
    save(page)
    expect_saved(page, len(scores_by_line))


def store(tournament: Tournament, scores_by_line: dict[PaperLine, int]) -> None:
    """Store results of the lines, each at the round and table of the paper."""
    plays = {(play.board, play.round.number, play.table.number): play for play in list_plays(tournament)}
    enter_results(
        (plays[line.board, line.round, line.table], score) for line, score in scores_by_line.items()
    )
