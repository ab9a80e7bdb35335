"""Gates: the number of threads that wait for a child at the same time."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.processes import wait_until
from tournaments.base.services.gates import Busy, Gate


def test_gate_lets_some_work_some_wait_and_refuses_the_others():
    gate = Gate(at_work=1, waiting=1, patience=30)
    with ThreadPoolExecutor(1) as pool:
        with gate.passed():
            second = pool.submit(passes, gate)
            assert wait_until(lambda: not gate._inside._value)
            with pytest.raises(Busy), gate.passed():
                pass
            assert not second.done()
        assert second.result() is True


def passes(gate: Gate) -> bool:
    with gate.passed():
        return True


def test_gate_is_patient_for_a_while_and_open_again_afterwards():
    gate = Gate(at_work=1, waiting=1, patience=0.01)

    with gate.passed(), pytest.raises(Busy), gate.passed():
        pass

    assert passes(gate)
