"""Cover sheet of a set of étuis: content of the case, commitment to its deals, author of the deals."""

import datetime
from dataclasses import dataclass

from games.core.dealing.dealt_game import dealt_game
from games.models import DealSet
from tournaments.base.access import Right
from tournaments.base.queries.sessions import current_session
from tournaments.core.formats.registry import find_format
from tournaments.core.formats.tournament_format import SheetKind
from tournaments.enums import DocumentKind
from tournaments.models import Tournament
from tournaments.paper.documents.deals.board_labels import board_label
from tournaments.paper.documents.deals.label_lines import BoardLabel
from tournaments.paper.documents.making.document import DocumentType, with_boards, without_options
from tournaments.paper.documents.making.ready import require_commitment
from tournaments.paper.documents.typesetting.imposition import fill_sheets, split_evenly

GROUP_SIZE = 8
"""Number of digits of the commitment that are read out together."""
BLOCK_COLUMNS, BLOCK_BOARDS = 4, 48
"""Columns and étuis of a block. A block stands on one page; more étuis make more blocks."""


@dataclass(frozen=True, slots=True)
class CoverSheet:
    """The étuis of one session."""

    session_number: int
    board_count: int
    dealt_at: datetime.datetime
    algorithm: str
    commitment: tuple[str, ...]
    """Commitment in groups of `GROUP_SIZE` hexadecimal digits."""
    hand_sizes: tuple[int, ...]
    """Number of cards of each seat."""
    piles: tuple[tuple[str, int], ...]
    """Names and sizes of the piles that the game deals besides its hands."""
    has_travellers: bool
    """True if each étui contains the sheet of its results."""
    blocks: tuple[tuple[tuple[BoardLabel, ...], ...], ...]
    """Étuis by block and column."""

    @property
    def hand_counts(self) -> tuple[tuple[int, int], ...]:
        """The pairs (number of hands, cards of each) for each size of a hand, the largest first."""
        return tuple(
            sorted(((self.hand_sizes.count(size), size) for size in set(self.hand_sizes)), reverse=True)
        )


def build_cover_sheets(tournament: Tournament) -> tuple[CoverSheet, ...]:
    """Return the page of the current session, once its deals are sealed. Two queries."""
    session = current_session(tournament)
    deal_set = session.deal_set
    if deal_set is None or not deal_set.commitment:
        return ()
    has_travellers = find_format(tournament.format).sheet is SheetKind.TRAVELLER
    return (_cover(session.number, deal_set, has_travellers),)


def digit_groups(commitment: str) -> tuple[str, ...]:
    """Return a commitment in groups of digits that are easy to read out and compare."""
    return tuple("".join(group) for group in fill_sheets(commitment, GROUP_SIZE))


def _cover(session_number: int, deal_set: DealSet, has_travellers: bool) -> CoverSheet:
    game = dealt_game(deal_set.game, deal_set.rule_set)
    labels = [board_label(deal.number, deal.taker, None, game.player_count) for deal in deal_set.deals.all()]
    return CoverSheet(
        session_number=session_number,
        board_count=len(labels),
        dealt_at=deal_set.created_at,
        algorithm=deal_set.algorithm,
        commitment=digit_groups(deal_set.commitment),
        hand_sizes=game.hand_sizes,
        piles=tuple(
            (name, size) for name, size in zip(game.pile_names, game.pile_sizes, strict=True) if size
        ),
        has_travellers=has_travellers,
        blocks=tuple(split_evenly(block, BLOCK_COLUMNS) for block in fill_sheets(labels, BLOCK_BOARDS)),
    )


COVER_SHEET = DocumentType(
    kind=DocumentKind.COVER_SHEET,
    right=Right.PRINT,
    require=require_commitment,
    build=without_options(build_cover_sheets),
    is_for=with_boards,
)
