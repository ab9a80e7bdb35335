"""Queries made once: the same rows as the query itself, for any numbers."""

import uuid
from datetime import UTC, datetime, timedelta

import pytest
from django.db.models import Count, QuerySet

from accounts.models import User
from tests.factories.tables import make_device, open_table
from tests.factories.tournaments import enter_result, list_plays, make_club, make_seated_tournament
from tournaments.base.prepared import PreparedModels, PreparedQuery
from tournaments.models import Play, ResultSlip, Section, Session, TablePhone
from tournaments.results.services.table_phones import claim_seat

pytestmark = pytest.mark.django_db


def boards(table, number):
    plays = Play.objects.filter(table=table, round__number=number)
    return plays.order_by("board").values_list("pk", "board")


def test_other_numbers_find_other_rows_and_the_query_is_built_once():
    plays = list_plays(make_seated_tournament(make_club()))
    built_numbers = []

    def build(*numbers):
        built_numbers.append(numbers)
        return boards(*numbers)

    prepared = PreparedQuery(build, int, int)
    arguments = sorted({(play.table_id, number) for play in plays for number in (1, 2)})

    assert {argument: prepared.rows(*argument) for argument in arguments} == {
        argument: list(boards(*argument)) for argument in arguments
    }
    assert prepared.rows(0, 1) == []
    assert len(built_numbers) == 1


def test_a_number_that_is_not_asked_about_is_a_fault():
    with pytest.raises(AssertionError, match="not in the query"):
        PreparedQuery(lambda table, _number: boards(table, 1), int, int).rows(1, 1)


@pytest.mark.postgres
def test_moments_are_asked_about_after_the_numbers():
    noon = datetime(2026, 11, 20, 12, tzinfo=UTC)
    ana, bob = (User.objects.create_user(f"{name}@example.org", name=name) for name in ("Ana", "Bob"))
    User.objects.filter(pk=ana.pk).update(created_at=noon)
    User.objects.filter(pk=bob.pk).update(created_at=noon + timedelta(hours=2))

    def later_than(but, moment):
        later = User.objects.filter(created_at__gt=moment).exclude(pk=but)
        return later.order_by("pk").values_list("pk", "name")

    prepared = PreparedQuery(later_than, int, datetime)

    assert prepared.rows(0, noon - timedelta(hours=1)) == [(ana.pk, "Ana"), (bob.pk, "Bob")]
    assert prepared.rows(0, noon) == [(bob.pk, "Bob")]
    assert prepared.rows(bob.pk, noon) == []
    assert prepared.rows(0, noon + timedelta(hours=2)) == []


def plays_of(table: int, number: int) -> QuerySet[Play]:
    plays = Play.objects.filter(table=table, round__number=number)
    return plays.annotate(told=Count("slips")).order_by("-board")


def told(plays):
    return [
        (play.pk, play.told, play.round.number, play.round.section.round_count, play.table.number)
        for play in plays
    ]


@pytest.mark.postgres
def test_objects_come_with_all_that_their_query_brings(django_assert_num_queries):
    plays = list_plays(make_seated_tournament(make_club()))
    built_numbers = []

    def build(*numbers):
        built_numbers.append(numbers)
        return plays_of(*numbers)

    prepared = PreparedModels(build, int, int, related=("round__section", "table"))
    arguments = sorted({(play.table_id, number) for play in plays for number in (1, 2)})

    assert {argument: told(prepared.all(*argument)) for argument in arguments} == {
        argument: told(plays_of(*argument)) for argument in arguments
    }
    assert len(built_numbers) == 1
    with django_assert_num_queries(1):
        objects = prepared.all(*arguments[0])
        told(objects)
    assert prepared.first(*arguments[0]) == objects[0]
    assert prepared.first(0, 1) is None


@pytest.mark.postgres
def test_fields_left_out_are_read_when_they_are_used(django_assert_num_queries):
    list_plays(make_seated_tournament(make_club()))
    prepared = PreparedModels(
        lambda number: Section.objects.filter(number=number),
        int,
        related=("session", "movement"),
        without=("movement__document", "session__sheet"),
    )

    section = prepared.first(1)

    with django_assert_num_queries(0):
        told = section.movement.name, section.movement.shape, section.session.number
    with django_assert_num_queries(1):
        document = section.movement.document
    assert told == (section.movement.name, document["shape"], 1)
    assert section.session.get_deferred_fields() == {"sheet"}


@pytest.mark.postgres
@pytest.mark.parametrize("number", [2**63, -(2**63) - 1, 10**30])
def test_a_number_that_no_column_holds_finds_nothing(number):
    assert PreparedModels(plays_of, int, int).all(number, 1) == []
    assert PreparedQuery(boards, int, int).rows(number, 1) == []


def test_objects_are_not_shared_by_those_who_ask_at_once():
    play = list_plays(make_seated_tournament(make_club()))[0]
    prepared = PreparedModels(lambda pk: Play.objects.filter(pk=pk), int)

    first, second = prepared.first(play.pk), prepared.first(play.pk)

    assert first == second
    assert first is not second


@pytest.mark.postgres
def test_values_are_of_any_kind_in_their_order():
    ana, bob = (User.objects.create_user(f"{name}@example.org", name=name) for name in ("Ana", "Bob"))
    prepared = PreparedModels(lambda name, but: User.objects.filter(name=name).exclude(pk=but), str, int)

    assert prepared.all("Ana", bob.pk) == [ana]
    assert prepared.all("Ana", ana.pk) == []
    assert prepared.all("%s' OR 1 = 1", ana.pk) == []


@pytest.mark.postgres
def test_a_device_is_asked_about_as_each_database_keeps_it():
    play = list_plays(make_seated_tournament(make_club()))[0]
    access, device = open_table(play.round.section.session.tournament), make_device()
    claim_seat(access=access, this_round=play.round, seat=0, device=device)
    prepared = PreparedModels(lambda key: TablePhone.objects.filter(device=key), uuid.UUID)

    assert [phone.device for phone in prepared.all(device.key)] == [device.key]
    assert prepared.all(uuid.uuid4()) == []


@pytest.mark.postgres
def test_a_related_object_that_is_not_there_is_known_without_another_query(django_assert_num_queries):
    play = list_plays(make_seated_tournament(make_club()))[0]
    enter_result(play, 120)
    prepared = PreparedModels(
        lambda pk: ResultSlip.objects.filter(play=pk), int, related=("confirmation__written_on", "entered_by")
    )

    with django_assert_num_queries(1):
        slip = prepared.first(play.pk)
        assert getattr(slip, "confirmation", None) is None
        assert slip.entered_by == slip.entered_by
    slip_row = ResultSlip.objects.get(pk=slip.pk)
    fields = [field.attname for field in ResultSlip._meta.concrete_fields]
    assert [getattr(slip, name) for name in fields] == [getattr(slip_row, name) for name in fields]


@pytest.mark.postgres
def test_decimal_has_the_digits_of_its_column():
    session = make_seated_tournament(make_club()).sessions.get()
    Session.objects.update(coefficient="1.5")
    prepared = PreparedModels(lambda pk: Session.objects.filter(pk=pk), int)

    (session_row,) = prepared.all(session.pk)

    assert str(session_row.coefficient) == "1.500"
