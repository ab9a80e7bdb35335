"""QR codes on papers."""

from functools import lru_cache

import segno


# a document is laid out again to learn whether it has changed, and each code takes milliseconds
@lru_cache(maxsize=500)
def draw_qr_code(text: str, alt: str, *, error: str = "m") -> str:
    """Return a QR code as SVG, to put into a page without escaping.

    Args:
        alt: what a screen reader says in its place. A drawing without it is decoration in a PDF.
        error: level of error correction: "m" or "q".
    """
    return str(segno.make(text, error=error, micro=False).svg_inline(border=0, omitsize=True, title=alt))
