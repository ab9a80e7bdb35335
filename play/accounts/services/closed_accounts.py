"""Deletion of what a closed account wrote in rooms, and of its names there."""

from accounts.models import User
from play.conduct.models import ConductReport, PlayerBlock, RoomBar, Silence, WrittenLine
from play.rooms.models import RoomEntry


def forget_account(user: User) -> None:
    """Delete an account's messages and blocks. Replace its name in rows of other players by a number."""
    number = f"#{user.pk}"
    WrittenLine.objects.filter(author=user).delete()
    PlayerBlock.objects.filter(owner=user).delete()
    RoomEntry.objects.filter(owner=user).update(name=number, device="", network="")
    PlayerBlock.objects.filter(blocked=user).update(name=number)
    ConductReport.objects.filter(owner=user).update(words="")
    ConductReport.objects.filter(about=user).update(name=number, line="")
    RoomBar.objects.filter(about=user).update(name=number)
    Silence.objects.filter(user=user).update(name=number)
