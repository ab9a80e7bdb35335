"""Tests: a cheap password hasher, tasks run where they are asked for, files in a folder of their own."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from config.settings.base import *  # noqa: F403
from config.settings.base import PROJECT_DIR, database, env

SECRET_KEY = "for-tests-only"  # noqa: S105
VAR_DIR = Path(tempfile.mkdtemp(prefix="etui-test-"))
atexit.register(shutil.rmtree, VAR_DIR, ignore_errors=True)
MEDIA_ROOT = VAR_DIR / "documents"
os.environ["NUMBA_CACHE_DIR"] = str(PROJECT_DIR / "var" / "tests" / "compiled")
"""The robots' compiled functions are made once for all tests, the sites they start, and the next run."""
DATABASES = {"default": database(env.str("DATABASE_URL", default="sqlite://:memory:"))}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
STATIC_ROOT = None
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
ETUI_CHILD_NICENESS = 0
LOGGING = {"version": 1, "disable_existing_loggers": False, "loggers": {"django.request": {"level": "ERROR"}}}
"""A refused page is what many tests ask for: its warning is not written out with where it was raised."""
