"""Evenings at home: each deal written, corrected or undone once; kept by a club; deleted after a year."""

from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from common.errors import AppError, Conflict
from counting.models import HomeEvening, HomeStep
from counting.queries.sheets import load_home_sheet
from counting.services.evenings import (
    ImpossibleFacts,
    begin_evening,
    forget_evenings,
    keep_in_club,
    undo_step,
    write_deal,
)
from counting.tasks import forget_evenings_task
from games.core.rules import RuleSet
from tests.factories.tournaments import make_club, make_user
from tournaments.models import AuditEvent

pytestmark = pytest.mark.django_db

TOOK = {"bid": "prise", "taker": "0", "bouts": "2", "points": "46"}


def make_evening(game: str = "tarot-4", first_dealer: int = 0) -> HomeEvening:
    names = [f"N{seat}" for seat in range(16)][: {"tarot-4": 4}.get(game, 3)]
    return begin_evening(game=game, rules=RuleSet(), names=names, first_dealer=first_dealer)


def write(evening: HomeEvening, facts: dict[str, str], deal: int):
    seen_steps = evening.steps.count()
    return write_deal(evening=evening, facts=facts, deal=deal, seen=seen_steps, token=uuid4())


def test_a_correction_adds_up_again_all_that_follows() -> None:
    evening = make_evening()
    write(evening, TOOK, 1)
    write(evening, TOOK | {"taker": "1"}, 2)

    sheet = write(evening, TOOK | {"bid": "garde"}, 1)

    assert [deal.totals for deal in sheet.deals] == [(180, -60, -60, -60), (150, 30, -90, -90)]
    assert HomeStep.objects.count() == 3


def test_undo_takes_back_the_last_step_that_stands() -> None:
    evening = make_evening()
    write(evening, TOOK, 1)
    write(evening, TOOK | {"bid": "garde"}, 1)

    undone = undo_step(evening=evening, seen=2, token=uuid4())
    twice = undo_step(evening=evening, seen=3, token=uuid4())
    nothing_left = undo_step(evening=evening, seen=4, token=uuid4())

    assert [deal.totals[0] for deal in undone.deals] == [90]
    assert twice.deals == nothing_left.deals == ()
    assert (twice.can_undo, HomeStep.objects.count()) == (False, 4)


def test_a_sending_that_comes_twice_is_written_once() -> None:
    evening, token = make_evening(), uuid4()

    for _time in range(2):
        write_deal(evening=evening, facts=TOOK, deal=1, seen=0, token=token)

    assert HomeStep.objects.count() == 1


def test_who_has_not_seen_the_last_step_is_told() -> None:
    evening = make_evening()
    write(evening, TOOK, 1)

    with pytest.raises(Conflict) as refusal:
        write_deal(evening=evening, facts=TOOK, deal=1, seen=0, token=uuid4())

    assert refusal.value.code == "evening_changed"
    assert len(load_home_sheet(evening).deals) == 1


def test_impossible_facts_are_not_written() -> None:
    evening = make_evening()

    with pytest.raises(ImpossibleFacts) as refusal:
        write(evening, TOOK | {"points": "91"}, 1)

    assert refusal.value.reading.problems[0].field == "points"
    assert not HomeStep.objects.exists()


def test_deals_come_one_after_the_other() -> None:
    with pytest.raises(AppError) as refusal:
        write(make_evening(), TOOK, 2)

    assert refusal.value.code == "no_such_deal"


def test_a_whole_game_of_contrat_ends() -> None:
    evening = make_evening("contrat-3")
    sheet = load_home_sheet(evening)
    for number in range(1, 14):
        cards = sheet.terms.rules_of(number)
        cards_each = dict(cards.overrides).get("cards_each", 7)
        bets = {"bet_0": "0", "bet_1": "0", "bet_2": "0"}
        sheet = write(evening, bets | {"tricks_0": str(cards_each), "tricks_1": "0", "tricks_2": "0"}, number)

    assert sheet.is_over
    assert sheet.deals[-1].totals == (49, 0, 0)


def test_a_club_keeps_an_evening_and_its_log_says_so() -> None:
    club = make_club()
    evening = make_evening()
    # half past midnight in Paris
    evening.begun_at = datetime(2026, 7, 3, 22, 30, tzinfo=UTC)
    evening.save()

    keep_in_club(evening=evening, club=club, kept_by=make_user(club=club))

    assert list(club.home_evenings.all()) == [evening]
    event = AuditEvent.objects.get(action="home_evening.kept")
    assert (event.club, event.subject) == (club, "2026-07-04")
    with pytest.raises(AppError):
        keep_in_club(evening=evening, club=make_club("Autre"), kept_by=make_user("autre@club.example"))


def test_what_nobody_used_for_a_year_is_forgotten_unless_a_club_keeps_it() -> None:
    old, club_evening, fresh = make_evening(), make_evening(), make_evening()
    write(old, TOOK, 1)
    keep_in_club(evening=club_evening, club=make_club(), kept_by=make_user())
    long_ago = timezone.now() - timedelta(days=366)
    HomeEvening.objects.filter(pk__in=(old.pk, club_evening.pk)).update(used_at=long_ago)

    assert forget_evenings(now=timezone.now()) == 1

    assert set(HomeEvening.objects.all()) == {club_evening, fresh}
    assert not HomeStep.objects.exists()
    assert forget_evenings_task() == 0
