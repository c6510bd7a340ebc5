"""Push encryption: signs for the server (VAPID) and encrypts for a browser. It needs the extra
`push`, and is imported where a browser subscribes or gets a message.
"""

from __future__ import annotations

import base64

import http_ece
from cryptography.exceptions import InvalidKey
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid

AUTH_BYTES = 16


def signer(private_key: str) -> Vapid:
    """What signs with a private key in base64url."""
    return Vapid.from_string(private_key)


def public_key_of(signer: Vapid) -> str:
    """The public key as browsers take it: an uncompressed point in base64url."""
    key: ec.EllipticCurvePublicKey = signer.public_key
    point = key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).rstrip(b"=").decode()


def encrypted(content: bytes, p256dh: str, auth: str) -> bytes:
    """The content, encrypted for the browser with these keys (RFC 8291)."""
    body: bytes = http_ece.encrypt(
        content,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=unpacked(p256dh),
        auth_secret=unpacked(auth),
        version="aes128gcm",
    )
    return body


def are_keys(p256dh: str, auth: str) -> bool:
    """Whether these are a browser's keys: a point of P-256 and sixteen bytes, in base64url."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unpacked(p256dh))
        return len(unpacked(auth)) == AUTH_BYTES
    except (ValueError, InvalidKey):
        return False


def unpacked(text: str) -> bytes:
    """Bytes in base64url, padded or not. Raises ValueError."""
    return base64.b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4), b"-_", True)
