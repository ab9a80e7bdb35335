"""Which cards of players are printed, how many on a sheet, and deals with their cards."""

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
from tournaments.paper.documents.options import PLAIN, ROUNDS, TABLES, DocumentOptions, OptionName
from tournaments.paper.documents.ready import require_deals
from tournaments.seating.queries.attackers import badge_holders
from tournaments.seating.queries.seats import Itinerary, RoundSeats, itineraries


def list_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[DealtBoard]:
    """The deals wanted of the current session, by number. As many queries as the door makes."""
    return [deal for deal in cards_on_paper(tournament) if options.has_board(deal.number)]


def list_whole_deals(tournament: Tournament, options: DocumentOptions = PLAIN) -> list[DealtBoard]:
    """The deals wanted whose hands are all known, by number. As many queries."""
    return [deal for deal in list_deals(tournament, options) if all(deal.layout.hands)]


def require_whole_deals(tournament: Tournament) -> None:
    """Refuse until a deal is whole (`deals_missing`, `hands_missing`). Three queries."""
    require_deals(tournament)
    if not whole_boards(current_session(tournament)):
        raise AppError(
            "hands_missing",
            _("Relevez d’abord des mains : seules celles des preneurs sont distribuées."),
        )


CARDS_PER_SHEET = (4, 2, 1)
"""Cards of A6, of A5 on an A4 laid down, or a card on a sheet of A5; the usual number first."""
ROUNDS_BY_FIT = (("roomy", 8), ("usual", 13))
"""How many rounds fit on a card in each setting; more are set tight."""
CARD_OPTIONS = ROUNDS | TABLES | {OptionName.SECTION, OptionName.PER_SHEET, OptionName.CUT_MARKS}


def choose_itineraries(rounds: Iterable[RoundSeats], options: DocumentOptions) -> list[Itinerary]:
    """The evenings wanted, by starting place: of the starting tables wanted, with the rounds wanted.

    Whoever begins without a table has a card unless tables were chosen.
    """
    wanted = (
        replace(row, stops=tuple(stop for stop in row.stops if options.has_round(stop.round)))
        for row in itineraries(rounds)
        if _begins_at(row.entry, options)
    )
    return [row for row in wanted if row.stops]


def card_people(entry: Entry, *, has_badges: bool) -> tuple[tuple[Badge | None, Person], ...]:
    """Who plays for a team, as its cards tell: by badge in triplets; nobody for a player."""
    if not entry.name:
        return ()
    return badge_holders(entry) if has_badges else tuple((None, person) for person in people_of(entry))


def _begins_at(entry: Entry, options: DocumentOptions) -> bool:
    if options.first_table is None and options.last_table is None:
        return True
    return entry.start_seat != RELAY_SEAT and options.has_table(entry.start_table or 0)
