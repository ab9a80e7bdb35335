"""The deals that papers show: those of the current session, or those whose hands are all known."""

from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.dealing.dealt_set import DealtBoard
from tournaments.base.queries.sessions import current_session
from tournaments.deals.door import cards_on_paper
from tournaments.deals.queries.deals import whole_boards
from tournaments.models import Tournament
from tournaments.paper.documents.options import PLAIN, DocumentOptions
from tournaments.paper.documents.ready import require_deals


def list_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[DealtBoard]:
    """The deals wanted of the current session, by number. As many queries as the door makes."""
    return [deal for deal in cards_on_paper(tournament) if options.has_board(deal.number)]


def list_whole_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[DealtBoard]:
    """The deals wanted whose hands are all known, by number. As many queries."""
    return [deal for deal in list_deals(tournament, options) if all(deal.layout.hands)]


def require_whole_deals(tournament: Tournament) -> None:
    """Refuse until a deal is whole (`deals_missing`, `hands_missing`). Three queries."""
    require_deals(tournament)
    if not whole_boards(current_session(tournament)):
        raise AppError(
            "hands_missing",
            _("Relevez d’abord des mains : seules celles des preneurs sont distribuées."),
        )
