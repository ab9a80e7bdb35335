"""Addresses offered to the phones of a hall, and their order."""

import ipaddress

import pytest

from tournaments.management.interfaces import Interface, interfaces
from tournaments.management.lan import lan_addresses, rank_addresses

LOOPBACK = Interface("lo", "127.0.0.1")
WIFI = Interface("wlp2s0", "192.168.1.20")
CABLE = Interface("enp3s0", "10.0.0.5")
DOCKER = Interface("docker0", "172.17.0.1")
SELF_ASSIGNED = Interface("enp3s0", "169.254.7.7")


@pytest.mark.parametrize(
    ("found", "routed", "expected"),
    [
        pytest.param([LOOPBACK], None, [], id="no network"),
        pytest.param([LOOPBACK, WIFI], "192.168.1.20", ["192.168.1.20"], id="usual"),
        pytest.param([LOOPBACK, WIFI], None, ["192.168.1.20"], id="router without internet"),
        pytest.param([CABLE, WIFI], "10.0.0.5", ["10.0.0.5", "192.168.1.20"], id="route first"),
        pytest.param([CABLE, WIFI], None, ["192.168.1.20", "10.0.0.5"], id="wireless before cable"),
        pytest.param([DOCKER, WIFI], None, ["192.168.1.20"], id="virtual left out"),
        pytest.param([DOCKER], "172.17.0.1", ["172.17.0.1"], id="virtual but routed"),
        pytest.param([SELF_ASSIGNED, WIFI], None, ["192.168.1.20", "169.254.7.7"], id="self-assigned last"),
        pytest.param([], "192.168.1.20", ["192.168.1.20"], id="interfaces cannot be listed"),
        pytest.param([WIFI, WIFI], None, ["192.168.1.20"], id="once each"),
    ],
)
def test_addresses_are_ranked(found: list[Interface], routed: str | None, expected: list[str]) -> None:
    assert rank_addresses(found, routed) == expected


def test_this_machine_has_a_loopback_and_gives_no_phone_its_address() -> None:
    assert LOOPBACK in interfaces()
    assert not any(ipaddress.IPv4Address(address).is_loopback for address in lan_addresses())
