"""Wiring only: settings, URLs, the Celery application, WSGI and ASGI entry points."""

import gc

gc.disable()  # imported objects stay, and a collection reads them all: tournaments/apps.py enables it
gc.set_threshold(50_000, 20, 20)

from config.celery import app as celery_app  # noqa: E402 # imports most of it

__all__ = ["celery_app"]
