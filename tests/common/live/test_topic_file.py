"""Topics between processes without named pipes."""

import asyncio
from pathlib import Path

from common.live import topic_file
from common.live.topic_file import TopicFile


def test_topics_of_another_process_arrive_once_listening_and_a_large_file_begins_anew(tmp_path: Path) -> None:
    path = tmp_path / "topics"
    path.write_bytes(b"old\n" * topic_file.LARGEST)

    async def listen() -> list[str]:
        heard: list[str] = []
        await TopicFile(tmp_path).open(heard.append, lambda: None)
        other = TopicFile(tmp_path)
        other.post("table:1")
        other.post("table:2")
        other.post("table:1")
        for _ in range(100):
            if len(heard) >= 2:
                break
            await asyncio.sleep(0.05)
        return heard

    assert asyncio.run(listen()) == ["table:1", "table:2"]
    assert path.stat().st_size < 100


def test_topic_without_a_listener_is_dropped(tmp_path: Path) -> None:
    TopicFile(tmp_path / "none").post("table:1")

    assert not (tmp_path / "none").exists()
