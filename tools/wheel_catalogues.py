"""Step of hatchling before a wheel is packed: the compiled catalogues, which git does not hold."""

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    """Build step that compiles the translations."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile every translation that is older than its source."""
        sys.path.insert(0, self.root)
        # hatchling loads this file by its path, without the project
        from tools.compile_messages import compile_changed  # noqa: PLC0415

        compile_changed(Path(self.root) / "locale")
