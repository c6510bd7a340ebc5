"""Address registries: which addresses are globally reachable, by IANA's tables of November 2026.

Python's `ipaddress` lags behind them and depends on the Python version, so this module has its own
copy: the "IPv4 Special-Purpose Address Registry" and its IPv6 sibling (entries that are not
"Globally Reachable: True"), the multicast registries and the IPv6 address space, of which 2000::/3
is global unicast; and one address that a cloud provider uses internally.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_network

Address = IPv4Address | IPv6Address

NOT_GLOBAL_4 = tuple(
    ip_network(block)
    for block in (
        "0.0.0.0/8",  # this network
        "10.0.0.0/8",  # private use
        "100.64.0.0/10",  # shared address space
        "127.0.0.0/8",  # loopback
        "169.254.0.0/16",  # link local, where clouds keep their metadata
        "168.63.129.16/32",  # a cloud's own services, behind an address that looks public
        "172.16.0.0/12",  # private use
        "192.0.0.0/24",  # IETF protocol assignments, also its two anycast addresses
        "192.0.2.0/24",  # documentation
        "192.88.99.0/24",  # 6to4 relay anycast, deprecated
        "192.168.0.0/16",  # private use
        "198.18.0.0/15",  # benchmarking
        "198.51.100.0/24",  # documentation
        "203.0.113.0/24",  # documentation
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and limited broadcast
    )
)
GLOBAL_UNICAST_6 = ip_network("2000::/3")
NOT_GLOBAL_6 = tuple(
    ip_network(block)
    for block in (
        "2001::/23",  # IETF protocol assignments: Teredo, benchmarking, ORCHID, anycast
        "2001:db8::/32",  # documentation
        "2002::/16",  # 6to4, which carries any IPv4 address
        "3fff::/20",  # documentation
    )
)
"""Exceptions within GLOBAL_UNICAST_6; all IPv6 addresses outside it are refused anyway."""
TRANSLATED = ip_network("64:ff9b::/96")
"""IPv4 addresses as seen from IPv6-only networks (NAT64); public if the IPv4 address is."""


def is_public(address: Address) -> bool:
    """Whether the address is a globally reachable unicast address."""
    if isinstance(address, IPv4Address):
        return not any(address in block for block in NOT_GLOBAL_4)
    if address in TRANSLATED:
        return is_public(IPv4Address(int(address) & 0xFFFF_FFFF))
    return address in GLOBAL_UNICAST_6 and not any(address in block for block in NOT_GLOBAL_6)
