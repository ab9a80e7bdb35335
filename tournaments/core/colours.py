"""Colours of paper as web colours, and their contrast in black and white print.

Source of the formulas: WCAG 2.2, "relative luminance" and "contrast ratio".
"""

import re

_WEB_COLOUR = re.compile(r"#[0-9a-f]{6}")
_WEIGHTS = (0.2126, 0.7152, 0.0722)
"""Shares of red, green and blue in the lightness that an eye or a black and white printer sees."""
_LINEAR_LIMIT = 0.04045

LEAST_OF_TITLES = 4.5
"""Least contrast of a title with white paper, enough for text of any size (WCAG 1.4.3, level AA)."""
LEAST_UNDER_TEXT = 10.0
"""Least contrast of a tint with the black text on it. A printer's grey dots take some of it away."""


def is_colour(text: str) -> bool:
    """Return whether `text` is a colour such as "#1a2b3c", in small letters."""
    return _WEB_COLOUR.fullmatch(text) is not None


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, from 1 (the same colour) to 21 (black on white).

    Raises:
        ValueError: one of them is not a colour as `is_colour` defines it.
    """
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def grey_of(colour: str) -> str:
    """Return the grey of the same luminance as a colour.

    Raises:
        ValueError: it is not a colour as `is_colour` defines it.
    """
    linear = _luminance(colour)
    share = linear * 12.92 if linear <= _LINEAR_LIMIT / 12.92 else 1.055 * linear ** (1 / 2.4) - 0.055
    return "#" + f"{round(share * 255):02x}" * 3


def _luminance(colour: str) -> float:
    if not is_colour(colour):
        raise ValueError(f"colour {colour!r} is not written as #rrggbb")
    shares = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return sum(weight * _linear(share) for weight, share in zip(_WEIGHTS, shares, strict=True))


def _linear(share: float) -> float:
    linear: float = share / 12.92 if share <= _LINEAR_LIMIT else ((share + 0.055) / 1.055) ** 2.4
    return linear
