"""Compiles the translations (.po to .mo) that changed since the last time; gettext is not needed.

`manage.py` and the web server of a server do it when they start: without it pages in English are half French.

French is the language of the sources and needs a catalogue for numbers alone: "0 joueur" is singular there,
which Python only knows from a catalogue's own rule. It is made of the texts that count something.
"""

import os
import sys
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parents[1] / "locale"


FRENCH = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n > 1);"}


def compile_changed(locale: Path) -> list[Path]:
    """Write each .mo older than its .po, or absent, and the French one; returns the first of each."""
    written = []
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
            written.append(target)
    return written


def counted_in_french(texts: polib.POFile) -> polib.POFile:
    """The texts with a plural, as the sources have them."""
    found = polib.POFile()
    found.metadata = FRENCH
    for text in texts:
        if text.msgid_plural:
            forms = {0: text.msgid, 1: text.msgid_plural}
            found.append(
                polib.POEntry(
                    msgid=text.msgid,
                    msgid_plural=text.msgid_plural,
                    msgstr_plural=forms,
                    msgctxt=text.msgctxt,
                )
            )
    return found


def _save(texts: polib.POFile, target: Path) -> None:
    """Write a catalogue that another process sees whole or not at all."""
    part = target.with_name(f"{target.name}.{os.getpid()}")
    texts.save_as_mofile(str(part))
    part.replace(target)


def compile_at_start() -> None:
    """Compile what changed; where nothing can be written, say what to run."""
    try:
        compile_changed(LOCALE)
    except OSError as error:
        told = "la traduction anglaise n’est pas à jour. Lancez une fois : python tools/compile_messages.py"
        print(f"Étui : {told} ({error})", file=sys.stderr)


if __name__ == "__main__":
    compile_changed(LOCALE)
