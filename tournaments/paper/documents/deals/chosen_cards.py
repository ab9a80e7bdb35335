"""Choice of the players' cards to print, and of deals with their cards."""

from collections.abc import Iterable
from dataclasses import replace

from django.utils.translation import gettext as _

from common.errors import AppError
from games.core.dealing.dealt_set import DealtBoard
from tournaments.base.queries.sessions import current_session
from tournaments.base.queries.teams import people_of
from tournaments.core.formats.attack_rotation import Badge
from tournaments.core.movements.starting import RELAY_SEAT
from tournaments.deals.door import cards_on_paper
from tournaments.deals.queries.deals import whole_boards
from tournaments.models import Entry, Person, Tournament
from tournaments.paper.documents.making.options import PLAIN, ROUNDS, TABLES, DocumentOptions, OptionName
from tournaments.paper.documents.making.ready import require_deals
from tournaments.seating.queries.attackers import badge_holders
from tournaments.seating.queries.seats import Itinerary, RoundSeats, itineraries


def list_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[DealtBoard]:
    """Return the chosen deals of the current session, by number. The queries are those of the door."""
    return [deal for deal in cards_on_paper(tournament) if options.has_board(deal.number)]


def list_whole_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[DealtBoard]:
    """Return the chosen deals whose hands are all known, by number. The queries are those of the door."""
    return [deal for deal in list_deals(tournament, options) if all(deal.layout.hands)]


def require_whole_deals(tournament: Tournament) -> None:
    """Refuse until a deal has all its hands (`deals_missing`, `hands_missing`). Three queries."""
    require_deals(tournament)
    if not whole_boards(current_session(tournament)):
        raise AppError(
            "hands_missing",
            _("Relevez d’abord des mains : seules celles des preneurs sont distribuées."),
        )


CARDS_PER_SHEET = (4, 2, 1)
"""Numbers of cards on a sheet, the default first: A6, A5 on an A4 in landscape, or one card on an A5."""
CARD_OPTIONS = (
    ROUNDS | TABLES | {OptionName.SECTION, OptionName.PER_SHEET, OptionName.CUT_MARKS, OptionName.LARGE_TYPE}
)


def choose_itineraries(rounds: Iterable[RoundSeats], options: DocumentOptions) -> list[Itinerary]:
    """Return the chosen evenings by starting place, with the chosen rounds.

    Starting tables are those of the options. A player who starts without a table is included unless tables
    are chosen.
    """
    chosen_rows = (
        replace(row, stops=tuple(stop for stop in row.stops if options.has_round(stop.round)))
        for row in itineraries(rounds)
        if _begins_at(row.entry, options)
    )
    return [row for row in chosen_rows if row.stops]


def card_people(entry: Entry, *, has_badges: bool) -> tuple[tuple[Badge | None, Person], ...]:
    """Return the members of a team for its cards, by badge in triplets; () for a player."""
    if not entry.name:
        return ()
    return badge_holders(entry) if has_badges else tuple((None, person) for person in people_of(entry))


def _begins_at(entry: Entry, options: DocumentOptions) -> bool:
    # players who start with a rest have no starting table to choose
    if options.first_table is None and options.last_table is None:
        return True
    return entry.start_seat != RELAY_SEAT and options.has_table(entry.start_table or 0)
