"""Photos for tests."""

from io import BytesIO
from typing import Any

from PIL import Image


def make_photo(kind: str = "JPEG", size: tuple[int, int] = (40, 20), **options: Any) -> bytes:
    """A red picture as a file of this kind."""
    content = BytesIO()
    Image.new("RGB", size, "red").save(content, kind, **options)
    return content.getvalue()
