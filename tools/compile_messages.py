"""Compiles the translations (.po to .mo) that changed since the last time; gettext is not needed."""

from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parents[1] / "locale"


def compile_changed(locale: Path) -> list[Path]:
    """Write each .mo older than its .po, or absent; returns those written."""
    written = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        if not target.exists() or target.stat().st_mtime < source.stat().st_mtime:
            polib.pofile(str(source)).save_as_mofile(str(target))
            written.append(target)
    return written


if __name__ == "__main__":
    compile_changed(LOCALE)
