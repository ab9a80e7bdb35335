"""A laptop in a hall whose cache lies among its data, to be put back with it."""

from config.settings.hall import *  # noqa: F403
from config.settings.hall import VAR_DIR

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": VAR_DIR / "cache",
    }
}
