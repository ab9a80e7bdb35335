"""Texts about entry fees for players."""

from django.utils.translation import gettext as _

from tournaments.base.words.money import euros
from tournaments.core.formats.registry import find_format
from tournaments.models import FeeRate, PrizePlan, Tournament


def fee_words(tournament: Tournament) -> str:
    """Return the rates of an event in one sentence; "" without rates. At most two queries."""
    rates = list(FeeRate.objects.filter(tournament=tournament))
    if not rates:
        return ""
    rate_texts = ", ".join(
        euros(rate.cents) if len(rates) == 1 else f"{rate.name} {euros(rate.cents)}" for rate in rates
    )
    if not find_format(tournament.format).has_teams:
        sentence = _("Droit d’inscription : %(rates)s.")
    elif PrizePlan.objects.filter(tournament=tournament, fee_per_member=True).exists():
        sentence = _("Droit d’inscription par joueur : %(rates)s.")
    else:
        sentence = _("Droit d’inscription par équipe : %(rates)s.")
    return sentence % {"rates": rate_texts}
