"""Celery tasks of the games."""

from celery import shared_task

from games.services.compiled_search import compile_search


@shared_task(name="games.compile_search", is_long=True)
def compile_search_task() -> bool:
    """Compile the robots' search. Return whether it is ready."""
    return compile_search()
