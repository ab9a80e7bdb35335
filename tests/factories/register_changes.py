"""Lists that a club imported."""

from tournaments.core.exchange.player_row import PlayerRow
from tournaments.models import Club, RegisterChange
from tournaments.people.services.people_import import import_people, plan_import


def take_list(club: Club, *rows: PlayerRow) -> RegisterChange:
    """Import these lines as they are; return what can be undone."""
    plan = plan_import(club=club, rows=rows)
    change = import_people(club=club, rows=rows, seen_digest=plan.digest, imported_by=None).change
    assert change is not None
    return change
