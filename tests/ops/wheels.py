"""The wheel of this checkout, installed in an environment of its own without a network."""

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

from tests.ops.image import keep_compiled

PROJECT = Path(__file__).parents[2]


def build_wheel(folder: Path) -> Path:
    """Build the wheel in a folder and return its path."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=PROJECT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    return wheel


def install_wheel(wheel: Path, folder: Path) -> Path:
    """Make an environment in `folder` with the wheel and the libraries of the tests. Return its command.

    The checkout is not on its path.
    """
    base = Path(sys.base_prefix) / "bin" / "python3"
    subprocess.run([base, "-m", "venv", "--without-pip", folder], check=True)
    paths = {"base": str(folder), "platbase": str(folder)}
    packages = Path(sysconfig.get_path("purelib", "venv", vars=paths))
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    options = ["--quiet", "--offline", "--no-config", "--no-deps", "--link-mode=copy"]
    options.append(f"--python={folder / 'bin' / 'python'}")
    install = [sys.executable, "-m", "uv", "pip", "install", *options, str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    for installed in (packages / "etui" / "site").rglob("*.py"):
        file = PROJECT / installed.relative_to(packages / "etui" / "site")
        if file.exists() and file.read_bytes() == installed.read_bytes():
            os.utime(installed, ns=(file.stat().st_atime_ns, file.stat().st_mtime_ns))
            keep_compiled(file, installed)
    return folder / "bin" / "etui"
