"""Settings of the hall with Django's debug pages, for developers."""

from config.settings.hall import *  # noqa: F403

DEBUG = True
