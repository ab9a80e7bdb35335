"""Network interfaces of this machine, as the Linux kernel lists them; none on other systems."""

import socket
import struct
from contextlib import suppress
from dataclasses import dataclass

try:
    import fcntl
except ImportError:  # Windows
    fcntl = None  # type: ignore[assignment]

SIOCGIFADDR = 0x8915
"""Linux request for the IPv4 address of an interface."""
SIOCGIFFLAGS = 0x8913
UP_AND_RUNNING = 0x1 | 0x40


@dataclass(frozen=True, slots=True)
class Interface:
    """A network interface and its IPv4 address."""

    name: str
    address: str


def interfaces() -> list[Interface]:
    """Return the interfaces that are up, with their IPv4 address."""
    if fcntl is None:
        return []
    usable = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _number, name in socket.if_nameindex():
            with suppress(OSError):  # an interface without an address
                flags = struct.unpack_from("H", _query_interface(probe, SIOCGIFFLAGS, name), 16)[0]
                if flags & UP_AND_RUNNING == UP_AND_RUNNING:
                    address = socket.inet_ntoa(_query_interface(probe, SIOCGIFADDR, name)[20:24])
                    usable.append(Interface(name, address))
    return usable


def _query_interface(probe: socket.socket, request: int, name: str) -> bytes:
    # the kernel's `ifreq` has 16 bytes for the name, the last one zero
    return fcntl.ioctl(probe.fileno(), request, struct.pack("256s", name.encode()[:15]))
