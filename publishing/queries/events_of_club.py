"""Events of a club as its laptops list them."""

from typing import Any

from publishing.models import Laptop
from tournaments.models import Tournament

MOST_LISTED = 100
"""Number of events in the list, the latest first."""


def events_for_laptop(laptop: Laptop) -> list[dict[str, Any]]:
    """Return the events of the laptop's club, latest first. One query."""
    rows = (
        Tournament.objects.filter(club=laptop.club_id, is_practice=False, archived_at=None, cancelled_at=None)
        .select_related("shared__laptop")
        .order_by("-starts_on", "-pk")[:MOST_LISTED]
    )
    return [_listed(tournament, laptop) for tournament in rows]


def _listed(tournament: Tournament, laptop: Laptop) -> dict[str, Any]:
    shared = getattr(tournament, "shared", None)
    writer = shared.laptop if shared is not None else None
    return {
        "slug": tournament.slug,
        "name": tournament.name,
        "day": tournament.starts_on.isoformat(),
        "uid": str(shared.uid) if shared is not None else "",
        "turn": shared.turn if shared is not None else 0,
        "writer": writer.name if writer is not None else "",
        "is_own": writer is not None and writer.pk == laptop.pk,
    }
