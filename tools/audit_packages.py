"""Compare the lock files with the known faults of packages in advisories.toml, without a network.

Fails on an affected version. A list that is too old gives a warning only: its renewal needs a network
(CONTRIBUTING.md).
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
"""Age in days after which the list is reported as old."""
PINNED = re.compile(r"^([A-Za-z0-9][\w.-]*)(?:\[[\w,-]+\])?==([^\s;\\]+)", re.MULTILINE)
IDENTIFIER = re.compile(r"CVE-\d{4}-\d{4,}|GHSA(-[23456789cfghjmpqrvwx]{4}){3}|PYSEC-\d{4}-\d+")


@dataclass(frozen=True, order=True)
class Advisory:
    """Published fault of a package."""

    package: str
    identifier: str
    affected: tuple[str, ...]
    """Ranges of affected versions."""
    about: str

    def concerns(self, package: str, version: str) -> bool:
        """Return whether a version has the fault."""
        ranges = [SpecifierSet(specifiers) for specifiers in self.affected]
        return self.package == package and any(
            specifiers.contains(Version(version), prereleases=True) for specifiers in ranges
        )


def read_advisories(text: str) -> tuple[date, list[Advisory]]:
    """Return the date of the list and its faults.

    Raises:
        ValueError: an identifier has an unknown form, or a fault has no affected versions.
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
    """Yield package and version of each pin of a lock file."""
    for name, version in PINNED.findall(text):
        yield canonicalize_name(name), version


def found_in(locks: Iterable[str], advisories: Iterable[Advisory]) -> list[tuple[Advisory, str]]:
    """Return the faults of locked versions."""
    pins = {pin for text in locks for pin in locked(text)}
    return sorted(
        (advisory, version)
        for advisory in advisories
        for package, version in pins
        if advisory.concerns(package, version)
    )


def main() -> int:
    """Print the faults. Return 1 if there are any."""
    reaches, advisories = read_advisories(ADVISORIES.read_text(encoding="utf-8"))
    faults = found_in([(PROJECT / lock).read_text(encoding="utf-8") for lock in LOCKS], advisories)
    for advisory, version in faults:
        print(f"{advisory.package} {version}: {advisory.identifier}, {advisory.about}", file=sys.stderr)
    if (age := (date.today() - reaches).days) > OLD_AFTER:  # noqa: DTZ011 # one day makes no difference
        print(
            f"tools/advisories.toml reaches {reaches}, {age} days ago: CONTRIBUTING.md says how to renew it.",
            file=sys.stderr,
        )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
