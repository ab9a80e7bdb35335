import io
import tracemalloc
import zipfile

from tournaments.core.exchange.file_kinds import FileKind, kind_of

MEGABYTE = 1_000_000


def test_part_that_unpacks_to_megabytes_is_not_unpacked():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", bytes(20 * MEGABYTE))
    tracemalloc.start()

    kind = kind_of(packed.getvalue())

    _current, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kind is FileKind.ARCHIVE
    assert peak < MEGABYTE
