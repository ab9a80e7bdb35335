"""A laptop whose site has pages that do harm (hostile_urls.py), and little patience with them."""

from common.web_server import deadlines, site_threads
from config.settings.hall import *  # noqa: F403

ROOT_URLCONF = "tests.ops.hostile_urls"
site_threads.ANSWER_SECONDS = 4.0
deadlines.RESCUE_SECONDS = 8.0
"""A machine that is busy with other tests takes seconds to stop four queries."""
deadlines.STOPPED_SECONDS = 8.0
