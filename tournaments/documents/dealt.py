"""The deals that papers show: those of the current session, or those whose hands are all known."""

from django.utils.translation import gettext as _

from common.errors import AppError
from games.models import Deal
from tournaments.documents.options import PLAIN, DocumentOptions
from tournaments.documents.ready import require_deals
from tournaments.models import Tournament
from tournaments.queries.sessions import current_session_key


def list_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[Deal]:
    """The deals wanted of the current session, by number. One query."""
    deals = Deal.objects.filter(deal_set__session=current_session_key(tournament))
    return [deal for deal in deals.order_by("number") if options.has_board(deal.number)]


def list_whole_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[Deal]:
    """The deals wanted whose hands are all known, by number. One query."""
    return [deal for deal in list_deals(tournament, options) if deal.is_whole]


def require_whole_deals(tournament: Tournament) -> None:
    """Refuse until a deal is whole (`deals_missing`, `hands_missing`). Two queries."""
    require_deals(tournament)
    if not list_whole_deals(tournament):
        raise AppError(
            "hands_missing",
            _("Relevez d’abord des mains : seules celles des preneurs sont distribuées."),
        )
