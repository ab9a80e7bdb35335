"""Files of the container image, built without Docker from Dockerfile and .dockerignore."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import metadata
from importlib.util import cache_from_source
from pathlib import Path

from packaging.requirements import Requirement

LEFT_TO_THE_MACHINE = ("apt-get", "rm", "useradd", "python -m compileall")
"""Commands of Dockerfile that install packages of the test machine, or only save time."""
ENVIRONMENT = ".environment"
"""Folder in the image for the libraries of its lock file."""


class Ignored:
    """The patterns of a .dockerignore, with Docker's meaning: the last one that fits a path decides.

    >>> ignored = Ignored("docs\\n!docs/rules")
    >>> ignored.has("docs/live.md"), ignored.has("docs/rules/fr/tarot.md")
    (True, False)
    """

    def __init__(self, text: str) -> None:
        lines = [line.strip() for line in text.splitlines() if not line.startswith("#")]
        self._patterns = [
            (line.startswith("!"), _pattern(line.removeprefix("!"))) for line in lines if line.strip("!")
        ]
        self._takes_back = any(is_taken_back for is_taken_back, _ in self._patterns)

    def has(self, path: str) -> bool:
        """Return whether a file or folder stays out: its own path or that of a folder around it fits."""
        parts = path.split("/")
        around = ["/".join(parts[: count + 1]) for count in range(len(parts))]
        is_out = False
        for is_taken_back, pattern in self._patterns:
            if any(map(pattern.fullmatch, around)):
                is_out = not is_taken_back
        return is_out

    def files(self, folder: Path) -> Iterator[str]:
        """Yield the paths of all files of a folder that go in."""
        for place, folders, names in os.walk(folder):
            inside = Path(place).relative_to(folder)
            folders[:] = [name for name in folders if self._may_hold((inside / name).as_posix())]
            yield from (path for name in names if not self.has(path := (inside / name).as_posix()))

    def _may_hold(self, path: str) -> bool:
        """Return whether something in a folder may go in; large ones that stay out are not walked through."""
        return not self.has(path) or (self._takes_back and "/" not in path and not path.startswith("."))


def _pattern(line: str) -> re.Pattern[str]:
    parts = re.findall(r"\*\*/?|\*|\?|\[[^\]]*\]|\\.|.", line.strip().strip("/").removeprefix("./"))
    patterns = {"**": ".*", "**/": "(.*/)?", "*": "[^/]*", "?": "[^/]"}

    def regex(part: str) -> str:
        if part in patterns:
            return patterns[part]
        return part if part.startswith("[") and len(part) > 1 else re.escape(part.removeprefix("\\"))

    return re.compile("".join(map(regex, parts)))


def build_image(project: Path, folder: Path) -> None:
    """Carry out the instructions of a project's Dockerfile in a folder that stands for its WORKDIR.

    Raises:
        ValueError: an instruction that is not known here.
    """
    ignored = Ignored((project / ".dockerignore").read_text())
    text = re.sub(r"^#.*\n", "", (project / "Dockerfile").read_text(), flags=re.MULTILINE)
    for line in text.replace("\\\n", " ").splitlines():
        instruction, _space, arguments = line.partition(" ")
        match instruction:
            case "COPY":
                *sources, target = arguments.split()
                _copy(project, ignored, sources, folder / target)
            case "RUN":
                for command in arguments.split("&&"):
                    _run(command.split(), folder)
            case "FROM" | "WORKDIR" | "USER" | "ENV" | "EXPOSE" | "":
                pass
            case _:
                raise ValueError(f"unknown instruction of Dockerfile: {line}")


def install_lock(lock: Path, folder: Path) -> None:
    """Make an environment with the libraries of a lock file, and no other, from those of the tests.

    Raises:
        ValueError: the tests have another version of a library than the lock file.
    """
    base = Path(sys.base_prefix) / "bin" / "python3"
    subprocess.run([base, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    python = folder / "bin" / "python"
    for line in re.findall(r"^\S+==.*", lock.read_text(encoding="utf-8"), re.MULTILINE):
        requirement = Requirement(line.rstrip(" \\"))
        if requirement.marker is None or requirement.marker.evaluate():
            distribution = metadata.distribution(requirement.name)
            if not requirement.specifier.contains(distribution.version):
                raise ValueError(f"{line} in {lock.name}, {distribution.version} here")
            _link_distribution(distribution, packages, python)


def _link_distribution(distribution: metadata.Distribution, packages: Path, python: Path) -> None:
    """Link the folders and modules of a library, and write its commands."""
    for name in {
        path.parts[0] for path in distribution.files or () if path.parts[0] not in ("..", "__pycache__")
    }:
        source, place = Path(str(distribution.locate_file(name))), packages / name
        if not place.exists():
            place.symlink_to(source)
    for command in distribution.entry_points.select(group="console_scripts"):
        module, _colon, function = command.value.partition(":")
        script = python.with_name(command.name)
        script.write_text(f"#!{python}\nimport {module}\n{module}.{function}()\n", encoding="utf-8")
        script.chmod(0o755)


def _copy(project: Path, ignored: Ignored, sources: Sequence[str], target: Path) -> None:
    source_paths = [Path(source).as_posix() for source in sources]
    copied_sources = set[str]()
    for path in ignored.files(project):
        source = next(
            (source_path for source_path in source_paths if source_path == "." or path == source_path), None
        )
        if source is not None:
            copied_sources.add(source)
            place = target / (path if source == "." else Path(path).name)
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(project / path, place)
            keep_compiled(project / path, place)
    if absent_sources := set(source_paths) - copied_sources:
        raise ValueError(f"COPY finds no {', '.join(absent_sources)}")


def keep_compiled(file: Path, copied: Path) -> None:
    """Copy the compiled module of a file to its copy, which has the same times, to spare compiling it
    again.
    """
    if file.suffix == ".py":
        compiled, place = (Path(cache_from_source(str(location))) for location in (file, copied))
        place.parent.mkdir(exist_ok=True)
        with suppress(FileNotFoundError):
            shutil.copy2(compiled, place)


def _run(words: Sequence[str], folder: Path) -> None:
    command = " ".join(words)
    if command.startswith(LEFT_TO_THE_MACHINE):
        return
    if words[:2] == ["pip", "install"]:
        install_lock(folder / words[-1], folder / ENVIRONMENT)
    elif words[0] == "python":
        subprocess.run([folder / ENVIRONMENT / "bin" / "python", *words[1:]], cwd=folder, check=True)
    elif words[:2] == ["install", "--directory"]:
        (folder / words[-1]).mkdir()
    else:
        raise ValueError(f"unknown command of Dockerfile: {command}")
