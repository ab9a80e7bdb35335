"""Addresses of entries, teams, payments and presence."""

from typing import Any

from tests.factories.tournaments import make_people
from tests.tournaments.walks.matrix.rules import DESK, NOBODY, PREPARE, WELCOME, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.entries.services.withdrawals import WITHDRAWN
from tournaments.models import PaymentReceipt
from tournaments.trace.services.trace import record_event

ROWS = {
    "organiser-entries": Row(DESK, WELCOME),
    "organiser-entries-tick": Row(WELCOME, WELCOME),
    "organiser-door": Row(WELCOME, NOBODY, is_page=False),
    "organiser-arrivals": Row(WELCOME, NOBODY),
    "organiser-arrivals-live": Row(WELCOME, NOBODY, is_page=False),
    "organiser-arrivals-step": Row(NOBODY, WELCOME),
    "organiser-arrivals-day": Row(WELCOME, NOBODY),
    "organiser-arrivals-day-live": Row(WELCOME, NOBODY, is_page=False),
    "organiser-arrivals-day-step": Row(NOBODY, WELCOME),
    "organiser-arrivals-announced": Row(NOBODY, PREPARE),
    "organiser-entry-questions": Row(PREPARE, PREPARE),
    "organiser-entry-visitor": Row(NOBODY, WELCOME),
    "organiser-entry-licensee": Row(NOBODY, WELCOME),
    "organiser-walk-in": Row(NOBODY, WELCOME),
    "organiser-entry-withdraw": Row(NOBODY, WELCOME),
    "organiser-entry-restore": Row(NOBODY, WELCOME),
    "organiser-team-add": Row(WELCOME, WELCOME),
    "organiser-team-list": Row(WELCOME, WELCOME),
    "organiser-team-change": Row(WELCOME, WELCOME),
    "organiser-first-badge": Row(NOBODY, PREPARE),
    "organiser-fees": Row(DESK, PREPARE),
    "organiser-fee-pay": Row(NOBODY, WELCOME),
    "organiser-fee-return": Row(NOBODY, WELCOME),
    "organiser-receipts": Row(WELCOME, WELCOME),
    "organiser-receipts-issue": Row(NOBODY, WELCOME),
    "organiser-receipt-cancel": Row(NOBODY, WELCOME),
    "organiser-presence": Row(DESK, PREPARE),
    "organiser-presence-change": Row(NOBODY, PREPARE),
    "organiser-substitution-cancel": Row(NOBODY, PREPARE),
    "organiser-partners": Row(PREPARE, PREPARE, is_page=False),
}
FIELDS = (
    "text_1",
    "kind_1",
    "choices_1",
    "people",
    "m",
    "q",
    "retire",
    "visitor-last_name",
    "leaves",
    "person",
    "first_round",
    "presence",
    "paid",
    "payer",
    "subject",
    "cents",
    "means",
    "counted_members",
)


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    entry = scene.entry
    substitution = entry.substitutions.create(
        session=scene.tournament.sessions.get(),
        leaves=entry.person,
        person=make_people(scene.tournament.club, 1)[0],
        first_round=2,
    )
    withdrawn = record_event(
        club=scene.tournament.club,
        tournament=scene.tournament,
        actor=None,
        action=WITHDRAWN,
        subject=str(entry),
    )
    receipt = PaymentReceipt.objects.create(
        tournament=scene.tournament, entry=entry, number=1, payer=str(entry), subject="Plein", cents=800
    )
    return {
        "organiser-arrivals-step": {"pk": entry.pk, "step": "arrive"},
        "organiser-arrivals-day-step": {"pk": entry.person_id, "step": "arrive"},
        "organiser-entry-restore": {"pk": withdrawn.pk},
        "organiser-entry-withdraw": {"pk": entry.pk},
        "organiser-presence-change": {"pk": entry.pk},
        "organiser-fee-pay": {"pk": entry.pk},
        "organiser-fee-return": {"pk": withdrawn.pk},
        "organiser-receipt-cancel": {"pk": receipt.pk},
        "organiser-team-change": {"pk": entry.pk},
        "organiser-substitution-cancel": {"pk": substitution.pk},
    }
