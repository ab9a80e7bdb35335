"""Rulings, given and taken back."""

import dataclasses

import pytest

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import (
    give_penalty,
    list_plays,
    make_club,
    make_people,
    make_seated_tournament,
    make_user,
)
from tournaments.core.ranking.faults_fft_2012 import FORTY_SIXTY, HALF
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.enums import EventRole, RulingRole
from tournaments.models import AuditEvent, Entry, Play, Ruling, Seating, Session, StandingsRequest
from tournaments.services.rulings import RulingDraft, give_ruling, withdraw_ruling

pytestmark = pytest.mark.django_db

NEUTRALISE = Effect(EffectKind.NEUTRALISE)


@pytest.fixture
def session() -> Session:
    return make_seated_tournament(make_club()).sessions.get()


@pytest.fixture
def referee() -> User:
    return make_user("Arbitre")


def first_entry(session: Session) -> Entry:
    return session.tournament.entries.order_by("pk")[0]


def at_play(play: Play, seat: int) -> Entry:
    return Seating.objects.get(round=play.round, table=play.table, seat=seat).entry


def draft(session: Session, *effects: Effect, **changes: object) -> RulingDraft:
    asked = RulingDraft(effects=effects, reason="renonce", guilty=(first_entry(session),))
    return dataclasses.replace(asked, **changes)


def test_ruling_is_kept_as_it_was_given_and_traced(session: Session, referee: User) -> None:
    play = list_plays(session.tournament)[0]
    guilty = at_play(play, 2)

    given = give_ruling(
        session=session,
        ruled_by=referee,
        draft=RulingDraft(
            effects=(HALF, FORTY_SIXTY), play=play, guilty=(guilty,), fault="revoke", reason=" renonce "
        ),
    )

    ruling = Ruling.objects.get()
    assert (ruling, ruling.play, ruling.fault, ruling.reason) == (given, play, "revoke", "renonce")
    assert ruling.effects == [
        {"kind": "penalty", "amount": 50, "who": "guilty"},
        {"kind": "cap", "amount": 4000, "who": "guilty"},
    ]
    assert list(ruling.guilty.all()) == [guilty]
    event = AuditEvent.objects.latest("pk")
    assert (event.action, event.subject) == ("ruling.given", str(guilty))
    assert event.after is not None
    assert event.after["effects"] == ruling.effects
    assert StandingsRequest.objects.filter(session=session).exists()


@pytest.mark.parametrize(
    ("roles", "expected"),
    [
        ([], RulingRole.ORGANISER),
        ([EventRole.DIRECTOR], RulingRole.DIRECTOR),
        ([EventRole.REFEREE], RulingRole.REFEREE),
    ],
)
def test_ruling_says_in_what_capacity_it_was_given(
    session: Session, roles: list[EventRole], expected: RulingRole
) -> None:
    user = make_user("Claire")
    for role in roles:
        user.event_roles.create(tournament=session.tournament, role=role)

    ruling = give_penalty(session, first_entry(session), user=user)

    assert ruling.ruled_as == expected


@pytest.mark.parametrize(
    ("effects", "changes", "code", "field"),
    [
        ([], {}, "ruling_empty", "effects"),
        ([Effect(EffectKind.PENALTY, 0)], {}, "ruling_amount", "effects"),
        ([Effect(EffectKind.PENALTY, 10_001)], {}, "ruling_amount", "effects"),
        ([Effect(EffectKind.POINTS_CAP, 4)], {}, "ruling_effect", "effects"),
        ([FORTY_SIXTY], {}, "ruling_without_play", "play"),
        ([HALF], {"guilty": ()}, "ruling_nobody", "guilty"),
        ([HALF], {"reason": "  "}, "reason_missing", "reason"),
    ],
)
def test_what_cannot_be_ruled_is_refused_at_its_field(
    session: Session, referee: User, effects: list[Effect], changes: dict[str, object], code: str, field: str
) -> None:
    with pytest.raises(AppError) as refusal:
        give_ruling(session=session, draft=draft(session, *effects, **changes), ruled_by=referee)

    assert (refusal.value.code, list(refusal.value.fields)) == (code, [field])
    assert "%(" not in refusal.value.fields[field]
    assert not Ruling.objects.exists()


def test_whoever_has_no_place_in_the_session_cannot_be_at_fault(session: Session, referee: User) -> None:
    stranger = first_entry(make_seated_tournament(make_club()).sessions.get())
    person = make_people(session.tournament.club, 1)[0]
    late = Entry.objects.create(tournament=session.tournament, person=person)

    for entry in (stranger, late):
        with pytest.raises(AppError) as refusal:
            give_ruling(session=session, draft=draft(session, HALF, guilty=(entry,)), ruled_by=referee)
        assert refusal.value.code == "entry_elsewhere"


def test_play_of_another_session_and_unknown_fault_are_refused(session: Session, referee: User) -> None:
    elsewhere = list_plays(make_seated_tournament(make_club()))[0]

    for changes, code in (({"play": elsewhere}, "play_elsewhere"), ({"fault": "singing"}, "no_such_fault")):
        with pytest.raises(AppError) as refusal:
            give_ruling(session=session, draft=draft(session, HALF, **changes), ruled_by=referee)
        assert refusal.value.code == code


def test_cap_needs_somebody_guilty_at_the_table(session: Session, referee: User) -> None:
    play = list_plays(session.tournament)[0]
    absent = session.tournament.entries.exclude(seatings__round=play.round, seatings__table=play.table)[0]

    with pytest.raises(AppError) as refusal:
        give_ruling(
            session=session, draft=draft(session, FORTY_SIXTY, play=play, guilty=(absent,)), ruled_by=referee
        )

    assert refusal.value.code == "ruling_guilty_elsewhere"


def test_ruling_taken_back_stays_in_the_record(session: Session, referee: User) -> None:
    director = make_user("Directeur")
    ruling = give_penalty(session, first_entry(session), user=referee)

    withdraw_ruling(ruling=ruling, reason="erreur de joueur", withdrawn_by=director)

    ruling.refresh_from_db()
    assert (ruling.withdrawn_by, ruling.withdrawn_reason) == (director, "erreur de joueur")
    assert ruling.withdrawn_at is not None
    assert AuditEvent.objects.latest("pk").action == "ruling.withdrawn"


def test_ruling_is_taken_back_once_and_with_a_reason(session: Session, referee: User) -> None:
    ruling = give_penalty(session, first_entry(session))

    with pytest.raises(AppError) as silent:
        withdraw_ruling(ruling=ruling, reason=" ", withdrawn_by=referee)
    withdraw_ruling(ruling=ruling, reason="erreur", withdrawn_by=referee)
    with pytest.raises(AppError) as again:
        withdraw_ruling(ruling=ruling, reason="erreur", withdrawn_by=referee)

    assert (silent.value.code, again.value.code) == ("reason_missing", "already_withdrawn")
