"""Settings of a server with unhashed static files: collecting them takes longer than the test."""

from config.settings.prod import *  # noqa: F403
from config.settings.prod import STORAGES

STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
STATIC_ROOT = None
