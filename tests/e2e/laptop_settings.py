"""Settings of a laptop whose cache lies among its data, to be restored with it."""

from config.settings.hall import *  # noqa: F403
from config.settings.hall import VAR_DIR

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
    }
}
