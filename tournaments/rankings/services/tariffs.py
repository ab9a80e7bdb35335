"""Tariffs of an organiser's own: what a fault costs in one tournament, instead of the federation's table."""

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.base.words.wording import app_error
from tournaments.core.errors import TournamentError
from tournaments.core.formats.ruling_effects import check_tariff
from tournaments.core.ranking.faults import Tariff
from tournaments.core.ranking.faults_fft_2012 import FFT_2012
from tournaments.models import OwnTariff, Tournament
from tournaments.rankings.queries.rulings import load_rules, write_effects
from tournaments.trace.services.trace import record_event


@transaction.atomic
def set_tariff(*, tournament: Tournament, fault: str, tariffs: Sequence[Tariff], set_by: User) -> OwnTariff:
    """Have a fault cost this in the tournament from now on; rulings already given keep what they say.

    Args:
        tariffs: for the first fault of the kind, the second…; the last one holds for all that follow.

    Raises:
        AppError: an unknown fault, no tariff, or effects that say nothing to the format or are out of range.
    """
    if fault not in FFT_2012:
        raise AppError("no_such_fault", _("Cette faute n’est pas dans la table."))
    if not tariffs:
        raise AppError("tariff_empty", _("Donnez au moins un effet, ou revenez au tarif fédéral."))
    measure = load_rules(tournament).measure
    try:
        for tariff in tariffs:
            check_tariff(tariff, measure)
    except TournamentError as error:
        raise app_error(error) from None
    stored = [write_effects(tariff) for tariff in tariffs]
    own, _made = OwnTariff.objects.update_or_create(
        tournament=tournament, fault=fault, defaults={"tariffs": stored}
    )
    _record(tournament, set_by, "tariff.set", fault, stored)
    return own


@transaction.atomic
def reset_tariff(*, tournament: Tournament, fault: str, reset_by: User) -> None:
    """Go back to what the federation's table says; nothing happens where it already holds."""
    deleted, _rows = OwnTariff.objects.filter(tournament=tournament, fault=fault).delete()
    if deleted:
        _record(tournament, reset_by, "tariff.reset", fault, None)


def _record(
    tournament: Tournament, actor: User, action: str, fault: str, stored: list[list[dict[str, object]]] | None
) -> None:
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=fault,
        after=None if stored is None else {"tariffs": stored},
    )
