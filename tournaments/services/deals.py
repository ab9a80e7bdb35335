"""The deals of a session: dealt by the computer, sealed, replaced only before the first result."""

import secrets

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from games.models import Deal, DealSet
from games.services.deal_sets import create_deal_set
from tournaments.models import ResultSlip, Session
from tournaments.services.audit import record_event

SEED_BYTES = 32


@transaction.atomic
def deal_boards(*, session: Session, dealt_by: User | None, seed: bytes | None = None) -> DealSet:
    """Deal every board of the session; an earlier set is replaced.

    Args:
        seed: secret; drawn from the operating system unless a demonstration gives one.

    Raises:
        AppError: a result exists already (`results_exist`): the boards have been played.
    """
    session = (
        Session.objects.select_for_update(of=("self",)).select_related("tournament__club").get(pk=session.pk)
    )
    if ResultSlip.objects.of_session(session).exists():
        raise AppError(
            "results_exist", _("Des résultats sont déjà saisis : les donnes ne peuvent plus être remplacées.")
        )
    replaced = session.deal_set
    deal_set = create_deal_set(
        seed=seed or secrets.token_bytes(SEED_BYTES),
        board_count=max(section.board_count for section in session.sections.all()),
        game=session.tournament.game,
        rule_set=session.tournament.rule_set,
    )
    session.deal_set = deal_set
    session.save(update_fields=["deal_set"])
    if replaced is not None:
        replaced.delete()
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=dealt_by,
        action="deals.dealt",
        subject=str(session.number),
        before={"commitment": replaced.commitment} if replaced else None,
        after={"commitment": deal_set.commitment},
    )
    return deal_set


@transaction.atomic
def open_hands(*, session: Session, seen_by: User | None) -> list[Deal]:
    """The sealed deals with their cards, none before the dealing; the trace keeps who looked."""
    if session.deal_set is None:
        return []
    record_event(
        club=session.tournament.club,
        tournament=session.tournament,
        actor=seen_by,
        action="deals.seen",
        subject=str(session.number),
    )
    return list(session.deal_set.deals.all())
