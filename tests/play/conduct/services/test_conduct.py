"""Bars and silences: whom they hold for, and how long."""

from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from common.errors import AppError
from play.alone.services.beginning import Player
from play.conduct.models import Silence
from play.conduct.services.moderation import Met, bar_player, bars_by, refuse_barred
from play.conduct.services.words import WordsPlace, forget_old_words, refuse_writer
from play.rooms.models import Room
from tests.factories.rooms import make_room, make_round
from tests.factories.tournaments import make_club, make_user

pytestmark = pytest.mark.django_db

NOW = timezone.now()
DAY = timedelta(days=1)


def bar_browser(room: Room | None = None) -> None:
    """Bar the guest of the browser "max" for a day."""
    whom = Met("device max", None, "Max")
    bar_player(room=room, whom=whom, days=1, barred_by=make_user("Boss"), now=NOW)


def is_refused(call: Callable[[], None]) -> bool:
    """Return whether a call refuses a barred player."""
    try:
        call()
    except AppError as error:
        return error.code == "barred"
    return False


def test_bar_of_a_browser_holds_for_an_account_on_it_until_its_end() -> None:
    account = make_user()
    bar_browser()

    def refusal(device: str, moment: datetime) -> bool:
        return is_refused(lambda: refuse_barred(room=None, player=Player(device, account), now=moment))

    assert refusal("max", NOW)
    assert not refusal("other", NOW)
    assert not refusal("max", NOW + DAY)


def test_bars_that_have_ended_are_not_listed() -> None:
    boss = make_user()
    boss.is_superuser = True
    bar_browser()

    assert [bars_by(boss, moment).count() for moment in (NOW, NOW + DAY)] == [1, 0]


def test_barred_player_does_not_write_in_the_room() -> None:
    room, writer = make_room(club=make_club()), Player("max", make_user())
    place = WordsPlace(room, round=make_round(room))
    bar_browser(room)

    assert is_refused(lambda: refuse_writer(place, writer, NOW))


def test_silences_are_forgotten_once_they_have_ended() -> None:
    room = make_room(club=make_club())
    for name, until in (("ended", NOW - DAY), ("lasting", NOW + DAY), ("for good", None)):
        Silence.objects.create(room=room, user=make_user(name), name=name, until=until)

    forget_old_words(now=NOW)

    assert set(Silence.objects.values_list("name", flat=True)) == {"lasting", "for good"}
