"""Whether a revealed set of deals is what was committed to: the seed makes every deal again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.core.dealing.boards import board_dealer, board_taker
from games.core.dealing.commitment import commitment
from games.core.dealing.deal import MOST_ATTEMPTS, deal_out, find_attempt
from games.core.dealing.set_document import DealtBoard, SetDocument
from games.core.dealing.shuffle import ALGORITHM, SEED_SIZE
from games.core.deals import Deal
from games.core.errors import DealingFailed
from games.core.variant import TAROT_4


class Fault(StrEnum):
    """What can be wrong with a set; the values are stable."""

    GAME = "game"
    """Not the game that étuis are dealt for."""
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
    again: Deal | None
    """The deal that the seed gives; None when it gives none under these constraints."""
    faults: tuple[Fault, ...]
    """Of `DEALER`, `TAKER` and `DEAL`."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What a check found."""

    commitment: str
    """As computed from the document; "" when it could not be."""
    faults: tuple[Fault, ...]
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

    Args:
        published: the commitment that was published before the event. Without it, a set forged as a whole,
            commitment included, is not found out.
        attempts: at all the deals together, to limit the time that a false document takes; None: 20,000 at
            each. The deals that are not reached count as deals that the seed does not give.
    """
    impossible = _impossible(document)
    if impossible is not None or document.seed is None:
        return Verification("", (impossible or Fault.SEED_SEALED,), ())
    seed = document.seed
    computed = commitment(seed, document.board_count, document.constraints)
    most = MOST_ATTEMPTS * len(document.boards) if attempts is None else attempts
    boards = tuple(_check_boards(document, seed, most))
    faults = dict.fromkeys(_set_faults(document, seed, computed, boards, min(most, MOST_ATTEMPTS)))
    if published is not None and published != document.commitment:
        faults[Fault.PUBLISHED] = None
    return Verification(computed, tuple(faults), boards)


def _impossible(document: SetDocument) -> Fault | None:
    """Why nothing can be made again."""
    if document.game != TAROT_4.name:
        return Fault.GAME
    if document.algorithm != ALGORITHM:
        return Fault.ALGORITHM
    if document.seed is None:
        return Fault.SEED_SEALED
    return Fault.SEED if len(document.seed) < SEED_SIZE else None


def _check_boards(document: SetDocument, seed: bytes, attempts: int) -> Iterator[CheckedBoard]:
    """Every board, none dealt after one that cannot be: the search for it took long enough."""
    takers = {board.taker for board in document.boards}
    has_takers = document.constraints.concerns_taker or takers != {None}
    left = attempts
    for board in document.boards:
        again = None
        if left > 0:
            try:
                found = find_attempt(seed, board.number, document.constraints, min(left, MOST_ATTEMPTS))
            except DealingFailed:
                left = 0
            else:
                left -= found + 1
                again = deal_out(seed, board.number, found, TAROT_4)
        yield CheckedBoard(board.number, again, tuple(_board_faults(board, again, has_takers)))


def _board_faults(board: DealtBoard, again: Deal | None, has_takers: bool) -> Iterator[Fault]:
    if board.dealer != board_dealer(board.number):
        yield Fault.DEALER
    if board.taker != (board_taker(board.number) if has_takers else None):
        yield Fault.TAKER
    if board.deal != again:
        yield Fault.DEAL


def _set_faults(
    document: SetDocument, seed: bytes, computed: str, checked: Sequence[CheckedBoard], attempts: int
) -> Iterator[Fault]:
    numbers = [board.number for board in document.boards]
    if len(numbers) != document.board_count:
        yield Fault.BOARDS
    if numbers != list(range(1, len(numbers) + 1)):
        yield Fault.NUMBERS
    if computed != document.commitment:
        pairs = zip(document.boards, checked, strict=True)
        wrong = [board for board, result in pairs if Fault.DEAL in result.faults]
        yield _commitment_fault(document, seed, wrong, attempts)


def _commitment_fault(
    document: SetDocument, seed: bytes, wrong: Sequence[DealtBoard], attempts: int
) -> Fault:
    """Which member a wrong commitment comes from.

    Args:
        wrong: the boards that the seed deals otherwise.
    """
    if commitment(seed, len(document.boards), document.constraints) == document.commitment:
        return Fault.BOARDS
    if any(_is_made_by(seed, board, attempts) for board in wrong[:3]):
        return Fault.CONSTRAINTS
    return Fault.SEED if len(wrong) == len(document.boards) else Fault.COMMITMENT


def _is_made_by(seed: bytes, board: DealtBoard, attempts: int) -> bool:
    """Whether some attempt of the seed gives the cards of a board, whatever the constraints."""
    return any(deal_out(seed, board.number, attempt, TAROT_4) == board.deal for attempt in range(attempts))
