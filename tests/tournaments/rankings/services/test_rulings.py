"""Rulings, given and taken back."""

import dataclasses
import random
from typing import Any

import pytest

from accounts.models import User
from common.errors import AppError
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    give_penalty,
    list_plays,
    make_club,
    make_people,
    make_seated_tournament,
    make_user,
)
from tournaments.core.formats import registry
from tournaments.core.formats.tournament_formats import FRIENDLY
from tournaments.core.ranking.faults_fft_2012 import (
    FORTY_ALL,
    FORTY_SIXTY,
    HALF,
    HALF_ALL,
    ZERO_ALL,
    ZERO_TAKER,
)
from tournaments.core.ranking.rulings import Effect, EffectKind
from tournaments.enums import EventRole, RulingRole
from tournaments.models import AuditEvent, Entry, Play, Ruling, Seating, Session, StandingsRequest, Tournament
from tournaments.rankings.queries.standings import latest_standings, snapshot_rows
from tournaments.rankings.services.rulings import (
    RulingDraft,
    give_ruling,
    refuse_other_measure,
    withdraw_ruling,
)
from tournaments.rankings.services.standings import refresh_standings
from tournaments.seating.services.seating import undo_seating

pytestmark = pytest.mark.django_db

NEUTRALISE = Effect(EffectKind.NEUTRALISE)
RULINGS = (
    (HALF,),
    (NEUTRALISE,),
    (ZERO_ALL,),
    (FORTY_SIXTY,),
    (NEUTRALISE, ZERO_TAKER),
    (FORTY_ALL, HALF_ALL),
)


@pytest.fixture
def session() -> Session:
    return make_seated_tournament(make_club(), is_dealt=False).sessions.get()


@pytest.fixture
def referee() -> User:
    return make_user("Arbitre")


def first_entry(session: Session) -> Entry:
    return session.tournament.entries.order_by("pk")[0]


def at_play(play: Play, seat: int) -> Entry:
    return Seating.objects.get(round=play.round, table=play.table, seat=seat).entry


def draft(session: Session, *effects: Effect, **changes: object) -> RulingDraft:
    ruling_draft = RulingDraft(effects=effects, reason="renonce", guilty=(first_entry(session),))
    return dataclasses.replace(ruling_draft, **changes)


def test_ruling_is_kept_as_it_was_given_and_traced(session: Session, referee: User) -> None:
    play = list_plays(session.tournament)[0]
    guilty = at_play(play, 2)

    new_ruling = give_ruling(
        session=session,
        ruled_by=referee,
        draft=RulingDraft(
            effects=(HALF, FORTY_SIXTY), play=play, guilty=(guilty,), fault="revoke", reason=" renonce "
        ),
    )

    ruling = Ruling.objects.get()
    assert (ruling, ruling.play, ruling.fault, ruling.reason) == (new_ruling, play, "revoke", "renonce")
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
    stranger = first_entry(make_seated_tournament(make_club(), is_dealt=False).sessions.get())
    person = make_people(session.tournament.club, 1)[0]
    late = Entry.objects.create(tournament=session.tournament, person=person)

    for entry in (stranger, late):
        with pytest.raises(AppError) as refusal:
            give_ruling(session=session, draft=draft(session, HALF, guilty=(entry,)), ruled_by=referee)
        assert refusal.value.code == "entry_elsewhere"


def test_play_of_another_session_and_unknown_fault_are_refused(session: Session, referee: User) -> None:
    elsewhere = list_plays(make_seated_tournament(make_club(), is_dealt=False))[0]

    for changes, code in (({"play": elsewhere}, "play_elsewhere"), ({"fault": "singing"}, "no_such_fault")):
        with pytest.raises(AppError) as refusal:
            give_ruling(session=session, draft=draft(session, HALF, **changes), ruled_by=referee)
        assert refusal.value.code == code


@pytest.mark.postgres
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


@pytest.mark.postgres
def test_seats_stay_while_a_ruling_is_in_force(session: Session, referee: User) -> None:
    play = list_plays(session.tournament)[0]
    new_ruling = give_ruling(
        session=session, draft=draft(session, NEUTRALISE, play=play, guilty=()), ruled_by=referee
    )

    with pytest.raises(AppError) as refusal:
        undo_seating(tournament=session.tournament, undone_by=None)
    withdraw_ruling(ruling=new_ruling, reason="erreur", withdrawn_by=referee)
    undo_seating(tournament=session.tournament, undone_by=None)

    new_ruling.refresh_from_db()
    assert refusal.value.code == "rulings_exist"
    assert new_ruling.play is None


