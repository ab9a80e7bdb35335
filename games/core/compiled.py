"""Functions of plain numbers, compiled on their first call where numba is installed, else run as they are.

numba is loaded by whoever imports a module of compiled functions, and by nobody else. What it compiled is
kept in the folder of the variable NUMBA_CACHE_DIR, which the settings put into the data folder. A compiled
function gives the same numbers as the plain one, only faster: whole ones of less than 63 bits, or reals.
"""

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

try:
    import numba
except ImportError:  # no wheel for this machine or this Python
    numba = None  # type: ignore[assignment, unused-ignore]

IS_COMPILED = numba is not None and not numba.config.DISABLE_JIT  # type: ignore[attr-defined, unused-ignore]
"""Whether functions are compiled."""

Memory = MutableSequence[int]
"""Whole numbers in a row: an array for compiled functions, a list for plain ones, which is quicker there."""

Function = TypeVar("Function", bound=Callable[..., object])


def compiled(function: Function) -> Function:
    """A function that compiled functions of its module call; compiled with each of them, kept by none."""
    return cast("Function", numba.njit(function)) if IS_COMPILED else function


def compiled_entry(function: Function) -> Function:
    """A function that Python calls: compiled on its first call, and kept for the next process.

    Other threads of the process go on while it runs.

    No compiled function may call it: numba 0.68 ends the process ("Symbol not found") where one that was kept
    and calls itself is linked into another.
    """
    if not IS_COMPILED:
        return function
    try:
        made = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:  # no folder can be written: compile again in every process
        made = numba.njit(nogil=True)(function)
    return cast("Function", made)


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
