"""Colours of paper: written as web colours, and whether black and white keeps them apart.

Source of the formulas: WCAG 2.2, "relative luminance" and "contrast ratio".
"""

import re

_WRITTEN = re.compile(r"#[0-9a-f]{6}")
_WEIGHTS = (0.2126, 0.7152, 0.0722)
"""What red, green and blue add to the lightness that an eye, or a black and white printer, sees."""
_LINEAR_UNTIL = 0.04045

LEAST_OF_TITLES = 4.5
"""Contrast with white paper: text of any size (WCAG 1.4.3, level AA)."""
LEAST_UNDER_TEXT = 10.0
"""Contrast of a tint with the black text on it: a printer's grey dots take some of it away."""


def is_colour(written: str) -> bool:
    """Whether `written` is a colour as "#1a2b3c", in small letters."""
    return _WRITTEN.fullmatch(written) is not None


def contrast(first: str, second: str) -> float:
    """How well one colour is read on the other: from 1, the same, to 21, black on white.

    Raises:
        ValueError: one is no colour as `is_colour` says.
    """
    darker, lighter = sorted((_luminance(first), _luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    if not is_colour(colour):
        raise ValueError(f"colour {colour!r} is not written as #rrggbb")
    shares = (int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5))
    return sum(weight * _linear(share) for weight, share in zip(_WEIGHTS, shares, strict=True))


def _linear(share: float) -> float:
    linear: float = share / 12.92 if share <= _LINEAR_UNTIL else ((share + 0.055) / 1.055) ** 2.4
    return linear
