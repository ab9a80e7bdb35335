"""What the process has loaded that forks children for requests: the site, and what draws.

It loads when the first child is asked for, in the middle of an evening: as quietly as its children work.
"""

import os

import django
from django.conf import settings

os.nice(settings.ETUI_CHILD_NICENESS)
django.setup()

import PIL.Image  # noqa: E402, F401  # once the applications are ready
import pypdf  # noqa: E402, F401
import zxingcpp  # noqa: E402, F401

import tournaments.paper.documents.registry  # noqa: E402, F401
