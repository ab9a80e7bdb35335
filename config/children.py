"""What the process has loaded that forks children for requests: the site, and what draws."""

import django

django.setup()

import PIL.Image  # noqa: E402, F401  # once the applications are ready
import pypdf  # noqa: E402, F401
import zxingcpp  # noqa: E402, F401

import tournaments.paper.documents.registry  # noqa: E402, F401
