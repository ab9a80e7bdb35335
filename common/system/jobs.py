"""Job objects of Windows: limits of a group of processes, and its end with the process that made it.

Structures and numbers are those of winnt.h. A process may be in several jobs, each within the one before
(Windows 8 and later); children are in those of their parent.
"""

import ctypes
from typing import Any

END_WITH_LAST_HANDLE = 0x2000
"""JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE."""
PROCESS_MEMORY = 0x100
"""JOB_OBJECT_LIMIT_PROCESS_MEMORY."""
PROCESS_TIME = 0x2
"""JOB_OBJECT_LIMIT_PROCESS_TIME."""
EXTENDED_LIMITS = 9
"""JobObjectExtendedLimitInformation."""
TICKS = 10_000_000
"""Units of time in a second."""
_handles: list[Any] = []
"""Jobs of this process: the system closes them with it."""


class _BasicLimits(ctypes.Structure):
    """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

    _fields_ = (
        ("per_process_user_time", ctypes.c_int64),
        ("per_job_user_time", ctypes.c_int64),
        ("flags", ctypes.c_uint32),
        ("minimum_working_set", ctypes.c_size_t),
        ("maximum_working_set", ctypes.c_size_t),
        ("active_processes", ctypes.c_uint32),
        ("affinity", ctypes.c_size_t),
        ("priority", ctypes.c_uint32),
        ("scheduling", ctypes.c_uint32),
    )


class JobLimits(ctypes.Structure):
    """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

    _fields_ = (
        ("basic", _BasicLimits),
        ("counters", ctypes.c_uint64 * 6),
        ("process_memory", ctypes.c_size_t),
        ("job_memory", ctypes.c_size_t),
        ("peak_process_memory", ctypes.c_size_t),
        ("peak_job_memory", ctypes.c_size_t),
    )


def enter_job(kernel: Any = None, *, memory: int = 0, cpu_seconds: int = 0) -> None:
    """Put this process and its children to come into a job that ends when this process does.

    Args:
        kernel: functions of kernel32.dll.
        memory: bytes of each process, at most; 0 for any.
        cpu_seconds: of each process, at most; 0 for any.

    Raises:
        OSError: Windows refused it.
    """
    kernel = kernel or _kernel32()
    limits = JobLimits()
    limits.basic.flags = END_WITH_LAST_HANDLE
    if memory:
        limits.basic.flags |= PROCESS_MEMORY
        limits.process_memory = memory
    if cpu_seconds:
        limits.basic.flags |= PROCESS_TIME
        limits.basic.per_process_user_time = cpu_seconds * TICKS
    job = kernel.CreateJobObjectW(None, None)
    if (
        not job
        or not kernel.SetInformationJobObject(
            job, EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        )
        or not kernel.AssignProcessToJobObject(job, kernel.GetCurrentProcess())
    ):
        raise OSError(f"no job object: error {kernel.GetLastError()} of Windows")
    _handles.append(job)


def _kernel32() -> Any:
    """Return the functions of Windows with the types of their arguments: a handle has 64 bits."""
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    handle, pointer, number = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32
    kernel.CreateJobObjectW.argtypes, kernel.CreateJobObjectW.restype = (pointer, ctypes.c_wchar_p), handle
    kernel.GetCurrentProcess.argtypes, kernel.GetCurrentProcess.restype = (), handle
    kernel.SetInformationJobObject.argtypes = (handle, ctypes.c_int, pointer, number)
    kernel.AssignProcessToJobObject.argtypes = (handle, handle)
    return kernel
