"""Wiring only: settings, addresses, the Celery application, WSGI and ASGI entry points."""
