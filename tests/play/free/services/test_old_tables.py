"""Free tables that all players have left."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from common.errors import AppError
from play.free.models import FreeTable, TableSeat
from play.free.services.dealing import begin_deal
from play.free.services.old_tables import sweep_free_tables
from play.tables.models import PlayedTable
from play.tables.services.played_tables import sweep_tables
from tests.play.free.services.begun_tables import begun, logged, number_of, to_act

pytestmark = pytest.mark.django_db


def test_forgotten_table_is_ended_keeps_its_deal_and_opens_again() -> None:
    club = begun()
    acting = to_act(club)
    number = len(logged(club))
    club.wait(2 * 3600 + 1)

    sweep_free_tables(now=club.now)
    assert FreeTable.objects.get().ended_at == club.now
    with pytest.raises(AppError, match="table_ended"):
        club.act(acting)
    begin_deal(me=acting, seen=number_of(club), now=club.now)

    again = club.look(acting)
    assert again.table.ended_at is None
    assert (len(logged(club)), again.acting()) == (number, acting)


def test_old_tables_without_an_account_go_with_their_deals() -> None:
    club, owned_club = begun(), begun()
    owner = User.objects.create_user("joueur@club.example")
    TableSeat.objects.filter(pk=owned_club.seats[0].pk).update(owner=owner)
    FreeTable.objects.update(ended_at=timezone.now() - timedelta(days=31))
    PlayedTable.objects.update(created_at=timezone.now() - timedelta(days=31))

    assert sweep_tables(now=timezone.now()) == 0
    assert sweep_free_tables(now=timezone.now()) == 1

    assert list(FreeTable.objects.all()) == [owned_club.table]
    assert PlayedTable.objects.count() == 1
    assert club.table.pk != owned_club.table.pk
