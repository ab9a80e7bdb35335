"""A round of a room for the measure, made and begun in a process of the site's own environment.

usage: python -m benchmarks.room_rounds alone | tables, answers JSON; begin ROUND; compile
"""

import json
import secrets
import sys
from datetime import timedelta
from typing import Any

import django
from django.core.management import call_command
from django.utils import timezone

HOUR = timedelta(hours=1)
DEALS, ROBOT_PLAYERS = 12, 5


def make(seating: str) -> dict[str, Any]:
    """A new site with a round that begins in an hour unless it is begun before.

    Returns:
        the `slug` of its room and the `round`.
    """
    from play.rooms.models import Room, RoomRound

    compile_robots()
    call_command("migrate", verbosity=0)
    room = Room.objects.create(
        name="Measured", slug=f"measured-{seating}", seating=seating, minutes=60, deals=DEALS, level="club",
        robot_players=ROBOT_PLAYERS if seating == "alone" else 0,
    )  # fmt: skip
    starts_at = timezone.now() + HOUR
    made = RoomRound.objects.create(
        room=room,
        starts_at=starts_at,
        ends_at=starts_at + HOUR,
        deals=room.deals,
        seating=seating,
        robot_seed=secrets.randbits(48),
    )
    return {"slug": room.slug, "round": made.pk}


def compile_robots() -> None:
    """What the worker does when somebody first plays against robots of level club."""
    from games.services.compiled_search import compile_search

    compile_search()


def begin(number: int) -> None:
    """Deal and seat: what the worker does when the moment has come."""
    from play.rooms.models import RoomRound
    from play.rooms.services.rounds import deal_round

    now = timezone.now()
    rows = RoomRound.objects.filter(pk=number)
    rows.update(starts_at=now, ends_at=now + HOUR)
    deal_round(of=rows.get(), now=now)


def main() -> None:
    django.setup()
    command, *numbers = sys.argv[1:]
    if command == "begin":
        begin(int(numbers[0]))
    elif command == "compile":
        compile_robots()
    else:
        print(json.dumps(make(command)))


if __name__ == "__main__":
    main()
