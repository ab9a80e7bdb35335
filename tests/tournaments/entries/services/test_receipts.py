"""Numbered receipts, and the takings that they are part of."""

import pytest
from django.db import transaction
from django.utils import timezone

from common.errors import AppError
from tests.factories.concurrent import run_against
from tests.factories.tournaments import make_club, make_people, make_tournament
from tournaments.entries.queries.receipts import load_receipt_book
from tournaments.entries.services.fees import record_payment, return_payment
from tournaments.entries.services.receipts import cancel_receipt, issue_fee_receipts, issue_other_receipt
from tournaments.entries.services.takings import load_takings
from tournaments.entries.services.withdrawals import restore_entry, withdraw_entry
from tournaments.enums import TournamentState
from tournaments.evening.services.announcement import delete_empty_event
from tournaments.events.services.events import enter_people
from tournaments.models import AuditEvent, Entry, FeeRate, PaymentReceipt, Tournament
from tournaments.site.queries.personal import load_personal

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_tournament(make_club())
    enter_people(tournament=tournament, people=make_people(tournament.club, 3), entered_by=None)
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1000)
    return tournament


def pay(entry: Entry, cents: int, means: str = "cash") -> None:
    rate = FeeRate.objects.get(tournament=entry.tournament)
    record_payment(entry=entry, rate=rate, paid_cents=cents, recorded_by=None, means=means)


def issue(tournament: Tournament, entry: Entry | None = None) -> list[tuple[int, str, int]]:
    receipts = issue_fee_receipts(tournament=tournament, entry_id=entry.pk if entry else None, issued_by=None)
    return [(receipt.number, receipt.payer, receipt.cents) for receipt in receipts]


@pytest.mark.postgres
def test_receipts_are_numbered_and_each_payment_has_one(tournament: Tournament) -> None:
    first, second, unpaid = tournament.entries.all()
    pay(first, 1000)
    pay(second, 400)

    assert issue(tournament, second) == [(1, "NOM02 Ana", 400)]
    assert issue(tournament) == [(2, "NOM01 Ana", 1000)]
    pay(second, 1000, "cheque")
    assert issue(tournament) == [(3, "NOM02 Ana", 600)]
    with pytest.raises(AppError) as refusal:
        issue(tournament, unpaid)

    assert refusal.value.code == "nothing_to_receipt"
    assert list(PaymentReceipt.objects.values_list("means", "subject", "is_fee")) == [
        ("cash", "Plein", True),
        ("cash", "Plein", True),
        ("cheque", "Plein", True),
    ]
    assert AuditEvent.objects.latest("pk").after == {"number": 3, "cents": 600}


@pytest.mark.postgres
@pytest.mark.postgres_alone
@pytest.mark.django_db(transaction=True)
def test_two_desks_number_receipts_without_a_gap_or_a_double(tournament: Tournament) -> None:
    for entry in tournament.entries.all()[:2]:
        pay(entry, 1000)
    first, second, _unpaid = tournament.entries.all()

    def refuse() -> None:
        with transaction.atomic():
            issue(tournament, first)
            transaction.set_rollback(True)

    _rolled_back, alone = run_against(refuse, lambda: issue(tournament, second))
    rest, again = run_against(lambda: issue(tournament), lambda: issue(tournament, first))

    assert [alone, rest] == [[(1, "NOM02 Ana", 1000)], [(2, "NOM01 Ana", 1000)]]
    assert isinstance(again, AppError)


def test_numbers_of_another_event_are_its_own(tournament: Tournament) -> None:
    other = make_tournament(tournament.club, name="Autre")
    for event in (tournament, other):
        issue_other_receipt(
            tournament=event, payer="Mme Untel", subject="repas", cents=1, means="cash", issued_by=None
        )

    assert list(PaymentReceipt.objects.values_list("number", flat=True)) == [1, 1]


def test_cancelled_receipt_keeps_its_number_and_its_payment_gets_another(tournament: Tournament) -> None:
    entry = tournament.entries.first()
    pay(entry, 1000)
    issue(tournament)
    receipt = PaymentReceipt.objects.get()

    cancel_receipt(receipt=receipt, reason="faux nom", cancelled_by=None)
    with pytest.raises(AppError) as refusal:
        cancel_receipt(receipt=receipt, reason="encore", cancelled_by=None)

    assert refusal.value.code == "cancelled_already"
    assert issue(tournament) == [(2, "NOM01 Ana", 1000)]
    assert list(PaymentReceipt.objects.values_list("number", "reason")) == [(1, "faux nom"), (2, "")]
    assert load_receipt_book(tournament).total == 1000


