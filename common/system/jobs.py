"""Job objects of Windows: limits for a group of processes, and its end with the process that created it.

Structures and numbers are those of winnt.h. A process may be in several nested jobs (Windows 8 and later).
Children belong to the jobs of their parent.
"""

import ctypes
from typing import Any

END_WITH_LAST_HANDLE = 0x2000
"""Flag JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE."""
PROCESS_MEMORY = 0x100
"""Flag JOB_OBJECT_LIMIT_PROCESS_MEMORY."""
PROCESS_TIME = 0x2
"""Flag JOB_OBJECT_LIMIT_PROCESS_TIME."""
EXTENDED_LIMITS = 9
"""Number of JobObjectExtendedLimitInformation."""
TICKS = 10_000_000
"""Ticks of 100 ns in a second, the unit of time of job objects."""
_handles: list[Any] = []
"""Open handles: a job ends with its last one, which Windows closes when this process ends."""


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
    """Put this process and its later children into a new job that ends with this process.

    Args:
        kernel: functions of kernel32.dll.
        memory: limit of each process in bytes; 0 for none.
        cpu_seconds: processor time of each process; 0 for no limit.

    Raises:
        OSError: Windows refused the job.
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
    """Return the functions of Windows with the types of their arguments."""
    kernel = ctypes.WinDLL("kernel32")  # type: ignore[attr-defined]
    # without these types ctypes would cut a handle of 64 bits to an int
    handle, pointer, number = ctypes.c_void_p, ctypes.c_void_p, ctypes.c_uint32
    kernel.CreateJobObjectW.argtypes, kernel.CreateJobObjectW.restype = (pointer, ctypes.c_wchar_p), handle
    kernel.GetCurrentProcess.argtypes, kernel.GetCurrentProcess.restype = (), handle
    kernel.SetInformationJobObject.argtypes = (handle, ctypes.c_int, pointer, number)
    kernel.AssignProcessToJobObject.argtypes = (handle, handle)
    return kernel
