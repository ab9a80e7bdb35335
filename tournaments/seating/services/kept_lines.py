"""Refusal to delete the lines of tables to which something refers."""

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from common.errors import AppError
from tournaments.base.queries.protected_rows import is_protected
from tournaments.models import Play


def refuse_kept_lines(plays: QuerySet[Play]) -> None:
    """Refuse to delete plays to which a result, a second entry, a record or a claim refers. One query.

    Raises:
        AppError: `lines_kept`, with the first such table.
    """
    kept_plays = plays.filter(is_protected(Play)).select_related("round", "table")
    play = kept_plays.order_by("round__number", "table__number", "pk").first()
    if play is None:
        return
    message = _(
        "Position %(round)d, table %(table)d : une seconde saisie, un déroulement ou une réclamation"
        " se rapporte à une donne. Ces donnes doivent rester."
    )
    raise AppError("lines_kept", message % {"round": play.round.number, "table": play.table.number})
