"""The ranking of a page, line by line, and the lines that it should have."""

from collections.abc import Callable, Mapping
from fractions import Fraction

from playwright.sync_api import Page

from tests.e2e.naive_ranking import overall_places, shown

Line = tuple[int, str, str]
"""Place (without how it moved), name (of a team without its members), total as the page writes it."""
READ = "rows => rows.map(row => ['td', 'th', 'td.total'].map(x => row.querySelector(x).innerText.trim()))"


def ranked_lines(page: Page, *, unplaced: int = 0) -> list[Line]:
    """The lines of the open page, whose places never go up on the way down; equals in the order of names.

    Args:
        unplaced: lines at the end of people who have played nothing yet; they are left out.
    """
    rows = page.locator("table.standings tbody tr").evaluate_all(READ)
    placed = len(rows) - unplaced
    assert [place for place, _name, _total in rows[placed:]] == ["–"] * unplaced
    lines = [(int(place.split()[0]), name.partition("\n")[0], total) for place, name, total in rows[:placed]]
    assert [place for place, _name, _total in lines] == sorted(place for place, _name, _total in lines)
    return sorted(lines)


def expected_lines(
    totals: Mapping[str, Fraction],
    *,
    behind: Mapping[str, Fraction] | None = None,
    written: Callable[[Fraction], str] = shown,
) -> list[Line]:
    """Return the lines for these totals, equals with one place.

    Args:
        behind: units that are ranked after all of them, independent of the total.
        written: the format of a total on the page, in per cent by default.
    """
    places = overall_places(totals)
    places_behind = {name: len(totals) + place for name, place in overall_places(behind or {}).items()}
    everybody = {**totals, **(behind or {})}
    return sorted(
        (place, name, written(everybody[name])) for name, place in {**places, **places_behind}.items()
    )


def points_written(total: Fraction) -> str:
    """Points with the sign of print; two decimals where they are no whole number."""
    figures = str(total.numerator) if total.denominator == 1 else shown(total)
    return figures.replace("-", "\N{MINUS SIGN}")
