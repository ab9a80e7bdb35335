"""Addresses of the hall: the wall, the clock, calls, messages, the screen."""

from typing import Any

from tests.factories.tables import make_device, open_table
from tests.tournaments.walks.matrix.rules import DESK, NOBODY, RUN, SECRET, VIEW, Row
from tests.tournaments.walks.matrix.scene import Scene
from tournaments.hall.services.hall_calls import call_referee
from tournaments.hall.services.hall_messages import send_hall_message
from tournaments.results.services.table_access import table_secret

ROWS = {
    "organiser-hall": Row(DESK, RUN),
    "organiser-hall-live": Row(DESK),
    "organiser-hall-calls": Row(DESK),
    "organiser-hall-table": Row(DESK, is_told_apart=False),
    "organiser-pace": Row(DESK),
    "organiser-pace-file": Row(DESK, is_page=False),
    "organiser-halls": Row(RUN, RUN),
    "organiser-referees": Row(NOBODY, RUN),
    "organiser-clock-set": Row(NOBODY, RUN),
    "organiser-clock-extend": Row(NOBODY, RUN),
    "organiser-clock-turn": Row(NOBODY, RUN, is_told_apart=False),
    "organiser-call-take": Row(NOBODY, RUN),
    "organiser-call-close": Row(NOBODY, RUN),
    "organiser-message-take-back": Row(NOBODY, RUN),
    "public-screen": Row(VIEW),
    "public-screen-live": Row(VIEW),
    "public-round": Row(VIEW),
    "public-qr": Row(VIEW, is_page=False),
    "table-hall": Row(SECRET),
    "table-call": Row(NOBODY, SECRET),
    "table-call-back": Row(NOBODY, SECRET),
    "table-message-away": Row(NOBODY, SECRET),
}
FIELDS = ("to", "text", "minutes", "round_number", "table", "montrer", "secondes", "clair", "reason", "shown")


def arguments(scene: Scene) -> dict[str, dict[str, Any]]:
    table = scene.play.table.number
    access = open_table(scene.tournament, table)
    call = call_referee(access=access, this_round=scene.play.round, device=make_device())
    session = access.table.section.session
    message = send_hall_message(session=session, text="Pause", minutes=10, sent_by=None)
    table_arguments = {"secret": table_secret(access), "number": 1}
    return {
        "organiser-hall-table": {"number": table},
        "organiser-clock-turn": {"action": "partir"},
        "organiser-call-take": {"pk": call.pk},
        "organiser-call-close": {"pk": call.pk},
        "organiser-message-take-back": {"pk": message.pk},
        "table-hall": table_arguments,
        "table-call": table_arguments,
        "table-call-back": table_arguments,
        "table-message-away": table_arguments | {"pk": message.pk},
    }
