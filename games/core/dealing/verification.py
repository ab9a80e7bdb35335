"""Whether a revealed set of deals is what was committed to: the seed makes every deal again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from games.core.dealing.boards import dealer_in_turn
from games.core.dealing.commitment import ALGORITHMS, ETUI_1, LISTED_1, commitment
from games.core.dealing.deal import MOST_ATTEMPTS, Wanted, find_attempt
from games.core.dealing.dealt_game import FEDERATION_GAME, DealtGame
from games.core.dealing.dealt_set import DealtBoard, Scope, SetDocument, Takers, sealed_part
from games.core.dealing.set_document import document_game
from games.core.dealing.shuffle import SEED_SIZE
from games.core.errors import DealingFailed
from games.core.layouts import Layout


class SetFault(StrEnum):
    """What can be wrong with a set; the values are stable."""

    GAME = "game"
    """No game of the registry, rules that it does not have, or takers imposed where none can be."""
    ALGORITHM = "algorithm"
    """Not the algorithm that this version knows."""
    SEED_SEALED = "seed_sealed"
    """The seed is not revealed: nothing can be made again."""
    SEED = "seed"
    """The seed is too short, or another one made the deals."""
    CONSTRAINTS = "constraints"
    """The seed made the deals, but under other constraints."""
    BOARDS = "boards"
    """The number of boards is not the one committed to."""
    NUMBERS = "numbers"
    """The deals are not numbered 1, 2, 3…"""
    COMMITMENT = "commitment"
    """The commitment is not that of this set."""
    PUBLISHED = "published"
    """The commitment is not the one published before the event."""
    DEALER = "dealer"
    TAKER = "taker"
    DEAL = "deal"
    """The seed gives other cards."""


@dataclass(frozen=True, slots=True)
class CheckedBoard:
    """One board made again."""

    number: int
    again: Layout | None
    """What the seed deals, or what was listed; None when the seed gives nothing under these constraints."""
    faults: tuple[SetFault, ...]
    """Of `DEALER`, `TAKER` and `DEAL`."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check found."""

    commitment: str
    """As computed from the document; "" when it could not be."""
    faults: tuple[SetFault, ...]
    """Of the set as a whole."""
    boards: tuple[CheckedBoard, ...]
    """In the order of the document; none when nothing could be made again."""

    @property
    def is_sound(self) -> bool:
        """Whether the deals are those that were committed to."""
        return not self.faults and not any(board.faults for board in self.boards)


def verify_set(
    document: SetDocument, published: str | None = None, *, attempts: int | None = None
) -> Verification:
    """Make every deal of a document again and compare.

    Deals that were listed, not made from the seed, are only compared with their commitment.

    Args:
        published: the commitment that was published before the event. Without it, a set forged as a whole,
            commitment included, is not found out.
        attempts: at all the deals together, to limit the time that a false document takes; None: 20,000 at
            each. The deals that are not reached count as deals that the seed does not give.
    """
    shape = document_game(document)
    impossible = _impossible(document, shape)
    if impossible is not None or document.seed is None or shape is None:
        return Verification("", (impossible or SetFault.SEED_SEALED,), ())
    check = _SeedCheck(
        document, document.seed, Wanted(document.constraints, shape, document.scope, document.takers)
    )
    most = MOST_ATTEMPTS * len(document.boards) if attempts is None else attempts
    boards = tuple(check.boards(most))
    computed = commitment(document)
    faults = dict.fromkeys(check.faults(computed, boards, min(most, MOST_ATTEMPTS)))
    if published is not None and published != document.commitment:
        faults[SetFault.PUBLISHED] = None
    return Verification(computed, tuple(faults), boards)


def _impossible(document: SetDocument, shape: DealtGame | None) -> SetFault | None:
    """Why nothing can be made again."""
    if shape is None or not _may_take(document, shape):
        return SetFault.GAME
    if document.algorithm not in ALGORITHMS:
        return SetFault.ALGORITHM
    if document.seed is None:
        return SetFault.SEED_SEALED
    return SetFault.SEED if len(document.seed) < SEED_SIZE else None


def _may_take(document: SetDocument, shape: DealtGame) -> bool:
    """Whether what is asked of takers goes with the game."""
    has_takers = document.takers is not Takers.NONE
    asks_takers = document.constraints.concerns_taker or document.scope is Scope.TAKERS
    if document.algorithm == ETUI_1 and shape.name != FEDERATION_GAME:
        return False
    return shape.has_imposed_takers if has_takers else not asks_takers


@dataclass(frozen=True, slots=True)
class _SeedCheck:
    """One document against the deals of its seed."""

    document: SetDocument
    seed: bytes
    wanted: Wanted

    def boards(self, attempts: int) -> Iterator[CheckedBoard]:
        """Every board, none dealt after one that cannot be: the search for it took long enough."""
        left = attempts
        for board in self.document.boards:
            if self.document.algorithm == LISTED_1:
                yield CheckedBoard(board.number, board.layout, ())
                continue
            again = None
            if left > 0:
                try:
                    found = find_attempt(self.seed, board.number, self.wanted, min(left, MOST_ATTEMPTS))
                except DealingFailed:
                    left = 0
                else:
                    left -= found + 1
                    again = self.wanted.lay_out(self.seed, board.number, found)
            yield CheckedBoard(board.number, again, tuple(self._board_faults(board, again)))

    def faults(self, computed: str, checked: Sequence[CheckedBoard], attempts: int) -> Iterator[SetFault]:
        """Of the set as a whole."""
        numbers = [board.number for board in self.document.boards]
        if len(numbers) != self.document.board_count:
            yield SetFault.BOARDS
        if numbers != list(range(1, len(numbers) + 1)):
            yield SetFault.NUMBERS
        if computed != self.document.commitment:
            pairs = zip(self.document.boards, checked, strict=True)
            wrong = [board for board, result in pairs if SetFault.DEAL in result.faults]
            yield self._commitment_fault(wrong, attempts)

    def _board_faults(self, board: DealtBoard, again: Layout | None) -> Iterator[SetFault]:
        if board.dealer != dealer_in_turn(board.number, self.wanted.game.player_count):
            yield SetFault.DEALER
        if board.taker != self.document.takers.seat(board.number):
            yield SetFault.TAKER
        if self._sealed_part(board) != again:
            yield SetFault.DEAL

    def _sealed_part(self, board: DealtBoard) -> Layout:
        layout = sealed_part(board, self.wanted.scope)
        return self.wanted.game.tidied(layout)

    def _commitment_fault(self, wrong: Sequence[DealtBoard], attempts: int) -> SetFault:
        """Which member a wrong commitment comes from.

        Args:
            wrong: the boards that the seed deals otherwise.
        """
        document = self.document
        if document.algorithm == LISTED_1:
            return SetFault.COMMITMENT
        recounted = replace(document, board_count=len(document.boards))
        if commitment(recounted) == document.commitment:
            return SetFault.BOARDS
        if any(self._is_made(board, attempts) for board in wrong[:3]):
            return SetFault.CONSTRAINTS
        return SetFault.SEED if len(wrong) == len(document.boards) else SetFault.COMMITMENT

    def _is_made(self, board: DealtBoard, attempts: int) -> bool:
        """Whether some attempt of the seed gives the cards of a board, whatever the constraints."""
        cards = self._sealed_part(board)
        return any(
            self.wanted.lay_out(self.seed, board.number, attempt) == cards for attempt in range(attempts)
        )
