"""The Celery application: tasks of all apps, settings in CELERY_* (config/settings/base.py)."""

import os
import warnings

from celery import Celery
from celery.platforms import SecurityWarning

from common import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.hall")
# A hall's laptop or a container may well run as root; messages are JSON, nothing in them is executed.
warnings.filterwarnings("ignore", category=SecurityWarning)
broker.register()

app = Celery("etui")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
