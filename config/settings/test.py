"""Settings of the tests: a fast password hasher, tasks run at once, files in a temporary folder."""

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
"""Folder of the compiled functions of the robots, shared by all tests, their sites, and later runs."""
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
"""Logging without the warnings and tracebacks of refused pages, which many tests request."""
