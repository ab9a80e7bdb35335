"""Claims of all remaining tricks: made, answered, refused, played."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.actions import Action, format_action
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.play import State
from play.free.models import TableClaim, TableSeat
from play.free.queries.free_tables import Gathering, look
from play.free.services.changes import lock_table, note_presence, save_change
from play.free.services.robots import let_robots_answer
from play.tables.enums import ActionMaker
from play.tables.services.played_tables import Row, append_rows

MOST_CLAIMS = 2
"""Of one seat in one deal: what robots refuse tells something of their hands."""


def claim_rest(*, me: TableSeat, number: int, now: datetime) -> None:
    """Say that all remaining tricks are one's own.

    What the engine can show to be true is played at once. Else robots refuse, and where only people play they
    see the hand of who claims and are asked.

    Args:
        number: rows of the log that the person had seen; with more of them nothing is done.

    Raises:
        AppError: `no_claim`, when it is not the moment; `too_many_claims`; `claim_refused`.
    """
    seated = look(me.table, me)
    sitting = seated.sitting
    if sitting is None or seated.deal is None or sitting.number != number:
        return
    seat = sitting.seat
    if seat is None or not sitting.is_turn or not can_claim(sitting.state):
        raise AppError("no_claim", _("Réclamez au moment d’entamer un pli, quand il en reste plusieurs."))
    if seated.deal.claims.filter(number=number, is_refused=False).exists():
        return
    earlier = seated.deal.claims.filter(seat=seat)
    if earlier.count() >= MOST_CLAIMS or earlier.filter(number=number).exists():
        raise AppError("too_many_claims", _("Vous avez déjà réclamé : jouez la suite."))
    line = play_claim(sitting.state)
    is_true = line is not None and is_claim_true(sitting.state)
    is_refused = not is_true and (line is None or bool(sitting.chairs.robots))
    with transaction.atomic():
        table = lock_table(me.table)
        if is_true and line is not None:
            append_rows(sitting, _claimed(sitting.state, line), now=now)
        else:
            TableClaim.objects.get_or_create(
                deal=seated.deal,
                number=number,
                defaults={"seat": seat, "is_refused": is_refused, "made_at": now},
            )
        save_change(table)
    let_robots_answer(look(table, me), now)
    if is_refused:
        raise AppError("claim_refused", _("Refusé : il faut jouer la suite."))


def answer_claim(*, me: TableSeat, number: int, agrees: bool, now: datetime) -> None:
    """Agree with the claim of another, or refuse it. With the last assent the rest is played.

    Args:
        number: rows of the log that the person had seen; with more of them nothing is done.
    """
    with transaction.atomic():
        table = lock_table(me.table)
        note_presence(table, me, now)
        seated = look(table, me)
        claim, sitting = seated.claim, seated.sitting
        if claim is None or sitting is None or claim.number != number or sitting.seat in (None, claim.seat):
            return
        if not agrees:
            refuse_claim(seated, claim, now)
            return
        claim.assents = sorted({*claim.assents, sitting.seat})
        claim.save(update_fields=["assents"])
        asked = {each.seat for each in seated.players()} - {claim.seat}
        if asked <= set(claim.assents):
            line = play_claim(sitting.state)
            assert line is not None  # else it would not have been asked
            append_rows(sitting, _claimed(sitting.state, line), now=now)
        save_change(table)
    let_robots_answer(look(table, me), now)


def refuse_claim(seated: Gathering, claim: TableClaim, now: datetime) -> None:
    """Refuse a claim; the time that it took is not that of who made it."""
    TableClaim.objects.filter(pk=claim.pk).update(is_refused=True)
    seated.table.seats.filter(seat=claim.seat).update(back_at=now)
    save_change(seated.table)


def _claimed(state: State, line: Sequence[Action]) -> list[Row]:
    """The rows of an accepted claim."""
    rows = list[Row]()
    for action in line:
        rows.append(Row(ActionMaker.CLAIM, state.to_act, format_action(action)))
        state = state.apply(action)
    return rows
