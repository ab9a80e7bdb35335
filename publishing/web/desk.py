"""The line about a shared event on its desk."""

from django.urls import reverse
from django.utils.translation import gettext as _

from publishing.models import SharedEvent
from publishing.words.states import state_of_event
from tournaments.evening.organiser.desk_notices import DeskNotice
from tournaments.models import Tournament


def shared_notice(tournament: Tournament) -> DeskNotice | None:
    """Return the state of an event that is shared; None for any other event. One query."""
    event = SharedEvent.objects.select_related("site", "laptop").filter(tournament=tournament).first()
    if event is None or (event.site is None and event.laptop is None and not tournament.writer):
        return None
    event.tournament = tournament
    state = state_of_event(event)
    page = reverse("organiser-publishing", args=[tournament.club.slug])
    return DeskNotice(state.sentence, page, _("Salle et site"), is_problem=state.is_problem)
