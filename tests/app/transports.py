"""A transport without a socket."""

from __future__ import annotations


class RecordingTransport:
    """A transport that records what is written to it."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.closed = False
        self.reads: list[bool] = []

    def pause_reading(self) -> None:
        self.reads.append(False)

    def resume_reading(self) -> None:
        self.reads.append(True)

    def write(self, data: bytes) -> None:
        assert not self.closed
        self.sent.append(data)

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = True

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return 100

    def get_extra_info(self, name: str) -> str | None:
        return "the peername" if name == "peername" else None
