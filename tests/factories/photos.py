"""Photos for tests."""

from io import BytesIO
from typing import Any

import segno
from PIL import Image


def make_photo(kind: str = "JPEG", size: tuple[int, int] = (40, 20), **options: Any) -> bytes:
    """A red picture as a file of this kind."""
    content = BytesIO()
    Image.new("RGB", size, "red").save(content, kind, **options)
    return content.getvalue()


def make_scanned_page(*codes: str) -> Image.Image:
    """A white page, as a scanner sees it, with a QR code for each text, one below the other."""
    page = Image.new("L", (400, 600), 255)
    for place, code in enumerate(codes):
        drawing = BytesIO()
        segno.make(code, error="m", micro=False).save(drawing, kind="png", scale=4, border=2)
        page.paste(Image.open(drawing), (180, 20 + 190 * place))
    return page


def make_scanned_pdf(*pages: Image.Image) -> bytes:
    """The pages as one PDF, a picture each."""
    content = BytesIO()
    pages[0].save(content, "PDF", save_all=True, append_images=pages[1:])
    return content.getvalue()
