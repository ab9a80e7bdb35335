"""What walks over all addresses share."""

import pytest
from django.template import Template
from django.utils.safestring import SafeString


@pytest.fixture
def unwritten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are decided upon, not written out: that is half of the time, where their words tell nothing."""
    monkeypatch.setattr(Template, "render", lambda *_: SafeString(""))
