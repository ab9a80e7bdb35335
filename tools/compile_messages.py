"""Compile the changed translations (.po to .mo) without gettext.

`manage.py` and the web server do this at their start: without it, English pages would be half French.

French is the language of the sources and needs a catalogue only for plurals: "0 joueur" is singular in
French, which Python learns from a catalogue's rule only. That catalogue consists of the texts with a plural.
"""

import os
import sys
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parents[1] / "locale"


FRENCH = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n > 1);"}


def compile_changed(locale: Path) -> list[Path]:
    """Write each .mo that is missing or older than its .po, and the French one. Return all but the French."""
    targets = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        french = locale / "fr" / "LC_MESSAGES" / target.name
        if any(
            not file.exists() or file.stat().st_mtime < source.stat().st_mtime for file in (target, french)
        ):
            texts = polib.pofile(str(source))
            french.parent.mkdir(parents=True, exist_ok=True)
            _save(counted_in_french(texts), french)
            _save(texts, target)
            targets.append(target)
    return targets


def counted_in_french(texts: polib.POFile) -> polib.POFile:
    """Return the texts with a plural, in French."""
    catalogue = polib.POFile()
    catalogue.metadata = FRENCH
    for text in texts:
        if text.msgid_plural:
            forms = {0: text.msgid, 1: text.msgid_plural}
            catalogue.append(
                polib.POEntry(
                    msgid=text.msgid,
                    msgid_plural=text.msgid_plural,
                    msgstr_plural=forms,
                    msgctxt=text.msgctxt,
                )
            )
    return catalogue


def _save(texts: polib.POFile, target: Path) -> None:
    """Write a catalogue atomically: another process reads the old or the new one."""
    partial_file = target.with_name(f"{target.name}.{os.getpid()}")
    texts.save_as_mofile(str(partial_file))
    partial_file.replace(target)


def compile_at_start() -> None:
    """Compile changed translations. If the folder cannot be written, print the command to run."""
    try:
        compile_changed(LOCALE)
    except OSError as error:
        advice = "la traduction anglaise n’est pas à jour. Lancez une fois : python tools/compile_messages.py"
        print(f"Étui : {advice} ({error})", file=sys.stderr)


if __name__ == "__main__":
    compile_changed(LOCALE)
