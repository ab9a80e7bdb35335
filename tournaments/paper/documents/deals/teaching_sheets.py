"""Teaching sheets: hands to think about with lines for answers, two on a page; then the solutions."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import chain

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.core.dealing.deal import deal_from_layout
from games.core.dealing.dealt_game import FEDERATION_GAME
from games.core.dealing.dealt_set import DealtBoard
from games.core.dealing.hand_value import evaluate_hand, find_bid_by_value
from games.core.dealing.themes import Theme
from games.core.outcome import Bid
from games.core.variants.contrat import Contrat
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from games.enums import DealTheme
from tournaments.base.access import Right
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.chosen_cards import list_whole_deals, require_whole_deals
from tournaments.paper.documents.deals.deal_booklet import fill_booklet
from tournaments.paper.documents.deals.hand_diagrams import BoardDiagrams, HandDiagram, board_diagrams
from tournaments.paper.documents.making.document import DocumentType, with_boards
from tournaments.paper.documents.making.options import BOARDS, PLAIN, DocumentOptions, OptionName
from tournaments.paper.documents.typesetting.imposition import fill_sheets
from tournaments.paper.documents.typesetting.large_type import HALF_LAID_DOWN
from tournaments.results.words.sheet_sentences import BID_NAMES

QUESTIONS_PER_PAGE = 2
QUESTIONS = "questions"
SOLUTIONS = "solutions"


@dataclass(frozen=True, slots=True)
class TeachingBoard:
    """One deal: its question and its answer."""

    board: BoardDiagrams
    hand: HandDiagram
    """Hand to think about: the imposed taker's, or that of the opening lead."""
    themes: tuple[str, ...]
    """Themes of the deal, in words."""
    points: int | None
    """Value of that hand before the dog, on the scale of `hand_value`; None at other games."""
    bid: str
    """Bid of that scale in words, "passe" for none; "" at other games."""
    has_auction: bool
    """True if the players bid."""
    says_tricks: bool
    """True if the players announce their number of tricks."""

    @property
    def has_dog(self) -> bool:
        """True if the taker gets the cards of a dog, and discards."""
        return self.has_auction and bool(self.board.piles)


@dataclass(frozen=True, slots=True)
class TeachingSheet:
    """A page of questions or a page of solutions, in reading order."""

    is_solution: bool
    boards: tuple[TeachingBoard, ...]


def build_teaching_sheets(
    tournament: Tournament, options: DocumentOptions = PLAIN
) -> tuple[TeachingSheet, ...]:
    """Return the questions by number, then the solutions on separate pages. One query."""
    boards = [teaching_board(deal, tournament.game) for deal in list_whole_deals(tournament, options)]
    questions_per_page = 1 if options.large_type else QUESTIONS_PER_PAGE
    questions = (TeachingSheet(False, page) for page in fill_sheets(boards, questions_per_page))
    by_number = {row.board.number: row for row in boards}
    solutions = (
        TeachingSheet(True, tuple(replace(by_number[board.number], board=board) for board in page))
        for page in fill_booklet([row.board for row in boards], is_large=options.large_type)
    )
    chosen_groups = {QUESTIONS: (questions,), SOLUTIONS: (solutions,)}.get(
        options.part, (questions, solutions)
    )
    return tuple(chain.from_iterable(chosen_groups))


def teaching_board(deal: DealtBoard, game: str) -> TeachingBoard:
    """Return one deal of a game as a question and its solution."""
    board = board_diagrams(deal, game)
    seat = board.leader if deal.taker is None else deal.taker
    cards = deal.layout.hands[seat]
    is_valued = game == FEDERATION_GAME
    return TeachingBoard(
        board=board,
        hand=next(hand for hand in board.hands if hand.seat == seat),
        themes=tuple(_themes(deal)),
        points=evaluate_hand(cards).with_dog if is_valued else None,
        bid=_bid_words(find_bid_by_value(cards)) if is_valued else "",
        has_auction=isinstance(find_variant(game), Tarot),
        says_tricks=isinstance(find_variant(game), Contrat),
    )


def _bid_words(bid: Bid | None) -> str:
    return str(BID_NAMES[bid]) if bid else gettext("passe")


def _themes(deal: DealtBoard) -> Iterator[str]:
    if deal.taker is not None:
        cards = deal_from_layout(deal.layout)
        for theme in Theme:
            if theme.is_in(cards, deal.taker):
                yield str(DealTheme(theme.value).label)


TEACHING_SHEETS = DocumentType(
    kind=DocumentKind.TEACHING_SHEETS,
    right=Right.SEE_DEALS,
    require=require_whole_deals,
    build=build_teaching_sheets,
    is_for=with_boards,
    large=HALF_LAID_DOWN,
    options=BOARDS | {OptionName.PART, OptionName.LARGE_TYPE},
    parts=(("", _("questions, puis solutions")), (QUESTIONS, _("questions")), (SOLUTIONS, _("solutions"))),
)
