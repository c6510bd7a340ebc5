"""P-256: the curve of push keys, a private one of which is a number from 1 to below its order."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode

ORDER_OF_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""FIPS 186-4, D.1.2.3."""


def is_private_key(written: str) -> bool:
    """Whether this is a private key: 32 bytes in base64url."""
    if not re.fullmatch("[A-Za-z0-9_-]{43}=?", written):
        return False
    number = int.from_bytes(urlsafe_b64decode(f"{written.rstrip('=')}="))
    return 0 < number < ORDER_OF_P256
