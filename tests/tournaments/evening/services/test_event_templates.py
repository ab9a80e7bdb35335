"""Evenings kept under a name: every choice comes back, names are taken once, deleted ones are put back."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import (
    EVENING,
    make_club,
    make_people,
    make_team_tournament,
    make_tournament,
    store_movement,
)
from tournaments.core.movements.constructions import build_straight
from tournaments.entries.services.fees import RateLine, set_fee_rates
from tournaments.enums import PrizeRanking, Visibility
from tournaments.evening.services.event_choices import EventChoices, load_event_choices, make_event
from tournaments.evening.services.event_templates import (
    delete_template,
    rename_template,
    restore_template,
    save_template,
)
from tournaments.events.services.events import create_tournament, enter_people, set_visibility
from tournaments.models import AuditEvent, EventTemplate, OwnTariff, PhoneRules, PrizePlan, PrizeRule
from tournaments.movements.services.sections import SectionPlan

pytestmark = pytest.mark.django_db

CHOICES = EventChoices(format_code="duplicate_individual", shape="fft-straight-7-7-28-4")


def make_rich_tournament():
    """An evening with something of everything that can be chosen."""
    tournament = make_tournament(make_club())
    tournament.options = {"neuberg": True, "bonuses": [{"entry": 1, "against": 2, "points": 5}]}
    tournament.save()
    rates = [RateLine(None, "Plein", 800), RateLine(None, "Jeunes", 400)]
    set_fee_rates(tournament=tournament, rates=rates, is_per_member=False, set_by=None)
    PhoneRules.objects.create(tournament=tournament, needs_confirmation=True)
    plan = PrizePlan.objects.get(tournament=tournament)
    plan.extra_cents = 5_000
    plan.save()
    PrizeRule.objects.create(plan=plan, position=1, name="Prix", ranking=PrizeRanking.OVERALL, amounts=[3000])
    OwnTariff.objects.create(tournament=tournament, fault="late", tariffs=[[]])
    tournament.entry_questions.create(position=1, text="Repas ?", kind="choice", choices=["oui", "non"])
    return set_visibility(tournament=tournament, visibility=Visibility.PUBLIC, set_by=None)


@pytest.mark.postgres
def test_every_choice_comes_back_from_a_template():
    tournament = make_rich_tournament()
    template = save_template(
        club=tournament.club, name="Vendredi", choices=load_event_choices(tournament), saved_by=None
    )

    template_row = EventTemplate.objects.get(pk=template.pk)
    new_event = make_event(
        club=tournament.club,
        name="Soirée suivante",
        starts_on=EVENING,
        choices=EventChoices.from_json(template_row.choices),
        created_by=None,
    )

    assert load_event_choices(new_event) == load_event_choices(tournament)
    assert (new_event.name, new_event.visibility, new_event.options) == (
        "Soirée suivante",
        "public",
        {"neuberg": True},
    )
    assert [question.choices for question in new_event.entry_questions.all()] == [["oui", "non"]]
    assert new_event.entries.count() == 0
    assert [(rate.name, rate.cents) for rate in new_event.fee_rates.all()] == [
        ("Plein", 800),
        ("Jeunes", 400),
    ]
    assert new_event.prize_plan.rules.get().amounts == [3000]


def test_choices_name_the_movement_of_the_catalogue_or_the_clubs_own():
    club = make_club()
    movement_row = store_movement(club, build_straight(5, 5))
    club_event = create_tournament(
        club=club,
        name="À nous",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=5, round_count=5, boards_per_set=3, stored=movement_row)],
        created_by=None,
    )
    colours = create_tournament(
        club=club,
        name="Deux couleurs",
        starts_on=EVENING,
        format_code="duplicate_individual",
        sections=[SectionPlan(table_count=5, round_count=4, boards_per_set=4)] * 2,
        created_by=None,
    )

    assert load_event_choices(club_event).shape == f"club-{movement_row.pk}-3"
    assert load_event_choices(colours).shape == "fft-straight-5-4-20-4+fft-straight-5-4-20-4"


def test_the_choices_of_a_team_event_make_one_of_the_same_size():
    tournament = make_team_tournament(make_club(), "triplets")

    new_event = make_event(
        club=tournament.club,
        name="T",
        starts_on=EVENING,
        choices=load_event_choices(tournament),
        created_by=None,
    )

    assert (
        new_event.sessions.get().sections.get().player_count
        == tournament.sessions.get().sections.get().player_count
    )


def test_choices_cost_as_many_queries_however_many_people(django_assert_num_queries):
    tournament = make_rich_tournament()
    enter_people(tournament=tournament, people=make_people(tournament.club, 12), entered_by=None)

    with django_assert_num_queries(8):
        load_event_choices(tournament)


@pytest.mark.postgres
def test_a_movement_that_went_is_told():
    club = make_club()
    choices = EventChoices(format_code="duplicate_individual", shape="club-999999-4")

    with pytest.raises(AppError) as caught:
        make_event(club=club, name="Soirée", starts_on=EVENING, choices=choices, created_by=None)

    assert caught.value.code == "no_such_shape"
    assert not club.tournaments.exists()


@pytest.mark.postgres
def test_two_templates_of_a_club_have_two_names():
    club, other_club = make_club(), make_club()
    save_template(club=club, name="Vendredi", choices=CHOICES, saved_by=None)
    second = save_template(club=club, name="Mardi", choices=CHOICES, saved_by=None)
    save_template(club=other_club, name="Vendredi", choices=CHOICES, saved_by=None)

    with pytest.raises(AppError) as caught:
        save_template(club=club, name="Vendredi", choices=CHOICES, saved_by=None)
    with pytest.raises(AppError) as renamed:
        rename_template(template=second, name="Vendredi", renamed_by=None)

    assert (caught.value.code, renamed.value.code) == ("template_name_taken", "template_name_taken")
    assert rename_template(template=second, name="Mardi", renamed_by=None).name == "Mardi"


@pytest.mark.postgres
def test_a_deleted_template_is_put_back_unless_its_name_is_taken():
    club = make_club()
    template = save_template(club=club, name="Vendredi", choices=CHOICES, saved_by=None)

    delete_template(template=template, deleted_by=None)
    assert not club.event_templates.filter(deleted_at=None).exists()
    restore_template(template=template, restored_by=None)
    assert club.event_templates.filter(deleted_at=None).get() == template

    delete_template(template=template, deleted_by=None)
    save_template(club=club, name="Vendredi", choices=CHOICES, saved_by=None)
    with pytest.raises(AppError) as caught:
        restore_template(template=template, restored_by=None)
    assert caught.value.code == "template_name_taken"
    actions = AuditEvent.objects.filter(club=club).order_by("pk").values_list("action", flat=True)
    assert list(actions) == [
        "template.saved", "template.deleted", "template.restored", "template.deleted", "template.saved",
    ]  # fmt: skip
