"""Making the prizes of a tournament."""

from typing import Any

import pytest

from common.errors import AppError
from tests.factories.tournaments import make_club, make_people, make_tournament
from tournaments.enums import PrizeCumulation, PrizeShowing
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, PrizePlan, PrizeRule, Tournament
from tournaments.rankings.services.prizes import (
    PrizePreset,
    apply_preset,
    drop_prize_rule,
    raise_prize_rule,
    set_prize_plan,
    set_prize_rule,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament(make_club())


def add(tournament: Tournament, **values: Any) -> PrizeRule:
    rule = {"name": "Général", "ranking": "overall", "amounts": [5000, 3000], **values}
    return set_prize_rule(tournament=tournament, rule=None, values=rule, set_by=None)


@pytest.mark.postgres
@pytest.mark.parametrize(
    ("preset", "lists"),
    [
        (PrizePreset.OVERALL, [("overall", "", 100, None)]),
        (PrizePreset.ALTERNATED, [("alternated", "", 100, None)]),
        (
            PrizePreset.SERIES,
            [
                ("overall", "", 70, None),
                ("series", "2", 10, 1),
                ("series", "3", 10, 1),
                ("series", "4", 10, 1),
            ],
        ),
    ],
)
def test_preset_replaces_all_lists_and_shares_out_the_whole_fund(
    tournament: Tournament, preset: PrizePreset, lists: list[object]
) -> None:
    add(tournament)

    plan = apply_preset(tournament=tournament, preset=preset, set_by=None)

    rules = plan.rules.values_list("ranking", "group", "fund_share", "prize_count")
    assert list(rules) == lists
    assert [rule.position for rule in plan.rules.all()] == list(range(1, len(lists) + 1))


@pytest.mark.postgres
def test_winners_are_not_shown_while_the_fund_lacks_money(tournament: Tournament) -> None:
    add(tournament)

    with pytest.raises(AppError) as refusal:
        set_prize_plan(tournament=tournament, values={"showing": "winners", "extra_cents": 7999}, set_by=None)
    plan = set_prize_plan(
        tournament=tournament, values={"showing": "winners", "extra_cents": 8000}, set_by=None
    )

    event = AuditEvent.objects.latest("pk")
    assert refusal.value.code == "prizes_exceed_fund"
    assert plan.showing == PrizeShowing.WINNERS
    assert (event.action, event.after) == ("prizes.plan", {"showing": "winners", "extra_cents": 8000})


@pytest.mark.postgres
def test_refused_plan_leaves_everything_as_it_was(tournament: Tournament) -> None:
    add(tournament)

    with pytest.raises(AppError):
        set_prize_plan(tournament=tournament, values={"showing": "winners"}, set_by=None)

    assert PrizePlan.objects.get().showing == PrizeShowing.NOTHING


@pytest.mark.postgres
def test_lists_keep_their_order_when_one_goes(tournament: Tournament) -> None:
    first, *_others = [add(tournament, name=name) for name in ("Un", "Deux", "Trois")]

    drop_prize_rule(rule=first, dropped_by=None)

    assert list(PrizeRule.objects.values_list("name", "position")) == [("Deux", 1), ("Trois", 2)]


@pytest.mark.postgres
def test_impossible_lists_are_refused(tournament: Tournament) -> None:
    add(tournament)
    Tournament.objects.filter(pk=tournament.pk).update(format="free_deals", game="tarot-4")

    with pytest.raises(AppError) as twice:
        add(tournament)
    with pytest.raises(AppError) as alternated:
        add(tournament, name="Alterné", ranking="alternated")

    assert (twice.value.code, alternated.value.code) == ("prize_name_taken", "prize_ranking")


def test_list_goes_before_the_one_above_it(tournament: Tournament) -> None:
    first, second, third = (add(tournament, name=name) for name in "ABC")

    raise_prize_rule(rule=third, raised_by=None)
    raise_prize_rule(rule=first, raised_by=None)

    rules = first.plan.rules.all()
    assert [rule.name for rule in rules] == ["A", "C", "B"]
    assert [rule.position for rule in rules] == [1, 2, 3]
    assert second.name == "B"

    PrizeRule.objects.filter(pk=second.pk).delete()
    with pytest.raises(AppError, match="prizes_changed"):
        raise_prize_rule(rule=second, raised_by=None)


def test_preset_of_gifts_has_a_list_for_each_category_and_the_club(tournament: Tournament) -> None:
    people = make_people(tournament.club, 3)
    for person, category in zip(people, ("Dames", "Juniors", ""), strict=True):
        person.category = category
        person.save()
    people[2].home_club = tournament.club.name
    people[2].save()
    enter_people(tournament=tournament, people=people, entered_by=None)

    plan = apply_preset(tournament=tournament, preset=PrizePreset.GIFTS, set_by=None)

    assert list(plan.rules.values_list("ranking", "group")) == [
        ("overall", ""),
        ("category", "Dames"),
        ("category", "Juniors"),
        ("club", tournament.club.name),
    ]
    assert plan.rules.get(group="Dames").gifts == [{"name": "Lot à choisir", "cents": None}]
    assert plan.cumulation == PrizeCumulation.FIRST_LIST
