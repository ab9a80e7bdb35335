"""Every game, by points and with the same deals: an evening played to its end, its pages, papers and cards.

By day the games unlike each other are played with the same deals, and two by points; of the papers each
evening has some, in turns, and of the pages that show cards one. In the nights everything is opened for all.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from common.errors import AppError
from games.core.cards import SUIT_SYMBOLS, Card, suit_of
from games.core.dealing.boards import dealer_in_turn
from games.core.layouts import Layout
from games.core.variants.registry import GAMES
from games.models import Deal
from tests.cases import by_day
from tests.factories.opened import open_deal_layout
from tests.factories.tournaments import EVENING
from tournaments.core.formats.registry import find_format
from tournaments.core.sorting import Pocket
from tournaments.deals.door import Machine, paper_by
from tournaments.deals.queries.deals import board_openings
from tournaments.deals.services.deals import open_boards
from tournaments.demo.services.demo import DemoStage, ensure_demo_club, make_demo_tournament
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.board_labels import build_board_labels
from tournaments.paper.documents.deals.cover_sheet import build_cover_sheets
from tournaments.paper.documents.deals.deal_booklet import build_deal_booklet
from tournaments.paper.documents.deals.dog_slips import build_dog_slips
from tournaments.paper.documents.deals.hand_diagrams import (
    BoardDiagrams,
    CardGroup,
    OrderedCard,
    build_hand_diagrams,
    card_label,
)
from tournaments.paper.documents.deals.sorting_sheets import build_sorting_sheets
from tournaments.paper.documents.making.document import DocumentType, preview_html
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.registry import DOCUMENTS
from tournaments.paper.documents.scores.score_sheets import build_score_sheets
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows

pytestmark = pytest.mark.django_db

Cards = Counter[tuple[str, str]]
"""Number of times that a card, its symbol and its label, is named."""
Boards = dict[int, dict[Pocket, Cards]]
"""Cards by number of the étui and by pocket."""

BY_POINTS, SAME_DEALS = "friendly_total", "friendly"
TURNS = 16
"""Evenings among which papers are shared out by day."""
BOARDS = 8
"""Étuis of an evening whose cards are counted; the others are taken away."""
AT_HOME = DocumentOptions(site="https://etui.example")
LINKS = re.compile(r'<a\s[^>]*?\bhref="([^"#]*)')
WITH_CARDS = (
    ("organiser-deals", ()),
    ("organiser-deals-strength", ()),
    ("organiser-hands", ()),
    ("organiser-preparing", (1,)),
    ("public-board", (1,)),
    ("api-v1-board", (1,)),
)
"""Addresses that show étuis, with what they ask besides the tournament."""
PACKS = {78: 1, 156: 2}
UNLIKE = frozenset(
    {(game.pile_names, PACKS.get(len(game.deck))): name for name, game in reversed(GAMES.items())}.values()
)
"""Games of which no earlier one has the same piles and as many packs, or a part of one."""
OF_THE_DAY = frozenset({"contrat-2", "tarot-3", "tarot-10", "tarot-12", "tarot-2-decouverte", "cold-poker-2"})
"""Games of the day: part of a pack, one, two; cards left over, one dog, two, none, open cards, a stock."""
OF_MONEY = frozenset({DocumentKind.PRIZE_LIST, DocumentKind.RECEIPTS, DocumentKind.TAKINGS})
"""Papers of prizes and fees, which these evenings have not."""
FEW_POINTS = frozenset({"nullo-5", "grelin-6"})
"""Games of two kinds of sheets by points: a sum to reach, none."""


@pytest.mark.parametrize("game", by_day(GAMES, FEW_POINTS.__contains__))
def test_evening_by_points_is_played_to_its_ranking_and_printed(game: str) -> None:
    tournament = play(game, BY_POINTS)

    assert_ranked(tournament)
    assert refusals(tournament, documents_for(tournament, list(GAMES).index(game))) <= OF_MONEY


@pytest.mark.parametrize("game", by_day(GAMES, OF_THE_DAY.__contains__))
def test_evening_with_the_same_deals_names_every_card_and_one_dealer(game: str, client: Client) -> None:
    tournament = play(game, SAME_DEALS)
    turn = list(GAMES).index(game)
    deals = dealt_cards(tournament)

    assert_ranked(tournament)
    with paper_by(Machine.PRINTING):
        assert cards_of_boards(build_hand_diagrams(tournament)) == deals
        assert (
            cards_of_boards(board for page in build_deal_booklet(tournament) for board in page.boards)
            == deals
        )
        assert cards_of_sorting(tournament) == deals
        if any(isinstance(pocket, str) for pocket in deals[1]):
            assert cards_of_slips(tournament) == piles_of(deals)
        assert set(dealers(tournament)) == {tuple(dealers_in_turn(tournament).items())}
    expected = OF_MONEY | (set() if piles_of(deals) != {} else {DocumentKind.DOG_SLIPS})
    assert refusals(tournament, documents_for(tournament, turn)) <= expected
    client.force_login(ensure_demo_club()[1])
    name, arguments = WITH_CARDS[turn % len(WITH_CARDS)]
    assert client.get(reverse(name, args=[tournament.slug, *arguments])).status_code == 200


@pytest.mark.nights
@pytest.mark.parametrize("format_code", [BY_POINTS, SAME_DEALS])
@pytest.mark.parametrize("game", GAMES)
def test_every_page_and_every_paper_opens(game: str, format_code: str, client: Client) -> None:
    tournament = play(game, format_code)
    client.force_login(ensure_demo_club()[1])

    opened = dict(walk(client, tournament))

    assert len(opened) > 50
    assert {path: status for path, status in opened.items() if status != 200} == {}
    refused = refusals(tournament, documents_for(tournament, turn=None))
    assert refused - {DocumentKind.DOG_SLIPS} == OF_MONEY


def play(game: str, format_code: str) -> Tournament:
    """An evening of a game played to its end, of the fewest tables; the cards of two étuis are open."""
    club, organiser = ensure_demo_club()
    is_free = format_code == BY_POINTS and GAMES[game].player_count == 4
    tournament = make_demo_tournament(
        club=club,
        format_code=format_code,
        table_count=3 if is_free else 2,
        stage=DemoStage.FINISHED,
        seed=1,
        starts_on=EVENING,
        name="Soirée",
        game=game,
    )
    if format_code == SAME_DEALS:
        open_boards(session=tournament.sessions.get(), boards=[1, 2], opened_by=organiser)
    return tournament


def assert_ranked(tournament: Tournament) -> None:
    """Check that all units have a place, the lowest total first if the game requires it."""
    rows = snapshot_rows(latest_standings(tournament.sessions.get()))
    assert len(rows) == tournament.entries.count() >= GAMES[tournament.game].player_count
    assert tournament.options.get("lowest_wins", False) is GAMES[tournament.game].lowest_wins
    places = [row.overall_place for row in rows]
    assert places == sorted(places)
    assert places[0] == 1


def documents_for(tournament: Tournament, turn: int | None) -> list[DocumentType]:
    """The documents of the tournament's format; with a turn those that it has by day."""
    event_format = find_format(tournament.format)
    suited = [document_type for document_type in DOCUMENTS.values() if document_type.is_for(event_format)]
    return suited if turn is None else suited[turn % TURNS :: TURNS]


