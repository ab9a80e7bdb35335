"""What the process loads that forks for requests where no web server forked it: the site, and what draws.

Web servers fork theirs (config/web/, config/hall_web.py). One that was killed is started anew by the next
request, in the middle of an evening: it loads as quietly as its children work.
"""

import os

import django
from django.conf import settings

os.nice(settings.ETUI_CHILD_NICENESS)
django.setup()

import config.drawing  # noqa: E402, F401  # once the applications are ready
