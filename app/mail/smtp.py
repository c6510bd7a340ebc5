"""SMTP: hands one message to the host's mail server."""

from __future__ import annotations

from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate, make_msgid

from app.infra.mail_settings import MailSettings, is_address

PERMANENT_FROM = 500
"""SMTP's codes from here on say that another attempt would fail too."""
SIGN_IN_FAILED = range(530, 540)
"""Of these the host is to blame, not the address."""


class MailRefused(Exception):
    """No attempt with this address will ever succeed."""


class MailDelayed(Exception):
    """The mail server can't be used just now, or its settings are wrong; `str(error)` says why."""


def message_to(
    settings: MailSettings, server: str, address: str, subject: str, text: str
) -> EmailMessage:
    """A message from the server of that name. Raises MailRefused if the address can't be one."""
    if not is_address(address):
        raise MailRefused("the address is not valid")
    message = EmailMessage()
    message["To"] = Address(addr_spec=address)
    message["From"] = Address(server, addr_spec=settings.mail_from)
    message["Subject"] = f"{server}: {subject}"
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.mail_from.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(text)
    return message


async def send(settings: MailSettings, message: EmailMessage, address: str) -> None:
    """Send a message. Raises MailRefused or MailDelayed."""
    import aiosmtplib  # not loaded by servers that send no mail

    try:
        await aiosmtplib.send(
            message,
            sender=settings.mail_from,
            recipients=[address],
            hostname=settings.smtp_host,
            port=settings.smtp_port,
            username=settings.smtp_user or None,
            password=settings.smtp_password.get_secret_value() or None,
            use_tls=settings.smtp_security == "tls",
            start_tls=settings.smtp_security == "starttls",
            timeout=settings.smtp_seconds,
        )
    except aiosmtplib.SMTPRecipientsRefused as error:
        codes = [recipient.code for recipient in error.recipients]
        raise _failure(error, min(codes, default=0)) from None
    except aiosmtplib.SMTPResponseException as error:
        raise _failure(error, error.code) from None
    except (aiosmtplib.SMTPException, OSError) as error:
        raise _failure(error, 0) from None


def _failure(error: Exception, code: int) -> Exception:
    """The server's reply may repeat the address, so only its code is kept."""
    why = f"{type(error).__name__} {code or ''}".strip()
    is_permanent = code >= PERMANENT_FROM and code not in SIGN_IN_FAILED
    return MailRefused(why) if is_permanent else MailDelayed(why)
