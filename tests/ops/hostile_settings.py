"""A laptop whose site has pages that do harm (hostile_urls.py)."""

from config.settings.hall import *  # noqa: F403

ROOT_URLCONF = "tests.ops.hostile_urls"
