"""Free tables with people at them, and a clock that the test moves."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.utils import timezone

from accounts.models import User
from games.core.actions import format_action
from games.core.bots.choosing import RobotLevel
from games.core.play import State
from play.free.models import FreeDeal, FreeTable, TableSeat
from play.free.queries.free_tables import Gathering, load_gathering
from play.free.services.acting import act_at_seat, continue_table
from play.free.services.sitting_down import open_table, sit_down
from play.tables.enums import ActionMaker, TableOrigin
from play.tables.models import TableAction
from play.tables.services.played_tables import begin_table
from tests.factories.played_tables import log_all_but_the_last

NAMES = ("Anne", "Boris", "Chloé", "David")


class Club:
    """People at one free table. Each acts at their turn, at the time of the club's clock."""

    def __init__(self, game: str = "tarot-4", *, people: int = 2, **more: object) -> None:
        self.now: datetime = timezone.now() + timedelta(minutes=1)
        settings = {
            "game": game,
            "level": RobotLevel.DEBUTANT,
            "is_listed": True,
            "deal_count": 2,
            "action_seconds": 30,
            "reserve_seconds": 60,
            "robots_after": None,
            "name": NAMES[0],
            "device": "device 0",
            "owner": None,
            **more,
        }
        first = self.open(settings)
        self.table: FreeTable = first.table
        self.seats = [first]
        for number in range(1, people):
            self.sit(NAMES[number], f"device {number}")

    def open(self, settings: dict[str, Any]) -> TableSeat:
        """Open the table for its first player."""
        return open_table(now=self.now, **settings)

    def sit(self, name: str, device: str, seat: int | None = None, owner: User | None = None) -> TableSeat:
        table_seat = sit_down(
            table=self.table, name=name, device=device, owner=owner, now=self.now, seat=seat
        )
        self.seats.append(table_seat)
        return table_seat

    def wait(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    def wait_beside(self, seconds: int, *people_there: TableSeat) -> None:
        """Move the clock while the pages of some people poll every ten seconds."""
        for _ in range(seconds // 10):
            self.wait(10)
            for me in people_there:
                self.go_on(me)

    def stage(self, state: State) -> None:
        """Set the first deal to a state in which every player acted without help."""
        table = begin_table(
            origin=TableOrigin.FREE,
            game=self.table.game,
            layout=state.layout,
            dealer=state.dealer,
            seat=None,
            level=RobotLevel.DEBUTANT,
        ).table
        FreeDeal.objects.create(free_table=self.table, number=1, match=1, table=table)
        TableAction.objects.bulk_create(
            TableAction(
                table=table,
                number=number,
                made_by=ActionMaker.PERSON,
                seat=step.seat,
                text=format_action(step.action),
                made_at=self.now,
            )
            for number, step in enumerate(state.steps, 1)
        )

    def look(self, me: TableSeat | None = None) -> Gathering:
        return load_gathering(FreeTable.objects.get(pk=self.table.pk), me)

    def go_on(self, me: TableSeat, *, is_asked: bool = False) -> Gathering:
        return continue_table(me=me, now=self.now, is_asked=is_asked)

    def act(self, me: TableSeat, rng: Random | None = None) -> Gathering:
        """Do the first legal action, or a random one."""
        sitting = self.look(me).sitting
        assert sitting is not None
        legal = sitting.view.legal
        text = format_action(rng.choice(legal) if rng else legal[0])
        return act_at_seat(me=me, number=sitting.number, texts=[text], now=self.now)

    def acting(self) -> TableSeat | None:
        """Return the seat that is to act, after the robots acted."""
        return self.go_on(self.seats[0]).acting()

    def play_out(self, rng: Random | None = None) -> None:
        """Play the deal to its end: all but the last actions in the log, these by the players in time."""
        gathering = self.go_on(self.seats[0])
        assert gathering.sitting is not None
        people = [player.seat for player in gathering.players()]
        log_all_but_the_last(gathering.sitting, people, rng, self.now)
        self.play_by_turns(rng)

    def play_by_turns(self, rng: Random | None = None) -> None:
        """Let all players act in time until the deal is over."""
        table = self.go_on(self.seats[0])
        while table.is_playing:
            acting = table.acting()
            table = self.go_on(self.seats[0]) if acting is None else self.act(acting, rng)
