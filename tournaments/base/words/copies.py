"""Words about the copy of an event that another installation writes."""

from django.utils.translation import gettext as _

from tournaments.models import Tournament


def copy_sentence(tournament: Tournament) -> str:
    """Return why an event cannot be changed here."""
    return _("Ce tournoi est mené sur « %(writer)s » : ici, vous pouvez seulement le lire et l’imprimer.") % {
        "writer": tournament.writer
    }
