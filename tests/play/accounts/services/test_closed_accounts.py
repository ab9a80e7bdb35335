"""Closed accounts: rooms keep no message and no name of them."""

import json
from datetime import timedelta
from itertools import chain

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.utils import timezone

from accounts.models import User
from play.conduct.enums import ReportReason
from play.conduct.models import ConductReport, PlayerBlock, RoomBar, Silence, WrittenLine
from play.rooms.models import RoomEntry
from tests.factories.rooms import make_entry, make_room, make_round
from tests.factories.tournaments import make_user
from tournaments.people.services.account_closing import close_account

pytestmark = pytest.mark.django_db

NAME = "Qpseudoq"


def test_a_closed_account_leaves_no_word_and_no_name_in_rooms() -> None:
    owner, other_user = make_user(NAME), make_user("Autre")
    room = make_room()
    of = make_round(room)
    entry = make_entry(of, owner=owner, name=NAME)
    make_entry(of, owner=other_user, name="Autre")
    current_time = timezone.now()
    WrittenLine.objects.create(room=room, round=of, author=owner, name=NAME, text="Bonjour")
    WrittenLine.objects.create(room=room, round=of, author=other_user, name="Autre", text="Bonsoir")
    PlayerBlock.objects.create(by="a", whom="b", owner=owner, name="Autre")
    PlayerBlock.objects.create(by="c", whom="d", owner=other_user, blocked=owner, name=NAME)
    spam = ReportReason.values[0]
    for by, about in ((owner, other_user), (other_user, owner)):
        ConductReport.objects.create(
            by="a",
            whom="b",
            owner=by,
            about=about,
            name=about.name,
            reason=spam,
            words="Il triche",
            line=f"{about.name} ?",
        )
    RoomBar.objects.create(
        room=room, whom="b", about=owner, name=NAME, until=current_time + timedelta(days=1)
    )
    Silence.objects.create(room=room, user=owner, name=NAME)
    user_type = ContentType.objects.get_for_model(User)
    LogEntry.objects.create(
        user=other_user, content_type=user_type, object_id=str(owner.pk), object_repr=NAME, action_flag=CHANGE
    )

    close_account(user=owner)

    models = (WrittenLine, PlayerBlock, ConductReport, RoomBar, Silence, RoomEntry, LogEntry)
    rows = list(chain.from_iterable(model._default_manager.values() for model in models))
    assert NAME not in json.dumps(rows, default=str)
    assert list(WrittenLine.objects.values_list("text", flat=True)) == ["Bonsoir"]
    assert RoomEntry.objects.get(pk=entry.pk).owner == owner
    assert sorted(ConductReport.objects.values_list("name", "words")) == [
        (f"#{owner.pk}", "Il triche"),
        ("Autre", ""),
    ]
