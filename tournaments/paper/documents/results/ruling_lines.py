"""A ruling as a line of a report."""

from django.utils.translation import gettext as _

from tournaments.core.formats.ranking_plan import Measure
from tournaments.models import Ruling
from tournaments.rankings.queries.rulings import read_effects
from tournaments.rankings.words.ruling_wording import effects_text, fault_name


def ruling_line(ruling: Ruling, measure: Measure, *, has_boards: bool, has_reason: bool = False) -> str:
    """Return fault, effects and deal of a ruling, without names.

    Args:
        measure: unit of the amounts.
        has_boards: True if the same deals are played at several tables, in étuis.
        has_reason: True to add the reason that the referee wrote.
    """
    text = f"{fault_name(ruling.fault)} – {effects_text(read_effects(ruling.effects), measure)}"
    if has_reason and ruling.reason:
        text += f", {ruling.reason}"
    if ruling.play is None:
        return text
    place = {
        "board": ruling.play.board,
        "table": ruling.play.table.number,
        "round": ruling.play.round.number,
    }
    where = (
        _("étui %(board)s, table %(table)s, position %(round)s")
        if has_boards
        else _("donne %(board)s, table %(table)s, position %(round)s")
    )
    return f"{text} ({where % place})"
