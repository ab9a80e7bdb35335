"""First dealers of the tables, where a draw of cards decides them."""

from collections.abc import Mapping

from tournaments.core.formats.game_rules import dealer_draw, draws_dealer
from tournaments.core.formats.registry import find_format
from tournaments.models import Seating, Session
from tournaments.seating.queries.seats import Place


def load_first_dealers(session: Session, round_number: int | None) -> Mapping[Place, int]:
    """Return the seat of the first dealer of each table; empty without a draw. One query with a draw.

    Args:
        round_number: the round; None for all rounds.
    """
    tournament = session.tournament
    event_format = find_format(tournament.format)
    if not draws_dealer(event_format, tournament.options):
        return {}
    seatings = Seating.objects.filter(round__section__session=session)
    if round_number is not None:
        seatings = seatings.filter(round__number=round_number)
    rows = seatings.order_by("seat").values_list(
        "round__section_id", "round__number", "table__number", "round_id", "table_id", "seat"
    )
    seats_by_place: dict[Place, list[int]] = {}
    ids_by_place: dict[Place, tuple[int, int]] = {}
    for section_id, number, table_number, round_id, table_id, seat in rows:
        place = (section_id, number, table_number)
        seats_by_place.setdefault(place, []).append(seat)
        ids_by_place[place] = (round_id, table_id)
    dealers = {}
    for place, seats in seats_by_place.items():
        draw = dealer_draw(event_format, tournament.options, len(seats), place=ids_by_place[place])
        if draw is not None:
            dealers[place] = seats[draw.dealer]
    return dealers
