"""Every game, by points and with the same deals: an evening played to its end, its pages and its papers."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from accounts.models import User
from common.errors import AppError
from games.core.cards import CARD_COUNT, Card, face, suit_of, SUIT_SYMBOLS
from games.core.dealing.dealt_game import dealt_game
from games.core.layouts import Layout
from games.core.variants.registry import GAMES
from games.models import Deal
from tests.factories.opened import layout_of
from tests.factories.tournaments import EVENING
from tournaments.core.formats.registry import find_format
from tournaments.deals.door import Machine, paper_by
from tournaments.deals.queries.deals import board_openings
from tournaments.deals.services.deals import open_boards
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.board_labels import build_board_labels
from tournaments.paper.documents.cover_sheet import build_cover_sheets
from tournaments.paper.documents.deal_booklet import build_deal_booklet
from tournaments.paper.documents.document import preview_html
from tournaments.paper.documents.dog_slips import build_dog_slips
from tournaments.paper.documents.hand_diagrams import BoardDiagrams, build_hand_diagrams, card_label
from tournaments.paper.documents.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.score_sheets import build_score_sheets
from tournaments.paper.documents.sorting_sheets import build_sorting_sheets

pytestmark = pytest.mark.django_db

BY_POINTS, SAME_DEALS = "friendly_total", "friendly"
LINKS = re.compile(r'<a\s[^>]*?\bhref="([^"#]*)')
AT_HOME = DocumentOptions(site="https://etui.example")


def play(game: str, format_code: str) -> tuple[Tournament, User]:
    club, organiser = ensure_demo_club()
    is_free = format_code == BY_POINTS and GAMES[game].player_count == 4
    tournament = make_demo_tournament(
        club=club, format_code=format_code, table_count=3 if is_free else 2, stage=DemoStage.FINISHED,
        seed=1, starts_on=EVENING, name="Soirée", game=game,
    )
    if format_code == SAME_DEALS:
        session = tournament.sessions.get()
        open_boards(session=session, boards=[1, 2], opened_by=organiser)
    return tournament, organiser


def walk(client: Client, tournament: Tournament) -> Iterator[tuple[str, int]]:
    waiting = [reverse(name, args=[tournament.slug]) for name in ("organiser-desk", "public-standings")]
    known = {resolve(path).url_name for path in waiting}
    while waiting:
        path = waiting.pop(0)
        try:
            response = client.get(path, follow=True)
        except Exception as error:
            yield path, repr(error)[:200]
            continue
        yield path, response.status_code
        if response.streaming or "html" not in response.headers["Content-Type"]:
            continue
        for link in LINKS.findall(response.text):
            link = link.replace("&amp;", "&")
            parts = urlsplit(link)
            try:
                match = resolve(parts.path)
            except Resolver404:
                continue
            if match.kwargs.get("slug") == tournament.slug and match.url_name not in known:
                known.add(match.url_name)
                waiting.append(link)


def labels(cards: Iterable[Card]) -> Counter[tuple[str, str]]:
    return Counter((("" if suit_of(card) is None else SUIT_SYMBOLS[suit_of(card)]), card_label(card)) for card in cards)


def pockets(layout: Layout, game: str):
    return {**{seat: labels(hand) for seat, hand in enumerate(layout.hands)},
      **{name: labels(pile) for name, pile in zip(GAMES[game].pile_names, layout.piles) if pile}}


def group_labels(groups):
    return Counter((group.symbol, label) for group in groups for label in group.labels)


def pile_labels(pile):
    return group_labels(pile.groups) + Counter((card.symbol, card.label) for card in pile.order)


def cards_of_boards(boards: Iterable[BoardDiagrams]):
    found = {}
    for board in boards:
        held = found.setdefault(board.number, {})
        for hand in board.hands:
            held[hand.seat] = group_labels(hand.groups)
            circled = Counter((row.symbol, cell.label) for row in hand.rows for cell in row.cells for _ in range(cell.copies))
            assert circled == held[hand.seat]
        held |= {pile.name: pile_labels(pile) for pile in board.piles}
    return found


def cards_of_sorting(sheets):
    found = {}
    for sheet in sheets:
        for board in sheet.boards:
            held = found.setdefault(board.number, {})
            for row in board.rows:
                for cell in row.cells:
                    held.setdefault(cell.pocket, Counter())[row.symbol, cell.label] += 1
            if board.suits:
                pass
    return found


@pytest.mark.parametrize("format_code", [BY_POINTS, SAME_DEALS])
@pytest.mark.parametrize("game", GAMES)
def test_evening_has_all_its_pages_and_papers(game, format_code, client, request):
    tournament, organiser = play(game, format_code)
    client.force_login(organiser)
    faults = []
    if "pages" in __import__("os").environ.get("H8", "pages"):
        for path, status in walk(client, tournament):
            print(path, status)
            if status != 200:
                faults.append((path, status))
    with paper_by(Machine.PRINTING):
        for kind, document_type in DOCUMENTS.items():
            if not document_type.is_for(find_format(format_code)):
                continue
            try:
                preview_html(document_type, tournament, language="fr", options=AT_HOME)
            except AppError as e:
                faults.append((kind, str(e.message)))
            except Exception as e:
                faults.append((kind, repr(e)[:200]))
        if format_code == SAME_DEALS:
            deals = {deal.number: pockets(layout_of(deal), game) for deal in Deal.objects.filter(deal_set__session__tournament=tournament)}
            diagrams = build_hand_diagrams(tournament)
            assert cards_of_boards(diagrams) == deals
            assert cards_of_boards(board for page in build_deal_booklet(tournament) for board in page.boards) == deals
            assert cards_of_sorting(build_sorting_sheets(tournament)) == deals
            slips = {}
            try:
                for sheet in build_dog_slips(tournament):
                    for slip in sheet.slips:
                        if slip:
                            slips.setdefault(slip.number, {})[slip.pile] = pile_labels(slip)
            except Exception: pass
            dealers = {board.number: board.dealer for board in diagrams}
            assert {label.number: label.dealer for sheet in build_board_labels(tournament) for label in sheet.labels} == dealers
            (cover,) = build_cover_sheets(tournament)
            assert {label.number: label.dealer for column in cover.columns for label in column} == dealers
            assert {row.board: row.dealer for row in board_openings(tournament.sessions.get(), len(dealers))} == dealers
            assert {board: dealer for sheet in build_score_sheets(tournament) for card in sheet.cards if card for board, dealer in card.lines} == dealers
    print("FAULTS", game, format_code, faults)
