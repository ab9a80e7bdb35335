"""What the process has loaded that forks children for requests: the site, and what draws.

On a server it loads when the first child is asked for, in the middle of an evening: as quietly as its
children work. On a laptop it is forked from a process that has loaded the site (config/hall_web.py).
"""

import os

import django
from django.conf import settings

os.nice(settings.ETUI_CHILD_NICENESS)
django.setup()

import config.drawing  # noqa: E402, F401  # once the applications are ready
