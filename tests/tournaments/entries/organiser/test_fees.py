"""Entry fees on their page."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories.tournaments import make_people, make_team_tournament, make_tournament
from tournaments.entries.queries.fees import load_fees
from tournaments.entries.services.fees import record_payment, settle_fee
from tournaments.entries.services.withdrawals import find_left_payments, withdraw_entry
from tournaments.evening.services.announcement import cancel_event
from tournaments.events.services.events import enter_people
from tournaments.models import Club, EntryFee, FeeRate, PrizePlan, Tournament


@pytest.fixture
def tournament(club: Club) -> Tournament:
    tournament = make_tournament(club)
    enter_people(tournament=tournament, people=make_people(club, 2), entered_by=None)
    FeeRate.objects.create(tournament=tournament, name="Plein", cents=1250)
    return tournament


def page(tournament: Tournament) -> str:
    return reverse("organiser-fees", args=[tournament.slug])


def pay(client: Client, tournament: Tournament, **data: object) -> str:
    entry = tournament.entries.order_by("pk")[0]
    rate = FeeRate.objects.get(tournament=tournament, name="Plein")
    path = reverse("organiser-fee-pay", args=[tournament.slug, entry.pk])
    return client.post(path, {"rate": rate.pk, **data}, follow=True).content.decode()


def test_rates_are_written_and_the_account_follows(signed_in: Client, tournament: Tournament) -> None:
    data = {"name_1": "Plein", "cents_1": "12,50", "name_2": "Jeunes", "cents_2": "5"}

    page_text = signed_in.post(page(tournament), data, follow=True).content.decode()

    assert list(FeeRate.objects.values_list("name", "cents")) == [("Plein", 1250), ("Jeunes", 500)]
    assert "<strong>25,00\u00a0€</strong>" in page_text
    assert "Jeunes (5,00\u00a0€)" in page_text


def test_teams_alone_are_asked_whether_they_pay_for_each_member(
    signed_in: Client, tournament: Tournament, club: Club
) -> None:
    teams, question = make_team_tournament(club, "triplets"), "Les équipes paient pour chaque équipier"

    page_texts = [signed_in.get(page(event)).text for event in (teams, tournament)]
    for event in (teams, tournament):
        signed_in.post(page(event), {"per_member": "on", "name_1": "Plein", "cents_1": "5"})

    assert [question in text for text in page_texts] == [True, False]
    assert [PrizePlan.objects.get(tournament=event).fee_per_member for event in (teams, tournament)] == [
        True,
        False,
    ]


def test_sum_that_is_none_keeps_what_was_typed(signed_in: Client, tournament: Tournament) -> None:
    page_text = signed_in.post(page(tournament), {"name_1": "Plein", "cents_1": "douze"}).content.decode()

    assert "«\u00a0douze\u00a0» n’est pas une somme." in page_text
    assert 'value="douze"' in page_text


def test_payments_are_noted_one_by_one(signed_in: Client, tournament: Tournament) -> None:
    part = pay(signed_in, tournament, paid="10")
    after_part = EntryFee.objects.get().paid_cents
    page_text = pay(signed_in, tournament, all="1")
    after_all = EntryFee.objects.get().paid_cents
    refused = pay(signed_in, tournament, paid="x")

    assert (after_part, after_all) == (1000, 1250)
    assert "2,50\u00a0€" in part
    assert "NOM01 Ana\u00a0: paiement noté." in page_text
    assert "n’est pas une somme" in refused


def test_payment_that_another_desk_noted_meanwhile_is_not_overwritten(
    signed_in: Client, tournament: Tournament
) -> None:
    assert 'name="initial-paid" value=""' in signed_in.get(page(tournament)).text
    pay(signed_in, tournament, paid="5", **{"initial-paid": ""})
    assert 'name="initial-paid" value="5"' in signed_in.get(page(tournament)).text

    refused = pay(signed_in, tournament, paid="3", **{"initial-paid": ""})
    assert "Changé entre-temps\xa0: 5." in refused
    assert EntryFee.objects.get().paid_cents == 500

    pay(signed_in, tournament, paid="8", **{"initial-paid": "5"})
    pay(signed_in, tournament, paid="5", **{"initial-paid": "5"})
    assert EntryFee.objects.get().paid_cents == 800
    pay(signed_in, tournament, paid="5", all="1", **{"initial-paid": "5"})
    assert EntryFee.objects.get().paid_cents == 1250


def test_means_are_noted_and_added_up(signed_in: Client, tournament: Tournament) -> None:
    plain_page = pay(signed_in, tournament, paid="10")
    page_text = pay(signed_in, tournament, paid="10", means="cheque")
    other_entry = tournament.entries.order_by("pk")[1]
    rate = FeeRate.objects.get()
    record_payment(entry=other_entry, rate=rate, paid_cents=None, recorded_by=None)
    refused = pay(signed_in, tournament, paid="10", means="shells")
    account = load_fees(tournament)

    assert "Payés, par moyen" not in plain_page
    assert "chèque <strong>10,00 €</strong>" in page_text
    assert account.paid_by_means == [("chèque", 1000), ("moyen non noté", 1250)]
    assert "NOM01 Ana : " in refused
    fee = EntryFee.objects.get(entry=tournament.entries.order_by("pk")[0])
    pay(signed_in, tournament, paid="10", means="")
    assert fee.means == "cheque"
    assert EntryFee.objects.get(pk=fee.pk).means == ""


def test_payment_at_the_reception_keeps_the_means(signed_in: Client, tournament: Tournament) -> None:
    entry = tournament.entries.order_by("pk")[0]
    pay(signed_in, tournament, paid="1", means="card")

    fee = settle_fee(entry=entry, is_paid=True, recorded_by=None)

    assert (fee.paid_cents, fee.means) == (1250, "card")


def test_page_stays_at_the_row_of_a_payment_and_begins_at_the_top_with_a_refusal(
    signed_in: Client, tournament: Tournament
) -> None:
    entry = tournament.entries.order_by("pk")[0]
    rate = FeeRate.objects.get(tournament=tournament, name="Plein")
    path = reverse("organiser-fee-pay", args=[tournament.slug, entry.pk])

    noted = signed_in.post(path, {"rate": rate.pk, "paid": "5"})
    refused = signed_in.post(path, {"rate": rate.pk, "paid": "cinq"})

    assert noted.headers["location"] == f"{page(tournament)}#droit-{entry.pk}"
    assert f'id="droit-{entry.pk}"' in signed_in.get(page(tournament)).text
    assert refused.headers["location"] == page(tournament)


def test_payment_of_a_withdrawn_player_is_to_be_returned(signed_in: Client, tournament: Tournament) -> None:
    entry, other_entry = tournament.entries.order_by("pk")
    pay(signed_in, tournament, paid="10")
    withdrawal = withdraw_entry(entry=entry, withdrawn_by=None)
    withdraw_entry(entry=other_entry, withdrawn_by=None)
    entries_page = signed_in.get(
        reverse("organiser-entries", args=[tournament.slug]), {"retire": withdrawal.pk}
    ).text
    page_before = signed_in.get(page(tournament)).text
    path = reverse("organiser-fee-return", args=[tournament.slug, withdrawal.pk])

    returned_page = signed_in.post(path, follow=True).text
    entries_page_after = signed_in.get(
        reverse("organiser-entries", args=[tournament.slug]), {"retire": withdrawal.pk}
    ).text
    repeated_page = signed_in.post(path, follow=True).text

    assert "Payé : 10,00 €, à rendre." in entries_page
    assert "NOM01 Ana n’est plus inscrit." in entries_page_after
    assert "à rendre" not in entries_page_after
    assert "NOM01 Ana : 10,00 €" in page_before
    assert page_before.count("/rendu/") == 1
    assert "NOM01 Ana : paiement rendu." in returned_page
    assert "À rendre" not in returned_page
    assert "c’est déjà fait" in repeated_page


def test_withdrawal_of_another_event_returns_nothing(signed_in: Client, tournament: Tournament) -> None:
    pay(signed_in, tournament, paid="10")
    withdrawal = withdraw_entry(entry=tournament.entries.order_by("pk")[0], withdrawn_by=None)
    other_event = make_tournament(tournament.club)
    path = reverse("organiser-fee-return", args=[other_event.slug, withdrawal.pk])

    assert signed_in.post(path).status_code == 404
    assert find_left_payments(tournament)


def test_cancelled_event_notes_what_it_gives_back_and_what_still_arrives(
    signed_in: Client, tournament: Tournament
) -> None:
    pay(signed_in, tournament, paid="10")
    left_entry = tournament.entries.order_by("pk")[1]
    record_payment(entry=left_entry, rate=FeeRate.objects.get(), paid_cents=500, recorded_by=None)
    withdrawal = withdraw_entry(entry=left_entry, withdrawn_by=None)
    before = signed_in.get(page(tournament)).text
    cancel_event(tournament=tournament, cancelled_by=None)

    cancelled_page = signed_in.get(page(tournament)).text
    late_page = pay(signed_in, tournament, paid="12")
    signed_in.post(reverse("organiser-fee-return", args=[tournament.slug, withdrawal.pk]))
    returned_page = pay(signed_in, tournament, paid="12", returned="1")
    refused = signed_in.post(page(tournament), {"name_1": "Plein", "cents_1": "9"}).text

    texts = (before, cancelled_page, late_page, returned_page)
    assert ["plus personne ne doit rien" in text for text in texts] == [False, True, True, True]
    assert [text.count('name="all"') for text in texts] == [1, 0, 0, 0]
    assert [text.count('name="returned"') for text in texts] == [0, 1, 1, 0]
    sums = [re.findall(r"À rendre <strong>([\d,]+)", text) for text in texts]
    assert sums == [["5,00"], ["15,00"], ["17,00"], []]
    assert EntryFee.objects.get(entry__in=tournament.entries.all()).paid_cents == 0
    assert "paiement rendu" in returned_page
    assert find_left_payments(tournament) == {}
    assert "Ce tournoi est annulé" in refused
    assert FeeRate.objects.get().cents == 1250
