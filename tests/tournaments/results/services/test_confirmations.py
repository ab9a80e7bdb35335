"""The other side's word on a result from a phone."""

import uuid

import pytest

from common.errors import AppError, Conflict
from games.core.dealing.boards import board_taker
from games.core.outcome import Bid
from tests.factories.tables import make_device, open_table, plays_of, sit_down, write_down
from tests.factories.tournaments import (
    enter_result,
    enter_results,
    list_plays,
    make_club,
    make_seated_tournament,
    make_team_tournament,
    make_user,
)
from tournaments.core.formats.registry import find_format
from tournaments.core.slips.traveller import LineInput
from tournaments.events.queries.unsettled import unconfirmed_results, unsettled_counts
from tournaments.events.services.states import finish_tournament
from tournaments.models import AuditEvent, RoundLock, SlipConfirmation
from tournaments.results.queries.table_page import load_entries_at_table, seats_facing
from tournaments.results.services.confirmations import (
    confirm_as_organiser,
    confirm_at_table,
    confirm_seen_results,
)
from tournaments.results.services.table_access import set_phone_rules
from tournaments.results.services.table_phones import take_pen
from tournaments.results.services.table_results import record_at_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return make_seated_tournament(make_club())


@pytest.fixture
def access(evening):
    return open_table(evening)


@pytest.fixture
def play(access):
    return plays_of(access)[0]


@pytest.fixture
def writer(access, play):
    """The taker's phone, which wrote the result."""
    device = make_device()
    sit_down(access, board_taker(play.board), device=device)
    write_down(access, play, device)
    return device


def defender(play, steps=1):
    return (board_taker(play.board) + steps) % 4


def test_a_defender_confirms_on_his_own_phone(access, play, writer):
    device = make_device("Safari, iPhone")
    phone = sit_down(access, defender(play), device=device)

    confirmation = confirm_at_table(
        access=access, play=play, device=device, seat=defender(play), seen_version=1
    )

    assert (confirmation.phone, confirmation.seat) == (phone, defender(play))
    assert confirmation.confirmed_at is not None
    event = AuditEvent.objects.get(action="result.confirmed")
    assert event.after == {"version": 1, "seat": defender(play), "device": str(device.key)}


def test_a_defender_confirms_on_the_phone_passed_to_him(access, play, writer):
    seat = defender(play, 2)

    confirmation = confirm_at_table(access=access, play=play, device=writer, seat=seat, seen_version=1)

    assert confirmation.seat == seat
    assert confirmation.phone == confirmation.written_on


@pytest.mark.parametrize(
    "passes_writer", [True, False], ids=["the phone that wrote", "the one that writes now"]
)
def test_both_phones_are_passed_round_after_the_pen_has_gone(access, play, writer, passes_writer):
    second_device = make_device("Safari, iPhone")
    take_pen(access=access, phone=sit_down(access, board_taker(play.board), device=second_device))
    device, seat = writer if passes_writer else second_device, defender(play, 2)

    confirmation = confirm_at_table(access=access, play=play, device=device, seat=seat, seen_version=1)

    assert (confirmation.seat, confirmation.phone.device) == (seat, device.key)


@pytest.mark.parametrize("code", ["triplets", "quartets", "teams", "triangular"])
def test_teams_write_and_the_team_that_faces_them_confirms(code):
    tournament = make_team_tournament(make_club(), code, is_seated=True)
    access = open_table(tournament)
    play, device = plays_of(access)[0], make_device()
    entries = load_entries_at_table(access.table, play.round)
    sit_down(access, 2, device=device)
    bid = Bid.GARDE_SANS if find_format(code).imposed_bid is None else None
    line = LineInput(bid=bid, bouts=2, points="45")
    arguments = {"seen_version": 0, "token": uuid.uuid4(), "confirmed": True}

    slip = record_at_table(access=access, play=play, device=device, line=line, **arguments)
    facing = seats_facing(play, slip, entries, 2)
    confirmation = confirm_at_table(access=access, play=play, device=device, seat=facing[0], seen_version=1)

    assert slip.score == (116 if bid else 58)
    assert facing
    assert all(entries[seat] not in (None, entries[2]) for seat in facing)
    assert confirmation.confirmed_at is not None


def test_confirming_twice_keeps_the_first_word(access, play, writer):
    first = confirm_at_table(access=access, play=play, device=writer, seat=defender(play), seen_version=1)

    again = confirm_at_table(access=access, play=play, device=writer, seat=defender(play, 2), seen_version=1)

    assert (again.seat, again.confirmed_at) == (first.seat, first.confirmed_at)


