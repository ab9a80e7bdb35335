"""Names of static files on a server."""

import re
from pathlib import Path

from common.web_server.static_files import StaticStorage


def test_a_module_loads_another_by_the_name_of_its_content(tmp_path: Path) -> None:
    (tmp_path / "js/play").mkdir(parents=True)
    (tmp_path / "js/listening.js").write_text("export const AGAIN = 1;\n")
    (tmp_path / "js/play/table.js").write_text('import { AGAIN } from "../listening.js";\n')
    storage = StaticStorage(location=tmp_path, base_url="/static/")

    list(storage.post_process({name: (storage, name) for name in ("js/listening.js", "js/play/table.js")}))

    table = (tmp_path / storage.stored_name("js/play/table.js")).read_text()
    loaded = re.search(r'from "\.\./(listening\.\w+\.js)";', table)
    assert loaded is not None
    assert storage.stored_name("js/listening.js") == f"js/{loaded[1]}"


def test_the_icons_of_a_home_screen_are_named_by_their_content(tmp_path: Path) -> None:
    (tmp_path / "img").mkdir()
    (tmp_path / "img/icon.svg").write_text("<svg/>")
    (tmp_path / "site.webmanifest").write_text('{"icons": [{ "src": "img/icon.svg", "sizes": "any" }]}')
    storage = StaticStorage(location=tmp_path, base_url="/static/")

    list(storage.post_process({name: (storage, name) for name in ("img/icon.svg", "site.webmanifest")}))

    manifest = (tmp_path / storage.stored_name("site.webmanifest")).read_text()
    assert f'"src": "{storage.stored_name("img/icon.svg")}"' in manifest
