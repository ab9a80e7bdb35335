"""Functions of plain numbers in two forms: as Python, and compiled by numba where that is installed.

Both forms give the same numbers: whole ones of less than 63 bits, or reals. A process uses the Python form
until `use_compiled` is called, so that no request waits for the compiler. The compiled form is some 50 times
as quick. It is kept in the folder of the variable NUMBA_CACHE_DIR, which is in the data folder.
"""

import os
import sys
from collections.abc import Callable, MutableSequence, Sequence
from functools import cache, wraps
from importlib.util import find_spec
from threading import RLock
from types import FunctionType, SimpleNamespace
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

IS_COMPILED = find_spec("numba") is not None and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
"""Whether functions can be compiled: numba is installed (some machines have no wheel) and switched on."""

Memory = MutableSequence[int]
"""Whole numbers in a row: an array for compiled functions, a list for plain ones, which is quicker there."""

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
    """Mark a function that compiled functions call. It is compiled with each of them."""
    _INNER.add(function)
    return function


def compiled_entry(function: Function) -> Function:
    """Let Python call a function in the form that the process uses.

    The compiled form is made on its first call and kept for the next process. Other threads go on while it
    runs. The plain form gets each array as a list, which is quicker, and its changes are written back.

    No compiled function may call it: numba 0.68 ends the process ("Symbol not found") where one that was kept
    and calls itself is linked into another.
    """

    @wraps(function)
    def call(*args: Any) -> Any:
        if _Process.is_compiled:
            return _compiled_form(function)(*args)
        plain = [arg.tolist() if isinstance(arg, np.ndarray) else arg for arg in args]
        result = function(*plain)
        for arg, numbers in zip(args, plain, strict=True):
            if isinstance(arg, np.ndarray) and arg.flags.writeable:
                arg[:] = numbers
        return result

    return cast("Function", call)


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


@cache
def _inner_form(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the compiled form of a function that compiled functions call."""
    import numba  # noqa: PLC0415 - as above

    return cast("Callable[..., Any]", numba.njit(_twin(function)))


def _twin(function: Callable[..., Any]) -> FunctionType:
    """Return a function of the same code that calls the compiled forms of inner functions."""
    assert isinstance(function, FunctionType)
    names = _compiled_names(function.__module__)
    twin = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    twin.__qualname__ = function.__qualname__
    return twin


_NAMES: dict[str, dict[str, Any]] = {}


def _compiled_names(module: str) -> dict[str, Any]:
    """Return what each name of a module means for its compiled functions."""
    if module not in _NAMES:
        names = _NAMES[module] = dict(vars(sys.modules[module]))
        for name, value in list(names.items()):
            if isinstance(value, FunctionType) and value in _INNER:
                names[name] = _inner_form(value)
    return _NAMES[module]


def new_record(fields: type[Record]) -> Record:
    """Return a record of whole numbers and rows of them, all 0.

    A compiled function gets no more than its address: a call with it costs as much as one with a number.

    Args:
        fields: a class that names them, an `int` or an annotated `Memory` with its length each.
    """
    sizes = {name: getattr(kind, "__metadata__", (0,))[0] for name, kind in fields.__annotations__.items()}
    if not IS_COMPILED:
        return cast("Record", SimpleNamespace(**{name: [0] * n if n else 0 for name, n in sizes.items()}))
    parts = [(name, np.int64, (n,)) if n else (name, np.int64) for name, n in sizes.items()]
    return cast("Record", np.zeros(1, _record_type(tuple(parts))).view(np.recarray)[0])


@cache
def _record_type(parts: tuple[tuple[Any, ...], ...]) -> np.dtype[np.void]:
    """Return the same object each time, by which numba knows that it has compiled for it."""
    return np.dtype((np.record, np.dtype(list(parts))))


def zeros(count: int) -> Memory:
    """Room for whole numbers, all 0."""
    return cast("Memory", np.zeros(count, np.int64)) if IS_COMPILED else [0] * count


def small_zeros(count: int) -> Memory:
    """Room for whole numbers from -128 to 127, all 0: an eighth of the memory, which is what costs time."""
    return cast("Memory", np.zeros(count, np.int8)) if IS_COMPILED else [0] * count


def as_reals(numbers: npt.NDArray[np.float64]) -> Sequence[float]:
    """Real numbers as functions want them."""
    return cast("Sequence[float]", numbers if IS_COMPILED else numbers.tolist())


def as_memory(numbers: npt.NDArray[np.signedinteger[Any]]) -> Memory:
    """An array of one dimension as functions want it."""
    return cast("Memory", numbers if IS_COMPILED else numbers.tolist())
