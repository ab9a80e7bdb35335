"""Python files of the project, each read and parsed once for all tests of a run."""

import ast
from functools import cache
from pathlib import Path


@cache
def source_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(source_of(path))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """Every node of a file, a parent before its children."""
    return tuple(ast.walk(tree_of(path)))
