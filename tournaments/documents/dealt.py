"""The deals that papers show: those of every session, or those whose hands are all known."""

from django.utils.translation import gettext as _

from common.errors import AppError
from games.models import Deal
from tournaments.documents.ready import require_deals
from tournaments.models import Tournament


def list_deals(tournament: Tournament) -> list[Deal]:
    """Every deal of each session, by number. One query."""
    deals = Deal.objects.filter(deal_set__session__tournament=tournament)
    return list(deals.order_by("deal_set__session__number", "number"))


def list_whole_deals(tournament: Tournament) -> list[Deal]:
    """The deals whose hands are all known, by number. One query."""
    return [deal for deal in list_deals(tournament) if deal.is_whole]


def require_whole_deals(tournament: Tournament) -> None:
    """Refuse until a deal is whole (`deals_missing`, `hands_missing`). Two queries."""
    require_deals(tournament)
    if not list_whole_deals(tournament):
        raise AppError(
            "hands_missing",
            _("Relevez d’abord des mains : seules celles des preneurs sont distribuées."),
        )
