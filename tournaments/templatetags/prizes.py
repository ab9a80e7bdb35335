"""How groups and money are written on pages and paper."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from tournaments.enums import Series
from tournaments.queries.classifications import GroupKind, GroupRanking, PlacedEntry
from tournaments.templatetags.rankings import line_name

register = template.Library()


@register.filter
def group_title(group: GroupRanking, line_count: int) -> str:
    """A group as people call it: "Nord", "2e série", or the name that the register gives."""
    if group.kind is GroupKind.LINE:
        return line_name(int(group.name), line_count)
    return str(Series(group.name).label) if group.kind is GroupKind.SERIES else group.name


@register.filter
def with_overall(group: GroupRanking) -> list[tuple[PlacedEntry, int | None]]:
    """The lines of a group, each with its place in the whole field."""
    return list(zip(group.rows, group.overall, strict=True))


@register.filter
def euros(cents: int) -> str:
    """A sum as people write it: "12,50 €" in French."""
    euros_written = number_format(f"{cents // 100}.{cents % 100:02d}", decimal_pos=2)
    return _("%(sum)s €") % {"sum": euros_written}
