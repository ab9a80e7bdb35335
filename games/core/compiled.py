"""Functions of plain numbers in two forms: as Python, and compiled by numba where that is installed.

Both forms give the same numbers: whole ones of less than 63 bits, or reals. A process uses the Python form
until `use_compiled` is called, so that no request waits for the compiler. The compiled form is some 50 times
as quick. It is kept in the folder of the variable NUMBA_CACHE_DIR, which is in the data folder.
"""

import os
import sys
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import cache, wraps
from hashlib import blake2b
from importlib.util import find_spec
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType, SimpleNamespace
from typing import Annotated, Any, TypeVar, cast, get_args, get_origin, get_type_hints

import numpy as np
import numpy.typing as npt

IS_COMPILED = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
"""Whether functions can be compiled: numba is installed (some machines have no wheel) and switched on."""

Memory = MutableSequence[int]
"""Whole numbers in a row: an array for compiled functions, a list for plain ones, which is quicker there."""

SmallMemory = Annotated[MutableSequence[int], np.int8]
"""The same of whole numbers from -128 to 127: an eighth of the memory, which is what costs time."""
Reals = Sequence[float]
"""Real numbers in a row."""
_ARRAYS: dict[Any, type] = {Memory: np.int64, SmallMemory: np.int8, Reals: np.float64}

Record = TypeVar("Record")
Function = TypeVar("Function", bound=Callable[..., Any])

_INNER: set[Callable[..., Any]] = set()
"""Functions that compiled functions call."""
_LOCK = RLock()


class _Process:
    """The form of functions that this process uses."""

    is_compiled = False


def use_compiled() -> None:
    """Use the compiled form from now on, where numba is installed. First calls may compile."""
    _Process.is_compiled = IS_COMPILED


def is_compiled_used() -> bool:
    """Return whether this process uses the compiled form."""
    return _Process.is_compiled


def compiled(function: Function) -> Function:
    """Mark a function that compiled functions call. It is compiled once, for the types of its annotations."""
    _INNER.add(function)
    return function


def compiled_entry(function: Function) -> Function:
    """Let Python call a function in the form that the process uses.

    The compiled form is made on its first call and kept for the next process. Other threads go on while it
    runs. The plain form gets each array as a list and each record as plain attributes, which is quicker, and
    its changes are written back. Named tuples of them are read in the same way.

    No compiled function may call it: numba 0.68 ends the process ("Symbol not found") where one that was kept
    and calls itself is linked into another.
    """

    @wraps(function)
    def call(*args: Any) -> Any:
        if _Process.is_compiled:
            return _compiled_form(function)(*args)
        plain = [_plain_form(arg) for arg in args]
        result = function(*plain)
        for arg, numbers in zip(args, plain, strict=True):
            _write_back(arg, numbers)
        return result

    return cast("Function", call)


def _plain_form(arg: Any) -> Any:
    """Return an argument without arrays."""
    if isinstance(arg, np.record):
        names = arg.dtype.names or ()
        return SimpleNamespace(**dict(zip(names, arg.tolist(), strict=True)))
    if isinstance(arg, np.ndarray):
        return list(map(_plain_form, arg)) if arg.dtype.names else arg.tolist()
    if isinstance(arg, tuple):
        return cast("Any", arg)._make(map(_plain_form, arg))
    return arg


def _write_back(arg: Any, plain: Any) -> None:
    """Write what a function changed in the plain form of an argument."""
    if isinstance(arg, np.record):
        for name, value in vars(plain).items():
            arg[name] = value
    elif isinstance(arg, tuple) or (isinstance(arg, np.ndarray) and arg.dtype.names):
        for part, plain_part in zip(arg, plain, strict=True):
            _write_back(part, plain_part)
    elif isinstance(arg, np.ndarray) and arg.flags.writeable:
        arg[:] = plain


