"""Addresses under which phones on the same network reach this machine; no packet is sent."""

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
"""Beginnings of the names of interfaces that no phone in the hall is behind."""


def lan_addresses() -> list[str]:
    """IPv4 addresses to give to phones, the likeliest first; empty without a network."""
    return rank_addresses(interfaces(), routed_address())


def rank_addresses(found: Iterable[Interface], routed: str | None) -> list[str]:
    """Order addresses by how likely the phones of a hall reach them.

    The address that a packet to elsewhere would leave from comes first, then wireless, then wired
    interfaces, then self-assigned addresses (169.254.0.0/16: two machines without a router). Loopback and
    virtual interfaces are left out, unless the route leaves from one.
    """
    kept = [each for each in found if each.address == routed or not each.name.startswith(VIRTUAL)]
    if routed is not None and routed not in {each.address for each in kept}:
        kept.append(Interface("", routed))
    usable = [each for each in kept if not ipaddress.IPv4Address(each.address).is_loopback]
    usable.sort(key=lambda each: (_distance(each, routed), each.name, each.address))
    return list(dict.fromkeys(each.address for each in usable))


def _distance(interface: Interface, routed: str | None) -> int:
    if ipaddress.IPv4Address(interface.address).is_link_local:
        return 3
    if interface.address == routed:
        return 0
    return 1 if interface.name.startswith("wl") else 2


def routed_address() -> str | None:
    """The address of this machine on its default route; None without one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, suppress(OSError):
        probe.connect(("192.0.2.1", 9))  # a documentation address: choosing the route is all that happens
        return str(probe.getsockname()[0])
    return None
