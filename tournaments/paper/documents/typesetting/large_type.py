"""Large type: a document is laid out on paper of half the size and drawn larger, all of it alike."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

A4_TO_A5 = 2**0.5
"""Factor between the sides of two neighbouring paper sizes."""


@dataclass(frozen=True, slots=True)
class LargeType:
    """Form of a document in large type."""

    scale: float
    """Factor by which its pages are drawn. They are A4 then."""
    implied: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    """Options that large type implies, by name: those of the smaller paper."""


CARD_ALONE = LargeType(A4_TO_A5, MappingProxyType({"per_sheet": 1}))
"""One card of A5, which is itself one of A6 drawn larger."""
CARD_ON_A5 = LargeType(A4_TO_A5, MappingProxyType({"paper": "A5", "per_sheet": 1}))
PAGES_OF_A5 = LargeType(A4_TO_A5, MappingProxyType({"paper": "A5"}))
HALF_SHEET = LargeType(A4_TO_A5, MappingProxyType({"per_sheet": 2}))
"""Pages that are A5 already. In usual type two of them share a sheet."""
HALF_LAID_DOWN = LargeType(A4_TO_A5)
"""Half an A4, laid down: `half` in css/print/deal_booklet.css."""
QUARTER_ALONE = LargeType(2)
"""One quarter of an A4: `quarter` in css/print/forms.css."""
LIST_LAID_DOWN = LargeType(1.485)
"""Lists as wide as on an A4, on pages of 200 × 141.4 mm: `large` in css/print/flow.css."""
