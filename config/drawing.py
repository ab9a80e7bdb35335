"""What draws and reads, as children do for requests: loaded before they are forked, not by each of them."""

import PIL.Image  # noqa: F401
import pypdf  # noqa: F401
import zxingcpp  # noqa: F401

import tournaments.paper.documents.registry  # noqa: F401
