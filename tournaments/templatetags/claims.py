"""State of the claims of an event in words."""

from django import template
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Tournament
from tournaments.rankings.queries.claims import ClaimPhase, ClaimsState, claims_state

register = template.Library()


@register.filter
def claims_words(state: ClaimsState) -> str:
    """Return the announcement of the claims: "Réclamations jusqu’à 18 h 30."."""
    if state.until is None:
        return _("Aucune heure n’est annoncée pour les réclamations.")
    values = {"time": _hour(state), "count": state.open_count}
    if state.phase is ClaimPhase.OPEN:
        return _("Réclamations jusqu’à %(time)s.") % values
    if state.phase is ClaimPhase.PENDING:
        text = ngettext(
            "Réclamations closes à %(time)s : %(count)d à l’étude.",
            "Réclamations closes à %(time)s : %(count)d à l’étude.",
            state.open_count,
        )
        return text % values
    return _("Réclamations closes à %(time)s : le classement est définitif.") % values


@register.simple_tag
def claims_of(tournament: Tournament) -> ClaimsState:
    """Return the state of the claims of an event: `{% claims_of tournament as claims %}`."""
    return claims_state(tournament)


def _hour(state: ClaimsState) -> str:
    assert state.until is not None
    until = timezone.localtime(state.until)
    return _("%(hour)s h %(minutes)s") % {"hour": until.hour, "minutes": f"{until.minute:02d}"}