def refusals(tournament: Tournament, documents: Iterable[DocumentType]) -> set[DocumentKind]:
    """Kinds that are refused with a word; no other names what the game has not, or takes off what it adds."""
    kinds = set()
    has_dog = "dog" in GAMES[tournament.game].pile_names
    for document_type in documents:
        try:
            with paper_by(Machine.PRINTING):
                html = preview_html(document_type, tournament, language="fr", options=AT_HOME)
        except AppError:
            kinds.add(document_type.kind)
        else:
            assert has_dog or document_type.kind not in CARD_PAPERS or "Chien" not in html
            assert GAMES[tournament.game].player_count == 4 or "N, S, E et O, puis" not in html
            assert "le plus petit total gagne, moins" not in html
    return kinds


CARD_PAPERS = {
    DocumentKind.HAND_DIAGRAMS,
    DocumentKind.SORTING_SHEETS,
    DocumentKind.COPY_SHEETS,
    DocumentKind.DEAL_BOOKLET,
    DocumentKind.TEACHING_SHEETS,
    DocumentKind.COVER_SHEET,
}


def dealt_cards(tournament: Tournament) -> Boards:
    """Return the cards dealt to the first étuis. The pockets together hold the full deck of the game."""
    game = GAMES[tournament.game]
    deals = Deal.objects.filter(deal_set__session__tournament=tournament)
    deals.filter(number__gt=BOARDS).delete()
    boards = {deal.number: pockets_of(open_deal_layout(deal), game.pile_names) for deal in deals}
    assert all(sum(map(Counter.total, board.values())) == len(game.deck) for board in boards.values())
    return boards


def pockets_of(layout: Layout, pile_names: Iterable[str]) -> dict[Pocket, Cards]:
    piles = zip(pile_names, layout.piles, strict=True)
    cards_by_pocket = {**dict(enumerate(layout.hands)), **{name: cards for name, cards in piles if cards}}
    return {pocket: labels(cards) for pocket, cards in cards_by_pocket.items()}


