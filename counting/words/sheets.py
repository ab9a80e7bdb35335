"""Sheet of an evening in words: each deal in short, points, totals, the curve of each player."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from counting.queries.sheets import HomeSheet
from games.core.facts.over_deals import AddedDeal, team_totals, teams_of
from games.core.outcome import Outcome
from games.core.play import NotPlayed, Points
from games.core.scoring import difference, need_for
from games.core.variants.contrat import Contrat
from games.core.variants.registry import find_variant
from games.core.variants.tarot.game import Tarot
from tournaments.base.words.wording import write_signed_score
from tournaments.results.words.facts import CHOICE_NAMES, points_words

COLOURS = 8
"""Number of colours of curves. From the ninth player on they repeat, dashed."""
WIDTH, HEIGHT, EDGE = 640, 240, 8
"""Size of the drawing of the curves, and its free border."""


@dataclass(frozen=True, slots=True)
class HomeLine:
    """One deal of the sheet."""

    number: int
    dealer: str
    facts: str
    cells: tuple[tuple[str, str], ...]
    """Points of the deal and total after it, for each player."""
    pot: str
    """Content of the pot; "" where there is none."""
    costly: str
    """Name of the player who pays for a third Excuse, or ""."""


@dataclass(frozen=True, slots=True)
class TotalsCurve:
    """Curve of one player's totals over the deals."""

    name: str
    colour: int
    is_dashed: bool
    points: str
    """Points of the line in an SVG of `WIDTH` by `HEIGHT`."""


def list_home_lines(sheet: HomeSheet) -> list[HomeLine]:
    """Return the deals of an evening, in order."""
    names = sheet.evening.names
    return [
        HomeLine(
            number=deal.number,
            dealer=names[deal.dealer],
            facts=deal_words(deal, sheet, names),
            cells=tuple(
                (points_words(points), points_words(total))
                for points, total in zip(deal.points, deal.totals, strict=True)
            ),
            pot=str(deal.pot) if deal.pot_payments else "",
            costly="" if deal.costly_excuse is None else names[deal.costly_excuse],
        )
        for deal in sheet.deals
    ]


def deal_words(deal: AddedDeal, sheet: HomeSheet, names: Sequence[str]) -> str:
    """Return a deal in short: "Anne : garde +5", "3 cartes", "passée"."""
    outcome, variant = deal.reading.outcome, find_variant(sheet.terms.game)
    if isinstance(outcome, NotPlayed):
        return _("passée")
    if isinstance(outcome, Outcome) and isinstance(variant, Tarot):
        margin = difference(outcome.half_points, need_for(outcome.bouts, variant.row))
        values = {
            "bid": str(CHOICE_NAMES["bid", outcome.bid.value]),
            "taker": names[outcome.taker],
            "by": write_signed_score(margin),
        }
        return _("%(taker)s : %(bid)s %(by)s") % values
    if sheet.terms.deal_count is not None:
        return cards_words(sheet, deal.number)
    return ""


def cards_words(sheet: HomeSheet, number: int) -> str:
    """Return the number of cards each at Contrat: "3 cartes"; "" for other games."""
    if sheet.terms.deal_count is None:
        return ""
    variant = find_variant(sheet.terms.game)
    assert isinstance(variant, Contrat)
    cards = variant.cards_each(sheet.terms.rules_of(number))
    return ngettext("%(count)d carte", "%(count)d cartes", cards) % {"count": cards}


def totals_words(sheet: HomeSheet) -> list[str]:
    """Return the totals so far, in seat order."""
    return [points_words(total) for total in last_totals(sheet)]


def last_totals(sheet: HomeSheet) -> Sequence[Points]:
    """Return the totals so far, in seat order; 0 before the first deal."""
    return sheet.deals[-1].totals if sheet.deals else [0] * sheet.terms.player_count


@dataclass(frozen=True, slots=True)
class TeamLine:
    """One team of the sheet."""

    names: tuple[str, ...]
    total: str
    """Common total of the team's players."""
    rank: int
    """Rank, from 1; teams with equal totals share it."""


def team_lines(sheet: HomeSheet) -> list[TeamLine]:
    """Return the teams, best first; [] for a game without teams."""
    game, names = sheet.terms.game, sheet.evening.names
    totals = team_totals(game, last_totals(sheet))
    lines = [
        TeamLine(
            names=tuple(names[seat] for seat in seats),
            total=points_words(total),
            rank=1 + sum(other_total > total for other_total in totals),
        )
        for seats, total in zip(teams_of(game), totals, strict=True)
    ]
    return sorted(lines, key=lambda line: line.rank)


def leaders(sheet: HomeSheet) -> list[str]:
    """Return the names of the leading players; [] before the first deal.

    The best total is the highest or the lowest, as the game has it.
    """
    if not sheet.deals:
        return []
    totals = sheet.deals[-1].totals
    best = min(totals) if find_variant(sheet.terms.game).lowest_wins else max(totals)
    return [name for name, total in zip(sheet.evening.names, totals, strict=True) if total == best]


def curves(sheet: HomeSheet) -> tuple[list[TotalsCurve], str]:
    """Return the curve of each player from 0 on, and the height of 0; ([], "") before the first deal."""
    if not sheet.deals:
        return [], ""
    names = sheet.evening.names
    rows = [tuple(0 for _name in names), *(deal.totals for deal in sheet.deals)]
    # The line of 0 is always inside the drawing.
    low = min(0, *(float(total) for row in rows for total in row))
    high = max(0, *(float(total) for row in rows for total in row))
    # All totals may be 0, for example after passed deals.
    span = (high - low) or 1

    def height(total: float) -> str:
        return f"{EDGE + (HEIGHT - 2 * EDGE) * (high - total) / span:.1f}"

    step = (WIDTH - 2 * EDGE) / (len(rows) - 1)
    player_curves = [
        TotalsCurve(
            name=name,
            colour=seat % COLOURS,
            is_dashed=seat >= COLOURS,
            points=" ".join(
                f"{EDGE + place * step:.1f},{height(float(row[seat]))}" for place, row in enumerate(rows)
            ),
        )
        for seat, name in enumerate(names)
    ]
    return player_curves, height(0)
