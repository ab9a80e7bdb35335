"""The list of known faults of packages is readable, and the lock files contain none of them."""

from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from tools.audit_packages import ADVISORIES, LOCKS, PROJECT, Advisory, found_in, locked, read_advisories

LOCK = """
django==5.2.3 \\
    --hash=sha256:0
celery[redis]==5.7.0 ; python_version >= "3.11" \\
    --hash=sha256:1
    # via etui
Pillow==13.0.0
"""
FAULT = Advisory("django", "CVE-2025-64459", (">=5.2,<5.2.8", "<4.2.26"), "SQL by a connector")


def test_every_pin_of_a_lock_is_read() -> None:
    assert list(locked(LOCK)) == [("django", "5.2.3"), ("celery", "5.7.0"), ("pillow", "13.0.0")]


def test_affected_version_is_found() -> None:
    assert found_in([LOCK], [FAULT]) == [(FAULT, "5.2.3")]


@pytest.mark.parametrize("version", ["5.2.8", "5.3", "4.2.26"])
def test_mended_version_is_not_found(version: str) -> None:
    assert found_in([f"django=={version} \\\n"], [FAULT]) == []


@pytest.mark.parametrize("version", ["5.2", "5.2.7", "4.2.25", "5.2.7.post1"])
def test_version_of_any_range_is_found(version: str) -> None:
    assert found_in([f"django=={version} \\\n"], [FAULT]) != []


@pytest.mark.parametrize(
    "fault", ['CVE-1 = { affected = ["<1"], about = "x" }', 'CVE-2025-1000 = { affected = [], about = "x" }']
)
def test_made_up_or_empty_fault_is_refused(fault: str) -> None:
    with pytest.raises(ValueError, match="affects nothing"):
        read_advisories(f"reaches = 2025-01-01\n[x]\n{fault}")


def test_list_is_about_our_packages_and_nothing_locked_is_affected() -> None:
    _reaches, advisories = read_advisories(ADVISORIES.read_text(encoding="utf-8"))
    locks = [(PROJECT / lock).read_text(encoding="utf-8") for lock in LOCKS]
    ours = {package for text in locks for package, _version in locked(text)}

    assert len(advisories) > 50
    assert {advisory.package for advisory in advisories} <= ours
    assert all(SpecifierSet(versions) for advisory in advisories for versions in advisory.affected)
    assert found_in(locks, advisories) == []


def test_lint_asks_the_list() -> None:
    assert "tools/audit_packages.py" in (Path(PROJECT) / "script" / "lint").read_text()
