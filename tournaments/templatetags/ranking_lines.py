"""The lines of a ranking, built without a template per line: a ranking may have a thousand of them."""

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from html import escape
from typing import Literal

from django import template
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.base.words.figures import in_measure, taken_off
from tournaments.core.formats.ranking_plan import Measure
from tournaments.core.ranking.classification import Criterion
from tournaments.core.ranking.values import Value
from tournaments.models import Entry, Tournament
from tournaments.rankings.queries.ranking_tables import RankingTable
from tournaments.rankings.queries.standings import RankedEntry
from tournaments.seating.words.seat_names import line_label
from tournaments.templatetags.rankings import criterion_of

register = template.Library()

PODIUM = range(1, 4)
"""Places with a medal."""

Cell = Callable[[RankedEntry], str]
"""Function that returns the HTML of a column for a line."""


@register.simple_tag
def ranking_lines(
    table: RankingTable,
    tournament: Tournament,
    *,
    is_alternated: bool = False,
    asked: str = "",
    full_names: bool = False,
    is_part: bool = False,
    has_bars: bool = False,
    before: Mapping[int, int] | Literal[""] = "",
) -> SafeString:
    """Return the body rows of `tournaments/rankings/_ranking_table.html`, in the order of the table.

    Args:
        asked: query string of the links to players.
        full_names: True on pages for organisers.
        is_part: True for one session among several, which has no medals.
        has_bars: True to draw bars for attack and defence.
        before: earlier places by id of the entry, for the places gained or lost.
    """
    cells = [
        # a template passes "" for each variable that it does not have
        _place_cell(is_alternated=bool(is_alternated), has_medals=not is_part, previous_places=before or {}),
        _name_cell(tournament, asked or "", full_names=bool(full_names)),
        *_value_cells(table, is_alternated=bool(is_alternated), has_bars=bool(has_bars)),
    ]
    rows = [f'<tr id="j{row.entry.pk}">{"".join([cell(row) for cell in cells])}</tr>' for row in table.rows]
    return mark_safe("\n".join(rows))  # noqa: S308 - every text in it is escaped


def _place_cell(*, is_alternated: bool, has_medals: bool, previous_places: Mapping[int, int]) -> Cell:
    medal_places = PODIUM if has_medals else ()

    def cell(row: RankedEntry) -> str:
        place = row.alternated_place if is_alternated else row.overall_place
        text = (
            f'<span class="medal medal-{place}">{place}</span>'
            if place in medal_places
            else _text_or_dash(place)
        )
        return f'<td class="number place">{text}{_move(place, previous_places.get(row.entry.pk))}</td>'

    return cell


def _move(place: int | None, previous_place: int | None) -> str:
    """Return the number of places gained or lost as HTML, "" for none."""
    if place is None or previous_place is None or place == previous_place:
        return ""
    count, is_up = abs(previous_place - place), place < previous_place
    gain_words = ngettext("%(count)d place gagnée", "%(count)d places gagnées", count)
    loss_words = ngettext("%(count)d place perdue", "%(count)d places perdues", count)
    words = escape((gain_words if is_up else loss_words) % {"count": count})
    sign, name = ("▲", "up") if is_up else ("▼", "down")
    return (
        f' <small class="moved {name}" title="{words}"><span aria-hidden="true">{sign}{count}</span>'
        f'<span class="visually-hidden">{words}</span></small>'
    )


def _name_cell(tournament: Tournament, query: str, *, full_names: bool) -> Cell:
    # one call of `reverse` for all lines: 0 stands in place of the entry's id
    start, _zero, end = reverse("public-player", args=[tournament.slug, 0]).rpartition("0")
    end = escape(end + query)

    def cell(row: RankedEntry) -> str:
        entry = row.entry
        name = escape(str(entry) if full_names else entry.public_name)
        # an entry with a name of its own is a team
        members = _members(entry, full_names=full_names) if entry.name else ""
        return f'<th scope="row"><a href="{start}{entry.pk}{end}">{name}</a>{members}</th>'

    return cell


def _members(entry: Entry, *, full_names: bool) -> str:
    people = [member.person for member in entry.members.all()]
    names = [escape(str(person) if full_names else person.public_name) for person in people]
    return f'<ul class="members">{"".join([f"<li>{name}</li>" for name in names])}</ul>'


def _value_cells(table: RankingTable, *, is_alternated: bool, has_bars: bool) -> Iterator[Cell]:
    """Yield a cell function for each column after the name, in the order of the table's head."""
    if table.has_alternated:
        count = table.plan.line_count
        css_class = "centre" if is_alternated else "centre wide-only"
        yield lambda row: f'<td class="{css_class}">{escape(line_label(row.line, count))}</td>'
    if table.has_victories:
        yield lambda row: f'<td class="number">{_text_or_dash(criterion_of(row, Criterion.VICTORIES))}</td>'
    yield _total_cell(table)
    if table.has_sides:
        yield lambda row: _side_cell(row.attack, has_bars=has_bars)
        yield lambda row: _side_cell(row.defence, has_bars=has_bars)
    for criterion in table.chain:
        yield _criterion_cell(table, criterion)
    if table.has_penalties:
        yield lambda row: f'<td class="number">{_penalty(row, table)}</td>'
    yield lambda row: f'<td class="number wide-only">{_text_or_dash(row.deal_count)}</td>'


def _side_cell(value: Value | int | None, *, has_bars: bool) -> str:
    bar = ""
    if has_bars and isinstance(value, Fraction):
        # a class for each digit: with elements for bars a phone works a quarter longer on a large field
        tens, units = divmod(round(min(max(value, Fraction(0)), Fraction(100))), 10)
        bar = f" bar tens-{tens} units-{units}"
    return f'<td class="number{bar}">{in_measure(value, Measure.PERCENT)}</td>'


def _total_cell(table: RankingTable) -> Cell:
    title = escape(_("Donnes d’un seul côté : ce côté compte seul"))
    note = f' <abbr title="{title}">*</abbr>'

    def cell(row: RankedEntry) -> str:
        value = in_measure(row.value, table.measure)
        return f'<td class="number total">{value}{note if row.is_one_sided else ""}</td>'

    return cell


def _criterion_cell(table: RankingTable, criterion: Criterion) -> Cell:
    def cell(row: RankedEntry) -> str:
        return f'<td class="number">{in_measure(criterion_of(row, criterion), table.measure)}</td>'

    return cell


def _penalty(row: RankedEntry, table: RankingTable) -> str:
    return taken_off(row.penalty, table.measure) if row.penalty else ""


def _text_or_dash(value: object) -> str:
    return "–" if value is None else escape(str(value))
