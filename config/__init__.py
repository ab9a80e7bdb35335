"""Wiring only: settings, URLs, the Celery application, WSGI and ASGI entry points."""

import gc

gc.set_threshold(50_000, 20, 20)  # imported objects stay: collecting among them took a fifth of a start

from config.celery import app as celery_app  # noqa: E402 # imports most of it

__all__ = ["celery_app"]
