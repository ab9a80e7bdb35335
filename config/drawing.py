"""Libraries for children that draw or read files, loaded once before the fork, not in each child."""

import PIL.Image  # noqa: F401
import pypdf  # noqa: F401
import zxingcpp  # noqa: F401

import tournaments.paper.documents.registry  # noqa: F401
