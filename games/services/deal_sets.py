"""Dealing a set of boards from a secret seed, and sealing it."""

from django.db import transaction

from games.core.dealing.boards import board_dealer, board_taker
from games.core.dealing.commitment import commitment
from games.core.dealing.constraints import DealConstraints
from games.core.dealing.deal import deal_set
from games.core.dealing.shuffle import ALGORITHM
from games.core.deals import format_deal
from games.enums import DealSetState
from games.models import Deal, DealSet


@transaction.atomic
def create_deal_set(*, seed: bytes, board_count: int, game: str, rule_set: str) -> DealSet:
    """Deal boards 1 to `board_count` from `seed` under the default constraints, and seal the set.

    Raises:
        DealingFailed: the constraints cannot be met, or the seed is shorter than 32 bytes.
    """
    constraints = DealConstraints()
    deals = deal_set(seed, board_count, constraints)
    sealed = DealSet.objects.create(
        game=game,
        rule_set=rule_set,
        algorithm=ALGORITHM,
        constraints=constraints.to_json(),
        seed=seed,
        commitment=commitment(seed, board_count, constraints),
        state=DealSetState.SEALED,
    )
    Deal.objects.bulk_create(
        Deal(
            deal_set=sealed,
            number=number,
            dealer=board_dealer(number),
            taker=board_taker(number),
            hands=format_deal(deal),
        )
        for number, deal in enumerate(deals, start=1)
    )
    return sealed
