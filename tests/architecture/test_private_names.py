"""No private name of another package is used: it may change with any release."""

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

from tests.architecture.parsed import nodes_of, tree_of

PROJECT = Path(__file__).parents[2]
PACKAGES = (
    "accounts",
    "common",
    "config",
    "counting",
    "etui",
    "games",
    "play",
    "publishing",
    "tools",
    "tournaments",
)
DOCUMENTED = {
    "_meta": "Django, Model _meta API",
    "_default_manager": "Django, managers",
    "_db": "Django, managers that call QuerySet methods",
    "_exit": "Python, os",
    "_asdict": "Python, named tuples",
    "_fields": "Python, named tuples",
    "_make": "Python, named tuples",
    "_replace": "Python, named tuples",
    "_missing_": "Python, enum",
    "_generate_next_value_": "Python, enum",
    "_value_": "Python, enum",
    "_get": "kombu, virtual transports",
    "_put": "kombu, virtual transports",
    "_purge": "kombu, virtual transports",
    "_size": "kombu, virtual transports",
}
"""Names whose documentation permits their use, and where it does."""


def sources() -> list[Path]:
    paths = [path for package in PACKAGES for path in (PROJECT / package).rglob("*.py")]
    return [path for path in paths if "migrations" not in path.parts]


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__") and name not in DOCUMENTED


def is_own(expression: ast.expr) -> bool:
    return isinstance(expression, ast.Name) and expression.id in {"self", "cls"}


def defined_names(path: Path) -> set[str]:
    """Return the names that a module gives to functions, classes, variables and attributes of its objects."""
    names = set[str]()
    for node in nodes_of(path):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                names.add(node.name)
            case ast.Name(ctx=ast.Store()):
                names.add(node.id)
            case ast.Attribute(ctx=ast.Store()) if is_own(node.value):
                names.add(node.attr)
    return names


def foreign_imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [f"{node.module}.{alias.name}" for alias in node.names]
        for name in names:
            if name.split(".")[0] not in PACKAGES and any(map(is_private, name.split("."))):
                yield node.lineno, name


def foreign_attributes(path: Path, module_names: set[str], everywhere: set[str]) -> Iterator[tuple[int, str]]:
    for node in nodes_of(path):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            is_defined = node.attr in (everywhere if is_own(node.value) else module_names)
            # the mangled name of the sealed value has a test of its own
            if not is_defined and not node.attr.startswith("_Sealed__"):
                yield node.lineno, ast.unparse(node)


def class_names(path: Path) -> Iterator[tuple[str, str]]:
    """Yield each class at the top of a module with the private names of its body."""
    for kind in tree_of(path).body:
        if isinstance(kind, ast.ClassDef) and kind.bases:
            for node in kind.body:
                names = [node.name] if isinstance(node, ast.FunctionDef) else []
                names += [node.target.id] if _is_named(node) else []  # type: ignore[attr-defined]
                yield from ((kind.name, name) for name in names if is_private(name))


def _is_named(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)


def module_of(path: Path) -> str:
    dotted = path.relative_to(PROJECT).with_suffix("").as_posix().replace("/", ".")
    return dotted.removesuffix(".__init__")


def is_theirs(module: str, kind: str, name: str) -> bool:
    """Return whether a class replaces a private name of a base class from another package."""
    bases = getattr(importlib.import_module(module), kind).__mro__[1:]
    return any(name in vars(base) for base in bases if base.__module__.split(".")[0] not in PACKAGES)


def test_nothing_private_of_another_package_is_imported_or_read() -> None:
    names = {path: defined_names(path) for path in sources()}
    everywhere = set[str]().union(*names.values())
    uses = [
        f"{path.relative_to(PROJECT)}:{line} {use}"
        for path in sources()
        for line, use in [*foreign_imports(path), *foreign_attributes(path, names[path], everywhere)]
    ]

    assert uses == []


def test_no_class_replaces_a_private_method_of_another_package() -> None:
    overridden = [
        f"{path}: {kind}.{name}"
        for path in sources()
        for kind, name in class_names(path)
        if is_theirs(module_of(path), kind, name)
    ]

    assert overridden == []
