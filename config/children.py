"""Imports of the process that forks children for requests: the site and the drawing libraries."""

import django

django.setup()

import PIL.Image  # noqa: E402, F401  # once the applications are ready
import pypdf  # noqa: E402, F401
import zxingcpp  # noqa: E402, F401

import tournaments.paper.documents.registry  # noqa: E402, F401
