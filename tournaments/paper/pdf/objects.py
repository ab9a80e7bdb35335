"""Objects of a PDF that is not written yet."""

from typing import Any

import pydyf


def resolve(pdf: pydyf.PDF, reference: bytes) -> Any:
    """Return the object of a reference such as b"12 0 R"."""
    return pdf.objects[int(reference.split()[0])]
