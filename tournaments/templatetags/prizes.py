"""How groups and money are written on pages and paper."""

from collections.abc import Iterable

from django import template

from tournaments.base.forms.money import written_cents
from tournaments.base.words.money import euros
from tournaments.base.words.wording import sentence
from tournaments.core.errors import TournamentError
from tournaments.core.formats.registry import find_format
from tournaments.core.ranking.prizes import PrizeInKind
from tournaments.enums import PrizeRanking, Series
from tournaments.models import PrizeRule
from tournaments.rankings.queries.classifications import GroupKind, GroupRanking, PlacedEntry
from tournaments.rankings.queries.prizes import PrizeSheet, Receipt
from tournaments.templatetags.rankings import line_name

register = template.Library()
register.filter(euros)


@register.filter
def group_title(group: GroupRanking, line_count: int) -> str:
    """A group as people call it: "Nord", "2e série", or the name that the register gives."""
    return _title(group.kind, group.name, line_count)


@register.filter
def kind_name(kind: GroupKind) -> str:
    """What the members of its groups have in common: "série", "catégorie"…"""
    return str(PrizeRanking(kind).label).capitalize()


@register.filter
def rule_group(rule: PrizeRule) -> str:
    """The group of a list of prizes, as `group_title` says it; "" for the whole field."""
    if rule.ranking in (PrizeRanking.OVERALL, PrizeRanking.ALTERNATED):
        return ""
    plan = find_format(rule.plan.tournament.format).plan
    return _title(GroupKind(rule.ranking), rule.group, plan.line_count)


@register.filter
def with_overall(group: GroupRanking) -> list[tuple[PlacedEntry, int | None]]:
    """The lines of a group, each with its place in the whole field."""
    return list(zip(group.rows, group.overall, strict=True))


@register.filter
def written_sum(cents: int) -> str:
    """A sum as its field reads it: "12,50", without cents where there are none; nothing for none."""
    return written_cents(cents) if cents else ""


@register.filter
def gift_words(gift: PrizeInKind) -> str:
    """A prize in kind: "Jambon (35,00 €)", without a value where none is known."""
    return gift.name if gift.cents is None else f"{gift.name} ({euros(gift.cents)})"


@register.filter
def gifts_words(gifts: Iterable[PrizeInKind]) -> str:
    """Prizes in kind in a row."""
    return ", ".join(map(gift_words, gifts))


@register.filter
def gifts_of(receipt: Receipt) -> list[PrizeInKind]:
    """The prizes in kind of a receipt."""
    return [prize.gift for prize in receipt.prizes if prize.gift is not None]


@register.filter
def total_sum(cents: Iterable[int]) -> str:
    """Sums added up, as `euros` writes them."""
    return euros(sum(cents))


@register.filter
def given_sum(sheet: PrizeSheet) -> str:
    """All that is given, as `euros` writes it."""
    return euros(sum(receipt.total for receipt in sheet.receipts))


@register.filter
def refusal_text(error: TournamentError) -> str:
    """Why a list offers nothing, and what to do."""
    return sentence(error.code, error.values)


def _title(kind: GroupKind, name: str, line_count: int) -> str:
    if kind is GroupKind.LINE:
        return line_name(int(name), line_count)
    return str(Series(name).label) if kind is GroupKind.SERIES else name
