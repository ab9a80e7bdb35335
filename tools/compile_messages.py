"""Compiles the translations (.po to .mo) that changed since the last time; gettext is not needed.

French is the language of the sources and needs a catalogue for numbers alone: "0 joueur" is singular there,
which Python only knows from a catalogue's own rule. It is made of the texts that count something.
"""

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
            texts.save_as_mofile(str(target))
            french.parent.mkdir(parents=True, exist_ok=True)
            counted_in_french(texts).save_as_mofile(str(french))
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


if __name__ == "__main__":
    compile_changed(LOCALE)
