"""Sets of deals: dealt from a secret seed or imported, sealed, revealed."""

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.deal import ATTEMPTS_IN_ALL
from games.core.dealing.dealt_set import Scope, SetDocument, Takers
from games.core.dealing.layout_text import format_layout
from games.core.dealing.sealing import seal_set
from games.enums import DealSetOrigin, DealSetScope, DealSetState
from games.models import Deal, DealSet


def create_deal_set(
    *,
    seed: bytes,
    board_count: int,
    game: str,
    rule_set: str,
    constraints: DealConstraints | None = None,
    scope: Scope = Scope.ALL,
    takers: Takers | None = None,
) -> DealSet:
    """Deal boards 1 to `board_count` from `seed`, and seal the set.

    Args:
        game: stored name of a game of the registry.
        rule_set: text of its rule-set.
        constraints: None for the default ones.
        scope: whether all hands are dealt, or the takers' alone.
        takers: None for the federation's table in its own game, and for no taker in the others.

    Raises:
        DealingFailed: as `seal_set`: for example unreachable constraints, or a seed shorter than 32 bytes.
    """
    document = seal_set(
        seed,
        board_count,
        constraints,
        game=game,
        rules=rule_set,
        takers=takers,
        scope=scope,
        attempts=ATTEMPTS_IN_ALL,
    )
    return store_deal_set(document=document, origin=DealSetOrigin.DEALT)


@transaction.atomic
def store_deal_set(*, document: SetDocument, origin: DealSetOrigin, source: DealSet | None = None) -> DealSet:
    """Store a sealed set with its deals.

    Args:
        document: set with its seed and its commitment, which are not checked again.
        source: the original set, when its deals are used again.
    """
    lineage_of_source = {"lineage": source.lineage} if source else {}
    sealed_set = DealSet.objects.create(
        game=document.game,
        rule_set=document.rules,
        origin=origin,
        scope=DealSetScope(document.scope),
        source=source,
        **lineage_of_source,
        algorithm=document.algorithm,
        constraints=document.constraints.to_json(),
        seed=document.seed or b"",
        commitment=document.commitment,
        state=DealSetState.SEALED,
    )
    Deal.objects.bulk_create(
        Deal(
            deal_set=sealed_set,
            number=board.number,
            dealer=board.dealer,
            taker=board.taker,
            hands=format_layout(board.layout),
        )
        for board in document.boards
    )
    return sealed_set


@transaction.atomic
def reveal_deal_set(*, deal_set: DealSet, is_over: bool, reason: str = "") -> DealSet:
    """Make the seed of a sealed set public, so that the deals can be made again from it.

    The caller writes the trace, because it knows the tournament and the person.

    Args:
        is_over: True if every board has been played for the last time.
        reason: reason to reveal the seed although the boards are still in play.

    Raises:
        AppError: `deals_not_sealed` (a draft, or revealed already); `deals_in_play`, without a reason.
    """
    # Locked, so that two requests do not both reveal it and write two traces.
    locked_set = DealSet.objects.select_for_update().get(pk=deal_set.pk)
    if locked_set.state != DealSetState.SEALED:
        raise AppError("deals_not_sealed", _("Ces donnes ne sont pas scellées : il n’y a rien à révéler."))
    if not is_over and not reason.strip():
        raise AppError(
            "deals_in_play",
            _("Les donnes se jouent encore : dites pourquoi leur graine doit être révélée maintenant."),
            fields={"reason": _("Un motif est nécessaire.")},
        )
    locked_set.state = DealSetState.REVEALED
    locked_set.save(update_fields=["state"])
    return locked_set
