"""Round of a room for the benchmark, created and started in a process with the site's environment.

usage: python -m benchmarks.sites.room_rounds alone | tables, prints JSON; begin ROUND; compile
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


def make_room_round(seating: str) -> dict[str, Any]:
    """Create a site with a round that starts in an hour, or earlier by `begin`.

    Returns:
        The `slug` of the room and the primary key of the `round`.
    """
    from play.rooms.models import Room, RoomRound

    compile_robots()
    call_command("migrate", verbosity=0)
    room = Room.objects.create(
        name="Measured", slug=f"measured-{seating}", seating=seating, minutes=60, deals=DEALS, level="club",
        robot_players=ROBOT_PLAYERS if seating == "alone" else 0,
    )  # fmt: skip
    starts_at = timezone.now() + HOUR
    room_round = RoomRound.objects.create(
        room=room,
        starts_at=starts_at,
        ends_at=starts_at + HOUR,
        deals=room.deals,
        seating=seating,
        robot_seed=secrets.randbits(48),
    )
    return {"slug": room.slug, "round": room_round.pk}


def compile_robots() -> None:
    """Compile the functions of the robots, as the worker does before the first play against level club."""
    from games.services.compiled_search import compile_search

    compile_search()


def begin_room_round(number: int) -> None:
    """Deal and seat a round at once, as the worker does when it is due."""
    from play.rooms.models import RoomRound
    from play.rooms.services.rounds import deal_round

    moment = timezone.now()
    rows = RoomRound.objects.filter(pk=number)
    rows.update(starts_at=moment, ends_at=moment + HOUR)
    deal_round(of=rows.get(), now=moment)


def main() -> None:
    django.setup()
    command, *numbers = sys.argv[1:]
    if command == "begin":
        begin_room_round(int(numbers[0]))
    elif command == "compile":
        compile_robots()
    else:
        print(json.dumps(make_room_round(command)))


if __name__ == "__main__":
    main()
