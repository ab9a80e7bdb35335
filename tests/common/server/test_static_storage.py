"""Names of static files on a server."""

import re
from pathlib import Path

from common.server.static_storage import StaticStorage


def test_a_module_loads_another_by_the_name_of_its_content(tmp_path: Path) -> None:
    (tmp_path / "js/rooms").mkdir(parents=True)
    (tmp_path / "js/listening.js").write_text("export const AGAIN = 1;\n")
    (tmp_path / "js/rooms/table.js").write_text('import { AGAIN } from "../listening.js";\n')
    storage = StaticStorage(location=tmp_path, base_url="/static/")

    list(storage.post_process({name: (storage, name) for name in ("js/listening.js", "js/rooms/table.js")}))

    table = (tmp_path / storage.stored_name("js/rooms/table.js")).read_text()
    loaded = re.search(r'from "\.\./(listening\.\w+\.js)";', table)
    assert loaded is not None
    assert storage.stored_name("js/listening.js") == f"js/{loaded[1]}"
