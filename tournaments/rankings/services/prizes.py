"""Changes to the prizes of a tournament: the fund, the lists, the public page."""

import hashlib
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from common.errors import AppError
from tournaments.core.formats.registry import find_format
from tournaments.enums import PrizeCumulation, PrizeRanking, PrizeShowing, Series
from tournaments.events.services.events import lock_tournament
from tournaments.models import PrizePlan, PrizeRule, Tournament
from tournaments.rankings.queries.prizes import load_prizes
from tournaments.trace.services.trace import record_event


class PrizePreset(StrEnum):
    """Sets of lists that many clubs use as a start."""

    OVERALL = "overall"
    """The whole fund on the overall ranking."""
    ALTERNATED = "alternated"
    """The whole fund on the alternated ranking."""
    SERIES = "series"
    """Most of the fund on the overall ranking, then one prize for each other series.

    It goes to the best player of the series among those without a prize.
    """
    GIFTS = "gifts"
    """A prize in kind for the first of each category of the players (women, juniors…) and of the club.

    The whole fund stays on the overall ranking.
    """


_SERIES_SHARES = {Series.SECOND: 10, Series.THIRD: 10, Series.FOURTH: 10}


@transaction.atomic
def set_prize_plan(*, tournament: Tournament, values: Mapping[str, Any], set_by: User | None) -> PrizePlan:
    """Change the fund, the sharing of prizes and the content of the public page.

    Args:
        values: fields of `PrizePlan` by name.

    Raises:
        AppError: the winners cannot be shown while the fund lacks money (`prizes_exceed_fund`).
    """
    locked = lock_tournament(tournament)
    plan, _is_new = PrizePlan.objects.get_or_create(tournament=locked)
    old_values = {name: getattr(plan, name) for name in values}
    for name, value in values.items():
        setattr(plan, name, value)
    plan.save(update_fields=list(values))
    sheet = load_prizes(locked)
    if sheet is not None and sheet.missing and plan.showing == PrizeShowing.WINNERS:
        message = _("Le fonds ne suffit pas aux prix offerts : réduisez-les, ou ajoutez un apport.")
        raise AppError("prizes_exceed_fund", message, fields={"showing": message})
    _record(locked, set_by, "prizes.plan", locked.name, old_values, dict(values))
    return plan


@transaction.atomic
def set_prize_rule(
    *, tournament: Tournament, rule: PrizeRule | None, values: Mapping[str, Any], set_by: User | None
) -> PrizeRule:
    """Add or change a list of prizes.

    Args:
        rule: the list to change; None adds one behind the others.
        values: fields of `PrizeRule` by name.

    Raises:
        AppError: another list has the name (`prize_name_taken`), or the format has no such ranking
            (`prize_ranking`).
    """
    locked = lock_tournament(tournament)
    plan, _is_new = PrizePlan.objects.get_or_create(tournament=locked)
    if values["ranking"] == PrizeRanking.ALTERNATED and not find_format(locked.format).has_alternated_ranking:
        message = _("Cette formule n’a pas de classement alterné.")
        raise AppError("prize_ranking", message, fields={"ranking": message})
    rule = rule or PrizeRule(plan=plan, position=plan.rules.count() + 1)
    if plan.rules.filter(name=values["name"]).exclude(pk=rule.pk).exists():
        message = _("Une autre liste porte ce nom.")
        raise AppError("prize_name_taken", message, fields={"name": message})
    old_values = {name: getattr(rule, name) for name in values} if rule.pk else None
    for name, value in values.items():
        setattr(rule, name, value)
    rule.save()
    _record(locked, set_by, "prizes.list", rule.name, old_values, dict(values))
    return rule


@transaction.atomic
def drop_prize_rule(*, rule: PrizeRule, dropped_by: User | None) -> None:
    """Delete a list of prizes; those behind it move up."""
    tournament = lock_tournament(rule.plan.tournament)
    _record(tournament, dropped_by, "prizes.dropped", rule.name, None, None)
    rule.delete()
    for position, remaining_rule in enumerate(rule.plan.rules.all(), start=1):
        PrizeRule.objects.filter(pk=remaining_rule.pk).update(position=position)


