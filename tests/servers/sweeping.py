"""Progress of the ranking, and time passing for waiting work."""

from datetime import timedelta

from django.utils import timezone

from tournaments.models import StandingsRequest, StandingsSnapshot
from tournaments.work.kinds import STANDINGS


def snapshots() -> list[tuple[int, int]]:
    """Version and results counted of every snapshot, oldest first."""
    return list(StandingsSnapshot.objects.order_by("pk").values_list("version", "results_counted"))


def is_caught_up() -> bool:
    return not StandingsRequest.objects.exists() and StandingsSnapshot.objects.exists()


def age_requests() -> None:
    """Make waiting requests old enough for the sweep."""
    StandingsRequest.objects.update(created_at=timezone.now() - STANDINGS.stale_after - timedelta(seconds=1))
