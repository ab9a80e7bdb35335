"""Verification of a revealed set of deals: every deal is made again from the seed and compared."""

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
    """Faults of a set. The values are stable."""

    GAME = "game"
    """Unknown game, unknown rules, or takers imposed in a game that cannot have them."""
    ALGORITHM = "algorithm"
    """Algorithm that this version does not know."""
    SEED_SEALED = "seed_sealed"
    """Seed not revealed: no deal can be made again."""
    SEED = "seed"
    """Seed that is too short, or that did not make the deals."""
    CONSTRAINTS = "constraints"
    """Deals of this seed, but made under other constraints."""
    BOARDS = "boards"
    """Number of boards that differs from the commitment."""
    NUMBERS = "numbers"
    """Deals that are not numbered 1, 2, 3…"""
    COMMITMENT = "commitment"
    """Commitment of another set."""
    PUBLISHED = "published"
    """Commitment that differs from the one published before the event."""
    DEALER = "dealer"
    TAKER = "taker"
    DEAL = "deal"
    """Cards that the seed does not give."""


@dataclass(frozen=True, slots=True)
class CheckedBoard:
    """One board with the deal that was made again."""

    number: int
    again: Layout | None
    """Layout from the seed, or the listed one; None if the seed gives none under these constraints."""
    faults: tuple[SetFault, ...]
    """Faults among `DEALER`, `TAKER` and `DEAL`."""


@dataclass(frozen=True, slots=True)
class Verification:
    """Result of a check."""

    commitment: str
    """Commitment computed from the document; "" if it could not be computed."""
    faults: tuple[SetFault, ...]
    """Faults of the set as a whole."""
    boards: tuple[CheckedBoard, ...]
    """Boards in the order of the document; none if no deal could be made again."""

    @property
    def is_sound(self) -> bool:
        """True if the deals are those of the commitment."""
        return not self.faults and not any(board.faults for board in self.boards)


def verify_set(
    document: SetDocument, published: str | None = None, *, attempts: int | None = None
) -> Verification:
    """Make every deal of a document again and compare.

    Deals that were listed instead of made from the seed are only compared with their commitment.

    Args:
        published: the commitment published before the event. Without it, a completely forged set with its own
            commitment is not detected.
        attempts: most attempts at all the deals together, which limits the time that a false document takes;
            None: 20,000 at each. Deals that are not reached count as deals that the seed does not give.
    """
    shape = document_game(document)
    fault = _preventing_fault(document, shape)
    if fault is not None or document.seed is None or shape is None:
        return Verification("", (fault or SetFault.SEED_SEALED,), ())
    check = _SeedCheck(
        document, document.seed, Wanted(document.constraints, shape, document.scope, document.takers)
    )
    attempt_limit = MOST_ATTEMPTS * len(document.boards) if attempts is None else attempts
    boards = tuple(check.boards(attempt_limit))
    computed_commitment = commitment(document)
    faults = dict.fromkeys(check.faults(computed_commitment, boards, min(attempt_limit, MOST_ATTEMPTS)))
    if published is not None and published != document.commitment:
        faults[SetFault.PUBLISHED] = None
    return Verification(computed_commitment, tuple(faults), boards)


def _preventing_fault(document: SetDocument, shape: DealtGame | None) -> SetFault | None:
    """Return the fault that prevents all deals from being made again, None without one."""
    if shape is None or not _may_take(document, shape):
        return SetFault.GAME
    if document.algorithm not in ALGORITHMS:
        return SetFault.ALGORITHM
    if document.seed is None:
        return SetFault.SEED_SEALED
    return SetFault.SEED if len(document.seed) < SEED_SIZE else None


def _may_take(document: SetDocument, shape: DealtGame) -> bool:
    """Return whether the takers and the constraints on them fit the game."""
    has_takers = document.takers is not Takers.NONE
    needs_takers = document.constraints.concerns_taker or document.scope is Scope.TAKERS
    if document.algorithm == ETUI_1 and shape.name != FEDERATION_GAME:
        return False
    return shape.has_imposed_takers if has_takers else not needs_takers


@dataclass(frozen=True, slots=True)
class _SeedCheck:
    """Comparison of one document with the deals of its seed."""

    document: SetDocument
    seed: bytes
    wanted: Wanted

    def boards(self, attempts: int) -> Iterator[CheckedBoard]:
        """Yield every board. After one that the seed does not give, no further deal is made."""
        remaining_attempts = attempts
        for board in self.document.boards:
            if self.document.algorithm == LISTED_1:
                yield CheckedBoard(board.number, board.layout, ())
                continue
            layout = None
            if remaining_attempts > 0:
                try:
                    attempt = find_attempt(
                        self.seed, board.number, self.wanted, min(remaining_attempts, MOST_ATTEMPTS)
                    )
                # the failed search took long enough: no further deal is made
                except DealingFailed:
                    remaining_attempts = 0
                else:
                    remaining_attempts -= attempt + 1
                    layout = self.wanted.lay_out(self.seed, board.number, attempt)
            yield CheckedBoard(board.number, layout, tuple(self._board_faults(board, layout)))

    def faults(
        self, computed_commitment: str, checked_boards: Sequence[CheckedBoard], attempts: int
    ) -> Iterator[SetFault]:
        """Yield the faults of the set as a whole."""
        numbers = [board.number for board in self.document.boards]
        if len(numbers) != self.document.board_count:
            yield SetFault.BOARDS
        if numbers != list(range(1, len(numbers) + 1)):
            yield SetFault.NUMBERS
        if computed_commitment != self.document.commitment:
            pairs = zip(self.document.boards, checked_boards, strict=True)
            wrong_boards = [board for board, result in pairs if SetFault.DEAL in result.faults]
            yield self._commitment_fault(wrong_boards, attempts)

    def _board_faults(self, board: DealtBoard, layout: Layout | None) -> Iterator[SetFault]:
        if board.dealer != dealer_in_turn(board.number, self.wanted.game.player_count):
            yield SetFault.DEALER
        if board.taker != self.document.takers.seat(board.number):
            yield SetFault.TAKER
        if self._sealed_part(board) != layout:
            yield SetFault.DEAL

    def _sealed_part(self, board: DealtBoard) -> Layout:
        layout = sealed_part(board, self.wanted.scope)
        return self.wanted.game.tidied(layout)

    def _commitment_fault(self, wrong_boards: Sequence[DealtBoard], attempts: int) -> SetFault:
        """Return the fault that explains a wrong commitment.

        Args:
            wrong_boards: the boards for which the seed gives other cards.
        """
        document = self.document
        if document.algorithm == LISTED_1:
            return SetFault.COMMITMENT
        # with the right number of boards, is the commitment correct?
        corrected_document = replace(document, board_count=len(document.boards))
        if commitment(corrected_document) == document.commitment:
            return SetFault.BOARDS
        # three boards are enough: each may take all attempts
        if any(self._is_made(board, attempts) for board in wrong_boards[:3]):
            return SetFault.CONSTRAINTS
        return SetFault.SEED if len(wrong_boards) == len(document.boards) else SetFault.COMMITMENT

    def _is_made(self, board: DealtBoard, attempts: int) -> bool:
        """Return whether some attempt of the seed gives the cards of a board, under any constraints."""
        cards = self._sealed_part(board)
        return any(
            self.wanted.lay_out(self.seed, board.number, attempt) == cards for attempt in range(attempts)
        )
