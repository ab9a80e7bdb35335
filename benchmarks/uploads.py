"""Uploads: ten hostile phones send pictures that are costly to read while the tables send their results.

On SQLite as on a laptop, or beside script/with-servers on PostgreSQL and Redis. The pictures are small files
of many pixels. Each is broken at its end, so that none is stored and the next one is read again. All clients
run on this machine. The limit: a write takes 250 ms at most.
"""

import asyncio
import itertools
from io import BytesIO
from typing import Any

from PIL import Image

from benchmarks.clients.asking import Browser
from benchmarks.clients.hall import Hall, Seen, print_late_seconds, sampled_memory
from benchmarks.clients.phones import Phone
from benchmarks.sites.event_site import EventSite, event_site

SECTIONS, ROUND = 1, 6
"""Sections of 50 tables, and the current round."""
HOSTILE = 10
RESULTS, SECONDS = 4, 60.0
"""Results of each other table, half without and half with the pictures, and the seconds for all."""
SITTING_SECONDS = 10.0
PROMISED = 0.250
TOKEN = "t" * 32
"""Token of the form: any value that is both in the cookie and in the form."""


def costly_pictures() -> list[tuple[str, bytes]]:
    """Return names and contents of pictures with the largest permitted number of pixels, and with more.

    They are grey, so that the files are small.
    """
    pictures = []
    for kind, width, height in (
        ("WEBP", 5000, 4999),
        ("WEBP", 7000, 7000),
        ("PNG", 5000, 4999),
        ("PNG", 7000, 7000),
        ("JPEG", 7000, 7000),
    ):
        content = BytesIO()
        Image.radial_gradient("L").resize((width, height)).convert("RGB").save(content, kind)
        # a missing end lets the reader decode nearly all pixels before it fails
        pictures.append((f"{kind.lower()}-{width}", content.getvalue()[:-2000]))
    return pictures


class HostilePhone:
    """Phone that disputes the result of its table again and again."""

    def __init__(self, hall: Hall, table: dict[str, Any]) -> None:
        self._hall, self._play = hall, table["plays"][0]
        self._path = f"/table/{table['secret']}/donnes/{self._play}/contester/"
        self._table = Phone(hall, table)
        self._browser = Browser(hall.port, cookie=f"etui_phone={self._table.key}; csrftoken={TOKEN}")

    async def sit_down(self) -> None:
        await self._table.sit_down(SITTING_SECONDS / 2)
        await self._table.play(1, SITTING_SECONDS / 2)

    async def send(self, pictures: list[tuple[str, bytes]]) -> None:
        """Send pictures until cancelled."""
        for name, content in itertools.cycle(pictures):
            answer = await self._browser.ask("POST", self._path, _form(content), content_type=FORM)
            self._hall.count(f"picture {name}", answer, 422, 429, 503)

    def close(self) -> None:
        self._table.close()
        self._browser.close()


BOUNDARY = "picture-of-a-sheet"
FORM = f"multipart/form-data; boundary={BOUNDARY}"


def _form(photo: bytes) -> bytes:
    fields = {"csrfmiddlewaretoken": TOKEN, "text": "+62", "seen_version": "1"}
    parts = [
        f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{name}"\r\n\r\n{value}\r\n'.encode()
        for name, value in fields.items()
    ]
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="photo"\r\n\r\n'
    return b"".join([*parts, head.encode(), photo, f"\r\n--{BOUNDARY}--\r\n".encode()])


async def measure_uploads(setup: EventSite) -> tuple[Seen, Seen]:
    """Return the measurements of the other phones without and with the pictures."""
    hall = Hall(setup.site, setup.event)
    tables = setup.event["tables"]
    hostile = [HostilePhone(hall, table) for table in tables[:HOSTILE]]
    honest = [Phone(hall, table) for table in tables[HOSTILE:]]
    pictures = costly_pictures()
    print("pictures: " + ", ".join(f"{name} {len(content) // 1000} kB" for name, content in pictures))
    await asyncio.gather(
        *(phone.sit_down(SITTING_SECONDS) for phone in honest), *(phone.sit_down() for phone in hostile)
    )
    parts = []
    async with asyncio.TaskGroup() as group:
        memory_task = group.create_task(sampled_memory(setup.site, hall))
        # the same phones twice, so that only the pictures differ
        for senders in ([], hostile):
            hall.seen = Seen()
            sender_tasks = [group.create_task(task.send(pictures)) for task in senders]
            await asyncio.gather(*(phone.play(RESULTS // 2, SECONDS / 2) for phone in honest))
            for task in sender_tasks:
                task.cancel()
            parts.append(hall.seen)
        memory_task.cancel()
    for phone in (*hostile, *honest):
        phone.close()
    quiet, loud = parts
    return quiet, loud


def print_upload_report(label: str, measurements: Seen) -> None:
    print(label)
    print_late_seconds("  a result sent", measurements.posts)
    print_late_seconds("  its table's page", measurements.pages)
    print(f"{'  memory of the site, megabytes at most':<50} {measurements.memory / 1e6:8.0f}")
    print("  " + ", ".join(f"{name}: {count}" for name, count in sorted(measurements.statuses.items())))


def main() -> None:
    with event_site(SECTIONS, ROUND) as setup:
        print(f"{len(setup.event['tables']) - HOSTILE} tables, {HOSTILE} hostile, {setup.database}")
        quiet, loud = asyncio.run(measure_uploads(setup))
    print_upload_report("without pictures", quiet)
    print_upload_report("with pictures", loud)
    slow_count = sum(seconds > PROMISED for seconds in loud.posts)
    print(f"writes of more than {1000 * PROMISED:.0f} ms: {slow_count} of {len(loud.posts)}")


if __name__ == "__main__":
    main()
