"""Changes to the organiser's tariffs, which replace those of the federation's table in one tournament."""

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
    """Store the cost of a fault in the tournament. Rulings already given keep their effects.

    Args:
        tariffs: effects of the first fault of the kind, the second…; the last one also applies to later ones.

    Raises:
        AppError: an unknown fault, no tariff, or effects that do not exist in the format or are out of range.
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
    documents = [write_effects(tariff) for tariff in tariffs]
    own_tariff, _is_new = OwnTariff.objects.update_or_create(
        tournament=tournament, fault=fault, defaults={"tariffs": documents}
    )
    _record(tournament, set_by, "tariff.set", fault, documents)
    return own_tariff


@transaction.atomic
def reset_tariff(*, tournament: Tournament, fault: str, reset_by: User) -> None:
    """Return to the tariff of the federation's table. No effect where it already applies."""
    deleted, _rows = OwnTariff.objects.filter(tournament=tournament, fault=fault).delete()
    if deleted:
        _record(tournament, reset_by, "tariff.reset", fault, None)


def _record(
    tournament: Tournament,
    actor: User,
    action: str,
    fault: str,
    documents: list[list[dict[str, object]]] | None,
) -> None:
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=fault,
        after=None if documents is None else {"tariffs": documents},
    )