def test_receipts_of_an_event_that_is_over(tournament: Tournament) -> None:
    archived, cancelled = tournament, make_tournament(tournament.club, name="Annulé")

    def issue_other(event: Tournament) -> PaymentReceipt:
        return issue_other_receipt(
            tournament=event, payer="Mme Untel", subject="repas", cents=1, means="cash", issued_by=None
        )

    early_receipt = issue_other(cancelled)
    pay(archived.entries.all()[0], 1000)
    now = timezone.now()
    Tournament.objects.filter(pk=archived.pk).update(archived_at=now, state=TournamentState.FINISHED)
    Tournament.objects.filter(pk=cancelled.pk).update(cancelled_at=now)

    assert issue(archived) == [(1, "NOM01 Ana", 1000)]
    assert issue_other(archived).number == 2
    with pytest.raises(AppError, match="cancelled"):
        issue_other(cancelled)
    for receipt in (early_receipt, *PaymentReceipt.objects.filter(tournament=archived)):
        assert cancel_receipt(receipt=receipt, reason="annulé", cancelled_by=None).cancelled_at is not None


def test_receipt_above_a_corrected_payment_is_shown(tournament: Tournament) -> None:
    entry = tournament.entries.first()
    pay(entry, 1000)
    issue(tournament)
    pay(entry, 800)

    book = load_receipt_book(tournament)

    assert (book.waiting, [gap.missing for gap in book.exceeding]) == ((), [-200])


def test_receipt_follows_an_entry_that_comes_back(tournament: Tournament) -> None:
    entry = tournament.entries.first()
    pay(entry, 1000)
    issue(tournament)

    event = withdraw_entry(entry=entry, withdrawn_by=None)
    between = PaymentReceipt.objects.get().entry_id
    back = restore_entry(tournament=tournament, event=event, restored_by=None)

    assert (between, PaymentReceipt.objects.get().entry) == (None, back)
    assert load_receipt_book(tournament).waiting == ()


def test_returned_payment_cancels_its_receipt_and_no_other(tournament: Tournament) -> None:
    entry = tournament.entries.first()
    pay(entry, 1000)
    issue(tournament)
    dues = issue_other_receipt(
        tournament=tournament,
        payer="NOM01 Ana",
        subject="cotisation",
        cents=2500,
        means="cheque",
        issued_by=None,
    )
    is_of_entry = dues.entry_id == entry.pk
    # dues are no part of the fee
    assert load_receipt_book(tournament).exceeding == ()
    event = withdraw_entry(entry=entry, withdrawn_by=None)
    in_till = load_takings(tournament).in_till

    return_payment(tournament=tournament, event=event, returned_by=None)

    assert is_of_entry
    assert list(PaymentReceipt.objects.values_list("is_fee", "reason")) == [
        (True, "paiement rendu"),
        (False, ""),
    ]
    assert (in_till, load_takings(tournament).in_till) == (3500, 2500)


def test_takings_are_listed_by_means(tournament: Tournament, django_assert_num_queries) -> None:
    first, second, third = tournament.entries.all()
    pay(first, 1000)
    pay(second, 400, "")
    issue(tournament, first)
    issue_other_receipt(
        tournament=tournament, payer="Mme Untel", subject="repas", cents=1500, means="cash", issued_by=None
    )
    withdrawn = tournament.entries.get(pk=third.pk)
    pay(withdrawn, 300)
    withdraw_entry(entry=withdrawn, withdrawn_by=None)

    with django_assert_num_queries(6):
        takings = load_takings(tournament)

    assert [
        (part.label, [(taken.payer, taken.subject, taken.numbers, taken.cents) for taken in part.sums])
        for part in takings.means
    ] == [
        ("espèces", [("NOM01 Ana", "Plein", (1,), 1000), ("Mme Untel", "repas", (2,), 1500)]),
        ("moyen non noté", [("NOM02 Ana", "Plein", (), 400)]),
    ]
    assert (takings.total, takings.to_return, takings.in_till, takings.still_owed) == (2900, 300, 3200, 600)
    assert [line.entry for line in takings.unpaid] == [second]


def test_event_with_receipts_is_not_deleted(tournament: Tournament) -> None:
    entry = tournament.entries.first()
    pay(entry, 1000)
    issue(tournament)
    for entered in tournament.entries.all():
        withdraw_entry(entry=entered, withdrawn_by=None)

    with pytest.raises(AppError) as refusal:
        delete_empty_event(tournament=tournament, deleted_by=None)

    assert "Des reçus sont établis" in str(refusal.value.message)


def test_own_data_hold_receipts_of_the_entry_and_of_the_name(tournament: Tournament) -> None:
    entry = tournament.entries.first()
    pay(entry, 1000)
    issue(tournament)
    withdraw_entry(entry=entry, withdrawn_by=None)
    for payer in ("Mme Untel", "NOM01 Ana"):
        issue_other_receipt(
            tournament=tournament, payer=payer, subject="repas", cents=1, means="cash", issued_by=None
        )

    receipts = load_personal(entry.person)["receipts"]

    assert [(receipt["number"], receipt["cents"]) for receipt in receipts] == [(1, 1000), (3, 1)]
    assert "issued_by_id" not in receipts[0]
