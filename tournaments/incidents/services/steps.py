"""Everything that an action may have changed, by name, with what puts it back."""

from collections.abc import Callable

from accounts.models import User
from tournaments.incidents.services.movement_steps import put_movement_back
from tournaments.incidents.services.people_steps import (
    end_stand_in,
    hand_back,
    lift_ruling,
    put_standing_back,
)
from tournaments.incidents.services.plans import Step
from tournaments.incidents.services.result_steps import take_results_up
from tournaments.incidents.services.seat_steps import put_seats_back
from tournaments.models import Session

_UNDOING: dict[str, Callable[[Session, Step, User], None]] = {
    "seats": put_seats_back,
    "results": take_results_up,
    "ruling": lift_ruling,
    "substitution": end_stand_in,
    "presence": put_standing_back,
    "person": hand_back,
    "movement": put_movement_back,
}


def take_back(session: Session, step: Step, user: User) -> None:
    """Undo one step; refusals as the function that undoes it."""
    _UNDOING[step["step"]](session, step, user)
