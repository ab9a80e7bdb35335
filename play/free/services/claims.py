"""Claims of all remaining tricks: making, answering, refusing and playing them."""

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.actions import Action, format_action
from games.core.analysis.claims import can_claim, is_claim_true, play_claim
from games.core.play import State
from play.free.models import TableClaim, TableSeat
from play.free.queries.free_tables import Gathering, load_gathering
from play.free.services.changes import lock_table, note_seat_presence, save_change
from play.free.services.robots import let_robots_answer
from play.tables.enums import ActionMaker
from play.tables.services.played_tables import Row, append_rows

MOST_CLAIMS = 2
"""Limit of claims per seat and deal, since a refusal by robots reveals something about their hands."""


def claim_rest(*, me: TableSeat, number: int, now: datetime) -> None:
    """Claim all remaining tricks for a player.

    A claim that the engine can prove is played at once. Otherwise robots refuse it. Where only people play,
    they see the claimant's hand and answer.

    Args:
        number: length of the log on the player's page; with more rows nothing is done.

    Raises:
        AppError: `no_claim`, unless the player leads and several tricks remain; `too_many_claims`;
            `claim_refused`.
    """
    gathering = load_gathering(me.table, me)
    sitting = gathering.sitting
    if sitting is None or gathering.deal is None or sitting.number != number:
        return
    seat = sitting.seat
    if seat is None or not sitting.is_turn or not can_claim(sitting.state):
        raise AppError("no_claim", _("Réclamez au moment d’entamer un pli, quand il en reste plusieurs."))
    if gathering.deal.claims.filter(number=number, is_refused=False).exists():
        return
    previous_claims = gathering.deal.claims.filter(seat=seat)
    if previous_claims.count() >= MOST_CLAIMS or previous_claims.filter(number=number).exists():
        raise AppError("too_many_claims", _("Vous avez déjà réclamé : jouez la suite."))
    line = play_claim(sitting.state)
    is_true = line is not None and is_claim_true(sitting.state)
    is_refused = not is_true and (line is None or bool(sitting.chairs.robots))
    with transaction.atomic():
        table = lock_table(me.table)
        if is_true and line is not None:
            append_rows(sitting, _claim_rows(sitting.state, line), now=now)
        else:
            TableClaim.objects.get_or_create(
                deal=gathering.deal,
                number=number,
                defaults={"seat": seat, "is_refused": is_refused, "made_at": now},
            )
        save_change(table)
    let_robots_answer(load_gathering(table, me), now)
    if is_refused:
        raise AppError("claim_refused", _("Refusé : il faut jouer la suite."))


def answer_claim(*, me: TableSeat, number: int, agrees: bool, now: datetime) -> None:
    """Agree to another player's claim, or refuse it. The last assent plays the remaining tricks.

    Args:
        number: length of the log on the player's page; with more rows nothing is done.
    """
    with transaction.atomic():
        table = lock_table(me.table)
        note_seat_presence(table, me, now)
        gathering = load_gathering(table, me)
        claim, sitting = gathering.claim, gathering.sitting
        if claim is None or sitting is None or claim.number != number or sitting.seat in (None, claim.seat):
            return
        if not agrees:
            refuse_claim(gathering, claim, now)
            return
        claim.assents = sorted({*claim.assents, sitting.seat})
        claim.save(update_fields=["assents"])
        voters = {player.seat for player in gathering.players()} - {claim.seat}
        if voters <= set(claim.assents):
            line = play_claim(sitting.state)
            assert line is not None  # a claim that cannot be played is refused when made
            append_rows(sitting, _claim_rows(sitting.state, line), now=now)
        save_change(table)
    let_robots_answer(load_gathering(table, me), now)


def refuse_claim(gathering: Gathering, claim: TableClaim, now: datetime) -> None:
    """Refuse a claim. The time it took is not charged to the claimant."""
    TableClaim.objects.filter(pk=claim.pk).update(is_refused=True)
    # restarts the claimant's clock
    gathering.table.seats.filter(seat=claim.seat).update(back_at=now)
    save_change(gathering.table)


def _claim_rows(state: State, line: Sequence[Action]) -> list[Row]:
    """Return the log rows of an accepted claim."""
    rows = list[Row]()
    for action in line:
        rows.append(Row(ActionMaker.CLAIM, state.to_act, format_action(action)))
        state = state.apply(action)
    return rows