@pytest.mark.parametrize("steps", [0, 2], ids=["the side that wrote", "a seat that is not the phone's"])
def test_only_the_other_side_confirms(access, play, writer, steps):
    device = make_device()
    sit_down(access, defender(play), device=device)

    with pytest.raises(AppError) as refusal:
        confirm_at_table(access=access, play=play, device=device, seat=defender(play, steps), seen_version=1)

    assert refusal.value.code == "not_the_other_side"
    assert not SlipConfirmation.objects.exclude(confirmed_at=None).exists()


@pytest.mark.postgres
def test_a_result_changed_since_is_a_conflict_and_waits_again(access, play, writer):
    write_down(access, play, writer, "46", seen_version=1, reason="recompté")

    with pytest.raises(Conflict) as refusal:
        confirm_at_table(access=access, play=play, device=writer, seat=defender(play), seen_version=1)

    assert refusal.value.code == "slip_changed"
    assert [row.slip.version for row in unconfirmed_results(play.round.section.session)] == [2]


@pytest.mark.parametrize("is_entered", [True, False])
def test_what_no_phone_wrote_waits_for_nobody(access, play, is_entered):
    device = make_device()
    sit_down(access, 0, device=device)
    if is_entered:
        enter_result(play, 56, user=make_user())

    with pytest.raises(AppError) as refusal:
        confirm_at_table(access=access, play=play, device=device, seat=1, seen_version=int(is_entered))

    assert refusal.value.code == "nothing_to_confirm"


@pytest.mark.postgres
def test_an_organiser_confirms_in_their_stead(play, writer):
    user = make_user("Odile")

    confirmation = confirm_as_organiser(play=play, seen_version=1, confirmed_by=user)

    assert (confirmation.confirmed_by, confirmation.phone, confirmation.seat) == (user, None, None)
    assert not unconfirmed_results(play.round.section.session).exists()


@pytest.mark.postgres
def test_an_organiser_confirms_all_the_results_seen_and_no_other(access, evening, writer):
    first, second, third = plays_of(access)[:3]
    later_slip = write_down(access, second, writer)
    write_down(access, third, writer)
    session, user = evening.sessions.get(), make_user("Odile")
    # the director has not seen the corrected result of the first play
    seen_ids = set(unconfirmed_results(session).values_list("slip", flat=True)) - {later_slip.pk}
    write_down(access, first, writer, "46", seen_version=1, reason="recompté")

    count = confirm_seen_results(session=session, slip_ids=seen_ids, confirmed_by=user)
    count_again = confirm_seen_results(session=session, slip_ids=seen_ids, confirmed_by=user)

    assert (count, count_again) == (1, 0)
    assert SlipConfirmation.objects.get(confirmed_by=user).slip.play == third
    assert {row.slip.play for row in unconfirmed_results(session)} == {first, second}
    assert AuditEvent.objects.get(action="result.confirmed").actor == user


def test_confirming_all_leaves_a_locked_round_alone(access, evening, writer):
    session = evening.sessions.get()
    slip_ids = set(unconfirmed_results(session).values_list("slip", flat=True))
    RoundLock.objects.create(session=session, round_number=1, locked_by=make_user())

    with pytest.raises(AppError) as refusal:
        confirm_seen_results(session=session, slip_ids=slip_ids, confirmed_by=make_user())

    assert refusal.value.code == "round_locked"
    assert unconfirmed_results(session).exists()


def test_a_correction_by_an_organiser_waits_for_nobody(play, writer):
    enter_result(play, 62, user=make_user(), seen_version=1, reason="fiche")

    assert not unconfirmed_results(play.round.section.session).exists()


@pytest.mark.parametrize("is_asked", [True, False])
def test_an_unconfirmed_result_holds_up_the_end_where_confirmation_is_asked(evening, play, writer, is_asked):
    set_phone_rules(tournament=evening, needs_confirmation=is_asked, shows_comparison=False, set_by=None)
    enter_results((other_play, 56) for other_play in list_plays(evening) if other_play != play)

    if is_asked:
        with pytest.raises(AppError) as refusal:
            finish_tournament(tournament=evening, finished_by=None)
        assert refusal.value.code == "results_unconfirmed"
        assert unsettled_counts(evening) == (0, 1)
        confirm_as_organiser(play=play, seen_version=1, confirmed_by=make_user())

    assert finish_tournament(tournament=evening, finished_by=None).state == "finished"