@transaction.atomic
def raise_prize_rule(*, rule: PrizeRule, raised_by: User | None) -> None:
    """Put a list before the one above it. Earlier lists go first where a player wins in one list only.

    Raises:
        AppError: `prizes_changed`, for a list that was deleted meanwhile.
    """
    tournament = lock_tournament(rule.plan.tournament)
    rules = list(rule.plan.rules.all())
    if rule not in rules:
        raise AppError(
            "prizes_changed", _("Une autre personne a supprimé cette liste entre-temps : voici les autres.")
        )
    place = rules.index(rule)
    if place == 0:
        return
    rules[place - 1 : place + 1] = reversed(rules[place - 1 : place + 1])
    for position, ordered_rule in enumerate(rules, start=1):
        PrizeRule.objects.filter(pk=ordered_rule.pk).update(position=position)
    old_order, new_order = {"place": place + 1}, {"place": place}
    _record(tournament, raised_by, "prizes.list", rule.name, old_order, new_order)


@transaction.atomic
def apply_preset(
    *, tournament: Tournament, preset: PrizePreset, set_by: User | None, seen: str | None = None
) -> PrizePlan:
    """Replace all lists by those of a preset.

    Args:
        seen: mark of the lists on the page (`prize_lists_mark`); None if unknown.

    Raises:
        AppError: `prize_ranking`, as `set_prize_rule`; `prizes_changed` if the lists are not those of `seen`.
    """
    locked = lock_tournament(tournament)
    if seen not in {None, prize_lists_mark(locked)}:
        raise AppError(
            "prizes_changed",
            _(
                "Une autre personne a changé les listes entre-temps : les voici. Remplacez-les de nouveau"
                " si vous n’en avez plus besoin."
            ),
        )
    plan, _is_new = PrizePlan.objects.get_or_create(tournament=locked)
    plan.rules.all().delete()
    main = PrizeRanking.ALTERNATED if preset is PrizePreset.ALTERNATED else PrizeRanking.OVERALL
    series_shares = _SERIES_SHARES if preset is PrizePreset.SERIES else {}
    rules = [_scale(main, str(main.label).capitalize(), "", 100 - sum(series_shares.values()))]
    for series, share in series_shares.items():
        series_rule = _scale(PrizeRanking.SERIES, str(series.label), series.value, share)
        rules.append(series_rule | {"prize_count": 1})
    groups = _gift_groups(locked) if preset is PrizePreset.GIFTS else []
    rules += [_gift(ranking, group) for ranking, group in groups]
    for values in rules:
        set_prize_rule(tournament=locked, rule=None, values=values, set_by=set_by)
    is_encouraging = bool(series_shares) or preset is PrizePreset.GIFTS
    plan.cumulation = PrizeCumulation.FIRST_LIST if is_encouraging else PrizeCumulation.ALL
    plan.save(update_fields=["cumulation"])
    return plan


def prize_lists_mark(tournament: Tournament) -> str:
    """Return a text that changes with any prize list of an event. One query."""
    rows = PrizeRule.objects.filter(plan__tournament=tournament).order_by("position", "pk").values_list()
    return hashlib.sha256(repr(list(rows)).encode()).hexdigest()[:16]


def _gift_groups(tournament: Tournament) -> list[tuple[PrizeRanking, str]]:
    """Return the categories of the players and the club that organises. One query."""
    entries = tournament.entries.exclude(person__category="").order_by("person__category")
    categories = entries.values_list("person__category", flat=True).distinct()
    club = tournament.club.name
    has_members = tournament.entries.filter(person__home_club=club).exists()
    groups = [(PrizeRanking.CATEGORY, category) for category in categories]
    return [*groups, (PrizeRanking.CLUB, club)] if has_members else groups


def _gift(ranking: PrizeRanking, group: str) -> dict[str, Any]:
    gifts = [{"name": _("Lot à choisir"), "cents": None}]
    return {"ranking": ranking.value, "name": group[:60], "group": group, "amounts": [], "gifts": gifts}


def _scale(ranking: PrizeRanking, name: str, group: str, share: int) -> dict[str, Any]:
    return {"ranking": ranking.value, "name": name, "group": group, "fund_share": share, "amounts": []}


def _record(
    tournament: Tournament,
    actor: User | None,
    action: str,
    subject: str,
    old_values: dict[str, Any] | None,
    new_values: dict[str, Any] | None,
) -> None:
    record_event(
        club=tournament.club,
        tournament=tournament,
        actor=actor,
        action=action,
        subject=subject,
        before=old_values,
        after=new_values,
    )
