"""Calls to Windows that create a job object, on a fake of its functions."""

import ctypes
from dataclasses import dataclass, field

import pytest

from common.system.jobs import JobLimits, enter_job

JOB, SELF = 7, -1


@dataclass
class FakeKernel:
    """Functions of kernel32.dll that record their arguments."""

    refuses: bool = False
    calls: list[object] = field(default_factory=list)

    def CreateJobObjectW(self, security: None, name: None) -> int:  # noqa: N802
        self.calls.append(("create", security, name))
        return JOB

    def GetCurrentProcess(self) -> int:  # noqa: N802
        return SELF

    def GetLastError(self) -> int:  # noqa: N802
        return 5

    def SetInformationJobObject(self, job: int, kind: int, limits: object, size: int) -> int:  # noqa: N802
        contents = ctypes.cast(limits, ctypes.POINTER(JobLimits)).contents  # type: ignore[arg-type]
        self.calls.append(
            (
                "limit",
                job,
                kind,
                contents.basic.flags,
                contents.process_memory,
                contents.basic.per_process_user_time,
            )
        )
        assert size == ctypes.sizeof(JobLimits)
        return 1

    def AssignProcessToJobObject(self, job: int, process: int) -> int:  # noqa: N802
        self.calls.append(("assign", job, process))
        return 0 if self.refuses else 1


def test_job_ends_its_processes_with_the_one_that_made_it() -> None:
    kernel = FakeKernel()

    enter_job(kernel)

    assert kernel.calls == [
        ("create", None, None),
        ("limit", JOB, 9, 0x2000, 0, 0),
        ("assign", JOB, SELF),
    ]


def test_job_limits_memory_and_processor_time_of_a_child() -> None:
    kernel = FakeKernel()

    enter_job(kernel, memory=1000, cpu_seconds=20)

    assert kernel.calls[1] == ("limit", JOB, 9, 0x2000 | 0x100 | 0x2, 1000, 200_000_000)


def test_refusal_of_windows_is_an_error() -> None:
    with pytest.raises(OSError, match="error 5 of Windows"):
        enter_job(FakeKernel(refuses=True))


def test_structure_has_the_size_that_windows_expects() -> None:
    """144 bytes where an address has eight (winnt.h)."""
    assert ctypes.sizeof(JobLimits) == 144