def test_after_a_ruling_the_sides_need_not_be_complementary(session: Session, referee: User) -> None:
    plays = [play for play in list_plays(session.tournament) if play.board == 1]
    enter_results(zip(plays, (62, 56, 50, -52, -56), strict=True))
    everybody = [at_play(plays[0], seat) for seat in range(4)]

    give_ruling(
        session=session,
        draft=draft(session, FORTY_ALL, play=plays[0], guilty=(everybody[0],)),
        ruled_by=referee,
    )

    refresh_standings(session=session)
    values = {row.entry: row.value for row in snapshot_rows(latest_standings(session))}
    assert [values[entry] for entry in everybody] == [40, 40, 40, 40]
    assert values[at_play(plays[1], 0)] == 75


def test_forgotten_score_costs_its_table_a_zero_without_any_result(session: Session, referee: User) -> None:
    plays = [play for play in list_plays(session.tournament) if play.board == 1]
    enter_results(zip(plays[1:], (56, 50, -52, -56), strict=True))

    give_ruling(
        session=session,
        draft=draft(session, ZERO_ALL, play=plays[0], guilty=(), fault="score_forgotten"),
        ruled_by=referee,
    )

    refresh_standings(session=session)
    rows = {row.entry: row for row in snapshot_rows(latest_standings(session))}
    assert [rows[at_play(plays[0], seat)].value for seat in range(4)] == [0, 0, 0, 0]
    assert rows[at_play(plays[1], 0)].value == 100


def test_rulings_given_and_taken_back_in_any_order_leave_those_in_force(
    session: Session, referee: User
) -> None:
    chance = random.Random(6)
    plays = [play for play in list_plays(session.tournament) if play.board <= 2]
    for play in plays:
        enter_result(play, chance.choice((56, 62, 70, -52, -66)))
    effect_choices = [chance.choice(RULINGS) for _ in range(8)]
    drafts = []
    for effects in effect_choices:
        play = chance.choice(plays)
        guilty = at_play(play, chance.randrange(4))
        drafts.append(RulingDraft(effects=effects, play=play, guilty=(guilty,), reason="essai"))
    valid_drafts = drafts[:4]

    def ranking() -> dict[str, Any]:
        refresh_standings(session=session)
        return latest_standings(session).rows

    rankings = []
    for _ in range(3):
        rulings = {}
        steps = [("give", number) for number in range(8)] + [("take", number) for number in range(4, 8)]
        chance.shuffle(steps)
        for step, number in sorted(steps, key=lambda pair: pair[1] >= 4 and pair[0] == "take"):
            if step == "give":
                rulings[number] = give_ruling(session=session, draft=drafts[number], ruled_by=referee)
            else:
                withdraw_ruling(ruling=rulings[number], reason="essai", withdrawn_by=referee)
        rankings.append(ranking())
        for number in range(4):
            withdraw_ruling(ruling=rulings[number], reason="essai", withdrawn_by=referee)
    for valid_draft in valid_drafts:
        give_ruling(session=session, draft=valid_draft, ruled_by=referee)

    assert rankings == 3 * [ranking()]


@pytest.mark.postgres
def test_method_cannot_change_the_unit_of_rulings_already_given(
    session: Session, referee: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(registry.FORMATS, "friendly", FRIENDLY)
    tournament = session.tournament
    Tournament.objects.filter(pk=tournament.pk).update(format="friendly", options={"method": "topage"})
    tournament.refresh_from_db()
    refuse_other_measure(tournament, {"method": "total"})
    give_penalty(session, first_entry(session))

    refuse_other_measure(tournament, {"method": "topage", "lowest_wins": True})
    with pytest.raises(AppError) as refusal:
        refuse_other_measure(tournament, {"method": "total"})

    assert (refusal.value.code, list(refusal.value.fields)) == ("rulings_exist", ["method"])


def test_sheet_of_totals_has_no_deal_to_rule_on(session: Session, referee: User) -> None:
    Tournament.objects.filter(pk=session.tournament_id).update(
        format="free_deals", options={"sheet": "totals"}
    )
    session = Session.objects.get(pk=session.pk)
    ruling_draft = draft(session, Effect(EffectKind.CANCEL), play=list_plays(session.tournament)[0])

    with pytest.raises(AppError) as refusal:
        give_ruling(session=session, draft=ruling_draft, ruled_by=referee)
    give_ruling(session=session, draft=draft(session, Effect(EffectKind.PENALTY, 100)), ruled_by=referee)

    assert refusal.value.code == "ruling_on_totals"
