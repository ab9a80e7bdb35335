"""Python files of the project, each read and parsed once for all tests of a run."""

import ast
import gc
from functools import cache
from pathlib import Path


@cache
def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    gc.disable()
    try:
        return ast.parse(source_of(path))
    finally:
        gc.freeze()  # kept to the end: each collection would read the nodes of all files again
        gc.enable()


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file but the contexts of names, a parent before its children."""
    nodes: list[ast.AST] = [tree_of(path)]
    for node in nodes:  # which grows meanwhile
        for name in node._fields:
            value = getattr(node, name)
            if isinstance(value, list):
                nodes += [item for item in value if isinstance(item, ast.AST)]
            elif isinstance(value, ast.AST) and name != "ctx":
                nodes.append(value)
    return tuple(nodes)
