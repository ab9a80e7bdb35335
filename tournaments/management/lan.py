"""Addresses at which phones on the same network reach this machine. No packet is sent."""

import ipaddress
import socket
from collections.abc import Iterable
from contextlib import suppress

from tournaments.management.interfaces import Interface, interfaces

VIRTUAL = (
    "docker",
    "br-",
    "veth",
    "virbr",
    "vmnet",
    "vboxnet",
    "tun",
    "tap",
    "wg",
    "tailscale",
    "zt",
    "lxc",
    "cni",
)
"""Prefixes of the names of virtual interfaces, which no phone in the hall can reach."""


def lan_addresses() -> list[str]:
    """Return IPv4 addresses for phones, the likeliest first; an empty list without a network."""
    return rank_addresses(interfaces(), routed_address())


def rank_addresses(candidates: Iterable[Interface], default_address: str | None) -> list[str]:
    """Order addresses by the likelihood that phones of a hall reach them.

    The order is:

    - the source address of the default route;
    - wireless interfaces;
    - wired interfaces;
    - self-assigned addresses (169.254.0.0/16: two machines without a router).

    Loopback and virtual interfaces are left out, unless the default route uses one.
    """
    reachable = [
        interface
        for interface in candidates
        if interface.address == default_address or not interface.name.startswith(VIRTUAL)
    ]
    if default_address is not None and default_address not in {interface.address for interface in reachable}:
        reachable.append(Interface("", default_address))
    usable = [
        interface for interface in reachable if not ipaddress.IPv4Address(interface.address).is_loopback
    ]
    usable.sort(
        key=lambda interface: (_distance(interface, default_address), interface.name, interface.address)
    )
    return list(dict.fromkeys(interface.address for interface in usable))


def _distance(interface: Interface, default_address: str | None) -> int:
    if ipaddress.IPv4Address(interface.address).is_link_local:
        return 3
    if interface.address == default_address:
        return 0
    return 1 if interface.name.startswith("wl") else 2


def routed_address() -> str | None:
    """Return the address of this machine on its default route; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: UDP sends nothing, but a route is chosen
        return str(probe.getsockname()[0])
    return None
