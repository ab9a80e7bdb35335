"""Entry fees: rates, payments, totals."""

import pytest

from common.errors import AppError
from tests.factories.tournaments import make_club, make_people, make_tournament
from tournaments.entries.queries.fees import load_fees
from tournaments.entries.services.fees import RateLine, record_payment, set_fee_rates
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Entry, EntryMember, FeeRate, Tournament

pytestmark = pytest.mark.django_db

FULL, YOUNG = RateLine(None, "Plein tarif", 1250), RateLine(None, "Jeunes", 500)


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament(make_club())
    enter_people(tournament=tournament, people=make_people(tournament.club, 4), entered_by=None)
    return tournament


def rates(tournament: Tournament, *lines: RateLine, is_per_member: bool = False) -> list[FeeRate]:
    return set_fee_rates(tournament=tournament, rates=lines, is_per_member=is_per_member, set_by=None)


def test_everybody_owes_the_first_rate_until_told_otherwise(tournament: Tournament) -> None:
    _full, young = rates(tournament, FULL, YOUNG)
    entry = tournament.entries.order_by("pk")[0]

    record_payment(entry=entry, rate=young, paid_cents=300, recorded_by=None)

    account = load_fees(tournament)
    assert (account.owed, account.paid, account.left) == (3 * 1250 + 500, 300, 3 * 1250 + 200)
    assert [line.left for line in account.lines] == [200, 1250, 1250, 1250]
    event = AuditEvent.objects.latest("pk")
    assert (event.before, event.after) == (None, {"rate": "Jeunes", "paid_cents": 300})


def test_all_that_is_owed_is_paid_at_once(tournament: Tournament) -> None:
    full, _young = rates(tournament, FULL, YOUNG)

    for entry in tournament.entries.all():
        record_payment(entry=entry, rate=full, paid_cents=None, recorded_by=None)

    assert load_fees(tournament).left == 0


@pytest.mark.postgres
def test_team_pays_for_each_member_where_the_organiser_says_so(tournament: Tournament) -> None:
    tournament.format = "triplets"
    tournament.save()
    captain, *_others = tournament.entries.order_by("pk")
    people = make_people(tournament.club, 3)
    Entry.objects.filter(pk=captain.pk).update(name="Les Roses")
    EntryMember.objects.bulk_create(
        EntryMember(entry=captain, tournament=tournament, person=person) for person in people
    )

    rates(tournament, FULL)
    for_the_team = load_fees(tournament).owed
    rates(tournament, is_per_member=True)
    for_each = load_fees(tournament).owed

    assert (for_the_team, for_each) == (4 * 1250, 6 * 1250)


@pytest.mark.postgres
def test_rate_is_changed_or_taken_away_by_its_row(tournament: Tournament) -> None:
    full, young = rates(tournament, FULL, YOUNG)

    remaining_rates = rates(tournament, RateLine(full.pk, "Tarif", 1000), RateLine(young.pk, "", 0))

    assert [(rate.pk, rate.name, rate.cents) for rate in remaining_rates] == [(full.pk, "Tarif", 1000)]


def test_rate_that_somebody_owes_stays(tournament: Tournament) -> None:
    _full, young = rates(tournament, FULL, YOUNG)
    record_payment(entry=tournament.entries.all()[0], rate=young, paid_cents=0, recorded_by=None)

    with pytest.raises(AppError) as refusal:
        rates(tournament, RateLine(young.pk, "", 0))

    assert refusal.value.code == "rate_in_use"


def test_impossible_rates_are_refused(tournament: Tournament) -> None:
    foreign = rates(make_tournament(make_club()), FULL)[0]

    with pytest.raises(AppError) as twice:
        rates(tournament, FULL, FULL)
    with pytest.raises(AppError) as elsewhere:
        record_payment(entry=tournament.entries.all()[0], rate=foreign, paid_cents=0, recorded_by=None)

    assert (twice.value.code, elsewhere.value.code) == ("rate_twice", "rate_elsewhere")


def test_two_rates_exchange_their_names_and_a_new_one_takes_a_freed_name(tournament: Tournament) -> None:
    full, young = rates(tournament, FULL, YOUNG)

    rates(tournament, RateLine(full.pk, "Jeunes", 1250), RateLine(young.pk, "Plein tarif", 500))
    exchanged = list(FeeRate.objects.values_list("name", "cents"))
    rates(tournament, RateLine(None, "Jeunes", 300), RateLine(full.pk, "Membres", 1250))

    assert exchanged == [("Jeunes", 1250), ("Plein tarif", 500)]
    assert list(FeeRate.objects.values_list("name", "cents")) == [
        ("Membres", 1250),
        ("Plein tarif", 500),
        ("Jeunes", 300),
    ]


def test_rate_that_the_form_does_not_have_keeps_its_name(tournament: Tournament) -> None:
    full, _young = rates(tournament, FULL, YOUNG)

    with pytest.raises(AppError) as refusal:
        rates(tournament, RateLine(full.pk, "Jeunes", 1250))

    assert refusal.value.code == "rate_twice"
