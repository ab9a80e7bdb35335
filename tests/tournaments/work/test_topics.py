"""Topics of pages that are notified, by act at an event."""

from collections.abc import Callable

import pytest

from common.live import notifying
from common.live.hub import Hub
from tests.common.live.alone import Alone
from tests.factories.tables import make_device, open_table, plays_of, round_of, sit_down, write_down
from tests.factories.tournaments import enter_result, list_plays, make_club, make_seated_tournament, make_user
from tournaments.enums import Visibility
from tournaments.events.services.events import set_visibility
from tournaments.hall.services.hall_calls import call_referee
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.models import Tournament
from tournaments.rankings.services.standings import refresh_standings
from tournaments.results.services.flags import raise_flag, resolve_flag
from tournaments.results.services.table_access import revoke_table_link

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening() -> Tournament:
    return make_seated_tournament(make_club())


@pytest.fixture
def told(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Callable[..., object]
) -> Callable[[Callable[[], object]], set[str]]:
    """Return a function that runs an act and returns the topics that it notifies."""

    def listen(act: Callable[[], object]) -> set[str]:
        carrier = Alone()
        hub = Hub(carrier)
        monkeypatch.setattr(notifying, "get_hub", lambda: hub)
        with django_capture_on_commit_callbacks() as callbacks:  # type: ignore[attr-defined]
            act()
        for callback in callbacks:
            if callback.__module__ == notifying.__name__:
                callback()
        return set(carrier.posted)

    return listen


Told = Callable[[Callable[[], object]], set[str]]


def test_a_result_is_told_to_its_table_and_the_desk_alone(evening: Tournament, told: Told) -> None:
    play = list_plays(evening)[0]

    assert told(lambda: enter_result(play, 56)) == {f"table:{play.table_id}", f"desk:{evening.pk}"}


def test_a_new_ranking_is_told_to_its_readers(evening: Tournament, told: Told) -> None:
    enter_result(list_plays(evening)[0], 56)

    topics = told(lambda: refresh_standings(session=evening.sessions.get()))

    assert topics == {f"standings:{evening.pk}"}


def test_a_message_and_what_shows_are_told_to_everybody(evening: Tournament, told: Told) -> None:
    session = evening.sessions.get()
    everybody = {f"event:{evening.pk}", f"desk:{evening.pk}"}

    assert (
        told(lambda: send_hall_message(session=session, text="Pause", minutes=5, sent_by=make_user()))
        == everybody
    )
    assert (
        told(lambda: set_visibility(tournament=evening, visibility=Visibility.PUBLIC, set_by=None))
        == everybody
    )


def test_what_a_phone_does_is_told_to_its_table(evening: Tournament, told: Told) -> None:
    access, device = open_table(evening), make_device()
    table = {f"table:{access.table_id}", f"desk:{evening.pk}"}

    assert told(lambda: sit_down(access, 0, device=device)) == table
    assert told(lambda: write_down(access, plays_of(access)[0], device)) == table
    assert told(lambda: call_referee(access=access, this_round=round_of(access), device=device)) == table
    assert told(lambda: revoke_table_link(access=access, revoked_by=None)) == table


def test_answer_to_a_dispute_is_told_to_the_later_tables_of_its_phone(
    evening: Tournament, told: Told
) -> None:
    access, next_access = open_table(evening), open_table(evening, 2)
    device, play = make_device(), plays_of(access)[0]
    sit_down(access, 1, device=device)
    write_down(access, play, device)
    flag = raise_flag(access=access, play=play, device=device, seen_version=1, text="C’est +62")
    sit_down(next_access, 1, device=device, number=2)
    sit_down(open_table(evening, 3), 1, device=make_device(), number=2)

    topics = told(lambda: resolve_flag(flag=flag, note="Vérifié.", resolved_by=make_user()))

    assert topics == {f"table:{access.table_id}", f"table:{next_access.table_id}", f"desk:{evening.pk}"}
