"""Ten hostile phones send pictures made to be costly while the tables send their results.

On a laptop's SQLite; beside script/with-servers on PostgreSQL and Redis. The pictures are small files of many
pixels, each broken at its end, so that none is kept and the next one is read again. All of it runs on this
machine, clients included. What is promised: a write waits 250 ms at most.
"""

import asyncio
import itertools
from io import BytesIO
from typing import Any

from PIL import Image

from benchmarks.asking import Browser
from benchmarks.event_site import EventSite, event_site
from benchmarks.hall import Hall, Seen, sampled_memory, show
from benchmarks.phones import Phone

SECTIONS, ROUND = 1, 6
"""50 tables."""
HOSTILE = 10
RESULTS, SECONDS = 4, 60.0
"""Of each other table, without and then with the pictures."""
SITTING_SECONDS = 10.0
PROMISED = 0.250
TOKEN = "t" * 32
"""Any cookie of a form that is sent with the form."""


def costly_pictures() -> list[tuple[str, bytes]]:
    """Names and contents: as many pixels as are read, and more; grey, so that they weigh little."""
    made = []
    for kind, width, height in (
        ("WEBP", 5000, 4999),
        ("WEBP", 7000, 7000),
        ("PNG", 5000, 4999),
        ("PNG", 7000, 7000),
        ("JPEG", 7000, 7000),
    ):
        content = BytesIO()
        Image.radial_gradient("L").resize((width, height)).convert("RGB").save(content, kind)
        made.append((f"{kind.lower()}-{width}", content.getvalue()[:-2000]))
    return made


class HostilePhone:
    """One that disputes the result of its table again and again."""

    def __init__(self, hall: Hall, table: dict[str, Any]) -> None:
        self._hall, self._play = hall, table["plays"][0]
        self._path = f"/table/{table['secret']}/donnes/{self._play}/contester/"
        self._table = Phone(hall, table)
        self._browser = Browser(hall.port, cookie=f"etui_phone={self._table.key}; csrftoken={TOKEN}")

    async def sit_down(self) -> None:
        await self._table.sit_down(SITTING_SECONDS / 2)
        await self._table.play(1, SITTING_SECONDS / 2)

    async def send(self, pictures: list[tuple[str, bytes]]) -> None:
        """Until cancelled."""
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


async def measure(running: EventSite) -> tuple[Seen, Seen]:
    """What the honest phones saw without and with the pictures."""
    hall = Hall(running.site, running.event)
    tables = running.event["tables"]
    hostile = [HostilePhone(hall, table) for table in tables[:HOSTILE]]
    honest = [Phone(hall, table) for table in tables[HOSTILE:]]
    pictures = costly_pictures()
    print("pictures: " + ", ".join(f"{name} {len(content) // 1000} kB" for name, content in pictures))
    await asyncio.gather(
        *(phone.sit_down(SITTING_SECONDS) for phone in honest), *(phone.sit_down() for phone in hostile)
    )
    seen = []
    async with asyncio.TaskGroup() as group:
        sampling = group.create_task(sampled_memory(running.site, hall))
        for senders in ([], hostile):
            hall.seen = Seen()
            sending = [group.create_task(each.send(pictures)) for each in senders]
            await asyncio.gather(*(phone.play(RESULTS // 2, SECONDS / 2) for phone in honest))
            for each in sending:
                each.cancel()
            seen.append(hall.seen)
        sampling.cancel()
    for phone in (*hostile, *honest):
        phone.close()
    quiet, loud = seen
    return quiet, loud


def report(what: str, seen: Seen) -> None:
    print(what)
    show("  a result sent", seen.posts)
    show("  its table's page", seen.pages)
    print(f"{'  memory of the site, megabytes at most':<50} {seen.memory / 1e6:8.0f}")
    print("  " + ", ".join(f"{name}: {count}" for name, count in sorted(seen.statuses.items())))


def main() -> None:
    with event_site(SECTIONS, ROUND) as running:
        print(f"{len(running.event['tables']) - HOSTILE} tables, {HOSTILE} hostile, {running.database}")
        quiet, loud = asyncio.run(measure(running))
    report("without pictures", quiet)
    report("with pictures", loud)
    late = sum(seconds > PROMISED for seconds in loud.posts)
    print(f"writes of more than {1000 * PROMISED:.0f} ms: {late} of {len(loud.posts)}")


if __name__ == "__main__":
    main()