@cache
def _compiled_form(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled form of an entry."""
    import numba  # noqa: PLC0415 - 0.3 s and 100 MB, for processes that compute much

    with _LOCK:
        twin = _twin(function)
        try:
            return cast("Callable[..., Any]", numba.njit(cache=True, nogil=True)(twin))
        except RuntimeError:  # no folder can be written: compile again in every process
            return cast("Callable[..., Any]", numba.njit(nogil=True)(twin))


_INNER_FORMS: dict[FunctionType, Any] = {}
_INNER_OPTIONS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Python and C never call these functions, so that a fifth of the compiler's work is left out."""


def _inner_form(function: FunctionType) -> Any:
    """Return the compiled form of a function that compiled functions call.

    Without its types numba compiles it anew for each constant that a call hands on.
    """
    import numba  # noqa: PLC0415 - as above

    if function not in _INNER_FORMS:
        # Stored before its types are read: it may call itself.
        form = _INNER_FORMS[function] = numba.njit(**_INNER_OPTIONS)(_twin(function))
        types = get_type_hints(function, include_extras=True)
        types.pop("return")
        form.compile(tuple(map(_type_of, types.values())))
        form.disable_compile()
    return _INNER_FORMS[function]


@cache
def _type_of(annotation: Any) -> Any:
    """Return the numba type of what an annotation of an inner function names."""
    import numba  # noqa: PLC0415 - as above

    plain = {int: numba.int64, bool: numba.boolean, float: numba.float64}
    if annotation in plain:
        return plain[annotation]
    if annotation in _ARRAYS:
        return numba.types.Array(numba.from_dtype(np.dtype(_ARRAYS[annotation])), 1, "C")
    if get_origin(annotation) is Sequence:
        return numba.types.Array(_type_of(*get_args(annotation)), 1, "C", aligned=False)
    if issubclass(annotation, tuple):
        fields = get_type_hints(annotation, include_extras=True).values()
        return cast("Any", numba.types.BaseTuple).from_types(tuple(map(_type_of, fields)), annotation)
    return numba.from_dtype(_record_type(annotation))


def _twin(function: Callable[..., Any]) -> FunctionType:
    """Return a function of the same code that calls the compiled forms of inner functions."""
    assert isinstance(function, FunctionType)
    names = _names_of(function.__module__)
    twin = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    # numba keeps it under this name, and by itself would not see that another file has changed.
    twin.__qualname__ = f"{function.__qualname__}-{_digest_of(function.__module__)}"
    return twin


@cache
def _digest_of(module: str) -> str:
    """Return a digest of all that compiled functions of a module are made of: sources and whole numbers."""
    digest, names, others = blake2b(digest_size=8), {__name__}, [module]
    while others:
        name = others.pop()
        if name not in names:
            names.add(name)
            others += _modules_called(vars(sys.modules[name]).values())
    for name in sorted(names):
        digest.update(Path(str(sys.modules[name].__file__)).read_bytes())
        values = vars(sys.modules[name]).items()
        digest.update(repr([pair for pair in values if isinstance(pair[1], int)]).encode())
    return digest.hexdigest()


def _modules_called(values: Iterable[Any]) -> Iterator[str]:
    """Yield the modules with compiled functions among the values of another module, or of their functions."""
    modules = {function.__module__ for function in _INNER}
    for value in values:
        if isinstance(value, ModuleType) and value.__name__ in modules:
            yield value.__name__
        elif isinstance(value, FunctionType) and value in _INNER:
            yield value.__module__


class _Names(dict[str, Any]):
    """The names of a module as its compiled functions see them. A function is compiled when it is needed."""

    def __init__(self, module: str) -> None:
        super().__init__(__name__=module)  # by which numba finds the module of a function that it kept
        self._module = vars(sys.modules[module])

    def __missing__(self, name: str) -> Any:
        value = self._module[name]
        if isinstance(value, FunctionType) and value in _INNER:
            return _inner_form(value)
        return value


@cache
def _names_of(module: str) -> _Names:
    """Return the same names each time."""
    return _Names(module)


def new_record(fields: type[Record]) -> Record:
    """Return a record of whole numbers and rows of them, all 0.

    A compiled function gets no more than its address: a call with it costs as much as one with a number.

    Args:
        fields: a class that names them, an `int` or an annotated `Memory` with its length each.
    """
    return new_records(fields, 1)[0]


def new_records(fields: type[Record], count: int) -> Sequence[Record]:
    """Return several records of the same fields, all 0."""
    if IS_COMPILED:
        return cast("Sequence[Record]", np.zeros(count, _record_type(cast("type", fields))))
    sizes = _sizes_of(fields)
    return [
        cast("Record", SimpleNamespace(**{name: [0] * size if size else 0 for name, size in sizes.items()}))
        for _ in range(count)
    ]


def _sizes_of(fields: type) -> dict[str, int]:
    """Return the length of each field of a record, 0 for a number."""
    return {name: getattr(kind, "__metadata__", (0,))[0] for name, kind in fields.__annotations__.items()}


@cache
def _record_type(fields: type) -> np.dtype[np.void]:
    """Return the same object each time, by which numba knows that it has compiled for it."""
    sizes = _sizes_of(fields).items()
    parts: list[Any] = [(name, np.int64, (size,)) if size else (name, np.int64) for name, size in sizes]
    return np.dtype((np.record, np.dtype(parts)))


def zeros(count: int) -> Memory:
    """Room for whole numbers, all 0."""
    return cast("Memory", np.zeros(count, np.int64)) if IS_COMPILED else [0] * count


def small_zeros(count: int) -> SmallMemory:
    """Room for whole numbers from -128 to 127, all 0."""
    return cast("SmallMemory", np.zeros(count, np.int8)) if IS_COMPILED else [0] * count


def as_reals(numbers: npt.NDArray[np.float64]) -> Reals:
    """Real numbers as functions want them."""
    return cast("Reals", numbers if IS_COMPILED else numbers.tolist())


def as_memory(numbers: npt.NDArray[np.signedinteger[Any]]) -> Memory:
    """An array of one dimension as functions want it."""
    return cast("Memory", numbers if IS_COMPILED else numbers.tolist())