def piles_of(boards: Boards) -> Boards:
    """The pockets that are no seat's, of the étuis that have any."""
    piles = {
        number: {pocket: cards for pocket, cards in board.items() if isinstance(pocket, str)}
        for number, board in boards.items()
    }
    return {number: board for number, board in piles.items() if board}


def labels(cards: Iterable[Card]) -> Cards:
    suits = [(suit_of(card), card_label(card)) for card in cards]
    return Counter(("" if suit is None else SUIT_SYMBOLS[suit], label) for suit, label in suits)


def listed(groups: Iterable[CardGroup], order: Iterable[OrderedCard] = ()) -> Cards:
    by_suit = Counter((group.symbol, label) for group in groups for label in group.labels)
    return by_suit + Counter((card.symbol, card.label) for card in order)


def cards_of_boards(boards: Iterable[BoardDiagrams]) -> Boards:
    """The cards that are listed, which are those that are circled."""
    cards_by_board: Boards = {}
    for board in boards:
        board_cards = cards_by_board.setdefault(board.number, {})
        for hand in board.hands:
            cells = [(row.symbol, cell) for row in hand.rows for cell in row.cells]
            circled = Counter({(symbol, cell.label): cell.copies for symbol, cell in cells if cell.copies})
            board_cards[hand.seat] = listed(hand.groups)
            assert circled == board_cards[hand.seat]
        board_cards |= {pile.name: listed(pile.groups, pile.order) for pile in board.piles}
    return cards_by_board


def cards_of_sorting(tournament: Tournament) -> Boards:
    cards_by_board: Boards = {}
    for board in (board for sheet in build_sorting_sheets(tournament) for board in sheet.boards):
        board_cards = cards_by_board.setdefault(board.number, {})
        for symbol, cell in ((row.symbol, cell) for row in board.rows for cell in row.cells):
            board_cards.setdefault(cell.pocket, Counter())[symbol, cell.label] += 1
    return cards_by_board


def cards_of_slips(tournament: Tournament) -> Boards:
    cards_by_board: Boards = {}
    for slip in (slip for sheet in build_dog_slips(tournament) for slip in sheet.slips if slip):
        cards_by_board.setdefault(slip.number, {})[slip.pile] = listed(slip.groups, slip.order)
    return cards_by_board


def dealers_in_turn(tournament: Tournament) -> Mapping[int, int]:
    """The dealer of each étui by the one rule."""
    deals = Deal.objects.filter(deal_set__session__tournament=tournament).order_by("number")
    count = GAMES[tournament.game].player_count
    return {deal.number: dealer_in_turn(deal.number, count) for deal in deals}


def dealers(tournament: Tournament) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield the dealer of each étui in the deals, on the page of étuis, labels, the cover and sheets."""
    deals = Deal.objects.filter(deal_set__session__tournament=tournament)
    yield _by_board((deal.number, deal.dealer) for deal in deals)
    openings = board_openings(tournament.sessions.get(), deals.count())
    yield _by_board((row.board, row.dealer) for row in openings)
    sheets = build_board_labels(tournament)
    labels_made = (label for sheet in sheets for label in sheet.labels)
    yield _by_board((label.number, label.dealer) for label in labels_made if label.number <= BOARDS)
    (cover,) = build_cover_sheets(tournament)
    yield _by_board(
        (label.number, label.dealer) for block in cover.blocks for column in block for label in column
    )
    cards = [card for sheet in build_score_sheets(tournament) for card in sheet.cards if card]
    yield _by_board(line for card in cards for line in card.lines if line[0] <= BOARDS)
    yield _by_board((board.number, board.dealer) for board in build_hand_diagrams(tournament))


def _by_board(boards: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    return tuple(sorted(set(boards)))


def walk(client: Client, tournament: Tournament) -> Iterator[tuple[str, int]]:
    """Every page of the tournament that links lead to from its desk and its ranking, one of each name."""
    waiting = [reverse(name, args=[tournament.slug]) for name in ("organiser-desk", "public-standings")]
    visited_names = {resolve(path).url_name for path in waiting}
    while waiting:
        path = waiting.pop(0)
        answer = client.get(path, follow=True)
        yield path, answer.status_code
        if answer.streaming or "html" not in answer.headers["Content-Type"]:
            continue
        for link in (href.replace("&amp;", "&") for href in LINKS.findall(answer.text)):
            try:
                match = resolve(urlsplit(link).path)
            except Resolver404:
                continue
            if match.kwargs.get("slug") == tournament.slug and match.url_name not in visited_names:
                visited_names.add(match.url_name)
                waiting.append(link)
