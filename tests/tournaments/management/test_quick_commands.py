"""Commands that the running site starts, or that people wait for: they load no page."""

from django.core.management import load_command_class

QUICK = ("backup", "export_event", "make_demo_club", "restore", "stage_restore")


def test_quick_commands_leave_out_the_checks_that_load_every_page() -> None:
    checking = [name for name in QUICK if load_command_class("tournaments", name).requires_system_checks]

    assert checking == []
