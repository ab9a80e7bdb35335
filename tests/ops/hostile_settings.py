"""Settings of a laptop whose site has harmful pages (hostile_urls.py)."""

from config.settings.hall import *  # noqa: F403

ROOT_URLCONF = "tests.ops.hostile_urls"
