"""The start of a process of the site."""

import gc


def test_memory_is_collected_again_when_the_site_is_loaded() -> None:
    assert gc.isenabled()  # config/__init__.py disabled it, and tournaments/apps.py enables it
