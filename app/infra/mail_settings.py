"""Mail settings: the SMTP server by which this one writes to people."""

from __future__ import annotations

from email.errors import HeaderParseError
from email.headerregistry import Address
from typing import Literal

from pydantic import Field, SecretStr

from app.infra.setting_types import Seconds, SettingsGroup


class MailSettings(SettingsGroup):
    """Mail: links to verify an address or to set a new password, and notices."""

    smtp_host: str = ""
    """The name of the SMTP server; empty: no mail is sent."""
    smtp_port: int = Field(587, ge=1, le=65535)
    """Its port: 587 for `starttls`, 465 for `tls`, 25 for a server in your own network."""
    smtp_security: Literal["starttls", "tls", "none"] = "starttls"
    """How the connection is encrypted; `none` is for a server on this machine."""
    smtp_user: str = ""
    """The user to sign in as; empty: the server does not ask for one."""
    smtp_password: SecretStr = SecretStr("")
    """That user's password."""
    smtp_seconds: Seconds = Field(20.0, gt=0)
    """How long sending one mail may take."""
    mail_from: str = ""
    """The address that mail is from, such as `tables@example.org`; required with `SMTP_HOST`. The
    server's name stands before it."""

    @property
    def sends_mail(self) -> bool:
        """Whether an SMTP server is set up."""
        return bool(self.smtp_host)


def is_address(written: str) -> bool:
    """Whether mail can be sent to or from this address."""
    try:
        return bool(Address(addr_spec=written).domain)
    except (ValueError, HeaderParseError, IndexError):
        return False
