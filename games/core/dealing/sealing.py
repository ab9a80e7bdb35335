"""A numbered set of deals with its commitment, from a seed or from deals made elsewhere."""

from collections.abc import Sequence
from dataclasses import replace

from games.core.dealing.boards import dealer_in_turn
from games.core.dealing.commitment import ETUI_2, LISTED_1, commitment
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.deal import MOST_ATTEMPTS, Wanted, find_attempt
from games.core.dealing.dealt_game import FEDERATION_GAME, DealtGame, dealt_game
from games.core.dealing.dealt_set import DealtBoard, Scope, SetDocument, Takers, takers_of
from games.core.errors import DealingFailed
from games.core.rules import FFT

UNCONSTRAINED = DealConstraints(no_bare_petit=False, taker_bids=())
FREE_AUCTION = DealConstraints(taker_bids=())
"""Constraints of a set without imposed takers, in games that a bare Petit would cancel."""


def seal_set(
    seed: bytes,
    count: int,
    constraints: DealConstraints | None = None,
    *,
    game: str = FEDERATION_GAME,
    rules: str = FFT,
    takers: Takers | None = None,
    scope: Scope = Scope.ALL,
    attempts: int | None = None,
) -> SetDocument:
    """The étuis 1 to `count` of a seed, with their dealers and the seed itself.

    Args:
        constraints: None for an imposed garde, or for no bare Petit when nobody is imposed.
        game: any of the registry.
        rules: text of the rule-set.
        takers: None for the federation's table in its own game, and for nobody in the others.
        scope: what of each deal is made.
        attempts: at all the deals together, at least `count`; None: 20,000 at each.

    Raises:
        DealingFailed: as `find_attempt`; `taker_needed`: constraints on the taker's hand, or his hand alone,
            and no taker; `takers_of_tarot_4`: takers in another game; `theme_needs_hands`: a theme about the
            defenders, of whom nothing is dealt.
        InvalidRules: as `dealt_game`.
    """
    shape = dealt_game(game, rules)
    imposed = takers or (Takers.FFT if shape.has_imposed_takers else Takers.NONE)
    asked = constraints or _default_constraints(shape, imposed)
    _check_agreed(shape, asked, imposed, scope)
    wanted = Wanted(asked, shape, scope, imposed)
    boards = []
    left = MOST_ATTEMPTS * count if attempts is None else attempts
    for number in range(1, count + 1):
        attempt = find_attempt(seed, number, wanted, min(left - (count - number), MOST_ATTEMPTS))
        left -= attempt + 1
        dealer = dealer_in_turn(number, shape.player_count)
        boards.append(DealtBoard(number, dealer, imposed.seat(number), wanted.lay_out(seed, number, attempt)))
    return _sealed(SetDocument(game, rules, ETUI_2, count, asked, "", seed, tuple(boards), imposed, scope))


def seal_listed(
    seed: bytes, boards: Sequence[DealtBoard], *, game: str, rules: str, scope: Scope
) -> SetDocument:
    """A set of deals made elsewhere, committed to card by card.

    Args:
        seed: 32 secret bytes or more, which keep the deals from being found by trying.

    Raises:
        DealingFailed: `seed_too_short`.
    """
    takers = takers_of(boards)
    listed = SetDocument(
        game, rules, LISTED_1, len(boards), UNCONSTRAINED, "", seed, tuple(boards), takers, scope
    )
    return _sealed(listed)


def _sealed(document: SetDocument) -> SetDocument:
    return replace(document, commitment=commitment(document))


def _default_constraints(shape: DealtGame, takers: Takers) -> DealConstraints:
    if takers is not Takers.NONE:
        return DealConstraints()
    return FREE_AUCTION if shape.cancels_bare_petit else UNCONSTRAINED


def _check_agreed(shape: DealtGame, asked: DealConstraints, takers: Takers, scope: Scope) -> None:
    if takers is not Takers.NONE and not shape.has_imposed_takers:
        message = f"takers imposed in {shape.name}, not in {FEDERATION_GAME}"
        raise DealingFailed("takers_of_tarot_4", message, field="takers", game=shape.name)
    if takers is Takers.NONE and (asked.concerns_taker or scope is Scope.TAKERS):
        raise DealingFailed("taker_needed", "something asked of the taker's hand, and none is imposed")
    blind = [theme for theme in asked.themes if theme.needs_all_hands]
    if scope is Scope.TAKERS and blind:
        message = f"theme {blind[0]} needs the hands of defenders, which are not dealt"
        raise DealingFailed("theme_needs_hands", message, field="themes", theme=blind[0])
