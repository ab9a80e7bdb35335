"""Creation of a numbered set of deals with its commitment, from a seed or from deals made elsewhere."""

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
    """Return the étuis 1 to `count` of a seed, with their dealers and the seed itself.

    Args:
        constraints: None for those of an imposed garde or, without takers, for no bare Petit.
        game: any game of the registry.
        rules: text of the rule-set.
        takers: None for the federation's table in its own game, and for no takers in other games.
        scope: the part of each deal that is made.
        attempts: most attempts at all the deals together, at least `count`; None: 20,000 at each.

    Raises:
        DealingFailed: as `find_attempt`; `taker_needed`: constraints on the taker's hand, or that hand alone,
            without a taker; `takers_of_tarot_4`: takers in another game; `theme_needs_hands`: a theme about
            the defenders, whose hands are not dealt.
        InvalidRules: as `dealt_game`.
    """
    shape = dealt_game(game, rules)
    set_takers = takers or (Takers.FFT if shape.has_imposed_takers else Takers.NONE)
    set_constraints = constraints or _default_constraints(shape, set_takers)
    _check_terms(shape, set_constraints, set_takers, scope)
    requirements = Wanted(set_constraints, shape, scope, set_takers)
    boards = []
    remaining_attempts = MOST_ATTEMPTS * count if attempts is None else attempts
    for number in range(1, count + 1):
        # keep one attempt for each deal that follows
        attempt = find_attempt(
            seed, number, requirements, min(remaining_attempts - (count - number), MOST_ATTEMPTS)
        )
        remaining_attempts -= attempt + 1
        dealer = dealer_in_turn(number, shape.player_count)
        boards.append(
            DealtBoard(number, dealer, set_takers.seat(number), requirements.lay_out(seed, number, attempt))
        )
    return _sealed(
        SetDocument(game, rules, ETUI_2, count, set_constraints, "", seed, tuple(boards), set_takers, scope)
    )


def seal_listed(
    seed: bytes, boards: Sequence[DealtBoard], *, game: str, rules: str, scope: Scope
) -> SetDocument:
    """Return a set of deals made elsewhere, with a commitment to every card.

    Args:
        seed: 32 secret bytes or more, which protect the deals from being found by trial.

    Raises:
        DealingFailed: `seed_too_short`.
    """
    takers = takers_of(boards)
    document = SetDocument(
        game, rules, LISTED_1, len(boards), UNCONSTRAINED, "", seed, tuple(boards), takers, scope
    )
    return _sealed(document)


def _sealed(document: SetDocument) -> SetDocument:
    return replace(document, commitment=commitment(document))


def _default_constraints(shape: DealtGame, takers: Takers) -> DealConstraints:
    if takers is not Takers.NONE:
        return DealConstraints()
    return FREE_AUCTION if shape.cancels_bare_petit else UNCONSTRAINED


def _check_terms(shape: DealtGame, constraints: DealConstraints, takers: Takers, scope: Scope) -> None:
    if takers is not Takers.NONE and not shape.has_imposed_takers:
        message = f"takers imposed in {shape.name}, not in {FEDERATION_GAME}"
        raise DealingFailed("takers_of_tarot_4", message, field="takers", game=shape.name)
    if takers is Takers.NONE and (constraints.concerns_taker or scope is Scope.TAKERS):
        raise DealingFailed("taker_needed", "something asked of the taker's hand, and none is imposed")
    blind = [theme for theme in constraints.themes if theme.needs_all_hands]
    if scope is Scope.TAKERS and blind:
        message = f"theme {blind[0]} needs the hands of defenders, which are not dealt"
        raise DealingFailed("theme_needs_hands", message, field="themes", theme=blind[0])
