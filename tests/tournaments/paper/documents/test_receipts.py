"""Receipts on paper, and the takings of an evening for the treasurer."""

import pytest
from django.utils import timezone

from tests.factories.printed_pages import outside
from tournaments.entries.services.fees import record_payment
from tournaments.entries.services.receipts import issue_fee_receipts
from tournaments.enums import DocumentKind
from tournaments.models import ClubPage, FeeRate, Tournament
from tournaments.paper.documents.making.options import DocumentOptions
from tournaments.paper.documents.results.receipts import build_receipts


@pytest.fixture
def paid(evening: Tournament) -> Tournament:
    """The evening with five payments and their receipts, of which the third is cancelled."""
    rate = FeeRate.objects.create(tournament=evening, name="Plein tarif", cents=1250)
    for entry in evening.entries.all()[:5]:
        record_payment(entry=entry, rate=rate, paid_cents=None, recorded_by=None, means="cheque")
    issue_fee_receipts(tournament=evening, issued_by=None)
    evening.receipts.filter(number=3).update(cancelled_at=timezone.now(), reason="faux nom")
    return evening


def numbers(tournament: Tournament, **options: object) -> list[list[int]]:
    sheets = build_receipts(tournament, DocumentOptions(**options))
    return [[receipt.number for receipt in sheet.receipts] for sheet in sheets]


def test_valid_receipts_are_two_on_a_sheet_or_alone(paid, django_assert_num_queries):
    with django_assert_num_queries(2):
        sheets = numbers(paid)

    assert sheets == [[1, 2], [4, 5]]
    assert numbers(paid, paper="A5") == [[1], [2], [4], [5]]
    assert numbers(paid, first_receipt=2, last_receipt=4) == [[2, 4]]
    assert numbers(paid, first_receipt=3, last_receipt=3) == []


def test_receipt_says_who_paid_what_how_and_to_whom(paid, told):
    ClubPage.objects.create(club=paid.club, receipt_head="12 rue du Chien\nSIREN 123 456 789")
    paid.place = "salle Ronde"

    text = told(DocumentKind.RECEIPTS, paid, options=DocumentOptions(first_receipt=4, last_receipt=4))

    assert f"{paid.club.name} 12 rue du ChienSIREN 123 456 789 Reçu n° 4" in text
    assert "Reçu de NOM04 Ana La somme de 12,50 € Pour droit d’inscription (Plein tarif)" in text
    assert "salle Ronde Payé par chèque" in text
    assert "n’est pas un reçu fiscal" in text


def test_receipts_are_a5_laid_down_and_hold_long_texts(paid, pages):
    ClubPage.objects.create(club=paid.club, receipt_head="\n".join(["Association " * 4] * 6))
    paid.club.name, paid.place = "Cercle de tarot duplicate " * 4, "Salle des fêtes " * 10
    paid.receipts.update(payer="W" * 170, subject="cotisation " * 7)
    (sheet, _second) = pages(DocumentKind.RECEIPTS, paid)
    single = pages(DocumentKind.RECEIPTS, paid, options=DocumentOptions(paper="A5", last_receipt=1))[0]

    assert (round(sheet.width), round(sheet.height)) == (595, 842)
    assert (round(single.width), round(single.height)) == (595, 420)
    assert [text for _left, top, _right, _bottom, text in sheet.words if top > 421].count("Reçu") == 2
    assert outside(sheet) == []
    means, signatures = (
        [(top, bottom) for _left, top, _right, bottom, text in sheet.words if text == word]
        for word in ("chèque", "Signature")
    )
    assert all(bottom <= top for (_top, bottom), (top, _bottom) in zip(means, signatures, strict=True))


def test_takings_name_sums_receipts_and_what_is_owed(paid, told):
    text = told(DocumentKind.TAKINGS, paid)

    assert "Chèque 5 62,50 €" in text
    assert "En caisse 62,50 €" in text
    assert "NOM03 Ana Plein tarif – 12,50 €" in text
    assert "NOM04 Ana Plein tarif 4 12,50 €" in text
    assert "Reçus annulés Reçu n° Nom Motif Somme 3 NOM03 Ana faux nom 12,50 €" in text
    assert "Reste à payer" in text
