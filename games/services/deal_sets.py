"""Sets of deals: dealt from a secret seed and sealed, written as a document, revealed after the event."""

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.sealing import seal_set
from games.core.dealing.set_document import DealtBoard, SetDocument, format_set_document
from games.core.deals import format_deal
from games.enums import DealSetState
from games.models import Deal, DealSet


@transaction.atomic
def create_deal_set(
    *, seed: bytes, board_count: int, game: str, rule_set: str, constraints: DealConstraints | None = None
) -> DealSet:
    """Deal boards 1 to `board_count` from `seed`, and seal the set.

    Args:
        constraints: None for the default ones.

    Raises:
        DealingFailed: the constraints cannot be met, or the seed is shorter than 32 bytes.
    """
    document = seal_set(seed, board_count, constraints, rules=rule_set)
    sealed = DealSet.objects.create(
        game=game,
        rule_set=rule_set,
        algorithm=document.algorithm,
        constraints=document.constraints.to_json(),
        seed=seed,
        commitment=document.commitment,
        state=DealSetState.SEALED,
    )
    Deal.objects.bulk_create(
        Deal(
            deal_set=sealed,
            number=board.number,
            dealer=board.dealer,
            taker=board.taker,
            hands=format_deal(board.deal),
        )
        for board in document.boards
    )
    return sealed


@transaction.atomic
def reveal_deal_set(*, deal_set: DealSet, is_over: bool, reason: str = "") -> DealSet:
    """Make the seed of a sealed set public, so that everybody can make its deals again.

    The trace is for the caller to keep: it knows the tournament and the person.

    Args:
        is_over: whether every board has been played for the last time.
        reason: why the seed is revealed although the boards are still in play.

    Raises:
        AppError: `deals_not_sealed` (a draft, or revealed already); `deals_in_play`, without a reason.
    """
    revealed = DealSet.objects.select_for_update().get(pk=deal_set.pk)
    if revealed.state != DealSetState.SEALED:
        raise AppError("deals_not_sealed", _("Ces donnes ne sont pas scellées : rien n’est à révéler."))
    if not is_over and not reason.strip():
        raise AppError(
            "deals_in_play",
            _("Les donnes se jouent encore : dites pourquoi leur graine doit être révélée maintenant."),
            fields={"reason": _("Un motif est nécessaire.")},
        )
    revealed.state = DealSetState.REVEALED
    revealed.save(update_fields=["state"])
    return revealed


def deal_set_document(deal_set: DealSet) -> str:
    """The set as a JSON document, deals included; its seed only once it is revealed. One query."""
    deals = list(deal_set.deals.all())
    is_revealed = deal_set.state == DealSetState.REVEALED
    document = SetDocument(
        game=deal_set.game,
        rules=deal_set.rule_set,
        algorithm=deal_set.algorithm,
        board_count=len(deals),
        constraints=DealConstraints.from_json(deal_set.constraints),
        commitment=deal_set.commitment,
        seed=bytes(deal_set.seed) if is_revealed else None,
        boards=tuple(DealtBoard(deal.number, deal.dealer, deal.taker, deal.cards) for deal in deals),
    )
    return format_set_document(document)
