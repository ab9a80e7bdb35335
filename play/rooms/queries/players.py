"""Public view of a player of the rooms: the account behind a pseudonym, and its rounds."""

from collections.abc import Sequence

from accounts.models import User
from accounts.pseudonyms import fold_pseudonym
from play.alone.models import LONGEST_NAME
from play.rooms.models import Room, RoomEntry
from play.rooms.queries.rooms import playable_rooms


def find_player(pseudonym: str) -> User | None:
    """Return the open account that has a pseudonym today, compared in folded form. One query at most.

    A pseudonym of the past finds no account: it must not lead to the present one.
    """
    folded_name = fold_pseudonym(pseudonym)
    return User.objects.filter(pseudonym_folded=folded_name, is_active=True).first() if folded_name else None


def shown_rounds(player: User, reader: User | None, *, most: int) -> Sequence[RoomEntry]:
    """Return a player's last counted rounds that the reader may see, latest first.

    Left out are:

    - rounds in which the player was a number or had another pseudonym,
    - rounds from which a director excluded the player,
    - rounds in rooms that the reader may not enter.

    At most four queries.
    """
    entries = player.room_entries.filter(
        name=player.pseudonym[:LONGEST_NAME], is_counted=True, is_excluded=False
    )
    rooms = list(Room.objects.filter(rounds__entries__in=entries).distinct())
    readable_rooms = playable_rooms(rooms, reader)
    readable_entries = entries.filter(round__room__in=readable_rooms).select_related("round__room")
    return list(readable_entries.order_by("-round__starts_at", "-pk")[:most])
