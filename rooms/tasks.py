"""Celery tasks of the tables of the site."""

from celery import shared_task

from rooms.services.analyses import run_analysis
from tournaments.models import PlayAnalysis


@shared_task(name="rooms.analyse_play")
def analyse_play_task(*, analysis_id: int) -> str:
    """Nothing where the analysis was asked for anew meanwhile."""
    analysis = PlayAnalysis.objects.select_related("table").filter(pk=analysis_id).first()
    return run_analysis(analysis=analysis).state if analysis else ""
