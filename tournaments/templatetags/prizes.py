"""Groups and sums of money as text on pages and paper."""

from collections.abc import Iterable

from django import template

from tournaments.base.forms.money import written_cents
from tournaments.base.words.money import euros
from tournaments.base.words.wording import sentence
from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.prizes import PrizeInKind
from tournaments.enums import WHOLE_FIELD, PrizeRanking, Series
from tournaments.models import PrizeRule
from tournaments.rankings.queries.classifications import GroupKind, GroupRanking, PlacedEntry
from tournaments.rankings.queries.prizes import PrizeSheet, Receipt
from tournaments.seating.words.seat_names import line_name

register = template.Library()
register.filter(euros)


@register.filter
def group_title(group: GroupRanking, line_count: int) -> str:
    """Return the display name of a group: "Nord", "2e série", or the name in the register."""
    return _title(group.kind, group.name, line_count)


@register.filter
def kind_name(kind: GroupKind) -> str:
    """Return the name of a kind of groups: "série", "catégorie"…"""
    return str(PrizeRanking(kind).label).capitalize()


@register.filter
def rule_group(rule: PrizeRule) -> str:
    """Return the group of a prize list, as in `group_title`; "" for the full field."""
    if rule.ranking in WHOLE_FIELD:
        return ""
    plan = find_format(rule.plan.tournament.format).plan
    return _title(GroupKind(rule.ranking), rule.group, plan.line_count)


@register.filter
def with_overall(group: GroupRanking) -> list[tuple[PlacedEntry, int | None]]:
    """Return the lines of a group, each with its place in the full field."""
    return list(zip(group.rows, group.overall, strict=True))


@register.filter
def written_sum(cents: int) -> str:
    """Return a sum as its form field reads it: "12,50", without cents if they are zero; "" for 0."""
    return written_cents(cents) if cents else ""


@register.filter
def gift_words(gift: PrizeInKind) -> str:
    """Return a prize in kind: "Jambon (35,00 €)", without a value if it is unknown."""
    return gift.name if gift.cents is None else f"{gift.name} ({euros(gift.cents)})"


@register.filter
def gifts_words(gifts: Iterable[PrizeInKind]) -> str:
    """Return prizes in kind as a list of names."""
    return ", ".join(map(gift_words, gifts))


@register.filter
def gifts_of(receipt: Receipt) -> list[PrizeInKind]:
    return [prize.gift for prize in receipt.prizes if prize.gift is not None]


@register.filter
def total_sum(cents: Iterable[int]) -> str:
    """Return the total of sums in euros."""
    return euros(sum(cents))


@register.filter
def given_sum(sheet: PrizeSheet) -> str:
    """Return the total of all prizes in euros."""
    return euros(sum(receipt.total for receipt in sheet.receipts))


@register.filter
def refusal_text(error: TournamentError) -> str:
    """Return the reason why a list has no prizes, with the remedy."""
    return sentence(error.code, error.values)


def _title(kind: GroupKind, name: str, line_count: int) -> str:
    if kind is GroupKind.LINE:
        return line_name(int(name), line_count)
    return str(Series(name).label) if kind is GroupKind.SERIES else name
