"""Compare the lock files with the known faults of packages in advisories.toml; no network is asked.

Fails on a locked version that is affected. A list that reaches back too far is said to be old, and is no
failure: to renew it takes somebody with a network (CONTRIBUTING.md).
"""

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from packaging.version import Version

PROJECT = Path(__file__).parents[1]
LOCKS = tuple(f"requirements{kind}.lock" for kind in ("", "-server", "-dev", "-setup"))
ADVISORIES = PROJECT / "tools" / "advisories.toml"
OLD_AFTER = 90
"""Days."""
PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[\w,-]+\])?==([^\s;\\]+)", re.MULTILINE)
IDENTIFIER = re.compile(r"CVE-\d{4}-\d{4,}|GHSA(-[23456789cfghjmpqrvwx]{4}){3}|PYSEC-\d{4}-\d+")


@dataclass(frozen=True, order=True)
class Advisory:
    """A published fault of a package."""

    package: str
    identifier: str
    affected: tuple[str, ...]
    """Ranges of versions, any of which is affected."""
    about: str

    def concerns(self, package: str, version: str) -> bool:
        """Whether a version has the fault."""
        ranges = [SpecifierSet(each) for each in self.affected]
        return self.package == package and any(
            each.contains(Version(version), prereleases=True) for each in ranges
        )


def read_advisories(text: str) -> tuple[date, list[Advisory]]:
    """The day that the list reaches, and its faults.

    Raises:
        ValueError: an identifier that no publisher gives, or a fault without affected versions.
    """
    tables = tomllib.loads(text)
    reaches, advisories = tables.pop("reaches"), []
    for package, faults in tables.items():
        for identifier, fault in faults.items():
            if not IDENTIFIER.fullmatch(identifier) or not fault["affected"]:
                raise ValueError(f"{package}: {identifier} is no identifier, or affects nothing")
            advisories.append(
                Advisory(canonicalize_name(package), identifier, tuple(fault["affected"]), fault["about"])
            )
    return reaches, advisories


def locked(text: str) -> Iterator[tuple[str, str]]:
    """Package and version of each pin of a lock file."""
    for name, version in PINNED.findall(text):
        yield canonicalize_name(name), version


def found_in(locks: Iterable[str], advisories: Iterable[Advisory]) -> list[tuple[Advisory, str]]:
    """The faults of locked versions."""
    pins = {pin for text in locks for pin in locked(text)}
    return sorted(
        (each, version) for each in advisories for package, version in pins if each.concerns(package, version)
    )


def main() -> int:
    """Print what was found; 1 when something was."""
    reaches, advisories = read_advisories(ADVISORIES.read_text(encoding="utf-8"))
    found = found_in([(PROJECT / lock).read_text(encoding="utf-8") for lock in LOCKS], advisories)
    for advisory, version in found:
        print(f"{advisory.package} {version}: {advisory.identifier}, {advisory.about}", file=sys.stderr)
    if (age := (date.today() - reaches).days) > OLD_AFTER:  # noqa: DTZ011 # a day more or less is no matter
        print(
            f"tools/advisories.toml reaches {reaches}, {age} days ago: CONTRIBUTING.md says how to renew it.",
            file=sys.stderr,
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
