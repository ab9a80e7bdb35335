"""Names of the lines of a table: étui, deal, or the totals of a round."""

from django.utils.translation import gettext as _

from tournaments.core.formats.registry import find_format
from tournaments.core.slips.score_sheet import LineOf
from tournaments.models import Play
from tournaments.movements.queries.movements import session_line_kind


def deal_name(play: Play) -> str:
    """Return the name of the line of a play: "Étui 3", "Donne 3", "Totaux, position 2".

    Args:
        play: with its round, section, session and tournament.
    """
    if _has_boards(play):
        return _("Étui %(number)d") % {"number": play.board}
    if _has_totals(play):
        return _("Totaux, position %(number)d") % {"number": play.round.number}
    return _("Donne %(number)d") % {"number": play.board}


def placed_deal_name(play: Play) -> str:
    """Return the name of a play with its round and table: "Donne 3, position 2, table 5".

    Args:
        play: with its table, round, section, session and tournament.
    """
    values = {"name": deal_name(play), "round": play.round.number, "table": play.table.number}
    if _has_totals(play):
        return _("%(name)s, table %(table)d") % values
    return _("%(name)s, position %(round)d, table %(table)d") % values


def recorded_words(play: Play) -> str:
    """Return the message after a result is stored: "Étui 3 : noté.", "Donne 3 : notée."."""
    if _has_boards(play):
        return _("Étui %(number)d : noté.") % {"number": play.board}
    if _has_totals(play):
        return _("Totaux, position %(number)d : notés.") % {"number": play.round.number}
    return _("Donne %(number)d : notée.") % {"number": play.board}


def confirmed_words(play: Play) -> str:
    """Return the message after a result is confirmed: "Étui 3 : confirmé.", "Donne 3 : confirmée."."""
    if _has_boards(play):
        return _("Étui %(number)d : confirmé.") % {"number": play.board}
    if _has_totals(play):
        return _("Totaux, position %(number)d : confirmés.") % {"number": play.round.number}
    return _("Donne %(number)d : confirmée.") % {"number": play.board}


def dispute_title(play: Play) -> str:
    """Return the title of the page on which a result is disputed."""
    if _has_boards(play):
        return _("Contester l’étui %(number)d") % {"number": play.board}
    if _has_totals(play):
        return _("Contester les totaux de la position %(number)d") % {"number": play.round.number}
    return _("Contester la donne %(number)d") % {"number": play.board}


def _has_boards(play: Play) -> bool:
    return find_format(play.round.section.session.tournament.format).needs_dealt_boards


def _has_totals(play: Play) -> bool:
    return session_line_kind(play.round.section.session) is LineOf.TOTALS
