"""Penalties, given and taken back."""

from decimal import Decimal
from fractions import Fraction

import pytest

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    list_plays,
    make_club,
    make_seated_tournament,
    make_user,
)
from tournaments.models import AuditEvent, Entry, Ruling, Session, StandingsRequest
from tournaments.queries.standings import latest_standings, snapshot_rows
from tournaments.services.rulings import give_penalty, withdraw_penalty
from tournaments.services.standings import refresh_standings

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    return make_seated_tournament(make_club()).sessions.get()


@pytest.fixture
def referee() -> User:
    return make_user("Arbitre")


def give(session: Session, referee: User, percent: str = "2.5", reason: str = "retard") -> Ruling:
    entry = session.tournament.entries.all()[0]
    return give_penalty(
        session=session, entry=entry, percent=Decimal(percent), reason=reason, ruled_by=referee
    )


@pytest.mark.parametrize(("percent", "hundredths"), [("0.01", 1), ("2.5", 250), ("100", 10000)])
def test_penalty_is_kept_in_hundredths_and_traced(
    session: Session, referee: User, percent: str, hundredths: int
) -> None:
    ruling = give(session, referee, percent, reason=" retard ")

    event = AuditEvent.objects.latest("pk")
    assert (ruling.percent_hundredths, ruling.reason, ruling.ruled_by) == (hundredths, "retard", referee)
    assert (event.action, event.subject) == ("ruling.given", "NOM01 Ana")
    assert event.after == {"percent_hundredths": hundredths, "reason": "retard"}
    assert StandingsRequest.objects.filter(session=session).exists()


@pytest.mark.parametrize("percent", ["0", "-1", "100.01", "0.001", "0.005"])
def test_percentage_out_of_range_is_refused_at_its_field(
    session: Session, referee: User, percent: str
) -> None:
    with pytest.raises(AppError) as refusal:
        give(session, referee, percent)

    assert refusal.value.code == "percent_out_of_range"
    assert "0,01 à 100" in refusal.value.fields["percent"]
    assert not Ruling.objects.exists()


def test_reason_is_required(session: Session, referee: User) -> None:
    with pytest.raises(AppError) as refusal:
        give(session, referee, reason="  ")

    assert (refusal.value.code, list(refusal.value.fields)) == ("reason_missing", ["reason"])


def test_entry_of_another_tournament_is_refused(session: Session, referee: User) -> None:
    stranger: Entry = make_seated_tournament(make_club()).entries.all()[0]

    with pytest.raises(AppError) as refusal:
        give_penalty(session=session, entry=stranger, percent=Decimal(1), reason="retard", ruled_by=referee)

    assert refusal.value.code == "entry_elsewhere"


def test_penalty_taken_back_stays_in_the_record(session: Session, referee: User) -> None:
    director = make_user("Directeur")
    ruling = give(session, referee)

    withdraw_penalty(ruling=ruling, reason="erreur de joueur", withdrawn_by=director)

    ruling.refresh_from_db()
    assert (ruling.withdrawn_by, ruling.withdrawn_reason) == (director, "erreur de joueur")
    assert AuditEvent.objects.latest("pk").action == "ruling.withdrawn"


def test_penalty_is_taken_back_once_and_with_a_reason(session: Session, referee: User) -> None:
    ruling = give(session, referee)

    with pytest.raises(AppError) as silent:
        withdraw_penalty(ruling=ruling, reason=" ", withdrawn_by=referee)
    withdraw_penalty(ruling=ruling, reason="erreur", withdrawn_by=referee)
    with pytest.raises(AppError) as again:
        withdraw_penalty(ruling=ruling, reason="erreur", withdrawn_by=referee)

    assert (silent.value.code, again.value.code) == ("reason_missing", "already_withdrawn")


def test_ranking_deducts_a_penalty_and_gives_it_back(session: Session, referee: User) -> None:
    enter_result(list_plays(session.tournament)[0], 56)

    def penalty_of_first() -> Fraction:
        refresh_standings(session=session)
        rows = snapshot_rows(latest_standings(session))
        return next(row.penalty for row in rows if row.entry.person.last_name == "Nom01")

    ruling = give(session, referee, "2.5")
    assert penalty_of_first() == Fraction(5, 2)

    withdraw_penalty(ruling=ruling, reason="erreur", withdrawn_by=referee)
    assert penalty_of_first() == 0
