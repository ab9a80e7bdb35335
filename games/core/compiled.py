"""Functions on plain numbers in two forms: as Python, and compiled by numba where it is installed.

Both forms return the same numbers: integers of less than 63 bits, or floats. A process uses the Python form
until it calls `use_compiled`, so that no request waits for the compiler. The compiled form is about 50 times
as fast. It is cached in the folder named by the variable NUMBA_CACHE_DIR, which is in the data folder.
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
"""True if functions can be compiled: numba is installed (some machines have no wheel) and not disabled."""

Memory = MutableSequence[int]
"""A sequence of integers: an array for compiled functions, a list for plain ones, where a list is faster."""

SmallMemory = Annotated[MutableSequence[int], np.int8]
"""A sequence of integers from -128 to 127. It takes an eighth of the memory, which limits the speed."""
Reals = MutableSequence[float]
"""A sequence of floats."""
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
    """Use the compiled form from now on, where numba is installed. The first call of a function may compile
    it.
    """
    _Process.is_compiled = IS_COMPILED


def is_compiled_used() -> bool:
    """Return whether this process uses the compiled form."""
    return _Process.is_compiled


def compiled(function: Function) -> Function:
    """Mark a function that compiled functions call. It is compiled once, for the types of its annotations."""
    _INNER.add(function)
    return function


def compiled_entry(function: Function) -> Function:
    """Make a function callable from Python, in the form that the process uses.

    The compiled form is built at its first call and cached for the next process. It releases the GIL, so that
    other threads run meanwhile. The plain form receives each array as a list and each record as an object
    with attributes, which is faster in Python. Its changes are copied back afterwards. Named tuples of arrays
    and records are converted in the same way.

    No compiled function may call an entry: numba 0.68 ends the process ("Symbol not found") when a cached
    recursive function is linked into another one.
    """

    @wraps(function)
    def call(*args: Any) -> Any:
        if _Process.is_compiled:
            return _compiled_form(function)(*args)
        plain_args = [_plain_form(arg) for arg in args]
        result = function(*plain_args)
        for arg, numbers in zip(args, plain_args, strict=True):
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
    """Copy the changes in the plain form of an argument back into the argument."""
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
"""Compiler options: Python and C never call these functions, which saves a fifth of the compiler's work."""


def _inner_form(function: FunctionType) -> Any:
    """Return the compiled form of a function that compiled functions call.

    It is compiled for the types of its annotations. Otherwise numba would compile it again for each constant
    argument.
    """
    import numba  # noqa: PLC0415 - as above

    if function not in _INNER_FORMS:
        # stored before its types are read: a recursive function needs it
        form = _INNER_FORMS[function] = numba.njit(**_INNER_OPTIONS)(_twin(function))
        hints = get_type_hints(function, include_extras=True)
        hints.pop("return")
        form.compile(tuple(map(_type_of, hints.values())))
        form.disable_compile()
    return _INNER_FORMS[function]


@cache
def _type_of(annotation: Any) -> Any:
    """Return the numba type for an annotation of an inner function."""
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
    """Return a function with the same code that calls the compiled forms of inner functions."""
    assert isinstance(function, FunctionType)
    names = _names_of(function.__module__)
    twin = FunctionType(
        function.__code__, names, function.__name__, function.__defaults__, function.__closure__
    )
    # numba caches by this name; without the digest it would not see a change in another file
    twin.__qualname__ = f"{function.__qualname__}-{_digest_of(function.__module__)}"
    return twin


@cache
def _digest_of(module: str) -> str:
    """Return a digest of the sources and integer constants that the compiled functions of a module use."""
    digest, names, queue = blake2b(digest_size=8), {__name__}, [module]
    while queue:
        name = queue.pop()
        if name not in names:
            names.add(name)
            queue += _modules_called(vars(sys.modules[name]).values())
    for name in sorted(names):
        digest.update(Path(str(sys.modules[name].__file__)).read_bytes())
        values = vars(sys.modules[name]).items()
        digest.update(repr([pair for pair in values if isinstance(pair[1], int)]).encode())
    return digest.hexdigest()


def _modules_called(values: Iterable[Any]) -> Iterator[str]:
    """Yield the modules with compiled functions of which a module imports the module itself or a function."""
    modules = {function.__module__ for function in _INNER}
    for value in values:
        if isinstance(value, ModuleType) and value.__name__ in modules:
            yield value.__name__
        elif isinstance(value, FunctionType) and value in _INNER:
            yield value.__module__


class _Names(dict[str, Any]):
    """Global names of a module for its compiled functions. A function is compiled at its first lookup."""

    def __init__(self, module: str) -> None:
        super().__init__(__name__=module)  # numba finds the module of a cached function by it
        self._module = vars(sys.modules[module])

    def __missing__(self, name: str) -> Any:
        value = self._module[name]
        if isinstance(value, FunctionType) and value in _INNER:
            return _inner_form(value)
        return value


@cache
def _names_of(module: str) -> _Names:
    """Return the names of a module, always as the same object."""
    return _Names(module)


def new_record(fields: type[Record]) -> Record:
    """Return a record of integers and integer arrays, all 0.

    A compiled function receives only its address, so that passing it costs as much as passing a number.

    Args:
        fields: a class with one annotation for each field: an `int`, or a `Memory` annotated with its length.
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
    return {
        name: getattr(annotation, "__metadata__", (0,))[0]
        for name, annotation in fields.__annotations__.items()
    }


@cache
def _record_type(fields: type) -> np.dtype[np.void]:
    """Return the dtype of a record, always as the same object: numba recognises compiled types by it."""
    sizes = _sizes_of(fields).items()
    parts: list[Any] = [(name, np.int64, (size,)) if size else (name, np.int64) for name, size in sizes]
    return np.dtype((np.record, np.dtype(parts)))


def zeros(count: int) -> Memory:
    """Return a sequence of integers, all 0."""
    return cast("Memory", np.zeros(count, np.int64)) if IS_COMPILED else [0] * count


def small_zeros(count: int) -> SmallMemory:
    """Return a sequence of integers from -128 to 127, all 0."""
    return cast("SmallMemory", np.zeros(count, np.int8)) if IS_COMPILED else [0] * count


def as_reals(numbers: npt.NDArray[np.float64]) -> Reals:
    """Return floats in the form that plain and compiled functions take."""
    return cast("Reals", numbers if IS_COMPILED else numbers.tolist())


def as_memory(numbers: npt.NDArray[np.signedinteger[Any]]) -> Memory:
    """Return a one-dimensional array in the form that plain and compiled functions take."""
    return cast("Memory", numbers if IS_COMPILED else numbers.tolist())
