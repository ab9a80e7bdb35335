"""Compile the changed translations (.po to .mo) without gettext.

`manage.py` and the web server do this at their start: without it, English pages would be half French.

French is the language of the sources and needs a catalogue only for plurals: "0 joueur" is singular in
French, which Python learns from a catalogue's rule only. That catalogue consists of the texts with a plural.
"""

import os
import sys
from pathlib import Path

import polib

try:
    from tools.event_words import OWN_TEXTS, ROUND_WORDS, catalogue_names, event_catalogues
except ImportError:
    # run as a script, beside its helper
    from event_words import (  # type: ignore[import-not-found, no-redef]
        OWN_TEXTS,
        ROUND_WORDS,
        catalogue_names,
        event_catalogues,
    )

LOCALE = Path(__file__).resolve().parents[1] / "locale"


FRENCH = {"Content-Type": "text/plain; charset=UTF-8", "Plural-Forms": "nplurals=2; plural=(n > 1);"}


def compile_changed(locale: Path) -> list[Path]:
    """Write each .mo that is missing or older than its .po, the French one, and those of events.

    Returns:
        The files written, without the French one and those of events.
    """
    targets = []
    for source in sorted(locale.glob("*/LC_MESSAGES/*.po")):
        target = source.with_suffix(".mo")
        french = locale / "fr" / "LC_MESSAGES" / target.name
        folders = [f"{language}_X-{name}" for language in ROUND_WORDS for name in catalogue_names()]
        event_files = [locale / folder / "LC_MESSAGES" / target.name for folder in folders]
        newest = max(file.stat().st_mtime for file in (source, *locale.glob(f"{OWN_TEXTS}/*.po")))
        if any(not file.exists() or file.stat().st_mtime < newest for file in (target, french, *event_files)):
            texts = polib.pofile(str(source))
            _save(counted_in_french(texts), french)
            for folder, catalogue in event_catalogues(texts, locale):
                _save(catalogue, locale / folder / "LC_MESSAGES" / target.name)
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
    target.parent.mkdir(parents=True, exist_ok=True)
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
